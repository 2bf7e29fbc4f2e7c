"""The operations of scalar programs: what they compute, their slopes, and who calls them.

Decides which functions of Python, `math` and NumPy a user's function may call, and the derivative
of each. Must not know how a program is run: `numpy_source.py` and `loop_source.py` spell them.

Note [Kinks]
~~~~~~~~~~~~
Slopes at kinks are those of PyTorch's operators: abs has 0 at 0, the larger or smaller of two equal
numbers shares evenly, and what rounds has 0 everywhere. A choice (`select`) has the slope of the
side that was taken.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from .program import ORDER, TRUE, Atom, Builder, Const, Value, number


class Term:
    """A value that is written with Python's operators: so rules read like mathematics."""

    __slots__ = ("atom", "builder")

    def __init__(self, builder: Builder, atom: Atom) -> None:
        self.builder = builder
        self.atom = atom

    def _with(self, op: str, *others: Any) -> Term:
        atoms = [self.atom, *(o.atom if isinstance(o, Term) else number(o) for o in others)]
        return Term(self.builder, apply(self.builder, op, atoms))

    def __add__(self, other: Any) -> Term:
        return self._with("add", other)

    def __radd__(self, other: Any) -> Term:
        return self._with("add", other)

    def __sub__(self, other: Any) -> Term:
        return self._with("sub", other)

    def __rsub__(self, other: Any) -> Term:
        return Term(self.builder, number(other))._with("sub", self)

    def __mul__(self, other: Any) -> Term:
        return self._with("mul", other)

    def __rmul__(self, other: Any) -> Term:
        return self._with("mul", other)

    def __truediv__(self, other: Any) -> Term:
        return self._with("div", other)

    def __rtruediv__(self, other: Any) -> Term:
        return Term(self.builder, number(other))._with("div", self)

    def __neg__(self) -> Term:
        return self._with("neg")

    def call(self, op: str, *others: Any) -> Term:
        """Return `op(self, *others)`."""
        return self._with(op, *others)

    def where(self, yes: Any, no: Any) -> Term:
        """Return one of two by this condition."""
        return self._with("select", yes, no)


Slopes = Callable[..., tuple[Any, ...]]


class Primitive(NamedTuple):
    """One operation.

    `gives` is the kind of the result: "f", "b", "i", or "same" for the widest kind of the
    arguments; arguments of "f" are made floats. `slopes(result, *args)` returns the slope for each
    argument, None where it is zero; without it the operation has no derivative.
    """

    arity: int
    gives: str
    slopes: Slopes | None


def _zero(result: Term, *args: Term) -> tuple[Any, ...]:
    return (None,) * len(args)


def _power(r: Term, a: Term, b: Term) -> tuple[Any, ...]:
    if isinstance(b.atom, Const):
        return b * a.call("pow", b.atom.value - 1.0), None
    by_base = (b.call("eq", 0.0)).where(0.0, b * a.call("pow", b - 1.0))
    vanishes = a.call("eq", 0.0).call("and", b.call("ge", 0.0))
    return by_base, vanishes.where(0.0, r * a.call("log"))


def _larger(r: Term, a: Term, b: Term) -> tuple[Any, ...]:
    tie = a.call("eq", b)
    return (
        a.call("lt", b).where(0.0, tie.where(0.5, 1.0)),
        b.call("lt", a).where(0.0, tie.where(0.5, 1.0)),
    )


def _smaller(r: Term, a: Term, b: Term) -> tuple[Any, ...]:
    tie = a.call("eq", b)
    return (
        b.call("lt", a).where(0.0, tie.where(0.5, 1.0)),
        a.call("lt", b).where(0.0, tie.where(0.5, 1.0)),
    )


def _abs(r: Term, a: Term) -> tuple[Any, ...]:
    return (a.call("gt", 0.0).where(1.0, a.call("lt", 0.0).where(-1.0, 0.0)),)


