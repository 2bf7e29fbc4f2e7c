"""Clipping gradients; parameters as one vector."""

from __future__ import annotations

import math

import pytest

import redispatch as rd
from redispatch.nn import Parameter, utils


def with_grads(*grads: list[float]) -> list[Parameter]:
    found = []
    for grad in grads:
        parameter = Parameter(rd.zeros(len(grad)))
        parameter.grad = rd.tensor(grad)
        found.append(parameter)
    return found


@pytest.mark.parametrize(
    ("norm", "total"), [(2.0, 13.0), (1.0, 19.0), (math.inf, 12.0), (3.0, 12.20706)]
)
def test_norm_of_all_together(norm: float, total: float) -> None:
    first, second = with_grads([3.0, 4.0], [12.0])
    unused = Parameter(rd.zeros(1))
    found = utils.clip_grad_norm_(iter([first, unused, second]), 1.0, norm)
    assert found.item() == pytest.approx(total, rel=1e-4)
    assert first.grad is not None and unused.grad is None
    assert first.grad.tolist() == pytest.approx([3 / total, 4 / total], rel=1e-4)


def test_small_gradients_stay() -> None:
    (only,) = with_grads([0.3, 0.4])
    utils.clip_grad_norm_(only, 1.0)
    assert only.grad is not None and only.grad.tolist() == pytest.approx([0.3, 0.4])
    assert utils.clip_grad_norm_([Parameter(rd.zeros(1))], 1.0).item() == 0.0


def test_what_is_not_finite() -> None:
    (bad,) = with_grads([math.inf, 1.0])
    with pytest.raises(RuntimeError, match="non-finite"):
        utils.clip_grad_norm_([bad], 1.0, error_if_nonfinite=True)
    assert bad.grad is not None and bad.grad.tolist() == [math.inf, 1.0]


def test_clip_value() -> None:
    first, second = with_grads([3.0, -4.0], [0.5])
    utils.clip_grad_value_([first, second], 1.0)
    assert first.grad is not None and first.grad.tolist() == [1.0, -1.0]
    assert second.grad is not None and second.grad.tolist() == [0.5]
    with pytest.raises(ValueError, match="clip_value"):
        utils.clip_grad_value_([first], -1.0)


def test_vector_and_back() -> None:
    first, second = Parameter(rd.zeros(2, 2)), Parameter(rd.ones(1))
    vector = utils.parameters_to_vector([first, second])
    vector.sum().backward()
    assert vector.shape == (5,) and first.grad is not None
    utils.vector_to_parameters(rd.arange(5.0), [first, second])
    assert first.tolist() == [[0.0, 1.0], [2.0, 3.0]] and second.item() == 4.0
    assert first.requires_grad and first.is_leaf
    with pytest.raises(RuntimeError, match="at least the 5"):
        utils.vector_to_parameters(rd.zeros(4), [first, second])
    with pytest.raises(TypeError):
        utils.vector_to_parameters([1.0], [first])  # type: ignore[arg-type]
