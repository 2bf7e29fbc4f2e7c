"""NumPy kernels of complex numbers and their parts."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...dispatch.registry import raw_kernel
from ..backend import Backend
from ..dtypes import NpDType
from ..promotion import Array, to_float
from .pointwise import sign

__warningregistry__ = 0  # Note [Silent arithmetic] in array_backend.py

kernel = raw_kernel("NumPy")

COMPLEX: dict[NpDType, NpDType] = {
    np.dtype(np.float32): np.dtype(np.complex64),
    np.dtype(np.float64): np.dtype(np.complex128),
}


@kernel("conj_physical")
def conj_physical(self: Array) -> Any:
    return np.conjugate(self) if self.dtype.kind == "c" else np.array(self)


@kernel("sgn")
def sgn(self: Array) -> Any:
    kind = self.dtype.kind
    if kind != "c":
        return sign(self)
    size = np.absolute(self)
    zero = np.equal(size, 0)
    return np.where(zero, 0, np.divide(self, np.where(zero, 1, size))).astype(
        self.dtype, copy=False
    )


@kernel("angle")
def angle(self: Array) -> Any:
    if self.dtype.kind == "c":
        return np.arctan2(self.imag, self.real)
    self = to_float(self)
    result = np.where(np.less(self, 0), np.pi, 0)
    return np.where(np.isnan(self), np.nan, result).astype(self.dtype, copy=False)


@kernel("isreal")
def isreal(self: Array) -> Any:
    if self.dtype.kind == "c":
        return np.equal(self.imag, 0)
    return np.ones_like(self, bool)


def check_parts(name: str, first: Any, second: Any) -> NpDType:
    """Return the complex dtype of two parts, having refused parts that do not go together."""
    target = COMPLEX.get(first.dtype)
    if target is None or second.dtype not in COMPLEX:
        raise RuntimeError(
            f"{name}: expected both inputs to be float32 or float64 tensors but got "
            f"{first.dtype.name} and {second.dtype.name}"
        )
    if first.dtype != second.dtype:
        raise RuntimeError(
            f"{name}: expected the second input to be of dtype {first.dtype.name}, as the first, "
            f"but got {second.dtype.name}"
        )
    return target


@kernel("complex")
def complex_(real: Array, imag: Array) -> Any:
    target = check_parts("complex", real, imag)
    result = np.empty_like(np.add(real, imag), target)  # broadcast, in the order of the operands
    result.real, result.imag = real, imag
    return result


@kernel("polar")
def polar(abs: Array, angle: Array) -> Any:
    check_parts("polar", abs, angle)
    return complex_(np.multiply(abs, np.cos(angle)), np.multiply(abs, np.sin(angle)))


# ----- views -----


def check_complex(name: str, dtype: NpDType) -> None:
    """Refuse real numbers where complex ones are viewed as pairs."""
    if dtype.kind != "c":
        raise RuntimeError(
            f"{name} is only supported for complex tensors; this one has dtype {dtype.name}"
        )


def check_pairs(
    dtype: NpDType, shape: tuple[int, ...], strides: tuple[int, ...], offset: int
) -> NpDType:
    """Return the complex dtype of pairs, having refused what cannot be viewed as such.

    Strides and the offset are counted in elements.
    """
    target = COMPLEX.get(dtype)
    if target is None:
        raise RuntimeError(
            "view_as_complex is only supported for floating point tensors of float32 or float64, "
            f"but got {dtype.name}"
        )
    if not shape:
        raise RuntimeError("Input tensor must have one or more dimensions")
    if shape[-1] != 2:
        raise RuntimeError("Tensor must have a last dimension of size 2")
    if strides[-1] != 1 and 0 not in shape:  # without elements, strides mean nothing
        raise RuntimeError("Tensor must have a last dimension with stride 1")
    if any(s % 2 for s, n in zip(strides[:-1], shape, strict=False) if n > 1):
        raise RuntimeError("Tensor must have a stride divisible by 2 for all but last dimension")
    if offset % 2:
        raise RuntimeError("Tensor must have a storage_offset divisible by 2")
    return target


@kernel("view_as_real")
def view_as_real(self: Array) -> Any:
    check_complex("view_as_real", self.dtype)
    real = self.real
    if self.flags.c_contiguous:
        return self.reshape(-1).view(real.dtype).reshape(*self.shape, 2)
    return np.lib.stride_tricks.as_strided(
        real, (*self.shape, 2), (*real.strides, real.itemsize), writeable=self.flags.writeable
    )


@kernel("view_as_complex")
def view_as_complex(self: Array) -> Any:
    unit = self.itemsize
    strides = tuple([s // unit for s in self.strides])
    target = check_pairs(self.dtype, self.shape, strides, Backend.host.storage_offset(self))
    return self.view(target)[..., 0]
