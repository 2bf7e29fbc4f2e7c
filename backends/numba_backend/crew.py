"""Who works on a call that threads share without the interpreter, and how long they wait for more.

Decides what is offered, when a worker is called, and when one goes to sleep. Must not know
operators, nor Numba (jit_crew.py runs the pieces).

Note [The crew]
~~~~~~~~~~~~~~~
A thread that sleeps takes 50 to 80 us to come back, half of what most calls last. So a worker of
the pool (Note [Shared calls] in backends/threads.py) that has run its last piece looks at the board
for LINGER more microseconds, in compiled code which holds no lock, and only then sleeps. The
calling thread writes its call on the board, calls workers if some are away, and runs pieces itself
until none is left: workers that never come, because cores are busy, or the process was forked, or
threads cannot be started, cost nothing. It waits only for pieces that somebody has begun.

Nothing is lost between the two: a worker leaves by putting its number back, then looks at the board
once more; a caller writes on the board, then looks for such numbers.
"""

from __future__ import annotations

import atexit
import os
import threading
import time
from collections import deque
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np

from .. import threads
from .board import (
    ARGS, CALLED, FIRST, PLACE, PLACES, SCRATCH, SCRATCH_WORDS, SCRATCHES, SIZES, STEPS,
)  # fmt: skip

LINGER = 100e-6  # seconds
PIECES = 8  # for each thread: taking one costs 0.1 us
WHOLE = 64  # steps: pieces of long calls begin at a multiple, as vectors in the whole do


Entry = Callable[..., Any]


class Call(NamedTuple):
    """What is shared: see Note [Pieces] in jit_crew.py."""

    function: int  # its address
    data: int  # what it is given; zero for the sizes
    steps: int
    wide: bool  # whether pieces are to be few
    arguments: Sequence[int]
    moves: Sequence[int]  # bytes in a step, of each argument
    sizes: Sequence[int] = ()


class Crew:
    """The board of one process for a number of threads, and who looks at it."""

    def __init__(self, number: int, serve: Entry, post: Entry, work: Entry) -> None:
        self.number = number
        self.serve, self.post, self.work = serve, post, work
        memory = np.zeros(SCRATCHES + SCRATCH_WORDS * (number - 1) + 8, np.int64)
        start = -(memory.ctypes.data // 8) % 8  # lines of the cache have 64 bytes
        self.words = memory[start:]
        self.board = self.words.ctypes.data
        self.begun = self.words[FIRST::PLACE][:PLACES]
        self.places = deque(range(PLACES))
        self.away = deque(range(number - 1))  # workers that do not look at the board
        self.open = True
        looks = self._looks()
        self.patience = max(looks, 100)
        self.looks = looks if number <= _cores() else 1

    def _looks(self) -> int:
        """Return how often a worker looks at the board before it sleeps."""
        begun, few, best = time.perf_counter(), 500, 1.0
        for _ in range(3):
            begun = time.perf_counter()
            self.serve(self.board, 0, self.board, few)
            best = min(best, time.perf_counter() - begun)
        return int(LINGER / (best / few))

    def stand_by(self, own: int) -> None:
        """Run what is on the board, and go when there has been nothing for a while: a worker."""
        scratch = self.board + 8 * (SCRATCHES + SCRATCH_WORDS * own)
        while self.open:
            self.serve(self.board, int(self.words[0]), scratch, self.looks)
            self.away.append(own)
            if not self.begun.any():
                return
            try:
                own = self.away.pop()
            except IndexError:  # another one, or a caller, has taken the number
                return

    def call_workers(self) -> None:
        """Have those who are away come."""
        while self.away:
            try:
                own = self.away.pop()
            except IndexError:
                return
            if not threads.ask(self.stand_by, own):
                self.away.append(own)
                return

    def share(self, call: Call) -> bool:
        """Make a call on this thread and on workers; whether there was a place on the board."""
        try:
            place = self.places.pop()
        except IndexError:
            return False
        at = self.board + 8 * (FIRST + PLACE * place)
        try:
            pieces = self._write(FIRST + PLACE * place, at, call)
            try:
                self.post(at, pieces)
                if self.away:
                    self.call_workers()
            finally:
                self._finish(at)
        finally:
            self.places.append(place)
        return True

    def _write(self, first: int, at: int, call: Call) -> int:
        """Write what is called at a place; return in how many pieces."""
        function, data, steps, wide, arguments, moves, sizes = call
        pieces = min(steps, self.number * (2 if wide else PIECES))
        mask = -WHOLE if steps >= 2 * WHOLE * pieces else -1
        count, words = len(arguments), self.words[first : first + PLACE]
        words[CALLED : CALLED + 6] = (
            function, data or at + 8 * SIZES, steps, pieces, count, mask,
        )  # fmt: skip
        words[ARGS : ARGS + count] = arguments
        words[STEPS : STEPS + count] = moves
        if sizes:
            words[SIZES : SIZES + len(sizes)] = sizes
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

    def ring(self) -> None:
        """Have workers look for what Python hands over."""
        self.words[0] += 1

    def close(self) -> None:
        """Send workers away, and wait a moment until they are."""
        self.open = False
        self.ring()
        until = time.perf_counter() + 0.1
        while len(self.away) < self.number - 1 and time.perf_counter() < until:
            time.sleep(50e-6)


def _cores() -> int:
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


_CREWS: list[Crew | None] = [None]
_MAKING = [threading.Lock()]


def crew(entries: Callable[[], tuple[Entry | None, ...]]) -> Crew | None:
    """Return the crew for the number of threads there are; None where it cannot be compiled."""
    found, number = _CREWS[0], threads.get_num_threads()
    if found is not None and found.number == number:
        return found if found.open else None
    made = [entry for entry in entries() if entry is not None]
    if number < 2 or len(made) < 3:
        return None
    with _MAKING[0]:
        found = _CREWS[0]
        if found is None or found.number != number:
            _CREWS[0] = Crew(number, *made)
            if found is not None:
                found.close()
    return _CREWS[0]


def ring() -> None:
    """Have workers look for what Python hands over."""
    found = _CREWS[0]
    if found is not None:
        found.ring()


def _close() -> None:
    """Send workers away before the interpreter ends: they look at memory of its."""
    found = _CREWS[0]
    if found is not None:
        found.close()


def _after_fork() -> None:
    """Begin anew in a child: it has none of its parent's threads."""
    _CREWS[0], _MAKING[0] = None, threading.Lock()


threads.BELLS.append(ring)
atexit.register(_close)
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_after_fork)
