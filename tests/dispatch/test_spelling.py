"""PyTorch's spellings of operators: `ops.aten.add.Tensor` and what handlers see of `func`."""

from __future__ import annotations

import pickle

import pytest

import redispatch as rd
from redispatch.dispatch import OperatorNotFound, declare, lookup, undeclare

aten = rd.ops.aten


@pytest.mark.parametrize(
    ("spelling", "name"),
    [
        ("add.Tensor", "rd::add"),
        ("add.Scalar", "rd::add"),
        ("add_.Tensor", "rd::add_"),
        ("add.out", "rd::add.out"),
        ("exp.default", "rd::exp"),
        ("pow.Tensor_Scalar", "rd::pow"),
        ("sum.default", "rd::sum"),
        ("sum.dim_IntList", "rd::sum"),
        ("max.default", "rd::max"),
        ("max.dim", "rd::max.dim"),
        ("select.int", "rd::select"),
        ("slice.Tensor", "rd::slice"),
        ("clamp.Tensor", "rd::clamp.Tensor"),
        ("div.Tensor_mode", "rd::div"),
        ("squeeze.dim", "rd::squeeze"),
        ("where.self", "rd::where"),
        ("var.correction", "rd::var"),
    ],
)
def test_overloads_follow_from_the_schema(spelling: str, name: str) -> None:
    packet, overload = spelling.split(".")
    assert getattr(getattr(aten, packet), overload) is lookup(name)
    assert lookup(f"aten::{spelling}") is lookup(name)


def test_what_is_no_overload_is_refused_with_what_there_is() -> None:
    with pytest.raises(OperatorNotFound, match="aten::add: has no overload 'Nonsense'"):
        aten.add.Nonsense  # noqa: B018 - reading it is the test
    with pytest.raises(OperatorNotFound, match="did you mean"):
        aten.sinn  # noqa: B018
    assert not hasattr(aten.exp, "Tensor_Tensor_mode")


def test_handlers_see_pytorchs_surface() -> None:
    add, exp = lookup("add"), lookup("exp")
    assert (add.__name__, exp.__name__) == ("add.Tensor", "exp.default")
    assert (add.name(), exp.name()) == ("aten::add.Tensor", "aten::exp")
    assert (str(add), add.namespace, add._opname) == ("aten.add.Tensor", "aten", "add")
    assert add._schema is add.schema and add.name == "rd::add"
    assert lookup("select").is_view and not add.is_view
    assert add.default is add


def test_a_packet_is_one_object_and_calls_the_overload_that_fits() -> None:
    assert aten.add is lookup("add").overloadpacket is rd.ops.rd.add
    assert lookup("max.dim").overloadpacket is aten.max
    assert aten.add.__name__ == "add" and "Tensor" in aten.add.overloads()
    x = rd.tensor([[1.0, 3.0]])
    assert aten.max(x).item() == 3.0
    assert [t.tolist() for t in aten.max.dim(x, 1)] == [[3.0], [1]]
    with pytest.raises((TypeError, RuntimeError)):
        aten.add("a", "b")
    assert pickle.loads(pickle.dumps(aten.add)) is aten.add


def test_operators_of_users_have_packets_too() -> None:
    made = declare("spelled::twice(Tensor self) -> Tensor")
    try:
        assert rd.ops.spelled.twice.default is made
        assert (made.namespace, made.name()) == ("spelled", "spelled::twice")
        assert dir(rd.ops.spelled) == ["twice"]
    finally:
        undeclare(made)
    with pytest.raises(AttributeError):
        rd.ops.spelled.twice  # noqa: B018


def test_factories_are_operators_for_handlers() -> None:
    assert aten.zeros.default(  # as a handler calls it
        (2,), dtype=rd.int64
    ).tolist() == [0, 0]
    assert aten.empty.memory_format is aten.empty.default
