"""Samples of the operators that make tensors like another one."""

from __future__ import annotations

import numpy as np

from ... import dtypes
from .row import Row, Sample, s, x

LIKE = [
    s(x(2, 3)),
    s(x()),
    s(x(0, 3)),
    s(x(2, 3), dtype=dtypes.int64),
    s(x(2), dtype=dtypes.float32),
]
FULL = [Sample((*t.args, 2), t.kwargs) for t in LIKE]

ROWS: dict[str, Row] = {
    "zeros_like": Row(lambda a, dtype=None: np.zeros(a.shape), LIKE, "dfibcz", "same", False),
    "ones_like": Row(lambda a, dtype=None: np.ones(a.shape), LIKE, "dfibcz", "same", False),
    "full_like": Row(
        lambda a, v, dtype=None: np.full(a.shape, v),
        [*FULL, s(x(2, 3), -1.5, only="df"), s(x(2), True)],
        "dfib", "same", False,
    ),
}  # fmt: skip
ROWS["_new_zeros"] = Row(
    lambda a, size: np.zeros(size),
    [s(x(2, 3), (4,)), s(x(), ()), s(x(2), (0, 3))],
    "dfib",
    "same",
    False,
)
