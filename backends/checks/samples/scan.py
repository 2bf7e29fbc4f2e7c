"""Samples of running sums and products, and of what their derivatives need."""

from __future__ import annotations

import itertools
import math
import operator
from typing import Any

import numpy as np

from ... import dtypes
from .row import Array, Row, along, s, x, y

ONE_DIM = [s(x(2, 3), 0), s(x(2, 3), -1), s(x(2, 3, 2), 1), s(x(), 0), s(x(5), 0), s(x(0, 3), 0),
           s(x(2, 0), 1)]  # fmt: skip
ZEROS = [s(np.array([2.0, 0.0, 3.0, 4.0]), 0), s(np.array([2.0, 0.0, 0.0, 4.0]), 0)]


def others(values: list[float]) -> list[float]:
    """Return for each number the product of the others."""
    return [math.prod(v for k, v in enumerate(values) if k != i) for i in range(len(values))]


def gradient(grad: Array, self: Array, dim: int) -> Any:
    """Compute the gradient of a running product term by term."""
    if not self.ndim:
        return grad
    g, v = np.moveaxis(grad, dim, -1), np.moveaxis(self, dim, -1)
    result = np.zeros(v.shape)
    for k in np.ndindex(*v.shape[:-1]):
        for j, i in itertools.product(range(v.shape[-1]), repeat=2):
            if j <= i:
                rest = [float(a) for m, a in enumerate(v[k][: i + 1]) if m != j]
                result[(*k, j)] += g[(*k, i)] * math.prod(rest)
    return np.moveaxis(result, -1, dim)


def filled(self: Array, value: float) -> Any:
    """Return matrices with one value on the diagonal."""
    return np.where(np.eye(self.shape[-1], dtype=bool), value, self)


def products(values: list[float]) -> list[float]:
    """Return the running product."""
    return list(itertools.accumulate(values, operator.mul))


ROWS: dict[str, Row] = {
    "cumsum": Row(along(lambda v: list(itertools.accumulate(v))), [
        *ONE_DIM, s(x(3), 0, dtype=dtypes.float64, only="dfib"),
    ], "dfibcz", "sum"),
    "cumprod": Row(along(products), [
        *ONE_DIM, *ZEROS, s(x(3), 0, dtype=dtypes.float64, only="dfib"),
    ], "dfibcz", "sum"),
    "_reverse_cumsum": Row(along(lambda v: list(itertools.accumulate(v[::-1]))[::-1]), ONE_DIM),
    "_prod_others": Row(along(others), [*ONE_DIM[:3], *ONE_DIM[4:], *ZEROS]),
    "_cumprod_backward": Row(gradient, [
        s(y(2, 3), x(2, 3), 0), s(y(2, 3), x(2, 3), 1), s(y(4), ZEROS[0].args[0], 0),
        s(y(4), ZEROS[1].args[0], 0), s(y(), x(), 0),
    ]),
    "_fill_diagonal": Row(filled, [s(x(3, 3), 1.0), s(x(2, 3, 3), 0.5)]),
    "_upper": Row(np.triu, [s(x(3, 3)), s(x(2, 3, 3))]),
}  # fmt: skip
