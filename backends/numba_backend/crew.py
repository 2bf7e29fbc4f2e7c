"""Who works on a call that threads share without the interpreter, and how long they wait for more.

Decides what is offered, when workers are there, and when one goes to sleep. Must not know
operators, nor Numba (jit_crew.py runs the pieces).

Note [The crew]
~~~~~~~~~~~~~~~
A thread that sleeps takes 50 to 80 us to come back, half of what most calls last. So a worker that
has run its last piece looks at the board for LINGER more seconds, and only then sleeps, on a
semaphore of the system, until something is offered. All that is compiled code which holds no lock:
a worker needs the interpreter only to begin and to end, so that nobody waits for it. The calling
thread writes its call on the board, wakes workers that sleep, and runs pieces itself until none is
left: workers that never come, because cores are busy, or the process was forked, or threads cannot
be started, cost nothing. It waits only for pieces that somebody has begun. With more threads than
cores a worker sleeps at once.

Linux likes to wake a thread on the core of the thread that wakes it, and leaves both there for a
long time: np.tanh of 2**20 float32 then took 439 us on two idle cores, for 376 alone and 208 on
one core each. So workers are kept from the core where the calling thread runs.
"""

from __future__ import annotations

import atexit
import functools
import os
import threading
import time
from collections import deque
from collections.abc import Callable, Sequence
from struct import pack_into
from typing import Any, NamedTuple

import numpy as np

from .. import threads
from .board import (
    ARGUMENTS,
    CALLED,
    FIRST,
    PLACE,
    PLACES,
    SCRATCH,
    SEM_POST,
    SEM_WAIT,
    SEMAPHORE,
    SIZES,
    STEPS,
    UNFINISHED,
    WORKER,
    WORKERS,
)  # fmt: skip

LINGER = 100e-6  # seconds
# A short call that comes alone does not wake workers: waking one that has slept for 0.5 ms takes
# the caller 30 us, for 3 ms 80 us. One that follows another within so many seconds does.
TOGETHER = 300e-6
PIECES = 8  # for each thread: taking one costs 0.1 us
WHOLE = 64  # steps: pieces of long calls begin at a multiple, as vectors in the whole do


Entry = Callable[..., Any]


class Call(NamedTuple):
    """What is shared: see Note [Pieces] in jit_crew.py."""

    function: int  # its address
    data: int  # what it is given; zero for the sizes
    steps: int
    wide: bool  # whether pieces are to be few
    long: bool  # whether it is worth waking workers for it alone
    arguments: Sequence[int]
    moves: Sequence[int]  # bytes in a step, of each argument
    sizes: Sequence[int] = ()


