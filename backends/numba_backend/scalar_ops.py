"""Pointwise operators and their gradients as functions of numbers, under the operators' names.

Decides the arithmetic of each element; gradients get the incoming gradient first. Where NumPy's
kernel says what nan or a bound gives, comparisons here are written so that it is the same. Must
not know arrays, nor Numba; see Note [Elementary functions] in scalars.py.
"""

from __future__ import annotations

import math
from typing import Any

from . import verf, vmath
from .vmath import larger, smaller, typed

# Those of one sign, or with exponentials. ----------------------------------------------------

sigmoid = vmath.sigmoid
erf = verf.erf
exp = vmath.exp
log = vmath.log
tanh = vmath.tanh
maximum = larger
minimum = smaller


def sigmoid_backward(g: Any, y: Any) -> Any:
    return g * (typed(y, 1) - y) * y


def tanh_backward(g: Any, y: Any) -> Any:
    return g * (typed(y, 1) - y * y)


def relu_backward(g: Any, y: Any) -> Any:
    return typed(y, 0) if y <= typed(y, 0) else g


def silu(x: Any) -> Any:
    return x * vmath.sigmoid(x)


def silu_backward(g: Any, x: Any) -> Any:
    s = vmath.sigmoid(x)
    return g * (s * (typed(x, 1) + x * (typed(x, 1) - s)))


def log1p_exp(x: Any) -> Any:
    """Return log(1 + exp(x)) without overflow."""
    return larger(x, typed(x, 0)) + vmath.log1p(vmath.exp(-abs(x)))


def softplus(x: Any, beta: Any, threshold: Any) -> Any:
    scaled = x * beta
    return x if scaled > threshold else log1p_exp(scaled) / beta


def softplus_backward(g: Any, x: Any, beta: Any, threshold: Any) -> Any:
    scaled = x * beta
    return g if scaled > threshold else g * vmath.sigmoid(scaled)


def logsigmoid(x: Any) -> Any:
    return smaller(x, typed(x, 0)) - vmath.log1p(vmath.exp(-abs(x)))


def logsigmoid_backward(g: Any, x: Any) -> Any:
    return g * vmath.sigmoid(-x)


# mish: with e = exp(x) and n = e * (e + 2), tanh(log(1 + e)) is n / (n + 2).


def mish(x: Any) -> Any:
    two = typed(x, 2)
    e = vmath.exp(smaller(x, typed(x, 20)))
    n = e * (e + two)
    return x * (n / (n + two))


def mish_backward(g: Any, x: Any) -> Any:
    one, two = typed(x, 1), typed(x, 2)
    e = vmath.exp(smaller(x, typed(x, 20)))
    n = e * (e + two)
    t = n / (n + two)
    return g * (t + x * ((one - t * t) * (e / (one + e))))


def elu(x: Any, alpha: Any, scale: Any, input_scale: Any) -> Any:
    below = vmath.expm1(smaller(x, typed(x, 0)) * input_scale) * (alpha * scale)
    return x * scale if x > typed(x, 0) else below


def elu_backward(g: Any, x: Any, alpha: Any, scale: Any, input_scale: Any) -> Any:
    low = smaller(x, typed(x, 0))
    below = vmath.exp(low * input_scale) * (alpha * scale * input_scale)
    return g * below if x <= typed(x, 0) else g * scale


# gelu is x times the normal distribution function, or an approximation by tanh, which is written
# with sigmoid here: (1 + tanh(u)) / 2 = sigmoid(2 u) keeps the precision of small results.

DENSITY = (2 * math.pi) ** -0.5
ROOT = 2 * (2 / math.pi) ** 0.5
CUBE = 0.044715


def gelu(x: Any) -> Any:
    return x * verf.cdf(x)


def gelu_backward(g: Any, x: Any) -> Any:
    half = typed(x, -0.5)
    return g * (verf.cdf(x) + x * typed(x, DENSITY) * vmath.exp(half * x * x))


def gelu_tanh(x: Any) -> Any:
    one = typed(x, 1)
    return x * vmath.sigmoid(typed(x, ROOT) * x * (one + typed(x, CUBE) * x * x))


def gelu_tanh_backward(g: Any, x: Any) -> Any:
    one, square = typed(x, 1), x * x
    share = vmath.sigmoid(typed(x, ROOT) * x * (one + typed(x, CUBE) * square))
    inner = typed(x, ROOT) * (one + typed(x, 3 * CUBE) * square)
    return g * (share + x * share * (one - share) * inner)


