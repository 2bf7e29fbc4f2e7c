"""NumPy kernels of pooling: one pass over all windows for each of their elements."""

from __future__ import annotations

import functools
import math
from collections.abc import Iterable, Iterator, Sequence
from itertools import product
from typing import Any

import numpy as np

from ...dispatch.registry import raw_kernel
from ..promotion import Array
from .index import scatter_add_
from .places import steps
from .reduce import kept_sums

__warningregistry__ = 0  # Note [Silent arithmetic] in array_backend.py

kernel = raw_kernel("NumPy")
Ints = Sequence[int]
Key = tuple[Any, ...]


def overlap(size: int, count: int, stride: int, offset: int) -> tuple[slice, slice]:
    """Return which windows have an element `offset` after their start, and where these stand."""
    first = max(0, -(offset // stride))
    last = min(count, (size - 1 - offset) // stride + 1)
    last = max(first, last)
    start = first * stride + offset
    return slice(first, last), slice(start, start + max(0, (last - first - 1) * stride + 1), stride)


def meetings(*numbers: Ints) -> Iterable[tuple[Key, Key]]:
    """Return for each element of a window the places where it is there, and the elements met.

    `numbers` are sizes, window, stride, padding, dilation and places.
    """
    given = tuple([tuple(each) for each in numbers])
    return _known(*given) if math.prod(given[1]) <= 64 else _meetings(*given)


@functools.lru_cache(maxsize=256)  # a list for four elements of a window takes 15 us to make
def _known(*numbers: Ints) -> list[tuple[Key, Key]]:
    return list(_meetings(*numbers))


def _meetings(
    sizes: Ints, window: Ints, stride: Ints, padding: Ints, dilation: Ints, places: Ints
) -> Iterator[tuple[Key, Key]]:
    every = (slice(None), slice(None))
    for at in product(*map(range, window)):
        numbers = zip(sizes, places, stride, at, dilation, padding, strict=True)
        pairs = [overlap(n, m, s, i * d - p) for n, m, s, i, d, p in numbers]
        if all(o.stop > o.start for o, _ in pairs):
            yield (*every, *(o for o, _ in pairs)), (*every, *(i for _, i in pairs))


@kernel("_max_pool")
def max_pool(
    self: Array, kernel: Ints, stride: Ints, padding: Ints, dilation: Ints, places: Ints
) -> Any:
    shape, sizes = (*self.shape[:2], *places), self.shape[2:]
    if 0 < math.prod(shape) <= 512 and not any(padding):
        found = _few(self, shape, tuple(kernel), tuple(stride), tuple(dilation))
        if found is not None:
            return found
    floating = self.dtype.kind == "f"
    lowest = -np.inf if floating else np.iinfo(self.dtype).min
    values, indices = np.empty(shape, self.dtype), np.empty(shape, np.int64)
    values.fill(lowest)
    indices.fill(-1)
    if not self.size:
        return values, indices
    numbers = steps(math.prod(sizes)).reshape((1, 1, *sizes))
    for out, met in meetings(sizes, kernel, stride, padding, dilation, places):
        new, best, at = self[met], values[out], indices[out]
        better = np.greater(new, best)
        np.logical_or(better, np.less(at, 0), better)
        if floating:
            np.logical_or(better, np.not_equal(new, new), better)
        np.maximum(best, new, out=best)
        move = np.subtract(numbers[met], at)  # np.copyto(where=) takes four times as long
        np.multiply(move, better, move)
        np.add(at, move, at)
    return values, indices


def _few(self: Array, shape: Ints, window: Ints, stride: Ints, dilation: Ints) -> Any:
    """Return values and indices for a few windows: 8 us for 18, where all passes take 28.

    None where a window reaches over the end, or an element is nan (of which the last one counts).
    """
    layout = _within(self.shape[2:], shape[2:], window, stride, dilation)
    if layout is None:
        return None
    starts, offsets, _ = layout
    rows = _rows_of(self, shape, window, layout)
    best = rows.argmax(1)
    values = rows[steps(len(best)), best]
    largest = values.item(values.argmax())
    if largest != largest:
        return None
    indices = offsets.take(best).reshape(-1, len(starts)) + starts
    return values.reshape(shape), indices.reshape(shape)


def _rows_of(self: Array, shape: Ints, window: Ints, layout: Any) -> Array:
    """Return windows, of which none reaches over the end, as the rows of a new matrix."""
    whole, unit = np.ascontiguousarray(self), self.itemsize
    strides = [*whole.strides[:2], *[unit * s for s in layout[2]]]
    windows = np.ndarray((*shape, *window), whole.dtype, whole, 0, strides)
    return windows.reshape(-1, len(layout[1]))


@functools.lru_cache(maxsize=256)
def _within(sizes: Ints, places: Ints, window: Ints, stride: Ints, dilation: Ints) -> Any:
    """Return where windows start in a flat image and where their elements stand from there.

    Then the strides of both, in elements. None if one reaches over the end.
    """
    reach = zip(places, window, stride, dilation, strict=True)
    if any((m - 1) * s + (k - 1) * d >= n for n, (m, k, s, d) in zip(sizes, reach, strict=True)):
        return None
    lines = [math.prod(sizes[i + 1 :]) for i in range(len(sizes))]
    between = [s * n for s, n in zip(stride, lines, strict=True)]
    within = [d * n for d, n in zip(dilation, lines, strict=True)]
    return _sums(places, between), _sums(window, within), (*between, *within)


def _sums(counts: Ints, strides: Ints) -> Array:
    """Return where the elements with these strides stand, in a row."""
    ranges = [range(0, n * s, s) for n, s in zip(counts, strides, strict=True)]
    return np.array([sum(at) for at in product(*ranges)], np.int64)


def in_rows(x: Array) -> Array:
    """Return images with the places of each channel in a row."""
    return np.ascontiguousarray(x).reshape(*x.shape[:2], math.prod(x.shape[2:]))


@kernel("_max_pool_backward")
def max_pool_backward(grad: Array, self: Array, indices: Array) -> Any:
    result = np.zeros((*self.shape[:2], math.prod(self.shape[2:])), grad.dtype)
    scatter_add_(result, 2, in_rows(indices), in_rows(grad))
    return result.reshape(self.shape)


@kernel("_sum_pool")
def sum_pool(self: Array, kernel: Ints, stride: Ints, padding: Ints, places: Ints) -> Any:
    wide = np.dtype(np.float32) if self.dtype == np.float16 else self.dtype
    shape, ones = (*self.shape[:2], *places), (1,) * len(places)
    if 0 < math.prod(shape) <= 512 and self.dtype.char in "fd" and not any(padding):
        layout = _within(self.shape[2:], shape[2:], tuple(kernel), tuple(stride), ones)
        if layout is not None:  # 2.5 us for 18 windows of 4, where all passes take 5
            rows = _rows_of(self, shape, tuple(kernel), layout)
            return kept_sums(rows, 1).reshape(shape)
    result = np.zeros(shape, wide)
    for out, met in meetings(self.shape[2:], kernel, stride, padding, ones, places):
        part = result[out]
        np.add(part, self[met], part)
    return result if wide is self.dtype else result.astype(self.dtype)


@kernel("_sum_pool_backward")
def sum_pool_backward(grad: Array, self: Array, kernel: Ints, stride: Ints, padding: Ints) -> Any:
    wide = np.dtype(np.float32) if grad.dtype == np.float16 else grad.dtype
    shape = self.shape
    result = np.zeros(shape, wide)
    places = grad.shape[2:]
    for out, met in meetings(shape[2:], kernel, stride, padding, (1,) * len(places), places):
        part = result[met]
        np.add(part, grad[out], part)
    return result if wide is grad.dtype else result.astype(grad.dtype)
