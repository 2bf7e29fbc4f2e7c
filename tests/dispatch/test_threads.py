"""Registering, undoing and calling at once: no stale walk stays, no rule is lost."""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any

import pytest
from toy import Toy, doubled, logged, operator

from redispatch.dispatch import (
    DispatchKeySet,
    KeyGuard,
    KeyRemovedError,
    NoKernelError,
    Registration,
    register_layer,
    remove_key,
)
from redispatch.dispatch.registry import register
from redispatch.dispatch.rules import RULES, Rule
from redispatch.dispatch.walk import Site, Step

THREADS = 8


@pytest.fixture(autouse=True)
def switch_often() -> Iterator[None]:
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    yield
    sys.setswitchinterval(before)


def at_once(work: Callable[[int], None], count: int = THREADS) -> None:
    """Run in threads that start together; raise what any of them raised."""
    barrier = threading.Barrier(count)
    errors: list[BaseException] = []

    def run(number: int) -> None:
        try:
            barrier.wait()
            work(number)
        except BaseException as error:
            errors.append(error)

    threads = [threading.Thread(target=run, args=(i,)) for i in range(count)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    if errors:
        raise errors[0]


def answer(value: Any) -> Rule:
    def kernel(payload: Any) -> list[Any]:
        return [value]

    kernel.__qualname__ = f"answer_{value}"
    return Rule(kernel, "raw")


def test_no_rule_is_lost_and_no_walk_is_stale(toy: Toy) -> None:
    with operator() as op, register(op, "Toy", answer("base")):
        x = toy.tensor(0)

        def work(number: int) -> None:
            for i in range(60):
                handle = register(op, "Toy", answer((number, i)), override=True)
                assert len(op(x)._data) == 1
                assert RULES.active(op.name, "Toy") is not None
                handle.undo()
                op(x)

        at_once(work)
        assert len(RULES.stack(op.name, "Toy")) == 1
        assert op(x)._data == ["base"]


def test_the_last_registration_is_what_calls_see_afterwards(toy: Toy) -> None:
    with operator() as op:
        x = toy.tensor(0)
        handles: list[Registration] = []

        def work(number: int) -> None:
            if not number:
                handles.append(register(op, "Toy", answer(len(handles)), override=True))
                return
            for _ in range(20):
                with suppress(NoKernelError):
                    op(x)

        for round_ in range(40):
            at_once(work, 4)
            assert op(x)._data == [round_]
            handles[-1].undo()
            with pytest.raises(NoKernelError):
                op(x)


def test_distinct_operators_from_many_threads(toy: Toy) -> None:
    x = toy.tensor(3)

    def work(number: int) -> None:
        for _ in range(20):
            with operator() as op, register(op, "Toy", Rule(doubled, "raw")):
                assert op(x)._data == [6]
            assert not op.rules()

    at_once(work)


def test_no_layer_is_skipped_while_keys_come_and_go(toy: Toy) -> None:
    """A builder that iterated over a changing order would leave a layer out, once."""
    log: list[str] = []
    guarded = register_layer("Guarded", "a test", below="Trace")
    with operator() as op, register(op, "Toy", Rule(doubled, "raw")):
        register(op, guarded, Rule(logged(log, "walked"), "layer"))
        x = toy.tensor(1, keys=(guarded,))

        def work(number: int) -> None:
            for _ in range(40):
                if number < 3:
                    remove_key(register_layer(f"Passing{number}", "a test", above="Function"))
                else:
                    assert op(x)._data == [2]

        try:
            at_once(work)
            assert len(log) == 40 * (THREADS - 3)
        finally:
            remove_key(guarded)


def test_backends_that_come_and_go_beside_calls(toy: Toy) -> None:
    with operator() as op, register(op, "Toy", Rule(doubled, "raw")):
        x = toy.tensor(1)

        def work(number: int) -> None:
            if number < 3:
                for _ in range(15):
                    with (
                        Toy(f"Passing{number}") as other,
                        KeyGuard(exclude=DispatchKeySet(other.key)),
                    ):
                        with register(op, other.name, answer(number)):
                            with KeyGuard(include=DispatchKeySet("Trace")):
                                y = other.tensor(1)
                            assert y.shape == (1,)
                    with pytest.raises(KeyRemovedError):
                        y.shape  # noqa: B018
            else:
                for _ in range(300):
                    assert op(x)._data == [2]
                    with KeyGuard(exclude=DispatchKeySet("Version")):
                        assert op(x)._data == [2]

        at_once(work)
        assert list(op.rules()) == ["Toy"]


def test_a_walk_that_was_overtaken_while_it_was_built_is_built_again(toy: Toy) -> None:
    """Without threads: the registration happens inside the building of the walk."""
    handles: list[Any] = []
    general = Toy.step

    def step(site: Site, rule: Rule | None) -> Step | None:
        if not handles:
            handles.append(register(op, "Toy", answer("new"), override=True))
        return general(toy, site, rule)

    with operator() as op, register(op, "Toy", answer("old")):
        toy.step = step  # type: ignore[method-assign]
        assert op(toy.tensor(1))._data == ["new"]
        handles[0].undo()
        assert op(toy.tensor(1))._data == ["old"]
