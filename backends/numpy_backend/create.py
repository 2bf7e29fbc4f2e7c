"""NumPy kernels that make arrays like another, and of the cast."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from ...dispatch.registry import raw_kernel
from ..create import fill
from ..dtypes import dtype
from ..promotion import Array

__warningregistry__ = 0  # Note [Silent arithmetic] in array_backend.py

kernel = raw_kernel("NumPy")


def _empty_like(self: Array, dtype: dtype | None) -> Array:
    """Return an uninitialised array with the order of strides that a clone would have."""
    d = self.dtype if dtype is None else dtype.dtype
    if self.flags.c_contiguous or 0 in self.strides:
        return np.empty(self.shape, d)
    return np.empty_like(self, d)


@kernel("zeros_like")
def zeros_like(self: Array, dtype: dtype | None = None) -> Any:
    if self.flags.c_contiguous:
        return np.zeros(self.shape, self.dtype if dtype is None else dtype.dtype)
    result = _empty_like(self, dtype)
    result.fill(0)
    return result


@kernel("ones_like")
def ones_like(self: Array, dtype: dtype | None = None) -> Any:
    result = _empty_like(self, dtype)
    result.fill(1)
    return result


@kernel("full_like")
def full_like(self: Array, fill_value: object, dtype: dtype | None = None) -> Any:
    result = _empty_like(self, dtype)
    fill(result, fill_value)
    return result


@kernel("_to_copy")
def to_copy(self: Array, dtype: dtype) -> Any:
    target = getattr(dtype, "dtype", dtype)  # nodes remember the dtypes of inputs as NumPy's
    if self.dtype.kind == "c" and target.kind not in "cb":
        self = self.real
    return self.astype(target)


@kernel("empty_like")
def empty_like(self: Array, dtype: dtype | None = None) -> Any:
    return _empty_like(self, dtype)


@kernel("_new_zeros")
def _new_zeros(self: Array, size: Sequence[int]) -> Any:
    return np.zeros(tuple(size), self.dtype)
