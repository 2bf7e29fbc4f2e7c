"""Samples of bounds, choices between elements, and blends of tensors."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from .pointwise import ONE, TWO
from .row import Row, Sample, each, mask, s, x, y, z

ODD = np.array([1.0, math.nan, math.inf, -math.inf])


def clamp(a: Any, min: Any = None, max: Any = None) -> Any:
    """Bring a number between bounds; the upper one wins."""
    if min is not None and a < min:
        a = min
    return max if max is not None and a > max else a


def replaced(a: float, nan: Any = None, posinf: Any = None, neginf: Any = None) -> float:
    """Replace what is not finite."""
    if math.isnan(a):
        return nan or 0.0
    return (posinf or 0.0) if a == math.inf else (neginf or 0.0) if a == -math.inf else a


BOUNDS = [
    *[Sample((*t.args, -1.0, 1.5), only="df") for t in ONE],
    s(x(2, 3), -1, 2),
    s(x(2, 3), min=-1),
    s(x(2, 3), max=1),
    s(x(2, 3), 2, -1),
    s(x(2, 3), max=0.5, only="df"),
]
ONE_BOUND = [*TWO, s(x(2, 3), 1), s(x(2, 3), 0.5), s(x(), -1), s(x(0), 2)]
THREE = [
    s(x(2, 3), y(2, 3), z(2, 3)),
    s(x(2, 3), y(3), z(2, 1)),
    s(x(), y(3), z()),
    s(x(3), y(), z(3)),
    s(x(), y(), z()),
    s(x(0), y(0), z(0)),
]
SCALED = [Sample(t.args, {"value": v}) for t in THREE[:3] for v in (2, -1)]

ROWS: dict[str, Row] = {
    "fmax": Row(each(max), TWO, "dfib"),
    "fmin": Row(each(min), TWO, "dfib"),
    "clamp": Row(each(clamp), BOUNDS, "dfi"),
    "clamp_min": Row(each(max), ONE_BOUND, "dfi"),
    "clamp_max": Row(each(min), ONE_BOUND, "dfi"),
    "nan_to_num": Row(each(replaced), [
        s(x(2, 3)), s(x()), s(x(0)), s(ODD, 2.0, 7.0, -7.0, only="df", smooth=False),
        s(ODD, nan=1.5, posinf=3.0, neginf=-5.0, only="df", smooth=False),
    ], "dfib", "same"),
    "heaviside": Row(each(lambda a, b: b if a == 0 else float(a > 0)), [
        *TWO, s(np.array([0.0, -1.0, 2.0]), y(3), smooth=False),
    ], "dfi", "same"),
    "masked_fill": Row(each(lambda a, m, v: v if m else a), [
        s(x(2, 3), mask(2, 3), 2), s(x(2, 3), mask(3), y()), s(x(2, 3), mask(2, 1), -1),
        s(x(3), mask(2, 3), y()), s(x(), mask(), 3), s(x(0), mask(0), 3),
        s(x(3), mask(3), 0.5, only="df"),
    ], "dficz", "same"),
    "lerp": Row(each(lambda a, b, w: a + w * (b - a)), [*THREE, s(x(2, 3), y(3), 0.3),
                                                        s(x(3), y(3), 2.5)], "dfcz"),
    "addcmul": Row(each(lambda a, b, c, value=1: a + value * b * c), [*THREE, *SCALED], "dficz"),
    "addcdiv": Row(each(lambda a, b, c, value=1: a + value * b / c), [*THREE, *SCALED], "dfcz"),
}  # fmt: skip