def _copysign(r: Term, a: Term, b: Term) -> tuple[Any, ...]:
    return a.call("eq", 0.0).where(0.0, r / a), None


def _polygamma(r: Term, n: Term, a: Term) -> tuple[Any, ...]:
    assert isinstance(n.atom, Const)
    return None, Term(a.builder, number(n.atom.value + 1)).call("polygamma", a)


LN2, LN10 = math.log(2.0), math.log(10.0)
F1: dict[str, Slopes] = {
    "neg": lambda r, a: (-1.0,),
    "abs": _abs,
    "sqrt": lambda r, a: (0.5 / r,),
    "cbrt": lambda r, a: (1.0 / (3.0 * r * r),),
    "exp": lambda r, a: (r,),
    "exp2": lambda r, a: (r * LN2,),
    "expm1": lambda r, a: (r + 1.0,),
    "log": lambda r, a: (1.0 / a,),
    "log2": lambda r, a: (1.0 / (a * LN2),),
    "log10": lambda r, a: (1.0 / (a * LN10),),
    "log1p": lambda r, a: (1.0 / (a + 1.0),),
    "sin": lambda r, a: (a.call("cos"),),
    "cos": lambda r, a: (-a.call("sin"),),
    "tan": lambda r, a: (r * r + 1.0,),
    "arcsin": lambda r, a: (1.0 / (1.0 - a * a).call("sqrt"),),
    "arccos": lambda r, a: (-1.0 / (1.0 - a * a).call("sqrt"),),
    "arctan": lambda r, a: (1.0 / (a * a + 1.0),),
    "sinh": lambda r, a: (a.call("cosh"),),
    "cosh": lambda r, a: (a.call("sinh"),),
    "tanh": lambda r, a: (1.0 - r * r,),
    "arcsinh": lambda r, a: (1.0 / (a * a + 1.0).call("sqrt"),),
    "arccosh": lambda r, a: (1.0 / (a * a - 1.0).call("sqrt"),),
    "arctanh": lambda r, a: (1.0 / (1.0 - a * a),),
    "sigmoid": lambda r, a: (r * (1.0 - r),),
    "erf": lambda r, a: ((-(a * a)).call("exp") * (2.0 / math.sqrt(math.pi)),),
    "erfc": lambda r, a: ((-(a * a)).call("exp") * (-2.0 / math.sqrt(math.pi)),),
    "lgamma": lambda r, a: (a.call("digamma"),),
    "digamma": lambda r, a: (Term(a.builder, number(1)).call("polygamma", a),),
    "floor": _zero,
    "ceil": _zero,
    "trunc": _zero,
    "rint": _zero,
    "sign": _zero,
}
F2: dict[str, Slopes] = {
    "add": lambda r, a, b: (1.0, 1.0),
    "sub": lambda r, a, b: (1.0, -1.0),
    "mul": lambda r, a, b: (b, a),
    "div": lambda r, a, b: (1.0 / b, -r * (1.0 / b)),
    "floordiv": _zero,
    "mod": lambda r, a, b: (1.0, -(a / b).call("floor")),
    "fmod": lambda r, a, b: (1.0, -(a / b).call("trunc")),
    "pow": _power,
    "arctan2": lambda r, a, b: (b / (a * a + b * b), -a / (a * a + b * b)),
    "hypot": lambda r, a, b: (a / r, b / r),
    "copysign": _copysign,
    "maximum": _larger,
    "minimum": _smaller,
}
COMPARISONS = ("lt", "le", "gt", "ge", "eq", "ne")
KEEPS_INTEGERS = {"add", "sub", "mul", "neg", "abs", "floordiv", "mod", "maximum", "minimum"}

