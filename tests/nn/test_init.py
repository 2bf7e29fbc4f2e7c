"""Starting values: ranges, moments, refusals; nothing is recorded."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

import redispatch as rd
from redispatch.nn import Parameter, init


@pytest.mark.parametrize(
    ("name", "settings", "std", "bound"),
    [
        ("uniform_", {"a": -2.0, "b": 2.0}, 2 / math.sqrt(3), 2.0),
        ("normal_", {"std": 3.0}, 3.0, None),
        ("trunc_normal_", {"a": -1.0, "b": 1.0}, 0.5396, 1.0),
        ("xavier_uniform_", {"gain": 2.0}, 2 * math.sqrt(2 / 700), 2 * math.sqrt(6 / 700)),
        ("xavier_normal_", {}, math.sqrt(2 / 700), None),
        ("kaiming_uniform_", {"nonlinearity": "relu"}, math.sqrt(2 / 300), math.sqrt(6 / 300)),
        ("kaiming_normal_", {"mode": "fan_out", "a": 1.0}, math.sqrt(1 / 400), None),
        ("sparse_", {"sparsity": 0.5, "std": 1.0}, math.sqrt(0.5), None),
    ],
)
def test_moments(name: str, settings: Any, std: float, bound: float | None) -> None:
    source = rd.Generator().manual_seed(0)
    tensor = Parameter(rd.empty(400, 300))
    assert getattr(init, name)(tensor, **settings, generator=source) is tensor
    values = tensor.detach().numpy()
    assert tensor.is_leaf and tensor.requires_grad
    assert abs(values.mean()) < 0.02 * std and values.std() == pytest.approx(std, rel=0.02)
    if bound is not None:
        assert np.abs(values).max() <= bound * (1 + 1e-6)


def test_exact_ones() -> None:
    assert init.ones_(rd.empty(2)).tolist() == [1.0, 1.0]
    assert init.zeros_(rd.ones(2)).tolist() == [0.0, 0.0]
    assert init.constant_(rd.empty(1), 3.0).item() == 3.0
    assert init.eye_(rd.empty(2, 3)).tolist() == [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0]]
    weight = init.dirac_(rd.empty(4, 2, 3, 3), groups=2)
    x = rd.randn(1, 4, 5, 5)
    same = rd.nn.functional.conv2d(x, weight, padding=1, groups=2)
    assert bool((same == x).all())


@pytest.mark.parametrize("sizes", [(3, 5), (5, 3), (4, 2, 2)])
def test_orthogonal(sizes: tuple[int, ...]) -> None:
    q = init.orthogonal_(rd.empty(*sizes, dtype=rd.float64), gain=2.0).reshape(sizes[0], -1)
    small = q @ q.t() if q.shape[0] <= q.shape[1] else q.t() @ q
    np.testing.assert_allclose(small.numpy(), 4 * np.eye(len(small)), atol=1e-9)


def test_gains() -> None:
    assert init.calculate_gain("relu") == math.sqrt(2)
    assert init.calculate_gain("leaky_relu", 1.0) == 1.0
    for wrong in (("odd", None), ("leaky_relu", True)):
        with pytest.raises(ValueError):
            init.calculate_gain(*wrong)


def test_refusals() -> None:
    vector = rd.zeros(3)
    for name in ("eye_", "dirac_", "xavier_uniform_", "kaiming_normal_", "orthogonal_"):
        with pytest.raises(ValueError):
            getattr(init, name)(vector)
    with pytest.raises(ValueError, match="Mode odd not supported"):
        init.kaiming_normal_(rd.zeros(2, 2), mode="odd")
