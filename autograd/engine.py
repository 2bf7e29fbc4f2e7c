"""The engine: runs a graph backward.

Decides the order of nodes, what happens to gradients on their way, and when saved values are released.
Must not know formulas, operators by name, or backends (nodes and accumulate.py handle gradients).

Note [The order of a run]
~~~~~~~~~~~~~~~~~~~~~~~~~
Numbers of nodes are unique in the process and taken after the edges of the node, so every node is newer
than what it points to. A heap of edges by number is therefore a right order by itself: when a node
comes out, nothing that is still to run can reach it. No pass over the graph counts dependencies, and a
node that is the only candidate is run without going through the heap. Leaves have no number: gradients
for them are collected and accumulated when the run ends, or when the last edge into a leaf with hooks
has delivered.

Note [Currency of a run]
~~~~~~~~~~~~~~~~~~~~~~~~
A run carries payloads, unless the graph of the gradients is wanted or something on the way must see
tensors (a mode, an included layer); see Note [Two currencies] in node.py. Hooks get their gradients
wrapped one by one.
"""

from __future__ import annotations

import contextvars
import threading
from heapq import heappop, heappush
from typing import Any

from ..dispatch.keys import PYTHON
from ..dispatch.state import GradSwitch, facts
from ..dispatch.tensor import Tensor
from .accumulate import LeafBuffer, accumulate, add_gradients, run_leaf
from .hooks import run_posthooks, run_prehooks, run_tensor_hooks
from .meta import NULL, Edge, extra_of
from .node import Node, gradient_tensor

MAX_DEPTH = 50
_DEPTH: contextvars.ContextVar[int] = contextvars.ContextVar("redispatch_depth", default=0)


