"""Functions that make tensors, and methods that take values out of them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import redispatch as rd


@pytest.mark.parametrize("make", [rd.zeros, rd.ones])
@pytest.mark.parametrize("size", [((2, 3),), (2, 3), ([2, 3],), (np.int64(2), 3)])
def test_sizes_in_all_forms(make: Callable[..., rd.Tensor], size: Any) -> None:
    assert make(*size).shape == (2, 3)
    assert make(*size, device="meta", dtype=rd.int8).dtype is rd.int8


def test_other_sizes() -> None:
    assert rd.zeros(()).shape == () and rd.zeros(0).shape == (0,)
    assert rd.zeros(rd.zeros(2, 3).shape).shape == (2, 3)
    assert rd.zeros(rd.tensor(2)).shape == (2,)


@pytest.mark.parametrize("size", [(), (2.0,), ((2.0,),), ((2, 3), 4), ("ab",), (True,), (None,)])
def test_sizes_that_are_none(size: Any) -> None:
    with pytest.raises(TypeError, match="zeros: the size is"):
        rd.zeros(*size)


def test_refusals() -> None:
    for device in ("numpy", "meta"):
        with pytest.raises(RuntimeError, match="zeros: Dimension size must be non-negative"):
            rd.zeros(2, -1, device=device)
        with pytest.raises(RuntimeError, match="Only Tensors of floating point"):
            rd.zeros(2, dtype=rd.int64, requires_grad=True, device=device)
        with pytest.raises(RuntimeError, match="without overflow"):
            rd.full((2,), 300, dtype=rd.uint8, device=device)
    with pytest.raises(TypeError, match="full: the size is 2"):
        rd.full(2, 1.0)
    with pytest.raises(RuntimeError, match="device 'cuda'.*"):
        rd.zeros(2, device="cuda")
    with pytest.raises(RuntimeError, match="Only Tensors of floating point"):
        rd.tensor([1, 2], requires_grad=True)


def test_requires_grad() -> None:
    for t in (rd.zeros(2, requires_grad=True), rd.tensor([1.0], requires_grad=True)):
        assert t.requires_grad and t.is_leaf


def test_a_tensor_of_a_tensor_is_a_copy_and_warns() -> None:
    x = rd.tensor([1.0], dtype=rd.float64, requires_grad=True)
    with pytest.warns(UserWarning, match="recommended to use sourceTensor.detach"):
        y = rd.tensor(x)
    assert not y.requires_grad and y.dtype is rd.float64
    y.add_(1)
    assert x.tolist() == [1.0]
    with pytest.warns(UserWarning):
        assert rd.tensor(x, device="meta", dtype=rd.float32).is_meta
    assert rd.as_tensor(x) is x
    assert rd.as_tensor(x, dtype=rd.float32).grad_fn is not None


def test_tensors_in_lists_and_numpy_scalars() -> None:
    assert rd.tensor([rd.tensor(1.0), 2]).tolist() == [1.0, 2.0]
    assert rd.tensor([[rd.tensor(1), 2], [3, 4]]).dtype is rd.int64
    assert rd.tensor(np.float64(2)).dtype is rd.float64
    assert rd.tensor([np.float64(2)]).dtype is rd.float64
    assert (rd.tensor([1.0]) * np.float64(2)).dtype is rd.float32
    assert rd.full((2,), np.float32(2)).dtype is rd.float32


@pytest.mark.parametrize(
    ("name", "dtype"),
    [
        ("double", rd.float64), ("float", rd.float32), ("half", rd.float16), ("long", rd.int64),
        ("int", rd.int32), ("short", rd.int16), ("bool", rd.bool), ("cfloat", rd.complex64),
    ],
)  # fmt: skip
def test_casts(name: str, dtype: Any) -> None:
    x = rd.tensor([1.5, 0.0])
    y = getattr(x, name)()
    assert y.dtype is dtype
    assert getattr(y, name)() is y
    assert x.type(dtype).dtype is dtype
    assert x.type_as(y).dtype is dtype


def test_a_cast_is_recorded() -> None:
    x = rd.tensor([1.5], requires_grad=True)
    x.double().sum().backward()
    assert x.grad is not None and x.grad.dtype is rd.float32
    assert not x.long().requires_grad


def test_names_of_types() -> None:
    x = rd.tensor([1.5])
    assert x.type() == "redispatch.FloatTensor"
    assert x.type("torch.LongTensor").dtype is rd.int64
    with pytest.raises(ValueError, match="invalid type"):
        x.type("Quaternion")


def test_formatting() -> None:
    assert f"{rd.tensor(1.5)}" == "1.5"
    assert f"{rd.tensor(1.5):.3f}" == "1.500"
    assert f"{rd.tensor([1.5])}" == "tensor([1.5000])"
    with pytest.raises(TypeError, match="unsupported format string"):
        format(rd.tensor([1.5]), ".3f")


def test_contains() -> None:
    x = rd.tensor([1.0, 2.0])
    assert 1 in x and rd.tensor(2.0) in x and 3.0 not in x
    for value in ("a", [1], None):
        with pytest.raises(RuntimeError, match="only supports Tensor or scalar"):
            value in x  # noqa: B015
