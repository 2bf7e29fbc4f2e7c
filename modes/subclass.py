"""Tensor subclasses: how they are made, and what they have that plain tensors do not pay for.

Decides which keys the instances of a class carry, and how the parts of PyTorch's protocol that are
no operators (construction, copying, printing, metadata) behave for them. Must not know operators by
name, nor who asks handlers (python_layer.py, function_layer.py).

Note [Keys of a subclass]
~~~~~~~~~~~~~~~~~~~~~~~~~
A class with a `__torch_dispatch__` of its own puts the Python key on its instances, one whose
`__torch_function__` is not switched off the Function key (it is switched off where there is a
`__torch_dispatch__` and nothing else is said, as in PyTorch); so a call with plain tensors looks up
the same walk as ever, and pays nothing. The class decides when it is made: what is put into it
later is not noticed.
"""

from __future__ import annotations

from typing import Any, ClassVar

import numpy as np

from ..autograd.engine import HANDLED
from ..backends.backend import Backend, backend_named
from ..backends.create import infer_array
from ..backends.dtypes import as_dtype
from ..backends.factories import from_numpy
from ..backends.ranges import empty
from ..dispatch.errors import explain_error
from ..dispatch.generated.functions import alias
from ..dispatch.keys import AUTOGRAD, FUNCTION, PYTHON, VERSION
from ..dispatch.state import KeyGuard, facts
from ..dispatch.tensor import Tensor, TensorType, backend_of, bind, own_slots
from ..dispatch.versions import INFERENCE_VERSION
from .dispatch_mode import no_dispatch
from .function_protocol import disabled_torch_function_impl, torch_function
from .mode_stack import IN_USE
from .seen_functions import give_handlers


def disabled_torch_dispatch_impl(
    cls: type, func: Any, types: Any, args: Any = (), kwargs: Any = None
) -> Any:
    """Call an operator without asking handlers: what `super().__torch_dispatch__` does."""
    del cls, types
    with no_dispatch():
        return func(*args, **(kwargs or {}))


def _inherited(cls: type, name: str) -> Any:
    """Return what a class or one of its bases defines, as it was written; None for Tensor's own."""
    for each in cls.__mro__:
        if each is TensorSubclass or each is Tensor:
            return None
        if name in each.__dict__:
            found = each.__dict__[name]
            return getattr(found, "__func__", found)
    return None


class TensorSubclass(Tensor):
    """What stands between Tensor and the classes derived from it; see Note [Subclasses]."""

    __slots__ = ()
    _brings: ClassVar[int] = 0

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        _give_handlers()
        bits = 0
        dispatch = _inherited(cls, "__torch_dispatch__")
        if dispatch is not None and dispatch is not disabled_torch_dispatch_impl:
            bits |= PYTHON.bit
            if not HANDLED:
                HANDLED.append(cls.__qualname__)
        function = _inherited(cls, "__torch_function__")
        if function is None and bits:  # what the handler returns is of the class it should have
            function = cls.__torch_function__ = disabled_torch_function_impl  # type: ignore[method-assign]
        if function is not disabled_torch_function_impl:
            bits |= FUNCTION.bit
        cls._brings = bits
        if bits and not IN_USE:
            IN_USE.append(cls.__qualname__)

    def __new__(cls, *args: Any, **kwargs: Any) -> Any:
        """Make an instance as PyTorch's legacy constructor does: of data, of sizes, or empty."""
        del kwargs
        if len(args) == 1 and isinstance(args[0], Tensor):
            return make_subclass(cls, args[0], args[0].requires_grad)
        with no_dispatch():
            if args and all(isinstance(size, int) for size in args):
                return make_subclass(cls, empty(*args))
            return make_subclass(cls, from_numpy(infer_array(args[0] if args else [], None)))

    def __repr__(self, *, tensor_contents: str | None = None) -> str:
        name = type(self).__name__
        if tensor_contents is not None:
            return f"{name}({tensor_contents})"
        with KeyGuard(exclude=PYTHON.bit | FUNCTION.bit):
            text = Tensor.__repr__(self)
        if text.startswith("tensor("):
            indent = "\n" + " " * (len(name) - len("tensor"))
            text = name + text.removeprefix("tensor").replace("\n", indent)
        return text

    def data_ptr(self) -> int:
        """Return the address of the first element, 0 where there is none."""
        return Tensor.data_ptr(self) if self.numel() else 0

    def __format__(self, spec: str) -> str:
        return Tensor.__format__(self, spec) if not self._keys & PYTHON.bit else repr(self)

    def __deepcopy__(self, memo: dict[int, Any]) -> Any:
        return _deepcopy(self, memo)

    def __reduce_ex__(self, protocol: Any) -> Any:
        return _reduce(self)


def _give(cls: type[Any], payload: Any, keys: int, counter: Any) -> Any:
    """Return an instance of a subclass with these slots."""
    made = object.__new__(cls)
    made._data = payload
    made._keys = keys | cls._brings
    made._autograd = None
    made._counter = counter
    return made