# Those with hard bounds. ---------------------------------------------------------------------


def leaky_relu(x: Any, negative_slope: Any) -> Any:
    return x if x > typed(x, 0) else x * negative_slope


def leaky_relu_backward(g: Any, x: Any, negative_slope: Any) -> Any:
    return g if x > typed(x, 0) else g * negative_slope


def hardtanh_backward(g: Any, x: Any, low: Any, high: Any) -> Any:
    return typed(x, 0) if x <= low or x >= high else g


def inside_six(x: Any) -> Any:
    """Return x + 3 between 0 and 6."""
    return smaller(larger(x + typed(x, 3), typed(x, 0)), typed(x, 6))


def hardsigmoid(x: Any) -> Any:
    return inside_six(x) / typed(x, 6)


def hardsigmoid_backward(g: Any, x: Any) -> Any:
    inside = x > typed(x, -3) and x < typed(x, 3)
    return g / typed(x, 6) if inside else typed(x, 0)


def hardswish(x: Any) -> Any:
    return x * inside_six(x) / typed(x, 6)


def hardswish_backward(g: Any, x: Any) -> Any:
    middle = g * (x / typed(x, 3) + typed(x, 0.5)) if x < typed(x, 3) else g
    return typed(x, 0) if x <= typed(x, -3) else middle


def hardshrink(x: Any, lambd: Any) -> Any:
    return typed(x, 0) if abs(x) <= lambd else x


def hardshrink_backward(g: Any, x: Any, lambd: Any) -> Any:
    return typed(x, 0) if abs(x) <= lambd else g


def softshrink(x: Any, lambd: Any) -> Any:
    return x - smaller(larger(x, -lambd), lambd)


def threshold(x: Any, bound: Any, value: Any) -> Any:
    return value if x <= bound else x


def threshold_backward(g: Any, x: Any, bound: Any) -> Any:
    return typed(x, 0) if x <= bound else g


# Those of two arrays. ------------------------------------------------------------------------


def logaddexp(x: Any, y: Any) -> Any:
    top = larger(x, y)
    rest = vmath.log1p(vmath.exp(-abs(x - y)))
    return top if x == y and abs(x) == typed(x, math.inf) else top + rest


def xlogy(x: Any, y: Any) -> Any:
    return typed(x, 0) if x == typed(x, 0) and y == y else x * vmath.log(y)


def smooth_l1(x: Any, y: Any, beta: Any) -> Any:
    distance = abs(x - y)
    near = smaller(distance, beta)
    bent = near / beta * (distance - near * typed(x, 0.5))
    return bent if beta > typed(x, 0) else distance


def smooth_l1_backward(g: Any, x: Any, y: Any, beta: Any) -> Any:
    one, zero = typed(x, 1), typed(x, 0)
    d = x - y
    if beta > zero:
        return g * smaller(larger(d / beta, -one), one)
    return g * (one if d > zero else (-one if d < zero else zero))


def mse_backward(g: Any, x: Any, y: Any, factor: Any) -> Any:
    return g * ((x - y) * factor)


def cross_entropy_of_one_backward(g: Any, x: Any, target: Any) -> Any:
    return g * (x - target) / larger((typed(x, 1) - x) * x, typed(x, 1e-12))


def cross_entropy_of_logit(x: Any, target: Any) -> Any:
    return (typed(x, 1) - target) * x - logsigmoid(x)


def cross_entropy_of_logit_backward(g: Any, x: Any, target: Any) -> Any:
    return g * (vmath.sigmoid(x) - target)


# What NumPy has a loop for, but not over the bits of 16. --------------------------------------


def positive(x: Any) -> Any:
    return x


def add(x: Any, y: Any) -> Any:
    return x + y


def sub(x: Any, y: Any) -> Any:
    return x - y


def mul(x: Any, y: Any) -> Any:
    return x * y


def div(x: Any, y: Any) -> Any:
    return x / y


def neg(x: Any) -> Any:
    return -x


def absolute(x: Any) -> Any:
    return abs(x)


def square(x: Any) -> Any:
    return x * x


def sqrt(x: Any) -> Any:
    return math.sqrt(x)


def rsqrt(x: Any) -> Any:
    return typed(x, 1) / math.sqrt(x)


def reciprocal(x: Any) -> Any:
    return typed(x, 1) / x


def relu(x: Any) -> Any:
    return larger(x, typed(x, 0))
