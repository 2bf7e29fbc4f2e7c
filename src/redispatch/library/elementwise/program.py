"""A scalar program: what is left of a user's function once it has been read.

Decides the form that analysis, derivatives and kernels share, and what is folded, shared and
dropped while a program is built. Must not know Python's syntax (reading.py), derivatives, nor how
a program is run.

Note [Programs]
~~~~~~~~~~~~~~~
A program is straight: every statement gives a new name a value, and there are no branches. Both
sides of a condition are computed and `select` takes one, which is what vector instructions and
arrays want; it is right because nothing here has side effects or raises. Only loops have a body
of their own. What a loop changes are its `args`: they start as `starts`, a round makes `ends` of
them, and the last values are the `results`. A `while` loop tests `condition`, computed by `head`,
before each round; inside, `active` says whether this element is still in the loop (always, for a
scalar), which guards the loops within. Kinds of values: "f" is the element type, whatever it is
in a call; "i" an int64; "b" a truth value.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, final

import numpy as np

LONGEST = 20000  # statements
NOT_REVERSED = frozenset({"select", "maximum", "minimum", "custom"})


@final
class Value:
    """A name in a program."""

    __slots__ = ("kind", "name")

    def __init__(self, name: str, kind: str) -> None:
        self.name = name
        self.kind = kind

    def __repr__(self) -> str:
        return self.name


@final
class Const:
    """A number in a program."""

    __slots__ = ("kind", "value")

    def __init__(self, value: Any, kind: str) -> None:
        self.value = value
        self.kind = kind

    def __repr__(self) -> str:
        return repr(self.value)


Atom = Value | Const


@final
class Let:
    """`target = op(args)`; `line` is where it stands in the user's source."""

    __slots__ = ("args", "line", "op", "target")

    def __init__(self, target: Value, op: str, args: tuple[Atom, ...], line: str = "") -> None:
        self.target = target
        self.op = op
        self.args = args
        self.line = line


@final
class Loop:
    """A loop; see Note [Programs]. `span` is (index, start, stop, step) of a counted one."""

    __slots__ = (
        "active",
        "args",
        "body",
        "condition",
        "ends",
        "head",
        "line",
        "results",
        "span",
        "starts",
    )

    def __init__(
        self,
        args: Sequence[Value],
        starts: Sequence[Atom],
        body: list[Statement],
        ends: Sequence[Atom],
        results: Sequence[Value],
        *,
        span: tuple[Value, Atom, Atom, Atom] | None = None,
        head: Sequence[Statement] = (),
        condition: Atom | None = None,
        active: Value | None = None,
        line: str = "",
    ) -> None:
        self.args = tuple(args)
        self.starts = tuple(starts)
        self.body = body
        self.ends = tuple(ends)
        self.results = tuple(results)
        self.span = span
        self.head = list(head)
        self.condition = condition
        self.active = active
        self.line = line

    def used(self) -> Iterator[Atom]:
        """Yield what the loop itself asks for, apart from its statements."""
        yield from self.starts
        yield from self.ends
        if self.span is not None:
            yield from self.span[1:]
        if self.condition is not None:
            yield self.condition


Statement = Let | Loop


@final
class Program:
    """Parameters, statements, and the results of a scalar function.

    `numbers` are the parameters that are one Python number for the whole call; `whole` are those
    known to have the sizes that all operands have together, as the gradient of the result does.
    """

    __slots__ = ("body", "name", "numbers", "params", "results", "single", "whole")

    def __init__(
        self,
        name: str,
        params: Sequence[Value],
        body: list[Statement],
        results: Sequence[Atom],
        *,
        single: bool,
        numbers: Iterable[str] = (),
        whole: Iterable[str] = (),
    ) -> None:
        self.whole = frozenset(whole)
        self.name = name
        self.params = tuple(params)
        self.results = tuple(results)
        self.single = single
        self.numbers = frozenset(numbers)
        self.body = live(body, self.results)

    @property
    def operands(self) -> tuple[Value, ...]:
        """The parameters that are elements of tensors."""
        return tuple(p for p in self.params if p.name not in self.numbers)

    @property
    def used(self) -> set[str]:
        """The names that some statement or result asks for."""
        names = {a.name for a in self.results if isinstance(a, Value)}
        return names | {a.name for s in statements(self.body) for a in _used(s)}

    @property
    def straight(self) -> bool:
        """Whether there are neither loops nor choices, nor slopes given by hand."""
        return all(isinstance(s, Let) and s.op not in NOT_REVERSED for s in self.body)


def statements(body: Iterable[Statement]) -> Iterator[Statement]:
    """Yield all statements, those of loops too."""
    for each in body:
        yield each
        if isinstance(each, Loop):
            yield from statements(each.head)
            yield from statements(each.body)


