"""NumPy kernels of the matrix products."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from ...dispatch.registry import raw_kernel
from ..dtypes import NpDType
from ..promotion import Array
from ..shapes import broadcast_error

__warningregistry__ = 0  # Note [Silent arithmetic] in backends/raw.py

kernel = raw_kernel("NumPy")

_BOOL: Final[NpDType] = np.dtype(bool)


@kernel("matmul")
def matmul(self: Array, other: Array) -> Any:
    m, n = self.ndim, other.ndim
    d = self.dtype
    if d is not other.dtype and d != other.dtype:
        raise RuntimeError(
            "expected both operands of matmul to have the same dtype, "
            f"but got: {d.name} != {other.dtype.name}"
        )
    if d is _BOOL:
        raise NotImplementedError("matmul is not implemented for bool")
    try:
        # 310 ns for small matrices, where np.matmul takes 930; nor does dot look at the
        # floating-point flags, which BLAS may set without cause.
        if m and n and m <= 2 and n <= 2:
            return self.dot(other)
        if m > 2 and 0 < n <= 2 and self.flags.c_contiguous and self.size:
            # one product of a tall matrix instead of one per batch
            shape = self.shape
            rows = self.reshape(-1, shape[-1])
            return rows.dot(other).reshape(shape[:-1] + other.shape[1:])
        if m and n:
            return np.matmul(self, other)
    except ValueError:
        pass
    raise _matmul_error(self.shape, other.shape)


def _matmul_error(a: tuple[int, ...], b: tuple[int, ...]) -> RuntimeError:
    """Return PyTorch's error for two shapes that cannot be multiplied."""
    if not a or not b:
        return RuntimeError(
            f"both arguments to matmul need to be at least 1D, but they are {len(a)}D and {len(b)}D"
        )
    if len(a) == 1 and len(b) == 1:
        return RuntimeError(
            f"inconsistent tensor size, expected tensor [{a[0]}] and src [{b[0]}] to have the same "
            f"number of elements, but got {a[0]} and {b[0]} elements respectively"
        )
    if len(a) == 2 and len(b) == 1:
        return RuntimeError(f"size mismatch, got input ({a[0]}), mat ({a[0]}x{a[1]}), vec ({b[0]})")
    rows = a if len(a) > 1 else (1, *a)
    columns = b if len(b) > 1 else (*b, 1)
    if len(a) <= 2 and len(b) <= 2 or rows[-1] == columns[-2]:
        error = broadcast_error(a[:-2], b[:-2])
        if error is not None:
            return error
    mat1 = "x".join(map(str, rows[-2:]))
    mat2 = "x".join(map(str, columns[-2:]))
    whole = "" if len(a) <= 2 and len(b) <= 2 else f", from shapes {list(a)} and {list(b)}"
    return RuntimeError(f"mat1 and mat2 shapes cannot be multiplied ({mat1} and {mat2}){whole}")