TABLE: dict[str, Primitive] = {
    **{n: Primitive(1, "same" if n in KEEPS_INTEGERS else "f", s) for n, s in F1.items()},
    **{n: Primitive(2, "same" if n in KEEPS_INTEGERS else "f", s) for n, s in F2.items()},
    **{n: Primitive(2, "b", _zero) for n in COMPARISONS},
    **{n: Primitive(2, "b", _zero) for n in ("and", "or")},
    **{n: Primitive(1, "b", _zero) for n in ("not", "isnan", "isinf", "isfinite")},
    "select": Primitive(3, "same", lambda r, c, a, b: (None, c.where(1.0, 0.0), c.where(0.0, 1.0))),
    "polygamma": Primitive(2, "f", _polygamma),
    "power": Primitive(2, "i", _zero),  # of integers
    "to_float": Primitive(1, "f", _zero),  # of an integer or a truth value
    "to_int": Primitive(1, "i", _zero),  # of a float, towards zero
    "opaque": Primitive(0, "f", None),  # a function of Python, and its arguments
    "custom": Primitive(0, "f", None),  # a Slopes whose slopes were given by hand, and arguments
}


def apply(builder: Builder, op: str, args: list[Atom]) -> Atom:
    """Return the value of an operation, with its arguments converted as Python does."""
    entry = TABLE[op]
    kind = entry.gives
    if op == "select":
        kind = max(args[1].kind, args[2].kind, key=ORDER.index)
        return builder.emit(op, [args[0], *(convert(builder, a, kind) for a in args[1:])], kind)
    if op in ("and", "or", "not", "to_float", "to_int", "power"):
        return builder.emit(op, args, kind)
    if op == "polygamma":
        return builder.emit(op, [args[0], convert(builder, args[1], "f")], "f")
    if kind == "f":
        wanted = "f"
    else:
        wanted = max((*(a.kind for a in args), "i"), key=ORDER.index)
        kind = wanted if kind == "same" else kind
    return builder.emit(op, [convert(builder, a, wanted) for a in args], kind)


def convert(builder: Builder, atom: Atom, kind: str) -> Atom:
    """Return a value as one of another kind."""
    if atom.kind == kind:
        return atom
    if isinstance(atom, Const):
        if kind == "b":
            return Const(bool(atom.value), "b")
        return Const(float(atom.value) if kind == "f" else int(atom.value), kind)
    if kind == "f":
        return builder.emit("to_float", [atom], "f")
    if kind == "b":
        return apply(builder, "ne", [atom, number(0)])
    if atom.kind == "b":
        return apply(builder, "select", [atom, number(1), number(0)])
    return builder.emit("to_int", [atom], "i")


# ----- what is known without computing -----

NUMPY = {
    "add": np.add, "sub": np.subtract, "mul": np.multiply, "div": np.true_divide,
    "floordiv": np.floor_divide, "mod": np.remainder, "fmod": np.fmod, "pow": np.power,
    "neg": np.negative, "abs": np.absolute, "maximum": np.maximum, "minimum": np.minimum,
    "lt": np.less, "le": np.less_equal, "gt": np.greater, "ge": np.greater_equal,
    "eq": np.equal, "ne": np.not_equal, "and": np.logical_and, "or": np.logical_or,
    "not": np.logical_not, "power": np.power,
    **{n: getattr(np, n) for n in (
        "sqrt", "cbrt", "exp", "exp2", "expm1", "log", "log2", "log10", "log1p", "sin", "cos",
        "tan", "arcsin", "arccos", "arctan", "sinh", "cosh", "tanh", "arcsinh", "arccosh",
        "arctanh", "floor", "ceil", "trunc", "rint", "sign", "arctan2", "hypot", "copysign",
        "isnan", "isinf", "isfinite")},
}  # fmt: skip


