"""Parameter: the tensor that a module counts as its own and an optimizer updates.

Decides how a parameter is made, copied, pickled and printed, and how it takes another payload
without becoming another object. Must not know modules.
"""

from __future__ import annotations

from typing import Any, Self

from ..backends.create import infer_array
from ..backends.factories import from_numpy
from ..backends.unshared import leave
from ..dispatch.errors import explain_error
from ..dispatch.keys import VERSION
from ..dispatch.tensor import Tensor, TensorType, backend_of
from ..modes.function_protocol import disabled_torch_function_impl


class ParameterType(TensorType):
    """The class of Parameter: an instance of a tensor subclass may be a parameter too."""

    def __instancecheck__(cls, instance: Any) -> bool:
        if super().__instancecheck__(instance):
            return True
        return cls is Parameter and isinstance(instance, Tensor) and _is_marked(instance)


def _is_marked(tensor: Tensor) -> bool:
    return bool(tensor.__dict__.get("_is_param", False))


class Parameter(Tensor, metaclass=ParameterType):
    """A tensor that, set as an attribute of a module, becomes one of its parameters.

    Parameters
    ----------
    data : Tensor
        Its memory is shared. Without it, the parameter is empty.
    requires_grad : bool
        Whether operators on it are recorded.

    Raises
    ------
    TypeError
        If the data is no tensor. An instance of a tensor subclass stays one, and is a parameter.
    RuntimeError
        If it shall require grad and its dtype is neither floating point nor complex.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.nn.Parameter(rd.tensor([1., 2.]))
    Parameter containing:
    tensor([1., 2.], requires_grad=True)
    """

    __slots__ = ()
    __torch_function__ = disabled_torch_function_impl

    def __new__(cls, data: Tensor | None = None, requires_grad: bool = True) -> Self:
        """Make a leaf that shares the memory of a tensor."""
        if data is None:
            data = from_numpy(infer_array([], None))
        if not isinstance(data, Tensor):
            raise TypeError(
                explain_error(
                    cls.__name__, f"data is {type(data).__name__}", accepted="a tensor or None"
                )
            )
        if getattr(type(data), "_brings", 0):
            return _of_a_subclass(data, requires_grad)  # type: ignore[return-value]
        source = data.detach()
        self = object.__new__(cls)
        self._data = source._data
        self._keys = source._keys
        self._autograd = None
        self._counter = source._counter
        backend_of(source).share(source, self)
        if requires_grad:
            self.requires_grad = True
        return self

    def __repr__(self, *, tensor_contents: str | None = None) -> str:
        del tensor_contents
        return "Parameter containing:\n" + Tensor.__repr__(self)

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        """Copy the data; the gradient is left behind, as in PyTorch."""
        done: Self | None = memo.get(id(self))
        if done is None:
            done = type(self)(self.detach().clone(), self.requires_grad)
            memo[id(self)] = done
            done.__dict__.update(_public(self))
        return done

    def __reduce_ex__(self, protocol: Any) -> Any:
        """Pickle the values, the device and whether grad is required; not the graph."""
        return (
            rebuild_parameter,
            (type(self), self.detach(), self.requires_grad, _public(self)),
        )


def _of_a_subclass(data: Tensor, requires_grad: bool) -> Tensor:
    """Return a parameter that stays an instance of its tensor subclass."""
    made = data.detach()
    if type(made) is not type(data):
        raise RuntimeError(
            f"Creating a Parameter from an instance of type {type(data).__name__} requires that "
            f"detach() returns an instance of the same type, but it returned {type(made).__name__}"
        )
    made.requires_grad_(requires_grad)
    made.__dict__["_is_param"] = True
    return made


def _public(tensor: Tensor) -> dict[str, Any]:
    return {k: v for k, v in tensor.__dict__.items() if not k.startswith("_")}


def rebuild_parameter(
    cls: type[Parameter], data: Tensor, requires_grad: bool, state: dict[str, Any]
) -> Parameter:
    """Make a parameter of what was pickled."""
    self = cls(data, requires_grad)
    self.__dict__.update(state)
    return self


def give_all(parameter: Tensor, value: Tensor, grad: Tensor | None) -> None:
    """Let a parameter hold the payload of another tensor, and another gradient with it."""
    parameter.grad = None
    give_payload(parameter, value)
    parameter.grad = grad


def give_payload(tensor: Tensor, value: Tensor) -> None:
    """Let a tensor hold the payload of another one, also of another backend, and stay itself.

    `Tensor.data = value` does it within one backend. What was recorded with the tensor keeps what
    it has saved; the gradient is not touched.
    """
    old, new = backend_of(tensor), backend_of(value)
    if old is new:
        tensor.data = value
        return
    leave(tensor)
    tensor._data = value._data
    tensor._keys = (tensor._keys & ~old.key.bit) | new.key.bit | (value._keys & VERSION.bit)
    tensor._counter = None
