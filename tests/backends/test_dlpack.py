"""Memory shared with other libraries through the DLPack protocol."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import redispatch as rd
from redispatch.utils.dlpack import to_dlpack


@pytest.mark.parametrize("dtype", ["f4", "f8", "i8", "u1", "?", "c16"])
@pytest.mark.parametrize("device", ["numpy", "numba"])
def test_numpy_reads_the_memory_of_a_tensor(dtype: str, device: str) -> None:
    a = np.arange(6).reshape(2, 3).astype(dtype)
    t = rd.from_dlpack(a, device=device, copy=False)
    b = np.from_dlpack(t)
    np.testing.assert_array_equal(b, a)
    assert np.shares_memory(a, b) and b.dtype == a.dtype
    assert t.__dlpack_device__() == (1, 0)


def test_strides_go_along() -> None:
    a = np.arange(6.0).reshape(2, 3)
    b = np.from_dlpack(rd.from_numpy(a).t())
    np.testing.assert_array_equal(b, a.T)
    assert np.shares_memory(a, b)


def test_a_tensor_reads_the_memory_of_an_array() -> None:
    a = np.arange(3.0)
    t = rd.from_dlpack(a)
    a[1] = 10
    assert t.tolist() == [0.0, 10.0, 2.0]
    t.mul_(2)
    assert a.tolist() == [0.0, 20.0, 4.0]


def test_copies_on_request_and_other_devices() -> None:
    a = np.arange(3.0)
    t = rd.from_dlpack(a, copy=True)
    a[0] = 5
    assert t.tolist() == [0.0, 1.0, 2.0]
    assert rd.from_dlpack(a, device="numba").device == rd.device("numba")
    assert np.shares_memory(rd.from_dlpack(a, device="numba", copy=False).numpy(), a)


def test_a_tensor_of_a_tensor() -> None:
    x = rd.tensor([1.0, 2.0])
    assert np.shares_memory(rd.from_dlpack(x).numpy(), x.numpy())


def test_what_requires_grad_is_refused() -> None:
    x = rd.ones(2, requires_grad=True)
    with pytest.raises(BufferError, match="requires gradient"):
        np.from_dlpack(x)
    assert np.from_dlpack(x.detach()).tolist() == [1.0, 1.0]
    with pytest.raises(BufferError, match="requires gradient"):
        to_dlpack(x)


def test_a_read_only_array_stays_read_only() -> None:
    a = np.arange(3.0)
    a.flags.writeable = False
    assert not np.from_dlpack(rd.from_numpy(a)).flags.writeable
    with pytest.raises(RuntimeError, match="read-only"):
        rd.from_dlpack(a).add_(1)
    assert a.tolist() == [0.0, 1.0, 2.0]


@pytest.mark.parametrize("value", [[1.0], 3, None, "x"])
def test_what_does_not_follow_the_protocol_is_refused(value: Any) -> None:
    with pytest.raises(TypeError, match="__dlpack__"):
        rd.from_dlpack(value)


def test_torch_reads_and_is_read() -> None:
    torch = pytest.importorskip("torch")
    x = rd.tensor([1.0, 2.0])
    t = torch.from_dlpack(x)
    t.mul_(3)
    assert x.tolist() == [3.0, 6.0]
    assert np.shares_memory(rd.from_dlpack(t).numpy(), x.numpy())
