"""NumPy kernels of the reductions and of softmax.

What is decided here is the dtype of a sum (integers become int64; float16 is added up in float32)
and what an empty reduction gives.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from typing import Any, Final

import numpy as np

from ...dispatch.registry import raw_kernel
from ..dtypes import NpDType, dtype
from ..promotion import Array, to_float
from ..shapes import reduced_axes, wrap_dim

__warningregistry__ = 0  # Note [Silent arithmetic] in array_backend.py

kernel = raw_kernel("NumPy")

Dims = int | Sequence[int] | None

_FLOAT16: Final[NpDType] = np.dtype(np.float16)
_FLOAT32: Final[NpDType] = np.dtype(np.float32)
_FLOAT64: Final[NpDType] = np.dtype(np.float64)
_INT64: Final[NpDType] = np.dtype(np.int64)
# NumPy's stubs do not know that these may be called positionally, which saves 60 ns.
add_reduce: Final[Callable[..., Any]] = np.add.reduce
max_reduce: Final[Callable[..., Any]] = np.maximum.reduce
multiply_reduce: Final[Callable[..., Any]] = np.multiply.reduce


def sum_plain(self: Array, dim: Dims = None, keepdim: bool = False) -> Any:
    # np.add.reduce(a, None) on a 4x4 array takes 810 ns, a.sum() 970; the checks before it 70.
    d = self.dtype
    if d is _FLOAT32 or d is _FLOAT64:
        if dim is None and not keepdim:
            return add_reduce(self, None)
        return add_reduce(self, reduced_axes(dim, self.ndim), None, None, keepdim)
    return _sum(self, reduced_axes(dim, self.ndim), keepdim, d if d.kind in "fc" else _INT64)


@kernel("sum", plain=sum_plain)
def sum(self: Array, dim: Dims = None, keepdim: bool = False, dtype: dtype | None = None) -> Any:
    if dtype is None:
        return sum_plain(self, dim, keepdim)
    return _sum(self, reduced_axes(dim, self.ndim), keepdim, dtype.dtype)


def _sum(self: Array, axes: tuple[int, ...] | None, keepdim: bool, target: NpDType) -> Any:
    if target is _FLOAT16:
        return add_reduce(self, axes, _FLOAT32, None, keepdim).astype(_FLOAT16)
    if self.dtype.kind == "c" and target.kind != "c":
        self = self.real
    if target.kind in "iu" and self.dtype.kind == "f":
        self = self.astype(target)  # PyTorch casts first: each term is truncated
    return add_reduce(self, axes, target, None, keepdim)


def mean_plain(self: Array, dim: Dims = None, keepdim: bool = False) -> Any:
    d = self.dtype
    if dim is None and not keepdim and (d is _FLOAT32 or d is _FLOAT64):
        return add_reduce(self, None) / self.size
    if d.kind not in "fc":
        raise RuntimeError(
            "mean(): could not infer output dtype. Input dtype must be either a floating point or "
            f"complex dtype. Got: {d.name}. Convert it first, or pass dtype=."
        )
    return _mean(self, reduced_axes(dim, self.ndim), keepdim, d)


@kernel("mean", plain=mean_plain)
def mean(self: Array, dim: Dims = None, keepdim: bool = False, dtype: dtype | None = None) -> Any:
    if dtype is None:
        return mean_plain(self, dim, keepdim)
    if dtype.kind not in "fc":
        raise RuntimeError(
            "mean(): could not infer output dtype. Optional dtype must be either a floating point "
            f"or complex dtype. Got: {dtype.name}."
        )
    return _mean(self, reduced_axes(dim, self.ndim), keepdim, dtype.dtype)


def _mean(self: Array, axes: tuple[int, ...] | None, keepdim: bool, target: NpDType) -> Any:
    count = self.size
    if axes is not None:
        count = 1
        for axis in axes:
            count *= self.shape[axis]
    if self.dtype.kind == "c" and target.kind != "c":
        self = self.real
    total = add_reduce(self, axes, _FLOAT32 if target is _FLOAT16 else target, None, keepdim)
    result = np.true_divide(total, count)
    return result.astype(_FLOAT16) if target is _FLOAT16 else result


@kernel("prod")
def prod(
    self: Array, dim: int | None = None, keepdim: bool = False, dtype: dtype | None = None
) -> Any:
    d = self.dtype
    target = dtype.dtype if dtype is not None else d if d.kind in "fc" else _INT64
    wide = _FLOAT32 if target is _FLOAT16 else target
    axes = reduced_axes(dim, self.ndim)
    if d.kind == "c" and target.kind != "c":
        self = self.real
    result = multiply_reduce(self, axes, wide, None, keepdim)
    return result if wide is target else result.astype(target)


def _truth(name: str, ufunc: Any) -> None:
    def reduced(self: Array, dim: Dims = None, keepdim: bool = False) -> Any:
        axes = reduced_axes(dim, self.ndim)
        result = ufunc.reduce(self, axes, None, None, keepdim)
        return result.astype(np.uint8) if self.dtype == np.uint8 else result

    kernel(name)(reduced)


_truth("any", np.logical_or)
_truth("all", np.logical_and)


@kernel("count_nonzero")
def count_nonzero(self: Array, dim: Dims = None) -> Any:
    axes = reduced_axes(dim, self.ndim)
    return add_reduce(np.not_equal(self, 0), axes, _INT64, None, False)


@kernel("logsumexp")
def logsumexp(self: Array, dim: Dims, keepdim: bool = False) -> Any:
    axes = reduced_axes(dim, self.ndim)
    if self.dtype.kind in "biu":
        self = to_float(self)
    x = self.astype(_FLOAT32) if self.dtype is _FLOAT16 else self
    if not self.size:
        result = np.log(add_reduce(np.exp(x), axes, None, None, keepdim))
    else:
        top = max_reduce(x.real, axes, None, None, True)
        top = np.where(np.isfinite(top), top, top.dtype.type(0))
        total = add_reduce(np.exp(np.subtract(x, top)), axes, None, None, keepdim)
        result = np.add(np.log(total), top if keepdim else top.reshape(np.shape(total)))
    return result if x is self else result.astype(_FLOAT16)


def kept_sums(array: Array, axis: int) -> Any:
    """Return the sums along an axis of float32 or float64, kept as a dimension of size one.

    Short rows or columns of a matrix are multiplied with ones: 0.3 us; a reduction takes 0.9.
    """
    if array.ndim == 2 and array.shape[axis] <= 128:
        n = array.shape[axis]
        return array.dot(_ones(n, 1, array.dtype)) if axis else _ones(1, n, array.dtype).dot(array)
    return add_reduce(array, axis, None, None, True)


def beside(array: Array, axis: int) -> Any:
    """Return what `kept_sums` does, or the same repeated along the axis: what is combined sooner.

    An operand of another shape costs a ufunc 0.6 us; a product with a matrix of ones spares that.
    """
    if array.ndim == 2 and array.shape[axis] * array.size <= 16384:
        n = array.shape[axis]
        return array.dot(_ones(n, n, array.dtype)) if axis else _ones(n, n, array.dtype).dot(array)
    return kept_sums(array, axis)


@functools.lru_cache(maxsize=256)
def _ones(n: int, m: int, d: NpDType) -> Array:
    return np.ones((n, m), d)


def shifted(self: Array, axis: int) -> Any:
    """Return `self`, which has elements and dimensions, minus its maximum along `axis`.

    A row of -inf alone, or one with +inf, becomes nan, as in PyTorch.
    """
    return np.subtract(self, max_reduce(self, axis, None, None, True))


def _shifted(self: Array, dim: int, target: NpDType | None, what: str) -> tuple[Array, int]:
    """Return `self` minus its maximum along `dim`, in float32 for float16, and the axis.

    Raises
    ------
    NotImplementedError
        If the dtype is not floating.
    """
    axis = wrap_dim(dim, self.ndim)
    if target is not None:
        if self.dtype.kind == "c" != target.kind:
            self = self.real  # NumPy would warn
        self = self.astype(target, copy=False)
    if self.dtype.kind != "f":
        raise NotImplementedError(
            f"{what} is not implemented for {self.dtype.name}; pass dtype= or convert it first"
        )
    if self.dtype is _FLOAT16:
        self = self.astype(_FLOAT32)
    if self.size == 0:
        return self, axis
    if self.ndim == 0:
        return np.asarray(np.subtract(self, self)), axis
    return shifted(self, axis), axis


@kernel("softmax")
def softmax(self: Array, dim: int, dtype: dtype | None = None) -> Any:
    d = self.dtype
    if dtype is None and (d is _FLOAT32 or d is _FLOAT64) and self.size and self.ndim:
        axis = wrap_dim(dim, self.ndim)
        e = shifted(self, axis)
        np.exp(e, e)
        return np.true_divide(e, beside(e, axis), e)
    target = None if dtype is None else dtype.dtype
    x, axis = _shifted(self, dim, target, "softmax")
    e = np.asarray(np.exp(x))
    total = add_reduce(e, axis if e.ndim else None, None, None, True)
    return np.true_divide(e, total, e).astype(target or self.dtype, copy=False)


@kernel("log_softmax")
def log_softmax(self: Array, dim: int, dtype: dtype | None = None) -> Any:
    d = self.dtype
    if dtype is None and (d is _FLOAT32 or d is _FLOAT64) and self.size and self.ndim:
        axis = wrap_dim(dim, self.ndim)
        x = shifted(self, axis)
        total = beside(np.exp(x), axis)
        return np.subtract(x, np.log(total, total), x)
    target = None if dtype is None else dtype.dtype
    x, axis = _shifted(self, dim, target, "log_softmax")
    total = add_reduce(np.exp(x), axis if x.ndim else None, None, None, True)
    return np.subtract(x, np.log(total)).astype(target or self.dtype, copy=False)
