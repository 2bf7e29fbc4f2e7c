"""The in-place and out= forms of an operator: their schemas, from that of the functional form.

Decides which operators can have a form and what it is called. Must not know how forms are computed.
"""

from __future__ import annotations

from .errors import RegistrationError, explain_error
from .operator import Operator
from .schema import Schema, parse


def inplace_form(operator: Operator) -> Operator:
    """Return the in-place form, `name_`; RegistrationError if there can be none."""
    return _form(operator, _inplace_text(operator.schema), "inplace")


def out_form(operator: Operator) -> Operator:
    """Return the out= form, `name.out`; RegistrationError if there can be none."""
    return _form(operator, _out_text(operator.schema), "out")


def _form(operator: Operator, text: str, tag: str) -> Operator:
    return Operator(
        parse(text),
        tags=(*operator.tags, tag),
        doc=operator.doc,
        method=operator.method and tag == "inplace",
        functional=operator,
        source=operator.source,
    )


def _inplace_text(schema: Schema) -> str:
    """Return the schema of the in-place form: the first argument is written and returned."""
    first = schema.arguments[0] if schema.arguments else None
    if first is None or not first.is_tensor or first.type.optional or first.kwarg_only:
        raise _no_form(schema, "in-place", "a first argument that is a tensor, to write to")
    overload = f".{schema.overload}" if schema.overload else ""
    rest = _arguments_text(schema)[len(str(first)) :]
    return (
        f"{schema.namespace}::{schema.name}_{overload}(Tensor(a!) {first.name}{rest}) -> Tensor(a!)"
    )


def _out_text(schema: Schema) -> str:
    """Return the schema of the out= form: one more keyword, written and returned."""
    returns = [str(each.type) for each in schema.returns]
    if returns != ["Tensor"] or any(a.name == "out" for a in schema.arguments):
        raise _no_form(schema, "out=", "one Tensor as the result, and no argument called out")
    parts = [_arguments_text(schema)] if schema.arguments else []
    if not any(a.kwarg_only for a in schema.arguments):
        parts.append("*")
    overload = f"{schema.overload}_out" if schema.overload else "out"
    inner = ", ".join([*parts, "Tensor(a!) out"])
    return f"{schema.namespace}::{schema.name}.{overload}({inner}) -> Tensor(a!)"


def _arguments_text(schema: Schema) -> str:
    text = str(schema)
    return text[text.index("(") + 1 : text.rindex(") ->")]


def _no_form(schema: Schema, form: str, accepted: str) -> RegistrationError:
    return RegistrationError(
        explain_error(schema.qualname, f"can have no {form} form", str(schema), accepted)
    )