def fold(builder: Builder, op: str, args: tuple[Atom, ...]) -> Atom | None:
    """Return what an operation is known to give, or None."""
    if all(isinstance(a, Const) for a in args):
        if op == "select":
            return args[1] if args[0].value else args[2]  # type: ignore[union-attr]
        if op in ("to_float", "to_int"):
            return convert(builder, args[0], "f" if op == "to_float" else "i")
        if op in NUMPY:
            with np.errstate(all="ignore"):
                try:
                    return number(NUMPY[op](*[a.value for a in args]))  # type: ignore[union-attr]
                except (ArithmeticError, ValueError, OverflowError):
                    return None
        return None
    identity = _IDENTITIES.get(op)
    return None if identity is None else identity(builder, args)


def _is(atom: Atom, value: float) -> bool:
    return isinstance(atom, Const) and atom.kind != "b" and bool(atom.value == value)


def _times(builder: Builder, args: tuple[Atom, ...]) -> Atom | None:
    for a, b in (args, args[::-1]):
        if _is(a, 1.0):
            return b
        if _is(a, -1.0):
            return builder.emit("neg", [b], b.kind)
    return None


def _raised(builder: Builder, args: tuple[Atom, ...]) -> Atom | None:
    """Write small whole powers as products."""
    base, exponent = args
    if not isinstance(exponent, Const) or exponent.value != int_or_none(exponent.value):
        return None
    n = int(exponent.value)
    if abs(n) > 8:
        return None
    if n < 0:
        positive = Const(-exponent.value, exponent.kind)
        below = builder.emit("pow", [base, positive], "f")
        return builder.emit("div", [Const(1.0, "f"), below], "f")
    result: Atom | None = None
    square = base
    while n:
        if n & 1:
            result = square if result is None else builder.emit("mul", [result, square], base.kind)
        n >>= 1
        if n:
            square = builder.emit("mul", [square, square], base.kind)
    return Const(1.0, "f") if result is None else result


def int_or_none(value: Any) -> int | None:
    """Return the whole number that a value is, or None."""
    return int(value) if math.isfinite(value) and value == int(value) else None


def _chosen(builder: Builder, args: tuple[Atom, ...]) -> Atom | None:
    condition, yes, no = args
    if isinstance(condition, Const):
        return yes if condition.value else no
    if isinstance(yes, Value) and yes is no:
        return yes
    if isinstance(yes, Const) and isinstance(no, Const) and repr(yes.value) == repr(no.value):
        return yes
    return None


def _both(builder: Builder, args: tuple[Atom, ...]) -> Atom | None:
    for a, b in (args, args[::-1]):
        if isinstance(a, Const):
            return b if a.value else a
    return args[0] if args[0] is args[1] else None


def _either(builder: Builder, args: tuple[Atom, ...]) -> Atom | None:
    for a, b in (args, args[::-1]):
        if isinstance(a, Const):
            return TRUE if a.value else b
    return args[0] if args[0] is args[1] else None


_IDENTITIES: dict[str, Callable[[Builder, tuple[Atom, ...]], Atom | None]] = {
    "mul": _times,
    "div": lambda builder, args: args[0] if _is(args[1], 1.0) else None,
    "pow": _raised,
    "power": _raised,
    "select": _chosen,
    "and": _both,
    "or": _either,
}


# ----- the functions that a user's function may call -----


def _callables() -> dict[Any, str]:
    found: dict[Any, str] = {}
    for name in TABLE:
        for module in (math, np):
            if name != "select" and callable(getattr(module, name, None)):
                found[getattr(module, name)] = name
    found.update({fn: name for name, fn in NUMPY.items() if name != "power"})
    names = "asin acos atan asinh acosh atanh atan2".split()
    found.update({getattr(math, n): n.replace("a", "arc", 1) for n in names})
    found[math.fabs] = found[np.fabs] = found[abs] = "abs"
    for fn in (math.trunc, math.floor, math.ceil):
        found[fn] = fn.__name__
    found[np.round] = found[np.around] = "rint"
    found.update({math.pow: "pow", np.float_power: "pow", math.erf: "erf", math.erfc: "erfc"})
    return found


CALLABLES = _callables()
