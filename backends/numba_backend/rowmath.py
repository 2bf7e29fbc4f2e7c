"""Reductions of one row, from which the loops over rows are made.

Decides what is added up in which order: the compiler may reassociate these sums (and only these),
so that they are vectorised; that is more exact than one running sum. Must not know operators, nor
Numba.
"""

from __future__ import annotations

from typing import Any

from .vmath import exp, larger


def row_max(x: Any) -> Any:
    """Return the largest element; nan wins."""
    m = x[0]
    for i in range(x.size):
        m = larger(m, x[i])
    return m


def row_sum(x: Any) -> Any:
    """Return the sum."""
    s = x.dtype.type(0)
    for i in range(x.size):
        s += x[i]
    return s


def total(x: Any) -> Any:
    """Return the sum of many elements: blocks are added up in float64."""
    s, size, block = 0.0, x.size, 512
    for first in range(0, size, block):
        s += row_sum(x[first : min(first + block, size)])
    return s


def row_dot(x: Any, y: Any) -> Any:
    """Return the sum of the products of two rows."""
    s = x.dtype.type(0)
    for i in range(x.size):
        s += x[i] * y[i]
    return s


def row_moment(g: Any, w: Any, x: Any, mean: Any) -> Any:
    """Return the sum of g * w times the distance of x from the mean."""
    s = x.dtype.type(0)
    for i in range(x.size):
        s += g[i] * w[i] * (x[i] - mean)
    return s


def row_square(x: Any, mean: Any) -> Any:
    """Return the sum of the squared distances from the mean."""
    s = x.dtype.type(0)
    for i in range(x.size):
        d = x[i] - mean
        s += d * d
    return s


def total_square(x: Any, mean: Any) -> Any:
    """Return the sum of many squared distances from the mean: blocks are added up in float64."""
    s, size, block = 0.0, x.size, 512
    for first in range(0, size, block):
        s += row_square(x[first : min(first + block, size)], mean)
    return s


def row_apart(x: Any, y: Any) -> Any:
    """Return the sum of the squared differences of two rows."""
    s = x.dtype.type(0)
    for i in range(x.size):
        d = x[i] - y[i]
        s += d * d
    return s


def total_apart(x: Any, y: Any) -> Any:
    """Return that sum over many elements: blocks are added up in float64."""
    s, size, block = 0.0, x.size, 512
    for first in range(0, size, block):
        end = min(first + block, size)
        s += row_apart(x[first:end], y[first:end])
    return s


def row_distance(g: Any, x: Any, mean: Any) -> Any:
    """Return the sum of g times the distance of x from the mean."""
    s = x.dtype.type(0)
    for i in range(x.size):
        s += g[i] * (x[i] - mean)
    return s


def total_moment(g: Any, x: Any, mean: Any) -> Any:
    """Return that sum over many elements: blocks are added up in float64."""
    s, size, block = 0.0, x.size, 512
    for first in range(0, size, block):
        end = min(first + block, size)
        s += row_distance(g[first:end], x[first:end], mean)
    return s


def row_exp(x: Any, m: Any, out: Any) -> Any:
    """Store exp(x - m) and return the sum."""
    s = x.dtype.type(0)
    for i in range(x.size):
        e = exp(x[i] - m)
        out[i] = e
        s += e
    return s


def row_exp_sum(x: Any, m: Any) -> Any:
    """Return the sum of exp(x - m)."""
    s = x.dtype.type(0)
    for i in range(x.size):
        s += exp(x[i] - m)
    return s


TOTALS = (total, total_square, total_moment, total_apart)
REDUCTIONS = (
    row_max, row_sum, row_dot, row_moment, row_square, row_apart, row_distance, row_exp,
    row_exp_sum,
)  # fmt: skip
