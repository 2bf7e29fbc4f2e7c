"""Module: parameters, buffers and other modules under names, and a `forward`.

Decides what setting an attribute means, how modules are changed as a whole, and how they print.
Calls and hooks are in module_hooks.py, walks over the tree in module_walks.py, state dicts in
module_state.py.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any, Self

from ..backends.conversion import _read as read_conversion
from ..dispatch.tensor import Tensor
from ..modes import no_grad
from .module_hooks import HookedCall
from .module_state import StatefulModule
from .module_walks import WalkedModule
from .parameter import Parameter, give_all

TABLES = ("_parameters", "_buffers", "_modules")


class Module(HookedCall, WalkedModule, StatefulModule):
    """The base of everything that has parameters and a `forward`.

    A subclass calls `super().__init__()`, then sets parameters and modules as attributes.

    Attributes
    ----------
    training : bool
        Whether dropout and the like are active; see `train` and `eval`.

    Examples
    --------
    >>> import redispatch as rd
    >>> class Double(rd.nn.Module):
    ...     def __init__(self):
    ...         super().__init__()
    ...         self.factor = rd.nn.Parameter(rd.tensor(2.))
    ...     def forward(self, x):
    ...         return x * self.factor
    >>> double = Double()
    >>> double(rd.tensor([1., 3.]))
    tensor([2., 6.], grad_fn=<MulBackward0>)
    >>> [name for name, parameter in double.named_parameters()]
    ['factor']
    """

    training: bool

    def __init__(self) -> None:
        put = object.__setattr__
        put(self, "training", True)
        for name in TABLES:
            put(self, name, {})
        put(self, "_non_persistent_buffers_set", set())
        self._make_hook_tables()

    def forward(self, *args: Any, **kwargs: Any) -> Any:
        """Compute the output; every subclass writes its own.

        Raises
        ------
        NotImplementedError
            If the subclass has none.
        """
        raise NotImplementedError(
            f'Module [{type(self).__name__}] is missing the required "forward" function'
        )

    # ----- attributes -----

    def __getattr__(self, name: str) -> Any:
        d = self.__dict__
        for table in TABLES:
            found = d.get(table)
            if found is not None and name in found:
                return found[name]
        raise AttributeError(f"'{type(self).__name__}' object has no attribute '{name}'")

    def __setattr__(self, name: str, value: Any) -> None:
        d = self.__dict__
        if isinstance(value, Parameter):
            self._table("_parameters", "parameters")
            _remove_from(name, d, d["_buffers"], d["_modules"])
            self.register_parameter(name, value)
            return
        parameters = d.get("_parameters")
        if parameters is not None and name in parameters:
            if value is not None:
                raise TypeError(_refusal(value, "parameter", name, "Parameter"))
            parameters[name] = None
        elif isinstance(value, Module):
            modules = self._table("_modules", "module")
            _remove_from(name, d, d["_parameters"], d["_buffers"])
            modules[name] = value
        elif name in d.get("_modules", ()):
            if value is not None:
                raise TypeError(_refusal(value, "child module", name, "Module"))
            d["_modules"][name] = None
        elif name in d.get("_buffers", ()):
            if value is not None and not isinstance(value, Tensor):
                raise TypeError(_refusal(value, "buffer", name, "Tensor"))
            d["_buffers"][name] = value
        else:
            object.__setattr__(self, name, value)

    def __delattr__(self, name: str) -> None:
        for table in TABLES:
            found = self.__dict__.get(table, {})
            if name in found:
                del found[name]
                self._non_persistent_buffers_set.discard(name)
                return
        object.__delattr__(self, name)

    def __dir__(self) -> list[str]:
        names = {*object.__dir__(self), *self._parameters, *self._buffers, *self._modules}
        return sorted(n for n in names if not n[0].isdigit())

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)

    def _table(self, name: str, what: str) -> dict[str, Any]:
        found: dict[str, Any] | None = self.__dict__.get(name)
        if found is None:
            raise AttributeError(f"cannot assign {what} before Module.__init__() call")
        return found

    def _check_name(self, name: str, what: str, table: dict[str, Any]) -> None:
        if not isinstance(name, str):
            raise TypeError(f"{what} name should be a string. Got {type(name).__name__}")
        if "." in name:
            raise KeyError(f'{what} name can\'t contain ".", got: "{name}"')
        if name == "":
            raise KeyError(f'{what} name can\'t be empty string ""')
        if hasattr(self, name) and name not in table:
            raise KeyError(f"attribute '{name}' already exists")

    def register_parameter(self, name: str, param: Parameter | None) -> None:
        """Add a parameter, or None to keep its place, under a name.

        Raises
        ------
        KeyError
            If the name has a dot, is empty or is taken.
        TypeError
            If it is no parameter.
        ValueError
            If it was computed: a parameter has to be a leaf.
        """
        parameters = self._table("_parameters", "parameter")
        self._check_name(name, "parameter", parameters)
        if param is not None and not isinstance(param, Parameter):
            raise TypeError(_refusal(param, "parameter", name, "Parameter"))
        if param is not None and param.grad_fn is not None:
            raise ValueError(
                f"Cannot assign non-leaf Tensor to parameter '{name}'. Model parameters must be "
                f"created explicitly. To express '{name}' as a function of another Tensor, compute "
                f"the value in the forward() method."
            )
        parameters[name] = param

    def register_buffer(self, name: str, tensor: Tensor | None, persistent: bool = True) -> None:
        """Add a tensor that belongs to the module and is no parameter.

        Parameters
        ----------
        name : str
        tensor : Tensor or None
        persistent : bool
            Whether it stands in the state dict.

        Raises
        ------
        KeyError, TypeError
            As for parameters.

        Examples
        --------
        >>> import redispatch as rd
        >>> module = rd.nn.Module()
        >>> module.register_buffer("steps", rd.tensor(0))
        >>> module.steps
        tensor(0)
        """
        buffers = self._table("_buffers", "buffer")
        self._check_name(name, "buffer", buffers)
        if tensor is not None and not isinstance(tensor, Tensor):
            raise TypeError(_refusal(tensor, "buffer", name, "Tensor"))
        buffers[name] = tensor
        if persistent:
            self._non_persistent_buffers_set.discard(name)
        else:
            self._non_persistent_buffers_set.add(name)

    def add_module(self, name: str, module: Module | None) -> None:
        """Add a module, or None to keep its place, under a name."""
        modules = self._table("_modules", "module")
        if module is not None and not isinstance(module, Module):
            raise TypeError(f"{type(module).__name__} is not a Module subclass")
        self._check_name(name, "module", modules)
        modules[name] = module

    def register_module(self, name: str, module: Module | None) -> None:
        """Another name for `add_module`."""
        self.add_module(name, module)

    # ----- changes of the whole tree -----

    def apply(self, fn: Callable[[Any], Any]) -> Self:
        """Call a function with every module, this one last, and return this one."""
        for child in self.children():
            child.apply(fn)
        fn(self)
        return self

    def _apply(self, fn: Callable[[Tensor], Tensor]) -> Self:
        """Let a function replace the payload of every parameter, its gradient, and every buffer."""
        # All new values are made before any is put into place: what fails has changed nothing.
        for change in [c for module in self.modules() for c in module._changes(fn)]:
            change()
        return self

    def _changes(self, fn: Callable[[Tensor], Tensor]) -> Iterator[Callable[[], None]]:
        """Yield what puts the changed parameters, gradients and buffers of this module in place."""
        for parameter in self._parameters.values():
            if parameter is not None:
                with no_grad():
                    grad = parameter.grad
                    changed = fn(parameter.detach())
                    if grad is not None:
                        grad = fn(grad.detach()).requires_grad_(grad.requires_grad)
                yield partial(give_all, parameter, changed, grad)
        for name, buffer in self._buffers.items():
            if buffer is not None:
                yield partial(self._buffers.__setitem__, name, fn(buffer))

    def to(self, *args: Any, **kwargs: Any) -> Self:
        """Change device and/or dtype of all parameters and buffers; the module itself is returned.

        The arguments are those of `Tensor.to`. Only floating-point and complex tensors change
        dtype.

        Raises
        ------
        TypeError
            If the dtype is an integer one.

        Examples
        --------
        >>> import redispatch as rd
        >>> rd.nn.Linear(1, 1).to(rd.float64).weight.dtype
        redispatch.float64
        """
        where, dtype, _ = read_conversion(args, kwargs)
        if dtype is not None and not (dtype.is_floating_point or dtype.is_complex):
            raise TypeError(
                "nn.Module.to only accepts floating point or complex dtypes, but got desired "
                f"dtype={dtype}"
            )

        def convert(tensor: Tensor) -> Tensor:
            fits = tensor.is_floating_point() or tensor.is_complex()
            return tensor.to(device=where, dtype=dtype if fits else None)

        return self._apply(convert)

    def type(self, dst_type: Any) -> Self:
        """Change the dtype of all parameters and buffers."""
        return self._apply(lambda t: t.type(dst_type))

    def float(self) -> Self:
        """Change floating-point parameters and buffers to float32."""
        return self._apply(lambda t: t.float() if t.is_floating_point() else t)

    def double(self) -> Self:
        """Change floating-point parameters and buffers to float64."""
        return self._apply(lambda t: t.double() if t.is_floating_point() else t)

    def bfloat16(self) -> Self:
        """Change floating-point parameters and buffers to bfloat16."""
        return self._apply(lambda t: t.bfloat16() if t.is_floating_point() else t)

    def half(self) -> Self:
        """Change floating-point parameters and buffers to float16."""
        return self._apply(lambda t: t.half() if t.is_floating_point() else t)

    def cpu(self) -> Self:
        """Move all parameters and buffers to the device "numpy"."""
        return self._apply(lambda t: t.cpu())

    def train(self, mode: bool = True) -> Self:
        """Switch this module and those in it to training, or with False to evaluation.

        Raises
        ------
        ValueError
            If the mode is no bool.
        """
        if not isinstance(mode, bool):
            raise ValueError("training mode is expected to be boolean")
        self.training = mode
        for child in self.children():
            child.train(mode)
        return self

    def eval(self) -> Self:
        """Switch this module and those in it to evaluation."""
        return self.train(False)

    def requires_grad_(self, requires_grad: bool = True) -> Self:
        """Switch recording for all parameters on or off."""
        for parameter in self.parameters():
            parameter.requires_grad_(requires_grad)
        return self

    def zero_grad(self, set_to_none: bool = True) -> None:
        """Forget the gradients of all parameters, or with False set them to zeros."""
        for parameter in self.parameters():
            clear_grad(parameter, set_to_none)

    # ----- printing -----

    def extra_repr(self) -> str:
        """Return what is printed between the parentheses; to be written by a subclass."""
        return ""

    def _get_name(self) -> str:
        return type(self).__name__

    def __repr__(self) -> str:
        extra = self.extra_repr()
        lines = extra.split("\n") if extra else []
        children = [f"({n}): {_indent(repr(m))}" for n, m in self._modules.items()]
        if len(lines) == 1 and not children:
            return f"{self._get_name()}({lines[0]})"
        if not lines and not children:
            return f"{self._get_name()}()"
        return f"{self._get_name()}(\n  " + "\n  ".join(lines + children) + "\n)"


def clear_grad(parameter: Tensor, set_to_none: bool) -> None:
    """Forget the gradient of a tensor, or set it to zeros outside any graph."""
    grad = parameter.grad
    if grad is None:
        return
    if set_to_none:
        parameter.grad = None
        return
    if grad.grad_fn is not None:
        grad.detach_()
    else:
        grad.requires_grad_(False)
    grad.zero_()


def _remove_from(name: str, *tables: dict[str, Any]) -> None:
    for table in tables:
        table.pop(name, None)


def _refusal(value: Any, what: str, name: str, accepted: str) -> str:
    return (
        f"cannot assign {type(value).__name__!r} as {what} {name!r} ({accepted} or None expected)"
    )


def _indent(text: str) -> str:
    return text.replace("\n", "\n  ")
