"""Kernels that are compiled when they are first called, and what they may be called with.

Decides when a loop is compiled, what happens where it cannot be, and which arrays fit. Must not
import Numba (jit.py does, from here) nor know operators.

Note [Launching]
~~~~~~~~~~~~~~~~
A compiled loop is called through its entry point, in 95 to 160 ns, half of what Numba's
dispatcher takes. An entry point believes that its arguments have the types it was compiled for.
So a raw kernel tests that arrays are contiguous and aligned, asks a `Loop` for the entry of their
dtype, and passes them as one row (`flat`) or as rows (`rows`). Where something does not fit, it
calls NumPy's kernel.
"""

from __future__ import annotations

import importlib
import os
import threading
import weakref
from collections.abc import Callable
from typing import Any

import numpy as np

from .. import threads
from ..array_step import Few
from . import ahead
from .cache import Counts, report
from .choices import SHARED_TIMES
from .crew import Crew, crew, possible
from .offers import ADDRESS, Offer, fits_board

Array = np.ndarray[Any, np.dtype[Any]]
Entry = Callable[..., Any]

FLOAT32 = np.dtype(np.float32)
FLOAT64 = np.dtype(np.float64)
INT64 = np.dtype(np.int64)
UINT16 = np.dtype(np.uint16)
CONTIGUOUS = 0x101  # the flags C_CONTIGUOUS and ALIGNED

LOCK = threading.RLock()

# A child that is forked while another thread compiles would wait for ever for the locks that this
# thread holds, so the forking thread takes them first, in the order of a compilation.
HELD_AT_FORK: list[Any] = [LOCK]


def _before_fork() -> None:
    for lock in HELD_AT_FORK:  # jit.py, imported under the first, adds the compiler's
        lock.acquire()


def _after_fork() -> None:
    for lock in reversed(HELD_AT_FORK):
        lock.release()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(
        before=_before_fork, after_in_parent=_after_fork, after_in_child=_after_fork
    )


LOOPS: list[weakref.ref[Loop]] = []
_POLICY = ["blocking"]
POLICIES = ("blocking", "background", "off")


def set_policy(policy: str) -> None:
    """Say what happens when a kernel is wanted that is not compiled yet.

    Parameters
    ----------
    policy : {"blocking", "background", "off"}
        Compile it and wait; let another process compile it while NumPy's kernel answers; or use
        NumPy's kernel. What is compiled stays in use.

    Raises
    ------
    ValueError
        For another word.
    """
    if policy not in POLICIES:
        raise ValueError(
            f"set_policy: the policy is one of {', '.join(map(repr, POLICIES))}, not {policy!r}"
        )
    _POLICY[0] = policy


def get_policy() -> str:
    """Return what happens when a kernel is wanted that is not compiled yet."""
    return _POLICY[0]


