"""Containers: indexing, slices, changes, printing."""

from __future__ import annotations

from collections import OrderedDict

import pytest

import redispatch as rd
from redispatch import nn


def three() -> list[nn.Module]:
    return [nn.ReLU(), nn.Tanh(), nn.Sigmoid()]


def names(container: nn.Module) -> list[str]:
    return [f"{n}:{type(m).__name__}" for n, m in container.named_children()]


@pytest.mark.parametrize("make", [lambda ms: nn.Sequential(*ms), nn.ModuleList])
def test_numbered(make: object) -> None:
    modules = three()
    container = make(modules)  # type: ignore[operator]
    assert len(container) == 3 and list(container) == modules
    assert container[-1] is modules[2] and names(container[1:]) in (
        ["1:Tanh", "2:Sigmoid"],  # a slice of Sequential keeps names
        ["0:Tanh", "1:Sigmoid"],
    )
    container[0] = nn.Identity()
    del container[1]
    assert names(container) == ["0:Identity", "1:Sigmoid"]
    container.append(nn.ReLU()).insert(0, nn.Tanh()).extend([nn.ELU()])
    assert names(container) == ["0:Tanh", "1:Identity", "2:Sigmoid", "3:ReLU", "4:ELU"]
    assert type(container.pop(1)).__name__ == "Identity"
    container += [nn.SELU()]
    assert names(container)[-1] == "4:SELU" and len(container + container) == 10
    for wrong in (5, -6):
        with pytest.raises(IndexError, match="out of range"):
            container[wrong]
    with pytest.raises(TypeError, match="not a Module"):
        container.append(3)


def test_sequential_calls_in_order() -> None:
    named = nn.Sequential(OrderedDict(twice=nn.Linear(1, 1, bias=False), act=nn.ReLU()))
    rd.nn.init.constant_(named.twice.weight, -2.0)
    assert named(rd.tensor([[1.0]])).item() == 0.0 and named(rd.tensor([[-1.0]])).item() == 2.0
    assert list(named.state_dict()) == ["twice.weight"]


def test_module_dict() -> None:
    layers = nn.ModuleDict({"a": nn.ReLU()})
    layers.update([("b", nn.Tanh())])
    layers["c"] = nn.ELU()
    assert list(layers) == list(layers.keys()) == ["a", "b", "c"] and "b" in layers
    assert isinstance(layers.pop("a"), nn.ReLU) and len(layers) == 2
    assert [n for n, _ in layers.items()] == ["b", "c"] and len(list(layers.values())) == 2
    del layers["b"]
    layers.clear()
    assert len(layers) == 0
    with pytest.raises(TypeError, match="a mapping"):
        layers.update(3)


def test_parameter_list_and_dict() -> None:
    weights = nn.ParameterList([rd.zeros(2), nn.Parameter(rd.ones(1, 2))])
    weights += [rd.zeros(1)]
    weights[0] = rd.ones(2)
    assert [n for n, _ in weights.named_parameters()] == ["0", "1", "2"]
    assert len(weights) == 3 and len(weights[1:]) == 2 and weights[-1].shape == (1,)
    assert "(1): Parameter containing: [redispatch.float32 of size 1x2]" in repr(weights)
    table = nn.ParameterDict({"a": rd.zeros(2)})
    table["b"] = rd.zeros(1)
    assert list(table) == list(table.keys()) == ["a", "b"] and "a" in table
    assert len(table) == 2 and len(table.values()) == 2 and table.items()[0][0] == "a"
    assert [n for n, _ in table.named_parameters()] == ["a", "b"]
    del table["a"]
    with pytest.raises(KeyError):
        table["a"]
    assert repr(table) == "ParameterDict((b): Parameter containing: [redispatch.float32 of size 1])"
