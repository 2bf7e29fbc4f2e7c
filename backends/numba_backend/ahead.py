"""Compiling before it is needed: on request, and in another process while NumPy answers.

Decides which kernels are compiled, where, and what is reported. Must not import Numba: a process
that only asks for a kernel in the background goes on at once.

Note [Compiled in the background]
~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
A thread that compiles leaves the others a third of their speed, since the compiler is Python. So
the kernels that are asked for are compiled by another process, which fills the cache on disk; a
thread of this one waits for it and then loads them, in some milliseconds each. Until then every
call goes to NumPy's kernel. What the process could not compile is compiled by nobody.
"""

from __future__ import annotations

import os
import sys
import threading
import time
from collections.abc import Iterable, Sequence
from queue import Empty, SimpleQueue
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from .cache import Counts, folder, report

if TYPE_CHECKING:
    from .launch import Loop

DTYPES = ("float32", "float64")
SIXTEEN = ("float16", "bfloat16")  # not compiled ahead unless they are named


class Warmed(NamedTuple):
    """What one kernel cost to have."""

    kernel: str
    dtype: str
    source: str  # "compiled", "disk" or "memory"; "failed" if NumPy's is used instead
    milliseconds: float


class Report(list[Warmed]):
    """A row for each kernel; its text is a table."""

    def __str__(self) -> str:
        total = sum(row.milliseconds for row in self)
        lines = [f"{'kernel':32}{'dtype':10}{'from':10}{'ms':>8}"]
        lines += [f"{r.kernel:32}{r.dtype:10}{r.source:10}{r.milliseconds:8.1f}" for r in self]
        return "\n".join([*lines, f"{len(self)} kernels{'':43}{total:8.1f}"])


def warmup(names: Iterable[str] | None = None, dtypes: Sequence[str] = DTYPES) -> Report:
    """Compile kernels now, or load them from disk, and report what each cost.

    Parameters
    ----------
    names : iterable of str, optional
        Names of kernels or the beginnings of such names at an underscore: `"softmax"` also stands
        for `softmax_backward`. All by default.
    dtypes : sequence of str
        Out of `"float32"` and `"float64"`, which it is by default, `"float16"` and `"bfloat16"`.

    Raises
    ------
    ValueError
        If no kernel has such a name, or there are none for such a dtype.

    Examples
    --------
    >>> from redispatch.backends.numba_backend import warmup
    >>> [row.kernel for row in warmup(["sum_all"], ["float32"])]
    ['row_loops.sum_all']
    """
    for each in dtypes:
        if each not in DTYPES + SIXTEEN:
            raise ValueError(
                f"warmup: no kernels for {each!r}; there are for {', '.join(DTYPES + SIXTEEN)}"
            )
    pairs = [(loop, each) for loop in _chosen(names) for each in dtypes]
    return Report([_warm(*pair) for pair in pairs if pair[0].compiled_for(pair[1]) is not None])


def _chosen(names: Iterable[str] | None) -> list[Loop]:
    from . import ROOM
    from .launch import all_loops

    ROOM.read_all()
    loops = all_loops()
    if names is None:
        return loops
    chosen: dict[int, Loop] = {}
    for name in names:
        own = name.rpartition(".")[2]
        found = [loop for loop in loops if loop.name == own or loop.name.startswith(own + "_")]
        if not found:
            known = ", ".join(sorted(loop.name for loop in loops))
            raise ValueError(f"warmup: no kernel is named {name!r}; there are: {known}")
        chosen.update({id(loop): loop for loop in found})
    return list(chosen.values())


def _warm(loop: Loop, dtype: str) -> Warmed:
    kind = loop.compiled_for(dtype)
    hits, known = Counts.hits, kind in loop.compiled
    begun = time.perf_counter()
    entry = loop.load(kind)
    cost = (time.perf_counter() - begun) * 1e3
    source = "memory" if known else "disk" if Counts.hits > hits else "compiled"
    return Warmed(f"{loop.module}.{loop.name}", dtype, source if entry else "failed", cost)


# in the background --------------------------------------------------------------------------------


class _Background:
    """The thread that has kernels compiled elsewhere; see Note [Compiled in the background]."""

    def __init__(self) -> None:
        self.wanted: SimpleQueue[tuple[Loop, Any]] = SimpleQueue()
        self.asked: set[tuple[int, Any]] = set()
        self.idle = threading.Event()
        self.lock = threading.Lock()
        self.started = False

    def ask_for(self, loop: Loop, dtype: Any) -> None:
        """Ask for a kernel once."""
        key = (id(loop), dtype)
        if key in self.asked:
            return
        with self.lock:
            if key in self.asked:
                return
            self.asked.add(key)
            self.idle.clear()
            self.wanted.put((loop, dtype))
            if not self.started:
                self.started = True
                threading.Thread(target=self.serve, name="redispatch-compile", daemon=True).start()

    def serve(self) -> None:
        while True:
            batch = [self.wanted.get()]
            try:
                while True:
                    batch.append(self.wanted.get_nowait())
            except Empty:
                pass
            if _compile_elsewhere(batch):
                for loop, dtype in batch:
                    loop.load(dtype)
            with self.lock:
                if self.wanted.empty():
                    self.idle.set()


_BACKGROUND = [_Background()]


def ask_for(loop: Loop, dtype: Any) -> None:
    """Have a kernel compiled by another process, and loaded when it is there."""
    _BACKGROUND[0].ask_for(loop, dtype)


def wait_for_background(timeout: float | None = None) -> bool:
    """Wait until what was asked for in the background is loaded; return whether it is.

    Parameters
    ----------
    timeout : float, optional
        In seconds.
    """
    background = _BACKGROUND[0]
    return not background.asked or background.idle.wait(timeout)


def _compile_elsewhere(batch: Sequence[tuple[Loop, Any]]) -> bool:
    """Compile kernels in another process; whether it could."""
    import subprocess  # 3 ms, which few programs need

    wanted = [loop.wanted(dtype) for loop, dtype in batch]
    env = {
        **os.environ,
        "REDISPATCH_CACHE": str(folder()),
        "PYTHONPATH": os.pathsep.join(path for path in sys.path if path),
    }
    command = [sys.executable, "-P", "-m", __package__, "compile", *wanted]
    try:
        done = subprocess.run(command, env=env, capture_output=True, text=True, check=False)
    except OSError as error:
        problem = str(error)
    else:
        if not done.returncode:
            return True
        problem = (done.stderr.strip().splitlines() or ["it ended without a word"])[-1]
    report(f"kernels could not be compiled in the background: {problem}", ": ")
    return False


def compile_named(wanted: Iterable[str]) -> None:
    """Compile what another process asks for, as `Loop.wanted` writes it."""
    from .launch import Loop
    from .made import TEXT, from_request

    for each in wanted:
        name, types, dtype = each.split(":")
        loop = from_request(name, types) if name.startswith(TEXT) else Loop(name, types)
        kind = np.dtype(dtype)
        if loop.load(kind) is None:
            raise RuntimeError(Counts.problem)
        if loop.shared:  # threads of who asks share it
            loop.piece(kind)


def _after_fork() -> None:
    """Begin anew in a child: it has none of its parent's threads."""
    _BACKGROUND[0] = _Background()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_after_fork)