def make_subclass(
    cls: type[Any],
    data: Tensor,
    require_grad: bool = False,
    *,
    dispatch_sizes_strides_policy: str | None = None,
    dispatch_device: bool = False,
    dispatch_layout: bool = False,
) -> Any:
    """Return an instance of a subclass that shares the memory of a tensor.

    Parameters
    ----------
    cls : type
        A subclass of Tensor.
    data : Tensor
        Shares its memory and its count of writes; its history is left behind.
    require_grad : bool
        Whether operators on the instance are recorded.
    dispatch_sizes_strides_policy : "sizes", "strides" or None
        What of its metadata the instance's handler is asked for.
    dispatch_device, dispatch_layout : bool
        Whether its handler is asked for these.

    Raises
    ------
    TypeError
        If `cls` is no subclass or `data` no tensor.
    RuntimeError
        If the tensor is of a class with a handler: it could not be told apart from the instance.
    """
    _check_class(cls)
    if not isinstance(data, Tensor):
        raise TypeError(
            explain_error("_make_subclass", f"data is {type(data).__name__}", accepted="a tensor")
        )
    if data._keys & PYTHON.bit:
        raise RuntimeError(
            f"Creating a new Tensor subclass {cls.__name__} but the raw Tensor object is already "
            f"associated to a python object of type {type(data).__name__}"
        )
    with no_dispatch(), KeyGuard(exclude=FUNCTION.bit):
        source = data.detach()
    made = _give(cls, source._data, source._keys & ~AUTOGRAD.bit, source._counter)
    _set_policy(made, dispatch_sizes_strides_policy, dispatch_device, dispatch_layout)
    if require_grad:
        Tensor.requires_grad_(made, True)
    return made


def make_wrapper_subclass(
    cls: type[Any],
    size: Any,
    strides: Any = None,
    storage_offset: Any = None,
    memory_format: Any = None,
    dtype: Any = None,
    layout: Any = None,
    device: Any = None,
    pin_memory: bool = False,
    requires_grad: bool = False,
    dispatch_sizes_strides_policy: str | None = None,
    dispatch_device: bool = False,
    dispatch_layout: bool = False,
    _extra_dispatch_keys: Any = None,
    storage_size: Any = None,
) -> Any:
    """Return an instance of a subclass that holds no data; its handler answers every operator.

    Parameters
    ----------
    cls : type
        A subclass of Tensor with a `__torch_dispatch__`.
    size, strides : sequence of int
        As the instance reports them; row-major without `strides`.
    storage_offset : int, optional
    dtype, device, layout, requires_grad
        As the instance reports them.
    dispatch_sizes_strides_policy, dispatch_device, dispatch_layout
        See `_make_subclass`.
    memory_format, pin_memory, storage_size
        Taken, and without effect: there is no memory.

    Raises
    ------
    TypeError
        If the class has no `__torch_dispatch__`.
    """
    from ..backends.wrapper import Hollow, wrapper_backend

    del memory_format, pin_memory, storage_size
    _check_class(cls)
    if not cls._brings & PYTHON.bit:
        raise TypeError(
            f"{cls.__name__} must define __torch_dispatch__: nothing else could answer for a "
            "tensor without data"
        )
    backend: Backend = wrapper_backend(backend_named(device))
    kind = as_dtype(np.float32) if dtype is None else as_dtype(dtype)
    sizes = tuple(size)
    hollow = Hollow(
        sizes, kind.dtype, None if strides is None else tuple(strides), storage_offset or 0, layout
    )
    keys, counter = backend.key.bit | VERSION.bit, None
    if facts().inference:
        keys, counter = backend.key.bit, INFERENCE_VERSION
    if _extra_dispatch_keys is not None:
        keys |= int(_extra_dispatch_keys.bits)
    made = _give(cls, hollow, keys, counter)
    _set_policy(made, dispatch_sizes_strides_policy, dispatch_device, dispatch_layout)
    if requires_grad:
        Tensor.requires_grad_(made, True)
    return made


def _check_class(cls: Any) -> None:
    if not (isinstance(cls, type) and issubclass(cls, TensorSubclass)):
        raise TypeError(
            explain_error(
                "a tensor subclass", f"{cls!r} is none", accepted="a class derived from Tensor"
            )
        )


def _set_policy(made: Any, sizes_strides: str | None, device: bool, layout: bool) -> None:
    """Note what of its metadata the handler of an instance is asked for."""
    if sizes_strides not in (None, "sizes", "strides"):
        raise RuntimeError(
            explain_error(
                "dispatch_sizes_strides_policy",
                f"is {sizes_strides!r}",
                accepted='"sizes", "strides" or None',
            )
        )
    asked = {"sizes": {"sizes", "strides"}, "strides": {"strides"}}.get(sizes_strides or "", set())
    asked = asked | ({"device"} if device else set()) | ({"layout"} if layout else set())
    if asked:
        made.__dict__["_asks_for"] = frozenset(asked)


