"""Formulas over raw kernels: the second compilation of a formula.

Decides which expressions of a formula handle tensors, and rewrites those into calls of a backend's
raw kernels; everything else (sizes, numbers, conditions) stays as written. Must not know any
operator by name beyond what Python's own operators stand for, nor any backend.

Note [Numbers among payloads]
~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
A kernel wants payloads where its operands are promoted to one dtype, and a formula writes numbers
there: `where(result <= 0, 0.0, g)`. The backend makes operands of them, of the dtype of the payload
beside them. One that stands in the formula as a literal is made once per dtype, which is faster
than a Python number (300 ns against 500 for a ufunc); the payload is evaluated once, by `:=`.
"""

from __future__ import annotations

import ast
import functools
import inspect
import linecache
import operator as python
from collections.abc import Callable, Iterable
from types import FunctionType
from typing import Any

from ..dispatch.argument import REQUIRED
from ..dispatch.operator import Operator
from ..dispatch.registry import OPERATORS, lookup
from ..dispatch.sources import exec_source
from .conjugate import complex_gradient, conj, perhaps_complex, real_form

BINARY = {
    ast.Add: "add",
    ast.Sub: "sub",
    ast.Mult: "mul",
    ast.Div: "div",
    ast.Pow: "pow",
    ast.MatMult: "matmul",
}
COMPARE = {
    ast.Eq: "eq",
    ast.NotEq: "ne",
    ast.Lt: "lt",
    ast.LtE: "le",
    ast.Gt: "gt",
    ast.GtE: "ge",
}
ATTRIBUTES = {"shape", "dtype"}


USED: set[str] = set()  # operators whose raw kernels are built into compiled formulas


class CannotCompile(Exception):
    """The formula has a part that has no raw form; the tensor form is used instead."""


def _caller_operators() -> dict[int, Operator]:
    return {id(op.caller): op for op in OPERATORS.values() if op.caller is not None}


@functools.lru_cache(maxsize=64)
def _module(filename: str) -> dict[int, ast.FunctionDef]:
    source = "".join(linecache.getlines(filename))
    if not source:
        raise CannotCompile(filename)
    return {
        node.lineno: node
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.FunctionDef)
    }


def tree_of(function: FunctionType) -> ast.FunctionDef:
    """Return the syntax tree of a function."""
    code = function.__code__
    found = _module(code.co_filename).get(code.co_firstlineno)
    if found is None or found.name != code.co_name or function.__closure__:
        raise CannotCompile(function.__qualname__)
    return found


