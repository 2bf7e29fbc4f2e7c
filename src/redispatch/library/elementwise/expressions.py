"""Reads the expressions of a user's function.

Decides what an operator of Python, a name, an attribute and a call stand for. Must not know
statements, nor derivatives.
"""

from __future__ import annotations

import ast
import builtins
import inspect
from types import FunctionType, ModuleType
from typing import Any

import numpy as np

from ...dispatch.generated import functions
from .primitives import CALLABLES, TABLE, apply, convert
from .program import ORDER, Atom, Builder, Const, Value, number
from .source import MISSING, Source, as_numbers, is_number

BINARY: dict[type[ast.operator], str] = {
    ast.Add: "add",
    ast.Sub: "sub",
    ast.Mult: "mul",
    ast.Div: "div",
    ast.FloorDiv: "floordiv",
    ast.Mod: "mod",
    ast.Pow: "pow",
}
COMPARE: dict[type[ast.cmpop], str] = {
    ast.Lt: "lt",
    ast.LtE: "le",
    ast.Gt: "gt",
    ast.GtE: "ge",
    ast.Eq: "eq",
    ast.NotEq: "ne",
}
FACE = __name__.partition(".library")[0]
OUR_MODULES = {functions.__name__, FACE, FACE + ".signatures"}
OURS = {
    "div": "div",
    "remainder": "mod",
    "where": "select",
    **{n: n.replace("a", "arc", 1) for n in "asin acos atan asinh acosh atanh atan2".split()},
    "round": "rint",
}


class Static:
    """A Python object that is no number: a module or a function."""

    def __init__(self, value: Any) -> None:
        self.value = value


