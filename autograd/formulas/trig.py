"""Derivatives of the functions of angles and of the hyperbolic functions."""

from __future__ import annotations

import math
from typing import Any

from ...dispatch.generated.functions import cos, cosh, neg, reciprocal, rsqrt, sin, sinh, where
from ..conjugate import complex_gradient, conj
from ..derivatives import derivative


def tan_self(g: Any, result: Any) -> Any:
    return g * conj(1 + result * result)


def asin_self(g: Any, self: Any) -> Any:
    return g * conj(rsqrt(1 - self * self))


def acos_self(g: Any, self: Any) -> Any:
    return g * conj(neg(rsqrt(1 - self * self)))


def atan_self(g: Any, self: Any) -> Any:
    return g / conj(self * self + 1)


def sinh_self(g: Any, self: Any) -> Any:
    return g * conj(cosh(self))


def cosh_self(g: Any, self: Any) -> Any:
    return g * conj(sinh(self))


def asinh_self(g: Any, self: Any) -> Any:
    return g * conj(rsqrt(self * self + 1))


def acosh_self(g: Any, self: Any) -> Any:
    if complex_gradient(g):  # two roots: one of the product would be on the wrong sheet
        return g * conj(rsqrt(self + 1) * rsqrt(self - 1))
    return g * rsqrt(self * self - 1)


def atanh_self(g: Any, self: Any) -> Any:
    return g / conj(1 - self * self)


def sinc_self(g: Any, self: Any) -> Any:
    origin = self == 0
    x = where(origin, 1.0, self)
    angle = x * math.pi
    return where(origin, 0.0, g * conj((angle * cos(angle) - sin(angle)) / (angle * x)))


def deg2rad_self(g: Any) -> Any:
    return g * (math.pi / 180)


def rad2deg_self(g: Any) -> Any:
    return g * (180 / math.pi)


def inverse_square(self: Any, other: Any) -> Any:
    """Return one over the squared length of (self, other), 0 at the origin."""
    square = self * self + other * other
    return where(square == 0, 0.0, reciprocal(square))


def atan2_self(g: Any, self: Any, other: Any) -> Any:
    return g * other * inverse_square(self, other)


def atan2_other(g: Any, self: Any, other: Any) -> Any:
    return g * -self * inverse_square(self, other)


def hypot_self(g: Any, self: Any, result: Any) -> Any:
    return g * (self / result)


def hypot_other(g: Any, other: Any, result: Any) -> Any:
    return g * (other / result)


derivative("tan", self=tan_self)
derivative("asin", self=asin_self)
derivative("acos", self=acos_self)
derivative("atan", self=atan_self)
derivative("sinh", self=sinh_self)
derivative("cosh", self=cosh_self)
derivative("asinh", self=asinh_self)
derivative("acosh", self=acosh_self)
derivative("atanh", self=atanh_self)
derivative("sinc", self=sinc_self)
derivative("deg2rad", self=deg2rad_self)
derivative("rad2deg", self=rad2deg_self)
derivative("atan2", self=atan2_self, other=atan2_other)
derivative("hypot", self=hypot_self, other=hypot_other)
