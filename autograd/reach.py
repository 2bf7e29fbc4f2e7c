"""What a run can reach: which nodes lead to what is wanted, and how often a leaf is pointed at.

Decides what is left out of a run. Must not know how nodes are executed.
"""

from __future__ import annotations

import operator
from typing import Any

from ..dispatch.keys import PYTHON
from ..dispatch.tensor import Tensor
from .meta import Edge, extra_of
from .node import Node

_seq = operator.attrgetter("seq")


def want(task: Any, roots: list[tuple[Edge, Tensor]], wanted: list[Edge]) -> None:
    """Note what is captured, and find the nodes that lead there."""
    for place, edge in enumerate(wanted):
        if edge.__class__ is tuple:
            number = edge[2] if len(edge) > 2 else 0
            task.wanted.setdefault(edge[1], {}).setdefault(number, []).append(place)
        elif isinstance(edge, Tensor):
            task.wanted_leaves.setdefault(edge, []).append(place)
    task.only = _leading(task, [edge for edge, _ in roots])


def reachable(roots: list[Edge], only: set[Node] | None) -> dict[Node, tuple[Edge, ...]]:
    """Return the nodes that can be reached, with their edges; iterative."""
    found: dict[Node, tuple[Edge, ...]] = {}
    stack: list[Node] = [e[1] for e in roots if e.__class__ is tuple]
    while stack:
        node = stack.pop()
        if node not in found and (only is None or node in only):
            found[node] = edges = node.edges()
            for edge in edges:
                if edge.__class__ is tuple and edge[1] not in found:
                    stack.append(edge[1])
    return found


def meets_handlers(roots: list[tuple[Edge, Tensor]]) -> bool:
    """Whether a run from these roots meets tensors of a class whose handler must see operators."""
    if any(g._keys & PYTHON.bit for _, g in roots):
        return True
    edges = [edge for edge, _ in roots]
    found = reachable(edges, None)
    for each in found.values():
        edges += each
    leaves = [edge for edge in edges if isinstance(edge, Tensor)]
    return any(leaf._keys & PYTHON.bit for leaf in leaves) or any(
        node.meets_handlers() for node in found
    )


def _leading(task: Any, roots: list[Edge]) -> set[Node]:
    """Return the nodes from which a wanted node or leaf can be reached.

    Older nodes first, since a node only points at older ones: one look at each node decides.
    """
    found = reachable(roots, None)
    leading: set[Node] = set(task.wanted)
    leaves = task.wanted_leaves
    order = sorted(found, key=_seq, reverse=True)
    before = -1
    while before != len(leading):
        before = len(leading)
        for node in order:
            for edge in found[node]:
                if edge is None:
                    continue
                if edge[1] in leading if edge.__class__ is tuple else edge in leaves:
                    leading.add(node)
                    break
        if not Node.renumbered:
            break
    return leading


def count_edges(task: Any, roots: list[tuple[Edge, Tensor]]) -> None:
    """Count the edges into leaves that have hooks, so that those run when they are whole."""
    edges = [edge for edge, _ in roots]
    for found in reachable(edges, task.only).values():
        edges += found
    for edge in edges:
        if isinstance(edge, Tensor):
            extra = extra_of(edge)
            if extra is not None and (extra.hooks or extra.accumulated is not None):
                task.pending[edge] = task.pending.get(edge, 0) + 1