class Run:
    """One run: what is collected while nodes are executed.

    Attributes
    ----------
    raw : whether gradients are payloads; see Note [Currency of a run].
    keep : whether saved values are kept for another run.
    wanted : for autograd.grad and inputs=, from a node to the outputs whose gradient is captured.
    only : the nodes that lead to a wanted input, or None for all.
    """

    __slots__ = (
        "buffers", "captured", "create_graph", "heap", "keep", "leaves", "only", "owned", "raw",
        "wanted", "wanted_leaves",
    )  # fmt: skip

    def __init__(self, raw: bool, keep: bool, create_graph: bool) -> None:
        self.raw = raw
        self.keep = keep
        self.create_graph = create_graph
        self.heap: list[Any] = []
        self.buffers: dict[Node, Any] = {}
        self.owned: set[Node] = set()
        self.leaves: dict[Tensor, LeafBuffer] = {}
        self.wanted: dict[Node, dict[int, list[int]]] = {}
        self.wanted_leaves: dict[Tensor, list[int]] = {}
        self.captured: dict[int, Any] = {}
        self.only: set[Node] | None = None

    def deliver(self, edge: Edge, g: Any, fresh: bool) -> None:
        """Bring one gradient to where an edge points."""
        if edge.__class__ is tuple:
            node = edge[1]
            if self.only is not None and node not in self.only:
                return
            if node.outputs > 1:
                self._deliver_part(edge, node, g)
            elif node in self.buffers:
                self._add(node, g)
            else:
                self.buffers[node] = g
                heappush(self.heap, edge)
        elif edge is None or edge is NULL:
            return
        elif g is not None:
            self.deliver_leaf(edge, g, fresh)

    def _deliver_part(self, edge: Any, node: Node, g: Any) -> None:
        parts = self.buffers.get(node)
        if parts is None:
            parts = self.buffers[node] = [None] * node.outputs
            heappush(self.heap, (edge[0], node))
        number = edge[2] if len(edge) > 2 else 0
        if parts[number] is None:
            parts[number] = g
        elif g is not None:
            parts[number] = add_gradients(node, parts[number], g, self.raw, False)

    def _add(self, node: Node, g: Any) -> None:
        old = self.buffers[node]
        if g is None:
            return
        if old is None:
            self.buffers[node] = g
        else:
            self.buffers[node] = add_gradients(node, old, g, self.raw, node in self.owned)
            if self.raw:
                self.owned.add(node)

    def deliver_leaf(self, leaf: Tensor, g: Any, fresh: bool) -> None:
        """Collect one gradient for a leaf."""
        if self.only is not None and leaf not in self.wanted_leaves:
            return
        buffer = self.leaves.get(leaf)
        if buffer is None:
            self.leaves[leaf] = LeafBuffer(g, fresh)
        else:
            buffer.value = add_gradients(leaf, buffer.value, g, self.raw, buffer.summed)
            buffer.summed = buffer.fresh = True

    # the loop ---------------------------------------------------------------------------------

    def execute(self) -> None:
        """Run nodes, newest first, until none has a gradient waiting."""
        heap, buffers, raw, keep = self.heap, self.buffers, self.raw, self.keep
        deliver = self.deliver
        simple = self.only is None and not self.wanted
        while heap:
            edge = heappop(heap)
            while True:
                node = edge[1]
                g = buffers.pop(node)
                if node.extra is not None or not simple:
                    g = self._before(node, g)
                    if g is SKIP:
                        break
                if g is None:  # no gradient is not a zero gradient: nothing is computed
                    out = None if node.single else (None,) * len(node.edges())
                elif raw:
                    try:
                        out = node.raw(g)
                    except TypeError:
                        out = self._again(node, g)
                    except AttributeError:
                        self._released(node)
                        raise
                else:
                    out = node.apply(g)
                if node.extra is not None and node.extra.posthooks:
                    out = run_posthooks(node, out, g, raw)
                if not keep and node.saves:
                    node.release()
                if node.single:
                    edge = node.next_
                    if edge.__class__ is tuple and not heap and simple and len(edge) == 2:
                        following = edge[1]
                        if following not in buffers:
                            buffers[following] = out
                            continue
                    deliver(edge, out, node.fresh[0] if node.fresh else False)
                else:
                    fresh = node.fresh
                    for number, (edge, each) in enumerate(zip(node.edges(), out, strict=False)):
                        if edge is not None:
                            deliver(edge, each, bool(fresh) and fresh[number])
                break

    def _again(self, node: Node, g: Any) -> Any:
        """Repeat a node after a TypeError: NumPy had something to say about its arithmetic."""
        if node.released:
            return node.raw(g)
        quiet = getattr(node, "quiet", None)
        if quiet is None:
            raise
        return quiet(node.raw, g)

    @staticmethod
    def _released(node: Node) -> None:
        """A saved value vanished under our hands: another run has released the node."""
        if node.released:
            node.raw(None)

    def _before(self, node: Node, g: Any) -> Any:
        """Tensor hooks, capture, and the hooks of the node; SKIP if it is only captured."""
        extra = node.extra
        if extra is not None and (extra.tensor_hooks or extra.retained):
            g = run_tensor_hooks(node, g, self.raw, self.create_graph)
        wanted = self.wanted.get(node)
        if wanted is not None:
            for number, places in wanted.items():
                part = g[number] if node.outputs > 1 else g
                for place in places:
                    self.captured[place] = part
            if self.only is not None and node not in self.only:
                return SKIP
            if self.only is not None and not self._leads_on(node):
                return SKIP
        if extra is not None and extra.prehooks:
            g = run_prehooks(node, g, self.raw)
        return g

    def _leads_on(self, node: Node) -> bool:
        only = self.only or set()
        for edge in node.edges():
            if edge.__class__ is tuple and edge[1] in only:
                return True
            if isinstance(edge, Tensor) and edge in self.wanted_leaves:
                return True
        return False

    def finish(self, accumulating: bool) -> None:
        """Hand the collected gradients to the leaves, or to whoever asked for them."""
        for leaf, buffer in self.leaves.items():
            places = self.wanted_leaves.get(leaf)
            if places is not None or not accumulating:
                value = self.leaf_value(leaf, buffer)
                for place in places or ():
                    self.captured[place] = value
            if accumulating:
                run_leaf(leaf, buffer, self.raw, self.create_graph)

    def leaf_value(self, leaf: Tensor, buffer: LeafBuffer) -> Any:
        """Return the gradient of a leaf after the leaf's own hooks."""
        from .hooks import run_leaf_hooks

        extra = extra_of(leaf)
        if extra is not None and extra.hooks:
            return run_leaf_hooks(leaf, buffer.value, self.raw)
        return buffer.value


SKIP = object()


