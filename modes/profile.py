"""The profiler: what ran, on which backend, for how long, and which memory it made.

Decides what is noted of a call, and how notes become tables, traces and stacks. Must not know any
operator by name.

Note [The cost of profiling]
~~~~~~~~~~~~~~~~~~~~~~~~~~~~
The profiler is a layer of its own, on top of all others. Its key is included only within a
`profile`, so calls outside walk as if it did not exist. Within, a call notes two clock readings and
its operands' sizes in one tuple; everything else is done when somebody asks. A composite operator
is one call. Backward runs on tensors meanwhile, so that its operators are calls too, and the engine
tells of each node.
"""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import TYPE_CHECKING, Any, NamedTuple

from ..autograd.careful import Watcher, unwatch, watch
from ..autograd.meta import View
from ..autograd.node import Node
from ..autograd.noting import users_frame
from ..backends.unasked import LISTENER
from ..dispatch.errors import explain_error
from ..dispatch.keys import KEYS, DispatchKey
from ..dispatch.registry import register_layer
from ..dispatch.rules import Rule
from ..dispatch.state import KeyGuard, beside_state
from ..dispatch.tensor import Tensor
from ..dispatch.walk import Site, Step
from .profile_report import Averages, chrome_trace, collapsed, grouped

if TYPE_CHECKING:
    from pathlib import Path

_ACTIVE: ContextVar[profile | None] = beside_state(ContextVar("redispatch_profile", default=None))
_clock = time.perf_counter_ns


class Event(NamedTuple):
    """One call, one node of backward, one named range, or one transfer that nobody asked for.

    Attributes
    ----------
    kind : "operator", "backward", "range" or "transfer". A transfer is named for the operator that
        caused it, has "from -> to" for its backend, and marks a moment: it stands before the
        copy of a 0-d operand to the device of the others, or within the call of an operator that
        its device has no kernel for, whose operands went to the host.
    keys : the layers that the call walked, and its backend.
    start, total, own : in nanoseconds; `own` is without what was called within.
    link : of a forward call and of the node that it recorded, the same number; 0 for none.
    nbytes : of the memory of the results.
    moved : whether the result is on another device than the operands.
    """

    name: str
    kind: str
    keys: str
    backend: str
    shapes: tuple[Any, ...]
    start: int
    total: int
    own: int
    nbytes: int
    link: int
    thread: int
    moved: bool
    path: tuple[str, ...]
    stack: tuple[str, ...]


def _shape(tensor: Any) -> Any:
    if not isinstance(tensor, Tensor):
        return None
    try:
        return tensor._data.shape
    except AttributeError:
        return tuple(tensor.shape)


def _nbytes(tensor: Any) -> int:
    if tensor.__class__ in (list, tuple):
        return sum(_nbytes(t) for t in tensor)
    payload = getattr(tensor, "_data", None)
    nbytes = getattr(payload, "nbytes", None)
    if nbytes is None:  # nothing, or the payload of a backend that keeps no arrays
        return 0 if payload is None else int(tensor.numel() * tensor.dtype.itemsize)
    return int(nbytes)


def _link(result: Any) -> int:
    """Return the number of the node that has just recorded a call, or 0."""
    if result.__class__ in (list, tuple) and result:
        result = result[0]
    meta = getattr(result, "_autograd", None)
    if meta.__class__ is View:
        meta = meta.edge
    return -meta[0] if meta.__class__ is tuple else 0


