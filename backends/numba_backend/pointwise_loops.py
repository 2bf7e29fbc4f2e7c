"""Loops over the elements of contiguous arrays, seen as one row.

Decides the arithmetic of each; the types come from the arrays. Must not know Numba: jit.py
compiles these functions, each for float32 and float64. Loops named `..._spread` take the gradient
as one number, which is what `sum().backward()` gives: reading an array of it would cost a third
of the time.
"""

from __future__ import annotations

import math
from typing import Any

from . import vmath
from .vmath import typed


def sigmoid(x: Any, out: Any) -> None:
    for i in range(x.size):
        out[i] = vmath.sigmoid(x[i])


def sigmoid_backward(g: Any, y: Any, out: Any) -> None:
    one = y.dtype.type(1)
    for i in range(y.size):
        out[i] = g[i] * (one - y[i]) * y[i]


def sigmoid_backward_spread(g: Any, y: Any, out: Any) -> None:
    one = y.dtype.type(1)
    for i in range(y.size):
        out[i] = g * (one - y[i]) * y[i]


# gelu is x times the normal distribution function, or an approximation by tanh, which is written
# with sigmoid here: (1 + tanh(u)) / 2 = sigmoid(2 u) keeps the precision of small results.

DENSITY = (2 * math.pi) ** -0.5
ROOT = 2 * (2 / math.pi) ** 0.5
CUBE = 0.044715


def gelu(x: Any, out: Any) -> None:
    for i in range(x.size):
        out[i] = x[i] * vmath.cdf(x[i])


def gelu_slope(x: Any) -> Any:
    half = typed(x, -0.5)
    return vmath.cdf(x) + x * typed(x, DENSITY) * vmath.exp(half * x * x)


def gelu_backward(g: Any, x: Any, out: Any) -> None:
    for i in range(x.size):
        out[i] = g[i] * gelu_slope(x[i])


def gelu_backward_spread(g: Any, x: Any, out: Any) -> None:
    for i in range(x.size):
        out[i] = g * gelu_slope(x[i])


def gelu_tanh(x: Any, out: Any) -> None:
    root, cube, one = x.dtype.type(ROOT), x.dtype.type(CUBE), x.dtype.type(1)
    for i in range(x.size):
        out[i] = x[i] * vmath.sigmoid(root * x[i] * (one + cube * x[i] * x[i]))


def gelu_tanh_slope(x: Any) -> Any:
    one, square = typed(x, 1), x * x
    share = vmath.sigmoid(typed(x, ROOT) * x * (one + typed(x, CUBE) * square))
    inner = typed(x, ROOT) * (one + typed(x, 3 * CUBE) * square)
    return share + x * share * (one - share) * inner


def gelu_tanh_backward(g: Any, x: Any, out: Any) -> None:
    for i in range(x.size):
        out[i] = g[i] * gelu_tanh_slope(x[i])


def gelu_tanh_backward_spread(g: Any, x: Any, out: Any) -> None:
    for i in range(x.size):
        out[i] = g * gelu_tanh_slope(x[i])


HELPERS = (gelu_slope, gelu_tanh_slope)