def carries_payloads(create_graph: bool) -> bool:
    """Whether a run started now may carry payloads; see Note [Currency of a run]."""
    known = facts()
    return not create_graph and not known.included and not known.excluded and not known.flags


def run(
    roots: list[tuple[Edge, Tensor]],
    *,
    keep: bool,
    create_graph: bool,
    wanted: list[Edge] | None = None,
    accumulating: bool = True,
) -> list[Any]:
    """Run backward from the roots.

    Parameters
    ----------
    roots : edges with the gradient that starts there.
    keep : keep saved values.
    create_graph : record what is computed.
    wanted : edges whose gradients are returned; nodes that lead to none of them are not run.
    accumulating : whether leaves get their gradients.

    Returns
    -------
    list of Tensor or None, for each of `wanted`.
    """
    depth = _DEPTH.get()
    if depth and depth % MAX_DEPTH == 0:
        return _in_thread(roots, keep, create_graph, wanted, accumulating)
    _DEPTH.set(depth + 1)
    try:
        with GradSwitch(create_graph):
            return _run(roots, keep, create_graph, wanted, accumulating)
    finally:
        _DEPTH.set(depth)


def _run(
    roots: list[tuple[Edge, Tensor]],
    keep: bool,
    create_graph: bool,
    wanted: list[Edge] | None,
    accumulating: bool,
) -> list[Any]:
    raw = carries_payloads(create_graph)
    task = Run(raw, keep, create_graph)
    if wanted is not None:
        _want(task, roots, wanted)
    for edge, g in roots:
        task.deliver(edge, g._data if raw else g, False)
    task.execute()
    task.finish(accumulating)
    if wanted is None:
        return []
    found = []
    for place, edge in enumerate(wanted):
        value = task.captured.get(place)
        if value is not None and raw and value.__class__ is not Tensor:
            keys = edge[1].keys if edge.__class__ is tuple else edge._keys
            value = gradient_tensor(value, keys)
        found.append(value)
    return found


def _want(task: Run, roots: list[tuple[Edge, Tensor]], wanted: list[Edge]) -> None:
    """Note what is captured, and find the nodes that lead there."""
    for place, edge in enumerate(wanted):
        if edge.__class__ is tuple:
            number = edge[2] if len(edge) > 2 else 0
            task.wanted.setdefault(edge[1], {}).setdefault(number, []).append(place)
        elif isinstance(edge, Tensor):
            task.wanted_leaves.setdefault(edge, []).append(place)
    task.only = _leading(task, [edge for edge, _ in roots])


def _leading(task: Run, roots: list[Edge]) -> set[Node]:
    """Return the nodes from which a wanted node or leaf can be reached; iterative."""
    leading: set[Node] = set()
    seen: dict[Node, bool] = {}
    stack: list[tuple[Node, bool]] = [(e[1], False) for e in roots if e.__class__ is tuple]
    while stack:
        node, done = stack.pop()
        if done:
            hit = node in task.wanted
            for edge in node.edges():
                if edge.__class__ is tuple:
                    hit = hit or edge[1] in leading
                elif isinstance(edge, Tensor):
                    hit = hit or edge in task.wanted_leaves
            if hit:
                leading.add(node)
            continue
        if node in seen:
            continue
        seen[node] = True
        stack.append((node, True))
        for edge in node.edges():
            if edge.__class__ is tuple and edge[1] not in seen:
                stack.append((edge[1], False))
    return leading


def _in_thread(*call: Any) -> list[Any]:
    """Run a deeply nested backward on a thread of its own, with this context's state."""
    context = contextvars.copy_context()
    outcome: dict[str, Any] = {}

    def work() -> None:
        try:
            outcome["value"] = context.run(_nested, *call)
        except BaseException as error:
            outcome["error"] = error

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    if "error" in outcome:
        raise outcome["error"]
    value: list[Any] = outcome["value"]
    return value


def _nested(
    roots: Any, keep: bool, create_graph: bool, wanted: Any, accumulating: bool
) -> list[Any]:
    _DEPTH.set(_DEPTH.get() + 1)
    with GradSwitch(create_graph):
        return _run(roots, keep, create_graph, wanted, accumulating)


__all__ = ["PYTHON", "Run", "accumulate", "run"]
