"""Training steps leave nothing behind: memory after many steps is that after a few."""

from __future__ import annotations

import gc
import tracemalloc
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import redispatch as rd

INPUT = np.random.default_rng(0).normal(size=(8, 5))


def network(optimizer: str, **options: Any) -> Callable[[], None]:
    """Return a step of training a network, with an optimizer."""
    model = rd.nn.Sequential(rd.nn.Linear(5, 7), rd.nn.Tanh(), rd.nn.Linear(7, 1)).double()
    update = getattr(rd.optim, optimizer)(model.parameters(), lr=1e-3, **options)
    x = rd.from_numpy(INPUT)

    def step() -> None:
        update.zero_grad()
        loss = (model(x) ** 2).mean()
        loss.backward()
        update.step()

    return step


def writes_and_views() -> Callable[[], None]:
    """Return a step that writes through views, retains gradients, and has hooks."""
    w = rd.tensor(INPUT[:5], requires_grad=True)

    def step() -> None:
        y = w * 2
        y.retain_grad()
        y.register_hook(lambda g: g * 2)
        y[1:3].mul_(w[0, 1])
        rows = y.t().clone()
        rows.unsqueeze_(0)
        rows[0, 0] = w[0]
        detached = rows.detach()
        detached.resize_(3)
        total = rows.sum() + y.as_strided((2, 2), (5, 2)).exp().sum()
        total.backward()
        with rd.no_grad():
            w.sub_(0.001 * w.grad)  # type: ignore[operator]
        w.grad = None

    return step


def second_derivatives() -> Callable[[], None]:
    """Return a step with a graph of the gradient."""
    w = rd.tensor(INPUT, requires_grad=True)

    def step() -> None:
        (g,) = rd.autograd.grad((w.sin() * w).sum(), w, create_graph=True)
        (g * g).sum().backward()
        w.grad = None

    return step


def errors_on_the_way() -> Callable[[], None]:
    """Return a step in which backward is refused, which drops the graph."""
    w = rd.tensor(INPUT, requires_grad=True)

    def step() -> None:
        y = w.exp()
        y.detach().mul_(2)
        try:
            y.sum().backward()
        except RuntimeError:
            return
        raise AssertionError("backward was not refused")

    return step


STEPS: dict[str, Callable[[], Callable[[], None]]] = {
    "SGD": lambda: network("SGD", momentum=0.9),
    "Adam": lambda: network("Adam"),
    "writes and views": writes_and_views,
    "second derivatives": second_derivatives,
    "errors": errors_on_the_way,
}


def array_memory() -> int:
    """Return the bytes that arrays hold.

    Only those: Python keeps tuples and floats for reuse, which the tracer counts as in use, and so
    are the operands kept of numbers, of eight bytes each.
    """
    only = tracemalloc.DomainFilter(inclusive=True, domain=np.lib.tracemalloc_domain)
    return sum(each.size for each in tracemalloc.take_snapshot().filter_traces([only]).traces)


def grown(make: Callable[[], Callable[[], None]], few: int, many: int) -> tuple[int, int]:
    """Return by how much arrays, and the objects that the collector knows, grow while it is off."""
    step = make()
    for _ in range(few):  # walks are built, optimizers make their state
        step()
    gc.collect()
    gc.disable()
    tracemalloc.start()
    try:
        for _ in range(few):
            step()
        size, objects = array_memory(), 0
        objects = len(gc.get_objects())
        for _ in range(many - few):
            step()
        objects = len(gc.get_objects()) - objects
        size = array_memory() - size
    finally:
        tracemalloc.stop()
        gc.enable()
    return size, objects


@pytest.mark.parametrize("name", STEPS)
def test_memory_after_sixty_steps_is_that_after_ten(name: str) -> None:
    size, objects = grown(STEPS[name], 10, 60)
    assert objects == 0
    assert size < 20 * 50


@pytest.mark.slow
@pytest.mark.parametrize("name", STEPS)
def test_memory_after_a_thousand_steps_is_that_after_ten(name: str) -> None:
    size, objects = grown(STEPS[name], 10, 1_000)
    assert objects == 0
    assert size < 20 * 990


def test_a_leak_is_found() -> None:
    kept: list[Any] = []

    def make() -> Callable[[], None]:
        return lambda: kept.append(rd.ones(9, requires_grad=True) * 2)

    size, objects = grown(make, 10, 60)
    assert objects >= 50 and size > 40 * 50
