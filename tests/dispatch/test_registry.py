"""Declaring operators, finding them, their forms, and taking declarations back."""

from __future__ import annotations

import copy
import pickle

import pytest
from toy import Toy, doubled, operator

from redispatch.dispatch import (
    OperatorNotFound,
    RegistrationError,
    SchemaError,
    declare,
    kernel,
    layer_rule,
    lookup,
    operators,
    undeclare,
)
from redispatch.dispatch.keys import AUTOGRAD
from redispatch.dispatch.registry import OPERATORS, register
from redispatch.dispatch.rules import RULES, Rule


def test_a_declaration() -> None:
    with operator("g(Tensor self, int n=1) -> Tensor", tags=["t"], doc="Its words.") as op:
        assert lookup(op.name) is op
        assert op in list(operators())
        assert (op.tags, op.doc, op.__name__) == (("t",), "Its words.", "g.default")
        assert "toy.py:" in op.source
        assert repr(op) == f"<operator {op.schema}>"
        assert copy.deepcopy(op) is op
        assert pickle.loads(pickle.dumps(op)) is op


def test_the_operator_comes_before_the_key() -> None:
    with pytest.raises(TypeError, match="DispatchKey as the operator"):
        layer_rule(AUTOGRAD, "exp")(print)  # type: ignore[arg-type]


def test_lookup_with_and_without_the_namespace() -> None:
    assert lookup("exp") is lookup("rd::exp")
    with pytest.raises(OperatorNotFound, match="did you mean exp"):
        lookup("epx")
    with pytest.raises(OperatorNotFound, match="did you mean rd::exp"):
        lookup("rd::epx")
    with pytest.raises(AttributeError):
        lookup("nothing like it")


def test_a_name_is_declared_once() -> None:
    with (
        operator() as op,
        pytest.raises(RegistrationError, match="is declared already, at .*toy.py"),
    ):
        declare(op.name + "(Tensor self, int n) -> Tensor")


def test_a_bad_schema_declares_nothing() -> None:
    count = len(OPERATORS)
    with pytest.raises(SchemaError):
        declare("f(Tensor self, Tensr other) -> Tensor", inplace=True, out=True)
    assert len(OPERATORS) == count


def test_forms_are_declared_with_their_operator() -> None:
    schema = "f(Tensor self, Tensor other, *, Scalar alpha=1) -> Tensor"
    with operator(schema, inplace=True, out=True, tags=["pointwise"]) as op:
        inplace, out = op.forms
        space = op.schema.namespace
        assert str(inplace.schema) == (
            f"{space}::f_(Tensor(a!) self, Tensor other, *, Scalar alpha=1) -> Tensor(a!)"
        )
        assert str(out.schema) == (
            f"{space}::f.out(Tensor self, Tensor other, *, Scalar alpha=1, Tensor(a!) out) "
            "-> Tensor(a!)"
        )
        assert (inplace.tags, out.tags) == (("pointwise", "inplace"), ("pointwise", "out"))
        assert inplace.functional is out.functional is op
        assert op.out_form is out
        assert lookup(f"{space}::f_") is inplace
    assert not any(name.startswith(f"{space}::") for name in OPERATORS)


@pytest.mark.parametrize(
    ("schema", "expected"),
    [
        ("f(Tensor self) -> Tensor", "f.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!)"),
        ("f.x(Tensor self) -> Tensor", "f.x_out(Tensor self, *, Tensor(a!) out) -> Tensor(a!)"),
        ("f(*, int n) -> Tensor", "f.out(*, int n, Tensor(a!) out) -> Tensor(a!)"),
        ("f() -> Tensor", "f.out(*, Tensor(a!) out) -> Tensor(a!)"),
    ],
)
def test_the_schema_of_an_out_form(schema: str, expected: str) -> None:
    with operator(schema, out=True) as op:
        assert str(op.forms[0].schema) == f"{op.schema.namespace}::{expected}"


@pytest.mark.parametrize(
    ("schema", "form"),
    [
        ("f(int n) -> Tensor", "inplace"),
        ("f() -> Tensor", "inplace"),
        ("f(Tensor? self) -> Tensor", "inplace"),
        ("f(Tensor[] self) -> Tensor", "inplace"),
        ("f(Tensor self) -> (Tensor, Tensor)", "out"),
        ("f(Tensor self) -> int", "out"),
        ("f(Tensor self, Tensor out) -> Tensor", "out"),
    ],
)
def test_forms_that_cannot_be(schema: str, form: str) -> None:
    count = len(OPERATORS)
    with pytest.raises(RegistrationError, match="can have no"):
        declare(schema, namespace="cannot", inplace=form == "inplace", out=form == "out")
    assert len(OPERATORS) == count


def test_a_form_whose_name_is_taken_declares_nothing() -> None:
    with operator("f_(Tensor(a!) self) -> Tensor(a!)") as taken:
        space = taken.schema.namespace
        with pytest.raises(RegistrationError, match="is declared already"):
            declare(f"{space}::f(Tensor self) -> Tensor", inplace=True)
        assert f"{space}::f" not in OPERATORS


def test_a_rule_may_come_before_its_operator(toy: Toy) -> None:
    with register("later::f", "Toy", Rule(doubled, "raw")):
        with pytest.raises(OperatorNotFound):
            lookup("later::f")
        op = declare("later::f(Tensor self) -> Tensor")
        assert op(toy.tensor(2))._data == [4]
        undeclare(op)
        again = declare("later::f(Tensor self) -> Tensor")  # the rule dangled meanwhile
        assert again(toy.tensor(2))._data == [4]
        undeclare(again)
        with pytest.raises(RegistrationError, match="2 positional arguments"):
            declare("later::f(Tensor self, int n) -> Tensor")
        assert "later::f" not in OPERATORS
    assert "later::f" not in RULES.tables


def test_an_operator_that_is_no_longer_declared(toy: Toy) -> None:
    with operator() as op, register(op, "Toy", Rule(doubled, "raw")):
        op(toy.tensor(1))
        undeclare(op)
        with pytest.raises(OperatorNotFound, match="is no longer declared"):
            op(toy.tensor(1))
        undeclare(op)  # once more does nothing


def test_a_rule_without_a_namespace_is_for_a_built_in_operator(toy: Toy) -> None:
    handle = register("exp", "Toy", Rule(doubled, "raw"))
    assert lookup("exp").rules()["Toy"].startswith(__file__)
    handle.undo()


def test_kernel_returns_what_it_decorates(toy: Toy) -> None:
    with operator() as op:
        decorator = kernel(op, "Toy")
        assert decorator(doubled) is doubled
        assert decorator.registration is not None
        decorator.registration.undo()
