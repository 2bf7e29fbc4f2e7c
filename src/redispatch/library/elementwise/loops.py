"""Reads the loops of a user's function.

Decides which loops are unrolled, what a loop carries from round to round, and how `break`,
`continue` and `return` leave it. See Note [Paths] in reading.py. Must not know derivatives.
"""

from __future__ import annotations

import ast
import builtins
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from .expressions import Static
from .primitives import apply, convert
from .program import FALSE, ORDER, TRUE, Atom, Const, Loop, Statement, Value, number

if TYPE_CHECKING:
    from .reading import Breaks, Reader

UNROLLED = 64  # rounds
UNROLLED_NODES = 4000  # parts of the source, times rounds


def read_for(reader: Reader, node: ast.For) -> None:
    """Read a loop over a range or over a constant sequence."""
    _no_else(reader, node)
    span = _range(reader, node.iter)
    if span is None:
        _unroll(reader, node, _sequence(reader, node.iter))
        return
    start, stop, step = span
    if not isinstance(step, Const) or not step.value:
        raise reader.source.refused(node, "has a range whose step is no constant")
    if isinstance(start, Const) and isinstance(stop, Const):
        items = range(start.value, stop.value, step.value)
        if len(items) <= UNROLLED and len(items) * _size(node) <= UNROLLED_NODES:
            _unroll(reader, node, [number(i) for i in items])
            return
    if not isinstance(node.target, ast.Name):
        raise reader.source.refused(node, "unpacks the numbers of a range")
    _Region(reader, node, node.body, span=(start, stop, step)).read(node.target.id)
    reader.env.pop(node.target.id, None)


def read_while(reader: Reader, node: ast.While) -> None:
    """Read a loop with a condition."""
    _no_else(reader, node)
    _Region(reader, node, node.body, test=node.test).read(None)


def _no_else(reader: Reader, node: ast.For | ast.While) -> None:
    if node.orelse:
        raise reader.source.refused(node.orelse[0], "has an else of a loop")


def _size(node: ast.AST) -> int:
    return sum(1 for _ in ast.walk(node))


def _range(reader: Reader, node: ast.expr) -> tuple[Atom, Atom, Atom] | None:
    """Return start, stop and step if an expression is a range."""
    if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name):
        return None
    target = reader.value(node.func)
    if not isinstance(target, Static) or target.value is not builtins.range:
        return None
    bounds = [reader.atom(a) for a in node.args]
    for each in bounds:
        if each.kind == "f":
            raise reader.source.refused(
                node, "has a range of floats", "whole numbers: constants, int(...), or n: int"
            )
    bounds = [convert(reader.builder, b, "i") for b in bounds]
    if len(bounds) == 1:
        return number(0), bounds[0], number(1)
    return (bounds[0], bounds[1], bounds[2] if len(bounds) == 3 else number(1))


def _sequence(reader: Reader, node: ast.expr) -> Sequence[Any]:
    """Return the values that a loop goes over: those of tuples, also zipped or numbered."""
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
        target = reader.value(node.func)
        known = target.value if isinstance(target, Static) else None
        parts = [_sequence(reader, a) for a in node.args]
        if known is builtins.zip:
            return list(zip(*parts, strict=False))
        if known is builtins.enumerate and len(parts) == 1:
            return [(number(i), v) for i, v in enumerate(parts[0])]
        if known is builtins.reversed and len(parts) == 1:
            return parts[0][::-1]
    span = _range(reader, node)
    if span is not None and all(isinstance(b, Const) for b in span):
        return [number(i) for i in range(*(b.value for b in span))]  # type: ignore[union-attr]
    value = reader.value(node)
    if not isinstance(value, tuple):
        raise reader.source.refused(
            node, "goes over something that is neither a range nor a constant sequence"
        )
    return value


