"""Scalar programs as functions of NumPy arrays.

Decides how a program is written in ufuncs, and what the function does with dtypes, numbers and
shapes. Must not know operators, nor Numba.

Note [Loops over arrays]
~~~~~~~~~~~~~~~~~~~~~~~~
All elements go through a `while` loop together, for as long as one of them is in it. Those that
have left keep their variables: each round ends with `where(active, new, old)`. What a round
computes for them is thrown away.
"""

from __future__ import annotations

from collections.abc import Sequence
from types import FunctionType
from typing import Any

import numpy as np

from ...backends.dtypes import DEFAULT
from ...backends.narrow import FLOAT32, narrowed, widen
from ...backends.promotion import Constants
from ...dispatch.sources import exec_source
from .primitives import NUMPY
from .program import Atom, Const, Let, Loop, Program, Statement, Value

FLOATS = {np.dtype(t) for t in (np.float16, np.float32, np.float64)}


def _rounded(result: Any, to: Any) -> Any:
    """Return a result of float32 in the dtype of the operands, others as they are."""
    return narrowed(result, to) if result.dtype == FLOAT32 else result


class Numbers(dict[Any, Any]):
    """The constants of a program as 0-d arrays of each floating dtype; KeyError for others."""

    def __init__(self, values: Sequence[float]) -> None:
        super().__init__()
        self.values_ = [Constants(v) for v in values]

    def __missing__(self, dtype: Any) -> Any:
        if dtype not in FLOATS:
            raise KeyError(dtype)
        made = self[dtype] = tuple([c[dtype] for c in self.values_])
        return made


def special(op: str) -> Any:
    """Return the kernel of a function that NumPy lacks."""
    from ...backends.numpy_backend import pointwise
    from ...backends.numpy_backend import special as functions

    if op == "polygamma":
        return lambda n, x: functions.polygamma(x, n)
    return pointwise.sigmoid if op == "sigmoid" else getattr(functions, op)


def opaque(function: FunctionType, *args: Any) -> Any:
    """Call a function of Python for each element."""
    dtype = next(a.dtype for a in args if isinstance(a, np.ndarray))
    return np.asarray(np.frompyfunc(function, len(args), 1)(*args)).astype(dtype)


def to_float(x: Any, dtype: Any) -> Any:
    """Return integers or truth values in the dtype of the call."""
    return np.asarray(x).astype(dtype)


def to_int(x: Any) -> Any:
    """Return floats without their fractions, as int64."""
    return np.asarray(np.trunc(x)).astype(np.int64)


def spread(x: Any, dtype: Any, *operands: Any) -> Any:
    """Return a new array with the sizes that the operands have together."""
    out = np.empty(np.broadcast_shapes(*[o.shape for o in operands]), dtype)
    out[...] = x
    return out


