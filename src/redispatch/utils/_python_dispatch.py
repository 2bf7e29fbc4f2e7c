"""What dispatch modes and tensor subclasses are written with, at PyTorch's place.

Decides what helps a wrapper subclass to keep its promises: that what aliases does, and how it is
taken apart and put together. Must not know operators by name.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from ..dispatch.keys import DispatchKeySet
from ..dispatch.operator import Operator
from ..dispatch.state import KeyGuard
from ..dispatch.tensor import Tensor
from ..modes.dispatch_mode import DispatchMode, current_modes, in_dispatch_mode
from ..modes.subclass import take_place
from ._pytree import tree_leaves

TorchDispatchMode = DispatchMode


def _get_current_dispatch_mode() -> DispatchMode | None:
    """Return the innermost dispatch mode in force, or None."""
    modes = current_modes()
    return modes[-1] if modes else None


def _get_current_dispatch_mode_stack() -> list[DispatchMode]:
    """Return the dispatch modes in force, outermost first."""
    return current_modes()


def is_in_torch_dispatch_mode(include_infra_modes: bool = True) -> bool:
    """Return whether a dispatch mode is in force."""
    return in_dispatch_mode(include_infra_modes)


def _disable_current_modes() -> KeyGuard:
    """Return a context in which no dispatch mode and no subclass handler is asked."""
    return KeyGuard(exclude=DispatchKeySet("Python"))


def is_traceable_wrapper_subclass(t: Any) -> bool:
    """Return whether a tensor is a wrapper that says what it wraps.

    That is: its class has `__tensor_flatten__`, which returns the names of the attributes that
    hold tensors and a context, and `__tensor_unflatten__`, which makes one of those.

    Examples
    --------
    >>> import redispatch as rd
    >>> is_traceable_wrapper_subclass(rd.ones(2))
    False
    """
    wrapper = isinstance(t, Tensor) and type(t) is not Tensor
    return wrapper and hasattr(t, "__tensor_flatten__") and hasattr(t, "__tensor_unflatten__")


def is_traceable_wrapper_subclass_type(t: type) -> bool:
    """Return whether the instances of a class are wrappers that say what they wrap."""
    if not issubclass(t, Tensor) or t is Tensor:
        return False
    return hasattr(t, "__tensor_flatten__") and hasattr(t, "__tensor_unflatten__")


def transform_subclass(
    t: Any,
    callback: Callable[[str, Tensor], Tensor],
    outer_size: Any = None,
    outer_stride: Any = None,
) -> Any:
    """Return a wrapper whose inner tensors are what a function makes of those of another.

    Parameters
    ----------
    t : Tensor
        A wrapper, see `is_traceable_wrapper_subclass`.
    callback : callable
        From the name of an attribute and the tensor there to another tensor.
    outer_size, outer_stride : optional
        Of the result; those of `t` if not given.

    Raises
    ------
    RuntimeError
        If the class makes something that does not have the sizes asked for.
    """
    names, context = t.__tensor_flatten__()
    inner = {name: callback(name, getattr(t, name)) for name in names}
    size = t.size() if outer_size is None else outer_size
    stride = t.stride() if outer_stride is None else outer_stride
    made = type(t).__tensor_unflatten__(inner, context, size, stride)
    if tuple(made.shape) != tuple(size):
        raise RuntimeError(
            f"{type(t).__name__}.__tensor_unflatten__ made a tensor of sizes {tuple(made.shape)}; "
            f"asked for were {tuple(size)}"
        )
    return made


def return_and_correct_aliasing(
    func: Operator, args: Sequence[Any], kwargs: dict[str, Any] | None, out: Any
) -> Any:
    """Return what a wrapper's handler made, with the aliasing that the operator promises.

    The result of an in-place or out= operator becomes the argument that was written to; that of a
    view says that it lies in the memory of its base.

    Parameters
    ----------
    func : Operator
        As the handler got it.
    args, kwargs
        As the handler got them, not unwrapped.
    out : Any
        What the handler would return.
    """
    schema = func.schema
    values = schema.bind(tuple(args), kwargs or {})
    by_set: dict[str, Any] = {}
    for argument, value in zip(schema.arguments, values, strict=True):
        if argument.alias is not None:
            by_set[argument.alias] = value
    results = out if len(schema.returns) > 1 else (out,)
    corrected = []
    for result, declared in zip(results, schema.returns, strict=True):
        source = None if declared.alias is None else by_set.get(declared.alias)
        if source is None:
            corrected.append(result)
        elif declared.mutated:
            corrected.append(source)
        else:
            for each in tree_leaves(result):
                if isinstance(each, Tensor) and isinstance(source, Tensor):
                    take_place(each, source)
            corrected.append(result)
    if not schema.returns:
        return out
    return corrected[0] if len(schema.returns) == 1 else tuple(corrected)


__all__ = [
    "TorchDispatchMode",
    "is_in_torch_dispatch_mode",
    "is_traceable_wrapper_subclass",
    "is_traceable_wrapper_subclass_type",
    "return_and_correct_aliasing",
    "transform_subclass",
]
