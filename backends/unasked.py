"""Transfers between devices that nobody asked for, told to whoever listens.

Decides who is told. Must not know what a listener does with it, nor why something was moved.
"""

from __future__ import annotations

from collections.abc import Callable
from contextvars import ContextVar

from ..dispatch.state import beside_state

Listener = Callable[[str, str, str, int], None]

LISTENER: ContextVar[Listener | None] = beside_state(
    ContextVar("redispatch_transfers", default=None)
)


def tell(operator: str, source: str, target: str, nbytes: int) -> None:
    """Say that operands of a call went from one backend to another without being asked to."""
    listener = LISTENER.get()
    if listener is not None:
        listener(operator, source, target, nbytes)


__all__ = ["LISTENER", "Listener", "tell"]
