"""Notes on nodes while they are made: tracebacks, source lines, shapes.

Decides how recorded calls are noted, on request and at no cost otherwise. Must not know what is
noted (anomaly.py, graph/record.py) nor how calls are recorded.

Note [Walks with notes]
~~~~~~~~~~~~~~~~~~~~~~~
While anybody takes notes, the steps that record are wrapped. So a walk with notes is another walk,
and switching changes all walks of the process; those of before are kept aside for the way back, as
long as no rule has changed.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from types import FrameType
from typing import Any

from ..dispatch.registry import OPERATORS
from ..dispatch.rules import LOCK, RULES, Generation
from ..dispatch.tensor import Tensor
from ..dispatch.walk import Step
from .lines import is_ours
from .meta import View, current_edge
from .node import Node

Note = Callable[[Node, Any], None]  # gets the new node and its output
NOTES: list[Note] = []
_KEPT: dict[Any, dict[int, Any]] = {}


def take_notes(note: Note) -> None:
    """Call a function with every node that is made from now on, in the whole process."""
    with LOCK:
        NOTES.append(note)
        if len(NOTES) == 1:
            _swap_walks()


def stop_notes(note: Note) -> None:
    """Take back what `take_notes` did."""
    with LOCK:
        NOTES.remove(note)
        if not NOTES:
            _swap_walks()


def _swap_walks() -> None:
    Generation.number += 1  # what is being built now belongs to before
    for operator in OPERATORS.values():
        walks = dict(operator.walks)
        operator.walks.clear()
        operator.walks.update(_KEPT.pop(operator, {}))
        _KEPT[operator] = walks


def _on_change(name: str) -> None:
    _KEPT.clear()


RULES.listeners.append(_on_change)


def noted(step: Step) -> Step:
    """Wrap a step that records, so that the node it makes is noted."""
    call = step.call

    def noting(*args: Any) -> Any:
        result = call(*args)
        note_result(result)
        return result

    return step._replace(call=noting, inline=None)


def note_result(result: Any) -> None:
    """Note the node that has just made a tensor, or the first of several."""
    first = result[0] if result.__class__ in (list, tuple) and result else result
    if not isinstance(first, Tensor):
        return
    meta = first._autograd
    if meta.__class__ is View and meta.seen == -1:  # written through: the node is that of the base
        edge = current_edge(meta.base)
    else:
        edge = current_edge(first)
    if edge.__class__ is tuple:
        note_node(edge[1], first)


def note_node(node: Node, output: Any) -> None:
    """Note a node, and the one that it runs, if it was made for a write through a view."""
    inner = getattr(node, "inner", None)
    for each in (node,) if inner is None else (node, inner):
        for note in list(NOTES):
            note(each, output)


def users_frame() -> FrameType | None:
    """Return the innermost frame that is not ours."""
    frame: FrameType | None = sys._getframe(1)
    while frame is not None and is_ours(frame):
        frame = frame.f_back
    return frame
