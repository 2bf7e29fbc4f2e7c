"""NumPy kernels of running sums and products, and of what their derivatives need."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...dispatch.registry import raw_kernel
from ..dtypes import NpDType, dtype
from ..promotion import Array
from ..shapes import wrap_dim

__warningregistry__ = 0  # Note [Silent arithmetic] in array_backend.py

kernel = raw_kernel("NumPy")


def _accumulate(ufunc: Any, self: Array, dim: int, target: NpDType) -> Any:
    axis = wrap_dim(dim, self.ndim)
    if self.dtype.kind == "c" and target.kind != "c":
        self = self.real
    if not self.ndim:
        return self.astype(target)
    if target == np.float16:
        return ufunc.accumulate(self, axis, np.float32).astype(target)
    return ufunc.accumulate(self, axis, target)


def _target(self: Array, dtype: dtype | None) -> NpDType:
    if dtype is not None:
        return dtype.dtype
    return self.dtype if self.dtype.kind in "fc" else np.dtype(np.int64)


@kernel("cumsum")
def cumsum(self: Array, dim: int, dtype: dtype | None = None) -> Any:
    return _accumulate(np.add, self, dim, _target(self, dtype))


@kernel("cumprod")
def cumprod(self: Array, dim: int, dtype: dtype | None = None) -> Any:
    return _accumulate(np.multiply, self, dim, _target(self, dtype))


@kernel("_reverse_cumsum")
def reverse_cumsum(self: Array, dim: int) -> Any:
    axis = wrap_dim(dim, np.ndim(self))
    if not np.ndim(self):
        return np.array(self)
    turned = _accumulate(np.add, np.flip(self, axis), axis, self.dtype)
    return np.ascontiguousarray(np.flip(turned, axis))


def _exclusive(x: Array) -> Any:
    """Return the product of the elements before each, along the first axis."""
    result = np.ones_like(x)
    np.multiply.accumulate(x[:-1], 0, out=result[1:])
    return result


@kernel("_prod_others")
def prod_others(self: Array, dim: int) -> Any:
    axis = wrap_dim(dim, self.ndim)
    if not self.size:
        return self.copy()
    x = np.moveaxis(self, axis, 0)
    others = np.multiply(_exclusive(x), _exclusive(x[::-1])[::-1])
    return np.ascontiguousarray(np.moveaxis(others, 0, axis))


@kernel("_cumprod_backward")
def cumprod_backward(grad: Array, self: Array, dim: int) -> Any:
    axis = wrap_dim(dim, np.ndim(self))
    if not self.ndim or not self.size:
        return np.array(grad)
    g, x = np.moveaxis(np.asarray(grad), axis, 0), np.moveaxis(self, axis, 0)
    if np.logical_and.reduce(x, None):
        weighted = np.multiply(g, np.multiply.accumulate(x, 0))
        result = np.divide(np.add.accumulate(weighted[::-1], 0)[::-1], x)
    else:
        # what comes after an element, as if the product up to it were 1
        result = np.empty(x.shape, np.result_type(g, x))
        after = np.zeros_like(x[0])
        for i in range(len(x) - 1, -1, -1):
            after = np.add(g[i], np.multiply(x[i + 1], after)) if i + 1 < len(x) else g[i]
            result[i] = after
        np.multiply(result, _exclusive(x), result)
    return np.ascontiguousarray(np.moveaxis(result, 0, axis))


@kernel("_fill_diagonal")
def fill_diagonal(self: Array, value: Any) -> Any:
    result = np.array(self)
    index = np.arange(result.shape[-1])
    result[..., index, index] = value
    return result


@kernel("_upper")
def upper(self: Array) -> Any:
    return np.triu(self)
