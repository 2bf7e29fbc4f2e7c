"""Samples of angles, their functions, and the hyperbolic functions."""

from __future__ import annotations

import math

import numpy as np

from .pointwise import TWO, unary
from .row import Array, Row, Sample, each, positive, s, x

SHAPES: list[tuple[int, ...]] = [(2, 3), (), (0,), (2, 0, 3), (7,)]


def small(*shape: int) -> Array:
    """Return numbers between -0.9 and 0.9."""
    return np.asarray(x(*shape) / 3)


SMALL = [s(small(*shape), only="df") for shape in SHAPES]
ABOVE_ONE = [s(np.asarray(positive(*shape) + 1)) for shape in SHAPES]
FLOATS = [Sample(t.args, t.kwargs, only="df") for t in TWO]

ROWS: dict[str, Row] = {
    "tan": unary(math.tan, SMALL),
    "asin": unary(math.asin, SMALL),
    "acos": unary(math.acos, SMALL),
    "atan": unary(math.atan),
    "sinh": unary(math.sinh),
    "cosh": unary(math.cosh),
    "asinh": unary(math.asinh),
    "acosh": unary(math.acosh, ABOVE_ONE, "dfi"),
    "atanh": unary(math.atanh, SMALL),
    "sinc": unary(lambda a: math.sin(math.pi * a) / (math.pi * a) if a else 1.0,
                  [*SMALL, s(x(3), only="df"), s(np.zeros(2), smooth=False)]),
    "deg2rad": unary(math.radians),
    "rad2deg": unary(math.degrees),
    "atan2": Row(each(math.atan2), TWO, "dfib", "float"),
    "hypot": Row(each(math.hypot), FLOATS),
}  # fmt: skip
