"""Samples of tests of elements, logic and bits."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np

from .pointwise import ONE, TWO
from .row import Row, each, s, x, y


def among(elements: Any, test_elements: Any, invert: bool = False) -> Any:
    """Look each element up in a list."""
    others = np.asarray(test_elements).reshape(-1).tolist()
    flat = [
        any(v == o for o in others) != invert for v in np.asarray(elements).reshape(-1).tolist()
    ]
    return np.array(flat, bool).reshape(np.shape(elements))


ODD = np.array([1.0, -0.0, math.nan, math.inf, -math.inf])
SOME = [*TWO, s(np.array([1.0, 0.0, 0.0]), np.array([2.0, 3.0, 0.0]))]
INTEGERS = [
    s(np.array([6, -3, 0, 255]), np.array([3, 5, 2, 1])),
    s(np.array([[6], [-3]]), np.array([3, 1, 0])),
    s(np.array([6, -3]), 2),
    s(5, np.array([6, 3])),
    s(np.zeros(0, np.int64), 2),
]


def test(fn: Callable[[Any], Any]) -> Row:
    """Return the row of a test of one element."""
    return Row(each(fn), [*ONE, s(ODD, only="df")], "dfib", "bool", differentiable=False)


def logic(fn: Callable[[Any, Any], Any]) -> Row:
    """Return the row of an operator on truth values."""
    return Row(each(fn), SOME, "dfib", "bool", differentiable=False)


def bits(fn: Callable[[Any, Any], Any]) -> Row:
    """Return the row of an operator on the bits of integers."""
    return Row(each(fn), INTEGERS, "i", "int64", differentiable=False)


def close(
    a: float, b: float, rtol: float = 1e-5, atol: float = 1e-8, equal_nan: bool = False
) -> bool:
    """Return whether two numbers are close, as PyTorch has it."""
    if math.isnan(a) and math.isnan(b):
        return equal_nan
    return a == b or (math.isfinite(a - b) and abs(a - b) <= atol + rtol * abs(b))


test.__test__ = False  # type: ignore[attr-defined]

ROWS: dict[str, Row] = {
    "isnan": test(math.isnan),
    "isinf": test(math.isinf),
    "isfinite": test(math.isfinite),
    "isposinf": test(lambda a: a == math.inf),
    "isneginf": test(lambda a: a == -math.inf),
    "logical_and": logic(lambda a, b: bool(a) and bool(b)),
    "logical_or": logic(lambda a, b: bool(a) or bool(b)),
    "logical_xor": logic(lambda a, b: bool(a) != bool(b)),
    "bitwise_not": Row(each(lambda a: ~a), [s(np.array([6, -3, 0])), s(np.array(5))], "i", "int64",
                       differentiable=False),
    "bitwise_and": bits(lambda a, b: a & b),
    "bitwise_or": bits(lambda a, b: a | b),
    "bitwise_xor": bits(lambda a, b: a ^ b),
    "bitwise_left_shift": bits(lambda a, b: a << b),
    "bitwise_right_shift": bits(lambda a, b: a >> b),
    "isin": Row(among, [
        s(x(2, 3), x(3)), s(x(2, 3), x(2, 3)[1:], invert=True), s(x(3), 2), s(x(), x(2)),
        s(ODD, ODD[::-1].copy(), only="df"), s(x(3), x(0)),
    ], "dfi", "bool", differentiable=False),
    "isclose": Row(each(close), [
        s(x(2, 3), x(2, 3)), s(x(3), y(3)), s(x(3), 1.01 * x(3), rtol=0.02),
        s(x(1), x(1) + 0.1, 0.0, 0.2),
        s(ODD, ODD[::-1].copy(), only="df"), s(ODD, ODD.copy(), equal_nan=True, only="df"),
    ], "dfi", "bool", differentiable=False),
}  # fmt: skip
