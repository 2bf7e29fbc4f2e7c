"""Hooks of modules: order, what they may replace, exceptions, removal."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import redispatch as rd
from redispatch import nn


def sizes(grads: Any) -> list[Any]:
    return [None if g is None else tuple(g.shape) for g in grads]


def test_order_and_replacement() -> None:
    layer, log = nn.Identity(), []
    layer.register_forward_pre_hook(lambda m, a: log.append("pre"))
    layer.register_forward_pre_hook(lambda m, a: (a[0] + 1,))
    layer.register_forward_pre_hook(lambda m, a: log.append("first"), prepend=True)
    layer.register_forward_hook(lambda m, a, out: log.append(a[0].item()))
    layer.register_forward_hook(lambda m, a, out: out * 10)
    assert layer(rd.tensor(1.0)).item() == 20.0
    assert log == ["first", "pre", 2.0]


def test_keyword_arguments() -> None:
    class Scale(nn.Module):
        def forward(self, x: rd.Tensor, *, by: float) -> rd.Tensor:
            return x * by

    layer, seen = Scale(), []
    layer.register_forward_pre_hook(lambda m, a, k: (a, {"by": 3.0}), with_kwargs=True)
    layer.register_forward_hook(lambda m, a, k, out: seen.append(k), with_kwargs=True)
    assert layer(rd.tensor(2.0), by=1.0).item() == 6.0
    assert seen == [{"by": 3.0}]
    layer.register_forward_pre_hook(lambda m, a, k: 5, with_kwargs=True)
    with pytest.raises(RuntimeError, match="tuple of"):
        layer(rd.tensor(2.0), by=1.0)


def test_removal() -> None:
    layer = nn.Identity()
    handle = layer.register_forward_hook(lambda m, a, out: out + 1)
    handle.remove()
    handle.remove()
    with layer.register_forward_hook(lambda m, a, out: out + 1):
        assert layer(rd.tensor(0.0)).item() == 1.0
    assert layer(rd.tensor(0.0)).item() == 0.0


def test_always_call_sees_failures() -> None:
    class Broken(nn.Module):
        def forward(self, x: rd.Tensor) -> rd.Tensor:
            raise ValueError("broken")

    layer, log = Broken(), []
    layer.register_forward_hook(lambda m, a, out: log.append("plain"))
    layer.register_forward_hook(lambda m, a, out: log.append(out), always_call=True)
    with pytest.raises(ValueError, match="broken"):
        layer(rd.tensor(0.0))
    assert log == [None]


def test_full_backward_hooks_see_gradients() -> None:
    log: list[Any] = []
    layer = nn.Linear(2, 3)
    layer.register_full_backward_pre_hook(lambda m, go: log.append(("pre", sizes(go))))
    layer.register_full_backward_hook(lambda m, gi, go: log.append((sizes(gi), sizes(go))))
    x = rd.ones(4, 2, requires_grad=True)
    layer(x).sum().backward()
    assert log == [("pre", [(4, 3)]), ([(4, 2)], [(4, 3)])]
    log.clear()
    layer(rd.ones(4, 2)).sum().backward()  # no input requires grad
    assert log == [("pre", [(4, 3)]), ([None], [(4, 3)])]
    log.clear()
    with rd.no_grad():
        layer(x)
    assert log == []


def test_full_backward_hooks_replace_gradients() -> None:
    layer = nn.Identity()
    layer.register_full_backward_pre_hook(lambda m, go: (go[0] * 2,))
    layer.register_full_backward_hook(lambda m, gi, go: (gi[0] + 1,))
    x = rd.ones(2, requires_grad=True)
    layer(x).sum().backward()
    assert x.grad is not None and x.grad.tolist() == [3.0, 3.0]


def test_several_inputs_and_outputs() -> None:
    class Two(nn.Module):
        def forward(self, a: rd.Tensor, n: int, b: rd.Tensor) -> tuple[rd.Tensor, int, rd.Tensor]:
            return a * b, n, a + b

    layer, log = Two(), []
    layer.register_full_backward_hook(lambda m, gi, go: log.append((sizes(gi), sizes(go))))
    a, b = rd.ones(2, requires_grad=True), rd.ones(2)
    first, number, second = layer(a, 7, b)
    assert number == 7
    (first + second).sum().backward()
    assert log == [([(2,), None, None], [(2,), None, (2,)])]
    assert a.grad is not None and a.grad.tolist() == [2.0, 2.0]


def test_backward_hooks_are_for_gradients_that_came_through_the_outputs() -> None:
    counts: list[Any] = []
    layer = nn.MSELoss()
    layer.register_full_backward_hook(lambda m, gi, go: counts.append(sizes(gi)))
    x = rd.ones(3, requires_grad=True)
    loss = layer(x, rd.zeros(3))
    (first,) = rd.autograd.grad(loss, x, create_graph=True)
    assert len(counts) == 1
    (second,) = rd.autograd.grad(first.sum(), x, retain_graph=True)  # reaches x past the outputs
    assert len(counts) == 1
    np.testing.assert_allclose(second.numpy(), np.full(3, 2 / 3), rtol=1e-6)
    loss.backward()
    assert len(counts) == 2


def test_a_wrong_number_of_gradients() -> None:
    layer = nn.Identity()
    layer.register_full_backward_hook(lambda m, gi, go: (gi[0], gi[0]))
    with pytest.raises(RuntimeError, match="invalid number of grad"):
        layer(rd.ones(2, requires_grad=True)).sum().backward()


def test_a_call_before_init() -> None:
    class Early(nn.Module):
        def __init__(self) -> None:
            pass

    with pytest.raises(AttributeError, match="super"):
        Early()(1)
