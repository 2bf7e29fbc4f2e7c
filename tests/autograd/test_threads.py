"""Several threads: one leaf, one graph, graphs that span threads."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import redispatch as rd

WAIT = 120


def run_all(functions: list[Callable[[], Any]]) -> list[BaseException | None]:
    """Run functions at the same moment, each on a thread; return what each raised."""
    barrier = threading.Barrier(len(functions))
    raised: list[BaseException | None] = [None] * len(functions)

    def start(number: int, function: Callable[[], Any]) -> None:
        barrier.wait(WAIT)
        try:
            function()
        except BaseException as error:
            raised[number] = error

    threads = [
        threading.Thread(target=start, args=(i, f), daemon=True) for i, f in enumerate(functions)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(WAIT)
        assert not thread.is_alive()
    return raised


def test_eight_threads_accumulate_into_one_leaf() -> None:
    x: Any = rd.zeros(1_000, dtype=rd.float64, requires_grad=True)

    def work() -> None:
        for _ in range(200):
            (x * 2 + x).sum().backward()

    assert run_all([work] * 8) == [None] * 8
    np.testing.assert_array_equal(x.grad.numpy(), np.full(1_000, 8 * 200 * 3.0))


def test_racing_first_gradients() -> None:
    for _ in range(50):
        x: Any = rd.zeros(1_000, dtype=rd.float64, requires_grad=True)
        assert run_all([lambda x=x: (x * 2).sum().backward()] * 4) == [None] * 4  # type: ignore[misc]
        np.testing.assert_array_equal(x.grad.numpy(), np.full(1_000, 8.0))


@pytest.mark.filterwarnings("ignore:.*reference cycle")
def test_hooks_and_create_graph_while_others_accumulate() -> None:
    x: Any = rd.ones(100, dtype=rd.float64, requires_grad=True)
    seen: list[float] = []
    x.register_hook(lambda g: seen.append(1.0))

    def plain() -> None:
        for _ in range(50):
            (x * 2).sum().backward()

    def recorded() -> None:
        for _ in range(50):
            (x * 3).sum().backward(create_graph=True)

    assert run_all([plain, recorded, plain, recorded]) == [None] * 4
    np.testing.assert_array_equal(x.grad.detach().numpy(), np.full(100, 100 * 2 + 100 * 3.0))
    assert len(seen) == 200


def test_one_graph_raced_by_four_threads() -> None:
    for _ in range(30):
        x: Any = rd.ones(10, dtype=rd.float64, requires_grad=True)
        y = x
        for _ in range(20):
            y = (y * 1.0).exp().log()
        loss = y.sum()
        raised = run_all([loss.backward] * 4)
        failed = [e for e in raised if e is not None]
        assert len(failed) < 4
        for error in failed:
            assert isinstance(error, RuntimeError) and "second time" in str(error)
        times = x.grad.numpy()[0]
        np.testing.assert_allclose(x.grad.numpy(), np.full(10, times))
        assert round(times) == 4 - len(failed)


def test_one_graph_kept_for_four_threads() -> None:
    x: Any = rd.ones(10, dtype=rd.float64, requires_grad=True)
    loss = (x * x).exp().sum()

    def work() -> None:
        for _ in range(50):
            loss.backward(retain_graph=True)

    assert run_all([work] * 4) == [None] * 4
    np.testing.assert_allclose(x.grad.numpy(), np.full(10, 200 * 2 * np.e))


def test_a_graph_built_across_threads() -> None:
    x: Any = rd.ones(10, dtype=rd.float64, requires_grad=True)
    parts: list[Any] = [None] * 4

    def build(number: int) -> Callable[[], None]:
        def work() -> None:
            y = x
            for _ in range(100):
                y = y + number
            parts[number] = y * number

        return work

    assert run_all([build(i) for i in range(4)]) == [None] * 4
    total = parts[0] + parts[1] + parts[2] + parts[3]
    total.sum().backward()
    np.testing.assert_array_equal(x.grad.numpy(), np.full(10, 0.0 + 1 + 2 + 3))


def test_grad_mode_belongs_to_a_thread() -> None:
    seen: list[bool] = []
    with rd.no_grad():
        run_all([lambda: seen.append(rd.is_grad_enabled())])
    assert seen == [True]


def test_an_exception_stays_in_its_thread() -> None:
    x: Any = rd.ones(3, dtype=rd.float64, requires_grad=True)

    def good() -> None:
        for _ in range(50):
            (x * 2).sum().backward()

    def bad() -> None:
        y = x * 2
        y.register_hook(lambda g: 1 / 0)
        y.sum().backward()

    raised = run_all([good, bad, good])
    assert raised[0] is None and raised[2] is None and isinstance(raised[1], ZeroDivisionError)
    np.testing.assert_array_equal(x.grad.numpy(), np.full(3, 200.0))


def test_versions_of_shared_memory_are_counted_exactly_enough() -> None:
    """Racing first aliases get one counter: a later write is seen by whoever saved before."""
    for _ in range(50):
        x: Any = rd.ones(3, dtype=rd.float64, requires_grad=True) * 1
        aliases: list[Any] = []
        run_all([lambda x=x, a=aliases: a.append(x.detach())] * 4)  # type: ignore[misc]
        aliases[0].add_(1)
        assert {a._version for a in aliases} == {1} and x._version == 1


def test_accumulators_raced_for_are_one() -> None:
    for _ in range(50):
        x: Any = rd.ones(1, dtype=rd.float64, requires_grad=True)
        y = x * 2
        found: list[Any] = []
        run_all([lambda y=y, f=found: f.append(y.grad_fn.next_functions[0][0])] * 4)  # type: ignore[misc]
        assert len({id(n) for n in found}) == 1