class Loop(dict[Any, Entry | None]):
    """A loop by dtype: `loop[array.dtype]` is its entry point, or None where NumPy shall do it.

    Parameters
    ----------
    name : str
        Module of this package and function, as `"row_loops.softmax"`; a module with a function
        `find` is asked for the loop of a name and types.
    types : str
        A letter for each argument; see `jit.compiled`. Where a capital stands, threads may share
        the array along its first dimension: Note [Shared calls] in backends/threads.py.
    dtypes : str
        The letters of those of float32 and float64 for which it is the faster one.
    """

    __slots__ = (
        "__weakref__", "compiled", "dtypes", "module", "name", "pieces", "shared", "types",
    )  # fmt: skip

    def __init__(self, name: str, types: str, dtypes: str = "fd") -> None:
        self.module, _, self.name = name.partition(".")
        self.dtypes = dtypes
        self.types = types.lower()
        self.shared = tuple([i for i, letter in enumerate(types) if letter.isupper()])
        self.compiled: dict[Any, Entry | None] = {}
        self.pieces: dict[Any, int] = {}
        LOOPS.append(weakref.ref(self, LOOPS.remove))

    def __missing__(self, dtype: Any) -> Entry | None:
        if (dtype is not FLOAT32 and dtype is not FLOAT64) or dtype.char not in self.dtypes:
            return None
        if dtype not in self.compiled:
            if _POLICY[0] == "off":
                return None
            if _POLICY[0] == "background":
                ahead.ask_for(self, dtype)
                return None
        return self.load(dtype)

    def load(self, dtype: Any) -> Entry | None:
        """Return the entry for a dtype, compiled now if it is not yet."""
        with LOCK:
            if dtype not in self.compiled:
                self.compiled[dtype] = self._compile(dtype)
            entry = self.compiled[dtype]
            if entry is not None and self.shared and threads.get_num_threads() > 1:
                entry = self._shared(entry, dtype)
            self[dtype] = entry
            return entry

    def _shared(self, entry: Entry, dtype: Any) -> Entry:
        """Return the form of an entry that threads share where a call is long enough."""
        times = SHARED_TIMES.get(self.name.removesuffix("_spread"), 1)
        address = self.piece(dtype)
        if not address:
            return threads.shared(entry, self.shared, times)
        return Offer(entry, address, self.capitals(), times * threads.WORTH, find_crew)

    def capitals(self) -> str:
        """Return the letters of the types, capitals where threads may share an array."""
        return "".join(
            [each.upper() if i in self.shared else each for i, each in enumerate(self.types)]
        )

    def piece(self, dtype: Any) -> int:
        """Return the address of the loop as a function of a piece; zero if there is none."""
        if dtype not in self.pieces:
            wanted = possible() and fits_board(self.types)
            self.pieces[dtype] = self._compile_piece(dtype) if wanted else 0
        return self.pieces[dtype]

    def compiled_for(self, name: str) -> Any:
        """Return the dtype that is computed in for arrays of the named one; None for others."""
        found: Any = {"float32": FLOAT32, "float64": FLOAT64}.get(name)
        return None if found is None or found.char not in self.dtypes else found

    def function(self, dtype: Any) -> Any:
        """Return the function that is compiled for a dtype."""
        del dtype
        module = importlib.import_module(f".{self.module}", __package__)
        find = getattr(module, "find", None)
        return getattr(module, self.name) if find is None else find(self.name, self.types)

    def wanted(self, dtype: Any) -> str:
        """Return how another process is asked to compile it."""
        types = self.capitals() if threads.get_num_threads() > 1 else self.types
        return f"{self.module}.{self.name}:{types}:{dtype.name}"

    def _compile_piece(self, dtype: Any) -> int:
        try:
            from . import jit_crew

            return jit_crew.piece_of(self.function(dtype), self.types, dtype)[0]
        except Exception as error:  # Python's threads share it then
            problem = f"{type(error).__name__}: {error}"
            report(problem, f" shares {self.name} less well, since pieces could not be compiled: ")
            return 0

    def _compile(self, dtype: Any) -> Entry | None:
        try:
            from . import jit

            entry, hit = jit.compiled(self.function(dtype), self.types, dtype)
        except Exception as error:  # no Numba, or one that refuses: the results are NumPy's then
            problem = f"{type(error).__name__}: {error}"
            report(problem, f" uses NumPy's kernels, since {self.name} could not be compiled: ")
            return None
        if hit:
            Counts.hits += 1
        else:
            Counts.compiled += 1
        return entry


CREW = tuple(
    [Loop(f"jit_crew.{name}", types, "d") for name, types in
     (("serve", "iiii"), ("post", "iiii"), ("ring", "ii"), ("work", "iii"))]
)  # fmt: skip
ADDRESS_OF = Loop("jit_crew.address", "v")


def find_crew() -> Crew | None:
    """Return those who share calls; None if they cannot be compiled, or are not yet."""
    return crew(_crew_entries)


def _crew_entries() -> tuple[Entry | None, ...]:
    for dtype in (FLOAT32, FLOAT64):
        entry = ADDRESS_OF[dtype]
        if entry is not None:
            ADDRESS[dtype] = entry
    return tuple([loop[FLOAT64] for loop in CREW])


def all_loops() -> list[Loop]:
    """Return the loops there are."""
    return [loop for ref in list(LOOPS) if (loop := ref()) is not None]


def _number_of_threads_has_changed() -> None:
    with LOCK:
        for loop in all_loops():
            loop.clear()


threads.LISTENERS.append(_number_of_threads_has_changed)


def flat(x: Array) -> Array:
    """Return a contiguous array as one row."""
    return x if x.ndim == 1 else x.reshape(-1)


def rows(x: Array) -> Array:
    """Return a contiguous array with at least one dimension as rows along the last."""
    return x if x.ndim == 2 else x.reshape(-1, x.shape[-1])


def unless_few(run: Any, theirs: Entry, least: int, argument: str = "") -> Any:
    """Return a kernel, for which NumPy's answers where an argument has fewer elements."""
    run.few = Few(least, theirs, argument)
    return run


def number_of(g: Array) -> Any:
    """Return the one value of an array that `expand` made of a number; None for other arrays."""
    if not any(g.strides):
        return g.item(0)
    return None


def gradient_rows(g: Array, n: int) -> Array:
    """Return a gradient as rows of `n`, or as one row that stands for all; copied if it must be."""
    if g.flags.num & CONTIGUOUS == CONTIGUOUS:
        return g.reshape(-1, n)
    inner, size = g.ndim, 1
    while size < n:
        inner -= 1
        size *= g.shape[inner]
    if not any(g.strides[:inner]):
        g = g[(0,) * inner]
    return np.require(g, requirements=("C", "A")).reshape(-1, n)
