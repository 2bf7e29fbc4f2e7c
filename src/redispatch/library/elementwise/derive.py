"""The programs that are made from a program: gradients, tangents, values with slopes.

Decides what parameters and results a derived program has. What it is made of decide forward.py and
reverse.py. Must not know how a program is run.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Sequence
from typing import Any

from ...dispatch.errors import RegistrationError, explain_error
from . import forward, reverse
from .activity import first_obstacle
from .primitives import apply, convert, fold
from .program import TRUE, Atom, Builder, Const, Program, TooLong, Value, number
from .reading import Reader
from .source import Source

KINDS: dict[Any, str] = {int: "i", bool: "b", "int": "i", "bool": "b"}


def read(function: Callable[..., Any], name: str) -> Program:
    """Return the program of a function.

    Raises
    ------
    RegistrationError
        With the line and the reason, where something is not understood.
    """
    source = Source(function)
    spec = source.tree.args
    if spec.vararg or spec.kwarg or spec.kwonlyargs:
        raise source.refused(source.tree, "has parameters with * or after it")
    names = [a.arg for a in (*spec.posonlyargs, *spec.args)]
    if not names:
        raise source.refused(source.tree, "has no parameters")
    builder = Builder(fold)
    annotations = getattr(function, "__annotations__", {})
    params = [Value(n, KINDS.get(annotations.get(n), "f")) for n in names]
    numbers = [p.name for p in params if p.kind != "f"]
    if len(numbers) == len(params):
        raise source.refused(source.tree, "has no parameter that is an element of a tensor")
    builder.uniform |= set(numbers)
    reader = Reader(source, builder, TRUE, (source.code,))
    try:
        value = reader.read(dict(zip(names, params, strict=True)))
    except TooLong:
        raise source.refused(source.tree, "is too long when its calls are written out") from None
    results = value if isinstance(value, tuple) else (value,)
    if not results or any(not isinstance(r, (Value, Const)) for r in results):
        raise source.refused(source.tree, "returns nothing, or tuples of tuples")
    if isinstance(value, tuple):
        results = tuple([convert(builder, r, "f") for r in results])
    return Program(
        name, params, builder.body, results, single=not isinstance(value, tuple), numbers=numbers
    )


def differentiable(program: Program) -> bool:
    """Whether some result is a float; of the others there is no derivative."""
    return any(r.kind == "f" for r in program.results)


def check(program: Program) -> None:
    """Raise RegistrationError, with the line, if a result has no derivative."""
    found = first_obstacle(program)
    if found is not None:
        op, line = found
        raise RegistrationError(
            explain_error(
                program.name,
                _WHY[op],
                where=line,
                accepted="derivative= with the slopes, or derivative=False",
            )
        )


_WHY = {
    "to_int": "makes a whole number of a float and computes with it, which has no derivative",
    "opaque": "calls a function of Python that cannot be read",
}


def unused(name: str, taken: Container[str]) -> str:
    """Return a name that is not taken."""
    while name in taken:
        name += "0"
    return name


class Slopes:
    """Where the gradients of a program come from: the program, or functions given by hand."""

    def __init__(self, program: Program, by_hand: dict[str, Program] | None = None) -> None:
        self.program = program
        self.by_hand = by_hand

    @property
    def inputs(self) -> list[str]:
        """The parameters that may have a gradient."""
        if self.by_hand is not None:
            return [p.name for p in self.program.operands if p.name in self.by_hand]
        return [p.name for p in self.program.operands]

    def gradient(self, wanted: Sequence[str], outputs: Sequence[bool]) -> Program:
        """Return the program of the gradients of the wanted inputs.

        Its parameters are the gradients of the outputs that have one, then those of the program.
        """
        program, builder = self.program, Builder(fold)
        names = [p.name for p in program.params]
        gs = [Value(unused(f"g{i}", names), "f") for i, given in enumerate(outputs) if given]
        given = iter(gs)
        cotangents: list[Atom | None] = [next(given) if flag else None for flag in outputs]
        params = self._params(builder)
        if self.by_hand is None:
            way = reverse if program.straight else forward
            results = way.gradients(builder, program, params, cotangents, wanted)
        else:
            results = self._by_hand(builder, params, cotangents, wanted)
        return Program(
            f"{program.name}_backward_{'_'.join(wanted)}",
            [*gs, *params],
            builder.body,
            results,
            single=len(wanted) == 1,
            numbers=program.numbers,
            whole=[g.name for g in gs],
        )

    def tangent(self, wanted: Sequence[str]) -> Program:
        """Return the program of the tangents of the results.

        Its parameters are those of the program, then the tangents of the wanted inputs.
        """
        program, builder = self.program, Builder(fold)
        names = [p.name for p in program.params]
        params = self._params(builder)
        seeds = {n: Value(unused(f"t{i}", names), "f") for i, n in enumerate(wanted)}
        if self.by_hand is None:
            results = forward.tangents(builder, program, params, dict(seeds))
        else:
            results = []
            for output in range(len(program.results)):
                total: Atom = Const(0.0, "f")
                for name, t in seeds.items():
                    slope = self._slope(builder, params, name)[output]
                    part = apply(builder, "mul", [t, slope])
                    total = (
                        part if isinstance(total, Const) else apply(builder, "add", [total, part])
                    )
                results.append(total)
        return Program(
            f"{program.name}_tangent",
            [*params, *seeds.values()],
            builder.body,
            results,
            single=program.single,
            numbers=program.numbers,
        )

    def with_slopes(self, wanted: Sequence[str]) -> Program:
        """Return the program of the value and its slopes for the wanted inputs."""
        program, builder = self.program, Builder(fold)
        params = self._params(builder)
        (value,) = forward.inlined(builder, program, params)
        if self.by_hand is None:
            way = reverse if program.straight else forward
            slopes = way.gradients(builder, program, params, [number(1.0)], wanted)
        else:
            slopes = self._by_hand(builder, params, [number(1.0)], wanted)
        return Program(
            f"{program.name}_with_slopes",
            params,
            builder.body,
            [value, *slopes],
            single=False,
            numbers=program.numbers,
        )

    def _params(self, builder: Builder) -> list[Value]:
        params = [Value(p.name, p.kind) for p in self.program.params]
        builder.uniform |= self.program.numbers
        return params

    def _slope(self, builder: Builder, params: Sequence[Value], name: str) -> list[Atom]:
        """Return the slopes of the outputs for one input, from the function given by hand."""
        assert self.by_hand is not None
        results = forward.inlined(builder, self.by_hand[name], params)
        return [convert(builder, r, "f") for r in results]

    def _by_hand(
        self,
        builder: Builder,
        params: Sequence[Value],
        cotangents: Sequence[Atom | None],
        wanted: Sequence[str],
    ) -> list[Atom]:
        found = []
        for name in wanted:
            total: Atom | None = None
            slopes = self._slope(builder, params, name)
            for slope, g in zip(slopes, cotangents, strict=True):
                if g is not None:
                    part = apply(builder, "mul", [slope, g])
                    total = part if total is None else apply(builder, "add", [total, part])
            found.append(Const(0.0, "f") if total is None else total)
        return found