def as_subclass(self: Tensor, cls: type[Any]) -> Any:
    """Return the tensor as an instance of a subclass, over the same memory; it is differentiable.

    Examples
    --------
    >>> import redispatch as rd
    >>> class Named(rd.Tensor):
    ...     pass
    >>> rd.tensor([1.]).as_subclass(Named) + 1
    Named([2.])
    """
    _check_class(cls)
    if self._keys & PYTHON.bit:
        make_subclass(cls, self)  # refuses
    with no_dispatch(), KeyGuard(exclude=FUNCTION.bit):
        fresh = alias(self)
    return dressed(fresh, cls)


def dressed(fresh: Tensor, cls: type[Any]) -> Any:
    """Return an instance of a subclass in the place of a tensor that nobody else has."""
    made = _give(cls, fresh._data, fresh._keys, fresh._counter)
    made._autograd = fresh._autograd
    return made


def take_place(result: Tensor, source: Tensor) -> None:
    """Let a wrapper say that it lies in the memory of another one, which it is a view of."""
    backend = backend_of(result)
    if hasattr(backend, "placed_in") and backend_of(source) is backend:
        result._data = backend.placed_in(result._data, source._data)


# copying -----------------------------------------------------------------------------------------


def _state(self: Any) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return what the user keeps on an instance: in its dict, and in the slots of its class."""
    slots = {n: getattr(self, n) for n in own_slots(type(self)) if hasattr(self, n)}
    return dict(self.__dict__), slots


def _put_state(made: Any, state: tuple[dict[str, Any], dict[str, Any]]) -> None:
    made.__dict__.update(state[0])
    for name, value in state[1].items():
        setattr(made, name, value)


def _deepcopy(self: Any, memo: dict[int, Any]) -> Any:
    import copy

    if id(self) in memo:
        return memo[id(self)]
    if not self.is_leaf:
        return Tensor.__deepcopy__(self, memo)  # which refuses
    cls = type(self)
    if self._keys & PYTHON.bit:
        with KeyGuard(exclude=FUNCTION.bit | AUTOGRAD.bit):
            made = self.clone()
        how = "for which cloning returns another instance of the same subclass"
    else:
        with KeyGuard(exclude=FUNCTION.bit):
            made = self.new_empty(tuple(self.shape))
        how = "for which that function returns another instance of the same subclass"
    if type(made) is not cls:
        raise RuntimeError(
            f"the default __deepcopy__() of {cls.__name__} needs a "
            f"{'clone()' if self._keys & PYTHON.bit else 'new_empty()'} {how}; it returned "
            f"{type(made).__name__}. Define __deepcopy__ otherwise"
        )
    if not self._keys & PYTHON.bit:
        made._data = backend_of(self).copy(self._data)
    memo[id(self)] = made
    if self.requires_grad:
        Tensor.requires_grad_(made, True)
    _put_state(made, copy.deepcopy(_state(self), memo))
    grad = Tensor.grad.__get__(self)
    if grad is not None:
        made.grad = copy.deepcopy(grad, memo)
    return made


def _reduce(self: Any) -> tuple[Any, ...]:
    """Pickle the class, the values or the metadata, and what the user keeps; not the graph."""
    with KeyGuard(exclude=PYTHON.bit | FUNCTION.bit):
        requires_grad = bool(self.requires_grad)
        if not hasattr(backend_of(self), "stands_for"):
            plain = dressed_off(self)
            return rebuild_subclass, (type(self), plain, requires_grad, _state(self))
        hollow = self._data
        meta = (hollow.shape, hollow.strides, hollow.offset, str(backend_of(self).device))
        kind = as_dtype(hollow.dtype)
    return rebuild_wrapper, (type(self), meta, kind, requires_grad, _state(self))


def dressed_off(self: Tensor) -> Tensor:
    """Return a plain tensor over the memory of an instance, outside the graph."""
    with no_dispatch(), KeyGuard(exclude=FUNCTION.bit):
        return self.detach()


def rebuild_subclass(cls: type[Any], data: Tensor, requires_grad: bool, state: Any) -> Any:
    """Make an instance of what was pickled."""
    made = make_subclass(cls, data, requires_grad)
    _put_state(made, state)
    return made


def rebuild_wrapper(cls: type[Any], meta: Any, dtype: Any, requires_grad: bool, state: Any) -> Any:
    """Make a wrapper of what was pickled."""
    size, strides, offset, device = meta
    made = make_wrapper_subclass(
        cls, size, strides, offset, dtype=dtype, device=device, requires_grad=requires_grad
    )
    _put_state(made, state)
    return made


TensorType.between = TensorSubclass
bind("as_subclass", as_subclass)
bind("_make_subclass", staticmethod(make_subclass))
bind("_make_wrapper_subclass", staticmethod(make_wrapper_subclass))
bind("__torch_dispatch__", classmethod(disabled_torch_dispatch_impl))
bind("__torch_function__", classmethod(torch_function))
_give_handlers = give_handlers(TensorSubclass)

__all__ = ["TensorSubclass", "make_subclass", "make_wrapper_subclass"]
