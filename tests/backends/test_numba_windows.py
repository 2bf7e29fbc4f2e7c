"""Convolution and pooling on the device "numba", against NumPy's."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from redispatch.backends import numba_backend
from redispatch.backends.numba_backend import pools, windows
from redispatch.backends.numpy_backend import convolution, pooling

Array = np.ndarray[Any, np.dtype[Any]]


@pytest.fixture(scope="module", autouse=True)
def cache(request: pytest.FixtureRequest) -> Iterator[None]:
    kept = request.config.cache
    assert kept is not None
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("REDISPATCH_CACHE", str(kept.mkdir("kernels")))
        yield


def made(*shape: int, dtype: str = "f4") -> Array:
    return np.random.default_rng(3).integers(-4, 5, shape).astype(dtype)


#: sizes of input and weights, stride, padding, dilation, groups
CASES: dict[str, tuple[Any, ...]] = {
    "few channels": ((2, 2, 13, 11), (3, 2, 3, 3), (1, 1), (1, 1), (1, 1), 1),
    "each channel for itself": ((2, 4, 12, 9), (4, 1, 3, 2), (1, 1), (1, 0), (1, 1), 4),
    "groups": ((2, 4, 12, 9), (8, 2, 3, 2), (1, 1), (0, 0), (2, 1), 2),
    "many channels": ((1, 40, 6, 8), (16, 40, 3, 3), (1, 1), (1, 1), (1, 1), 1),
    "strides": ((2, 3, 12, 13), (4, 3, 3, 3), (2, 1), (1, 1), (1, 1), 1),
    "one dimension": ((3, 2, 90), (4, 2, 5), (1,), (2,), (1,), 1),
    "three dimensions": ((1, 2, 5, 6, 7), (3, 2, 2, 2, 2), (1, 1, 1), (0, 0, 0), (1, 1, 1), 1),
    "long rows": ((1, 1, 5000), (2, 1, 3), (1,), (0,), (1,), 1),
    "nearly all window": ((40, 1, 5, 5), (2, 1, 5, 5), (1, 1), (2, 2), (1, 1), 1),
    "small": ((1, 1, 3, 3), (1, 1, 2, 2), (1, 1), (0, 0), (1, 1), 1),
    "empty": ((0, 1, 3, 3), (1, 1, 2, 2), (1, 1), (0, 0), (1, 1), 1),
}


@pytest.mark.parametrize("name", CASES)
@pytest.mark.parametrize("dtype", ["f4", pytest.param("f8", marks=pytest.mark.slow)])
def test_as_numpys(name: str, dtype: str) -> None:
    shape, window, *numbers = CASES[name]
    x, w, b = made(*shape, dtype=dtype), made(*window, dtype=dtype), made(window[0], dtype=dtype)
    y = convolution.conv(x, w, b, *numbers)
    np.testing.assert_array_equal(windows.conv(x, w, b, *numbers), y)
    np.testing.assert_array_equal(
        windows.conv(x, w, None, *numbers), convolution.conv(x, w, None, *numbers)
    )
    for g in (made(*y.shape, dtype=dtype), np.broadcast_to(np.asarray(2, dtype), y.shape)):
        of_input = convolution.conv_input(g, w, shape, *numbers)
        np.testing.assert_array_equal(windows.conv_input(g, w, shape, *numbers), of_input)
        of_weight = convolution.conv_weight(g, x, window, *numbers)
        np.testing.assert_array_equal(windows.conv_weight(g, x, window, *numbers), of_weight)
    assert numba_backend.cache_info().problem is None


def test_any_layout() -> None:
    shape, window, *numbers = CASES["each channel for itself"]
    x = made(*shape, 2)[..., 0][..., ::-1]
    w = np.asfortranarray(made(*window))
    g = convolution.conv(x, w, None, *numbers)[::-1]
    np.testing.assert_array_equal(windows.conv(x, w, None, *numbers), g[::-1])
    np.testing.assert_array_equal(
        windows.conv_weight(g, x, window, *numbers), convolution.conv_weight(g, x, window, *numbers)
    )


def test_infinities_stay_where_they_meet_something() -> None:
    shape, window, *numbers = CASES["each channel for itself"]
    x, w = made(*shape), made(*window)
    x[0, 0, 2, -1], w[0, 0, 1, 1] = np.inf, np.nan
    with np.errstate(all="ignore"):
        g = made(*convolution.conv(x, w, None, *numbers).shape)
        np.testing.assert_array_equal(
            windows.conv_weight(g, x, window, *numbers),
            convolution.conv_weight(g, x, window, *numbers),
        )
        np.testing.assert_array_equal(
            windows.conv_input(g, w, shape, *numbers),
            convolution.conv_input(g, w, shape, *numbers),
        )


#: sizes, window, stride, padding, dilation, places
POOLS: dict[str, tuple[Any, ...]] = {
    "halves": ((2, 3, 20, 14), (2, 2), (2, 2), (0, 0), (1, 1), (10, 7)),
    "overlapping": ((2, 3, 20, 14), (3, 2), (1, 2), (1, 1), (1, 1), (20, 8)),
    "dilated": ((2, 3, 20, 14), (3, 2), (1, 2), (0, 0), (2, 3), (16, 6)),
    "over the end": ((2, 3, 11, 14), (3, 3), (2, 2), (1, 1), (1, 1), (6, 8)),
    "one dimension": ((3, 5, 40), (4,), (3,), (2,), (1,), (14,)),
    "three dimensions": ((1, 2, 6, 6, 6), (2, 2, 2), (2, 2, 2), (0, 0, 0), (1, 1, 1), (3, 3, 3)),
    "small": ((1, 1, 3, 3), (2, 2), (1, 1), (0, 0), (1, 1), (2, 2)),
    "empty": ((0, 2, 20, 20), (2, 2), (2, 2), (0, 0), (1, 1), (10, 10)),
}


@pytest.mark.parametrize("name", POOLS)
@pytest.mark.parametrize("dtype", ["f4", pytest.param("f8", marks=pytest.mark.slow)])
def test_pools_are_numpys(name: str, dtype: str) -> None:
    shape, window, stride, padding, dilation, places = POOLS[name]
    x = made(*shape, dtype=dtype)
    for images in (x, x[..., ::-1], np.asfortranarray(x)):
        found = pools.max_pool(images, window, stride, padding, dilation, places)
        wanted = pooling.max_pool(images, window, stride, padding, dilation, places)
        for mine, theirs in zip(found, wanted, strict=True):
            np.testing.assert_array_equal(mine, theirs)
    g = made(*shape[:2], *places, dtype=dtype)
    np.testing.assert_array_equal(
        pools.max_pool_backward(g, x, wanted[1]), pooling.max_pool_backward(g, x, wanted[1])
    )


def test_nan_is_the_largest_and_padding_is_never_chosen() -> None:
    shape, *numbers = POOLS["overlapping"]
    x = made(*shape)
    x[0, 0] = -np.inf
    x[1, 1, 3, 4] = np.nan
    found = pools.max_pool(x, *numbers)
    for mine, theirs in zip(found, pooling.max_pool(x, *numbers), strict=True):
        np.testing.assert_array_equal(mine, theirs)
    assert np.isnan(found[0]).sum() == 3 and found[1].min() >= 0
