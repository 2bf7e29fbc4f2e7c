"""Moving tensors between devices, and calls whose arguments are on several."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest

import redispatch as rd
from redispatch.autograd import grad
from redispatch.backends import Backend, register_backend
from redispatch.backends.array_backend import ArrayBackend
from redispatch.dispatch import DeviceError, lookup


class Shelf(Backend):
    """A backend that copies on both ways, so that nothing is shared by accident."""

    name, fallback = "Shelf", "numpy"

    def from_numpy(self, array: Any) -> Any:
        return array.copy()

    def to_numpy(self, payload: Any) -> Any:
        return payload.copy()


@pytest.fixture
def shelf() -> Iterator[Shelf]:
    backend = Shelf()
    with register_backend(backend):
        yield backend


def test_to_the_same_device_is_the_tensor() -> None:
    x = rd.tensor([1.0])
    assert x.to("cpu") is x and x.to("numpy") is x and x.cpu() is x and x.to(rd.float32) is x
    assert x.to(rd.tensor(2.0)) is x and x.to() is x and x.to(None) is x
    assert x.to("cpu", copy=True) is not x
    assert x.to(rd.float32, False, True) is not x


def test_without_a_copy_another_device_of_arrays_is_a_view() -> None:
    base = rd.tensor([1.0, 2.0])
    view = base.to("numba", copy=False)
    assert str(view.device) == "numba" and view._base is base
    view.mul_(3)
    assert base.tolist() == [3.0, 6.0] and base._version == view._version == 1
    base[0] = 7
    assert view.tolist() == [7.0, 6.0] and np.shares_memory(view.numpy(), base.numpy())
    assert base.to("cpu", copy=False) is base
    assert view.to("cpu", rd.float64, copy=False).tolist() == [7.0, 6.0]


def test_a_view_on_another_device_is_differentiable_both_ways() -> None:
    x = rd.tensor([1.0, 2.0], requires_grad=True)
    doubled = x * 2
    doubled.to("numba", copy=False).mul_(3)  # doubled is 6 x now
    (gradient,) = grad((doubled * doubled).sum(), x)
    assert gradient.tolist() == [72.0, 144.0] and str(gradient.device) == "numpy"
    doubled = x * 2
    view = doubled.to("numba", copy=False)
    doubled.mul_(3)
    assert grad((view * view).sum(), x)[0].tolist() == [72.0, 144.0]


def test_a_write_through_a_view_on_another_device_is_noticed() -> None:
    saved = rd.tensor([1.0, 2.0], requires_grad=True).exp()
    saved.to("numba", copy=False).add_(1)
    with pytest.raises(RuntimeError, match="modified by an inplace operation"):
        saved.sum().backward()


@pytest.mark.parametrize("device", ["meta", "shelf"])
def test_no_copy_is_refused_where_no_memory_is_shared(shelf: Shelf, device: str) -> None:
    with pytest.raises(DeviceError, match="copy=False asks for a view"):
        rd.ones(2).to(device, copy=False)


@pytest.mark.parametrize("device", ["shelf", rd.device("shelf"), "shelf:0"])
def test_there_and_back(shelf: Shelf, device: Any) -> None:
    x = rd.tensor([[1.0, 2.0]])
    y = x.to(device)
    assert (str(y.device), y.shape, y.dtype) == ("shelf", (1, 2), rd.float32)
    x.add_(1)
    assert y.cpu().tolist() == [[1.0, 2.0]], "a copy"
    assert y.to("cpu", rd.int64).dtype is rd.int64
    assert x.to(y.double()).dtype is rd.float64
    assert x.to(device=device, dtype=rd.int32).dtype is rd.int32


def test_unknown_device_lists_those_that_exist(shelf: Shelf) -> None:
    calls: list[Callable[[], rd.Tensor]] = [
        lambda: rd.zeros(2, device="shlef"),
        lambda: rd.tensor(1.0).to("shlef"),
        lambda: rd.tensor([1], device="shlef"),
    ]
    for call in calls:
        with pytest.raises(DeviceError, match="(?s)did you mean shelf.*numpy, numba, meta, shelf"):
            call()


def test_to_refuses_what_it_cannot_read() -> None:
    x = rd.tensor(1.0)
    with pytest.raises(TypeError, match="accepted: to"):
        x.to(3.5)
    with pytest.raises(TypeError, match="unexpected keyword argument 'dvice'"):
        x.to(dvice="meta")


@pytest.mark.filterwarnings("ignore:.*reference cycle")
@pytest.mark.parametrize("create_graph", [False, True])
def test_gradients_are_moved_back(shelf: Shelf, create_graph: bool) -> None:
    x = rd.tensor([1.0, 2.0], requires_grad=True)
    there = (x * x).to("shelf")
    assert there.grad_fn is not None and there.grad_fn.name() == "ToDeviceBackward0"
    back = (there * 3).to("numpy")
    back.sum().backward(create_graph=create_graph)
    assert x.grad is not None
    assert str(x.grad.device) == "numpy" and x.grad.tolist() == [6.0, 12.0]
    if create_graph:
        x.grad.sum().backward()
        assert x.grad.tolist() == [12.0, 18.0]


def test_a_leaf_there_gets_its_gradient_there(shelf: Shelf) -> None:
    x = rd.tensor([1.0, 2.0], device="shelf", requires_grad=True)
    seen: list[str] = []
    x.register_hook(lambda g: seen.append(str(g.device)))
    y = x.cpu() * rd.tensor([2.0, 3.0])
    y.retain_grad()
    y.sum().backward()
    assert x.grad is not None and str(x.grad.device) == "shelf"
    assert x.grad.tolist() == [2.0, 3.0] and seen == ["shelf"]
    assert y.grad is not None and str(y.grad.device) == "numpy"


def test_a_gradient_on_another_device_is_refused(shelf: Shelf) -> None:
    x = rd.tensor([1.0, 2.0], device="shelf", requires_grad=True)
    with pytest.raises(RuntimeError, match="gradient is on numpy, expected device shelf"):
        (x * 2).backward(rd.ones(2))
    with pytest.raises(RuntimeError, match="device"):
        x.grad = rd.ones(2)


@pytest.mark.parametrize("kind", [rd.float32, rd.float64, rd.int64, rd.bool])
def test_0d_tensors_move_by_themselves(shelf: Shelf, kind: Any) -> None:
    x, s = rd.tensor([1.0, 2.0], device="shelf"), rd.tensor(1, dtype=kind)
    for y in (x + s, s + x, rd.add(s, x)):
        assert str(y.device) == "shelf" and y.tolist() == [2.0, 3.0]
    chosen = rd.where(rd.tensor(True), x, s)
    assert chosen.tolist() == [1.0, 2.0]
    assert str((s + rd.tensor(2.0, device="shelf")).device) == "shelf"


def test_a_0d_tensor_that_moves_gets_its_gradient(shelf: Shelf) -> None:
    x, s = rd.tensor([1.0, 2.0], device="shelf"), rd.tensor(3.0, requires_grad=True)
    (x * s).sum().backward()
    assert s.grad is not None and str(s.grad.device) == "numpy" and s.grad.item() == 3.0


def test_anything_else_is_refused(shelf: Shelf) -> None:
    x, y = rd.tensor([1.0, 2.0], device="shelf"), rd.tensor([1.0, 2.0])
    with pytest.raises(DeviceError) as refused:
        x + y
    text = str(refused.value)
    assert "rd::add" in text
    assert "self [2] on shelf, other [2] on numpy" in text
    assert "other.to('shelf')" in text
    with pytest.raises(DeviceError):  # not the other way: only host numbers are at hand
        y + x.sum()
    with pytest.raises(DeviceError):
        rd.zeros(2, device="meta") + x


def test_in_place_never_moves_self(shelf: Shelf) -> None:
    x, s = rd.tensor([1.0, 2.0], device="shelf"), rd.tensor(3.0)
    assert x.add_(s) is x
    assert x.tolist() == [4.0, 5.0] and str(x.device) == "shelf"
    with pytest.raises(DeviceError, match="self .. on numpy"):
        s.add_(rd.tensor(1.0, device="shelf"))
    assert s.item() == 3.0
    with pytest.raises(DeviceError):
        lookup("add.out")(x, 1, out=rd.zeros(2))


def test_copy_takes_all_devices(shelf: Shelf) -> None:
    x = rd.zeros(2)
    assert x.copy_(rd.tensor([1.0, 2.0], device="shelf")) is x
    assert x.tolist() == [1.0, 2.0]
    y = rd.zeros(2, device="shelf")
    y.copy_(x)
    assert y.tolist() == [1.0, 2.0]
    rd.zeros(2, device="meta").copy_(x)
    with pytest.raises(NotImplementedError, match="no data"):
        x.copy_(rd.zeros(2, device="meta"))


def test_modes_see_the_same_tensors(shelf: Shelf) -> None:
    with rd.inference_mode():
        assert rd.tensor([1.0]).to("shelf").is_inference()
    x = rd.tensor([1.0], requires_grad=True)
    with rd.no_grad():
        assert not x.to("shelf").requires_grad
    assert x.to("shelf").requires_grad


def test_array_backends_do_not_share_memory_unasked() -> None:
    with register_backend(ArrayBackend("Twin")):
        x = rd.tensor([1.0])
        y = x.to("twin")
        x.add_(1)
        assert y.tolist() == [1.0]
        assert (rd.tensor(1.0, device="twin") + rd.tensor([1.0])).tolist() == [2.0]


def test_factories_on_a_device(shelf: Shelf) -> None:
    for t in (
        rd.zeros(2, device="shelf"),
        rd.tensor(np.ones(2), device="shelf"),
        rd.full((2,), 1, device="shelf"),
        rd.as_tensor([1.0], device="shelf"),
        rd.as_tensor(rd.tensor([1.0]), device="shelf"),
    ):
        assert str(t.device) == "shelf"
