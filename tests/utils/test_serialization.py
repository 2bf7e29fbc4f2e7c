"""Saving and loading: what comes back, what is refused, and that nothing is ever unpickled."""

from __future__ import annotations

import io
import math
import pathlib
import pickle
from collections import OrderedDict
from typing import Any

import numpy as np
import pytest

import redispatch as rd
from redispatch import nn, optim


def again(value: Any, **settings: Any) -> Any:
    file = io.BytesIO()
    rd.save(value, file)
    file.seek(0)
    return rd.load(file, **settings)


@pytest.mark.parametrize(
    "value",
    [
        None, True, 3, -2.5, "text", 10**30, [1, [2, (3, "x")]], {"a": 1, 2: [None], None: "n"},
        (), {}, 1 + 2j, rd.float64, rd.device("cpu"), math.inf, OrderedDict(b=1, a=2),
    ],
    ids=repr,
)  # fmt: skip
def test_plain_values(value: Any) -> None:
    found = again(value)
    assert found == value and type(found) is type(value)


def test_numbers_that_are_not() -> None:
    assert math.isnan(again(math.nan)) and again(np.float32(0.5)) == 0.5


@pytest.mark.parametrize(
    "tensor",
    [
        rd.tensor([[1.0, -2.0]]),
        rd.tensor(3),
        rd.tensor([True, False]),
        rd.tensor([1 + 2j]),
        rd.zeros(0, 3),
        rd.arange(6.0).reshape(2, 3).t(),
        rd.tensor([1.0]).half(),
        rd.tensor([1.0, 2.0, 3.0])[::2],
    ],
    ids=str,
)
def test_tensors(tensor: rd.Tensor) -> None:
    found = again({"x": tensor})["x"]
    assert found.dtype is tensor.dtype and found.shape == tensor.shape
    assert found.tolist() == tensor.tolist() and not found.requires_grad
    found.zero_()  # it can be written


def test_what_is_kept_of_a_tensor() -> None:
    leaf = rd.ones(2, requires_grad=True)
    found = again([leaf, leaf * 2, nn.Parameter(rd.zeros(1))])
    assert found[0].requires_grad and found[1].is_leaf
    assert isinstance(found[2], nn.Parameter)


def test_shared_memory_is_shared_again() -> None:
    net = nn.Sequential(nn.Linear(2, 2))
    net.append(net[0])
    file = io.BytesIO()
    rd.save(net.state_dict(), file)
    file.seek(0)
    with np.load(file) as arrays:
        assert sorted(arrays.files) == ["0.bias", "0.weight", "__redispatch__"]
        assert bool((arrays["0.weight"] == net[0].weight.detach().numpy()).all())
    file.seek(0)
    found = rd.load(file)
    found["0.weight"].zero_()
    assert found["1.weight"].tolist() == [[0.0, 0.0], [0.0, 0.0]]


def test_a_checkpoint(tmp_path: pathlib.Path) -> None:
    def run(model: nn.Module, optimizer: optim.Optimizer, schedule: Any) -> None:
        optimizer.zero_grad()
        model(rd.ones(3, 2)).pow(2).sum().backward()
        optimizer.step()
        schedule.step()

    def make() -> tuple[nn.Module, optim.Optimizer, Any]:
        model = nn.Sequential(nn.Linear(2, 3), nn.BatchNorm1d(3, affine=False), nn.Linear(3, 1))
        optimizer = optim.Adam(model.parameters(), lr=0.1)
        return model, optimizer, optim.lr_scheduler.StepLR(optimizer, 2)

    first = make()
    run(*first)
    path = tmp_path / "checkpoint.npz"
    rd.save({"epoch": 1, "parts": [part.state_dict() for part in first]}, path)
    second = make()
    found = rd.load(str(path), weights_only=True)
    for part, state in zip(second, found["parts"], strict=True):
        part.load_state_dict(state)
    for _ in range(3):
        run(*first)
        run(*second)
    for a, b in zip(first[0].parameters(), second[0].parameters(), strict=True):
        assert a.tolist() == b.tolist()
    assert first[2].get_last_lr() == second[2].get_last_lr() and found["epoch"] == 1