def live(body: list[Statement], wanted: Iterable[Atom]) -> list[Statement]:
    """Return the statements on which the wanted values depend."""
    needed = {a.name for a in wanted if isinstance(a, Value)}
    kept: list[Statement] = []
    for each in reversed(body):
        if isinstance(each, Let):
            if each.target.name not in needed:
                continue
        elif not any(r.name in needed for r in each.results):
            continue
        else:
            each = _live_loop(each, needed)
            for inner in statements(each.body):
                needed |= {a.name for a in _used(inner)}
            for inner in statements(each.head):
                needed |= {a.name for a in _used(inner)}
        needed |= {a.name for a in _used(each)}
        kept.append(each)
    return kept[::-1]


def _used(statement: Statement) -> list[Value]:
    found = statement.args if isinstance(statement, Let) else statement.used()
    return [a for a in found if isinstance(a, Value)]


def _live_loop(loop: Loop, needed: set[str]) -> Loop:
    """Return a loop without the variables that nothing depends on."""
    keep = {i for i, r in enumerate(loop.results) if r.name in needed}
    while True:
        wanted: list[Atom] = [loop.ends[i] for i in keep]
        if loop.condition is not None:
            wanted.append(loop.condition)
        head = live(loop.head, wanted)
        body = live(loop.body, wanted)
        names = {a.name for a in wanted if isinstance(a, Value)}
        names |= {a.name for s in statements([*head, *body]) for a in _used(s)}
        more = {i for i, a in enumerate(loop.args) if a.name in names} | keep
        if more == keep:
            break
        keep = more
    order = sorted(keep)
    return Loop(
        [loop.args[i] for i in order],
        [loop.starts[i] for i in order],
        body,
        [loop.ends[i] for i in order],
        [loop.results[i] for i in order],
        span=loop.span,
        head=head,
        condition=loop.condition,
        active=loop.active,
        line=loop.line,
    )


TRUE = Const(True, "b")
FALSE = Const(False, "b")
ORDER = "bif"


def number(value: Any) -> Const:
    """Return a Python or NumPy number as a constant."""
    if isinstance(value, (bool, np.bool_)):
        return TRUE if value else FALSE
    if isinstance(value, (int, np.integer)):
        return Const(int(value), "i")
    return Const(float(value), "f")


class TooLong(Exception):
    """The program would have more than `LONGEST` statements."""


class Builder:
    """Writes the statements of one program; equal expressions are computed once.

    Parameters
    ----------
    fold : callable
        Of the name of an operation and its arguments: what it is known to be, or None.
    """

    def __init__(self, fold: Callable[[Builder, str, tuple[Atom, ...]], Atom | None]) -> None:
        self.fold = fold
        self.body: list[Statement] = []
        self.line = ""
        self.uniform: set[str] = set()  # names that have one value for all elements
        self._known: list[dict[Any, Value]] = [{}]
        self._count = 0
        self._length = 0

    def fresh(self, kind: str, hint: str = "v") -> Value:
        """Return a name that is not used yet."""
        self._count += 1
        return Value(f"{hint}{self._count}_", kind)  # no parameter is called so

    def emit(self, op: str, args: Sequence[Atom], kind: str) -> Atom:
        """Return the value of an operation, which may have been computed before."""
        given = tuple(args)
        found = self.fold(self, op, given)
        if found is not None:
            return found
        key = (op, *[_key(a) for a in given])
        for known in reversed(self._known):
            before: Value | None = known.get(key)
            if before is not None:
                return before
        self._length += 1
        if self._length > LONGEST:
            raise TooLong
        target = self.fresh(kind)
        if all(self.is_uniform(a) for a in given):
            self.uniform.add(target.name)
        self.body.append(Let(target, op, given, self.line))
        self._known[-1][key] = target
        return target

    def is_uniform(self, atom: Atom) -> bool:
        """Whether a value is the same for all elements."""
        return isinstance(atom, Const) or atom.name in self.uniform

    def adopt(self, statement: Let, args: tuple[Atom, ...]) -> Atom:
        """Return the value of a statement of another program, with other arguments."""
        self.line = statement.line
        return self.emit(statement.op, args, statement.target.kind)

    @contextmanager
    def region(self) -> Iterator[list[Statement]]:
        """Collect the statements of a loop apart."""
        outer = self.body
        inner: list[Statement] = []
        self.body = inner
        self._known.append({})
        try:
            yield inner
        finally:
            self.body = outer
            self._known.pop()


def _key(atom: Atom) -> Any:
    if isinstance(atom, Value):
        return atom.name
    return (atom.kind, repr(atom.value))
