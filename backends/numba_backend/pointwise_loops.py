"""Loops over the elements of contiguous arrays, seen as one row, made from functions of numbers.

Decides the form of a loop: how many arrays and further numbers its function takes. Must not know
Numba: jit.py compiles these functions. In a loop named `..._spread` the first array is one number,
which is what `sum().backward()` gives: reading an array of it would cost a third of the time.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from . import scalar_ops

Function = Callable[..., Any]


def one0(f: Function) -> Function:
    def loop(x: Any, out: Any) -> None:
        for i in range(x.size):
            out[i] = f(x[i])

    return loop


def one1(f: Function) -> Function:
    def loop(x: Any, a: Any, out: Any) -> None:
        for i in range(x.size):
            out[i] = f(x[i], a)

    return loop


def one2(f: Function) -> Function:
    def loop(x: Any, a: Any, b: Any, out: Any) -> None:
        for i in range(x.size):
            out[i] = f(x[i], a, b)

    return loop


def one3(f: Function) -> Function:
    def loop(x: Any, a: Any, b: Any, c: Any, out: Any) -> None:
        for i in range(x.size):
            out[i] = f(x[i], a, b, c)

    return loop


def two0(f: Function) -> Function:
    def loop(x: Any, y: Any, out: Any) -> None:
        for i in range(y.size):
            out[i] = f(x[i], y[i])

    return loop


def two1(f: Function) -> Function:
    def loop(x: Any, y: Any, a: Any, out: Any) -> None:
        for i in range(y.size):
            out[i] = f(x[i], y[i], a)

    return loop


def two2(f: Function) -> Function:
    def loop(x: Any, y: Any, a: Any, b: Any, out: Any) -> None:
        for i in range(y.size):
            out[i] = f(x[i], y[i], a, b)

    return loop


def two3(f: Function) -> Function:
    def loop(x: Any, y: Any, a: Any, b: Any, c: Any, out: Any) -> None:
        for i in range(y.size):
            out[i] = f(x[i], y[i], a, b, c)

    return loop


def spread0(f: Function) -> Function:
    def loop(x: Any, y: Any, out: Any) -> None:
        for i in range(y.size):
            out[i] = f(x, y[i])

    return loop


def spread1(f: Function) -> Function:
    def loop(x: Any, y: Any, a: Any, out: Any) -> None:
        for i in range(y.size):
            out[i] = f(x, y[i], a)

    return loop


def spread2(f: Function) -> Function:
    def loop(x: Any, y: Any, a: Any, b: Any, out: Any) -> None:
        for i in range(y.size):
            out[i] = f(x, y[i], a, b)

    return loop


def spread3(f: Function) -> Function:
    def loop(x: Any, y: Any, a: Any, b: Any, c: Any, out: Any) -> None:
        for i in range(y.size):
            out[i] = f(x, y[i], a, b, c)

    return loop


def three0(f: Function) -> Function:
    def loop(g: Any, x: Any, y: Any, out: Any) -> None:
        for i in range(y.size):
            out[i] = f(g[i], x[i], y[i])

    return loop


def three1(f: Function) -> Function:
    def loop(g: Any, x: Any, y: Any, a: Any, out: Any) -> None:
        for i in range(y.size):
            out[i] = f(g[i], x[i], y[i], a)

    return loop


def spread_three0(f: Function) -> Function:
    def loop(g: Any, x: Any, y: Any, out: Any) -> None:
        for i in range(y.size):
            out[i] = f(g, x[i], y[i])

    return loop


def spread_three1(f: Function) -> Function:
    def loop(g: Any, x: Any, y: Any, a: Any, out: Any) -> None:
        for i in range(y.size):
            out[i] = f(g, x[i], y[i], a)

    return loop


FORMS: dict[str, Function] = {
    form.__name__: form
    for form in (
        *(one0, one1, one2, one3, two0, two1, two2, two3),
        *(three0, three1),
        *(spread0, spread1, spread2, spread3),
        *(spread_three0, spread_three1),
    )
}


def find(name: str, types: str) -> Function:
    """Return the loop over arrays and numbers of these types whose function has this name.

    Names of functions are followed by `_spread` where the types say it too.
    """
    spread = types[0] == "s"
    function = name.removesuffix("_spread") if spread else name
    numbers = types[1:-1].count("s")
    arrays = len(types) - numbers - 1
    form = ("one", "two", "three")[arrays - 1]
    if spread:
        form = "spread_three" if arrays == 3 else "spread"
    loop: Function = FORMS[f"{form}{numbers}"](getattr(scalar_ops, function))
    return loop
