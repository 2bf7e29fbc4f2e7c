"""Reverse derivatives of straight scalar programs: one pass back gives all gradients.

Decides how cotangents go back through a program without loops and choices. Must not know how a
program is run.

Note [Two ways]
~~~~~~~~~~~~~~~
Going back costs a few times the program itself, whatever the number of inputs; going forward costs
that for each input, so straight programs are differentiated in reverse. Choices and loops are
left to forward.py: a cotangent that a choice has set to 0 would be multiplied by the slopes of
the side that was not taken, and 0 times inf is nan.
"""

from __future__ import annotations

from collections.abc import Sequence

from . import forward
from .primitives import TABLE, Term, apply
from .program import Atom, Builder, Const, Let, Program, Value


def gradients(
    builder: Builder,
    program: Program,
    params: Sequence[Value],
    cotangents: Sequence[Atom | None],
    wanted: Sequence[str],
) -> list[Atom]:
    """Return the gradient for each wanted parameter of a straight program."""
    values: dict[str, Atom] = {
        old.name: new for old, new in zip(program.params, params, strict=True)
    }
    matters = set(wanted)
    lets = [s for s in program.body if isinstance(s, Let)]
    for each in lets:
        args = tuple([values[a.name] if isinstance(a, Value) else a for a in each.args])
        values[each.target.name] = builder.adopt(each, args)
        if any(isinstance(a, Value) and a.name in matters for a in each.args):
            matters.add(each.target.name)
    back: dict[str, Atom] = {}

    def add(atom: Atom, g: Atom) -> None:
        if isinstance(atom, Value) and atom.name in matters:
            old = back.get(atom.name)
            back[atom.name] = g if old is None else apply(builder, "add", [old, g])

    for result, g in zip(program.results, cotangents, strict=True):
        if g is not None:
            add(result, g)
    for each in reversed(lets):
        g = back.pop(each.target.name, None)
        if g is None:
            continue
        rule = TABLE[each.op].slopes
        if rule is None:
            raise forward.Unknown(each.line, each.op)
        builder.line = each.line
        terms = [Term(builder, values[a.name] if isinstance(a, Value) else a) for a in each.args]
        slopes = rule(Term(builder, values[each.target.name]), *terms)
        for atom, slope in zip(each.args, slopes, strict=True):
            if slope is not None and isinstance(atom, Value) and atom.name in matters:
                add(atom, (Term(builder, g) * slope).atom)
    return [back.get(name, Const(0.0, "f")) for name in wanted]
