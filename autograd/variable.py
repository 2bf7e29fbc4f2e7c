"""The name `Variable`, from before tensors and variables were one.

Decides that it still works. Must not know anything about tensors but how to ask for gradients.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ..dispatch.tensor import Tensor
from .arguments import want_tensor
from .engine import queue_callback


class _Engine:
    """What programs call to be told when a backward has ended."""

    @staticmethod
    def queue_callback(callback: Callable[[], Any]) -> None:
        """Call a function when the current backward has accumulated everything."""
        queue_callback(callback)


class _Meta(type):
    def __instancecheck__(cls, value: object) -> bool:
        return isinstance(value, Tensor)


class Variable(metaclass=_Meta):
    """Returns a tensor: the name is kept for old programs.

    Examples
    --------
    >>> import redispatch as rd
    >>> v = rd.autograd.Variable(rd.ones(2), requires_grad=True)
    >>> isinstance(v, rd.autograd.Variable), v.requires_grad
    (True, True)
    """

    _execution_engine = _Engine()

    def __new__(cls, data: Tensor, requires_grad: bool = False) -> Any:
        """Return a tensor over the same memory."""
        want_tensor("Variable", "data", data)
        made = data.detach()
        if requires_grad:
            made.requires_grad = True
        return made
