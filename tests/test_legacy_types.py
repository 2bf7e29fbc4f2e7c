"""Types from before tensors had a dtype, and the numbers that the package names."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

import redispatch as rd

NAMES = {
    "DoubleTensor": rd.float64,
    "FloatTensor": rd.float32,
    "HalfTensor": rd.float16,
    "LongTensor": rd.int64,
    "IntTensor": rd.int32,
    "ShortTensor": rd.int16,
    "CharTensor": rd.int8,
    "ByteTensor": rd.uint8,
    "BoolTensor": rd.bool,
}


@pytest.mark.parametrize("name", NAMES)
def test_a_legacy_type_stands_for_a_dtype(name: str) -> None:
    made: Any = getattr(rd, name)
    dtype = NAMES[name]
    assert made.dtype is dtype and made().shape == (0,) and made().dtype is dtype
    assert made(2, 3).shape == (2, 3)
    x = made([1, 0])
    assert x.dtype is dtype and x.tolist() == [1, 0]
    assert isinstance(x, made) and isinstance(x, rd.Tensor)
    assert not any(isinstance(x, getattr(rd, other)) for other in NAMES if other != name)
    assert not isinstance(x.numpy(), made)
    assert rd.tensor([2.7, 0.0]).type(made).dtype is dtype
    assert x.type(made) is x and x.type(made.__name__) is x


def test_a_legacy_type_takes_arrays_and_tensors_of_its_dtype() -> None:
    assert rd.FloatTensor(np.ones(2)).tolist() == [1.0, 1.0]
    x = rd.tensor([1, 2])
    shared = rd.LongTensor(x)
    shared[0] = 5
    assert x.tolist() == [5, 2]
    with pytest.raises(TypeError, match=r"(?s)got a tensor of .*int64.*float32"):
        rd.FloatTensor(x)


def test_new_makes_tensors_like_another_one() -> None:
    x = rd.zeros(2, dtype=rd.int32)
    assert x.new([1, 2]).dtype is rd.int32 and x.new([1, 2]).tolist() == [1, 2]
    assert x.new(2, 3).shape == (2, 3) and x.new().shape == (0,)
    assert x.new(rd.ones(4, 5).size()).shape == (4, 5) and x.new((4, 5)).tolist() == [4, 5]
    assert x.new(rd.ones(()).size()).shape == ()


def test_named_numbers() -> None:
    assert (rd.inf, rd.pi, rd.e) == (math.inf, math.pi, math.e) and math.isnan(rd.nan)
    assert rd.ones(2)[rd.newaxis].shape == (1, 2)
