"""Runs that count dependencies and let others watch their nodes.

Decides the order where sequence numbers do not give one, and when watchers are called. Must not
know what watchers do (anomaly.py, the profiler).

Note [Careful runs]
~~~~~~~~~~~~~~~~~~~
A run needs no count of dependencies as long as newer nodes have larger numbers (engine.py). Once a
number was set by hand that is not so, and while somebody watches, the loop has more to do: then the
engine makes runs of this class. A node runs when every edge into it has delivered; of several the
one with the largest number first, then the one that has waited longest.
"""

from __future__ import annotations

import contextvars
import itertools
from heapq import heappop, heappush
from typing import Any

from .engine import CAREFUL, SKIP, Run
from .hooks import run_posthooks
from .meta import Edge
from .node import Node
from .reach import reachable


class Watcher:
    """Is told of the nodes of every run while it is registered with `watch`."""

    tensors = False  # whether gradients must be tensors

    def begin(self, node: Node) -> Any:
        """Note that a node is going to run; what is returned is handed to `end`."""

    def end(self, node: Node, begun: Any, out: Any) -> None:
        """Note that a node has run, and what it gave."""

    def failed(self, node: Node, error: BaseException) -> None:
        """Note that a node, or a hook on it, has raised."""


WATCHERS: list[Watcher] = []
NODE: contextvars.ContextVar[Node | None] = contextvars.ContextVar("redispatch_node", default=None)
_COUNT = itertools.count()


def watch(watcher: Watcher) -> None:
    """Tell a watcher of the nodes of every run that starts from now on."""
    WATCHERS.append(watcher)
    CAREFUL.append(watcher)


def unwatch(watcher: Watcher) -> None:
    """Take back what `watch` did."""
    WATCHERS.remove(watcher)
    CAREFUL.remove(watcher)


def count_from_now_on() -> None:
    """Let every run count dependencies: a sequence number was set by hand."""
    if not Node.renumbered:
        Node.renumbered = True
        CAREFUL.append("numbers set by hand")


class CarefulRun(Run):
    """A run that counts dependencies; see Note [Careful runs]."""

    __slots__ = ("missing", "ready", "watchers")

    def __init__(self, raw: bool, keep: bool, create_graph: bool, accumulating: bool) -> None:
        self.watchers = list(WATCHERS)
        raw = raw and not any(w.tensors for w in self.watchers)
        super().__init__(raw, keep, create_graph, accumulating)
        self.missing: dict[Node, int] = {}
        self.ready: list[Any] = []

    def prepare(self) -> None:
        """Count how often each node will be delivered to."""
        edges = [edge for edge, _ in self.roots]
        for found in reachable(edges, self.only).values():
            edges += found
        for edge in edges:
            if edge.__class__ is tuple:
                self.missing[edge[1]] = self.missing.get(edge[1], 0) + 1

    def deliver(self, edge: Edge, g: Any, fresh: bool) -> None:
        """Bring one gradient to where an edge points; the last one makes a node ready."""
        if edge.__class__ is not tuple:
            super().deliver(edge, g, fresh)
            return
        node = edge[1]
        if self.only is not None and node not in self.only:
            return
        self.collect(edge, node, g)
        self.missing[node] -= 1
        if not self.missing[node]:
            heappush(self.ready, (node.seq, next(_COUNT), node))

    def collect(self, edge: Any, node: Node, g: Any) -> None:
        """Add one gradient to what a node has got so far; that may be None, which counts too."""
        if node.many:
            self.add_part(edge, node, g)
        elif node not in self.buffers:
            self.buffers[node] = g
        elif g is not None:
            self.add(node, g)

    def execute(self) -> None:
        """Run nodes that are ready until there is none."""
        while self.ready:
            node = heappop(self.ready)[2]
            outer = NODE.get()
            NODE.set(node)
            try:
                self.execute_node(node)
            except BaseException as error:
                for watcher in self.watchers:
                    watcher.failed(node, error)
                raise
            finally:
                NODE.set(outer)

    def execute_node(self, node: Node) -> None:
        """Run one node with its hooks, and deliver what it gives."""
        g = self.buffers.pop(node)
        if node.extra is not None or node in self.wanted:
            g = self.before(node, g)
            if g is SKIP:
                return
        begun = [watcher.begin(node) for watcher in self.watchers]
        if g is None:
            out: Any = None if node.single else (None,) * len(node.edges())
        else:
            out = self.compute(node, g)
        for watcher, note in zip(self.watchers, begun, strict=True):
            watcher.end(node, note, out)
        if node.saves and not self.keep:
            node.release()
        if node.extra is not None and node.extra.posthooks:
            self.deliver_seen(node, run_posthooks(node, out, g, self.raw))
            return
        given = (out,) if node.single else out
        for edge, each, fresh in zip(node.edges(), given, node.fresh, strict=False):
            if edge is not None:
                self.deliver(edge, each, fresh)
