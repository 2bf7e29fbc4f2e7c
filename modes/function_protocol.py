"""`__torch_function__`: who overrides a function, and how handlers are asked for it.

Decides what may override a function, the order of handlers, and what the default of tensor
subclasses does. Must not know which functions there are: generated ones are asked about in
function_layer.py, those written by hand by `overridable`.

Note [Overriding a function]
~~~~~~~~~~~~~~~~~~~~~~~~~~~~
First the innermost function mode, with its own entry off the stack; if it returns NotImplemented,
the arguments whose class has a handler, subclasses before their superclasses, else from left to
right, each class once. Tensor subclasses carry the Function key, and a mode includes FunctionMode,
so calls without either are not slowed down; a function written by hand, which walks nothing itself,
asks only once somebody in the process has a handler (`IN_USE`).
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable, Sequence
from typing import Any, NoReturn, ParamSpec, TypeVar

from ..dispatch.keys import FUNCTION, FUNCTION_MODE
from ..dispatch.operator import TENSOR_TYPES
from ..dispatch.state import KeyGuard, facts
from ..dispatch.tensor import Tensor
from .mode_stack import FUNCTIONS, IN_USE, POPPED_FUNCTION
from .python_layer import insert_by_class, unhandled

P = ParamSpec("P")
R = TypeVar("R")


class _Disabled:
    """What a class writes in the place of `__torch_function__` that wants none."""

    __slots__ = ()

    def __call__(
        self, func: Callable[..., Any], types: Any, args: Any = (), kwargs: Any = None
    ) -> Any:
        with DisableTorchFunctionSubclass():
            return func(*args, **(kwargs or {}))

    def __repr__(self) -> str:
        return "<disabled __torch_function__>"


disabled_torch_function_impl = _Disabled()


class DisableTorchFunctionSubclass(KeyGuard):
    """A context in which tensor subclasses do not override functions; modes still do."""

    __slots__ = ()

    def __init__(self) -> None:
        super().__init__(exclude=FUNCTION.bit)


class DisableTorchFunction(KeyGuard):
    """A context in which neither tensor subclasses nor modes override functions."""

    __slots__ = ()

    def __init__(self) -> None:
        super().__init__(exclude=FUNCTION.bit | FUNCTION_MODE.bit)


def active_mode() -> Any:
    """Return the function mode that would be asked first, or None."""
    modes = FUNCTIONS.get().modes
    if not modes or facts().exclude_mask & FUNCTION_MODE.bit:
        return None
    return modes[-1]


def overrides(value: Any) -> bool:
    """Whether the class of a value has a handler that is not switched off."""
    cls = value.__class__
    if cls in TENSOR_TYPES:
        return bool(value._keys & FUNCTION.bit)
    found = getattr(cls, "__torch_function__", None)
    return found is not None and found is not disabled_torch_function_impl


def _flat(values: Iterable[Any]) -> Iterable[Any]:
    for value in values:
        if value.__class__ is list or value.__class__ is tuple:
            yield from value
        else:
            yield value


def overloaded_args(values: Iterable[Any]) -> list[Any]:
    """Return the values that override, one per class, first asked first; none if switched off."""
    if facts().exclude_mask & FUNCTION.bit:
        return []
    found: list[Any] = []
    for value in values:
        if overrides(value):
            insert_by_class(found, value)
    return found


def has_torch_function(relevant_args: Iterable[Any]) -> bool:
    """Return whether a call with these arguments is overridden, by one of them or by a mode.

    Examples
    --------
    >>> import redispatch as rd
    >>> from redispatch.overrides import has_torch_function
    >>> has_torch_function((rd.tensor([1.]), 2))
    False
    """
    if not IN_USE and all(value.__class__ is Tensor for value in relevant_args):
        return False
    return active_mode() is not None or bool(overloaded_args(relevant_args))


def handle_torch_function(
    public_api: Callable[..., Any], relevant_args: Iterable[Any], *args: Any, **kwargs: Any
) -> Any:
    """Ask the handlers for a function; see Note [Overriding a function].

    Parameters
    ----------
    public_api : callable
        The function as users call it; handlers get it as `func`.
    relevant_args : iterable
        The arguments that may override it.
    *args, **kwargs
        Of the call.

    Raises
    ------
    TypeError
        If every handler returned NotImplemented.

    Examples
    --------
    >>> from redispatch.overrides import handle_torch_function
    >>> class Diagonal:
    ...     @classmethod
    ...     def __torch_function__(cls, func, types, args=(), kwargs=None):
    ...         return f"{func.__name__} of a diagonal"
    >>> def trace(matrix): ...
    >>> handle_torch_function(trace, (Diagonal(),), Diagonal())
    'trace of a diagonal'
    """
    return ask_handlers(public_api, overloaded_args(relevant_args), args, kwargs)


def ask_handlers(
    func: Callable[..., Any], asked: Sequence[Any], args: Any, kwargs: Any, modes: bool = True
) -> Any:
    """Return what the first handler that does not return NotImplemented gives."""
    types = tuple([each.__class__ for each in asked])
    mode = active_mode() if modes else None
    if mode is not None:
        result = POPPED_FUNCTION.call(mode.__torch_function__, func, types, args, kwargs)
        if result is not NotImplemented:
            return result
    for each in asked:
        result = each.__torch_function__(func, types, args, kwargs)
        if result is not NotImplemented:
            return result
    nobody_answered(func, [mode] * (mode is not None) + list(asked))


def nobody_answered(func: Any, asked: Sequence[Any]) -> NoReturn:
    """Raise the error of a function for which no handler had an answer."""
    name = getattr(func, "__qualname__", None) or str(func)
    error = unhandled(name, "__torch_function__", asked)
    raise TypeError(f"no implementation found: {error}")


# the default of tensor subclasses ----------------------------------------------------------------


def default_nowrap_functions() -> set[Any]:
    """Return the functions whose results keep their class: what a tensor holds, not makes."""
    wanted = ("_base", "grad")
    return {getattr(Tensor, name).__get__ for name in wanted}


def torch_function(
    cls: type[Any],
    func: Callable[..., Any],
    types: Iterable[type],
    args: Any = (),
    kwargs: Any = None,
) -> Any:
    """Call a function without asking subclasses, and return its tensors as ones of this class.

    Refuses (NotImplemented) if another class takes part that is no superclass.
    """
    if not all(issubclass(cls, each) for each in types):
        return NotImplemented
    with DisableTorchFunctionSubclass():
        result = func(*args, **(kwargs or {}))
        if func in default_nowrap_functions():
            return result
        given = [*_flat(args), *_flat((kwargs or {}).values())]
        return _converted(result, cls, given)


def _converted(result: Any, cls: type[Any], given: list[Any]) -> Any:
    """Return a result with the class of its tensors changed, also inside lists and tuples."""
    if isinstance(result, Tensor):
        if cls is Tensor or isinstance(result, cls):
            return result
        from .subclass import as_subclass, dressed

        fresh = result.__class__ is Tensor and (
            result._autograd is None or result._autograd.__class__ is tuple
        )
        if fresh and not any(result is each for each in given):
            return dressed(result, cls)
        return as_subclass(result, cls)
    if result.__class__ is list or isinstance(result, tuple):
        parts = [_converted(each, cls, given) for each in result]
        if hasattr(result, "_fields"):
            return type(result)(*parts)
        return type(result)(parts)
    return result


# functions written by hand -----------------------------------------------------------------------


def overridable(function: Callable[P, R]) -> Callable[P, R]:
    """Let the handlers of arguments and modes override a function that walks nothing itself."""

    @functools.wraps(function)
    def asking(*args: P.args, **kwargs: P.kwargs) -> R:
        if IN_USE:
            answer = overridden(asking, args, kwargs)
            if answer is not None:
                return answer[0]  # type: ignore[no-any-return]
        return function(*args, **kwargs)

    return asking


def overridden(
    function: Callable[..., Any], args: tuple[Any, ...], kwargs: dict[str, Any]
) -> tuple[Any] | None:
    """Return what handlers answer for a call of a function, or None if there are none."""
    asked = overloaded_args(_flat((*args, *kwargs.values())))
    if not asked and active_mode() is None:
        return None
    return (ask_handlers(function, asked, args, kwargs),)