class NumpyWriter:
    """Writes the function of one program."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.constants: dict[str, tuple[str, float]] = {}
        self.names: dict[str, Any] = {"__warningregistry__": 0}
        self.lines: list[str] = []

    def kernel(self) -> FunctionType:
        """Return the compiled function: payloads and numbers in, payloads out."""
        program = self.program
        head = ", ".join(p.name for p in program.params)
        first = program.operands[0].name
        self.block(program.body, "    ")
        results = [self.result(i) for i in range(len(program.results))]
        numbers = Numbers([value for _, value in self.constants.values()])
        consts = "".join(f"{name}, " for name, _ in self.constants.values())
        start = [
            f"    dtype_ = {first}.dtype",
            "    try:",
            f"        {'(' + consts + ') = ' if consts else ''}numbers_[dtype_]",
            "    except KeyError:",
            f"        return other_({head})",
        ]
        end = results[0] if program.single else f"({', '.join(results)},)"
        source = "\n".join([f"def kernel({head}):", *start, *self.lines, f"    return {end}\n"])
        self.names.update(numbers_=numbers, other_=self.other(), spread_=spread, bool_=np.bool_)
        self.names["int64_"] = np.int64
        self.names["__name__"] = __name__
        exec_source(source, f"<redispatch elementwise {program.name} {id(self):#x}>", self.names)
        made: FunctionType = self.names["kernel"]
        made.__name__ = made.__qualname__ = program.name
        return made

    def other(self) -> Any:
        """Return what is called for dtypes in which the program is not computed."""
        program, names = self.program, self.names

        def other(*args: Any) -> Any:
            given, narrow = list(args), None
            for place, (p, a) in enumerate(zip(program.params, args, strict=True)):
                if p.name in program.numbers:
                    continue
                if a.dtype.kind == "V":  # bfloat16 is computed in float32
                    narrow, given[place] = a.dtype, widen(a)
                    continue
                if a.dtype.kind not in "biu":
                    raise RuntimeError(
                        f"{program.name}: is a function of real numbers, not of {a.dtype.name}"
                    )
                given[place] = a.astype(DEFAULT.np_real)
            found = names["kernel"](*given)
            if narrow is None:
                return found
            if isinstance(found, (tuple, list)):
                return tuple([_rounded(r, narrow) for r in found])
            return _rounded(found, narrow)

        return other

    def result(self, place: int) -> str:
        """Return the expression of a result: a new array of the whole size."""
        program = self.program
        atom = program.results[place]
        text = self.atom(atom)
        alone = isinstance(atom, Value) and atom not in program.params
        again = atom in program.results[:place]
        if alone and not again and self.reaches_all(atom):
            return text
        operands = ", ".join(p.name for p in program.operands)
        dtype = {"f": "dtype_", "b": "bool_", "i": "int64_"}[atom.kind]
        return f"spread_({text}, {dtype}, {operands})"

    def reaches_all(self, atom: Atom) -> bool:
        """Whether a value surely has the sizes of all operands together."""
        reach: dict[str, frozenset[str]] = {
            p.name: frozenset({p.name}) for p in self.program.params
        }
        for each in self.program.body:
            if isinstance(each, Loop):  # it may go no round
                reach.update((r.name, frozenset()) for r in each.results)
                continue
            found = [reach[a.name] for a in each.args if isinstance(a, Value)]
            reach[each.target.name] = frozenset().union(*found)
        assert isinstance(atom, Value)
        found_here = reach[atom.name]
        return bool(found_here & self.program.whole) or found_here >= {
            p.name for p in self.program.operands
        }

    def atom(self, atom: Atom) -> str:
        """Return a value as text; floats stand for 0-d arrays of the dtype."""
        if isinstance(atom, Value):
            return atom.name
        if atom.kind != "f":
            return repr(atom.value)
        key = repr(atom.value)
        if key not in self.constants:
            self.constants[key] = (f"c{len(self.constants)}_", atom.value)
        return self.constants[key][0]

    def block(self, body: Sequence[Statement], indent: str) -> None:
        """Write statements."""
        for each in body:
            if isinstance(each, Let):
                self.lines.append(f"{indent}{each.target} = {self.call(each)}")
            else:
                self.loop(each, indent)

    def call(self, statement: Let) -> str:
        """Return the expression of one operation."""
        op = statement.op
        if op == "opaque":
            function = statement.args[0]
            assert isinstance(function, Const)
            self.names["opaque_"], self.names["function_"] = opaque, function.value
            given = ", ".join(self.atom(a) for a in statement.args[1:])
            return f"opaque_(function_, {given})"
        given = ", ".join(self.atom(a) for a in statement.args)
        if op == "to_float":
            self.names["to_float_"] = to_float
            return f"to_float_({given}, dtype_)"
        if op == "select":
            self.names["select_"] = np.where
        elif op == "to_int":
            self.names["to_int_"] = to_int
        else:
            self.names[f"{op}_"] = NUMPY.get(op) or special(op)
        return f"{op}_({given})"

    def assign(self, targets: Sequence[Value], atoms: Sequence[Atom], indent: str) -> None:
        """Write an assignment of several variables at once."""
        if targets:
            left = ", ".join(t.name for t in targets)
            right = ", ".join(self.atom(a) for a in atoms)
            self.lines.append(f"{indent}{left} = {right}")

    def loop(self, loop: Loop, indent: str) -> None:
        """Write a loop; see Note [Loops over arrays]."""
        inner = indent + "    "
        self.assign(loop.args, loop.starts, indent)
        if loop.span is not None:
            index, *bounds = loop.span
            given = ", ".join(f"int({self.atom(b)})" for b in bounds)
            self.lines.append(f"{indent}for {index} in range({given}):")
            count = len(self.lines)
            self.block(loop.body, inner)
            self.assign(loop.args, loop.ends, inner)
            if len(self.lines) == count:
                self.lines.append(f"{inner}pass")
        else:
            assert loop.active is not None and loop.condition is not None
            active = loop.active.name
            self.names.update(and_=np.logical_and, any_=np.any, select_=np.where)
            self.lines += [f"{indent}{active} = True", f"{indent}while True:"]
            self.block(loop.head, inner)
            self.lines += [
                f"{inner}{active} = and_({active}, {self.atom(loop.condition)})",
                f"{inner}if not any_({active}):",
                f"{inner}    break",
            ]
            self.block(loop.body, inner)
            kept = [
                f"select_({active}, {self.atom(e)}, {a})"
                for a, e in zip(loop.args, loop.ends, strict=True)
            ]
            left = ", ".join(a.name for a in loop.args)
            if kept:
                self.lines.append(f"{inner}{left} = {', '.join(kept)}")
        self.assign(loop.results, loop.args, indent)


def numpy_kernel(program: Program) -> FunctionType:
    """Return a program as a function of arrays of one dtype."""
    return NumpyWriter(program).kernel()
