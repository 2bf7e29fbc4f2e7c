"""Several threads: one leaf, one graph, graphs that span threads."""

from __future__ import annotations

import sys
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


def exp_of_much(x: Any) -> Any:
    return x.exp()  # the kernel lets other threads run while it works


def saving_function(x: Any) -> Any:
    class Square(rd.autograd.Function):
        @staticmethod
        def forward(ctx: Any, x: Any) -> Any:
            ctx.save_for_backward(x)
            return x * x

        @staticmethod
        def backward(ctx: Any, g: Any) -> Any:
            return g * 2 * ctx.saved_tensors[0]

    return Square.apply(x)


def written_through_a_view(x: Any) -> Any:
    y = x * 1.0
    y[:10].exp_()
    return y


@pytest.mark.parametrize("root", [exp_of_much, saving_function, written_through_a_view])
def test_of_four_threads_one_uses_up_a_root_that_saves_something(
    root: Callable[[Any], Any],
) -> None:
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        for _ in range(15):
            x: Any = rd.zeros(100_000, dtype=rd.float32, requires_grad=True)
            y, g = root(x), rd.ones(100_000)
            raised = run_all([lambda y=y, g=g: y.backward(g)] * 4)  # type: ignore[misc]
            failed = [e for e in raised if e is not None]
            assert len(failed) == 3
            assert all(isinstance(e, RuntimeError) and "second time" in str(e) for e in failed)
            expected = rd.autograd.grad(root(x), x, g)[0].numpy()
            np.testing.assert_array_equal(x.grad.numpy(), expected)
    finally:
        sys.setswitchinterval(before)


def test_a_root_that_failed_may_be_run_again() -> None:
    x: Any = rd.ones(3, dtype=rd.float64, requires_grad=True)
    y = x.exp().exp()

    def fail(g: Any) -> Any:
        raise KeyError("mine")

    handle = y.register_hook(fail)
    for _ in range(2):
        raised = run_all([y.sum().backward] * 2)
        assert any(isinstance(e, KeyError) for e in raised)
    handle.remove()
    y.sum().backward()
    np.testing.assert_allclose(x.grad.numpy(), np.exp(np.exp(1.0)) * np.exp(1.0) * np.ones(3))


def test_a_root_may_be_run_by_a_hook_of_its_own_run() -> None:
    x: Any = rd.ones(3, dtype=rd.float64, requires_grad=True)
    y = x.exp()
    depth: list[int] = []

    def again(g: Any) -> None:
        depth.append(1)
        if len(depth) == 1:
            y.backward(g, retain_graph=True)

    y.register_hook(again)
    y.backward(rd.ones(3, dtype=rd.float64))
    np.testing.assert_allclose(x.grad.numpy(), 2 * np.exp(np.ones(3)))


def test_10_000_reentrant_backward_calls_do_not_lock_each_other_out() -> None:
    times = 10_000 // 4
    shared: Any = rd.zeros(4, dtype=rd.float64, requires_grad=True)

    class Inner(rd.autograd.Function):
        @staticmethod
        def forward(ctx: Any, x: Any) -> Any:
            return x * 1.0

        @staticmethod
        def backward(ctx: Any, g: Any) -> Any:
            with rd.enable_grad():
                (shared * 2.0).sum().backward()  # into a leaf that every thread adds to
            return g

    def work() -> None:
        x: Any = rd.ones(4, dtype=rd.float64, requires_grad=True)
        for _ in range(times):
            Inner.apply(x * 2.0).sum().backward()

    assert run_all([work] * 4) == [None] * 4
    np.testing.assert_array_equal(shared.grad.numpy(), np.full(4, 2.0 * times * 4))


# exceptions of user code ------------------------------------------------------------------------


class Mine(Exception):
    pass


def raising(*_: Any) -> Any:
    raise Mine


class RaisesInBackward(rd.autograd.Function):
    @staticmethod
    def forward(ctx: Any, x: Any) -> Any:
        return x * 1.0

    @staticmethod
    def backward(ctx: Any, g: Any) -> Any:
        raise Mine


class RaisesInForward(rd.autograd.Function):
    @staticmethod
    def forward(ctx: Any, x: Any) -> Any:
        raise Mine


def with_hook(register: Callable[[Any], Any]) -> Callable[[Any], Any]:
    def build(x: Any) -> Any:
        y = x * x
        register(y)
        return y

    return build


def packed(pack: Any, unpack: Any) -> Callable[[Any], Any]:
    def build(x: Any) -> Any:
        with rd.autograd.graph.saved_tensors_hooks(pack, unpack):
            return x * x

    return build


def keep(x: Any) -> Any:
    return x


FAILING: dict[str, Callable[[Any], Any]] = {
    "tensor hook": with_hook(lambda y: y.register_hook(raising)),
    "node prehook": with_hook(lambda y: y.grad_fn.register_prehook(raising)),
    "node posthook": with_hook(lambda y: y.grad_fn.register_hook(raising)),
    "hook of several": with_hook(
        lambda y: rd.autograd.graph.register_multi_grad_hook([y], raising)
    ),
    "backward of a Function": lambda x: RaisesInBackward.apply(x),
    "forward of a Function": lambda x: RaisesInForward.apply(x),
    "pack": packed(raising, keep),
    "unpack": packed(keep, raising),
    "queued callback": with_hook(
        lambda y: y.register_hook(lambda g: rd.autograd.queue_callback(raising))
    ),
}


@pytest.mark.parametrize("build", FAILING.values(), ids=FAILING.keys())
def test_after_an_exception_the_engine_is_usable_and_nothing_is_lost(
    build: Callable[[Any], Any],
) -> None:
    x: Any = rd.ones(3, dtype=rd.float64, requires_grad=True)
    other: Any = rd.ones(3, dtype=rd.float64, requires_grad=True)
    (x * 5.0 + other * 7.0).sum().backward()
    kept, state = x.grad, rd.dispatch.snapshot()

    def fail() -> None:
        with pytest.raises(Mine):
            (build(x) * other).sum().backward()
        assert rd.is_grad_enabled()

    fail()
    assert rd.dispatch.snapshot() == state
    assert run_all([fail] * 4) == [None] * 4
    assert x.grad is kept  # what was there before is there, and possibly more
    assert (x.grad.numpy() >= 5.0).all() and (other.grad.numpy() >= 7.0).all()
    before = x.grad.numpy().copy()
    (x * 2.0).sum().backward()
    np.testing.assert_array_equal(x.grad.numpy(), before + 2.0)


@pytest.mark.parametrize("register", ["register_hook", "register_post_accumulate_grad_hook"])
def test_an_exception_in_a_hook_of_a_leaf(register: str) -> None:
    x: Any = rd.ones(3, dtype=rd.float64, requires_grad=True)
    (x * 5.0).sum().backward()
    handle = getattr(x, register)(raising)
    with pytest.raises(Mine):
        (x * 2.0).sum().backward()
    handle.remove()
    before = x.grad.numpy().copy()
    assert (before >= 5.0).all()
    (x * 2.0).sum().backward()
    np.testing.assert_array_equal(x.grad.numpy(), before + 2.0)


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
