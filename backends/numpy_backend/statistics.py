"""NumPy kernels of variance, standard deviation and norms."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any, Final

import numpy as np

from ...dispatch.registry import raw_kernel
from ..dtypes import NpDType, dtype
from ..promotion import Array
from ..shapes import reduced_axes
from .reduce import add_reduce, beside, kept_sums, max_reduce

__warningregistry__ = 0  # Note [Silent arithmetic] in array_backend.py

kernel = raw_kernel("NumPy")

min_reduce: Final[Callable[..., Any]] = np.minimum.reduce
_FLOAT16: Final[NpDType] = np.dtype(np.float16)
Dims = int | Sequence[int] | None


def _variance(name: str, self: Array, dim: Dims, correction: float | None, keepdim: bool) -> Any:
    if self.dtype.kind not in "fc":
        raise RuntimeError(f"{name} only support floating point and complex dtypes")
    axes = reduced_axes(dim, self.ndim)
    x = self.astype(np.float32) if self.dtype is _FLOAT16 else self
    count = self.size if axes is None else math.prod([self.shape[a] for a in axes])
    if x.ndim == 2 and axes is not None and len(axes) == 1 and x.dtype.kind == "f":
        axis = axes[0]
        left = max(0, count - (1 if correction is None else correction))
        deviation = np.subtract(x, np.divide(beside(x, axis), count))
        found = np.divide(kept_sums(np.square(deviation, deviation), axis), left)
        return found if keepdim else found.squeeze(axis)
    deviation = np.subtract(x, np.divide(add_reduce(x, axes, None, None, True), count))
    if self.dtype.kind == "c":
        squares = np.add(np.square(deviation.real), np.square(deviation.imag))
    else:
        squares = np.square(deviation, deviation) if deviation.ndim else np.square(deviation)
    left = max(0, count - (1 if correction is None else correction))
    return np.divide(add_reduce(squares, axes, None, None, keepdim), left)


@kernel("var")
def var(self: Array, dim: Dims = None, correction: float | None = 1, keepdim: bool = False) -> Any:
    result = _variance("var", self, dim, correction, keepdim)
    return result.astype(self.dtype) if self.dtype is _FLOAT16 else result


@kernel("std")
def std(self: Array, dim: Dims = None, correction: float | None = 1, keepdim: bool = False) -> Any:
    result = np.sqrt(_variance("std", self, dim, correction, keepdim))
    return result.astype(self.dtype) if self.dtype is _FLOAT16 else result


def _check_norm(self: Array, ord: float, axes: Sequence[int] | None, target: Any) -> None:
    if self.dtype.kind not in "fc":
        raise RuntimeError(
            "linalg.vector_norm: Expected a floating point or complex tensor as input. "
            f"Got {self.dtype.name}"
        )
    if 0 in self.shape and (ord < 0 or ord == math.inf):
        empty = axes is None or any(self.shape[a] == 0 for a in axes)
        if empty:
            raise RuntimeError(
                f"linalg.vector_norm cannot compute the {ord} norm on an empty tensor because "
                "the operation does not have an identity"
            )


@kernel("linalg_vector_norm")
def vector_norm(
    self: Array,
    ord: float = 2,
    dim: Dims = None,
    keepdim: bool = False,
    dtype: dtype | None = None,
) -> Any:
    axes = reduced_axes(dim, self.ndim)
    target = None if dtype is None else dtype.dtype
    _check_norm(self, ord, axes, target)
    if target is not None:
        if (self.dtype.kind == "c") != (target.kind == "c"):
            kind = "complex" if self.dtype.kind == "c" else "real"
            raise RuntimeError(
                f"linalg.vector_norm: dtype should be {kind} for {kind} inputs, but got "
                f"{target.name}"
            )
        self = self.astype(target, copy=False)
    real = self.real.dtype
    if ord == 2 and axes is None and not keepdim and self.dtype.kind == "f" and real.itemsize > 2:
        flat = self.reshape(-1)
        return np.sqrt(np.dot(flat, flat))
    x = np.absolute(self)
    if real.itemsize == 2:
        x = x.astype(np.float32)
    if ord == math.inf:
        return max_reduce(x, axes, None, None, keepdim).astype(real, copy=False)
    if ord == -math.inf:
        return min_reduce(x, axes, None, None, keepdim).astype(real, copy=False)
    if ord == 0:
        return add_reduce(np.not_equal(x, 0), axes, real, None, keepdim)
    if ord == 1:
        result = add_reduce(x, axes, None, None, keepdim)
    elif ord == 2:
        result = np.sqrt(add_reduce(np.square(x), axes, None, None, keepdim))
    else:
        result = np.power(add_reduce(np.power(x, ord), axes, None, None, keepdim), 1 / ord)
    return result.astype(real, copy=False)
