"""NumPy kernels of bounds, choices between elements, and blends of tensors."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...dispatch.registry import raw_kernel
from ..promotion import Array, constant, promote, python_scalar, scalar_operand
from .places import fresh

__warningregistry__ = 0  # Note [Silent arithmetic] in backends/array_backend.py

kernel = raw_kernel("NumPy")

for _name, _ufunc in {
    "fmax": np.fmax,
    "fmin": np.fmin,
}.items():
    kernel(_name)(_ufunc)


# Not the ufuncs themselves: np.maximum and np.minimum refuse their output as third argument.


@kernel("clamp_min")
def clamp_min(self: Array, min: Array) -> Any:
    return np.maximum(self, min)


@kernel("clamp_max")
def clamp_max(self: Array, max: Array) -> Any:
    return np.minimum(self, max)


@kernel("clamp")
def clamp(self: Array, min: object = None, max: object = None) -> Any:
    if min is None and max is None:
        raise RuntimeError("clamp: At least one of 'min' or 'max' must not be None")
    if self.dtype.kind == "c":
        raise NotImplementedError("clamp is not implemented for complex numbers")
    low = None if min is None else scalar_operand(self.dtype, min)
    high = None if max is None else scalar_operand(self.dtype, max)
    for operand in (low, high):
        if operand is not None and operand.dtype is not self.dtype:
            self = promote(self, operand)[0]
            low = None if min is None else constant(self.dtype, python_scalar(min))
            high = None if max is None else constant(self.dtype, python_scalar(max))
    result = self if low is None else np.maximum(self, low)
    return result if high is None else np.minimum(result, high)


@kernel("nan_to_num")
def nan_to_num(
    self: Array,
    nan: float | None = None,
    posinf: float | None = None,
    neginf: float | None = None,
) -> Any:
    if self.dtype.kind != "f":
        return self.copy()
    limits = np.finfo(self.dtype)
    result = np.array(self)
    np.copyto(result, 0.0 if nan is None else nan, casting="unsafe", where=np.isnan(self))
    for infinity, value in (
        (np.inf, limits.max if posinf is None else posinf),
        (-np.inf, limits.min if neginf is None else neginf),
    ):
        np.copyto(result, value, casting="unsafe", where=np.equal(self, infinity))
    return result


@kernel("heaviside")
def heaviside(self: Array, values: Array) -> Any:
    if self.dtype != values.dtype:
        raise RuntimeError(
            "heaviside is not yet implemented for tensors with different dtypes: "
            f"{self.dtype.name} and {values.dtype.name}"
        )
    return np.where(np.equal(self, 0), values, np.greater(self, 0).astype(self.dtype))


@kernel("masked_fill")
def masked_fill(self: Array, mask: Array, value: Any) -> Any:
    if mask.dtype.kind != "b":
        raise RuntimeError(
            f"masked_fill only supports boolean masks, but got mask with dtype {mask.dtype.name}"
        )
    if isinstance(value, np.ndarray):
        if value.ndim:
            raise RuntimeError(
                "masked_fill only supports a 0-dimensional value tensor, but got tensor with "
                f"{value.ndim} dimension(s)."
            )
        value = value.astype(self.dtype)
    elif self.dtype.kind in "biu":
        value = constant(self.dtype, self.dtype.type(value).item())
    else:
        value = constant(self.dtype, python_scalar(value))
    if mask.shape != self.shape:
        return np.where(mask, value, self)
    result = fresh(self)  # 0.6 us with putmask, where np.where takes 1.0
    np.putmask(result, mask, value)
    return result


def _same(name: str, first: Array, second: Any, what: str) -> None:
    if isinstance(second, np.ndarray) and first.dtype != second.dtype:
        raise RuntimeError(
            f"{name}: expected dtype {first.dtype.name} for `{what}` but got dtype "
            f"{second.dtype.name}"
        )


@kernel("lerp")
def lerp(self: Array, end: Array, weight: Any) -> Any:
    _same("lerp", self, end, "end")
    _same("lerp", self, weight, "weight")
    if self.dtype.kind not in "fc":
        raise NotImplementedError(f"lerp is not implemented for {self.dtype.name}")
    way = np.subtract(end, self)
    if not isinstance(weight, np.ndarray):  # from the nearer end, so that weight 1 gives `end`
        if abs(weight) < 0.5:
            return np.add(self, np.multiply(way, scalar_operand(way.dtype, weight)))
        return np.subtract(end, np.multiply(way, scalar_operand(way.dtype, 1 - weight)))
    near = np.less(np.absolute(weight), 0.5)
    from_self = np.add(self, np.multiply(way, weight))
    return np.where(near, from_self, np.subtract(end, np.multiply(way, np.subtract(1, weight))))


@kernel("addcmul")
def addcmul(self: Array, tensor1: Array, tensor2: Array, value: Any = 1) -> Any:
    product = np.multiply(tensor1, tensor2)
    return np.add(self, product if value == 1 else np.multiply(product, _factor(self, value)))


@kernel("addcdiv")
def addcdiv(self: Array, tensor1: Array, tensor2: Array, value: Any = 1) -> Any:
    if self.dtype.kind not in "fc":
        raise RuntimeError(
            "Integer division with addcdiv is not supported; convert to floats first"
        )
    quotient = np.divide(tensor1, tensor2)
    return np.add(self, quotient if value == 1 else np.multiply(quotient, _factor(self, value)))


def _factor(self: Array, value: Any) -> Array:
    number = python_scalar(value)
    if self.dtype.kind in "biu":
        number = int(number.real)
    return constant(self.dtype, number)
