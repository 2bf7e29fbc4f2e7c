"""Loops over the elements of contiguous arrays, seen as one row.

Decides the arithmetic of each; the types come from the arrays. Must not know Numba: jit.py
compiles these functions, each for float32 and float64. Loops named `..._spread` take the gradient
as one number, which is what `sum().backward()` gives: reading an array of it would cost a third
of the time.
"""

from __future__ import annotations

from typing import Any

from . import vmath
from .vmath import exp  # noqa: F401


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
