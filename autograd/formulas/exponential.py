"""Derivatives of exponentials, logarithms, roots, and of the error and gamma functions."""

from __future__ import annotations

import math
from typing import Any

from ...dispatch.generated.functions import (
    _polygamma,
    digamma,
    exp,
    exp2,
    logical_and,
    logical_or,
    where,
    xlogy,
)
from ..conjugate import complex_gradient, conj
from ..derivatives import derivative

# ----- exponentials and logarithms -----


def exp2_self(g: Any, result: Any) -> Any:
    return g * conj(result * math.log(2))


def expm1_self(g: Any, result: Any) -> Any:
    return g * conj(result + 1)


def log2_self(g: Any, self: Any) -> Any:
    return g / conj(self * math.log(2))


def log10_self(g: Any, self: Any) -> Any:
    return g / conj(self * math.log(10))


def log1p_self(g: Any, self: Any) -> Any:
    return g / conj(self + 1)


def logit_self(g: Any, self: Any, eps: Any) -> Any:
    slope = g / conj(self * (1 - self))
    if complex_gradient(g):
        return slope
    if eps is None:
        return where(logical_and(self >= 0, self <= 1), slope, math.nan)
    return where(logical_or(self < eps, self > 1 - eps), 0.0, slope)


def logaddexp_self(g: Any, self: Any, other: Any) -> Any:
    return g / conj(1 + exp(other - self))


def logaddexp_other(g: Any, self: Any, other: Any) -> Any:
    return g / conj(1 + exp(self - other))


def logaddexp2_self(g: Any, self: Any, other: Any) -> Any:
    return g / (1 + exp2(other - self))


def logaddexp2_other(g: Any, self: Any, other: Any) -> Any:
    return g / (1 + exp2(self - other))


def xlogy_self(g: Any, self: Any, other: Any) -> Any:
    if complex_gradient(g):
        return g * conj(xlogy(1, other))
    if isinstance(other, (int, float)):
        slope = xlogy(g, other)
        return where(self == 0, 0.0, slope) if other <= 0 else slope
    return where(logical_and(self == 0, other <= 0), 0.0, xlogy(g, other))


def xlogy_other(g: Any, self: Any, other: Any) -> Any:
    return g * conj(self / other)


derivative("exp2", self=exp2_self)
derivative("expm1", self=expm1_self)
derivative("log2", self=log2_self)
derivative("log10", self=log10_self)
derivative("log1p", self=log1p_self)
derivative("logit", self=logit_self)
derivative("logaddexp", self=logaddexp_self, other=logaddexp_other)
derivative("logaddexp2", self=logaddexp2_self, other=logaddexp2_other)
derivative("xlogy", self=xlogy_self, other=xlogy_other)

# ----- roots and powers -----


def rsqrt_self(g: Any, result: Any) -> Any:
    return -0.5 * g * conj(result * result * result)


def reciprocal_self(g: Any, result: Any) -> Any:
    return -g * conj(result * result)


def square_self(g: Any, self: Any) -> Any:
    return g * conj(2 * self)


derivative("rsqrt", self=rsqrt_self)
derivative("reciprocal", self=reciprocal_self)
derivative("square", self=square_self)

# ----- error and gamma functions -----


def erf_self(g: Any, self: Any) -> Any:
    return g * (exp(-(self * self)) * (2 / math.sqrt(math.pi)))


def erfc_self(g: Any, self: Any) -> Any:
    return g * (exp(-(self * self)) * (-2 / math.sqrt(math.pi)))


def erfinv_self(g: Any, result: Any) -> Any:
    return g * (exp(result * result) * (math.sqrt(math.pi) / 2))


def lgamma_self(g: Any, self: Any) -> Any:
    return g * digamma(self)


def digamma_self(g: Any, self: Any) -> Any:
    return g * _polygamma(self, 1)


def polygamma_self(g: Any, self: Any, order: Any) -> Any:
    return g * _polygamma(self, order + 1)


derivative("erf", self=erf_self)
derivative("erfc", self=erfc_self)
derivative("erfinv", self=erfinv_self)
derivative("lgamma", self=lgamma_self)
derivative("digamma", self=digamma_self)
derivative("_polygamma", self=polygamma_self)
