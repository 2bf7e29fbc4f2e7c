"""Which results of a program depend on its operands through something that has no slope.

Decides what is refused when a function is defined. Must not know derivatives themselves.

Note [Whole numbers]
~~~~~~~~~~~~~~~~~~~~
A whole number made of an operand may count rounds, choose an element or be compared: what depends
on it jumps, and between jumps the slope is 0. It may not go back into arithmetic with floats:
there a slope of 0 is hardly what was meant, and whoever means it writes `floor`.
"""

from __future__ import annotations

from collections.abc import Sequence

from .program import Atom, Let, Loop, Program, Statement, Value

Where = tuple[str, str]  # the operation, and its line


class Activity:
    """What is known of each name: whether it has a slope, and what is wrong with it."""

    def __init__(self, program: Program) -> None:
        self.active = {p.name for p in program.operands if p.kind == "f"}
        self.counts: dict[str, Where] = {}  # whole numbers made of operands
        self.wrong: dict[str, Where] = {}
        while True:
            before = len(self.active) + len(self.counts) + len(self.wrong)
            self.block(program.body)
            if before == len(self.active) + len(self.counts) + len(self.wrong):
                break

    def block(self, body: Sequence[Statement]) -> None:
        """Go through statements once."""
        for each in body:
            if isinstance(each, Let):
                self.let(each)
            else:
                self.loop(each)

    def let(self, statement: Let) -> None:
        """Note what one operation makes of its arguments."""
        target, op = statement.target, statement.op
        args = statement.args[1:] if op == "select" else statement.args
        names = [a.name for a in args if isinstance(a, Value)]
        active = any(n in self.active for n in names)
        if target.kind == "b":
            return
        if target.kind == "i":
            if op == "to_int" and active:
                self.counts[target.name] = (op, statement.line)
            self.copy(names, target.name, self.counts)
        elif op == "to_float":
            for n in names:
                if n in self.counts:
                    self.wrong[target.name] = self.counts[n]
        elif op == "opaque" and active:
            self.wrong[target.name] = (op, statement.line)
        elif not _rounds(op):
            self.copy(names, target.name, self.wrong)
            if active:
                self.active.add(target.name)

    def copy(self, sources: Sequence[str], target: str, known: dict[str, Where]) -> None:
        """Note of a name what is known of another one."""
        for n in sources:
            if n in known:
                known.setdefault(target, known[n])

    def loop(self, loop: Loop) -> None:
        """Note what a round, and the loop, make of its variables."""
        self.block(loop.head)
        self.block(loop.body)
        parts = zip(loop.args, loop.starts, loop.ends, loop.results, strict=True)
        for arg, start, end, result in parts:
            for source, target in ((start, arg), (end, arg), (arg, result)):
                self.same(source, target)

    def same(self, source: Atom, target: Value) -> None:
        """Note that a name may be another one."""
        if isinstance(source, Value):
            self.copy([source.name], target.name, self.counts)
            self.copy([source.name], target.name, self.wrong)
            if source.name in self.active:
                self.active.add(target.name)


def _rounds(op: str) -> bool:
    """Whether an operation has slope 0 everywhere."""
    return op in ("floor", "ceil", "trunc", "rint", "sign", "floordiv")


def first_obstacle(program: Program) -> Where | None:
    """Return what stands between some result and its derivative, and on which line; or None."""
    activity = Activity(program)
    for result in program.results:
        if isinstance(result, Value) and result.name in activity.wrong:
            return activity.wrong[result.name]
    return None