class Expressions:
    """Reads expressions with the variables of `env`; `path` says when they are wanted."""

    def __init__(
        self, source: Source, builder: Builder, path: Atom, calls: tuple[Any, ...]
    ) -> None:
        self.source = source
        self.builder = builder
        self.path = path
        self.calls = calls
        self.env: dict[str, Any] = {}

    def value(self, node: ast.expr) -> Any:
        """Return what an expression stands for: an atom, a tuple, or a Static."""
        method = getattr(self, f"of_{type(node).__name__}", None)
        if method is None:
            what = type(node).__name__.lower()
            raise self.source.refused(node, f"has an expression that is not read: {what}")
        return method(node)

    def atom(self, node: ast.expr) -> Atom:
        """Return an expression that must be a number."""
        return self.as_atom(self.value(node), node)

    def as_atom(self, value: Any, node: ast.AST) -> Atom:
        """Return a value that must be a number."""
        if isinstance(value, (Value, Const)):
            return value
        what = "several values" if isinstance(value, tuple) else "something"
        raise self.source.refused(node, f"uses {what} where a number is wanted")

    def truth(self, value: Any, node: ast.AST) -> Atom:
        """Return a value as a condition."""
        if isinstance(value, tuple):
            return number(bool(value))
        return convert(self.builder, self.as_atom(value, node), "b")

    def choose(self, condition: Atom, yes: Any, no: Any, node: ast.AST) -> Any:
        """Return one of two values, which may be tuples of the same length."""
        if isinstance(yes, tuple) and isinstance(no, tuple) and len(yes) == len(no):
            pairs = zip(yes, no, strict=True)
            return tuple([self.choose(condition, a, b, node) for a, b in pairs])
        if isinstance(yes, Static) and isinstance(no, Static) and yes.value is no.value:
            return yes
        if isinstance(condition, Const):
            return yes if condition.value else no
        if isinstance(yes, tuple) or isinstance(no, tuple):
            raise self.source.refused(
                node, "gives one value on one way and several, or another number, on the other"
            )
        given = [condition, self.as_atom(yes, node), self.as_atom(no, node)]
        return apply(self.builder, "select", given)

    # ----- names and constants -----

    def outer(self, value: Any, node: ast.AST, name: str) -> Any:
        """Return what a value of the surroundings stands for."""
        if is_number(value):
            return number(value)
        numbers = as_numbers(value)
        if numbers is not None:
            return _constants(numbers)
        if isinstance(value, complex):
            raise self.source.refused(node, f"uses the complex number {name}", "real numbers")
        return Static(value)

    def of_Constant(self, node: ast.Constant) -> Any:
        if not is_number(node.value):
            raise self.source.refused(node, f"has the constant {node.value!r}", "numbers")
        return number(node.value)

    def of_Name(self, node: ast.Name) -> Any:
        if node.id in self.env:
            return self.env[node.id]
        if node.id in self.source.locals:
            raise self.source.refused(
                node, f"uses {node.id!r}, which has no value there on every way"
            )
        found = self.source.outer(node.id)
        if found is MISSING:
            raise self.source.refused(node, f"uses {node.id!r}, which is not defined")
        return self.outer(found, node, node.id)

    def of_Attribute(self, node: ast.Attribute) -> Any:
        base = self.value(node.value)
        if not isinstance(base, Static) or not hasattr(base.value, node.attr):
            raise self.source.refused(node, f"uses the attribute {node.attr!r}")
        return self.outer(getattr(base.value, node.attr), node, node.attr)

    def of_Tuple(self, node: ast.Tuple) -> Any:
        return tuple([self.value(e) for e in node.elts])

    of_List = of_Tuple

    def of_Subscript(self, node: ast.Subscript) -> Any:
        base, index = self.value(node.value), self.atom(node.slice)
        if not isinstance(base, tuple) or not isinstance(index, Const) or index.kind == "f":
            raise self.source.refused(node, "takes an element of what is no constant sequence")
        if not -len(base) <= index.value < len(base):
            raise self.source.refused(node, f"takes element {index.value} of {len(base)}")
        return base[index.value]

    # ----- operators -----

    def of_BinOp(self, node: ast.BinOp) -> Any:
        op = BINARY.get(type(node.op))
        if op is None:
            raise self.source.refused(node, "uses an operator of whole numbers or matrices")
        a, b = self.atom(node.left), self.atom(node.right)
        if op == "pow":
            return self.power(a, b)
        return apply(self.builder, op, [a, b])

    def power(self, a: Atom, b: Atom) -> Atom:
        """Return a power; of whole numbers a whole one if the exponent is a constant >= 0."""
        if a.kind != "f" and b.kind != "f" and isinstance(b, Const) and b.value >= 0:
            return apply(self.builder, "power", [convert(self.builder, a, "i"), b])
        return apply(self.builder, "pow", [a, b])

    def of_UnaryOp(self, node: ast.UnaryOp) -> Any:
        if isinstance(node.op, ast.Not):
            condition = self.truth(self.value(node.operand), node)
            return apply(self.builder, "not", [condition])
        if isinstance(node.op, ast.Invert):
            raise self.source.refused(node, "uses an operator of whole numbers")
        value = self.atom(node.operand)
        return apply(self.builder, "neg", [value]) if isinstance(node.op, ast.USub) else value

    def of_BoolOp(self, node: ast.BoolOp) -> Any:
        op = "and" if isinstance(node.op, ast.And) else "or"
        outer = self.path
        result = self.truth(self.value(node.values[0]), node)
        for each in node.values[1:]:
            if isinstance(result, Const):
                if result.value is (op == "or"):
                    break
            else:
                go = result if op == "and" else apply(self.builder, "not", [result])
                self.path = apply(self.builder, "and", [outer, go])
            result = apply(self.builder, op, [result, self.truth(self.value(each), each)])
        self.path = outer
        return result

    def of_Compare(self, node: ast.Compare) -> Any:
        left, result = self.atom(node.left), None
        for op, right_node in zip(node.ops, node.comparators, strict=True):
            name = COMPARE.get(type(op))
            if name is None:
                raise self.source.refused(node, "uses a comparison that is none of numbers")
            right = self.atom(right_node)
            one = apply(self.builder, name, [left, right])
            result = one if result is None else apply(self.builder, "and", [result, one])
            left = right
        return result

    def of_IfExp(self, node: ast.IfExp) -> Any:
        condition = self.truth(self.value(node.test), node.test)
        if isinstance(condition, Const):
            return self.value(node.body if condition.value else node.orelse)
        outer = self.path
        self.path = apply(self.builder, "and", [outer, condition])
        yes = self.value(node.body)
        no_way = apply(self.builder, "not", [condition])
        self.path = apply(self.builder, "and", [outer, no_way])
        no = self.value(node.orelse)
        self.path = outer
        return self.choose(condition, yes, no, node)

    # ----- calls -----

    def of_Call(self, node: ast.Call) -> Any:
        target = self.value(node.func)
        if not isinstance(target, Static):
            raise self.source.refused(node, "calls something that is no function")
        if any(isinstance(a, ast.Starred) for a in node.args) or any(
            k.arg is None for k in node.keywords
        ):
            raise self.source.refused(node, "calls a function with * or **")
        args = [self.value(a) for a in node.args]
        keywords = {str(k.arg): self.value(k.value) for k in node.keywords}
        made = getattr(target.value, "_made", None)
        if made is not None and made.slopes is not None and made.slopes.by_hand is not None:
            return self.call_by_hand(node, target.value, args, keywords)
        function = getattr(target.value, "function", target.value)
        if isinstance(function, FunctionType) and operation(function) is None:
            return self.call_function(node, function, args, keywords)
        if keywords:
            raise self.source.refused(node, "calls a built-in function with keywords")
        return self.call_builtin(node, target.value, args)

    def call_function(
        self, node: ast.Call, function: FunctionType, args: list[Any], keywords: dict[str, Any]
    ) -> Any:
        """Return what a function of Python returns here: it is read in this place."""
        if function.__code__ in self.calls:
            raise self.source.refused(node, f"calls {function.__name__}, which calls itself")
        try:
            bound = inspect.signature(function).bind(*args, **keywords)
        except TypeError as error:
            raise self.source.refused(node, f"calls {function.__name__} wrongly: {error}") from None
        bound.apply_defaults()
        inner = Source(function)
        given = {n: inner_value(self, v, node, n) for n, v in bound.arguments.items()}
        return self.inline(inner, given)

    def call_by_hand(
        self, node: ast.Call, called: Any, args: list[Any], keywords: dict[str, Any]
    ) -> Atom:
        """Return what an operator gives whose slopes were given by hand: they stay in force."""
        program = called._made.program
        bound = inspect.signature(called.function).bind(*args, **keywords)
        bound.apply_defaults()
        values = [inner_value(self, bound.arguments[p.name], node, p.name) for p in program.params]
        atoms = [self.as_atom(v, node) for v in values]
        if not program.single:
            raise self.source.refused(node, f"calls {called.name}, which gives several values")
        given = [
            convert(self.builder, a, p.kind) for a, p in zip(atoms, program.params, strict=True)
        ]
        return self.builder.emit("custom", [Const(called._made.slopes, "o"), *given], "f")

    def inline(self, source: Source, arguments: dict[str, Any]) -> Any:
        """Return what another function returns here."""
        raise NotImplementedError

    def call_builtin(self, node: ast.Call, target: Any, args: list[Any]) -> Any:
        """Return what one of the known functions gives."""
        if target in (builtins.max, builtins.min):
            parts = args[0] if len(args) == 1 and isinstance(args[0], tuple) else args
            return self._fold("maximum" if target is builtins.max else "minimum", parts, node)
        if target is builtins.sum and len(args) == 1 and isinstance(args[0], tuple) and args[0]:
            return self._fold("add", args[0], node)
        if target is builtins.len and len(args) == 1 and isinstance(args[0], tuple):
            return number(len(args[0]))
        if target is builtins.pow and len(args) == 2:
            return self.power(self.as_atom(args[0], node), self.as_atom(args[1], node))
        atoms = [self.as_atom(a, node) for a in args]
        if len(atoms) == 1 and target in (float, np.float64, np.float32):
            return convert(self.builder, atoms[0], "f")
        if len(atoms) == 1 and target in (int, bool):
            return convert(self.builder, atoms[0], "i" if target is int else "b")
        if target is np.where and len(atoms) == 3:
            return self.choose(self.truth(atoms[0], node), atoms[1], atoms[2], node)
        if target is np.clip and len(atoms) == 3:
            return self._fold("minimum", [self._fold("maximum", atoms[:2], node), atoms[2]], node)
        op = operation(target)
        if op is None or op == "polygamma" or len(atoms) != TABLE[op].arity:
            raise self.source.refused(
                node,
                f"calls {getattr(target, '__name__', target)!r} with {len(atoms)} argument(s), "
                "whose derivative is not known",
                "functions of math and NumPy, other scalar functions, or derivative=",
            )
        if op in ("and", "or", "not", "select"):
            atoms[: 1 if op == "select" else 2] = [
                self.truth(a, node) for a in atoms[: 1 if op == "select" else 2]
            ]
        return apply(self.builder, op, atoms)

    def _fold(self, op: str, parts: Any, node: ast.AST) -> Atom:
        atoms = [self.as_atom(p, node) for p in parts]
        if not atoms:
            raise self.source.refused(node, "takes the largest or smallest of nothing")
        result = atoms[0]
        for each in atoms[1:]:
            result = apply(self.builder, op, [result, each])
        return result


def operation(target: Any) -> str | None:
    """Return the name of the operation that a function of math, NumPy or redispatch stands for."""
    try:
        found = CALLABLES.get(target)
    except TypeError:
        return None
    if found is None and getattr(target, "__module__", "") in OUR_MODULES:
        name = OURS.get(target.__name__, target.__name__)
        found = name if name in TABLE else None
    return found


def inner_value(reader: Expressions, value: Any, node: ast.AST, name: str) -> Any:
    """Return an argument of a called function; a default is a value of Python."""
    if isinstance(value, (Value, Const, Static)) or (
        isinstance(value, tuple) and not all(map(is_number, value))
    ):
        return value
    return reader.outer(value, node, name)


def _constants(numbers: tuple[Any, ...]) -> Any:
    return tuple([_constants(n) if isinstance(n, tuple) else number(n) for n in numbers])


__all__ = ["ORDER", "Expressions", "ModuleType", "Static"]
