"""Reads a user's function: its statements become a scalar program.

Decides what Python means here, by running the function on names instead of numbers. Expressions
are read in expressions.py. Must not know derivatives, nor how programs are run.

Note [Paths]
~~~~~~~~~~~~
Both sides of an `if` are read, each with its own variables and its own path: the condition under
which an element comes there. After it, variables that differ are joined by `select`. A `return`
notes the values and the path, and nothing goes on from there; what the function returns is chosen
among the notes in the end. A `break` and a `continue` note all variables in the same way, until
the end of the loop or of the round. A loop over a short constant range is read once for each
number. The path guards the loops that might not end for an element that does not take part.
"""

from __future__ import annotations

import ast
from collections.abc import Sequence
from typing import Any

from .expressions import Expressions, Static
from .loops import read_for, read_while
from .primitives import apply
from .program import FALSE, ORDER, TRUE, Atom, Builder, Const, Value
from .source import Source

Note = tuple[Atom, dict[str, Any]]


class Breaks:
    """The notes of one loop, or of one reading of its body."""

    def __init__(self) -> None:
        self.breaks: list[Note] = []
        self.continues: list[Note] = []


class Reader(Expressions):
    """Reads one call of one function."""

    def __init__(
        self, source: Source, builder: Builder, path: Atom, calls: tuple[Any, ...]
    ) -> None:
        super().__init__(source, builder, path, calls)
        self.returns: list[tuple[Atom, Any]] = []
        self.loops: list[Breaks] = []

    def read(self, arguments: dict[str, Any]) -> Any:
        """Return what the function returns: an atom, or a tuple."""
        self.env = dict(arguments)
        self.block(self.source.tree.body)
        if self.path is not FALSE and not (isinstance(self.path, Const) and not self.path.value):
            raise self.source.refused(self.source.tree, "may end without a return")
        result = self.returns[-1][1]
        for path, value in reversed(self.returns[:-1]):
            result = self.choose(path, value, result, self.source.tree)
        return result

    def block(self, body: Sequence[ast.stmt]) -> None:
        """Read statements, until nothing goes on."""
        for statement in body:
            if self.path is FALSE:
                return
            method = getattr(self, f"do_{type(statement).__name__}", None)
            if method is None:
                what = type(statement).__name__.lower()
                raise self.source.refused(statement, f"has a statement that is not read: {what}")
            self.builder.line = self.source.line(statement)
            method(statement)

    def do_Pass(self, node: ast.Pass) -> None:
        """Do nothing."""

    def do_Expr(self, node: ast.Expr) -> None:
        if not isinstance(node.value, ast.Constant):  # a docstring
            raise self.source.refused(node, "has a call whose result is dropped")

    def do_Assert(self, node: ast.Assert) -> None:
        raise self.source.refused(node, "has an assert, which cannot hold for each of many numbers")

    def do_Return(self, node: ast.Return) -> None:
        if node.value is None:
            raise self.source.refused(node, "returns nothing")
        value = self.value(node.value)
        if isinstance(value, Static):
            raise self.source.refused(node, "returns something that is no number")
        self.returns.append((self.path, value))
        self.path = FALSE

    def do_Assign(self, node: ast.Assign) -> None:
        value = self.value(node.value)
        for target in node.targets:
            self.bind(target, value)

    def do_AnnAssign(self, node: ast.AnnAssign) -> None:
        if node.value is not None:
            self.bind(node.target, self.value(node.value))

    def do_AugAssign(self, node: ast.AugAssign) -> None:
        if not isinstance(node.target, ast.Name):
            raise self.source.refused(node, "assigns to something that is no variable")
        read = ast.copy_location(ast.Name(node.target.id, ast.Load()), node)
        made = ast.copy_location(ast.BinOp(read, node.op, node.value), node)
        self.bind(node.target, self.value(made))

    def bind(self, target: ast.expr, value: Any) -> None:
        """Give a variable, or several, a value."""
        if isinstance(target, ast.Name):
            self.env[target.id] = value
        elif isinstance(target, (ast.Tuple, ast.List)) and isinstance(value, tuple):
            if len(target.elts) != len(value):
                raise self.source.refused(
                    target, f"unpacks {len(value)} values into {len(target.elts)} names"
                )
            for each, part in zip(target.elts, value, strict=True):
                self.bind(each, part)
        else:
            raise self.source.refused(target, "assigns to something that is no variable")

    def do_If(self, node: ast.If) -> None:
        condition = self.truth(self.value(node.test), node.test)
        if isinstance(condition, Const):
            self.block(node.body if condition.value else node.orelse)
            return
        before, path = self.env, self.path
        no = apply(self.builder, "not", [condition])
        sides = []
        for way, body in ((condition, node.body), (no, node.orelse)):
            entered = apply(self.builder, "and", [path, way])
            self.env, self.path = dict(before), entered
            self.block(body)
            sides.append((self.env, self.path, self.path is entered))
        (yes_env, yes_path, yes_whole), (no_env, no_path, no_whole) = sides
        if yes_path is FALSE:
            self.env, self.path = no_env, no_path
        elif no_path is FALSE:
            self.env, self.path = yes_env, yes_path
        else:
            self.env = self.join(condition, yes_env, no_env, node)
            whole = yes_whole and no_whole
            self.path = path if whole else apply(self.builder, "or", [yes_path, no_path])

    def join(
        self, condition: Atom, yes: dict[str, Any], no: dict[str, Any], node: ast.AST
    ) -> dict[str, Any]:
        """Return the variables after two ways; what one of them lacks is the other's."""
        joined = {}
        for name in (*yes, *(n for n in no if n not in yes)):
            if name not in yes or name not in no:
                joined[name] = yes.get(name, no.get(name))
            elif yes[name] is no[name]:
                joined[name] = yes[name]
            else:
                joined[name] = self.choose(condition, yes[name], no[name], node)
        return joined

    # ----- loops -----

    def do_For(self, node: ast.For) -> None:
        read_for(self, node)

    def do_While(self, node: ast.While) -> None:
        read_while(self, node)

    def do_Break(self, node: ast.Break) -> None:
        self.loops[-1].breaks.append((self.path, self.env))
        self.path = FALSE

    def do_Continue(self, node: ast.Continue) -> None:
        self.loops[-1].continues.append((self.path, self.env))
        self.path = FALSE

    def after(self, notes: list[Note], node: ast.AST) -> None:
        """Go on with those who come here and those who noted their variables before."""
        for path, env in reversed(notes):
            if self.path is FALSE:
                self.env, self.path = env, path
            else:
                self.env = self.join(path, env, self.env, node)
                self.path = apply(self.builder, "or", [path, self.path])

    def inline(self, source: Source, arguments: dict[str, Any]) -> Any:
        """Return what another function returns here."""
        line = self.builder.line
        inner = Reader(source, self.builder, self.path, (*self.calls, source.code))
        result = inner.read(arguments)
        self.builder.line = line
        return result


def widest(atoms: Sequence[Atom]) -> str:
    """Return the widest kind of some values."""
    return max((a.kind for a in atoms), key=ORDER.index)


__all__ = ["TRUE", "Breaks", "Reader", "Value", "widest"]
