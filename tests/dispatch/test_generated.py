"""The generated modules are those that the declarations give."""

from __future__ import annotations

import inspect

import pytest

from redispatch.dispatch import Operator, lookup, operators
from redispatch.dispatch.generate import functions, methods
from redispatch.dispatch.generated import functions as functions_module
from redispatch.dispatch.generated import methods as methods_module
from redispatch.dispatch.operator import function_names

BUILT_IN = [op for op in operators() if op.schema.namespace == "rd" and not op.schema.overload]


@pytest.mark.parametrize(
    ("module", "generate"), [(functions_module, functions), (methods_module, methods)]
)
def test_they_are_up_to_date(module: object, generate: object) -> None:
    assert inspect.getsource(module) == generate(), "run make generate"  # type: ignore[arg-type, operator]


@pytest.mark.parametrize("op", BUILT_IN, ids=lambda op: str(op.schema.name))
def test_every_operator_has_its_function(op: Operator) -> None:
    caller = op.caller
    assert caller is getattr(functions_module, op.schema.name)
    signature = inspect.signature(caller)
    names = [n for n in signature.parameters if n != "out" or op.out_form is None]
    assert names == function_names(op.schema)
    keywords = {a.name for a in op.schema.arguments if a.kwarg_only}
    for name, parameter in signature.parameters.items():
        assert (parameter.kind is parameter.KEYWORD_ONLY) == (name in keywords | {"out"})
    assert ("out" in signature.parameters) == (op.out_form is not None)
    assert inspect.getdoc(caller)


@pytest.mark.parametrize(
    "op", [o for o in BUILT_IN if o.method], ids=lambda op: str(op.schema.name)
)
def test_methods_have_the_arguments_of_the_schema(op: Operator) -> None:
    method = getattr(methods_module.TensorMethods, op.schema.name)
    assert list(inspect.signature(method).parameters) == [a.name for a in op.schema.arguments]


def test_functions_of_in_place_forms_have_no_out() -> None:
    assert lookup("add_").out_form is None
