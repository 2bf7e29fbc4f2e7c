"""The forms of an operator: in place, out=, and the copy of a view; their schemas, from its own.

Decides which operators can have a form and what it is called. Must not know how forms are computed.
"""

from __future__ import annotations

from collections.abc import Callable

from .errors import RegistrationError, explain_error
from .operator import Operator
from .schema import REQUIRED, Argument, Return, Schema, Type
from .unread import Unread

# The schemas are put together, not written and parsed: a declaration takes half the time.
_TENSOR = Type("Tensor")
_WRITTEN = (Return(None, _TENSOR, "a", True),)
_OUT = Argument("out", _TENSOR, REQUIRED, True, "a", True)


def inplace_form(operator: Operator) -> Operator:
    """Return the in-place form, `name_`; RegistrationError if there can be none."""
    plain, dot, overload = operator.name.partition(".")
    return _form(operator, _inplace_schema, "inplace", f"{plain}_{dot}{overload}")


def out_form(operator: Operator) -> Operator:
    """Return the out= form, `name.out`; RegistrationError if there can be none."""
    plain, _, overload = operator.name.partition(".")
    return _form(operator, _out_schema, "out", f"{plain}.{_out_overload(overload)}")


def copy_form(operator: Operator, *, listed: bool) -> Operator:
    """Return the form of a view that copies, `name_copy`, with an out= form if it can have one.

    It is a function only: the method that copies is the method of the view, and `clone`. It can
    have no out= form if what it returns is a list.
    """
    plain, dot, overload = operator.name.partition(".")
    form = _form(operator, _copy_schema, "copy", f"{plain}_copy{dot}{overload}")
    if not listed:
        form.forms = (out_form(form),)
    return form


def _form(operator: Operator, derived: Callable[[Schema], Schema], tag: str, name: str) -> Operator:
    """Return a form; its schema is read when that of the operator is."""
    tags = (*[word for word in operator.tags if word != "view"], tag)
    doc, method = _words(operator, tag), operator.method and tag == "inplace"
    if operator.__class__ is Unread:
        return Unread(
            name, lambda: derived(operator.schema), tags=tags, doc=doc, method=method,
            functional=operator, source=operator.source,
        )  # fmt: skip
    return Operator(
        derived(operator.schema),
        tags=tags,
        doc=doc,
        method=method,
        functional=operator,
        source=operator.source,
    )


def _words(operator: Operator, tag: str) -> str:
    """Return the sentence of a form: that of its operator, unless that speaks of a view."""
    name = operator.name.partition("::")[2].partition(".")[0]
    if tag == "copy":
        return f"Return what `{name}` gives, in memory of its own."
    if tag == "inplace" and operator.is_view:
        return f"Make the tensor itself what `{name}` gives of it."
    return operator.doc


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
    arguments = (*schema.arguments, _OUT)
    overload = _out_overload(schema.overload)
    return Schema(schema.namespace, schema.name, overload, arguments, _WRITTEN)


def _out_overload(overload: str) -> str:
    return f"{overload}_out" if overload else "out"


def _copy_schema(schema: Schema) -> Schema:
    """Return the schema of the form that copies: without aliases."""
    arguments = tuple([Argument(*a[:4]) if a.alias else a for a in schema.arguments])
    returns = tuple([Return(each.name, each.type) for each in schema.returns])
    return Schema(schema.namespace, f"{schema.name}_copy", schema.overload, arguments, returns)


def _no_form(schema: Schema, form: str, accepted: str) -> RegistrationError:
    return RegistrationError(
        explain_error(schema.qualname, f"can have no {form} form", str(schema), accepted)
    )
