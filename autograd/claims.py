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

from typing import Any

from .node import Node, second_time

CLAIMED: dict[Node, Any] = {}  # which run uses a root up; a dict's `setdefault` is atomic


def refuse_unless_around(owner: Any, run: Any) -> None:
    """Refuse a root that another run has claimed, unless that stands around this one.

    Raises
    ------
    RuntimeError
        If it belongs to another thread.
    """
    while run is not None:
        if run is owner:
            return
        run = run.outer
    second_time()
