"""The engine: runs a graph backward.

Decides the order of nodes, what happens to gradients on their way, and when saved values are
released. Must not know formulas, operators by name, or backends (nodes and accumulate.py handle
gradients).

Note [The order of a run]
~~~~~~~~~~~~~~~~~~~~~~~~~
Numbers of nodes are unique in the process and taken after the edges of the node, so every node is
newer than what it points to. A heap of edges by number is therefore a right order by itself: when a
node comes out, nothing that is still to run can reach it. No pass over the graph counts
dependencies, and a node that is the only candidate is run without going through the heap. Leaves
have no number: gradients for them are collected and accumulated when the run ends, or when the last
edge into a leaf with hooks has delivered.

Note [Currency of a run]
~~~~~~~~~~~~~~~~~~~~~~~~
A run carries payloads, unless the graph of the gradients is wanted or something on the way must see
tensors (a mode, an included layer, a tensor subclass with a handler); see Note [Two currencies] in
node.py. Hooks get their gradients wrapped one by one. Once a gradient is complex, nodes are asked
for payloads by `conjugating`; see Note [Complex gradients] in conjugate.py.
"""

from __future__ import annotations

import contextvars
import functools
import threading
from collections.abc import Callable
from heapq import heappop, heappush
from typing import Any

from ..dispatch.current import UNSEEN_BY_GRADIENTS, scopes
from ..dispatch.keys import TRANSFORMS
from ..dispatch.state import GradSwitch, facts, settle, state_bits
from ..dispatch.tensor import Tensor, backend_of_keys
from .accumulate import LeafBuffer, add_gradients, run_leaf
from .claims import CLAIMED, refuse_unless_around
from .conjugate import BecomesComplex
from .hooks import LeafHooks, run_leaf_hooks, run_posthooks, run_prehooks, run_tensor_hooks
from .meta import NULL, Edge, extra_of
from .node import Node, gradient_tensor
from .reach import count_edges, meets_handlers, want

MAX_DEPTH = 50
_CURRENT: contextvars.ContextVar[Run | None] = contextvars.ContextVar(
    "redispatch_run", default=None
)
HANDLED: list[Any] = []  # not empty once a tensor subclass has a handler of operators
LEVELS_IN_USE: list[Any] = []  # not empty once there are graphs of tensors that wrap tensors
CAREFUL: list[Any] = []  # what asks for runs that count dependencies; see careful.py
NOTHING: dict[Any, Any] = {}  # never written to


