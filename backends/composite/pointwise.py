"""Composites that act on each element."""

from __future__ import annotations

from typing import Any

from ...dispatch.generated.functions import (
    _to_copy,
    clamp_max,
    clamp_min,
    div,
    eq,
    isfinite,
    isnan,
    le,
    logical_and,
    logical_or,
    pow,
)
from ...dispatch.generated.functions import abs as absolute
from ...dispatch.generated.functions import all as every
from ...dispatch.operator import TENSOR_TYPES
from ...dispatch.registry import composite
from ..dtypes import bool as bool_
from ..dtypes import complex128, float64


@composite("true_divide")
def true_divide(self: Any, other: Any) -> Any:
    return div(self, other)


@composite("positive")
def positive(self: Any) -> Any:
    if self.dtype is bool_:
        raise RuntimeError("The `+` operator, on a bool tensor is not supported.")
    return self


@composite("float_power")
def float_power(self: Any, exponent: Any) -> Any:
    operands = [self, exponent]
    wide = any(
        v.dtype.is_complex if v.__class__ in TENSOR_TYPES else isinstance(v, complex)
        for v in operands
    )
    target = complex128 if wide else float64
    for i, v in enumerate(operands):
        if v.__class__ in TENSOR_TYPES:
            operands[i] = v if v.dtype is target else _to_copy(v, target)
        else:
            operands[i] = complex(v) if wide else float(v)
    return pow(*operands)


@composite("clamp.Tensor")
def clamp_tensor(self: Any, min: Any = None, max: Any = None) -> Any:
    if min is None and max is None:
        raise RuntimeError("clamp: At least one of 'min' or 'max' must not be None")
    if min is not None:
        self = clamp_min(self, min)
    return self if max is None else clamp_max(self, max)


@composite("isclose")
def isclose(
    self: Any, other: Any, rtol: float = 1e-05, atol: float = 1e-08, equal_nan: bool = False
) -> Any:
    if self.dtype is not other.dtype:
        raise RuntimeError(f"{self.dtype} did not match {other.dtype}")
    if rtol < 0 or atol < 0:
        name, value = ("rtol", rtol) if rtol < 0 else ("atol", atol)
        raise RuntimeError(f"{name} must be greater than or equal to zero, but got {value}")
    close = eq(self, other)
    floating = self.dtype.is_floating_point or self.dtype.is_complex
    if floating and equal_nan:
        close = logical_or(close, logical_and(isnan(self), isnan(other)))
    if rtol == 0 and atol == 0:
        return close
    if not floating:
        self, other = _to_copy(self, float64), _to_copy(other, float64)
    distance = absolute(self - other)
    near = le(distance, absolute(other * rtol) + atol)
    return logical_or(close, logical_and(isfinite(distance), near))


@composite("allclose")
def allclose(
    self: Any, other: Any, rtol: float = 1e-05, atol: float = 1e-08, equal_nan: bool = False
) -> bool:
    return bool(every(isclose(self, other, rtol, atol, equal_nan)))
