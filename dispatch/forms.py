"""The in-place and out= forms of an operator: their schemas, from that of the functional form.

Decides which operators can have a form and what it is called. Must not know how forms are computed.
"""

from __future__ import annotations

from .errors import RegistrationError, explain_error
from .operator import Operator
from .schema import REQUIRED, Argument, Return, Schema, Type

# The schemas are put together, not written and parsed: a declaration takes half the time.
_TENSOR = Type("Tensor")
_WRITTEN = (Return(None, _TENSOR, "a", True),)
_OUT = Argument("out", _TENSOR, REQUIRED, True, "a", True)


def inplace_form(operator: Operator) -> Operator:
    """Return the in-place form, `name_`; RegistrationError if there can be none."""
    return _form(operator, _inplace_schema(operator.schema), "inplace")


def out_form(operator: Operator) -> Operator:
    """Return the out= form, `name.out`; RegistrationError if there can be none."""
    return _form(operator, _out_schema(operator.schema), "out")


def _form(operator: Operator, schema: Schema, tag: str) -> Operator:
    return Operator(
        schema,
        tags=(*operator.tags, tag),
        doc=operator.doc,
        method=operator.method and tag == "inplace",
        functional=operator,
        source=operator.source,
    )


def _inplace_schema(schema: Schema) -> Schema:
    """Return the schema of the in-place form: the first argument is written and returned."""
    first = schema.arguments[0] if schema.arguments else None
    if first is None or not first.is_tensor or first.type.optional or first.kwarg_only:
        raise _no_form(schema, "in-place", "a first argument that is a tensor, to write to")
    target = Argument(first.name, _TENSOR, alias="a", mutated=True)
    arguments = (target, *schema.arguments[1:])
    return Schema(schema.namespace, f"{schema.name}_", schema.overload, arguments, _WRITTEN)


def _out_schema(schema: Schema) -> Schema:
    """Return the schema of the out= form: one more keyword, written and returned."""
    returns = [str(each.type) for each in schema.returns]
    if returns != ["Tensor"] or any(a.name == "out" for a in schema.arguments):
        raise _no_form(schema, "out=", "one Tensor as the result, and no argument called out")
    overload = f"{schema.overload}_out" if schema.overload else "out"
    return Schema(schema.namespace, schema.name, overload, (*schema.arguments, _OUT), _WRITTEN)


def _no_form(schema: Schema, form: str, accepted: str) -> RegistrationError:
    return RegistrationError(
        explain_error(schema.qualname, f"can have no {form} form", str(schema), accepted)
    )