class Run:
    """One run: what is collected while nodes are executed.

    Attributes
    ----------
    raw : whether gradients are payloads; see Note [Currency of a run].
    conjugates : whether a gradient has been complex.
    keep : whether saved values are kept for another run.
    wanted : for autograd.grad and inputs=, from a node to the outputs whose gradient is captured.
    only : the nodes that lead to a wanted input, or None for all.
    pending : for each leaf with hooks, how many edges into it have not delivered yet.
    outer, depth : the run around this one, and how many there are.
    callbacks : what is called when the run has ended; see `queue_callback`.
    """

    __slots__ = (
        "__weakref__", "accumulating", "buffers", "callbacks", "captured", "conjugates",
        "create_graph", "depth", "heap", "keep", "leaves", "only", "outer", "owned", "pending",
        "raw", "roots", "wanted", "wanted_leaves",
    )  # fmt: skip
    depth: int
    outer: Run | None
    roots: list[tuple[Edge, Tensor]]

    def __init__(self, raw: bool, keep: bool, create_graph: bool, accumulating: bool) -> None:
        self.accumulating = accumulating
        self.pending: dict[Tensor, int] = {}
        self.raw = raw
        self.conjugates = False
        self.keep = keep
        self.create_graph = create_graph
        self.heap: list[Any] = []
        self.buffers: dict[Node, Any] = {}
        self.owned: set[Node] = set()
        self.leaves: dict[Tensor, LeafBuffer] = {}
        # most runs want nothing in particular: those that do get dicts of their own
        self.wanted: dict[Node, dict[int, list[int]]] = NOTHING
        self.wanted_leaves: dict[Tensor, list[int]] = NOTHING
        self.captured: dict[int, Any] = NOTHING
        self.only: set[Node] | None = None
        self.callbacks: list[Any] | None = None

    def prepare(self) -> None:
        """Look at the graph before anything runs."""

    def deliver(self, edge: Edge, g: Any, fresh: bool) -> None:
        """Bring one gradient to where an edge points."""
        if edge.__class__ is tuple:
            node = edge[1]
            if self.only is not None and node not in self.only:
                return
            if node.many:
                if self.add_part(edge, node, g):
                    heappush(self.heap, (edge[0], node))
            elif node not in self.buffers:
                self.buffers[node] = g
                heappush(self.heap, edge)
            elif g is not None:
                self.add(node, g)
        elif edge is not None and edge is not NULL:
            if g is not None:
                self._deliver_leaf(edge, g, fresh)
            if edge in self.pending:
                self._count_down(edge)

    def add(self, node: Node, g: Any) -> None:
        """Add a gradient to what a node has got."""
        old = self.buffers[node]
        if old is None:
            self.buffers[node] = g
        else:
            self.buffers[node] = add_gradients(node, old, g, self.raw, node in self.owned)
            self.owned.add(node)

    def add_part(self, edge: Any, node: Node, g: Any) -> bool:
        """Add a gradient of one of several outputs; return whether it is the node's first."""
        parts = self.buffers.get(node)
        first = parts is None
        if parts is None:
            parts = self.buffers[node] = [None] * node.outputs
        number = edge[2] if len(edge) > 2 else 0
        if parts[number] is None:
            parts[number] = g
        elif g is not None:
            parts[number] = add_gradients(node, parts[number], g, self.raw, False)
        return first

    def _deliver_leaf(self, leaf: Tensor, g: Any, fresh: bool) -> None:
        if self.only is not None and leaf not in self.wanted_leaves:
            return
        buffer = self.leaves.get(leaf)
        if buffer is None:
            self.leaves[leaf] = LeafBuffer(g, fresh)
        else:
            buffer.value = add_gradients(leaf, buffer.value, g, self.raw, buffer.summed)
            buffer.summed = buffer.fresh = True

    def _count_down(self, leaf: Tensor) -> None:
        """Run a leaf with hooks as soon as its gradient is whole."""
        self.pending[leaf] -= 1
        if not self.pending[leaf]:
            buffer = self.leaves.pop(leaf, None)
            if buffer is not None:
                self.finish_leaf(leaf, buffer)

    # the loop ---------------------------------------------------------------------------------

    def execute(self) -> None:
        """Run nodes, newest first, until none has a gradient waiting."""
        heap, buffers, keep = self.heap, self.buffers, self.keep
        deliver, wanted, only = self.deliver, self.wanted, self.only
        raw = self.raw and not self.conjugates
        while heap:
            node = heappop(heap)[1]
            g = buffers.pop(node)
            if node.extra is not None or node in wanted:
                g = self.before(node, g)
                if g is SKIP:
                    continue
            if g is None:  # no gradient is not a zero gradient: nothing is computed
                out: Any = None if node.single else (None,) * len(node.edges())
            elif raw:
                try:
                    out = node.raw(g)
                except (TypeError, AttributeError) as error:
                    out = self.again(node, g, error)
                    raw = not self.conjugates
            elif self.conjugates:
                out = self.conjugating(node, g)
            else:
                out = node.apply(g)
            if node.saves and not keep:
                node.release()
            if node.extra is not None and node.extra.posthooks:
                self.deliver_seen(node, run_posthooks(node, out, g, self.raw))
                continue
            if node.single:
                edge = node.next_
                if edge.__class__ is tuple and edge[1] not in buffers and only is None:
                    if not edge[1].many:  # the common case of `deliver`, without its call
                        buffers[edge[1]] = out
                        heappush(heap, edge)
                        continue
                for fresh in node.fresh:
                    deliver(edge, out, fresh)
                    break
            else:
                for edge, each, fresh in zip(node.edges(), out, node.fresh, strict=False):
                    if edge is not None:
                        deliver(edge, each, fresh)

    def compute(self, node: Node, g: Any) -> Any:
        """Return what a node gives, as `execute` computes it."""
        if not self.raw or self.conjugates:
            return self.conjugating(node, g)
        try:
            return node.raw(g)
        except (TypeError, AttributeError) as error:
            return self.again(node, g, error)

    def again(self, node: Node, g: Any, error: Exception) -> Any:
        """Return what a node gives after its raw form has failed, or raise the error."""
        if error.__class__ is not BecomesComplex:
            repeat = repetition(node, error, node.raw)
            if repeat is None:
                raise error
            try:
                return repeat(g)
            except BecomesComplex as also:
                error = also
        self.conjugates = True
        return self.conjugating(node, g) if error.out is None else error.out

    def conjugating(self, node: Node, g: Any) -> Any:
        """Return what a node gives where gradients may be complex."""
        if not self.raw:
            return node.apply(g)
        try:
            return node.conjugating(g)
        except (TypeError, AttributeError) as error:
            repeat = repetition(node, error, node.conjugating)
            if repeat is None:
                raise
            return repeat(g)

    def deliver_seen(self, node: Node, out: Any) -> None:
        """Deliver gradients that hooks have seen: nobody may take them over."""
        for edge, each in zip(node.edges(), (out,) if node.single else out, strict=False):
            if edge is not None:
                self.deliver(edge, each, False)

    def before(self, node: Node, g: Any) -> Any:
        """Tensor hooks, capture, and the hooks of the node; SKIP if it is only captured."""
        extra = node.extra
        if extra is not None and (extra.tensor_hooks or extra.retained):
            g = run_tensor_hooks(node, g, self.raw, self.create_graph)
        wanted = self.wanted.get(node)
        if wanted is not None:
            for number, places in wanted.items():
                part = g[number] if node.many else g
                for place in places:
                    self.captured[place] = part
            if not self._leads_on(node):
                return SKIP
        if extra is not None and extra.prehooks:
            g = run_prehooks(node, g, self.raw)
        return g

    def _leads_on(self, node: Node) -> bool:
        only = self.only or ()
        for edge in node.edges():
            if edge.__class__ is tuple and edge[1] in only:
                return True
            if isinstance(edge, Tensor) and edge in self.wanted_leaves:
                return True
        return False

    def finish(self) -> None:
        """Hand the collected gradients to the leaves, or to whoever asked for them."""
        for leaf, buffer in self.leaves.items():
            self.finish_leaf(leaf, buffer)

    def finish_leaf(self, leaf: Tensor, buffer: LeafBuffer) -> None:
        """Run the hooks of a leaf, capture its gradient if it is wanted, and accumulate it."""
        places = self.wanted_leaves.get(leaf)
        if places is None or self.accumulating:
            run_leaf(leaf, buffer, self.raw, self.create_graph)
            return
        extra = extra_of(leaf)
        value = buffer.value
        if extra is not None and extra.hooks:
            value = run_leaf_hooks(leaf, value, self.raw)
        for place in places:
            self.captured[place] = value


