"""`explain`: the walk as it would be, also where the call would fail, and why other rules lose."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from typing import Any

import pytest
from toy import Toy, added, doubled, logged, operator

from redispatch.dispatch import (
    ArgumentError,
    DispatchKey,
    DispatchKeySet,
    Explanation,
    KeyGuard,
    OperatorNotFound,
    explain,
    lookup,
    register_layer,
    remove_key,
)
from redispatch.dispatch.generated import functions
from redispatch.dispatch.registry import register
from redispatch.dispatch.rules import RULES, Rule
from redispatch.dispatch.state import GradSwitch, InferenceSwitch
from redispatch.dispatch.tensor import Tensor


def never(*args: Any) -> Any:
    raise AssertionError("an explanation computes nothing")


@contextmanager
def units_layer() -> Iterator[DispatchKey]:
    key = register_layer("Units", "a test", above="Autograd")
    try:
        yield key
    finally:
        remove_key(key)


def lost(told: Explanation) -> dict[str, str]:
    return {line.slot: line.lost for line in told.rules}


def source(name: str, slot: str) -> str:
    rule = RULES.active(name, slot)
    assert rule is not None
    return rule.source


def test_the_walk_in_order(toy: Toy) -> None:
    with (
        operator("f(Tensor a, TensorOrScalar b, Tensor? c=None) -> Tensor") as op,
        units_layer() as units,
    ):
        with (
            register(op, "Toy", Rule(lambda a, b, c: never(), "raw")),
            register(op, units, Rule(logged([], ""), "layer")),
        ):
            told = explain(op, toy.tensor(1, keys=(units,)), 2)
            assert told.arguments == (
                ("a", ("Units", "Version", "Toy")),
                ("b", ("a number",)),
                ("c", ("None",)),
            )
            assert [(layer.key, layer.walked) for layer in told.walk] == [
                ("Units", True),
                ("Version", False),
                ("Toy", True),
            ]
            assert told.walk[0].source == source(op.name, "Units")
            assert told.walk[2].source == source(op.name, "Toy")
            assert told.error is None
            assert set(lost(told).values()) == {""}


def test_why_rules_lose(toy: Toy) -> None:
    with operator(tags=["tagged"]) as op, Toy("Toy2"), ExitStack() as undo:
        for handle in (
            register(op, "Toy", Rule(doubled, "raw")),
            register(op, "Toy", Rule(never, "raw"), override=True),
            register(op, "Toy2", Rule(doubled, "raw")),
            register(op, "Composite", Rule(doubled, "tensor")),
            register(op, "Python", Rule(logged([], ""), "layer")),
            register(op, "PythonToy", Rule(logged([], ""), "layer")),
            register("*tagged", "Python", Rule(lambda *args: None, "fallback")),
            register(op, "Trace", Rule(None, "fallthrough")),
        ):
            undo.enter_context(handle)
        both = DispatchKeySet(["Python", "Trace"])
        with KeyGuard(include=both):
            told = explain(op, toy.tensor(1))
        reasons = [(line.name.rpartition("::")[2], line.slot, line.lost) for line in told.rules]
        newer, first = source(op.name, "Toy"), source(op.name, "PythonToy")
        assert reasons == [
            ("f", "Toy", f"replaced by the one at {newer}"),
            ("f", "Toy", ""),
            ("f", "Toy2", "no argument has Toy2, and nothing includes it"),
            ("f", "Composite", "Toy has a kernel"),
            ("f", "Python", f"the one at {first} comes first"),
            ("f", "PythonToy", ""),
            ("f", "Trace", "falls through"),
            ("*tagged", "Python", f"the one at {first} comes first"),
        ]
        assert told.included == ("Python", "Trace")
        with KeyGuard(include=both, exclude=DispatchKeySet("Python")):
            told = explain(op, toy.tensor(1))
        assert told.excluded == {"Python": "a guard"}
        assert lost(told)["PythonToy"] == "Python is excluded: a guard"


@pytest.mark.parametrize(
    ("scope", "reason"),
    [(GradSwitch(False), "grad mode is off"), (InferenceSwitch(True), "inference mode")],
)
def test_why_autograd_is_excluded(toy: Toy, scope: GradSwitch, reason: str) -> None:
    with operator() as op, register(op, "Toy", Rule(doubled, "raw")), scope:
        assert explain(op, toy.tensor(1)).excluded["Autograd"] == reason


def test_a_composite_is_told(toy: Toy) -> None:
    with operator() as op, register(op, "Composite", Rule(doubled, "tensor")):
        told = explain(op, toy.tensor(1))
        assert told.walk[-1].does == "runs doubled on tensors"
        assert lost(told) == {"Composite": ""}


def test_a_call_that_would_fail(toy: Toy) -> None:
    with operator() as op, register(op, "Python", Rule(logged([], ""), "layer")):
        with KeyGuard(include=DispatchKeySet("Python")):
            told = explain(op, toy.tensor(1))
        assert [(layer.key, layer.walked) for layer in told.walk] == [
            ("Version", False),
            ("Python", True),
            ("Toy", False),
        ]
        assert told.error is not None and "has no rule for Toy" in told.error
        assert "the call fails" in repr(told)


def test_arguments_of_two_backends(toy: Toy) -> None:
    with operator("f(Tensor a, Tensor b) -> Tensor") as op, Toy("Toy2") as other:
        with register(op, "Toy", Rule(added, "raw")):
            told = explain(op, toy.tensor(1), other.tensor(1))
            if RULES.active("*", "MixedDevices") is None:
                assert told.error is not None and "Toy2 and Toy" in told.error
            else:
                assert "several backends" in lost(told)["Toy"]


def test_a_removed_backend() -> None:
    with operator() as op:
        with Toy() as toy:
            x = toy.tensor(1)
        told = explain(op, x)
        assert told.arguments == (("self", ("Version", "Toy (removed)")),)
        assert told.error is not None and "backend Toy was removed" in told.error
        assert "Toy (removed)" in repr(told)


def test_nothing_is_cached_and_nothing_computed(toy: Toy) -> None:
    with operator() as op, register(op, "Toy", Rule(never, "raw")):
        explain(op, toy.tensor(1))
        assert not op.walks


def test_arguments_are_those_of_the_call(toy: Toy) -> None:
    with operator("f(Tensor self, *, int n=1) -> Tensor", out=True) as op:
        assert explain(op, input=toy.tensor(1)).operator == op.name
        assert explain(op, toy.tensor(1), out=toy.tensor(1)).operator == f"{op.name}.out"
        with pytest.raises(ArgumentError, match="did you mean 'n'|unexpected"):
            explain(op, toy.tensor(1), m=3)


@pytest.mark.parametrize(
    "spelled",
    ["exp", "rd::exp", lookup("exp"), functions.exp, Tensor.exp],
    ids=["name", "qualified", "operator", "function", "method"],
)
def test_ways_to_name_an_operator(spelled: Callable[..., Any] | str) -> None:
    assert explain(spelled).operator == "rd::exp"


@pytest.mark.parametrize("spelled", [len, "nothing", 3])
def test_what_is_no_operator(spelled: Any) -> None:
    with pytest.raises(OperatorNotFound):
        explain(spelled)


def test_without_arguments_it_tells_the_tables_and_the_walk_of_plain_tensors() -> None:
    told = explain("add")
    assert told.arguments == ()
    assert {"NumPy", "Derivative"} <= {line.slot for line in told.rules}
    assert told.walk[-1].key == "NumPy" and told.walk[-1].walked
    words = repr(told)
    assert words.startswith(str(lookup("add").schema))
    for line in told.rules:
        assert line.source in words


def test_it_is_data_too(toy: Toy) -> None:
    with operator() as op, register(op, "Toy", Rule(doubled, "raw")):
        told = explain(op, toy.tensor(1))
        data = told.as_dict()
        assert json.loads(json.dumps(data)) == data
        assert data["walk"][-1] == {
            "key": "Toy",
            "walked": True,
            "does": "runs doubled",
            "source": source(op.name, "Toy"),
            "asks": [],
        }
