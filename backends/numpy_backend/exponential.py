"""NumPy kernels of exponentials, logarithms and roots."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...dispatch.registry import raw_kernel
from ..dtypes import NpDType
from ..promotion import Array, to_float

__warningregistry__ = 0  # Note [Silent arithmetic] in backends/array_backend.py

kernel = raw_kernel("NumPy")

for _name, _ufunc in {
    "exp2": np.exp2,
    "expm1": np.expm1,
    "log2": np.log2,
    "log10": np.log10,
    "log1p": np.log1p,
}.items():
    kernel(_name)(_ufunc)

_BOOL: NpDType = np.dtype(bool)


@kernel("reciprocal")
def reciprocal(self: Array) -> Any:
    return np.reciprocal(to_float(self))


@kernel("rsqrt")
def rsqrt(self: Array) -> Any:
    return np.reciprocal(np.sqrt(self))


@kernel("square")
def square(self: Array) -> Any:
    return np.square(self.astype(np.int64) if self.dtype is _BOOL else self)


@kernel("logit")
def logit(self: Array, eps: float | None = None) -> Any:
    if eps is not None:
        self = np.minimum(np.maximum(self, eps), 1 - eps)
    return np.log(np.divide(self, np.subtract(1, self)))


def _floating(name: str, self: Array) -> None:
    if self.dtype.kind != "f":
        raise NotImplementedError(f"{name} is not implemented for {self.dtype.name}")


@kernel("logaddexp")
def logaddexp(self: Array, other: Array) -> Any:
    if self.dtype.kind == "c":
        return _log_of_sum(self, other)
    _floating("logaddexp", self)
    return np.logaddexp(self, other)


def _log_of_sum(self: Array, other: Array) -> Any:
    """Return log(exp(self) + exp(other)) of complex numbers, from the one of larger real part."""
    first = np.greater_equal(self.real, other.real)
    high, low = np.where(first, self, other), np.where(first, other, self)
    return np.add(high, np.log1p(np.exp(np.subtract(low, high))))


@kernel("logaddexp2")
def logaddexp2(self: Array, other: Array) -> Any:
    _floating("logaddexp2", self)
    return np.logaddexp2(self, other)


@kernel("xlogy")
def xlogy(self: Array, other: Array) -> Any:
    zero = np.logical_and(np.equal(self, 0), np.equal(other, other))
    return np.where(zero, self.dtype.type(0), np.multiply(self, np.log(np.where(zero, 1, other))))
