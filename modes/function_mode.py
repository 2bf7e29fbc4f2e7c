"""Function modes: a user's handler sees every function of the library within a scope.

Decides what a mode is. Who is asked when: function_protocol.py; the stack: mode_stack.py.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ..dispatch.errors import explain_error
from .mode_stack import FUNCTIONS, Mode


class TorchFunctionMode(Mode):
    """Within its scope, `__torch_function__` is called instead of every function of the library.

    It stands above everything: it sees the function that the user called, with the arguments as
    tensors, before autograd and before what the function is made of. Calls that its handler makes
    go to the next mode outward, then to the tensor subclasses among the arguments.

    Examples
    --------
    >>> import redispatch as rd
    >>> from redispatch.overrides import TorchFunctionMode
    >>> class Log(TorchFunctionMode):
    ...     def __torch_function__(self, func, types, args=(), kwargs=None):
    ...         print(func.__name__)
    ...         return func(*args, **(kwargs or {}))
    >>> with Log():
    ...     y = rd.exp(rd.zeros(2))
    zeros
    exp
    """

    _stack = FUNCTIONS
    _handler = "__torch_function__"

    def __init__(self) -> None:
        pass

    def __torch_function__(
        self,
        func: Callable[..., Any],
        types: Any,
        args: tuple[Any, ...] = (),
        kwargs: dict[str, Any] | None = None,
    ) -> Any:
        """Return the result of a call, by `func(*args, **kwargs)` or otherwise."""
        raise NotImplementedError(
            explain_error(
                type(self).__qualname__,
                "is a function mode without a handler",
                accepted="a method __torch_function__(self, func, types, args=(), kwargs=None)",
            )
        )


def current_function_modes() -> list[TorchFunctionMode]:
    """Return the function modes in force here, outermost first."""
    return list(FUNCTIONS.get().modes)
