"""NumPy kernels of normalisation, forward and backward.

All of them see their operand as rows to be normalised; float16 is computed in float32.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any, Final

import numpy as np

from ...dispatch.registry import raw_kernel
from ..dtypes import FLOATING, NpDType
from ..promotion import Array, constant
from .reduce import beside

__warningregistry__ = 0  # Note [Silent arithmetic] in array_backend.py

kernel = raw_kernel("NumPy")

_FLOAT16: Final[NpDType] = np.dtype(np.float16)
_FLOAT32: Final[NpDType] = np.dtype(np.float32)
add_reduce: Final[Callable[..., Any]] = np.add.reduce
# The sum of products of each row, in one pass and without a temporary array.
row_dot: Final[Callable[..., Any]] = np.vecdot


def check_norm(self: Any, shape: Sequence[int], weight: Any, bias: Any) -> None:
    """Refuse sizes that do not fit, and dtypes that are not floating."""
    wanted = tuple(shape)
    if not wanted:
        raise RuntimeError("Expected normalized_shape to be at least 1-dimensional")
    if self.shape[-len(wanted) :] != wanted:
        raise RuntimeError(
            f"Given normalized_shape={list(wanted)}, expected input with shape "
            f"[*, {', '.join(map(str, wanted))}], but got input of size{list(self.shape)}"
        )
    for name, array in (("weight", weight), ("bias", bias)):
        if array is not None and array.shape != wanted:
            raise RuntimeError(
                f"Expected {name} to be of same shape as normalized_shape, but got {name} of shape "
                f"{list(array.shape)} and normalized_shape = {list(wanted)}"
            )
        if array is not None and array.dtype is not self.dtype and _mixes(self, array):
            raise RuntimeError(
                f"layer_norm: expected {name} to have the dtype of the input, {self.dtype.name}, "
                f"but got {array.dtype.name}; convert one of them with .to(dtype)"
            )
    if self.dtype.kind not in FLOATING:
        raise NotImplementedError(f"layer_norm is not implemented for {self.dtype.name}")


def _mixes(self: Any, array: Any) -> bool:
    """Whether one of two dtypes is bfloat16, in which NumPy would add up."""
    return bool(self.dtype != array.dtype and "V" in (self.dtype.kind, array.dtype.kind))


def _rows(self: Array, shape: Sequence[int]) -> Any:
    """Return the operand as rows of what is normalised together."""
    n = math.prod(shape)
    rows = self.reshape((self.size // n if n else 0, n))
    return rows if self.dtype is not _FLOAT16 else rows.astype(_FLOAT32)


@kernel("native_layer_norm")
def native_layer_norm(
    self: Array,
    normalized_shape: Sequence[int],
    weight: Array | None = None,
    bias: Array | None = None,
    eps: float = 1e-5,
) -> Any:
    check_norm(self, normalized_shape, weight, bias)
    rows = _rows(self, normalized_shape)
    n = rows.shape[1]
    count = constant(rows.dtype, n)
    mean = beside(rows, 1)
    np.divide(mean, count, mean)
    centred = np.subtract(rows, mean)
    if n <= 128:  # 0.6 us instead of 0.9
        rstd = beside(np.square(centred), 1)
    else:
        rstd = row_dot(centred, centred)[:, None]
    np.divide(rstd, count, rstd)
    np.add(rstd, constant(rows.dtype, eps), rstd)
    np.sqrt(rstd, rstd)
    np.reciprocal(rstd, rstd)
    centred *= rstd
    if weight is not None:
        centred *= weight.reshape(-1)
    if bias is not None:
        centred += bias.reshape(-1)
    kept = self.shape[: self.ndim - len(normalized_shape)] + (1,) * len(normalized_shape)
    result = centred.reshape(self.shape)
    if mean.shape[1] > 1:
        mean, rstd = mean[:, 0].copy(), rstd[:, 0].copy()
    if self.dtype is _FLOAT16:
        result, mean, rstd = (a.astype(_FLOAT16) for a in (result, mean, rstd))
    return result, mean.reshape(kept), rstd.reshape(kept)


def _normal(rows: Array, mean: Array, rstd: Array) -> Any:
    """Return the rows brought to mean 0 and variance 1."""
    normal = rows - mean
    normal *= rstd
    return normal


@kernel("layer_norm_backward")
def layer_norm_backward(
    grad: Array,
    self: Array,
    mean: Array,
    rstd: Array,
    weight: Array | None,
    normalized_shape: Sequence[int],
    eps: float,
) -> Any:
    slopes, rows = _rows(grad, normalized_shape), _rows(self, normalized_shape)
    column = (rows.shape[0], 1)
    rstd = rstd.reshape(column).astype(rows.dtype, copy=False)
    if weight is not None:
        slopes = slopes * weight.reshape(-1)
    result = rows - mean.reshape(column)
    n = rows.shape[1]
    share = row_dot(slopes, result)[:, None]
    share *= rstd
    share *= rstd
    share /= -n
    result *= share
    result += slopes
    # a product with ones takes a third of the time of a sum along rows
    shares = np.empty((n, 1), slopes.dtype)
    shares.fill(1 / n)
    offset = slopes.dot(shares)
    result -= offset
    result *= rstd
    return result.reshape(self.shape).astype(self.dtype, copy=False)


@kernel("layer_norm_weight_backward")
def layer_norm_weight_backward(
    grad: Array,
    self: Array,
    mean: Array,
    rstd: Array,
    normalized_shape: Sequence[int],
    eps: float,
) -> Any:
    rows = _rows(self, normalized_shape)
    column = (rows.shape[0], 1)
    normal = _normal(rows, mean.reshape(column), rstd.reshape(column))
    normal *= _rows(grad, normalized_shape)
    total = add_reduce(normal, 0).reshape(tuple(normalized_shape))
    return total.astype(self.dtype, copy=False)


@kernel("layer_norm_bias_backward")
def layer_norm_bias_backward(grad: Array, self: Array, normalized_shape: Sequence[int]) -> Any:
    total = add_reduce(_rows(grad, normalized_shape), 0).reshape(tuple(normalized_shape))
    return total.astype(grad.dtype, copy=False)


# ----- softmax -----


def _row_sums(a: Array, b: Array, axis: int) -> Any:
    """Return the sums of products along an axis, kept as a dimension of size one."""
    if axis == a.ndim - 1 and a.dtype is not _FLOAT16:
        return row_dot(a, b)[..., None]
    wide = _FLOAT32 if a.dtype is _FLOAT16 else None
    return add_reduce(np.multiply(a, b), axis, wide, None, True).astype(a.dtype, copy=False)


@kernel("softmax_backward")
def softmax_backward(grad: Array, output: Array, dim: int) -> Any:
    if not grad.ndim:
        return np.zeros_like(grad)
    result = np.subtract(grad, _row_sums(grad, output, dim % grad.ndim))
    return np.multiply(result, output, result)


@kernel("log_softmax_backward")
def log_softmax_backward(grad: Array, output: Array, dim: int) -> Any:
    if not grad.ndim:
        return np.zeros_like(grad)
    result = np.exp(output)
    np.multiply(result, add_reduce(grad, dim, None, None, True), result)
    return np.subtract(grad, result, result)
