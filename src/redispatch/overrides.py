"""Overriding the library's functions: `__torch_function__`, function modes, and who asks them.

The names and their meaning are PyTorch's. What may be overridden is found by looking, not listed.
"""

from __future__ import annotations

import functools
import types
from collections.abc import Callable
from typing import Any

from .dispatch.tensor import Tensor
from .modes.function_mode import TorchFunctionMode, current_function_modes
from .modes.function_protocol import (
    DisableTorchFunction,
    DisableTorchFunctionSubclass,
    default_nowrap_functions,
    handle_torch_function,
    has_torch_function,
    overloaded_args,
)
from .modes.python_layer import enable_reentrant_dispatch

BaseTorchFunctionMode = TorchFunctionMode
get_default_nowrap_functions = default_nowrap_functions


def _get_overloaded_args(relevant_args: Any, get_type_fn: Any = None) -> list[Any]:
    """Return the arguments that override functions, one per class, first asked first."""
    del get_type_fn
    return overloaded_args(relevant_args)


def _get_current_function_mode() -> TorchFunctionMode | None:
    """Return the innermost function mode in force, or None."""
    modes = current_function_modes()
    return modes[-1] if modes else None


def _get_current_function_mode_stack() -> list[TorchFunctionMode]:
    """Return the function modes in force, outermost first."""
    return current_function_modes()


def is_tensor_like(inp: Any) -> bool:
    """Return whether an object is a tensor or overrides functions as one would.

    Examples
    --------
    >>> import redispatch as rd
    >>> class Like:
    ...     @classmethod
    ...     def __torch_function__(cls, func, types, args=(), kwargs=None): ...
    >>> is_tensor_like(rd.ones(2)), is_tensor_like(Like()), is_tensor_like([1.])
    (True, True, False)
    """
    return isinstance(inp, Tensor) or hasattr(inp, "__torch_function__")


def wrap_torch_function(
    dispatcher: Callable[..., Any],
) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Let a function of the user's own be overridden, as those of the library are.

    Parameters
    ----------
    dispatcher : callable
        Takes the arguments of the function, and returns those that may override it.

    Examples
    --------
    >>> @wrap_torch_function(lambda x: (x,))
    ... def double(x):
    ...     return x + x
    >>> class Loud:
    ...     @classmethod
    ...     def __torch_function__(cls, func, types, args=(), kwargs=None):
    ...         return f"{func.__name__}!"
    >>> double(2), double(Loud())
    (4, 'double!')
    """

    def decorate(function: Callable[..., Any]) -> Callable[..., Any]:
        @functools.wraps(function)
        def wrapped(*args: Any, **kwargs: Any) -> Any:
            relevant = dispatcher(*args, **kwargs)
            if has_torch_function(relevant):
                return handle_torch_function(wrapped, relevant, *args, **kwargs)
            return function(*args, **kwargs)

        return wrapped

    return decorate


@functools.lru_cache(None)
def get_ignored_functions() -> set[Callable[..., Any]]:
    """Return functions of the library that handlers are not asked for: they take no tensors."""
    import redispatch as face

    names = (
        "get_default_dtype", "set_default_dtype", "is_grad_enabled", "set_grad_enabled",
        "manual_seed", "seed", "initial_seed", "get_rng_state", "set_rng_state", "save", "load",
        "explain",
    )  # fmt: skip
    return {getattr(face, name) for name in names}


@functools.lru_cache(None)
def _overridable() -> dict[Any, tuple[Callable[..., Any], ...]]:
    import redispatch as face
    from redispatch.nn import functional

    found: dict[Any, tuple[Callable[..., Any], ...]] = {}
    for place in (face, functional):
        names = [n for n in dir(place) if not n.startswith("_")]
        members = [getattr(place, name) for name in names]
        plain = [m for m in members if isinstance(m, types.FunctionType)]
        found[place] = tuple(m for m in plain if m not in get_ignored_functions())
    parts: list[Callable[..., Any]] = []
    for name in dir(Tensor):
        member = getattr(Tensor, name)
        if isinstance(member, property):
            parts.append(member.__get__)
        elif isinstance(member, types.FunctionType):
            parts.append(member)
    found[Tensor] = tuple(parts)
    return found


def get_overridable_functions() -> dict[Any, list[Callable[..., Any]]]:
    """Return the functions that handlers are asked for, by where they are found.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.add in get_overridable_functions()[rd]
    True
    """
    return {place: list(functions) for place, functions in _overridable().items()}


@functools.lru_cache(None)
def _names() -> dict[Callable[..., Any], str]:
    names: dict[Callable[..., Any], str] = {}
    for place, members in _overridable().items():
        prefix = "Tensor" if place is Tensor else place.__name__.removeprefix("redispatch.")
        for member in members:
            owner = getattr(member, "__self__", None)
            shown = getattr(member, "__name__", str(member))
            if isinstance(owner, property):
                shown = f"{getattr(owner.fget, '__name__', '?')}.__get__"
            names.setdefault(member, f"{prefix}.{shown}")
    return names


def resolve_name(f: Callable[..., Any]) -> str | None:
    """Return how users write a function that handlers got, or None if it is not known.

    Examples
    --------
    >>> import redispatch as rd
    >>> resolve_name(rd.Tensor.add), resolve_name(rd.add)
    ('Tensor.add', 'redispatch.add')
    """
    from .dispatch.operator import Operator

    if isinstance(f, Operator):
        return str(f)
    return _names().get(f)


def is_tensor_method_or_property(func: Callable[..., Any]) -> bool:
    """Return whether a function that a handler got is a method or a property of Tensor.

    Examples
    --------
    >>> import redispatch as rd
    >>> is_tensor_method_or_property(rd.Tensor.add), is_tensor_method_or_property(rd.add)
    (True, False)
    """
    return func in set(_overridable()[Tensor])


__all__ = [
    "BaseTorchFunctionMode",
    "DisableTorchFunction",
    "DisableTorchFunctionSubclass",
    "TorchFunctionMode",
    "enable_reentrant_dispatch",
    "get_default_nowrap_functions",
    "get_ignored_functions",
    "get_overridable_functions",
    "handle_torch_function",
    "has_torch_function",
    "is_tensor_like",
    "is_tensor_method_or_property",
    "resolve_name",
    "wrap_torch_function",
]
