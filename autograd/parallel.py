"""Backward on several threads, on request: independent nodes run while others compute.

Decides which nodes may leave the thread that called backward, and in which order gradients are
added. Must not know formulas, nor how a node is executed (careful.py and engine.py do).

Note [Parallel runs]
~~~~~~~~~~~~~~~~~~~~
A parallel run counts dependencies as a careful run does. Ready nodes that carry a large payload and
run no code of the user's may be taken by a worker; everything else (hooks, Functions, saved-tensor
hooks, captured nodes, leaves with hooks) runs on the thread that called backward, the newest of
what is ready first. Sums are deterministic: what a place is given is added in the order in which a
run on one thread would have brought it, newest source first, whatever came first here. What comes
early waits; a gradient is added as soon as everything before it has come, so a weight that a
thousand steps use does not collect a thousand arrays. Kernels run side by side only where they
release the interpreter's lock; NumPy's do, for arrays of the size asked for here.
"""

from __future__ import annotations

import contextlib
import contextvars
import os
import threading
from collections.abc import Iterator
from heapq import heappop, heappush
from typing import TYPE_CHECKING, Any

from ..dispatch.errors import explain_error
from ..dispatch.tensor import backend_of_keys
from .careful import WATCHERS, CarefulRun
from .engine import CAREFUL, Run
from .meta import NULL, Edge
from .node import Node
from .reach import reachable
from .threads import is_multithreading_enabled

if TYPE_CHECKING:
    from concurrent.futures import ThreadPoolExecutor

LARGE = 16_384  # elements; below, handing a node over (20 us) costs more than running it
_FIRST = -(2**80)  # where gradients of the roots stand in the order: before every node
_WORKERS: contextvars.ContextVar[int] = contextvars.ContextVar("redispatch_workers", default=1)
_POOL: list[ThreadPoolExecutor] = []
_MAKING = threading.Lock()


def _cores() -> int:
    """Return how many cores the process may use; how many there are, where no system tells."""
    allowed = getattr(os, "sched_getaffinity", None)
    return len(allowed(0)) if allowed is not None else os.cpu_count() or 1


@contextlib.contextmanager
def parallel_backward(workers: int | None = None) -> Iterator[None]:
    """Let backward in this scope run independent nodes on several threads.

    Gradients are bit for bit those of a run on one thread. It pays where a graph has branches of
    large arrays; a chain runs as before. Runs that record (`create_graph`) or are watched (anomaly
    mode, the profiler) stay on one thread.

    Parameters
    ----------
    workers : int, optional
        How many threads, the caller's included; as many as the process has cores by default.

    Raises
    ------
    ValueError
        If it is no int of 1 or more.

    Examples
    --------
    >>> import redispatch as rd
    >>> x = rd.ones(300, 300, requires_grad=True)
    >>> loss = (x @ x).sum() + (x * x).sum()
    >>> with rd.autograd.parallel_backward(2):
    ...     loss.backward()
    >>> x.grad[0, 0]
    tensor(602.)
    """
    wanted = workers if workers is not None else _cores()
    if not isinstance(wanted, int) or isinstance(wanted, bool) or wanted < 1:
        raise ValueError(
            explain_error(
                "parallel_backward", f"got {wanted!r} workers", accepted="an int from 1, or None"
            )
        )
    before = _WORKERS.get()
    request = object()
    _WORKERS.set(wanted)
    CAREFUL.append(request)
    try:
        yield
    finally:
        CAREFUL.remove(request)
        _WORKERS.set(before)


def careful_run(raw: bool, keep: bool, create_graph: bool, accumulating: bool) -> Run:
    """Return the run that this context asks for, now that somebody asks for more than the plain."""
    if raw and _WORKERS.get() > 1 and not WATCHERS and is_multithreading_enabled():
        return ParallelRun(raw, keep, create_graph, accumulating)
    return CarefulRun(raw, keep, create_graph, accumulating)


class _Inbox:
    """What a node or leaf is given by several sources, kept in order."""

    __slots__ = ("early", "expected", "lock", "taken")

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.expected: list[int] = []  # numbers of the sources, in order
        self.early: list[Any] = []  # heap of what came before its turn
        self.taken = 0

    def turn(self) -> bool:
        """Whether the first of the waiting is the next in order."""
        early, taken = self.early, self.taken
        return bool(early) and taken < len(self.expected) and early[0][0] == self.expected[taken]


