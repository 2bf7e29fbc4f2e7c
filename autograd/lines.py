"""Source lines of what saves a tensor and of what writes to it, kept for the message of a conflict.

Decides which line is the user's, and when it is kept: only while somebody has asked for it. Must
not know when versions are compared (saved.py asks for the words).
"""

from __future__ import annotations

import sys
import weakref
from collections.abc import Callable
from typing import Any

from ..dispatch.current import RECORD_LINES
from ..dispatch.state import Scope, State, change
from ..dispatch.tensor import Tensor
from ..dispatch.versions import VersionCounter

_HERE = __name__.partition(".")[0]
_SAVED: weakref.WeakKeyDictionary[Any, str] = weakref.WeakKeyDictionary()
HINT = (
    "To see the lines that saved it and wrote to it, run this within "
    "redispatch.autograd.graph.record_lines(), or with REDISPATCH_RECORD_LINES=1"
)


class record_lines(Scope):  # noqa: N801 - used like a function, as no_grad is
    """Within its scope, "modified by an inplace operation" names both source lines.

    Each recorded call and each write then looks for the caller's line, which costs some
    microseconds. Setting REDISPATCH_RECORD_LINES=1 in the environment switches this on everywhere.

    Examples
    --------
    >>> import redispatch as rd
    >>> x = rd.tensor([1., 2.], requires_grad=True)
    >>> with rd.autograd.graph.record_lines():
    ...     y = x.exp()
    ...     _ = y.add_(1)
    >>> y.sum().backward()
    Traceback (most recent call last):
    RuntimeError: ...saved by rd::exp at ..., and overwritten by rd::add_ at ...
    """

    __slots__ = ()

    def remember(self, before: State) -> int:
        """Remember whether lines were kept already."""
        return before.facts.flags & RECORD_LINES

    def entered(self, before: State) -> State:
        """Keep lines."""
        return change(before, flags=before.facts.flags | RECORD_LINES)

    def left(self, now: State, remembered: int) -> State:
        """Keep them only if they were kept before."""
        return change(now, flags=now.facts.flags & ~RECORD_LINES | remembered)


def calling_place() -> str:
    """Return the "file:line" of the nearest frame that is not of this package."""
    frame = sys._getframe(1)
    while frame.f_back is not None and is_ours(frame):
        frame = frame.f_back
    return f"{frame.f_code.co_filename}:{frame.f_lineno}"


def is_ours(frame: Any) -> bool:
    """Whether a frame belongs to this package, or to code that it has generated."""
    module = frame.f_globals.get("__name__") or ""
    if module == _HERE or module.startswith(_HERE + "."):
        return True
    return bool(frame.f_code.co_filename.startswith(f"<{_HERE} "))


def note_saved(node: Any, operator: Any) -> None:
    """Keep the line that made a node, with what it called."""
    _SAVED[node] = f"{operator} at {calling_place()}"


def noting_after(write: Callable[..., Any], positions: list[int], name: str) -> Callable[..., Any]:
    """Return what writes, then keeps the line that wrote."""

    def write_and_note(*args: Any) -> Any:
        result = write(*args)
        for i in positions:
            counter = args[i]._counter if i < len(args) and isinstance(args[i], Tensor) else None
            if counter.__class__ is VersionCounter:
                counter.last = f"{name} at {calling_place()}"
        return result

    return write_and_note


def saved_at(node: Any) -> str:
    """Return the line that made a node, if it was kept."""
    return _SAVED.get(node, "").rpartition(" at ")[2]


def both_ends(node: Any, counter: Any) -> str:
    """Say what saved a tensor and what overwrote it, or how to find out."""
    saved, wrote = _SAVED.get(node), getattr(counter, "last", None)
    if saved is None and wrote is None:
        return HINT
    unknown = "a call whose line was not kept"
    return f"It was saved by {saved or unknown}, and overwritten by {wrote or unknown}"
