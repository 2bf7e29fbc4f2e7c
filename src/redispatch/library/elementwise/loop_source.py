"""Scalar programs as loops over contiguous rows, for the compiler.

Decides how a program is written in scalars of one dtype. The text holds all that the compiled code
depends on (what it calls was written out, constants are literals): Note [Generated loops] in
backends/numba_backend/made.py. Must not know Numba nor operators.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from ...backends.numba_backend.scalars import SCALAR
from .primitives import TABLE
from .program import Atom, Const, Let, Loop, Program, Statement, statements

INFIX = {
    "add": "+", "sub": "-", "mul": "*", "div": "/", "lt": "<", "le": "<=", "gt": ">", "ge": ">=",
    "eq": "==", "ne": "!=", "and": "and", "or": "or",
}  # fmt: skip
WORDS = {
    "neg": "-{}",
    "not": "not {}",
    "select": "{1} if {0} else {2}",
    "to_float": "F({})",
    "to_int": "np.int64({})",
    "power": "{} ** {}",
    "pow": "{} ** {}",
    "abs": "abs({})",
    "isnan": "{0} != {0}",
    "isinf": "abs({}) == F(np.inf)",
    "isfinite": "abs({}) < F(np.inf)",
    "mod": "np.remainder({}, {})",
    "floordiv": "np.floor_divide({}, {})",
    "copysign": "np.copysign({}, {})",
}
OF_FLOATS = {
    "maximum": "larger({}, {})",
    "minimum": "smaller({}, {})",
    "erf": "math.erf({})",
    "erfc": "math.erfc({})",
    "lgamma": "math.lgamma({})",
    "sigmoid": "F(1.0) / (F(1.0) + np.exp(-{}))",
}
OF_INTEGERS = {"maximum": "max({}, {})", "minimum": "min({}, {})"}
CALLED = set(
    "sqrt cbrt exp exp2 expm1 log log2 log10 log1p sin cos tan arcsin arccos arctan sinh cosh tanh "
    "arcsinh arccosh arctanh floor ceil trunc rint sign arctan2 hypot fmod".split()
)


def writable(program: Program) -> bool:
    """Whether every operation has a form in compiled code."""
    return all(
        s.op in INFIX or s.op in WORDS or s.op in OF_FLOATS or s.op in CALLED
        for s in statements(program.body)
        if isinstance(s, Let)
    )


def form(op: str, kind: str) -> str:
    """Return how an operation is written, with {} for its arguments."""
    if op in SCALAR:
        return f"s_{op}({', '.join(['{}'] * TABLE[op].arity)})"
    if op in INFIX:
        return f"{{}} {INFIX[op]} {{}}"
    if op in WORDS:
        return WORDS[op]
    found = (OF_INTEGERS if kind == "i" else OF_FLOATS).get(op)
    return found or f"np.{op}({', '.join(['{}'] * getattr(np, op).nin)})"


class LoopWriter:
    """Writes the loop of one program.

    Parameters
    ----------
    program : the program.
    pattern : a letter for each operand: `v` for a row, `s` for one number.
    """

    def __init__(self, program: Program, pattern: str) -> None:
        self.program = program
        self.pattern = dict(zip([p.name for p in program.operands], pattern, strict=True))
        self.lines: list[str] = []

    def source(self) -> str:
        """Return the text of the function."""
        program = self.program
        outs = [f"out{i}_" for i in range(len(program.results))]
        rows = {p.name for p in program.operands if self.pattern[p.name] == "v"}
        params = [f"row_{p.name}" if p.name in rows else p.name for p in program.params]
        self.lines = [
            f"def loop({', '.join([*params, *outs])}):",
            f"    for at_ in range({outs[0]}.size):",
            *(f"        {n} = row_{n}[at_]" for n in (p.name for p in program.params) if n in rows),
        ]
        self.block(program.body, "        ")
        for out, result in zip(outs, program.results, strict=True):
            self.lines.append(f"        {out}[at_] = {self.atom(result)}")
        return "\n".join(self.lines) + "\n"

    def atom(self, atom: Atom) -> str:
        """Return a value as text; floats have the type of the elements."""
        if not isinstance(atom, Const):
            return atom.name
        if atom.kind != "f":
            return repr(atom.value)
        if math.isfinite(atom.value):
            return f"F({atom.value!r})"
        return f"F(np.{atom.value})" if atom.value > 0 or atom.value != atom.value else "F(-np.inf)"

    def block(self, body: Sequence[Statement], indent: str) -> None:
        """Write statements."""
        for each in body:
            if isinstance(each, Loop):
                self.loop(each, indent)
                continue
            kind = each.args[0].kind if each.op in OF_INTEGERS else each.target.kind
            given = [self.atom(a) for a in each.args]
            self.lines.append(f"{indent}{each.target} = {form(each.op, kind).format(*given)}")

    def loop(self, loop: Loop, indent: str) -> None:
        """Write a loop of scalars."""
        inner = indent + "    "
        for arg, start in zip(loop.args, loop.starts, strict=True):
            self.lines.append(f"{indent}{arg} = {self.atom(start)}")
        if loop.span is not None:
            index, *bounds = loop.span
            given = ", ".join(self.atom(b) for b in bounds)
            self.lines.append(f"{indent}for {index} in range({given}):")
        else:
            assert loop.active is not None and loop.condition is not None
            self.lines += [f"{indent}{loop.active} = True", f"{indent}while True:"]
            self.block(loop.head, inner)
            test = self.atom(loop.condition)
            self.lines += [f"{inner}if not {test}:", f"{inner}    break"]
        self.block(loop.body, inner)
        # all at once: an end may be another variable of the loop
        ends = [self.atom(e) for e in loop.ends]
        temporary = [f"{a}next" for a in loop.args]
        self.lines += [f"{inner}{t} = {e}" for t, e in zip(temporary, ends, strict=True)]
        self.lines += [f"{inner}{a} = {t}" for a, t in zip(loop.args, temporary, strict=True)]
        if not loop.args and loop.span is not None:
            self.lines.append(f"{inner}pass")
        for result, arg in zip(loop.results, loop.args, strict=True):
            self.lines.append(f"{indent}{result} = {arg}")


def letters(program: Program, pattern: str) -> str:
    """Return the types of the loop's arguments, in the letters of `jit.compiled`."""
    of = dict(zip([p.name for p in program.operands], pattern, strict=True))
    given = "".join("i" if p.name in program.numbers else of[p.name] for p in program.params)
    given += "".join({"f": "v", "b": "b", "i": "n"}[r.kind] for r in program.results)
    return "".join(c.upper() if c in "vbn" else c for c in given)  # threads may share rows
