"""NumPy kernels of the matrix products."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from ...dispatch.registry import raw_kernel
from ..dtypes import NpDType
from ..promotion import Array
from ..shapes import matmul_error

__warningregistry__ = 0  # Note [Silent arithmetic] in array_backend.py

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
    raise matmul_error(self.shape, other.shape)