class Crew:
    """The board of one process for a number of threads, and who looks at it."""

    def __init__(
        self, number: int, system: System, serve: Entry, post: Entry, ring: Entry, work: Entry
    ) -> None:
        self.number, self.system = number, system
        self.serve, self.post, self.ring, self.work = serve, post, ring, work
        memory = np.zeros(WORKERS + WORKER * (number - 1) + 8, np.int64)
        start = -(memory.ctypes.data // 8) % 8  # lines of the cache have 64 bytes
        self.words = memory[start:]
        self.bytes: Any = self.words
        self.board = self.words.ctypes.data
        self.words[SEM_POST], self.words[SEM_WAIT] = system.post, system.wait
        for own in range(number - 1):
            system.begin(self.board + 8 * (WORKERS + WORKER * own + SEMAPHORE))
        self.asleep = self.words[WORKERS::WORKER][: number - 1]
        self.before = 0.0  # when a call found all workers asleep
        self.places = deque(range(PLACES))
        self.away = deque(range(number - 1))  # workers that do not look at the board
        self.open = True
        self.cores = frozenset(os.sched_getaffinity(0))  # that this thread may use
        self.kept_from = -1  # the core where workers do not run
        looks = self._looks()
        self.patience = max(looks, 100)
        self.looks = looks if number <= len(self.cores) else 1

    def _looks(self) -> int:
        """Return how often a worker looks at the board before it sleeps."""
        few, best = 500, 1.0
        self.words[FIRST + UNFINISHED] = 1  # so that there is something to wait for
        for _ in range(3):
            begun = time.perf_counter()
            self.work(self.board + 8 * FIRST, self.board, few)
            best = min(best, time.perf_counter() - begun)
        self.words[FIRST + UNFINISHED] = 0
        return int(LINGER / (best / few))

    def stand_by(self, own: int) -> None:
        """Run what is on the board until the bell rings: a worker."""
        if self.open:
            self.serve(self.board, int(self.words[0]), own, self.looks)
        self.away.append(own)

    def call_workers(self) -> None:
        """Have those who are away look at the board."""
        while self.away:
            try:
                own = self.away.pop()
            except IndexError:
                return
            if not threads.ask(self.stand_by, own):
                self.away.append(own)
                return

    def _keep_from(self, core: int) -> None:
        """Let workers run on all cores but one."""
        if core != self.kept_from and core in self.cores:
            try:
                for worker in threads.workers():
                    os.sched_setaffinity(worker, self.cores - {core})
            except OSError:  # the cores that this process may use have changed, say
                self.cores = frozenset()
            self.kept_from = core

    def share(self, call: Call) -> bool:
        """Make a call on this thread and on workers; false if it had better be made here."""
        if not call.long and all(self.asleep.tolist()):
            now = time.perf_counter()
            before, self.before = self.before, now
            if now - before > TOGETHER:
                return False
        try:
            place = self.places.pop()
        except IndexError:
            return False
        at = self.board + 8 * (FIRST + PLACE * place)
        try:
            pieces = self._write(FIRST + PLACE * place, at, call)
            try:
                if self.away:
                    self.call_workers()
                if self.number <= len(self.cores):
                    self._keep_from(self.system.core())
                self.post(self.board, at, pieces, self.number - 1)
            finally:
                self._finish(at)
        finally:
            self.places.append(place)
        return True

    def _write(self, first: int, at: int, call: Call) -> int:
        """Write what is called at a place; return in how many pieces."""
        function, data, steps, wide, _, arguments, moves, sizes = call
        pieces = min(steps, self.number * (2 if wide else PIECES))
        mask = -WHOLE if steps >= 2 * WHOLE * pieces else -1
        rest = (0,) * (ARGUMENTS - len(arguments))
        pack_into(
            f"{STEPS + ARGUMENTS - CALLED + len(sizes)}q", self.bytes, 8 * (first + CALLED),
            function, data or at + 8 * SIZES, steps, pieces, len(arguments), mask, 0, 0,
            *arguments, *rest, *moves, *rest, *sizes,
        )  # fmt: skip
        return pieces

    def _finish(self, at: int) -> None:
        """Run pieces, then wait for those that others have begun, whatever interrupts."""
        interrupted, pause, scratch = None, 20e-6, at + 8 * SCRATCH
        while True:
            try:
                if not self.work(at, scratch, self.patience):
                    break
                time.sleep(pause)
                pause = min(2 * pause, 1e-3)
            except BaseException as error:
                interrupted = error
        if interrupted is not None:
            raise interrupted

    def send_away(self) -> None:
        """Have workers look for what the interpreter has for them."""
        self.ring(self.board, self.number - 1)

    def close(self) -> None:
        """Send workers away for good."""
        self.open = False
        self.send_away()


class System:
    """The semaphores of the system, which compiled code calls by address.

    Raises
    ------
    OSError, AttributeError, TypeError
        Where there are none: each system but Linux either has no such functions, or not for this.
    """

    def __init__(self) -> None:
        import ctypes

        library = ctypes.CDLL(None)
        library.sem_init.argtypes = [ctypes.c_void_p, ctypes.c_int, ctypes.c_uint]
        self.begin: Callable[[int], int] = lambda at: int(library.sem_init(at, 0, 0))
        self.post, self.wait = [
            ctypes.cast(function, ctypes.c_void_p).value or 0
            for function in (library.sem_post, library.sem_wait)
        ]
        self.core = library.sched_getcpu
        self.core.argtypes, self.core.restype = [], ctypes.c_int
        os.sched_getaffinity(0)


@functools.cache
def _system() -> System | None:
    try:
        return System()
    except (OSError, AttributeError, TypeError):
        return None


_CREWS: list[Crew | None] = [None]
_MAKING = [threading.Lock()]


def possible() -> bool:
    """Whether the system has what a crew needs."""
    return _system() is not None


def crew(entries: Callable[[], tuple[Entry | None, ...]]) -> Crew | None:
    """Return the crew for the number of threads there are; None where there can be none."""
    found, number = _CREWS[0], threads.get_num_threads()
    if found is not None and found.number == number:
        return found if found.open else None
    system = _system() if number > 1 else None
    compiled = () if system is None else entries()
    made = [entry for entry in compiled if entry is not None]
    if system is None or len(made) < len(compiled):
        return None
    with _MAKING[0]:
        found = _CREWS[0]
        if found is None or found.number != number:
            _CREWS[0] = Crew(number, system, *made)
            if found is not None:
                found.close()
    return _CREWS[0]


def _send_away() -> None:
    """Have workers look for what the interpreter has for them."""
    found = _CREWS[0]
    if found is not None:
        found.send_away()


def _close() -> None:
    """Send workers away before the interpreter ends, and wait a moment: they run code of its."""
    found = _CREWS[0]
    if found is not None:
        found.close()
        until = time.perf_counter() + 0.1
        while len(found.away) < found.number - 1 and time.perf_counter() < until:
            time.sleep(50e-6)


def _number_has_changed() -> None:
    """Send workers away that are too few, too many, or no longer wanted."""
    found = _CREWS[0]
    if found is not None and found.number != threads.get_num_threads():
        _CREWS[0] = None
        found.close()


def _after_fork() -> None:
    """Begin anew in a child: it has none of its parent's threads."""
    _CREWS[0], _MAKING[0] = None, threading.Lock()


threads.BELLS.append(_send_away)
threads.LISTENERS.append(_number_has_changed)
atexit.register(_close)
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_after_fork)
