"""Loops over the bits of float16 and bfloat16, which compute in float32 and round once.

Decides their forms: conversions, and functions of numbers over one and two arrays, by the names
that end in that of the dtype. Must not know Numba: jit.py compiles these functions.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from . import scalar_ops
from .vmath import from_brain, from_half, to_brain, to_half

Function = Callable[..., Any]


def wide(f: Function, of: Function, to: Function) -> Function:
    def loop(bits: Any, out: Any) -> None:
        for i in range(bits.size):
            out[i] = of(bits[i])

    return loop


def narrow(f: Function, of: Function, to: Function) -> Function:
    def loop(x: Any, bits: Any) -> None:
        for i in range(bits.size):
            bits[i] = to(x[i])

    return loop


def one0(f: Function, of: Function, to: Function) -> Function:
    def loop(x: Any, out: Any) -> None:
        for i in range(x.size):
            out[i] = to(f(of(x[i])))

    return loop


def one1(f: Function, of: Function, to: Function) -> Function:
    def loop(x: Any, a: Any, out: Any) -> None:
        for i in range(x.size):
            out[i] = to(f(of(x[i]), a))

    return loop


def one2(f: Function, of: Function, to: Function) -> Function:
    def loop(x: Any, a: Any, b: Any, out: Any) -> None:
        for i in range(x.size):
            out[i] = to(f(of(x[i]), a, b))

    return loop


def one3(f: Function, of: Function, to: Function) -> Function:
    def loop(x: Any, a: Any, b: Any, c: Any, out: Any) -> None:
        for i in range(x.size):
            out[i] = to(f(of(x[i]), a, b, c))

    return loop


def two0(f: Function, of: Function, to: Function) -> Function:
    def loop(x: Any, y: Any, out: Any) -> None:
        for i in range(y.size):
            out[i] = to(f(of(x[i]), of(y[i])))

    return loop


def two1(f: Function, of: Function, to: Function) -> Function:
    def loop(x: Any, y: Any, a: Any, out: Any) -> None:
        for i in range(y.size):
            out[i] = to(f(of(x[i]), of(y[i]), a))

    return loop


def two2(f: Function, of: Function, to: Function) -> Function:
    def loop(x: Any, y: Any, a: Any, b: Any, out: Any) -> None:
        for i in range(y.size):
            out[i] = to(f(of(x[i]), of(y[i]), a, b))

    return loop


def two3(f: Function, of: Function, to: Function) -> Function:
    def loop(x: Any, y: Any, a: Any, b: Any, c: Any, out: Any) -> None:
        for i in range(y.size):
            out[i] = to(f(of(x[i]), of(y[i]), a, b, c))

    return loop


FORMS = {form.__name__: form for form in (one0, one1, one2, one3, two0, two1, two2, two3)}
CONVERSIONS = {"wide": wide, "narrow": narrow}
BITS = {"float16": (from_half, to_half), "bfloat16": (from_brain, to_brain)}


def find(name: str, types: str) -> Function:
    """Return the loop over arrays of bits (`h`) and numbers whose function has this name."""
    function, _, dtype = name.rpartition("_")
    of, to = BITS[dtype]
    if function in CONVERSIONS:
        return CONVERSIONS[function](scalar_ops.positive, of, to)
    arrays, numbers = types.count("h") - 1, types.count("s")
    form = FORMS[f"{('one', 'two')[arrays - 1]}{numbers}"]
    return form(getattr(scalar_ops, function), of, to)
