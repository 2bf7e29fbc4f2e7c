"""Dispatch modes: a user's handler sees every operator that reaches the backends within a scope.

Decides what a mode is and how code finds out which are in force. Who is asked when, and what a
handler may return, is in python_layer.py; the stack in mode_stack.py.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ..dispatch.errors import explain_error
from ..dispatch.keys import PYTHON
from ..dispatch.operator import Operator
from ..dispatch.state import KeyGuard, facts
from .mode_stack import DISPATCH, Mode


class DispatchMode(Mode):
    """Within its scope, `__torch_dispatch__` is called instead of every operator's kernel.

    Derive a class, write the handler, and use an instance in a `with` statement or as a decorator.
    The innermost mode is asked first. An operator that its handler calls goes to the next mode
    outward, and at last to the kernels; `with self:` in the handler brings its own back. Autograd
    stands above: the inputs may require grad, what the handler returns is recorded afterwards. The
    operators of backward are seen too. PyTorch's name of it is `TorchDispatchMode`.

    Examples
    --------
    >>> import redispatch as rd
    >>> class Log(rd.DispatchMode):
    ...     def __torch_dispatch__(self, func, types, args=(), kwargs=None):
    ...         print(func)
    ...         return func(*args, **(kwargs or {}))
    >>> x = rd.tensor([1., 2.])
    >>> with Log():
    ...     y = (x * 2).exp()
    aten.mul.Tensor
    aten.exp.default
    """

    _stack = DISPATCH
    _handler = "__torch_dispatch__"

    def __init__(self, _dispatch_key: Any = None) -> None:
        pass

    def __torch_dispatch__(
        self,
        func: Operator,
        types: Sequence[type],
        args: tuple[Any, ...] = (),
        kwargs: dict[str, Any] | None = None,
    ) -> Any:
        """Return the result of a call, by `func(*args, **kwargs)` or otherwise.

        Parameters
        ----------
        func : Operator
        types : sequence of type
            The classes of the arguments that have a handler of their own; empty for plain tensors.
        args, kwargs
            The arguments without those that equal their defaults; `kwargs` holds only what the
            schema wants by keyword.

        Returns
        -------
        Any
            What the operator's schema says; NotImplemented to let the subclasses among the
            arguments answer.
        """
        raise NotImplementedError(
            explain_error(
                type(self).__qualname__,
                "is a dispatch mode without a handler",
                accepted="a method __torch_dispatch__(self, func, types, args=(), kwargs=None)",
            )
        )

    @classmethod
    def is_infra_mode(cls) -> bool:
        """Whether the mode belongs to the machinery, and code that looks for modes skips it."""
        return False


def no_dispatch() -> KeyGuard:
    """Return a context in which neither modes nor the handlers of tensor subclasses are asked.

    Examples
    --------
    >>> import redispatch as rd
    >>> class Refuses(rd.DispatchMode):
    ...     def __torch_dispatch__(self, func, types, args=(), kwargs=None):
    ...         raise ValueError(func)
    >>> with Refuses(), rd.utils._mode_utils.no_dispatch():
    ...     rd.tensor([1.]) + 1
    tensor([2.])
    """
    return KeyGuard(exclude=PYTHON.bit)


def current_modes() -> list[DispatchMode]:
    """Return the dispatch modes in force here, outermost first."""
    return list(DISPATCH.get().modes)


def in_dispatch_mode(include_infra_modes: bool = True) -> bool:
    """Whether a dispatch mode is in force here."""
    if facts().excluded & PYTHON.bit:
        return False
    modes = DISPATCH.get().modes
    return any(include_infra_modes or not mode.is_infra_mode() for mode in modes)