class _Rewriter(ast.NodeTransformer):
    """Rewrites one function; `tensors` are the names that hold payloads.

    With `conjugates` it makes the form for complex gradients: Note [Complex gradients].
    """

    def __init__(
        self, function: FunctionType, tensors: set[str], backend: Any, conjugates: bool
    ) -> None:
        self.function = function
        self.conjugates = conjugates
        self.tensors = set(tensors)
        self.backend = backend
        self.names: dict[str, Any] = {}
        self.made = 0

    def is_tensor(self, node: ast.expr) -> bool:
        """Whether an expression that was rewritten already is a payload."""
        if isinstance(node, ast.Name):
            return node.id in self.tensors
        if isinstance(node, ast.IfExp):
            return self.is_tensor(node.body) or self.is_tensor(node.orelse)
        return getattr(node, "payload", False)

    def kernel(self, op: Operator, plain: bool) -> str:
        """Return the name under which the raw kernel of an operator is called."""
        USED.add(op.name)
        fn = self.backend.raw(op)
        name = f"k_{op.schema.name}"
        if fn is None:
            raise CannotCompile(f"{op.name} has no raw kernel for {self.backend.name}")
        short = self.backend.plain(op) if plain else None
        if short is not None:
            fn, name = short, name + "_plain"
        self.names[name] = fn
        return name

    def call(self, op: Operator, args: list[ast.expr], keywords: dict[str, ast.expr]) -> ast.expr:
        """Return the call of a raw kernel, arguments in schema order."""
        given: list[ast.expr | None] = list(args)
        plain = True
        for position, argument in enumerate(op.schema.arguments):
            if position < len(args):
                continue
            value = keywords.pop(argument.name, None)
            if value is None and position == 0:
                value = keywords.pop("input", None)
            if value is None:
                if argument.default is REQUIRED:
                    raise CannotCompile(f"{op.name} lacks {argument.name}")
                default: Any = argument.default
                value = ast.Constant(default)
            elif argument.kwarg_only:
                plain = False
            given.append(value)
        if keywords:
            raise CannotCompile(f"{op.name} has no {', '.join(keywords)}")
        name = self.kernel(op, plain)
        self._operands(op, given, self.names[name])
        if name.endswith("_plain"):
            given = [v for v, a in zip(given, op.schema.arguments, strict=True) if not a.kwarg_only]
        return self._payload(name, [v for v in given if v is not None])

    def _operands(self, op: Operator, given: list[ast.expr | None], kernel: Any) -> None:
        """Make operands of the numbers of a call, in place; see Note [Numbers among payloads]."""
        arguments = enumerate(op.schema.arguments)
        places = [i for i, a in arguments if a.type.base == "TensorOrScalar"]
        tensors = (i for i in places if (value := given[i]) is not None and self.is_tensor(value))
        beside = next(tensors, None)
        if beside is None or "promote" not in op.tags:
            return
        for place in places:
            number = given[place]
            if number is None or self.is_tensor(number):
                continue
            first, again = self._once(given[beside])
            if place > beside:
                given[beside], first = first, again
            operand = self._operand(number, first, kernel)
            if operand is None:
                continue
            given[place] = operand
            if place < beside:
                given[beside] = again

    def _once(self, node: ast.expr | None) -> tuple[ast.expr, ast.expr]:
        """Return how an expression is evaluated and how its value is used again."""
        assert node is not None
        if isinstance(node, ast.Name):
            return node, node
        name = f"t_{self.made}"
        self.made += 1
        self.tensors.add(name)
        first = ast.NamedExpr(ast.Name(name, ast.Store()), node)
        first.payload = True  # type: ignore[attr-defined]
        return first, ast.Name(name, ast.Load())

    def _operand(self, number: ast.expr, beside: ast.expr, kernel: Any) -> ast.expr | None:
        """Return the expression of the operand that a number becomes, or None to leave it."""
        if isinstance(number, ast.UnaryOp) and isinstance(number.operand, ast.Constant):
            value: Any = ast.literal_eval(number)
        else:
            value = number.value if isinstance(number, ast.Constant) else None
        if value is not None:
            made = self.backend.constants(value)
            if made is not None:
                name = f"c_{len(self.names)}"
                self.names[name] = made
                dtype = ast.Attribute(beside, "dtype", ast.Load())
                return ast.Subscript(ast.Name(name, ast.Load()), dtype, ast.Load())
        if self.backend.takes_numbers(kernel):
            return None
        self.names["operand"] = self.backend.operand
        return ast.Call(ast.Name("operand", ast.Load()), [beside, number], [])

    def _payload(self, name: str, args: list[ast.expr]) -> ast.expr:
        node = ast.Call(ast.Name(name, ast.Load()), args, [])
        node.payload = True  # type: ignore[attr-defined]
        return node

    def visit_BinOp(self, node: ast.BinOp) -> ast.expr:
        self.generic_visit(node)
        if not (self.is_tensor(node.left) or self.is_tensor(node.right)):
            return node
        name = BINARY.get(type(node.op))
        if name is None:
            raise CannotCompile(ast.dump(node.op))
        return self.call(lookup(name), [node.left, node.right], {})

    def visit_UnaryOp(self, node: ast.UnaryOp) -> ast.expr:
        self.generic_visit(node)
        if not self.is_tensor(node.operand):
            return node
        if not isinstance(node.op, ast.USub):
            raise CannotCompile(ast.dump(node.op))
        return self.call(lookup("neg"), [node.operand], {})

    def visit_Compare(self, node: ast.Compare) -> ast.expr:
        self.generic_visit(node)
        sides = [node.left, *node.comparators]
        if not any(self.is_tensor(side) for side in sides) or isinstance(
            node.ops[0], (ast.Is, ast.IsNot)
        ):
            return node
        if len(sides) != 2 or type(node.ops[0]) not in COMPARE:
            raise CannotCompile(ast.dump(node))
        return self.call(lookup(COMPARE[type(node.ops[0])]), sides, {})

    def visit_Attribute(self, node: ast.Attribute) -> ast.expr:
        self.generic_visit(node)
        if not self.is_tensor(node.value):
            return node
        if node.attr not in ATTRIBUTES:
            raise CannotCompile(f"attribute {node.attr}")
        self.names[f"{node.attr}_of"] = getattr(self.backend, node.attr)
        return ast.Call(ast.Name(f"{node.attr}_of", ast.Load()), [node.value], [])

    def visit_Call(self, node: ast.Call) -> ast.expr:
        self.generic_visit(node)
        if isinstance(node.func, ast.Name) and node.func.id == "isinstance":
            return ast.Constant(False) if self.is_tensor(node.args[0]) else node
        if not isinstance(node.func, ast.Name):
            if any(self.is_tensor(a) for a in node.args):
                raise CannotCompile(ast.dump(node.func))
            return node
        target = self.function.__globals__.get(node.func.id)
        keywords = {k.arg: k.value for k in node.keywords if k.arg is not None}
        op = _caller_operators().get(id(target))
        if op is not None and op is lookup("conj"):
            target = conj
        if target in (conj, perhaps_complex, complex_gradient):
            return self._complex(target, node)
        if op is not None:
            return self.call(op, node.args, keywords)
        values = [*node.args, *keywords.values()]
        if not any(self.is_tensor(v) for v in values):
            return node
        if not isinstance(target, FunctionType):
            raise CannotCompile(f"{node.func.id} is no operator")
        return self._helper(node, target, keywords)

    def _complex(self, target: Any, node: ast.Call) -> ast.expr:
        """Rewrite what is said of complex gradients; see Note [Complex gradients]."""
        value = node.args[0]
        if target is complex_gradient:
            if not self.conjugates:
                return ast.Constant(False)
            dtype = self.visit_Attribute(ast.Attribute(value, "dtype", ast.Load()))
            return ast.Attribute(dtype, "is_complex", ast.Load())
        if target is conj:
            if not self.conjugates:
                return value
            return (
                self.call(lookup("conj_physical"), [value], {}) if self.is_tensor(value) else node
            )
        if self.conjugates:
            return value
        self.names["real_only"] = real_form(self.backend)
        return self._payload("real_only", [value])

    def _helper(
        self, node: ast.Call, target: FunctionType, keywords: dict[str, ast.expr]
    ) -> ast.expr:
        """Compile a helper function that gets payloads, for the arguments that are ones here."""
        names = target.__code__.co_varnames
        tensors = {n for n, v in zip(names, node.args, strict=False) if self.is_tensor(v)}
        tensors |= {n for n, v in keywords.items() if self.is_tensor(v)}
        name = f"h_{target.__name__}_{'_'.join(sorted(tensors))}"
        self.names[name] = raw_formula(target, frozenset(tensors), self.backend, self.conjugates)
        call = ast.Call(ast.Name(name, ast.Load()), node.args, node.keywords)
        call.payload = True  # type: ignore[attr-defined]
        return call

    def visit_If(self, node: ast.If) -> Any:
        """Leave out what is never reached: `isinstance` of a payload is false."""
        test = self.visit(node.test)
        if isinstance(test, ast.Constant):
            return _flat(map(self.visit, node.body if test.value else node.orelse)) or ast.Pass()
        node.test = test
        node.body = _flat(map(self.visit, node.body))
        node.orelse = _flat(map(self.visit, node.orelse))
        return node

    def visit_Assign(self, node: ast.Assign) -> ast.stmt:
        self.generic_visit(node)
        if self.is_tensor(node.value):
            for target in node.targets:
                if not isinstance(target, ast.Name):
                    raise CannotCompile(ast.dump(target))
                self.tensors.add(target.id)
        return node


