"""The Numba backend: NumPy's arrays, with compiled kernels where those are faster.

Registers itself through the public call, and kernels for the operators that NumPy needs several
passes for; every other operator runs NumPy's kernel on the same arrays. Numba is imported when a
kernel is first called (launch.py), and is not needed for anything but these kernels.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from ..array_backend import ArrayBackend
from ..backend import register_backend


class NumbaBackend(ArrayBackend):
    """NumPy's payloads, some of whose kernels are compiled when they are first called."""

    def warmup(self, names: Iterable[str] | None, dtypes: Sequence[str] | None) -> list[Any]:
        """Compile kernels now, or load them from disk; see `warmup` in ahead.py."""
        return warmup(names, dtypes or DTYPES)


BACKEND = NumbaBackend("Numba")
register_backend(BACKEND, why="compiled kernels for what NumPy computes in several passes")

from . import kernels, pointwise, pools, steps, sums, windows  # noqa: E402 - they need the key
from .ahead import DTYPES, Warmed, wait_for_background, warmup  # noqa: E402
from .cache import CacheInfo, cache_info, prune_cache, set_cache_folder  # noqa: E402
from .launch import get_policy, set_policy  # noqa: E402

__all__ = [
    "BACKEND",
    "CacheInfo",
    "Warmed",
    "cache_info",
    "get_policy",
    "kernels",
    "pointwise",
    "pools",
    "prune_cache",
    "set_cache_folder",
    "set_policy",
    "steps",
    "sums",
    "wait_for_background",
    "warmup",
    "windows",
]
