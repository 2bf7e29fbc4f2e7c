"""Samples of the operators that act on each element."""

from __future__ import annotations

import cmath
import math
from typing import Any

import numpy as np

from .row import Row, Sample, each, either, mask, positive, s, x, y, z

ONE = [s(x(2, 3)), s(x()), s(x(0)), s(x(2, 0, 3)), s(x(2, 1, 3)), s(x(7))]
ONE_POSITIVE = [s(positive(*shape)) for shape in [(2, 3), (), (0,), (2, 0, 3), (2, 1, 3)]]
TWO = [
    s(x(2, 3), y(2, 3)),
    s(x(2, 3), y(3)),
    s(x(3), y(2, 3)),
    s(x(2, 1), y(1, 3)),
    s(x(2, 3), y()),
    s(x(), y(3)),
    s(x(), y()),
    s(x(0), y(0)),
    s(x(0, 3), y(3)),
    s(x(1), y(0)),
]
SCALARS = [
    s(x(2, 3), 2.5),
    s(2.5, y(2, 3)),
    s(x(3), -2),
    s(3, y(3)),
    s(x(3), True, only="dfi"),
    s(x(), 2),
    s(x(), 1.5),
    s(1.5, y(0)),
]
ALPHA = [
    s(x(2, 3), y(3), alpha=2),
    s(x(2, 3), y(3), alpha=-0.5, only="df"),
    s(x(3), 2.5, alpha=2),
    s(2.5, y(3), alpha=3),
]


def quotient(a: Any, b: Any, rounding_mode: str | None = None) -> Any:
    """Divide as Python does, and round."""
    if rounding_mode is None:
        return a / b
    return math.floor(a / b) if rounding_mode == "floor" else math.trunc(a / b)


ROUNDED = [
    s(*operands, rounding_mode=mode, only="dfi", result="promote")
    for operands in [(x(2, 3), y(3)), (x(4), 0.7), (5.5, y(4)), (x(4), 2), (-7, y(4)), (x(0), y())]
    for mode in ("trunc", "floor")
]
POWERS = [
    *[s(positive(*shape), y(*other), only="dfcz") for shape, other in [
        ((2, 3), (2, 3)), ((2, 3), (3,)), ((2, 1), (1, 3)), ((), (3,)), ((3,), ()), ((), ()),
        ((0,), (1,)),
    ]],
    s(x(2, 3), positive(3), only="i"),
    *[s(x(2, 3), exponent) for exponent in (2, 3, 1, 0)],
    *[s(x(2, 3), exponent, only="dfcz") for exponent in (2.0, 4, -1, -2, -3.0)],
    *[s(positive(3), exponent) for exponent in (0.5, 2.5, -0.5)],
    s(2.5, y(2, 3)),
    s(2, positive(3)),
    s(3, y(3), only="dfcz"),
    s(x(), 2),
    s(x(0), 2),
]  # fmt: skip


def chosen(condition: Any, a: Any, b: Any) -> Any:
    """Choose one of two numbers."""
    return a if condition else b


CHOICES = [
    s(mask(2, 3), x(2, 3), y(2, 3)),
    s(mask(2, 1), x(3), y(2, 3)),
    s(mask(2, 3), x(), y(3)),
    s(mask(3), x(2, 3), 0.5),
    s(mask(3), 2, y(3)),
    s(mask(), x(3), y()),
    s(mask(0), x(0), y()),
    s(np.array([True, False]), x(1), y(2)),
]


def compared(fn: Any, dtypes: str = "dfib") -> Row:
    """Return the row of a comparison; integers as operands, so that some are equal."""
    equal = [s(np.ones((2, 3)), y(2, 3)), s(np.ones(3), 1.0), s(1, np.ones(3))]
    return Row(each(fn), [*TWO, *SCALARS, *equal], dtypes, "bool", differentiable=False)


def unary(fn: Any, samples: list[Sample] = ONE, dtypes: str = "dfib", result: str = "float") -> Row:
    """Return the row of an operator on one tensor."""
    return Row(each(fn), samples, dtypes, result)


def analytic(real: Any, of_complex: Any, samples: list[Sample] = ONE, dtypes: str = "dfib") -> Row:
    """Return the row of a function of real and complex numbers."""
    return unary(either(real, of_complex), samples, dtypes + "cz")


def gate(grad: float, output: float) -> float:
    """Let a gradient through where the output is above zero."""
    return grad if output > 0 else 0.0


ROWS: dict[str, Row] = {
    "add": Row(each(lambda a, b, alpha=1: a + alpha * b), [*TWO, *SCALARS, *ALPHA], "dfibcz"),
    "sub": Row(each(lambda a, b, alpha=1: a - alpha * b), [*TWO, *SCALARS, *ALPHA], "dficz"),
    "mul": Row(each(lambda a, b: a * b), [*TWO, *SCALARS], "dfibcz"),
    "div": Row(each(quotient), [
        *[Sample(t.args, t.kwargs, only="dficz") for t in [*TWO, *SCALARS]], *ROUNDED,
    ], "dficz", "float"),
    "pow": Row(each(lambda a, b: a**b), POWERS, "dficz"),
    "maximum": Row(each(max), TWO, "dfib"),
    "minimum": Row(each(min), TWO, "dfib"),
    "where": Row(each(chosen), CHOICES, "dfibcz"),
    "eq": compared(lambda a, b: a == b, "dfibcz"),
    "ne": compared(lambda a, b: a != b, "dfibcz"),
    "lt": compared(lambda a, b: a < b),
    "le": compared(lambda a, b: a <= b),
    "gt": compared(lambda a, b: a > b),
    "ge": compared(lambda a, b: a >= b),
    "logical_not": Row(
        each(lambda a: not a), [*ONE, s(np.zeros(3))], "dfibcz", "bool", differentiable=False
    ),
    "neg": unary(lambda a: -a, dtypes="dficz", result="same"),
    "abs": unary(abs, dtypes="dficz", result="real"),
    "sign": unary(lambda a: (a > 0) - (a < 0), [*ONE, s(np.zeros(2), smooth=False)], result="same"),
    "relu": unary(lambda a: max(a, 0), [*ONE, s(np.zeros(2), smooth=False)], "dfi", "same"),
    "relu_backward": Row(each(gate), [
        s(x(2, 3), y(2, 3)), s(x(), y()), s(x(0), y(0)), s(x(4), np.zeros(4), smooth=False),
        s(x(90, 70), y(90, 70), smooth=False), s(x(1).repeat(3), z(3)),
    ]),
    "exp": analytic(math.exp, cmath.exp),
    "log": analytic(math.log, cmath.log, ONE_POSITIVE),
    "sqrt": analytic(math.sqrt, cmath.sqrt, ONE_POSITIVE),
    "sin": analytic(math.sin, cmath.sin),
    "cos": analytic(math.cos, cmath.cos),
    "tanh": analytic(math.tanh, cmath.tanh),
    "sigmoid": unary(lambda a: 1 / (1 + either(math.exp, cmath.exp)(-a)), dtypes="dfibcz"),
}  # fmt: skip
