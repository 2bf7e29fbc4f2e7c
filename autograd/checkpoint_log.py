"""What a checkpointed function did: its recorded operators, in forward and in recomputation.

Decides what is noted of an operator, and how two logs are set against each other. Must not know
how recomputation works.
"""

from __future__ import annotations

import difflib
from contextvars import ContextVar
from typing import Any

from ..dispatch.tensor import Tensor
from .node import Node
from .noting import stop_notes, take_notes, users_frame

_OPEN: ContextVar[Log | None] = ContextVar("redispatch_checkpoint_log", default=None)


class Log:
    """Within its scope the operators that are recorded are written down."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.places: list[str] = []

    def _note(self, node: Node, output: Any) -> None:
        if _OPEN.get() is not self:
            return
        like = f" {output.dtype} {list(output.shape)}" if isinstance(output, Tensor) else ""
        frame = users_frame()
        self.lines.append(node.name() + like)
        at = "" if frame is None else f"{frame.f_code.co_filename}:{frame.f_lineno}"
        self.places.append(at)

    def __enter__(self) -> Log:
        self._outer = _OPEN.get()
        self._taken = self._note
        _OPEN.set(self)
        take_notes(self._taken)
        return self

    def __exit__(self, *exc: object) -> None:
        stop_notes(self._taken)
        _OPEN.set(self._outer)


def compare(forward: Log | None, again: Log | None) -> str:
    """Return where two logs differ, operator by operator; or how to get logs."""
    if forward is None or again is None:
        return "\nTo see where the operators differ, pass debug=True to checkpoint()."
    lines = ["", "Operators in forward (-) and in recomputation (+):"]
    matcher = difflib.SequenceMatcher(a=forward.lines, b=again.lines, autojunk=False)
    for kind, a, b, c, d in matcher.get_opcodes():
        if kind == "equal":
            lines += [f"    {i:>4}  {forward.lines[i]}" for i in range(a, b)]
            continue
        lines += [f"  - {i:>4}  {forward.lines[i]}  # {forward.places[i]}" for i in range(a, b)]
        lines += [f"  + {i:>4}  {again.lines[i]}  # {again.places[i]}" for i in range(c, d)]
    return "\n".join(lines)