def _flat(visited: Iterable[Any]) -> list[ast.stmt]:
    """Return statements of which some have become several."""
    return [s for v in visited for s in (v if isinstance(v, list) else [v])]


@functools.lru_cache(maxsize=4096)
def _compiled(
    function: FunctionType,
    tensors: frozenset[str],
    backend: Any,
    conjugates: bool,
    generation: int,
) -> Callable[..., Any]:
    tree = tree_of(function)
    rewriter = _Rewriter(function, set(tensors), backend, conjugates)
    arguments = ", ".join(a.arg for a in tree.args.args)
    if tree.args.kwonlyargs or tree.args.vararg or tree.args.kwarg:
        raise CannotCompile(function.__qualname__)
    fresh = ast.parse(f"def {tree.name}({arguments}): pass").body[0]
    assert isinstance(fresh, ast.FunctionDef)
    body = ast.parse(ast.unparse(tree)).body[0]
    assert isinstance(body, ast.FunctionDef)
    start = 1 if ast.get_docstring(body) is not None else 0
    fresh.body = _flat(rewriter.visit(statement) for statement in body.body[start:])
    fresh.args.defaults = body.args.defaults
    source = ast.unparse(ast.fix_missing_locations(fresh)) + "\n"
    names = dict(function.__globals__)
    names.update(rewriter.names)
    names["__warningregistry__"] = 0  # repeated in silence by whoever calls, as kernels are
    what = f"{function.__module__}.{function.__qualname__} {backend.name}"
    filename = f"<redispatch raw {what}{' conjugating' if conjugates else ''}>"
    exec_source(source, filename, names)
    compiled: Callable[..., Any] = names[tree.name]
    return compiled


