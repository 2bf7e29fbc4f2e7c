"""Registrations commute: the tables depend on what is registered, not on the order.

For one (operator, key) the newest is in force, and undoing in any order restores the newest left.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from toy import Toy, doubled, operator

from redispatch.dispatch import Operator, Registration, RegistrationError, declare, undeclare
from redispatch.dispatch.registry import OPERATORS, register
from redispatch.dispatch.rules import RULES, Rule
from redispatch.dispatch.tensor import Tensor

SLOTS = ["Toy", "AutogradToy", "Python", "Composite", "Derivative"]


def tables() -> dict[str, dict[str, Any]]:
    return {name: dict(table) for name, table in RULES.tables.items()}


def rule(slot: str) -> Rule:
    kind: Any = {"Toy": "raw", "Composite": "tensor", "Derivative": "row"}.get(slot, "layer")
    return Rule(lambda *args: args[-1], kind)


def test_distinct_pairs_in_every_order_of_registering_and_undoing(toy: Toy) -> None:
    with operator() as op:
        rules = {slot: rule(slot) for slot in SLOTS[:4]}
        empty = tables()
        for order in itertools.permutations(rules):
            handles = {slot: register(op, slot, rules[slot]) for slot in order}
            assert {s: r for s, r in RULES.of(op.name)} == rules
            for slot in reversed(order[::2] + order[1::2]):
                handles.pop(slot).undo()
                assert {s for s, _ in RULES.of(op.name)} == set(handles)
            assert tables() == empty


def test_declaring_and_registering_commute(toy: Toy) -> None:
    def add_rule() -> Registration:
        return register("commute::f", "Toy", Rule(doubled, "raw"))

    def declared() -> Operator:
        return declare("commute::f(Tensor self) -> Tensor")

    x = toy.tensor(4)
    steps: list[Callable[[], Any]] = [add_rule, declared]
    for order in itertools.permutations(steps):
        made = {step: step() for step in order}
        assert made[declared](x)._data == [8]
        for step in (add_rule, declared):
            undeclare(made[step]) if step is declared else made[step].undo()
        assert "commute::f" not in RULES.tables
        assert "commute::f" not in OPERATORS


@settings(max_examples=40)
@given(st.data())
def test_for_one_pair_the_newest_left_is_in_force(data: st.DataObject) -> None:
    more: st.SearchStrategy[bool] = st.booleans()
    with Toy() as toy, operator() as op:
        x = toy.tensor(0)
        before = tables()
        live: list[tuple[int, Registration]] = []
        for number in range(data.draw(st.integers(1, 8))):
            while data.draw(more) and live:
                live.pop(data.draw(st.integers(0, len(live) - 1)))[1].undo()
                assert_answers(op, x, live)
            made = Rule(constant(number), "raw")
            live.append((number, register(op, "Toy", made, override=True)))
            assert_answers(op, x, live)
        order: list[tuple[int, Registration]] = data.draw(st.permutations(live))
        for _, handle in order:
            handle.undo()
            live = [entry for entry in live if entry[1] is not handle]
            assert_answers(op, x, live)
        assert tables() == before


def constant(number: int) -> Callable[[Any], list[int]]:
    def kernel(payload: Any) -> list[int]:
        return [number]

    kernel.__qualname__ = f"constant_{number}"
    return kernel


def assert_answers(op: Operator, x: Tensor, live: list[tuple[int, Registration]]) -> None:
    if live:
        assert op(x)._data == [live[-1][0]]
    else:
        with pytest.raises(NotImplementedError):
            op(x)


@settings(max_examples=40)
@given(st.data())
def test_a_failed_registration_leaves_no_trace(data: st.DataObject) -> None:
    with Toy() as toy, operator() as op, register(op, "Toy", Rule(doubled, "raw")):
        x = toy.tensor(1)
        op(x)
        walks, before, keys = dict(op.walks), tables(), dict(OPERATORS)
        bad: list[Callable[[], Any]] = [
            lambda: register(op, "Toy", Rule(constant(1), "raw")),
            lambda: register(op, "Nowhere", Rule(doubled, "raw")),
            lambda: register(op, "Python", Rule(divmod, "raw")),
            lambda: register(op, "Toy", Rule(None, "raw"), override=True),
            lambda: declare(op.name + "(Tensor self) -> Tensor"),
            lambda: declare("fresh::f(Tensor self -> Tensor", inplace=True),
            lambda: declare("fresh::f(int self) -> Tensor", inplace=True),
            lambda: declare("fresh::f(Tensor self) -> (Tensor, Tensor)", out=True),
            lambda: Toy("Toy").__enter__(),
            lambda: Toy("Autograd").__enter__(),
        ]
        for attempt in data.draw(st.lists(st.sampled_from(bad), min_size=1, max_size=4)):
            with pytest.raises((RegistrationError, TypeError, RuntimeError)):
                attempt()
            assert (tables(), OPERATORS) == (before, keys)
            assert op.walks == walks  # not even a cached walk is lost
        assert op(x)._data == [2]