class ParallelRun(CarefulRun):
    """A run whose large nodes may be computed by workers; see Note [Parallel runs]."""

    __slots__ = ("changed", "error", "helpers", "here", "inboxes", "order", "shared", "whole")

    def __init__(self, raw: bool, keep: bool, create_graph: bool, accumulating: bool) -> None:
        super().__init__(raw, keep, create_graph, accumulating)
        self.changed = threading.Condition()
        self.shared: list[Any] = []  # ready nodes that a worker may take
        self.whole: list[Any] = []  # leaves with hooks that have got everything
        self.helpers = 0
        self.here = _FIRST
        self.order = 0
        self.inboxes: dict[Any, _Inbox] = {}
        self.error: BaseException | None = None

    def prepare(self) -> None:
        """Count how often each node will be delivered to, and by whom."""
        sources: list[tuple[int, Any]] = [(_FIRST, [edge for edge, _ in self.roots])]
        sources += [(node.seq, e) for node, e in reachable(sources[0][1], self.only).items()]
        for number, edges in sources:
            for edge in edges:
                if edge is None or edge is NULL:
                    continue
                place = edge[1] if edge.__class__ is tuple else edge
                inbox = self.inboxes.get(place)
                if inbox is None:
                    inbox = self.inboxes[place] = _Inbox()
                inbox.expected.append(number)
                if place is not edge:
                    self.missing[place] = self.missing.get(place, 0) + 1
        for inbox in self.inboxes.values():
            inbox.expected.sort()

    # gradients on their way ---------------------------------------------------------------------

    def deliver(self, edge: Edge, g: Any, fresh: bool) -> None:
        """Bring one gradient of what this thread has just run."""
        self.order += 1
        self.bring(self.here, self.order, edge, g, fresh)

    def bring(self, source: int, order: int, edge: Edge, g: Any, fresh: bool) -> None:
        """Bring one gradient to where an edge points, in its turn."""
        if edge is None or edge is NULL:
            return
        is_node = edge.__class__ is tuple
        place = edge[1] if is_node else edge
        inbox = self.inboxes.get(place)
        if inbox is None or (is_node and self.only is not None and place not in self.only):
            return
        with inbox.lock:
            heappush(inbox.early, (source, order, edge, g, fresh))
            while inbox.turn():
                self._take_in(heappop(inbox.early))
                inbox.taken += 1
        with self.changed:
            if is_node:
                self.missing[place] -= 1
                if self.missing[place]:
                    return
            else:
                if place not in self.pending:
                    return
                self.pending[place] -= 1
                if self.pending[place]:
                    return
                self.whole.append(place)
        if is_node:
            self._flush(inbox)  # of a source that did not run nothing will come
            self._make_ready(place)

    def _flush(self, inbox: _Inbox) -> None:
        with inbox.lock:
            while inbox.early:
                self._take_in(heappop(inbox.early))

    def _take_in(self, brought: Any) -> None:
        _, _, edge, g, fresh = brought
        if edge.__class__ is not tuple:
            if g is not None:
                self._deliver_leaf(edge, g, fresh)
            return
        self.collect(edge, edge[1], g)

    def _make_ready(self, node: Node) -> None:
        with self.changed:
            heappush(self.shared if self._may_leave(node) else self.ready, (node.seq, node))
            # one is for the caller, who comes back; another that may leave is worth a helper
            waiting = len(self.shared) + len(self.ready)
            if self.shared and waiting > 1 and self.helpers < _WORKERS.get() - 1:
                self.helpers += 1
                context = contextvars.copy_context()
                _pool().submit(context.run, self._help)

    def _may_leave(self, node: Node) -> bool:
        if node.extra is not None or node.is_hooked or node in self.wanted:
            return False
        g = self.buffers[node]
        if g is None or node.many or getattr(node, "quiet", None) is None:
            return False
        return bool(backend_of_keys(node.keys).numel(g) >= LARGE)

    # the loop -----------------------------------------------------------------------------------

    def execute(self) -> None:
        """Run what is ready until there is nothing, here and on the workers."""
        try:
            while (node := self._next()) is not None:
                self.here = node.seq
                self.execute_node(node)
        except BaseException as error:
            with self.changed:
                self.error = self.error or error
        with self.changed:
            while self.helpers:
                self.changed.wait()
        failed, self.error = self.error, None
        if failed is not None:
            try:
                raise failed
            finally:
                del failed  # its traceback holds this frame

    def finish(self) -> None:
        """Add what is still waiting for a source that did not run, then finish the leaves."""
        for inbox in self.inboxes.values():
            self._flush(inbox)
        super().finish()

    def _next(self) -> Node | None:
        """Return a ready node, None when all have run; waits while helpers compute."""
        while True:
            with self.changed:
                while not (self.error or self.whole or self.ready or self.shared):
                    if not self.helpers:
                        return None
                    self.changed.wait()
                if self.error is not None:
                    return None
                if not self.whole:
                    # small nodes first: behind them stand the branches that others can take
                    node: Node = heappop(self.ready or self.shared)[1]
                    return node
                leaf = self.whole.pop(0)
            self._flush(self.inboxes[leaf])
            buffer = self.leaves.pop(leaf, None)
            if buffer is not None:
                self.finish_leaf(leaf, buffer)

    def _help(self) -> None:
        """Run ready nodes on a worker until none may be taken."""
        try:
            while True:
                with self.changed:
                    if self.error is not None or not self.shared:
                        return
                    node = heappop(self.shared)[1]
                self._run_away(node)
        except BaseException as error:
            with self.changed:
                self.error = self.error or error
        finally:
            with self.changed:
                self.helpers -= 1
                self.changed.notify_all()

    def _run_away(self, node: Any) -> None:
        """Run one node that nobody watches, and bring on what it gives."""
        g = self.buffers.pop(node)
        out = self.compute(node, g)
        if node.saves and not self.keep:
            node.release()
        given = (out,) if node.single else out
        for order, (edge, each, fresh) in enumerate(
            zip(node.edges(), given, node.fresh, strict=False)
        ):
            self.bring(node.seq, order, edge, each, fresh)
        with self.changed:
            self.changed.notify_all()


def _pool() -> ThreadPoolExecutor:
    with _MAKING:
        if not _POOL:
            from concurrent.futures import ThreadPoolExecutor

            _POOL.append(ThreadPoolExecutor(32, thread_name_prefix="redispatch-backward"))
        return _POOL[0]


if hasattr(os, "register_at_fork"):  # a child has none of its parent's threads
    os.register_at_fork(after_in_child=_POOL.clear)

__all__ = ["parallel_backward"]
