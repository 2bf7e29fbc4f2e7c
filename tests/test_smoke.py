"""The whole surface in five seconds: run before every commit, so breadth counts here, not depth."""

from __future__ import annotations

import numpy as np
import pytest

import redispatch as rd


def test_version() -> None:
    assert rd.__version__.count(".") >= 2


def test_a_gradient() -> None:
    x = rd.tensor([1.0, 2.0, 3.0], requires_grad=True)
    (x * x).sum().backward()
    assert x.grad is not None
    assert x.grad.numpy().tolist() == [2.0, 4.0, 6.0]


def test_two_layers_and_a_loss() -> None:
    rng = np.random.default_rng(0)
    images = rd.from_numpy(rng.standard_normal((5, 4)).astype(np.float32))
    weight = rd.tensor(rng.standard_normal((4, 3)).astype(np.float32), requires_grad=True)
    classes = rd.tensor([0, 1, 2, 0, 1])
    loss = rd.nn.functional.cross_entropy((images @ weight).relu(), classes)
    loss.backward()
    assert weight.grad is not None
    assert tuple(weight.grad.shape) == (4, 3)


@pytest.mark.parametrize("mode", ["no_grad", "inference_mode"])
def test_nothing_is_recorded_within(mode: str) -> None:
    x = rd.tensor([1.0], requires_grad=True)
    with getattr(rd, mode)():
        y = x * 2 + 1
    assert not y.requires_grad
    assert y.grad_fn is None


def test_views_and_in_place() -> None:
    x = rd.tensor([[1.0, 2.0], [3.0, 4.0]])
    x.transpose(0, 1)[0].mul_(10.0)
    assert x.numpy().tolist() == [[10.0, 2.0], [30.0, 4.0]]
