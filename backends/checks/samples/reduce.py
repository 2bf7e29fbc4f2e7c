"""Samples of the operators that combine elements along dimensions."""

from __future__ import annotations

import math

import numpy as np

from ... import dtypes
from .row import Row, add_up, along, over, s, x

ALL = [s(x(2, 3)), s(x()), s(x(5)), s(x(2, 3), keepdim=True)]
DIMS = [
    s(x(2, 3), 0),
    s(x(2, 3), -1),
    s(x(2, 3), 1, True),
    s(x(2, 3, 2), (0, 2)),
    s(x(2, 3, 2), (-1, 0), keepdim=True),
    s(x(2, 3), ()),
    s(x(2, 3), dim=(1,)),
    s(x(), 0),
    s(x(), -1, True),
]
ZEROS = [s(np.array([[0.0, 1.0], [0.0, 0.0]]), 1), s(np.zeros(3))]
EMPTY = [s(x(0)), s(x(2, 0), 1), s(x(2, 0), 0), s(x(0, 3), 0, True), s(x(0, 3), 1)]


def mean(values: list[float]) -> float:
    """Return the mean, nan for none."""
    return add_up(values) / len(values) if values else math.nan


def softmax(values: list[float]) -> list[float]:
    """Return the exponentials over their sum."""
    powers = [math.exp(v) for v in values]
    return [p / math.fsum(powers) for p in powers]


def log_softmax(values: list[float]) -> list[float]:
    """Return the logarithms of `softmax`."""
    total = math.log(math.fsum(math.exp(v) for v in values)) if values else 0.0
    return [v - total for v in values]


SOFTMAX = [
    s(x(2, 3), 0),
    s(x(2, 3), 1),
    s(x(2, 3, 2), -2),
    s(x(4), 0),
    s(x(), 0),
    s(x(), -1),
    s(x(0, 3), 1),
    s(x(2, 0), 1),
    s(x(2, 3), 1, dtype=dtypes.float64, only="dfib"),
    s(x(2, 3), dim=0),
]

ROWS: dict[str, Row] = {
    "sum": Row(over(sum), [
        *ALL, *DIMS, *EMPTY, s(x(2, 3), dtype=dtypes.float64, only="dfib"),
        s(x(2, 3), 0, dtype=dtypes.float32, smooth=False, only="dfib"),
    ], "dfibcz", "sum"),
    "mean": Row(over(mean), [
        *ALL, *DIMS, *EMPTY, s(x(2, 3), dtype=dtypes.float64, only="dfib"),
        s(x(2, 3), 1, dtype=dtypes.float32, smooth=False, only="dfib"),
    ], "dfcz", "same"),
    "prod": Row(over(math.prod), [
        s(x(2, 3)), s(x()), s(x(5)), s(x(2, 3), keepdim=True), s(x(2, 3), 0), s(x(2, 3), -1, True),
        s(x(2, 3, 2), 1), s(x(), 0), s(x(0)), s(x(2, 0), 1), s(x(0, 3), 1),
        s(x(2, 3), dtype=dtypes.float64, only="dfib"),
        s(np.array([2.0, 0.0, 3.0])), s(np.array([0.0, 0.0, 3.0]), 0),
    ], "dfibcz", "sum"),
    "nansum": Row(over(sum), [*ALL, *DIMS, *EMPTY], "dfib", "sum"),
    "nanmean": Row(over(mean), [*ALL, *DIMS, s(x(2, 0), 0)], "df", "same"),
    "any": Row(over(any), [*ALL, *DIMS, *EMPTY, *ZEROS], "dfibcz", "bool", differentiable=False),
    "all": Row(over(all), [*ALL, *DIMS, *EMPTY, *ZEROS], "dfibcz", "bool", differentiable=False),
    "count_nonzero": Row(over(lambda v: sum(map(bool, v))), [
        s(x(2, 3)), s(x()), s(x(2, 3), 0), s(x(2, 3, 2), (0, 2)), *ZEROS,
    ], "dfibcz", "int64", differentiable=False),
    "logsumexp": Row(over(lambda v: math.log(math.fsum(map(math.exp, v)))), [
        *DIMS, s(x(2, 0), 0), s(x(0, 3), 1),
    ], "dfi", "float"),
    "softmax": Row(along(softmax), SOFTMAX, "df", "same"),
    "log_softmax": Row(along(log_softmax), SOFTMAX, "df", "same"),
}  # fmt: skip
