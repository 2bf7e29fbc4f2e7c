"""NumPy kernels of rounding, remainders and signs."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...dispatch.registry import raw_kernel
from ..promotion import Array, to_float
from .pointwise import div

__warningregistry__ = 0  # Note [Silent arithmetic] in backends/array_backend.py

kernel = raw_kernel("NumPy")


def _rounding(name: str, ufunc: Any) -> None:
    def rounded(self: Array) -> Any:
        kind = self.dtype.kind
        if kind == "f":
            return ufunc(self)
        if kind in "iu":
            return self.copy()
        raise NotImplementedError(f"{name} is not implemented for {self.dtype.name}")

    kernel(name)(rounded)


_rounding("floor", np.floor)
_rounding("ceil", np.ceil)
_rounding("trunc", np.trunc)


@kernel("round")
def round(self: Array, decimals: int = 0) -> Any:
    kind = self.dtype.kind
    if kind == "f":
        if decimals == 0:
            return np.rint(self)
        scale = self.dtype.type(10.0 ** abs(decimals))
        if decimals > 0:
            return np.divide(np.rint(np.multiply(self, scale)), scale)
        return np.multiply(np.rint(np.divide(self, scale)), scale)
    if kind in "iu" and decimals == 0:
        return self.copy()
    with_decimals = "" if decimals == 0 else f" with decimals={decimals}"
    raise NotImplementedError(f"round{with_decimals} is not implemented for {self.dtype.name}")


@kernel("frac")
def frac(self: Array) -> Any:
    if self.dtype.kind != "f":
        raise NotImplementedError(f"frac is not implemented for {self.dtype.name}")
    return np.subtract(self, np.trunc(self))


@kernel("signbit")
def signbit(self: Array) -> Any:
    kind = self.dtype.kind
    if kind == "f":
        return np.signbit(self)
    if kind == "c":
        raise RuntimeError("signbit is not implemented for complex tensors.")
    return np.less(self, 0)


def _divisor(name: str, other: Array) -> None:
    """Refuse what cannot be divided by: a zero among integers, booleans, complex numbers."""
    kind = other.dtype.kind
    if kind == "f":
        return
    if kind in "bc":
        raise NotImplementedError(f"{name} is not implemented for {other.dtype.name}")
    if other.size and not np.logical_and.reduce(other, None):
        raise RuntimeError("ZeroDivisionError: integer division by zero")


@kernel("remainder")
def remainder(self: Array, other: Array) -> Any:
    _divisor("remainder", other)
    return np.remainder(self, other)


@kernel("fmod")
def fmod(self: Array, other: Array) -> Any:
    _divisor("fmod", other)
    return np.fmod(self, other)


@kernel("floor_divide")
def floor_divide(self: Array, other: Array) -> Any:
    return div(self, other, "floor")


@kernel("copysign")
def copysign(self: Array, other: Array) -> Any:
    if self.dtype.kind == "c":
        raise RuntimeError("copysign is not implemented for complex tensors")
    return np.copysign(to_float(self), to_float(other))