SKIP = object()


def repetition(
    node: Node, error: Exception, form: Callable[[Any], Any]
) -> Callable[[Any], Any] | None:
    """Return what repeats a form of a node that failed, or None if that would not help.

    A TypeError may be NumPy wanting to warn (the repetition is quiet); either error may come from a
    saved value that another run released under our hands (the repetition says so).
    """
    quiet = getattr(node, "quiet", None)
    if node.released:
        return form
    if quiet is None or isinstance(error, AttributeError):
        return None
    return functools.partial(quiet, form)


def carries_payloads(create_graph: bool) -> bool:
    """Whether a run started now may carry payloads; see Note [Currency of a run]."""
    known = facts()
    seen = create_graph or known.included or known.excluded
    return not seen and not known.flags & ~UNSEEN_BY_GRADIENTS


def run(
    roots: list[tuple[Edge, Tensor]],
    *,
    keep: bool,
    create_graph: bool,
    wanted: list[Edge] | None = None,
    accumulating: bool = True,
    real: bool = False,
) -> list[Any]:
    """Run backward from the roots.

    Parameters
    ----------
    roots : edges with the gradient that starts there.
    keep : keep saved values.
    create_graph : record what is computed.
    wanted : edges whose gradients are returned; nodes that lead to none of them are not run.
    accumulating : whether leaves get their gradients.
    real : the gradients of the roots are known to be real.

    Returns
    -------
    list of Tensor or None, for each of `wanted`.
    """
    raw = carries_payloads(create_graph)
    if raw and HANDLED:
        raw = not meets_handlers(roots)
    if raw and LEVELS_IN_USE:
        raw = not any(e.__class__ is tuple and e[1].keys & TRANSFORMS.bit for e, _ in roots)
    if CAREFUL:
        task = _careful_run(raw, keep, create_graph, accumulating)
    else:
        task = Run(raw, keep, create_graph, accumulating)
    task.roots = roots
    if not real and task.raw:
        for _, g in roots:
            if backend_of_keys(g._keys).is_complex(g._data):
                task.conjugates = True
    task.outer = outer = _CURRENT.get()
    task.depth = 1 if outer is None else outer.depth + 1
    if task.depth % MAX_DEPTH == 0:
        return _in_thread(task, wanted)
    state, chain = state_bits(), scopes()
    held = []
    _CURRENT.set(task)
    try:
        if not keep:
            for edge, _ in roots:
                if edge.__class__ is tuple and edge[1].saves:  # Note [Racing one graph]
                    if CLAIMED.setdefault(edge[1], task) is task:
                        held.append(edge[1])
                    else:
                        refuse_unless_around(CLAIMED.get(edge[1]), outer)
        return _run(task, wanted)
    finally:
        _CURRENT.set(outer)
        for node in held:
            CLAIMED.pop(node, None)
        if state_bits() is not state or scopes() is not chain:  # user code left a mode on
            settle(state, chain)


