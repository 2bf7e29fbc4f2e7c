"""Samples of angles, their functions, and the hyperbolic functions."""

from __future__ import annotations

import cmath
import math

import numpy as np

from .pointwise import TWO, analytic, unary
from .row import Array, Row, Sample, each, either, positive, s, x

SHAPES: list[tuple[int, ...]] = [(2, 3), (), (0,), (2, 0, 3), (7,)]


def small(*shape: int) -> Array:
    """Return numbers between -0.9 and 0.9."""
    return np.asarray(x(*shape) / 3)


SMALL = [s(small(*shape), only="dfcz") for shape in SHAPES]
ABOVE_ONE = [s(np.asarray(positive(*shape) + 1)) for shape in SHAPES]
FLOATS = [Sample(t.args, t.kwargs, only="df") for t in TWO]

ROWS: dict[str, Row] = {
    "tan": analytic(math.tan, cmath.tan, SMALL),
    "asin": analytic(math.asin, cmath.asin, SMALL),
    "acos": analytic(math.acos, cmath.acos, SMALL),
    "atan": analytic(math.atan, cmath.atan),
    "sinh": analytic(math.sinh, cmath.sinh),
    "cosh": analytic(math.cosh, cmath.cosh),
    "asinh": analytic(math.asinh, cmath.asinh),
    "acosh": analytic(math.acosh, cmath.acosh, ABOVE_ONE, "dfi"),
    "atanh": analytic(math.atanh, cmath.atanh, SMALL),
    "sinc": unary(lambda a: either(math.sin, cmath.sin)(math.pi * a) / (math.pi * a) if a else 1.0,
                  [*SMALL, s(x(3), only="df"), s(np.zeros(2), smooth=False)]),
    "deg2rad": analytic(math.radians, lambda a: a * math.pi / 180),
    "rad2deg": analytic(math.degrees, lambda a: a * 180 / math.pi),
    "atan2": Row(each(math.atan2), TWO, "dfib", "float"),
    "hypot": Row(each(math.hypot), FLOATS),
}  # fmt: skip
