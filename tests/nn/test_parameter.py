"""Parameter: a tensor that modules count as their own."""

from __future__ import annotations

import copy
import pickle

import pytest

import redispatch as rd
from redispatch import nn


def test_shares_memory_and_version_and_requires_grad() -> None:
    data = rd.tensor([1.0, 2.0])
    p = nn.Parameter(data)
    assert isinstance(p, rd.Tensor) and p.requires_grad and p.is_leaf
    data.add_(1.0)
    assert p.tolist() == [2.0, 3.0] and p._version == data._version == 1
    assert nn.Parameter().shape == (0,)
    assert not nn.Parameter(rd.tensor([1]), requires_grad=False).requires_grad


def test_operators_return_plain_tensors_and_leaves_accumulate() -> None:
    p = nn.Parameter(rd.tensor([3.0]))
    y = p * p
    assert type(y) is rd.Tensor and type(p.detach()) is rd.Tensor
    y.backward()
    assert p.grad is not None and p.grad.item() == 6.0
    with rd.no_grad():
        assert p.add_(1.0) is p
    with pytest.raises(RuntimeError, match="in-place"):
        p.add_(1.0)


def test_what_is_refused() -> None:
    with pytest.raises(TypeError, match="data is list"):
        nn.Parameter([1.0])  # type: ignore[arg-type]
    with pytest.raises(RuntimeError, match="floating point"):
        nn.Parameter(rd.tensor([1]))


def test_a_computed_tensor_loses_its_history() -> None:
    x = rd.ones(2, requires_grad=True)
    p = nn.Parameter(x * 2)
    assert p.is_leaf and p.grad_fn is None


def test_copies() -> None:
    p = nn.Parameter(rd.tensor([1.0]))
    p.name = "weight"
    p.grad = rd.tensor([1.0])
    for q in (copy.deepcopy(p), pickle.loads(pickle.dumps(p))):
        assert type(q) is nn.Parameter and q is not p
        assert q.requires_grad and q.item() == 1.0 and q.name == "weight" and q.grad is None
    both = copy.deepcopy([p, p])
    assert both[0] is both[1]
    frozen = nn.Parameter(rd.tensor([1.0]), requires_grad=False)
    assert not copy.deepcopy(frozen).requires_grad


def test_repr() -> None:
    text = "Parameter containing:\ntensor([1.], requires_grad=True)"
    assert repr(nn.Parameter(rd.tensor([1.0]))) == text