def raw_formula(
    function: Any, tensors: frozenset[str], backend: Any, conjugates: bool = False
) -> Callable[..., Any]:
    """Return a formula over the raw kernels of a backend.

    A formula that was generated may know that form itself: `formula.over_kernels(backend)` returns
    it. Its gradients are real where the result is.

    Parameters
    ----------
    function : a formula or a helper that formulas call.
    tensors : the parameters that are payloads in this call.
    backend : the owner of a backend key.
    conjugates : make the form for complex gradients.

    Raises
    ------
    CannotCompile
        If a part has no raw form: no source, a missing kernel, a call that is no operator.
    """
    from ..dispatch.rules import Generation

    function = inspect.unwrap(function)
    if not isinstance(function, FunctionType):
        raise CannotCompile(repr(function))
    own: Callable[..., Any] | None = getattr(function, "over_kernels", None)
    if own is not None:
        return own(backend)  # type: ignore[no-any-return]
    return _compiled(function, tensors, backend, conjugates, Generation.number)


def forget_formulas() -> None:
    """Drop the compiled formulas: kernels that were built into one have changed."""
    _compiled.cache_clear()


def returns_fresh(function: Any) -> bool:
    """Whether every result of a formula is new memory: the call of an operator that is no view.

    A formula that knows its own raw form says so in `formula.fresh`.
    """
    if hasattr(function, "over_kernels"):
        return bool(function.fresh)
    try:
        tree = tree_of(inspect.unwrap(function))
    except (CannotCompile, AttributeError, OSError):
        return False
    callers = _caller_operators()
    returned = [n.value for n in ast.walk(tree) if isinstance(n, ast.Return)]

    def fresh(value: ast.expr | None) -> bool:
        if isinstance(value, (ast.BinOp, ast.UnaryOp)):
            return True
        if isinstance(value, ast.IfExp):
            return fresh(value.body) and fresh(value.orelse)
        if isinstance(value, ast.Call) and isinstance(value.func, ast.Name):
            target = function.__globals__.get(value.func.id)
            if target is perhaps_complex:
                return fresh(value.args[0])
            op = callers.get(id(target))
            return op is not None and not op.schema.is_view
        return False

    return bool(returned) and all(map(fresh, returned))


del python
