"""Forward derivatives of scalar programs: each value with its slopes along some directions.

Decides how tangents go through statements and loops. Must not know Python's syntax, nor how a
program is run. See Note [Kinks] in primitives.py.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from .primitives import TABLE, Term, apply, convert, fold
from .program import Atom, Builder, Const, Let, Loop, Program, Statement, Value, number, statements

Tangents = tuple[Atom | None, ...]  # along each direction; None is an exact zero


class Unknown(Exception):
    """A statement has no derivative; `line` is where it stands."""

    def __init__(self, line: str, op: str) -> None:
        super().__init__(line, op)
        self.line = line
        self.op = op


class Forward:
    """Copies a program into a builder, with tangents beside the values.

    `values` maps names of the program to atoms of the builder, `tangents` those that have some to
    theirs. `expand` writes out the calls of functions whose slopes were given by hand.
    """

    def __init__(self, builder: Builder, directions: int, *, expand: bool = False) -> None:
        self.builder = builder
        self.expand = expand
        self.directions = directions
        self.none: Tangents = (None,) * directions
        self.values: dict[str, Atom] = {}
        self.tangents: dict[str, Tangents] = {}

    def start(self, value: Value, atom: Atom, tangents: Tangents) -> None:
        """Say what a name stands for, and its tangents."""
        self.values[value.name] = atom
        if any(t is not None for t in tangents):
            self.tangents[value.name] = tangents

    def of(self, atom: Atom) -> Atom:
        """Return what an atom of the program is in the builder."""
        return self.values[atom.name] if isinstance(atom, Value) else atom

    def tangent(self, atom: Atom) -> Tangents:
        """Return the tangents of an atom of the program."""
        return self.tangents.get(atom.name, self.none) if isinstance(atom, Value) else self.none

    def run(self, body: Sequence[Statement]) -> None:
        """Copy statements, each followed by its tangents."""
        for each in body:
            if isinstance(each, Let):
                self.let(each)
            else:
                self.loop(each)

    def let(self, statement: Let) -> None:
        """Copy one operation."""
        args = tuple([self.of(a) for a in statement.args])
        given = [self.tangent(a) for a in statement.args]
        if statement.op == "custom":
            self.custom(statement, args, given)
            return
        result = self.builder.adopt(statement, args)
        if all(t is self.none for t in given):
            self.start(statement.target, result, self.none)
            return
        if statement.op in ("select", "maximum", "minimum"):
            made = self.choice(statement.op, args, given)
        else:
            made = self.smooth(statement, args, result, given)
        self.start(statement.target, result, made)

    def custom(self, statement: Let, args: tuple[Atom, ...], given: list[Tangents]) -> None:
        """Copy the call of a function whose slopes were given by hand."""
        owner: Any = statement.args[0]
        program, by_hand = owner.value.program, owner.value.by_hand
        builder = self.builder
        if self.expand:
            (result,) = inlined(builder, program, args[1:], expand=True)
        else:
            result = builder.adopt(statement, args)
        made: list[Atom | None] = list(self.none)
        for param, tangents in zip(program.params, given[1:], strict=True):
            if param.name not in by_hand or all(t is None for t in tangents):
                continue
            (slope,) = inlined(builder, by_hand[param.name], args[1:], expand=self.expand)
            for direction, t in enumerate(tangents):
                if t is not None:
                    part = apply(builder, "mul", [t, slope])
                    old = made[direction]
                    made[direction] = part if old is None else apply(builder, "add", [old, part])
        self.start(statement.target, result, tuple(made))

    def smooth(
        self, statement: Let, args: tuple[Atom, ...], result: Atom, given: list[Tangents]
    ) -> Tangents:
        """Return the sum of the slopes times the tangents of the arguments."""
        rule = TABLE[statement.op].slopes
        if rule is None:
            raise Unknown(statement.line, statement.op)
        builder = self.builder
        slopes = rule(Term(builder, result), *[Term(builder, a) for a in args])
        made: list[Atom | None] = []
        for direction in range(self.directions):
            total: Term | None = None
            for slope, tangents in zip(slopes, given, strict=True):
                t = tangents[direction]
                if t is None or slope is None:
                    continue
                part = Term(builder, t) * slope
                total = part if total is None else total + part
            made.append(None if total is None else total.atom)
        return tuple(made)

    def choice(self, op: str, args: tuple[Atom, ...], given: list[Tangents]) -> Tangents:
        """Return the tangents of the side that is taken: what the other one has, even nan, is not.

        That is more than the product of a slope of 0 gives.
        """
        builder = self.builder
        made: list[Atom | None] = []
        for direction in range(self.directions):
            here = [g[direction] for g in given][-2:]
            if all(t is None for t in here):
                made.append(None)
                continue
            a, b = (Term(builder, number(0.0) if t is None else t) for t in here)
            if op == "select":
                chosen = Term(builder, args[0]).where(a, b)
            else:
                left, right = (Term(builder, x) for x in args)
                beaten = left.call("lt" if op == "maximum" else "gt", right)
                chosen = beaten.where(b, left.call("eq", right).where((a + b) * 0.5, a))
            made.append(chosen.atom)
        return tuple(made)

    def loop(self, loop: Loop) -> None:
        """Copy a loop; variables whose tangents are not zero in some round carry them along."""
        active = [
            tuple(t is not None for t in self.tangent(s)) if a.kind == "f" else ()
            for s, a in zip(loop.starts, loop.args, strict=True)
        ]
        while True:
            grown = self._loop(loop, active)
            if grown is None:
                return
            active = grown

    def _loop(self, loop: Loop, active: list[tuple[bool, ...]]) -> list[tuple[bool, ...]] | None:
        builder = self.builder
        args = [builder.fresh(a.kind) for a in loop.args]
        starts = [self.of(s) for s in loop.starts]
        extra: list[tuple[int, int, Value]] = []
        start_tangents = [self.tangent(s) for s in loop.starts]
        for place, (arg, copy, flags) in enumerate(zip(loop.args, args, active, strict=True)):
            made: list[Atom | None] = list(self.none)
            for direction, flag in enumerate(flags):
                if flag:
                    tangent = builder.fresh("f", "t")
                    made[direction] = tangent
                    extra.append((place, direction, tangent))
            self.tangents.pop(arg.name, None)
            self.start(arg, copy, tuple(made))
        span = self._span(loop)
        flag_active = None
        if loop.active is not None:
            flag_active = builder.fresh("b", "active")
            self.values[loop.active.name] = flag_active
        with builder.region() as head:
            self.run(loop.head)
            condition = None if loop.condition is None else self.of(loop.condition)
            with builder.region() as body:
                self.run(loop.body)
                ends = [self.of(e) for e in loop.ends]
                end_tangents = [self.tangent(e) for e in loop.ends]
        grown = [
            tuple(f or t is not None for f, t in zip(flags, ts, strict=True)) if flags else ()
            for flags, ts in zip(active, end_tangents, strict=True)
        ]
        if grown != active:
            return grown
        for place, direction, _ in extra:
            start, end = start_tangents[place][direction], end_tangents[place][direction]
            starts.append(Const(0.0, "f") if start is None else start)
            ends.append(Const(0.0, "f") if end is None else end)
        args += [tangent for _, _, tangent in extra]
        results = [builder.fresh(a.kind) for a in args]
        builder.body.append(
            Loop(
                args,
                starts,
                body,
                ends,
                results,
                span=span,
                head=head,
                condition=condition,
                active=flag_active,
                line=loop.line,
            )
        )
        count = len(loop.results)
        found: dict[int, list[Atom | None]] = {}
        for (place, direction, _), result in zip(extra, results[count:], strict=True):
            found.setdefault(place, list(self.none))[direction] = result
        for place, (value, result) in enumerate(zip(loop.results, results, strict=False)):
            self.start(value, result, tuple(found.get(place, self.none)))
        return None

    def _span(self, loop: Loop) -> tuple[Value, Atom, Atom, Atom] | None:
        if loop.span is None:
            return None
        index = self.builder.fresh("i", "i")
        self.values[loop.span[0].name] = index
        start, stop, step = (self.of(b) for b in loop.span[1:])
        return (index, start, stop, step)


def inlined(
    builder: Builder, program: Program, args: Sequence[Atom], *, expand: bool = False
) -> list[Atom]:
    """Return the results of a program for some arguments, computed in a builder."""
    copied = Forward(builder, 0, expand=expand)
    for param, arg in zip(program.params, args, strict=True):
        copied.start(param, convert(builder, arg, param.kind), ())
    copied.run(program.body)
    return [copied.of(r) for r in program.results]


def expanded(program: Program) -> Program:
    """Return the same program with all calls written out: what is run."""
    if not any(isinstance(s, Let) and s.op == "custom" for s in statements(program.body)):
        return program
    builder = Builder(fold)
    builder.uniform |= program.numbers
    results = inlined(builder, program, program.params, expand=True)
    return Program(
        program.name,
        program.params,
        builder.body,
        results,
        single=program.single,
        numbers=program.numbers,
        whole=program.whole,
    )


def tangents(
    builder: Builder, program: Program, params: Sequence[Value], seeds: dict[str, Atom]
) -> list[Atom]:
    """Return the tangents of the results, from those of the parameters that have one."""
    forward = Forward(builder, 1)
    for old, new in zip(program.params, params, strict=True):
        forward.start(old, new, (seeds.get(old.name),))
    forward.run(program.body)
    found = [forward.tangent(r)[0] for r in program.results]
    return [Const(0.0, "f") if t is None else t for t in found]


def gradients(
    builder: Builder,
    program: Program,
    params: Sequence[Value],
    cotangents: Sequence[Atom | None],
    wanted: Sequence[str],
) -> list[Atom]:
    """Return the gradient for each wanted parameter: slopes along each, times the cotangents."""
    forward = Forward(builder, len(wanted))
    for old, new in zip(program.params, params, strict=True):
        seeds = tuple([number(1.0) if name == old.name else None for name in wanted])
        forward.start(old, new, seeds)
    forward.run(program.body)
    found: list[Atom] = []
    for direction in range(len(wanted)):
        total: Atom | None = None
        for result, g in zip(program.results, cotangents, strict=True):
            t = forward.tangent(result)[direction]
            if t is None or g is None:
                continue
            part = apply(builder, "mul", [t, g])
            total = part if total is None else apply(builder, "add", [total, part])
        found.append(Const(0.0, "f") if total is None else total)
    return found
