"""Samples of pooling, window by window."""

from __future__ import annotations

from itertools import product
from typing import Any

import numpy as np

from .row import Array, Row, s, x, y

Ints = tuple[int, ...]


def windows(
    shape: Ints, kernel: Ints, stride: Ints, padding: Ints, dilation: Ints, places: Ints
) -> dict[Ints, list[Ints]]:
    """Return for each window the elements that are there."""
    found = {}
    for out in product(*map(range, (*shape[:2], *places))):
        inside = []
        for at in product(*map(range, kernel)):
            numbers = zip(out[2:], stride, padding, at, dilation, strict=True)
            place = tuple([o * t - p + i * d for o, t, p, i, d in numbers])
            if all(0 <= i < n for i, n in zip(place, shape[2:], strict=True)):
                inside.append((*out[:2], *place))
        found[out] = inside
    return found


def max_pool(self: Array, *numbers: Any) -> Any:
    """Return the largest of each, and where it stands."""
    shape = (*self.shape[:2], *numbers[-1])
    values, indices = np.zeros(shape, self.dtype), np.zeros(shape, np.int64)
    for out, inside in windows(self.shape, *numbers).items():
        best = max(inside, key=lambda place: self[place])
        values[out] = self[best]
        indices[out] = np.ravel_multi_index(best[2:], self.shape[2:])
    return values, indices


def sum_pool(self: Array, kernel: Ints, stride: Ints, padding: Ints, places: Ints) -> Any:
    """Add up each."""
    result = np.zeros((*self.shape[:2], *places), self.dtype)
    found = windows(self.shape, kernel, stride, padding, (1,) * len(kernel), places)
    for out, inside in found.items():
        result[out] = sum(self[place] for place in inside)
    return result


def placed(grad: Array, self: Array, indices: Array) -> Any:
    """Add the gradient of each window to the element that was chosen."""
    result = np.zeros(self.shape, grad.dtype)
    for out in np.ndindex(grad.shape):
        place = np.unravel_index(int(indices[out]), self.shape[2:])
        result[(*out[:2], *place)] += grad[out]
    return result


def spread(grad: Array, self: Array, kernel: Ints, stride: Ints, padding: Ints) -> Any:
    """Add the gradient of each window to its elements."""
    result = np.zeros(self.shape, grad.dtype)
    found = windows(self.shape, kernel, stride, padding, (1,) * len(kernel), grad.shape[2:])
    for out, inside in found.items():
        for place in inside:
            result[place] += grad[out]
    return result


ROWS: dict[str, Row] = {
    "_max_pool": Row(max_pool, [
        s(x(2, 2, 5), (2,), (2,), (0,), (1,), (2,)),
        s(x(1, 2, 4, 5), (2, 3), (1, 2), (1, 1), (1, 1), (5, 3)),
        s(x(1, 1, 5, 5), (2, 2), (2, 1), (0, 0), (2, 1), (2, 4)),
        s(x(1, 1, 3, 3), (2, 2), (2, 2), (0, 0), (1, 1), (2, 2)),
        s(x(1, 1, 2, 3, 2), (2, 2, 1), (1, 1, 1), (0, 0, 0), (1, 1, 1), (1, 2, 2)),
        s(x(0, 2, 4), (2,), (2,), (0,), (1,), (2,)),
    ], "dfi", "same,int64"),
    "_sum_pool": Row(sum_pool, [
        s(x(2, 2, 5), (2,), (2,), (0,), (2,)), s(x(1, 2, 4, 5), (2, 3), (1, 2), (1, 1), (5, 3)),
        s(x(1, 1, 3, 3), (2, 2), (2, 2), (0, 0), (2, 2)),
        s(x(1, 1, 2, 3, 2), (2, 2, 1), (1, 1, 1), (0, 0, 0), (1, 2, 2)),
        s(x(0, 2, 4), (2,), (2,), (0,), (2,)),
    ], "df"),
    "_max_pool_backward": Row(placed, [
        s(x(2, 1, 2), y(2, 1, 5), np.array([[[0, 3]], [[4, 4]]])),
        s(x(1, 2, 2, 1), y(1, 2, 2, 3), np.array([[[[0], [5]], [[4], [1]]]])),
        s(x(0, 2, 2), y(0, 2, 4), np.zeros((0, 2, 2), np.int64)),
    ], "df"),
    "_sum_pool_backward": Row(spread, [
        s(x(2, 2, 2), y(2, 2, 5), (2,), (2,), (0,)),
        s(x(1, 2, 5, 3), y(1, 2, 4, 5), (2, 3), (1, 2), (1, 1)),
        s(x(1, 1, 2, 2), y(1, 1, 3, 3), (2, 2), (2, 2), (0, 0)),
        s(x(0, 2, 2), y(0, 2, 4), (2,), (2,), (0,)),
    ], "df"),
}  # fmt: skip
