"""The ForwardAD layer: the tangent of an operator's result, from its derivative row.

Decides which of a row's formulas gives the tangent, and what happens at views, writes and operators
that have none. Must not know any operator by name but the three writes that have no functional
form, nor how tangents are kept (tangents.py).

Note [Forward formulas]
~~~~~~~~~~~~~~~~~~~~~~~
The value is computed below, without tangents; then the tangent, by operators that Autograd may
record:
    a forward formula (`jvp`)     gets tangents as `<input>_t`; those that are missing are zeros
    a linear operator             is applied to the tangents itself
    a pointwise operator          the sum of its reverse formulas, with a tangent in place of `g`:
                                  the Jacobian is diagonal, so it is its own transpose. Of complex
                                  numbers a reverse formula multiplies with the conjugate slope,
                                  so the tangent and what comes of it are conjugated
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ..dispatch.errors import explain_error
from ..dispatch.generated.functions import clone, expand, zeros_like
from ..dispatch.keys import FORWARD_AD
from ..dispatch.operator import Operator
from ..dispatch.registry import layer_rule
from ..dispatch.rules import Rule
from ..dispatch.tensor import Tensor
from ..dispatch.walk import Site, Step, layer_step
from .casting import cast_first, unequal
from .conjugate import conj
from .derivatives import TRAITS, Row, parameters, row_of
from .meta import View, current_edge
from .tangents import (
    BENEATH,
    CUT,
    Level,
    attach,
    keep_for_node,
    level_of,
    set_tangent,
    tangent_of,
    write_tangent,
    zero_tangent,
)

Tangents = dict[str, Any]  # from the name of an input to its tangent, or a list of them


def adapter(site: Site, rule: Rule | None, below: Step) -> Step | None:
    """Return the step that computes tangents, or None where there are none to compute."""
    if rule is not None:
        return layer_step(site, rule, below, FORWARD_AD)
    operator = site.operator
    if "nondifferentiable" in operator.tags or not operator.tensors:
        return None
    row = row_of(operator)
    if row is None:
        composite = site.composite(FORWARD_AD)
        return composite if composite is not None else _refusing(site, below, "no derivative row")
    if "out" in operator.tags:
        lacks = "no forward derivative, as no out= function has one"
        return _refusing(site, below, lacks, "the form without out=")
    forward = Forward(site, row, below)
    if operator.schema.mutated_arguments:
        return Step(forward.write, "writes tangents in place", key=FORWARD_AD)
    if operator.schema.is_view:
        return Step(forward.view, "takes the same view of the tangent", key=FORWARD_AD)
    return Step(forward.compute, f"computes tangents by {forward.how}", key=FORWARD_AD)


def _refusing(site: Site, below: Step, lacks: str, instead: str | None = None) -> Step:
    """Return a step that refuses tensors with a tangent."""
    name, lower = site.operator.name, below.call
    places = [i for i, _ in site.operator.tensors]
    instead = instead or f"a row: register derivative({name!r}, ..., jvp=...)"

    def refuse(*args: Any) -> Any:
        if any(_has_tangent(args[i]) for i in places):
            raise NotImplementedError(
                explain_error(
                    name,
                    f"was called with a tensor that has a tangent, but has {lacks}",
                    accepted=f"{instead}; or unpack_dual(tensor).primal",
                )
            )
        return lower(*args)

    return Step(refuse, f"refuses tangents: {lacks}", key=FORWARD_AD)


def _has_tangent(value: Any) -> bool:
    if isinstance(value, Tensor):
        return tangent_of(value) is not None
    return value.__class__ in (list, tuple) and any(_has_tangent(v) for v in value)


class Forward:
    """Computes tangents for the calls of one walk.

    Attributes
    ----------
    names : the arguments in schema order.
    inputs : the tensor arguments of such a call, as (position, name).
    how : which of Note [Forward formulas] is used.
    """

    def __init__(self, site: Site, row: Row, below: Step) -> None:
        self.operator = site.operator
        written = site.operator.schema.is_mutable
        self.functional: Operator = (written and site.operator.functional) or site.operator
        self.row = row
        self.when = row.when
        self.lower = below.call
        self.unequal = unequal(site)
        self.cast = cast_first(site, below.call) if self.unequal is not None else below.call
        schema = site.operator.schema
        self.names = [a.name for a in schema.arguments]
        self.outputs = {r.name: i for i, r in enumerate(schema.returns) if r.name is not None}
        self.first_only = len(schema.returns) > 1 and not row.many
        self.inputs = [(i, a.name) for i, a in site.operator.tensors if a.name not in site.scalars]
        self.how = "jvp" if row.jvp else "the operator itself" if row.linear else "reverse formulas"
        formulas = [row.jvp] if row.jvp else [] if row.linear else list(row.formulas.values())
        asked = {p for f in formulas for p in parameters(f)}
        self.needs_old = self.names[0] in asked
        self.explained = {n for n in row.formulas if not row.jvp}
        if row.jvp:
            self.explained = {p[:-2] for p in asked if p.endswith("_t")}

    # the three kinds of calls -------------------------------------------------------------------

    def compute(self, *args: Any) -> Any:
        """Call a functional operator."""
        tangents = self.tangents(args)
        if not tangents:
            return self.lower(*args)
        if self.unequal is not None and self.unequal(args):
            return self.cast(*args)  # so that what is saved beneath has a tangent
        with BENEATH:
            result = self.lower(*args)
            if self.when is None or self.when(*args):
                values = dict(zip(self.names, args, strict=True))
                tangent = self.formula(values, tangents, result)
                whose = result[0] if self.first_only else result
                _spread(attach_new, whose, tangent, _level(args), _flat(tangents.values()))
        return result

    def view(self, *args: Any) -> Any:
        """Call a view operator: the tangent of the view is the same view of the tangent."""
        base = args[0]
        tangents = self.tangents(args)
        if not tangents:
            result = self.lower(*args)
            if base._tangent is CUT:
                _spread(set_tangent, result, CUT, level_of(base))
            return result
        with BENEATH:
            result = self.lower(*args)
            tangent = self.formula(dict(zip(self.names, args, strict=True)), tangents, result)
            _spread(_attach_view, result, tangent, level_of(base))
        return result

    def write(self, target: Tensor, *rest: Any) -> Any:
        """Call an in-place operator: the tangent is written in place too."""
        args = (target, *rest)
        tangents = self.tangents(args)
        if not tangents:
            return self.lower(*args)
        if self.unequal is not None and self.unequal(args):
            return self.cast(*args)
        level = _level(args)
        with BENEATH:
            values = dict(zip(self.names, args, strict=True))
            first, before = self.names[0], _node(target)
            old = tangents.get(first)
            if self.needs_old:
                values[first] = clone(target)
            if old is not None:  # formulas may save it, and it is written to below
                tangents[first] = clone(old)
            result = self.lower(*args)
            if self.when is None or self.when(*args):
                tangent = self.formula(values, tangents, result)
                if tangent is not None:
                    write_tangent(target, tangent, level)
                node = _node(target)
                if node is not before:
                    _keep_result(target, level)
                    _keep_original(getattr(node, f"saved_{first}", None), tangents, first, level)
        return result

    # formulas -----------------------------------------------------------------------------------

    def tangents(self, args: tuple[Any, ...]) -> Tangents:
        """Return the tangents of the inputs that have one."""
        found: Tangents = {}
        for i, name in self.inputs:
            value = args[i]
            if isinstance(value, Tensor):
                tangent: Any = tangent_of(value)
            elif _has_tangent(value):
                tangent = [zeros_like(v) if (t := tangent_of(v)) is None else t for v in value]
            else:
                continue
            if tangent is not None:
                found[name] = tangent
        for name in found:
            if name not in self.explained:
                raise NotImplementedError(
                    f"{self.operator.name} has no forward derivative for {name!r}, which has a "
                    f"tangent: its row explains {', '.join(sorted(self.explained)) or 'none'}"
                )
        return found

    def formula(self, values: dict[str, Any], tangents: Tangents, result: Any) -> Any:
        """Return the tangent of the result; see Note [Forward formulas]."""
        if self.row.jvp is not None:
            needed = parameters(self.row.jvp)
            return self.row.jvp(**{p: self.value(p, values, tangents, result) for p in needed})
        if self.row.linear:
            given = [
                self.value(f"{n}_t", values, tangents, result) if n in self.explained else v
                for n, v in values.items()
            ]
            applied = self.functional.call(tuple(given))
            return applied[0] if self.first_only else applied
        total = None
        shape = result.shape
        for name, tangent in tangents.items():
            formula = self.row.formulas[name]
            wide = tangent if tangent.shape == shape else expand(tangent, tuple(shape))
            needed = parameters(formula)[1:]
            wide = conj(wide)
            part = formula(wide, *[self.value(p, values, tangents, result) for p in needed])
            part = None if part is None else conj(part)
            if part is not None:
                total = part if total is None else total + part
        return total

    def value(self, parameter: str, values: dict[str, Any], tangents: Tangents, result: Any) -> Any:
        """Return what a formula asks for by the name of a parameter."""
        if parameter == "result":
            return result[0] if self.first_only else result
        if parameter in values:
            return values[parameter]
        if parameter in self.outputs:
            return result[self.outputs[parameter]]
        if parameter.startswith("needs_"):
            return parameter[6:] in tangents
        name, _, what = parameter.rpartition("_")
        if what in TRAITS:
            of = values[name]
            if of.__class__ in (list, tuple):
                return tuple([getattr(t, TRAITS[what]) for t in of])
            return getattr(of, TRAITS[what])
        found = tangents.get(name)
        return _zeros(values[name]) if found is None else found


def _zeros(value: Any) -> Any:
    """Return the tangent of what has none: zeros, also of the tensors in a list."""
    if isinstance(value, Tensor):
        return zeros_like(value)
    if value.__class__ in (list, tuple):
        return [_zeros(v) for v in value]
    return None if value is None else 0


def _flat(tangents: Any) -> list[Tensor]:
    return [t for each in tangents for t in (each if each.__class__ is list else (each,))]


def _level(args: tuple[Any, ...]) -> Level:
    """Return the level of a call: that of its inputs, which must share one."""
    levels = {id(level): level for level in _levels(args)}
    if len(levels) > 1:
        raise RuntimeError("a call mixes tensors with tangents of two forward AD levels")
    return next(iter(levels.values()))


def _levels(args: Any) -> list[Level]:
    found = []
    for value in args:
        if isinstance(value, Tensor):
            if tangent_of(value) is not None:
                found.append(level_of(value))
        elif value.__class__ in (list, tuple):
            found += _levels(value)
    return found


def _spread(give: Callable[..., None], result: Any, tangent: Any, level: Level, *more: Any) -> None:
    """Give the result its tangent, or each of several results its own."""
    if isinstance(result, Tensor):
        give(result, tangent, level, *more)
    elif result.__class__ in (list, tuple):
        each = tangent if tangent.__class__ in (list, tuple) else [tangent] * len(result)
        for r, t in zip(result, each, strict=True):
            if isinstance(r, Tensor):
                give(r, t, level, *more)


def attach_new(result: Tensor, tangent: Any, level: Level, inputs: list[Tensor]) -> None:
    """Give a new result its tangent, and its node the tangent of the output it saved."""
    attach(result, tangent, level, inputs)
    _keep_result(result, level)


def _attach_view(result: Tensor, tangent: Tensor, level: Level) -> None:
    if result._autograd.__class__ is View:
        set_tangent(result, tangent, level)
    else:  # a reshape that had to copy
        attach_new(result, tangent, level, [])


def _node(tensor: Tensor) -> Any:
    """Return the node of the operator that made or wrote a tensor, or None."""
    view = tensor._autograd
    edge = current_edge(view.base if view.__class__ is View else tensor)
    node = edge[1] if edge.__class__ is tuple else None
    return getattr(node, "inner", node)  # that of a write through a view


def _keep_result(result: Tensor, level: Level) -> None:
    tangent, node = result._tangent, _node(result)
    if node is not None and tangent is not None and tangent is not CUT:
        keep_for_node(node, tangent, level)


def _keep_original(saved: Any, tangents: Tangents, first: str, level: Level) -> None:
    """Give the copy that a node keeps of the old value of a written tensor the old tangent."""
    if saved is not None and first in tangents:
        set_tangent(saved, tangents[first], level)


# ----- writes that have no functional form -----


@layer_rule("zero_", FORWARD_AD)
def zero_(below: Any, self: Tensor) -> Any:
    with BENEATH:
        result = below(self)
        zero_tangent(self)
    return result


@layer_rule("fill_", FORWARD_AD)
def fill_(below: Any, self: Tensor, value: Any) -> Any:
    return _overwrite(below, self, value)


@layer_rule("copy_", FORWARD_AD)
def copy_(below: Any, self: Tensor, src: Tensor) -> Any:
    return _overwrite(below, self, src)


def _overwrite(below: Any, self: Tensor, value: Any) -> Any:
    """Write a value everywhere: its tangent replaces the old one, none counts as zeros."""
    tangent = tangent_of(value) if isinstance(value, Tensor) else None
    with BENEATH:
        result = below(self, value)
        if tangent is None:
            zero_tangent(self)
        elif self.dtype.is_floating_point or self.dtype.is_complex:
            write_tangent(self, expand(tangent, tuple(self.shape)), level_of(value))
    return result


__all__ = ["Forward", "adapter"]
