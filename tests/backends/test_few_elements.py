"""Small arrays take ways of their own: their results are those of large ones, and of NumPy."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import redispatch as rd
from redispatch.backends.numpy_backend.places import across, along, outside

RNG = np.random.default_rng(7)
F = rd.nn.functional


@pytest.mark.parametrize("shape", [(5,), (3, 4), (2, 3, 4)])
def test_keys_read_what_take_along_axis_reads(shape: tuple[int, ...]) -> None:
    values = RNG.standard_normal(shape)
    for axis in range(len(shape)):
        order = values.argsort(axis)
        wanted = np.take_along_axis(values, order, axis)
        np.testing.assert_array_equal(values[along(order, axis)], wanted)
        largest = values.argmax(axis)
        np.testing.assert_array_equal(values[across(largest, axis)], values.max(axis))


@pytest.mark.parametrize("dtype", [np.int64, np.int32])
def test_an_index_out_of_bounds_is_found(dtype: Any) -> None:
    assert outside(np.array([0, 4, 2], dtype), 5) is None
    assert outside(np.array([0, 5, 2], dtype), 5) == 5
    assert outside(np.array([0, -1, 2], dtype), 5) == -1
    assert outside(np.array(3, dtype), 3) == 3
    assert outside(np.array([], dtype), 0) is None


@pytest.mark.parametrize(
    "function",
    [rd.erf, rd.erfc, F.gelu, F.softplus, F.leaky_relu, F.elu, rd.sign, lambda x: x.softmax(1),
     lambda x: x.log_softmax(1), lambda x: x.std(1), lambda x: F.layer_norm(x, (8,))],
)  # fmt: skip
@pytest.mark.parametrize("dtype", ["float32", "float64"])
def test_rows_do_not_depend_on_how_many_there_are(
    function: Callable[[Any], rd.Tensor], dtype: str
) -> None:
    rows = RNG.standard_normal((600, 8)).astype(dtype) * 3
    rows[0, 0], rows[1, 1], rows[2] = np.nan, np.inf, -0.0
    many = function(rd.tensor(rows)).numpy()
    few = function(rd.tensor(rows[:4])).numpy()
    np.testing.assert_allclose(few, many[:4], rtol=3e-6, atol=1e-6)


@pytest.mark.parametrize(("size", "stride", "dilation"), [(2, 2, 1), (3, 1, 1), (2, 3, 2)])
def test_pools_of_a_batch_are_those_of_its_images(size: int, stride: int, dilation: int) -> None:
    whole = np.round(RNG.standard_normal((200, 1, 7, 6)) * 2)  # with ties
    images = whole.copy()
    images[3, 0, 2, 2] = np.nan
    images[4] = -np.inf
    for values in (images.astype(np.float32), whole.astype(np.int64)):
        given = rd.tensor(values)
        every = F.max_pool2d(given, size, stride, 0, dilation, return_indices=True)
        for i in range(6):
            one = F.max_pool2d(given[i : i + 1], size, stride, 0, dilation, return_indices=True)
            for found, wanted in zip(one, every, strict=True):
                np.testing.assert_array_equal(found.numpy(), wanted[i : i + 1].numpy())


def test_an_ellipsis_stands_for_the_dimensions_that_the_rest_leaves() -> None:
    values = np.arange(24).reshape(2, 3, 4)
    x = rd.tensor(values)
    keys: list[Any] = [
        (..., 0), (0, ...), (..., 1, slice(1, 3)), (slice(1), ..., 2), (..., None), (None, ..., 0),
        (..., None, -1), (1, ..., 2, 3), (0, 1, ..., 2), (1, 2, 3, ...), (..., [0, 2]),
    ]  # fmt: skip
    for key in keys:
        np.testing.assert_array_equal(x[key].numpy(), values[key])
    wrong: list[Any] = [(..., 0, 0, 0, 0), (0, 0, ..., 0, 0), (..., 4)]
    for key in wrong:
        with pytest.raises(IndexError):
            x[key]


def test_the_elements_of_a_small_tensor_roll_and_repeat_as_numpys() -> None:
    values = RNG.standard_normal((2, 3, 4))
    x = rd.tensor(values)
    moves: list[Any] = [(1, 0), (-5, 2), ((1, -7), (0, 2)), ((1, 1), (1, 1)), (0, 1)]
    for shifts, dims in moves:
        wanted = np.roll(values, shifts, dims)
        np.testing.assert_array_equal(rd.roll(x, shifts, dims).numpy(), wanted)
    np.testing.assert_array_equal(rd.roll(x, 5).numpy(), np.roll(values, 5))
    for times in [(1, 2, 3), (2, 1, 1, 2), (0, 1, 1)]:
        np.testing.assert_array_equal(x.repeat(times).numpy(), np.tile(values, times))
