"""Backward on several threads: the same gradients, bit for bit, and the same rules."""

from __future__ import annotations

import functools
import gc
import operator
import os
import threading
import weakref
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

import redispatch as rd
from redispatch.autograd import parallel, parallel_backward
from redispatch.autograd.careful import CarefulRun
from redispatch.autograd.engine import CAREFUL


@pytest.fixture(autouse=True)
def everything_may_leave(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Let workers take nodes of any size, so that small graphs try the machinery."""
    monkeypatch.setattr(parallel, "LARGE", 0)
    yield


def gradient(leaf: Any) -> Any:
    """Return the gradient of a leaf as an array."""
    return leaf.grad.numpy()


def total(parts: Any) -> Any:
    """Add tensors one by one."""
    return functools.reduce(operator.add, parts)


def branches(seed: int, width: int, depth: int) -> tuple[list[Any], Any]:
    """Return leaves and a loss with many paths over shared leaves and values."""
    rng = np.random.default_rng(seed)
    leaves = [rd.tensor(rng.standard_normal(7), requires_grad=True) for _ in range(4)]
    loss: Any = 0.0
    middle = leaves[0] * leaves[1]
    for _ in range(width):
        value: Any = middle
        for _ in range(depth):
            other = leaves[rng.integers(4)]
            value = value * other if rng.integers(2) else (value + other).tanh()
        loss = loss + value.sum()
    return leaves, loss


@pytest.mark.parametrize("seed", range(20))
def test_gradients_are_those_of_one_thread_bit_for_bit(seed: int) -> None:
    leaves, loss = branches(seed, width=9, depth=6)
    loss.backward()
    expected = [gradient(leaf) for leaf in leaves]
    leaves, loss = branches(seed, width=9, depth=6)
    with parallel_backward(4):
        loss.backward()
    for leaf, e in zip(leaves, expected, strict=True):
        np.testing.assert_array_equal(gradient(leaf), e)


def test_a_known_sum_of_many_branches() -> None:
    x = rd.tensor(np.arange(5.0), requires_grad=True)
    loss = total((x * k).sum() for k in range(1, 31))
    with parallel_backward(3):
        loss.backward()
    np.testing.assert_array_equal(gradient(x), np.full(5, 465.0))


def test_several_outputs_of_one_node() -> None:
    x = rd.tensor(np.arange(6.0), requires_grad=True)
    a, b, _ = x.split(2)
    loss = (a * a).sum() + (b * 3).sum() + (a * b).sum()
    with parallel_backward(3):
        loss.backward()
    np.testing.assert_array_equal(gradient(x), [2.0, 5.0, 3.0, 4.0, 0.0, 0.0])


def test_only_the_wanted_part_runs() -> None:
    x = rd.tensor([2.0], requires_grad=True)
    y = rd.tensor([3.0], requires_grad=True)
    middle = x * y
    loss = (middle * middle).sum() + y.sum()
    with parallel_backward(3):
        gx, gm = rd.autograd.grad(loss, (x, middle), retain_graph=True)
        loss.backward(inputs=[x])
    assert (gx.item(), gm.item(), gradient(x).item(), y.grad) == (36.0, 12.0, 36.0, None)


def test_hooks_and_functions_run_on_the_thread_that_called_backward() -> None:
    seen = []

    class Twice(rd.autograd.Function):
        @staticmethod
        def forward(ctx: Any, x: Any) -> Any:
            return x * 2

        @staticmethod
        def backward(ctx: Any, g: Any) -> Any:
            seen.append(threading.get_ident())
            return g * 2

    x = rd.tensor([1.0, 2.0], requires_grad=True)
    x.register_hook(lambda g: seen.append(threading.get_ident()))
    x.register_post_accumulate_grad_hook(lambda t: seen.append(threading.get_ident()))
    parts = [Twice.apply(x * k).exp() for k in range(8)]
    for part in parts:
        part.register_hook(lambda g: seen.append(threading.get_ident()))
    with parallel_backward(4):
        total(p.sum() for p in parts).backward()
    assert len(seen) == 8 + 8 + 2
    assert set(seen) == {threading.get_ident()}
    v = np.array([1.0, 2.0])
    expected = total(2 * k * np.exp(2 * k * v) for k in range(8))
    np.testing.assert_allclose(gradient(x), expected, rtol=1e-5)


def test_large_nodes_do_leave(monkeypatch: pytest.MonkeyPatch) -> None:
    away = threading.Event()
    ran = []
    run_away = parallel.ParallelRun._run_away

    def noting(self: Any, node: Any) -> None:
        ran.append(threading.get_ident())
        away.set()
        run_away(self, node)

    monkeypatch.setattr(parallel.ParallelRun, "_run_away", noting)
    x = rd.ones(4, requires_grad=True)
    parts = [(x * k).exp().sum() for k in range(6)]
    parts[-1].register_hook(lambda g: None if away.wait(60) else 1 / 0)  # keeps the caller here
    with parallel_backward(2):
        total(parts).backward()
    assert ran
    assert threading.get_ident() not in ran


@pytest.mark.parametrize("leaving", [False, True])
def test_an_error_leaves_the_engine_usable(leaving: bool) -> None:
    x = rd.tensor([1.0, 2.0], requires_grad=True)
    saved = (x * 1.0).clone()
    parts = [(x * k).exp().sin() for k in range(6)]
    bad = saved * saved
    if leaving:
        saved.add_(1)  # the saved value no longer is what it was: the node raises
    else:
        bad.register_hook(lambda g: 1 / 0)
    loss = total(p.sum() for p in parts) + bad.sum()
    with parallel_backward(4), pytest.raises((RuntimeError, ZeroDivisionError)):
        loss.backward()
    y = rd.tensor([1.0], requires_grad=True)
    with parallel_backward(4):
        (y * 3).sum().backward()
    assert gradient(y).item() == 3.0
    assert not CAREFUL


def test_an_error_keeps_nothing_alive() -> None:
    gc.collect()
    gc.disable()
    try:
        x = rd.ones(3, requires_grad=True)
        loss = total((x * k).exp().sum() for k in range(6))
        gone = weakref.ref(loss.grad_fn)
        x.register_hook(lambda g: 1 / 0)
        with parallel_backward(3):
            try:
                loss.backward()
            except ZeroDivisionError:
                pass
        del loss
        assert gone() is None
    finally:
        gc.enable()


def test_nested_and_recorded_runs() -> None:
    x = rd.tensor([1.0, 2.0], requires_grad=True)
    with parallel_backward(3):
        (g,) = rd.autograd.grad((x**3).sum() + (x * 2).sum(), x, create_graph=True)
        g.sum().backward()
    np.testing.assert_allclose(gradient(x), [6.0, 12.0])

    class Inner(rd.autograd.Function):
        @staticmethod
        def forward(ctx: Any, x: Any) -> Any:
            ctx.save_for_backward(x)
            return x * 1

        @staticmethod
        def backward(ctx: Any, g: Any) -> Any:
            (x,) = ctx.saved_tensors
            with rd.enable_grad():
                y = x.detach().requires_grad_()
                total((y * k).sum() for k in range(4)).backward()
            return g * y.grad

    z = rd.tensor([1.0, 2.0], requires_grad=True)
    with parallel_backward(3):
        total(Inner.apply(z * k).sum() for k in range(5)).backward()
    np.testing.assert_allclose(gradient(z), [60.0, 60.0])


def test_a_request_holds_in_its_context_only() -> None:
    with parallel_backward(4):
        found: list[type] = []
        thread = threading.Thread(
            target=lambda: found.append(type(parallel.careful_run(True, False, False, True)))
        )
        thread.start()
        thread.join()
        assert found == [CarefulRun]
        assert type(parallel.careful_run(True, False, False, True)) is parallel.ParallelRun
        with rd.autograd.set_multithreading_enabled(False):
            assert type(parallel.careful_run(True, False, False, True)) is CarefulRun
    assert type(parallel.careful_run(True, False, False, True)) is CarefulRun


@pytest.mark.parametrize("workers", [0, -1, True, 1.5, "a"])
def test_what_is_no_number_of_workers_is_refused(workers: Any) -> None:
    with pytest.raises(ValueError, match="parallel_backward: got"), parallel_backward(workers):
        pass


def test_without_a_number_all_cores_work(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(os, "sched_getaffinity", raising=False)  # not every system has it
    x = rd.tensor([3.0], requires_grad=True)
    with parallel_backward():
        (x * x).sum().backward()
    assert x.grad is not None and x.grad.tolist() == [6.0]


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
@pytest.mark.filterwarnings("ignore:.*fork.*:DeprecationWarning")
def test_a_forked_child_makes_threads_of_its_own() -> None:
    def work() -> float:
        x = rd.ones(3, requires_grad=True)
        with parallel_backward(3):
            total((x * k).exp().sum() for k in range(6)).backward()
        return float(gradient(x)[0])

    expected = work()
    child = os.fork()
    if not child:
        os._exit(0 if work() == expected else 1)
    assert os.waitpid(child, 0)[1] == 0