def _careful_run(*how: Any) -> Run:
    """Return a run that does more: watched, with numbers set by hand, or on several threads."""
    from .parallel import careful_run

    return careful_run(*how)


def _run(task: Run, wanted: list[Edge] | None) -> list[Any]:
    raw, roots = task.raw, task.roots
    if wanted is not None:
        task.wanted, task.wanted_leaves, task.captured = {}, {}, {}
        want(task, roots, wanted)
        if task.accumulating:  # nothing is captured: the nodes of wanted tensors run like others
            task.wanted = {}
    if LeafHooks.used:
        count_edges(task, roots)
    if task.__class__ is not Run:
        task.prepare()
    for edge, g in roots:
        task.deliver(edge, g._data if raw else g, False)
    if raw:  # only what needs tensors sets grad mode: Node.raw, hooks, the addition to `.grad`
        task.execute()
        task.finish()
    else:
        with GradSwitch(task.create_graph):
            task.execute()
            task.finish()
    while task.callbacks:
        task.callbacks.pop(0)()
    if wanted is None:
        return []
    found = []
    for place, edge in enumerate(wanted):
        value = task.captured.get(place)
        if value is not None and raw and value.__class__ is not Tensor:
            keys = edge[1].keys if edge.__class__ is tuple else edge._keys
            for _, g in roots:
                if g._data is value:  # it came through unchanged
                    value = g
                    break
            else:
                value = gradient_tensor(value, keys)
        found.append(value)
    return found


def current_run() -> Run | None:
    """Return the run that calls the current hook or function, or None outside of one."""
    return _CURRENT.get()


def queue_callback(callback: Callable[[], Any]) -> None:
    """Call a function when the current run has accumulated everything; it may queue more.

    Raises
    ------
    RuntimeError
        If no backward is running here.
    """
    task = _CURRENT.get()
    if task is None:
        raise RuntimeError("Final callbacks can only be installed during backward pass.")
    if task.callbacks is None:
        task.callbacks = []
    task.callbacks.append(callback)


def _in_thread(task: Run, wanted: list[Edge] | None) -> list[Any]:
    """Run a deeply nested backward on a thread of its own, with this context's state."""
    context = contextvars.copy_context()
    outcome: dict[str, Any] = {}

    def work() -> None:
        _CURRENT.set(task)
        try:
            outcome["value"] = _run(task, wanted)
        except BaseException as error:
            outcome["error"] = error

    thread = threading.Thread(target=context.run, args=(work,))
    thread.start()
    thread.join()
    if "error" in outcome:
        try:
            raise outcome["error"]
        finally:
            outcome.clear()  # the traceback holds this frame
    value: list[Any] = outcome["value"]
    return value


__all__ = ["Run", "current_run", "queue_callback", "run"]
