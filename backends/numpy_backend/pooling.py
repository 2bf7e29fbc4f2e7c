"""NumPy kernels of pooling: one pass over all windows for each of their elements."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from itertools import product
from typing import Any

import numpy as np

from ...dispatch.registry import raw_kernel
from ..promotion import Array
from .index import scatter_add_

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


def meetings(
    sizes: Ints, window: Ints, stride: Ints, padding: Ints, dilation: Ints, places: Ints
) -> Iterator[tuple[Key, Key]]:
    """Return for each element of a window the places where it is there, and the elements met."""
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
    floating = self.dtype.kind == "f"
    lowest = -np.inf if floating else np.iinfo(self.dtype).min
    values = np.full(shape, lowest, self.dtype)
    indices = np.full(shape, -1, np.int64)
    if not self.size:
        return values, indices
    numbers = np.arange(np.prod(sizes, dtype=np.int64)).reshape((1, 1, *sizes))
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
    result = np.zeros((*self.shape[:2], *places), wide)
    ones = (1,) * len(places)
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
