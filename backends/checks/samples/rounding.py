"""Samples of rounding, remainders and signs."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from .pointwise import ONE, SCALARS, TWO, unary
from .row import Row, Sample, each, s, x, y, z


def rounded(a: float, decimals: int = 0) -> float:
    """Round, halves to even, with the scale as PyTorch has it."""
    scale = 10.0 ** abs(decimals)
    return round(a * scale) / scale if decimals > 0 else round(a / scale) * scale


NUMBERS = [Sample(t.args, t.kwargs, only="dfi") for t in [*TWO, *SCALARS] if t.args[1] is not True]
FIRST_IS_TENSOR = [t for t in NUMBERS if isinstance(t.args[0], np.ndarray)]
DISTINCT: list[Any] = [s(4 * x(2, 3), z(3)), s(4 * x(5), 0.7, only="df")]

ROWS: dict[str, Row] = {
    "floor": unary(math.floor, ONE, "dfi", "same"),
    "ceil": unary(math.ceil, ONE, "dfi", "same"),
    "trunc": unary(math.trunc, ONE, "dfi", "same"),
    "frac": unary(lambda a: a - math.trunc(a), ONE, "df", "same"),
    "round": unary(rounded, [
        *ONE, s(x(4), decimals=2, only="df"), s(100 * x(4), decimals=-1, only="df"),
        s(np.array([0.5, 1.5, -2.5]), only="df", smooth=False),
    ], "dfi", "same"),
    "signbit": Row(each(lambda a: a < 0), ONE, "dfib", "bool", differentiable=False),
    "remainder": Row(each(lambda a, b: a % b), [*NUMBERS, *DISTINCT], "dfi"),
    "fmod": Row(each(math.fmod), [*FIRST_IS_TENSOR, *DISTINCT], "dfi"),
    "floor_divide": Row(each(lambda a, b: a // b), [*NUMBERS, *DISTINCT], "dfi"),
    "copysign": Row(each(math.copysign), [
        *[Sample(t.args, t.kwargs, only="df") for t in TWO], s(x(4), -2.0), s(x(4), 3),
    ], "dfi", "float"),
    "true_divide": Row(each(lambda a, b: a / b), [s(x(2, 3), y(3)), s(x(4), 2), s(x(), y())],
                       "dficz", "float"),
}  # fmt: skip
