"""Samples of complex numbers' parts and conjugates; real numbers have them too."""

from __future__ import annotations

import cmath
import math
from typing import Any

import numpy as np

from .pointwise import ONE
from .row import Array, Row, each, s, turned, x, y

EVERY = "dfibcz"
PAIRS = [s(x(3, 2)), s(x(2)), s(x(2, 1, 2))]
TWO = [s(x(2, 3), y(2, 3)), s(x(2, 3), y(3)), s(x(2, 1), y(3)), s(x(), y(3)), s(x(), y()),
       s(x(0), y(0))]  # fmt: skip


def direction(a: Any) -> Any:
    """Return a number of length one, or the sign."""
    if isinstance(a, complex):
        return a / abs(a) if a else 0j
    return (a > 0) - (a < 0)


def pairs(a: Array) -> Any:
    """Return the parts in a new last dimension."""
    return np.stack([a.real, a.imag], -1)


def of_complex(fn: Any) -> Row:
    """Return the row of an operator on the parts, which real numbers have too."""
    return Row(fn, ONE, EVERY, "real")


ROWS: dict[str, Row] = {
    "conj_physical": Row(np.conj, ONE, EVERY, "same"),
    "conj": Row(np.conj, ONE, EVERY, "same"),
    "sgn": Row(each(direction), [*ONE, s(np.zeros(2), smooth=False)], EVERY, "same"),
    "angle": Row(each(lambda a: cmath.phase(a) if isinstance(a, complex) else math.pi * (a < 0)),
                 ONE, "dfcz", "real"),
    "isreal": Row(each(lambda a: a.imag == 0), ONE, EVERY, "bool", differentiable=False),
    "real": of_complex(np.real),
    "imag": Row(np.imag, [s(turned(x(2, 3))), s(turned(x())), s(turned(x(0)))], "z", "float64"),
    "view_as_real": Row(pairs, [s(turned(x(2, 3))), s(turned(x())), s(turned(x(0)))], "z",
                        "float64"),
    "view_as_complex": Row(lambda a: a[..., 0] + 1j * a[..., 1], PAIRS, "d", "complex128",
        about_layout=True),
    "complex": Row(lambda a, b: a + 1j * b, TWO, "d", "complex128"),
    "polar": Row(lambda a, b: a * np.exp(1j * b), TWO, "d", "complex128"),
}  # fmt: skip