def test_names_that_could_collide() -> None:
    value = {"a": {"b": rd.ones(1)}, "a.b": rd.zeros(1), "file": rd.ones(2), "../x": rd.ones(1)}
    value["__redispatch__"] = rd.full((1,), 7.0)
    found = again(value)
    assert found["a"]["b"].item() == 1.0 and found["a.b"].item() == 0.0
    assert found["file"].shape == (2,) and found["__redispatch__"].item() == 7.0


@pytest.mark.parametrize(
    ("value", "message"),
    [
        ({"a": [object()]}, "what stands at 'a.0' is object"),
        (nn.Linear(1, 1), r"save its state_dict\(\)"),
        ({(1, 2): 3}, "a key at 'the top' is tuple"),
        (rd.zeros(1, device="meta"), "meta"),
        (np.array([object()]), "is ndarray"),
        ({"f": len}, "'f'"),
    ],
)
def test_what_is_not_saved(value: Any, message: str, tmp_path: pathlib.Path) -> None:
    with pytest.raises(TypeError, match=message):
        rd.save(value, tmp_path / "file.npz")
    assert not (tmp_path / "file.npz").exists()


def test_other_npz_files() -> None:
    file = io.BytesIO()
    np.savez(file, a=np.arange(3))
    file.seek(0)
    assert rd.load(file)["a"].tolist() == [0, 1, 2]


class Bomb:
    """Says so if it is unpickled."""

    def __reduce__(self) -> Any:
        return (pytest.fail, ("a file ran code",))


def test_nothing_is_unpickled() -> None:
    plain, objects = io.BytesIO(pickle.dumps(Bomb())), io.BytesIO()
    np.savez(objects, a=np.array([Bomb()], dtype=object))
    objects.seek(0)
    for file in (plain, objects):
        with pytest.raises(ValueError, match="never loaded"):
            rd.load(file)
    with pytest.raises(ValueError, match="weights_only"):
        rd.load(objects, weights_only=False)


def test_files_that_are_something_else(tmp_path: pathlib.Path) -> None:
    for content in (b"", b"PK\x03\x04 broken"):
        with pytest.raises(ValueError, match="npz"):
            rd.load(io.BytesIO(content))
    single = io.BytesIO()
    np.save(single, np.zeros(1))
    single.seek(0)
    with pytest.raises(ValueError, match="single array"):
        rd.load(single)
    with pytest.raises(FileNotFoundError):
        rd.load(tmp_path / "nothing.npz")


def test_map_location() -> None:
    assert str(again(rd.ones(2), map_location="meta").device) == "meta"
    assert again(rd.ones(2), map_location=lambda t, where: t * 2).tolist() == [2.0, 2.0]
    assert again(rd.ones(2), map_location={"numpy": "numpy"}).tolist() == [1.0, 1.0]


def test_safetensors(tmp_path: pathlib.Path) -> None:
    pytest.importorskip("safetensors")
    from redispatch.utils import safetensors

    tensors = {"t": rd.arange(6.0).reshape(2, 3).t(), "n": rd.tensor(3), "s": rd.arange(9)[::2]}
    path = tmp_path / "file.safetensors"
    safetensors.save_file(tensors, path, metadata={"by": "redispatch"})
    for found in (
        safetensors.load_file(path),
        safetensors.load(safetensors.save(tensors)),
    ):
        assert {k: v.tolist() for k, v in found.items()} == {
            k: v.tolist() for k, v in tensors.items()
        }
        assert found["n"].shape == ()
    with pytest.raises(ValueError, match="'x' is int"):
        safetensors.save_file({"x": 3}, path)  # type: ignore[dict-item]
