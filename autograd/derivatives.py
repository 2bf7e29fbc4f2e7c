"""Derivative rows: one per operator, reverse and forward.

Decides what a row is, what the parameter names of a formula ask for, and what is checked when a row
is registered. Must not know how nodes are generated (layer.py) nor how gradients travel
(engine.py).

Note [Formulas]
~~~~~~~~~~~~~~~
A formula is a small function written in our own operators, so that any order of derivative and any
layer works on it, and that can be compiled over a backend's raw kernels (raw_formula.py). Its
parameter names say what it needs:
    g                 the gradient of the output, first
    <argument>        a tensor argument: saves it; another argument: its value
    result            saves the output
    <argument>_shape  the sizes of a tensor argument, and nothing else of it
    <argument>_dtype, <argument>_device    likewise; of a list of tensors, a tuple of them
    <name of an output>  an output that has no gradient itself, as the indices of `max`
    needs_<argument>  whether that argument needs a gradient
Only what the formulas of the inputs that need a gradient ask for is saved. Sums over broadcast
dimensions belong to the layer. A forward formula has <argument>_t for the tangents. What `g` is
multiplied with is conjugated: see Note [Complex gradients] in conjugate.py. Where the gradients of
several inputs have much in common, one formula gives them `together`: a tuple with a gradient, or
None, for each of these inputs; it asks `needs_<argument>`, which is false for an input that is a
number in the call.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from ..dispatch.errors import RegistrationError, explain_error
from ..dispatch.registry import lookup, register
from ..dispatch.rules import REGISTRARS, Registration, Rule
from ..dispatch.schema import Schema

REGISTRARS.add(__name__)
Formula = Callable[..., Any]
# What a formula may ask for of a tensor without saving it, and the attribute that has it.
TRAITS = {"shape": "shape", "dtype": "dtype", "device": "device", "geometry": "_geometry"}


def parameters(formula: Formula) -> tuple[str, ...]:
    """Return the parameter names of a formula."""
    code = formula.__code__
    return code.co_varnames[: code.co_argcount]


class Row:
    """The derivatives of one operator.

    Attributes
    ----------
    formulas : from the name of an input to its reverse formula.
    jvp : the forward formula; None derives it (elementwise or linear operators).
    linear : the operator is linear in its tensor inputs.
    when : of the arguments in schema order; false where the result has no gradient.
    many : all outputs have gradients, and `g` is a list of them, None for those without; else only
        the first output has one.
    together : the formula that stands for all inputs in `formulas`, or None.
    """

    __slots__ = ("formulas", "jvp", "linear", "many", "schema", "together", "when")

    def __init__(
        self,
        schema: Schema,
        formulas: dict[str, Formula],
        jvp: Formula | None,
        linear: bool,
        when: Callable[..., bool] | None,
        many: bool = False,
        together: Formula | None = None,
    ) -> None:
        self.schema = schema
        self.formulas = formulas
        self.jvp = jvp
        self.linear = linear
        self.when = when
        self.many = many
        self.together = together


def derivative(
    name: str,
    *,
    jvp: Formula | None = None,
    linear: bool = False,
    when: Callable[..., bool] | None = None,
    many: bool = False,
    together: tuple[Sequence[str], Formula] | None = None,
    override: bool = False,
    **formulas: Formula,
) -> Registration:
    """Register the derivative row of an operator.

    Parameters
    ----------
    name : str
        The operator, declared already.
    jvp : callable, optional
        The forward formula. Left out, it is derived: of an operator tagged "pointwise" from the
        reverse formulas, of a linear one from the operator itself.
    linear : bool
        Whether the operator is linear in its tensor inputs.
    when : callable, optional
        Of the arguments in schema order; says whether this call is differentiable at all.
    many : bool
        All outputs have gradients (`unbind`), not only the first (`max` with indices).
    together : tuple of a sequence of str and a callable, optional
        Inputs, and the one reverse formula for all of them; it needs a `jvp` beside it.
    **formulas : callable
        For each differentiable input its reverse formula; see Note [Formulas].

    Raises
    ------
    RegistrationError
        If an input or a parameter of a formula is not one that the schema explains.
    """
    operator = lookup(name)
    schema = operator.schema
    joint = None
    if together is not None:
        inputs, joint = together
        formulas = {**formulas, **dict.fromkeys(inputs, joint)}
        if jvp is None or len(formulas) != len(inputs):
            raise RegistrationError(
                explain_error(
                    f"derivative of {operator.name}",
                    "has one formula for several inputs",
                    accepted="a jvp= beside it, and no further formulas",
                )
            )
    for target, formula in formulas.items():
        _check(schema, target, formula)
    if jvp is not None:
        _check_forward(schema, jvp)
    if jvp is None and not linear and "pointwise" not in operator.tags and formulas:
        raise RegistrationError(
            explain_error(
                f"derivative of {operator.name}",
                "has no forward formula, and none can be derived",
                accepted="jvp=, linear=True, or an operator tagged pointwise",
            )
        )
    row = Row(schema, formulas, jvp, linear, when, many, joint)
    rule = Rule(row, "row", qualname=f"derivative of {operator.name}")
    return register(operator, "Derivative", rule, override=override)


def _known(schema: Schema) -> tuple[set[str], set[str]]:
    """Return the tensor arguments, and the parameters that any formula may have."""
    tensors = {a.name for a in schema.arguments if a.is_tensor or a.is_tensor_list}
    known = {a.name for a in schema.arguments} | {"result"} | {f"needs_{t}" for t in tensors}
    known |= {r.name for r in schema.returns if r.name is not None}
    return tensors, known | {f"{t}_{suffix}" for t in tensors for suffix in TRAITS}


def _refused(what: str, formula: Formula, accepted: str) -> RegistrationError:
    code = formula.__code__
    return RegistrationError(
        explain_error(
            what,
            f"has the parameters ({', '.join(parameters(formula))})",
            where=f"{code.co_filename}:{code.co_firstlineno}",
            accepted=accepted,
        )
    )


def _check(schema: Schema, target: str, formula: Formula) -> None:
    tensors, known = _known(schema)
    what = f"derivative of {schema.qualname}"
    if target not in tensors:
        raise RegistrationError(
            explain_error(
                what,
                f"has a formula for {target!r}, which is no tensor argument",
                accepted=f"one of {', '.join(sorted(tensors))}",
            )
        )
    given = parameters(formula)
    free = "g" in known  # where an argument is called so, the gradient has another name
    if not given or (given[0] != "g" and not free) or not known.issuperset(given[1:]):
        accepted = "g first, then any of " + ", ".join(sorted(known))
        raise _refused(f"{what} for {target}", formula, accepted)


def _check_forward(schema: Schema, formula: Formula) -> None:
    tensors, known = _known(schema)
    known |= {f"{t}_t" for t in tensors}
    if not known.issuperset(parameters(formula)):
        accepted = "any of " + ", ".join(sorted(known))
        raise _refused(f"forward derivative of {schema.qualname}", formula, accepted)


def row_of(operator: Any) -> Row | None:
    """Return the row in force for an operator, or for the functional form it was made from.

    A form that has a composite of its own does not use the row of the functional form.
    """
    from ..dispatch.rules import RULES

    rule = RULES.active(operator.name, "Derivative")
    functional = operator.functional
    if rule is None and functional and RULES.active(operator.name, "Composite") is None:
        rule = RULES.active(functional.name, "Derivative")
    return None if rule is None else rule.fn


__all__ = ["Row", "derivative", "parameters", "row_of"]
