"""Scalar functions for tests: from text, over floats or over exact numbers, and drawn at random."""

from __future__ import annotations

import itertools
import linecache
import math
import random
from collections.abc import Callable
from types import FunctionType, SimpleNamespace
from typing import Any

import mpmath
from hypothesis import strategies as st

_COUNT = itertools.count()
EXACT_MATH = SimpleNamespace(
    exp=mpmath.exp,
    log=mpmath.log,
    sin=mpmath.sin,
    cos=mpmath.cos,
    tanh=mpmath.tanh,
    sqrt=mpmath.sqrt,
    atan=mpmath.atan,
    erf=mpmath.erf,
)


def function(text: str, **names: Any) -> FunctionType:
    """Return the last function of a text, whose source `inspect` finds."""
    filename = f"<scalars {next(_COUNT)}>"
    linecache.cache[filename] = (len(text), None, text.splitlines(keepends=True), filename)
    space: dict[str, Any] = {"math": math, "__name__": __name__, **names}
    exec(compile(text, filename, "exec"), space)
    found = [v for v in space.values() if isinstance(v, FunctionType) and v.__module__ == __name__]
    return found[-1]


def exact_slope(text: str, args: tuple[float, ...], place: int, order: int = 1) -> float:
    """Return a derivative of the last function of a text, by differences of 40 digits."""
    exact: Callable[..., Any] = function(text, math=EXACT_MATH, abs=abs, max=max, min=min)
    with mpmath.workdps(40):
        given = [mpmath.mpf(a) for a in args]
        h = mpmath.mpf(10) ** -12

        def at(x: Any, left: int) -> Any:
            if not left:
                return exact(*given[:place], x, *given[place + 1 :])
            return (at(x + h, left - 1) - at(x - h, left - 1)) / (2 * h)

        return float(at(given[place], order))


class Draw:
    """Draws the text of a function `f(x, y)` with conditions, loops, helpers and variables."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)

    def pick(self, *choices: Any) -> Any:
        return self.random.choice(choices)

    def expression(self, names: list[str], depth: int) -> str:
        if not depth or self.pick(0, 1, 2, 3) == 0:
            return str(self.pick(*names, *names, "0.5", "2.0", "-1.25", "3"))
        a, b = (self.expression(names, depth - 1) for _ in range(2))
        return str(
            self.pick(
                f"({a} + {b})",
                f"({a} - {b})",
                f"({a} * {b})",
                f"({a} / (2.0 + ({b}) * ({b})))",
                f"math.sin({a})",
                f"math.tanh({a})",
                f"math.exp(-({a}) ** 2)",
                f"math.sqrt(1.0 + ({a}) ** 2)",
                f"math.atan({a})",
                f"abs({a})",
                f"max({a}, {b})",
                f"min({a}, {b})",
                f"({a} if {self.condition(names)} else {b})",
                f"helper({a}, {b})",
            )
        )

    def condition(self, names: list[str]) -> str:
        left, right = (self.expression(names, 0) for _ in range(2))
        first = f"{left} {self.pick('<', '>', '<=', '>=')} {right}"
        return str(self.pick(first, f"not {first}", f"({first} and {self.pick(*names)} > 0.1)"))

    def block(self, names: list[str], indent: str, depth: int, inside_loop: bool) -> list[str]:
        lines = []
        for _ in range(self.pick(1, 2)):
            lines += self.statement(names, indent, depth, inside_loop)
        return lines

    def statement(self, names: list[str], indent: str, depth: int, inside_loop: bool) -> list[str]:
        target, inner = self.pick("a", "b"), indent + "    "
        assign = f"{indent}{target} = {self.expression(names, 2)}"
        kind = self.pick("assign", "assign", "if", "for", "while", "return") if depth else "assign"
        if kind == "if":
            lines = [f"{indent}if {self.condition(names)}:"]
            lines += self.block(names, inner, depth - 1, inside_loop)
            if self.pick(True, False):
                lines += [f"{indent}else:", *self.block(names, inner, depth - 1, inside_loop)]
            return lines
        if kind == "for":
            rounds = self.pick("3", "70")
            lines = [f"{indent}for i in range({rounds}):", f"{inner}a = 0.5 * a + 0.1 * i / 70"]
            lines += self.leave(names, inner)
            return lines + self.block(names, inner, 0, True)
        if kind == "while":
            lines = [f"{indent}n = 0", f"{indent}while n < 4 and b < 3.0:"]
            lines += [f"{inner}n += 1", f"{inner}b = b + 0.25 + 0.1 * abs(a)"]
            return lines + self.leave(names, inner)
        if kind == "return":
            lines = [f"{indent}if {self.condition(names)}:"]
            return [*lines, f"{inner}return {self.expression(names, 1)}"]
        return [assign]

    def leave(self, names: list[str], indent: str) -> list[str]:
        way = self.pick("", "", "break", "continue", f"return {self.expression(names, 1)}")
        return [f"{indent}if {self.condition(names)}:", f"{indent}    {way}"] if way else []

    def text(self) -> str:
        names = ["x", "y", "a", "b"]
        return "\n".join(
            [
                "def helper(u, v=1.5):",
                "    if u > v:",
                "        return u * v",
                "    w = u - v",
                "    return w * w * 0.5",
                "def f(x, y):",
                "    a = x",
                "    b = y * 0.5",
                *self.block(names, "    ", 2, False),
                *self.block(names, "    ", 2, False),
                f"    return {self.expression(names, 2)}",
                "",
            ]
        )


def texts() -> st.SearchStrategy[str]:
    """Draw the text of a function of two numbers: a seed, since shrinking such texts takes long."""
    return st.integers(0, 2**32).map(lambda seed: Draw(seed).text())
