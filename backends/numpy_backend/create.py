"""NumPy kernels that make arrays like another, and of the cast."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...dispatch.rules import raw_kernel
from ..dtypes import NpDType, dtype
from ..promotion import Array, constant, python_scalar

__warningregistry__ = 0  # Note [Silent arithmetic] in backends/raw.py

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
    result[...] = fill_constant(result.dtype, fill_value)
    return result


def fill_constant(target: NpDType, value: object) -> Array:
    """Return a number as a 0-d array of a dtype it is to fill; a fraction is cut off for integers.

    Raises
    ------
    RuntimeError
        If the number is complex and the dtype is not, or if it is out of the dtype's range.
    """
    number = python_scalar(value)
    refuse = RuntimeError(f"value cannot be converted to type {target.name} without overflow")
    if isinstance(number, complex) and target.kind != "c":
        raise refuse
    if target.kind in "iu":
        try:
            whole = int(number.real)
        except (ValueError, OverflowError):  # nan, inf
            raise refuse from None
        info = np.iinfo(target)
        lowest = info.min if target.kind == "i" else -info.max  # unsigned types take -1
        if not lowest <= whole <= info.max:
            raise refuse
        return constant(target, whole)
    if target.kind in "fc" and np.finfo(target).max < abs(number) < float("inf"):
        raise refuse
    return constant(target, number)


@kernel("_to_copy")
def to_copy(self: Array, dtype: dtype) -> Any:
    target = dtype.dtype
    if self.dtype.kind == "c" and target.kind not in "cb":
        self = self.real
    return self.astype(target)
