"""Derivatives of operators that act on each element.

Conventions at kinks are PyTorch's: relu and abs have slope 0 at 0, maximum shares a tie evenly, and
a nan keeps the whole gradient where PyTorch lets it.
"""

from __future__ import annotations

import cmath
import math
from typing import Any

from ...dispatch.generated.functions import (
    _to_copy,
    abs,
    cos,
    log,
    logical_and,
    real,
    relu_backward,
    select,
    sgn,
    sigmoid_backward,
    sin,
    tanh_backward,
    view_as_real,
    where,
    zeros_like,
)
from ..conjugate import complex_gradient, conj, perhaps_complex
from ..derivatives import derivative

# ----- sums and products -----


def pass_on(g: Any) -> Any:
    return g


def add_other(g: Any, alpha: Any) -> Any:
    return g if alpha == 1 else g * conj(alpha)


def sub_other(g: Any, alpha: Any) -> Any:
    return -g if alpha == 1 else g * -conj(alpha)


def times_other(g: Any, other: Any) -> Any:
    return g * conj(other)


def times_self(g: Any, self: Any) -> Any:
    return g * conj(self)


def div_self(g: Any, other: Any, rounding_mode: Any) -> Any:
    if rounding_mode is not None:
        return zeros_like(g)
    return g / conj(other)


def div_other(g: Any, self: Any, other: Any, rounding_mode: Any) -> Any:
    if rounding_mode is not None:
        return zeros_like(g)
    return -g * conj(self / other / other)


derivative("add", self=pass_on, other=add_other)
derivative("sub", self=pass_on, other=sub_other)
derivative("mul", self=times_other, other=times_self)
derivative("div", self=div_self, other=div_other)

# ----- powers -----


def pow_self(g: Any, self: Any, exponent: Any) -> Any:
    if isinstance(exponent, (int, float, complex)):
        return zeros_like(g) if exponent == 0 else g * conj(exponent * self ** (exponent - 1))
    return where(exponent == 0, 0.0, g * conj(exponent * self ** (exponent - 1)))


def log_of(base: Any, is_complex: bool) -> Any:
    """Return the logarithm of a number; nan for that of a negative one among real numbers."""
    if base == 0:
        return -math.inf
    if is_complex or base.__class__ is complex:
        return cmath.log(base)
    return math.log(base) if base > 0 else math.nan


def not_below_zero(exponent: Any, is_complex: bool) -> Any:
    """Return where zero to this power is flat."""
    if not is_complex:
        return exponent >= 0
    parts = view_as_real(exponent)
    return logical_and(select(parts, -1, 0) >= 0, select(parts, -1, 1) == 0)


def pow_exponent(g: Any, self: Any, exponent: Any, result: Any) -> Any:
    if isinstance(self, (int, float, complex)):
        slope = g * conj(result * log_of(self, complex_gradient(g)))
        if self != 0:
            return slope
        return where(not_below_zero(exponent, complex_gradient(g)), 0.0, slope)
    slope = g * conj(result * log(self))
    flat = not_below_zero(exponent, complex_gradient(g))
    return where(self == 0, where(flat, 0.0, slope), slope)


derivative("pow", self=pow_self, exponent=pow_exponent)


def sqrt_self(g: Any, result: Any) -> Any:
    return g / (2 * conj(result))


derivative("sqrt", self=sqrt_self)

# ----- exponentials and trigonometry -----


def exp_self(g: Any, result: Any) -> Any:
    return g * conj(result)


def log_self(g: Any, self: Any) -> Any:
    return g / conj(self)


def sin_self(g: Any, self: Any) -> Any:
    return g * conj(cos(self))


def cos_self(g: Any, self: Any) -> Any:
    return g * conj(-sin(self))


def tanh_self(g: Any, result: Any) -> Any:
    return tanh_backward(g, conj(result))


def sigmoid_self(g: Any, result: Any) -> Any:
    return sigmoid_backward(g, conj(result))


derivative("exp", self=exp_self)
derivative("log", self=log_self)
derivative("sin", self=sin_self)
derivative("cos", self=cos_self)
derivative("tanh", self=tanh_self)
derivative("sigmoid", self=sigmoid_self)

# ----- signs and choices -----


def neg_self(g: Any) -> Any:
    return -g


def zero(g: Any) -> Any:
    return zeros_like(g)


def relu_self(g: Any, result: Any) -> Any:
    return relu_backward(g, result)


def relu_again(g: Any, output: Any) -> Any:
    return relu_backward(g, output)


def larger(g: Any, self: Any, other: Any) -> Any:
    return where(self < other, 0.0, where(self == other, g * 0.5, g))


def larger_other(g: Any, self: Any, other: Any) -> Any:
    return where(other < self, 0.0, where(self == other, g * 0.5, g))


def smaller(g: Any, self: Any, other: Any) -> Any:
    return where(self > other, 0.0, where(self == other, g * 0.5, g))


def smaller_other(g: Any, self: Any, other: Any) -> Any:
    return where(other > self, 0.0, where(self == other, g * 0.5, g))


def where_self(g: Any, condition: Any) -> Any:
    return where(condition, g, 0.0)


def where_other(g: Any, condition: Any) -> Any:
    return where(condition, 0.0, g)


def abs_self(g: Any, self: Any) -> Any:
    if complex_gradient(g):  # the length was written into complex memory
        g = _to_copy(g, abs(self).dtype)
    return where(self == self, perhaps_complex(g * sgn(self)), 0.0)


def abs_jvp(self_t: Any, self: Any) -> Any:
    if self.dtype.is_complex:
        return real(self_t * conj(sgn(self)))
    return where(self == self, self_t * sgn(self), 0.0)


derivative("neg", self=neg_self)
derivative("abs", self=abs_self, jvp=abs_jvp)
derivative("sign", self=zero)
derivative("relu", self=relu_self)
derivative("relu_backward", grad=relu_again, output=zero)
derivative("maximum", self=larger, other=larger_other)
derivative("minimum", self=smaller, other=smaller_other)
derivative("where", self=where_self, other=where_other)