class profile(Watcher):  # noqa: N801 - used like a function
    """Within this scope every call of an operator is noted.

    Parameters
    ----------
    activities : ignored
        All that runs is on this machine's processors.
    record_shapes, profile_memory : ignored
        Sizes and memory are always noted.
    with_stack : bool
        Note the lines of the user's code that led to each call; costs some microseconds each.

    Raises
    ------
    RuntimeError
        When it is entered while it is active, here or in another thread.

    Examples
    --------
    >>> import redispatch as rd
    >>> x = rd.ones((4, 4), requires_grad=True)
    >>> with rd.profiler.profile() as prof:
    ...     (x * 2).sum().backward()
    >>> [e.name for e in prof.events if e.kind == "operator"][:2]
    ['rd::mul', 'rd::sum']
    >>> [e.name for e in prof.events if e.kind == "backward"]
    ['SumBackward0', 'MulBackward0']
    """

    tensors = True

    def __init__(
        self,
        *,
        activities: Iterable[Any] | None = None,
        record_shapes: bool = False,
        profile_memory: bool = False,
        with_stack: bool = False,
    ) -> None:
        self.with_stack = with_stack
        self._raw: list[tuple[Any, ...]] = []
        self._open: dict[int, list[Any]] = {}
        self._entered = threading.Lock()
        self._guard = KeyGuard(include=_layer().bit)

    def __enter__(self) -> profile:
        if not self._entered.acquire(blocking=False):
            raise RuntimeError(
                explain_error("profile", "is active already", accepted="another profile()")
            )
        self._outer = _ACTIVE.get()
        _ACTIVE.set(self)
        self._told = LISTENER.get()
        LISTENER.set(self._transferred)
        watch(self)
        self._guard.__enter__()
        return self

    def __exit__(self, *exc: object) -> None:
        self._guard.__exit__(*exc)
        unwatch(self)
        self._entered.release()
        LISTENER.set(self._told)
        _ACTIVE.set(self._outer)

    # what is noted --------------------------------------------------------------------------------

    def _started(self, name: str) -> list[Any]:
        """Open a call on this thread: [time of what it called, name, start]."""
        stack = self._open.setdefault(threading.get_ident(), [])
        opened = [0, name, 0]
        stack.append(opened)
        opened[2] = _clock()
        return stack

    def _ended(self, stack: list[Any], what: tuple[Any, ...]) -> None:
        end = _clock()
        children, _, start = stack.pop()
        total = end - start
        path: tuple[str, ...] = ()
        if stack:
            stack[-1][0] += total
            path = tuple([opened[1] for opened in stack])
        lines = _users_lines() if self.with_stack else ()
        self._raw.append((start, total, total - children, path, lines, threading.get_ident(), what))

    def _transferred(self, operator: str, source: str, target: str, nbytes: int) -> None:
        stack = self._started(operator)
        self._ended(stack, (operator, "transfer", "", f"{source} -> {target}", (), nbytes, 0, True))

    def begin(self, node: Node) -> Any:
        """Note that a node is going to run."""
        return self._started(node.name()) if _ACTIVE.get() is self else None

    def end(self, node: Node, begun: Any, out: Any) -> None:
        """Note that a node has run."""
        if begun is not None:
            self._ended(
                begun, (node.name(), "backward", "", "", (), _nbytes(out), -node.seq, False)
            )

    def failed(self, node: Node, error: BaseException) -> None:
        """Close what a node that raised has left open."""
        stack = self._open.get(threading.get_ident(), [])
        while stack and stack[-1][1] != node.name():
            stack.pop()
        if stack:
            stack.pop()

    # what can be asked ----------------------------------------------------------------------------

    @property
    def events(self) -> list[Event]:
        """What was noted, in the order of starting."""
        found = []
        for start, total, own, path, lines, thread, what in self._raw:
            name, kind, keys, backend, shapes, nbytes, link, moved = what
            found.append(
                Event(
                    name, kind, keys, backend, shapes, start, total, own, nbytes, link, thread,
                    moved, path, lines,
                )
            )  # fmt: skip
        return sorted(found, key=lambda e: (e.start, -e.total))

    @property
    def transfers(self) -> list[Event]:
        """The transfers between devices that nobody asked for; an empty list is good news."""
        return [event for event in self.events if event.kind == "transfer"]

    def key_averages(self, group_by_input_shape: bool = False) -> Averages:
        """Return sums over the events of one name, backend and, if asked for, sizes.

        The list has a `table(sort_by, row_limit)` of its own.
        """
        return grouped(self.events, group_by_input_shape)

    def table(
        self,
        sort_by: str = "own",
        row_limit: int = 100,
        group_by_input_shape: bool = False,
    ) -> str:
        """Return the sums as a table.

        Parameters
        ----------
        sort_by : "own", "total", "calls", "nbytes" or "name"
            PyTorch's names for these are understood: "self_cpu_time_total", "cpu_time_total",
            "count", "self_cpu_memory_usage".
        row_limit : int
        group_by_input_shape : bool
        """
        return self.key_averages(group_by_input_shape).table(sort_by, row_limit)

    def chrome_trace(self) -> dict[str, Any]:
        """Return a trace for chrome://tracing or Perfetto, arrows from forward to backward."""
        return chrome_trace(self.events)

    def export_chrome_trace(self, path: str | Path) -> None:
        """Write the trace to a file as JSON."""
        import json  # only who exports waits for it

        with open(path, "w", encoding="utf-8") as file:
            json.dump(self.chrome_trace(), file)

    def collapsed_stacks(self) -> str:
        """Return lines `outer;inner;operator microseconds`, which flame-graph programs read."""
        return collapsed(self.events)


def _users_lines() -> tuple[str, ...]:
    frame = users_frame()
    lines: list[str] = []
    while frame is not None and len(lines) < 50:
        code = frame.f_code
        lines.append(f"{code.co_qualname} ({os.path.basename(code.co_filename)}:{frame.f_lineno})")
        frame = frame.f_back
    return tuple(reversed(lines))


@contextmanager
def record_function(name: str) -> Iterator[None]:
    """Note a named range, if a profile is active.

    Examples
    --------
    >>> import redispatch as rd
    >>> with rd.profiler.profile() as prof, rd.profiler.record_function("step"):
    ...     _ = rd.ones(2) * 2
    >>> [(e.name, e.path) for e in prof.events]
    [('step', ()), ('rd::mul', ('step',))]
    """
    active = _ACTIVE.get()
    if active is None:
        yield
        return
    stack = active._started(name)
    try:
        yield
    finally:
        active._ended(stack, (name, "range", "", "", (), 0, 0, False))


# the layer ----------------------------------------------------------------------------------------


def _layer() -> DispatchKey:
    """Return the profiler's key, made when it is first wanted."""
    key = KEYS.by_name.get("Profile")
    if key is None:
        key = register_layer(
            "Profile", "times whole calls, with all layers beneath", above="FunctionMode"
        )
        key.owner = profile_adapter
    return key


def profile_adapter(site: Site, rule: Rule | None, below: Step) -> Step | None:
    """Return the step that times a call."""
    lower: Callable[..., Any] = below.call
    name, bit = site.operator.name, site.backend.bit
    backend = site.backend.name
    keys = ", ".join(k.name for k in (*site.layers, site.backend) if k.name != "Profile")
    places = [i for i, a in enumerate(site.operator.schema.arguments) if a.is_tensor]

    def timed(*args: Any) -> Any:
        active = _ACTIVE.get()
        if active is None:
            return lower(*args)
        stack = active._started(name)
        try:
            result = lower(*args)
        except BaseException:
            stack.pop()
            raise
        shapes = tuple([_shape(args[i]) for i in places if i < len(args)])
        moved = result.__class__ is Tensor and not result._keys & bit
        what = (name, "operator", keys, backend, shapes, _nbytes(result), _link(result), moved)
        active._ended(stack, what)
        return result

    return Step(timed, "times the call", defaults=below.defaults, key=_layer())


__all__ = ["Event", "profile", "record_function"]
