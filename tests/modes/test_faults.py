"""Whatever raises, wherever: state, stacks and tables are afterwards as they were."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Generator, Iterator
from typing import Any

import pytest

import redispatch as rd
from redispatch.dispatch import (
    KeyGuard,
    layer_fallback,
    layer_rule,
    register_layer,
    remove_key,
    snapshot,
)
from redispatch.dispatch.rules import RULES
from redispatch.overrides import TorchFunctionMode
from redispatch.utils._python_dispatch import _get_current_dispatch_mode_stack


class Fault(Exception):
    pass


class Failing(rd.DispatchMode):
    """Raises at the n-th call of its handler, before or after the operator has run."""

    def __init__(self, at: int, after: bool) -> None:
        self.left = at
        self.after = after

    def __torch_dispatch__(self, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
        self.left -= 1
        if self.left < 0 and not self.after:
            raise Fault(func)
        result = func(*args, **(kwargs or {}))
        if self.left < 0:
            raise Fault(func)
        return result


class FailingFunction(TorchFunctionMode):
    def __init__(self, at: int, after: bool) -> None:
        self.left = at

    def __torch_function__(self, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
        self.left -= 1
        if self.left < 0:
            raise Fault(func)
        return func(*args, **(kwargs or {}))


class FailingTensor(rd.Tensor):
    left = 0

    @classmethod
    def __torch_dispatch__(cls, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
        FailingTensor.left -= 1
        if FailingTensor.left < 0:
            raise Fault(func)
        result = super().__torch_dispatch__(func, types, args, kwargs)
        made = isinstance(result, rd.Tensor)
        return (
            rd.Tensor._make_subclass(cls, result) if made and type(result) is rd.Tensor else result
        )


def tables() -> Any:
    return {name: dict(slots) for name, slots in RULES.tables.items()}


@pytest.fixture(autouse=True)
def restored() -> Iterator[None]:
    state, rules = snapshot(), tables()
    yield
    assert snapshot() == state and tables() == rules
    assert _get_current_dispatch_mode_stack() == []
    assert (rd.tensor([1.0], requires_grad=True) * 2).requires_grad


def program(make: Callable[[rd.Tensor], rd.Tensor] = lambda t: t) -> None:
    x = make(rd.tensor([1.0, 2.0], requires_grad=True))
    y = (x * x).exp()
    y = y[0] + y.detach().clone().mul_(2).sum()
    y.backward()


def raised(call: Callable[[], Any]) -> bool:
    try:
        call()
    except Fault:
        return True
    return False


@pytest.mark.parametrize("kind", [Failing, FailingFunction])
@pytest.mark.parametrize("after", [False, True])
def test_a_mode_that_raises_at_any_call(kind: Any, after: bool) -> None:
    at = 0
    while True:
        before = snapshot()
        with kind(at, after), Log():
            inside = snapshot()
            failed = raised(program)
            assert snapshot() == inside
        assert snapshot() == before
        if not failed:
            break
        at += 1
    assert at > 4


class Log(rd.DispatchMode):
    def __torch_dispatch__(self, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
        return func(*args, **(kwargs or {}))


def test_a_subclass_handler_that_raises_at_any_call() -> None:
    at = 0
    while True:
        FailingTensor.left = at
        before = snapshot()
        failed = raised(lambda: program(lambda t: rd.Tensor._make_subclass(FailingTensor, t, True)))
        assert snapshot() == before
        if not failed:
            break
        at += 1
    assert at > 4


def test_a_layer_rule_that_raises_at_any_call() -> None:
    key = register_layer("Faulty", "a test", above="Autograd")
    left = [0]

    def maybe() -> None:
        left[0] -= 1
        if left[0] < 0:
            raise Fault

    @layer_rule("mul", key)
    def mul(below: Any, self: Any, other: Any) -> Any:
        maybe()
        return below(self, other)

    @layer_fallback(key, tag="pointwise")
    def by_tag(operator: Any, below: Any, *args: Any) -> Any:
        result = below(*args)
        maybe()
        return result

    try:
        at = 0
        while True:
            left[0] = at
            with KeyGuard(include=key.bit):
                inside = snapshot()
                failed = raised(program)
                assert snapshot() == inside
            if not failed:
                break
            at += 1
        assert at > 1
    finally:
        remove_key(key)


def test_a_walk_that_cannot_be_built_leaves_the_caches() -> None:
    key = register_layer("Refuses", "a test", above="Autograd")

    def refuse(site: Any, rule: Any, below: Any) -> Any:
        raise Fault

    key.owner = refuse
    x = rd.tensor([1.0])
    exp = rd.dispatch.lookup("exp")
    rd.exp(x)
    known = dict(exp.walks)
    try:
        with KeyGuard(include=key.bit), pytest.raises(Fault):
            rd.exp(x)
        assert dict(exp.walks) == known
    finally:
        remove_key(key)


@pytest.mark.parametrize("base", [rd.DispatchMode, TorchFunctionMode])
def test_a_mode_that_raises_on_its_way_in_or_out(base: Any) -> None:
    class Entering(base):  # type: ignore[misc]
        def __enter__(self) -> Any:
            super().__enter__()
            try:
                raise Fault
            except Fault:
                super().__exit__(None, None, None)
                raise

    class Leaving(base):  # type: ignore[misc]
        def __exit__(self, *error: object) -> None:
            super().__exit__(*error)
            raise Fault

    before = snapshot()
    with pytest.raises(Fault), Log(), Entering():
        pass
    assert snapshot() == before
    with pytest.raises(Fault), Log(), Leaving():
        pass
    assert snapshot() == before


def test_a_generator_that_is_dropped_or_raises_within_a_mode() -> None:
    x = rd.ones(1)

    def steps(fail: bool) -> Generator[rd.Tensor, None, None]:
        with Log():
            yield x.exp()
            if fail:
                raise Fault
            yield x.exp()

    running = steps(False)
    next(running)
    running.close()
    running = steps(True)
    next(running)
    with pytest.raises(Fault):
        next(running)


def test_threads_and_tasks_that_fail_leave_the_others_alone() -> None:
    x = rd.ones(1)
    found: list[bool] = []

    def work() -> None:
        before = snapshot()
        found.append(raised(lambda: Failing(0, False)(x.exp)()))
        found.append(snapshot() == before)

    with Log():
        threads = [threading.Thread(target=work) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert len(_get_current_dispatch_mode_stack()) == 1
    assert found == [True] * 8

    async def task(at: int) -> bool:
        before = snapshot()
        try:
            with Failing(at, True):
                for _ in range(5):
                    x.exp()
                    await asyncio.sleep(0)
        except Fault:
            return snapshot() == before
        return False

    async def main() -> list[bool]:
        return await asyncio.gather(*[task(at) for at in range(5)])

    assert asyncio.run(main()) == [True] * 5
