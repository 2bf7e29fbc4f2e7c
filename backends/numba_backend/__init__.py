"""The Numba backend: NumPy's arrays, with compiled kernels where those are faster.

Registers itself through the public call, and kernels for the operators that NumPy needs several
passes for; every other operator runs NumPy's kernel on the same arrays. Numba is imported when a
kernel is first called (launch.py), and is not needed for anything but these kernels.
"""

from __future__ import annotations

from ..array_backend import ArrayBackend
from ..backend import register_backend

BACKEND = ArrayBackend("Numba")
register_backend(BACKEND, why="compiled kernels for what NumPy computes in several passes")

from . import kernels, pointwise  # noqa: E402 - they need the key
from .launch import CacheInfo, cache_info, set_policy  # noqa: E402

__all__ = ["BACKEND", "CacheInfo", "cache_info", "kernels", "pointwise", "set_policy"]
