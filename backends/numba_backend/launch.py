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
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

Array = np.ndarray[Any, np.dtype[Any]]
Entry = Callable[..., Any]

FLOAT32 = np.dtype(np.float32)
FLOAT64 = np.dtype(np.float64)
INT64 = np.dtype(np.int64)
CONTIGUOUS = 0x101  # the flags C_CONTIGUOUS and ALIGNED
SMALL = 256  # elements below which NumPy is as fast, and need not be compiled
LARGE = 16384  # the same for a kernel that NumPy has in one pass

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


class CacheInfo(NamedTuple):
    """What has become of the kernels that this process wanted."""

    hits: int  # came from disk
    compiled: int  # were compiled here
    folder: str  # where they are kept
    problem: str | None  # why NumPy's kernels are used instead, if they are


class _Counts:
    hits = 0
    compiled = 0
    problem: str | None = None
    policy = "blocking"


def set_policy(policy: str) -> None:
    """Say what happens when a kernel is wanted that is not compiled yet.

    Parameters
    ----------
    policy : {"blocking", "off"}
        Compile it and wait, or use NumPy's kernel; what is compiled stays in use.

    Raises
    ------
    ValueError
        For another word.
    """
    if policy not in ("blocking", "off"):
        raise ValueError(f"the policy is one of 'blocking' and 'off', not {policy!r}")
    _Counts.policy = policy


def cache_info() -> CacheInfo:
    """Return how many kernels came from disk and were compiled, and the folder they are kept in.

    Examples
    --------
    >>> from redispatch.backends import numba_backend
    >>> numba_backend.cache_info().compiled >= 0
    True
    """
    try:
        with LOCK:
            from . import jit
    except ImportError as error:
        return CacheInfo(0, 0, "", str(error))
    return CacheInfo(_Counts.hits, _Counts.compiled, str(jit.folder()), _Counts.problem)


class Loop(dict[Any, Entry | None]):
    """A loop by dtype: `loop[array.dtype]` is its entry point, or None where NumPy shall do it.

    Parameters
    ----------
    name : str
        Module of this package and function, as `"row_loops.softmax"`.
    types : str
        A letter for each argument; see `jit.compiled`.
    """

    def __init__(self, name: str, types: str) -> None:
        self.module, _, self.name = name.partition(".")
        self.types = types

    def __missing__(self, dtype: Any) -> Entry | None:
        if dtype is not FLOAT32 and dtype is not FLOAT64:
            return None
        with LOCK:
            if dtype in self:
                return self[dtype]
            if _Counts.policy == "off":
                return None
            entry = self[dtype] = self._compile(dtype)
            return entry

    def function(self, dtype: Any) -> tuple[Any, tuple[Any, ...]]:
        """Return the function that is compiled for a dtype, and the functions that it calls."""
        del dtype
        module = importlib.import_module(f".{self.module}", __package__)
        return getattr(module, self.name), getattr(module, "HELPERS", ())

    def _compile(self, dtype: Any) -> Entry | None:
        try:
            from . import jit

            function, helpers = self.function(dtype)
            entry, hit = jit.compiled(function, self.types, dtype, helpers)
        except Exception as error:  # no Numba, or one that refuses: the results are NumPy's then
            self._report(error)
            return None
        if hit:
            _Counts.hits += 1
        else:
            _Counts.compiled += 1
        return entry

    def _report(self, error: Exception) -> None:
        if _Counts.problem is None:
            import logging  # 2 ms, which most programs need not pay

            _Counts.problem = f"{type(error).__name__}: {error}"
            logging.getLogger("redispatch").warning(
                "device 'numba' uses NumPy's kernels, since %s could not be compiled: %s",
                self.name,
                _Counts.problem,
            )


def flat(x: Array) -> Array:
    """Return a contiguous array as one row."""
    return x if x.ndim == 1 else x.reshape(-1)


def rows(x: Array) -> Array:
    """Return a contiguous array with at least one dimension as rows along the last."""
    return x if x.ndim == 2 else x.reshape(-1, x.shape[-1])


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
