"""Samples of variance, standard deviation and norms."""

from __future__ import annotations

import math
from typing import Any

from ... import dtypes
from .row import Array, Row, add_up, over, s, x

SOME = [s(x(2, 3)), s(x(5)), s(x(2, 3), 0), s(x(2, 3), (-1,), keepdim=True), s(x(2, 3, 2), (0, 2)),
        s(x(2, 3), 1, correction=0), s(x(4), correction=0.5), s(x(2, 0), 0)]  # fmt: skip


def variance(values: list[float], correction: float) -> float:
    """Return the sum of squared deviations over what is left of the count."""
    mean = add_up(values) / len(values)
    left = max(len(values) - correction, 0)
    total = math.fsum(abs(v - mean) ** 2 for v in values)
    return total / left if left else math.nan


def var(self: Array, dim: Any = None, *, correction: float = 1, keepdim: bool = False) -> Any:
    """Compute the variance."""
    return over(lambda v: variance(v, correction))(self, dim, keepdim)


def std(self: Array, dim: Any = None, *, correction: float = 1, keepdim: bool = False) -> Any:
    """Compute the standard deviation."""
    return over(lambda v: math.sqrt(variance(v, correction)))(self, dim, keepdim)


def norm(
    self: Array, ord: float = 2, dim: Any = None, keepdim: bool = False, dtype: Any = None
) -> Any:
    """Compute a norm of vectors."""

    def one(values: list[float]) -> float:
        sizes = [abs(v) for v in values]
        if ord == math.inf or ord == -math.inf:
            return max(sizes) if ord > 0 else min(sizes)
        if ord == 0:
            return float(sum(v != 0 for v in sizes))
        return float(math.fsum(v**ord for v in sizes) ** (1 / ord))

    return over(one)(self, dim, keepdim)


ORDERS = (2, 1, 0.5, 1.5, 3, -1, math.inf, -math.inf)
NORMS = [
    s(x(2, 3)), s(x()), s(x(2, 3), 2, 0), s(x(2, 3), 2, (0, 1), True), s(x(2, 3), 2, 1, True),
    *[s(x(2, 3), ord) for ord in ORDERS], *[s(x(2, 3), ord, 1) for ord in ORDERS],
    s(x(2, 3), 0, smooth=False), s(x(2, 0), 2, 0), s(x(0)),
    s(x(3), 3, dtype=dtypes.float64, only="dfib"),
]  # fmt: skip

ROWS: dict[str, Row] = {
    "var": Row(var, SOME, "dfcz", "real"),
    "std": Row(std, SOME, "dfcz", "real"),
    "linalg_vector_norm": Row(norm, NORMS, "dfcz", "real"),
}
