"""NumPy kernels of angles, their functions, and the hyperbolic functions."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from ...dispatch.registry import raw_kernel
from ..promotion import Array, to_float

__warningregistry__ = 0  # Note [Silent arithmetic] in backends/array_backend.py

kernel = raw_kernel("NumPy")

for _name, _ufunc in {
    "tan": np.tan,
    "asin": np.arcsin,
    "acos": np.arccos,
    "atan": np.arctan,
    "sinh": np.sinh,
    "cosh": np.cosh,
    "asinh": np.arcsinh,
    "acosh": np.arccosh,
    "atanh": np.arctanh,
}.items():
    kernel(_name)(_ufunc)


@kernel("atan2")
def atan2(self: Array, other: Array) -> Any:
    if self.dtype.kind == "c":
        raise NotImplementedError(f"atan2 is not implemented for {self.dtype.name}")
    return np.arctan2(to_float(self), to_float(other))


@kernel("hypot")
def hypot(self: Array, other: Array) -> Any:
    if self.dtype.kind != "f":
        raise NotImplementedError(f"hypot is not implemented for {self.dtype.name}")
    return np.hypot(self, other)


@kernel("sinc")
def sinc(self: Array) -> Any:
    self = to_float(self)
    x = np.multiply(self, math.pi)
    zero = np.equal(self, 0)
    return np.where(zero, 1, np.divide(np.sin(x), np.where(zero, 1, x), dtype=x.dtype)).astype(
        self.dtype, copy=False
    )


@kernel("deg2rad")
def deg2rad(self: Array) -> Any:
    return np.multiply(self, math.pi / 180)


@kernel("rad2deg")
def rad2deg(self: Array) -> Any:
    return np.multiply(self, 180 / math.pi)
