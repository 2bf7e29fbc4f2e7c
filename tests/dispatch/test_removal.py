"""What is registered and taken back leaves nothing: tables, bits, caches, source, memory."""

from __future__ import annotations

import gc
import linecache
import weakref
from typing import Any

import pytest
from toy import Toy, doubled, operator

from redispatch.dispatch import (
    DispatchKeySet,
    KeyGuard,
    KeyRemovedError,
    NoKernelError,
    declare,
    explain,
    undeclare,
)
from redispatch.dispatch import tensor as tensor_module
from redispatch.dispatch.callers import user_caller
from redispatch.dispatch.current import _BY_NUMBER, _INTERNED
from redispatch.dispatch.keys import KEYS
from redispatch.dispatch.registry import OPERATORS, register
from redispatch.dispatch.rules import RULES, Rule
from redispatch.dispatch.sources import forget_sources


def sizes() -> dict[str, int]:
    """How much is kept, in every place that could keep something."""
    forget_sources()
    return {
        "keys": len(KEYS.order) + len(KEYS.by_name),
        "bits": len(KEYS.by_bit),
        "tables": sum(len(stack) for t in RULES.tables.values() for stack in t.values()),
        "operators": len(OPERATORS),
        "walks": sum(len(op.walks) for op in OPERATORS.values()),
        "facts": len(_INTERNED) + len(_BY_NUMBER),
        "owners": len(tensor_module._BY_KEYS),
        "source": sum(name.startswith("<redispatch") for name in linecache.cache),
    }


def use(number: int, operators: int) -> None:
    """Register a backend and operators, call them, and take it all back."""
    made = [
        declare(f"loop{number}::f{i}(Tensor self) -> Tensor", inplace=i % 2 == 0, out=i % 3 == 0)
        for i in range(operators)
    ]
    with Toy(f"Loop{number}") as toy:
        handles = [register(op, toy.name, Rule(doubled, "raw")) for op in made]
        for op in made:
            x = user_caller(op)(toy.tensor(1))
            with KeyGuard(exclude=DispatchKeySet(toy.key) - DispatchKeySet(toy.key)):
                op(x)
            with KeyGuard(exclude=DispatchKeySet(toy.key)), pytest.raises(NoKernelError):
                op(x)
            explain(op, x)
    for handle in handles[::2]:
        handle.undo()
    for op in made:
        undeclare(op)


def test_a_backend_and_what_it_brought_are_gone_after_its_block() -> None:
    with operator() as op:
        order = KEYS.order
        with Toy() as toy:
            register(op, "Toy", Rule(doubled, "raw"))
            register(op, "AutogradToy", Rule(doubled, "tensor"))
            x = op(toy.tensor(1))
        assert KEYS.order == order and "Toy" not in KEYS.by_name
        assert not op.rules() and not op.walks
        with pytest.raises(KeyRemovedError, match="was removed"):
            op(x)
        with pytest.raises(KeyRemovedError, match="was removed"):
            x.shape  # noqa: B018


def test_an_old_tensor_is_never_taken_for_one_of_a_new_backend() -> None:
    with operator() as op:
        with Toy() as first:
            old = first.tensor(1)
        for _ in range(12):
            with Toy() as toy:
                with register(op, "Toy", Rule(doubled, "raw")):
                    assert op(toy.tensor(1))._data == [2]
                    with pytest.raises(KeyRemovedError, match="was removed"):
                        op(old)


def test_ten_backends_and_fifty_operators_leave_everything_as_it_was() -> None:
    use(0, 50)
    gc.collect()
    KEYS.sweep()
    before = sizes()
    for number in range(10):
        use(number, 50)
    gc.collect()
    KEYS.sweep()
    assert sizes() == before
    assert not KEYS.retired


def test_memory_does_not_grow() -> None:
    def live() -> int:
        gc.collect()
        forget_sources()  # what goes with the next source anyway
        return len(gc.get_objects())

    for _ in range(2):
        use(0, 10)
    KEYS.sweep()
    before = live()
    for number in range(10):
        use(number, 10)
    KEYS.sweep()
    assert live() - before < 60  # a leak of one object for each operator would be 100


def test_nothing_keeps_a_removed_owner_operator_or_rule() -> None:
    class Kernel:
        def __call__(self, payload: Any) -> Any:
            return payload

    def use_once() -> list[weakref.ref[Any]]:
        fn = Kernel()
        with Toy() as toy, operator() as op, register(op, "Toy", Rule(fn, "raw")):
            op(toy.tensor(1))
            return [weakref.ref(each) for each in (toy, op, fn, toy.key)]

    references = use_once()
    KEYS.sweep()
    gc.collect()
    assert [reference() for reference in references] == [None] * 4
