"""Which run may use up the saved values of a root, where several threads start from it.

Decides that exactly one of them does. Must not know how nodes run.

Note [Racing one graph]
~~~~~~~~~~~~~~~~~~~~~~~
A node lets go of what it saved after it has run; kernels let go of the interpreter's lock while
they work, so a second thread could find the values still there, and the gradients would be
accumulated twice. A run that keeps nothing therefore claims the roots that save something until it
ends, and whoever comes second is told what it would be told a moment later. Other nodes need no
claim: nobody reaches them but through a root, or through roots that save nothing, where any number
may succeed.
"""

from __future__ import annotations

import threading
from typing import Any

from .meta import Edge
from .node import Node, second_time

_CLAIMED: dict[Node, Any] = {}  # the run that uses a root up, and the thread it is on


def claim(run: Any, roots: list[tuple[Edge, Any]]) -> list[Node] | None:
    """Claim the roots that save something for a run; return those that it must give back.

    Raises
    ------
    RuntimeError
        If a run on another thread uses up the saved values of one of them.
    """
    held = None
    for edge, _ in roots:
        if edge.__class__ is not tuple or not edge[1].saves:
            continue
        node, mine = edge[1], (run, threading.get_ident())
        owner = _CLAIMED.setdefault(node, mine)
        if owner is mine:
            held = [node] if held is None else [*held, node]
        elif owner[1] != mine[1]:  # a nested run on the same thread may go on
            give_back(held)
            second_time()
    return held


def give_back(held: list[Node] | None) -> None:
    """Give back what a run has claimed."""
    for node in held or ():
        del _CLAIMED[node]
