"""Convolution beyond the samples: large batches, layouts, float16, infinities."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from redispatch.backends.checks.samples.convolution import conv, conv_input, conv_weight
from redispatch.backends.numpy_backend import convolution

Array = np.ndarray[Any, np.dtype[Any]]
NUMBERS = [((1, 1), (1, 1), (1, 1)), ((2, 1), (1, 0), (1, 1)), ((1, 1), (0, 2), (2, 1))]


def made(*shape: int) -> Array:
    return np.random.default_rng(3).integers(-4, 5, shape).astype("f8")


@pytest.mark.parametrize("cached", [1, 2000, 1 << 20])
@pytest.mark.parametrize("numbers", NUMBERS, ids=str)
def test_in_parts_of_any_size(numbers: Any, cached: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(convolution, "CACHED", cached)
    options: Any = (*numbers, 2)
    x, w = made(3, 2, 6, 5), made(4, 1, 3, 2)
    y = conv(x, w, None, *options)
    np.testing.assert_array_equal(convolution.conv(x, w, None, *options), y)
    g = made(*y.shape)
    found = convolution.conv_input(g, w, x.shape, *options)
    np.testing.assert_array_equal(found, conv_input(g, w, x.shape, *options))
    found = convolution.conv_weight(g, x, w.shape, *options)
    np.testing.assert_array_equal(found, conv_weight(g, x, w.shape, *options))


@pytest.mark.parametrize("numbers", NUMBERS, ids=str)
def test_any_layout(numbers: Any) -> None:
    options: Any = (*numbers, 1)
    x, w = made(5, 6, 2, 2)[..., 0].T[:, None][..., ::-1], np.asfortranarray(made(2, 1, 3, 2))
    y = conv(x, w, None, *options)
    np.testing.assert_array_equal(convolution.conv(x, w, None, *options), y)
    g = np.broadcast_to(np.float64(2), y.shape)
    found = convolution.conv_input(g, w, x.shape, *options)
    np.testing.assert_array_equal(found, conv_input(g, w, x.shape, *options))
    found = convolution.conv_weight(g, x, w.shape, *options)
    np.testing.assert_array_equal(found, conv_weight(g, x, w.shape, *options))


def test_float16_is_added_up_in_float32() -> None:
    x, w = np.ones((1, 64, 8, 8), "f2"), np.ones((1, 64, 8, 8), "f2")
    y = convolution.conv(x, w * np.float16(0.5) ** 4, None, (1, 1), (0, 0), (1, 1), 1)
    assert y.dtype == np.float16 and y.item() == 64 * 64 / 16


def test_infinities_stay_where_they_meet_something() -> None:
    numbers: Any = ((1, 1), (1, 1), (1, 1), 1)
    x, w, g = made(1, 1, 5, 5), made(4, 1, 3, 3), made(1, 4, 5, 5)
    x[0, 0, 2, 4] = np.inf
    with np.errstate(all="ignore"):
        found = convolution.conv_weight(g, x, w.shape, *numbers)
        np.testing.assert_array_equal(found, conv_weight(g, x, w.shape, *numbers))
        w[0, 0, 1, 2] = np.inf
        found = convolution.conv_input(g, w, x.shape, *numbers)
        np.testing.assert_array_equal(found, conv_input(g, w, x.shape, *numbers))
