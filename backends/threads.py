"""How many threads kernels may use, and the pool that shares one call among them.

Decides when a call is shared and who runs which part. Must not know kernels: it is handed functions
that may run side by side, because they hold no lock and write to different memory.

Note [Shared calls]
~~~~~~~~~~~~~~~~~~~
A call is cut into more pieces than there are threads, and whoever is free takes the next one, the
caller too. So a worker that is not scheduled, on a busy core, costs nothing: the caller takes its
pieces, and waits only for those that somebody has begun. The pool is plain Python threads around
functions that release the interpreter's lock: it may be used by several threads at once, and is
made anew in a forked child. Handing a Python call over takes 15 to 40 us, and a thread that sleeps
as much again; so a backend may `ask` workers to wait in compiled code for calls that need no
interpreter (Note [The crew] in numba_backend/crew.py), and is told by BELLS to let them go when
Python has a call for them.
"""

from __future__ import annotations

import os
import threading
from collections import deque
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple

from ..dispatch.errors import explain_error
from . import blas_threads

if TYPE_CHECKING:
    from queue import SimpleQueue

# Elements of a call that is worth sharing, some 50 us of work. Measured with two threads that look
# for work, on float32 (us, shared and not): np.tanh of 2**16 elements 25 and 25, 2**17 39 and 48,
# 2**18 65 and 96, 2**20 207 and 376. For np.add and other light loops see choices.py.
WORTH = 1 << 17
PIECES = 2  # for each thread; one more for each of two threads costs 7 us where they share a core
LISTENERS: list[Callable[[], None]] = []  # told when the number has changed
BELLS: list[Callable[[], None]] = []  # told when pieces are handed over, for workers in long calls

_LOCK = threading.Lock()
_NUMBER = [1]


class ThreadInfo(NamedTuple):
    """What computes side by side."""

    threads: int  # that one kernel may use
    layer: str  # what shares its work: "pool", or "none" for one thread
    started: int  # workers of the pool that run
    blas_threads: int | None  # that a matrix product may use, None if its library cannot be asked


class _Pool:
    def __init__(self) -> None:
        from queue import SimpleQueue  # few programs have a pool

        self.queue: type[SimpleQueue[Any]] = SimpleQueue
        self.tasks = self.queue()
        self.started = 0
        self.ids: list[int] = []  # by which the system knows the workers

    def grow(self, wanted: int) -> None:
        """Start workers until there are as many as wanted."""
        if self.started >= wanted:
            return
        with _LOCK:
            while self.started < wanted:
                name = f"redispatch-kernels-{self.started}"
                threading.Thread(target=_serve, args=(self,), name=name, daemon=True).start()
                self.started += 1


_POOL: list[_Pool] = []  # one, when it is first wanted


def _pool() -> _Pool:
    with _LOCK:
        if not _POOL:
            _POOL.append(_Pool())
        return _POOL[0]


def _serve(pool: _Pool) -> None:
    pool.ids.append(threading.get_native_id())
    while True:
        call, pieces, tell = pool.tasks.get()
        _run(call, pieces, tell)
        del call, pieces, tell  # while it waits, a worker keeps no array alive


def _forget(error: Any) -> None:
    """Do with the end of a call what nobody waits for."""


def _run(call: Callable[..., Any], pieces: deque[Any], tell: Callable[[Any], None]) -> None:
    """Run pieces until none is left; tell of each whether it failed."""
    while True:
        try:
            piece = pieces.popleft()
        except IndexError:
            return
        try:
            call(*piece)
        except BaseException as error:
            tell(error)
        else:
            tell(None)


def share(call: Callable[..., Any], args: tuple[Any, ...], places: tuple[int, ...]) -> None:
    """Call with the arrays at these places cut along their first dimension; see the Note."""
    n = len(args[places[-1]])
    threads = _NUMBER[0]
    count = min(n, threads * PIECES)
    bounds = [n * i // count for i in range(count + 1)]
    cut = [p in places and len(a) == n for p, a in enumerate(args)]
    pieces = deque(
        [
            tuple([a[low:high] if c else a for a, c in zip(args, cut, strict=True)])
            for low, high in zip(bounds[:-1], bounds[1:], strict=True)
        ]
    )
    pool = _POOL[0] if _POOL else _pool()
    pool.grow(threads - 1)
    done = pool.queue()
    for _ in range(threads - 1):
        pool.tasks.put((call, pieces, done.put))
    for ring in BELLS:
        ring()
    _run(call, pieces, done.put)
    failed = [error for error in [done.get() for _ in range(count)] if error is not None]
    if failed:
        raise failed[0]


def ask(call: Callable[..., Any], *args: Any) -> bool:
    """Have a worker make a call when it is free; whether there are workers."""
    pool = _POOL[0] if _POOL else _pool()
    try:
        pool.grow(_NUMBER[0] - 1)
    except RuntimeError:  # the system starts no more threads
        return False
    pool.tasks.put((call, deque([args]), _forget))
    return True


def workers() -> list[int]:
    """Return the numbers by which the system knows the workers."""
    return _POOL[0].ids if _POOL else []


def shared(call: Callable[..., Any], places: tuple[int, ...], times: int = 1) -> Callable[..., Any]:
    """Return a form of a call that uses several threads where that is worth it.

    The first array is what is reduced, the last one what is written: the larger says how long the
    call takes, in `times` as many elements as usual.
    """
    first, last = places[0], places[-1]

    def run(*args: Any) -> None:
        size = max(args[first].size, args[last].size)
        if size < WORTH * times or len(args[last]) < 2:
            call(*args)
        else:
            share(call, args, places)

    return run


def set_num_threads(number: int) -> None:
    """Say how many threads one kernel, and one matrix product, may use; one by default.

    Holds for the whole process. Compiled kernels share large arrays among a pool of threads; the
    library of matrix products, which by default takes all cores, is told the same number.

    Raises
    ------
    RuntimeError
        If it is not a positive integer.

    Examples
    --------
    >>> import redispatch as rd
    >>> before = rd.get_num_threads()
    >>> rd.set_num_threads(before)
    """
    if not isinstance(number, int) or isinstance(number, bool) or number < 1:
        raise RuntimeError(
            explain_error("set_num_threads", f"got {number!r}", accepted="a positive integer, as 2")
        )
    with _LOCK:
        _NUMBER[0] = number
    blas_threads.set_number(number)
    for tell in LISTENERS:
        tell()


def get_num_threads() -> int:
    """Return how many threads one kernel may use."""
    return _NUMBER[0]


def thread_info() -> ThreadInfo:
    """Return what computes side by side: numbers of threads, and what shares the work.

    Examples
    --------
    >>> from redispatch.backends import thread_info
    >>> thread_info().threads >= 1
    True
    """
    number = _NUMBER[0]
    layer = "pool" if number > 1 else "none"
    return ThreadInfo(number, layer, _POOL[0].started if _POOL else 0, blas_threads.number())


def _after_fork() -> None:
    """Begin anew in a child: it has none of its parent's threads."""
    global _LOCK
    _LOCK = threading.Lock()
    _POOL.clear()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_after_fork)

__all__ = ["ThreadInfo", "get_num_threads", "set_num_threads", "thread_info"]