def _unroll(reader: Reader, node: ast.For, items: Sequence[Any]) -> None:
    from .reading import Breaks

    frame = Breaks()
    reader.loops.append(frame)
    path, returns = reader.path, len(reader.returns)
    for item in items:
        reader.bind(node.target, item)
        frame.continues = []
        reader.block(node.body)
        reader.after(frame.continues, node)
        if reader.path is FALSE:
            break
    reader.loops.pop()
    reader.after(frame.breaks, node)
    if len(reader.returns) == returns:
        reader.path = path


class _Region:
    """Reads a loop that stays one; see Note [Programs] in program.py."""

    def __init__(
        self,
        reader: Reader,
        node: ast.For | ast.While,
        body: Sequence[ast.stmt],
        *,
        span: tuple[Atom, Atom, Atom] | None = None,
        test: ast.expr | None = None,
    ) -> None:
        self.reader = reader
        self.node = node
        self.body = body
        self.span = span
        self.test = test
        self.env, self.path = reader.env, reader.path
        parts = [n for s in body for n in ast.walk(s)]
        stores = [n.id for n in parts if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)]
        self.assigned = dict.fromkeys(stores)
        self.carried = [n for n in self.assigned if n in self.env]
        self.endless = self.broken = False
        self.leaves = any(isinstance(n, (ast.Break, ast.Return)) for n in parts)
        for name in self.carried:
            reader.as_atom(self.env[name], node)

    def read(self, index: str | None) -> None:
        """Read the loop, with wider kinds as long as a round makes them wider."""
        if index in self.carried:
            self.carried.remove(str(index))
        kinds = [self.env[n].kind for n in self.carried]
        while True:
            wider = self._trial(kinds, index)
            if wider is None:
                return
            kinds = wider

    @property
    def counted(self) -> bool:
        """Whether all elements go round equally often."""
        builder = self.reader.builder
        return (
            self.span is not None
            and not self.leaves
            and all(builder.is_uniform(b) for b in self.span)
        )

    def _trial(self, kinds: list[str], index: str | None) -> list[str] | None:
        """Read the loop once; return the kinds that it needs if these are too narrow."""
        from .reading import Breaks

        reader, builder = self.reader, self.reader.builder
        args = [builder.fresh(k) for k in kinds]
        starts = [
            convert(builder, self.env[n], k) for n, k in zip(self.carried, kinds, strict=True)
        ]
        reader.env = {**self.env, **dict(zip(self.carried, args, strict=True))}
        returns, frame = len(reader.returns), Breaks()
        reader.loops.append(frame)
        span = active = counter = None
        condition: Atom | None = None
        going = builder.fresh("b", "going") if self.leaves else None
        with builder.region() as head:
            if self.counted:
                assert self.span is not None
                span = (builder.fresh("i", "i"), *self.span)
                reader.env[str(index)] = span[0]
            else:
                active = builder.fresh("b", "active")
                counter, condition = self._condition(going, index)
                reader.path = active
            with builder.region() as body:
                reader.block(self.body)
                reader.after(frame.continues, self.node)
                broken = [path for path, _ in frame.breaks]
                self.broken = bool(broken)
                reader.after(frame.breaks, self.node)
                left = reader.returns[returns:]
                ends = [reader.as_atom(reader.env[n], self.node) for n in self.carried]
                extra = self._leaving(going, broken, left, counter)
                needed = [
                    max(a.kind, e.kind, key=ORDER.index) for a, e in zip(args, ends, strict=True)
                ]
                if needed == kinds:
                    ends = [convert(builder, e, k) for e, k in zip(ends, kinds, strict=True)]
        reader.loops.pop()
        del reader.returns[returns:]
        reader.env, reader.path = dict(self.env), self.path
        if needed != kinds:
            return needed
        if condition is not None and isinstance(condition, Const):
            if not condition.value:
                return None
            raise reader.source.refused(self.node, "has a loop that never ends")
        all_args = [*args, *(e[0] for e in extra)]
        loop_results = [builder.fresh(a.kind) for a in all_args]
        builder.body.append(
            Loop(
                all_args,
                [*starts, *(e[1] for e in extra)],
                body,
                [*ends, *(e[2] for e in extra)],
                loop_results,
                span=span,
                head=head,
                condition=condition,
                active=active,
                line=reader.source.line(self.node),
            )
        )
        self._go_on(loop_results, left, len(args), going, counter)
        return None

    def _condition(self, going: Value | None, index: str | None) -> tuple[Value | None, Atom]:
        """Return the counter, if there is one, and what must hold before a round."""
        reader, builder = self.reader, self.reader.builder
        counter = None
        reader.path = self.path
        if going is not None:
            reader.path = apply(builder, "and", [self.path, going])
        if self.span is not None:
            counter = builder.fresh("i", "i")
            assert isinstance(self.span[2], Const)
            op = "lt" if self.span[2].value > 0 else "gt"
            test = apply(builder, op, [counter, self.span[1]])
            reader.env[str(index)] = counter
        else:
            assert self.test is not None
            test = reader.truth(reader.value(self.test), self.test)
            self.endless = isinstance(test, Const) and bool(test.value)
        return counter, apply(builder, "and", [reader.path, test])

    def _leaving(
        self,
        going: Value | None,
        broken: list[Atom],
        left: list[tuple[Atom, Any]],
        counter: Value | None,
    ) -> list[tuple[Value, Atom, Atom]]:
        """Return what else is carried, as (arg, start, end): flags, results, the counter."""
        builder = self.reader.builder
        extra: list[tuple[Value, Atom, Atom]] = []
        if going is not None:
            gone: Atom = FALSE
            for path in [*broken, *(p for p, _ in left)]:
                gone = apply(builder, "or", [gone, path])
            extra.append((going, TRUE, apply(builder, "not", [gone])))
        if counter is not None:
            assert self.span is not None
            end = apply(builder, "add", [counter, self.span[2]])
            extra.append((counter, self.span[0], end))
        if left:
            returned, end = builder.fresh("b", "returned"), FALSE
            for path, _ in left:
                end = apply(builder, "or", [end, path])
            extra.append((returned, FALSE, end))
            columns = zip(*[_flat(value) for _, value in left], strict=True)
            for column in columns:
                kind = max((a.kind for a in column), key=ORDER.index)
                arg = builder.fresh(kind)
                value: Atom = arg
                for (path, _), each in zip(left, column, strict=True):
                    value = self.reader.choose(path, each, value, self.node)
                extra.append((arg, convert(builder, number(0), kind), value))
        return extra

    def _go_on(
        self,
        results: list[Value],
        left: list[tuple[Atom, Any]],
        count: int,
        going: Value | None,
        counter: Value | None,
    ) -> None:
        """Set variables, path and notes as they are after the loop."""
        reader, builder = self.reader, self.reader.builder
        for name in self.assigned:
            reader.env.pop(name, None)
        reader.env.update(zip(self.carried, results, strict=False))
        if self.endless and not self.broken:
            reader.path = FALSE  # only a return leaves it, whose note follows
        if left:
            place = count + (going is not None) + (counter is not None)
            returned = results[place]
            path = apply(builder, "and", [self.path, returned])
            value = _like(left[0][1], iter(results[place + 1 :]))
            reader.returns.append((path, value))
            if reader.path is not FALSE:
                stays = apply(builder, "not", [returned])
                reader.path = apply(builder, "and", [self.path, stays])


def _flat(value: Any) -> list[Atom]:
    if isinstance(value, tuple):
        return [a for part in value for a in _flat(part)]
    return [value]


def _like(value: Any, atoms: Any) -> Any:
    if isinstance(value, tuple):
        return tuple([_like(part, atoms) for part in value])
    return next(atoms)


__all__ = ["Breaks", "Statement", "read_for", "read_while"]
