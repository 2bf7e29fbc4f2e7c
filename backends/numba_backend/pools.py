"""The raw kernel of max pooling of the device "numba", over one and two dimensions.

Decides which arrays go to a compiled loop; all others go to NumPy's kernel, as sums of windows do,
which NumPy has in a pass for each element of a window. Must not import Numba:
Note [Launching] in launch.py.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from ...dispatch.registry import raw_kernel
from ..numpy_backend import pooling as numpy_pooling
from .choices import SMALL
from .launch import Array, Entry, Loop
from .sums import scatter_add_

__warningregistry__ = 0  # Note [Silent arithmetic] in backends/array_backend.py

kernel = raw_kernel("Numba")
Ints = Sequence[int]

MAX_POOL = Loop("pool_loops.max_pool", "mnmn")


def _entry(loop: Loop, x: Array, shape: Ints, places: Ints) -> Entry | None:
    """Return the entry of a loop if an array is large and has one or two dimensions of places."""
    if x.size < SMALL or not 1 <= len(places) <= 2 or not math.prod(shape) * math.prod(places):
        return None
    return loop[x.dtype]


def _numbers(sizes: Ints, *of_windows: tuple[Ints, int]) -> Array:
    """Return two numbers of each; of one dimension, the first is that of a single line."""
    found = [1, *sizes] if len(sizes) == 1 else [*sizes]
    for values, alone in of_windows:
        found += [alone, *values] if len(values) == 1 else [*values]
    return np.array(found, np.int64)


def _rows(x: Array) -> Array:
    """Return images as rows."""
    return np.require(x, requirements=("C", "A")).reshape(x.shape[0] * x.shape[1], -1)


@kernel("_max_pool_backward")
def max_pool_backward(grad: Array, self: Array, indices: Array) -> Any:
    result = np.zeros((*self.shape[:2], math.prod(self.shape[2:])), grad.dtype)
    in_rows = numpy_pooling.in_rows
    scatter_add_(result, 2, in_rows(indices), in_rows(grad))
    return result.reshape(self.shape)


@kernel("_max_pool")
def max_pool(
    self: Array, kernel: Ints, stride: Ints, padding: Ints, dilation: Ints, places: Ints
) -> Any:
    run = _entry(MAX_POOL, self, self.shape, places)
    if run is None:
        return numpy_pooling.max_pool(self, kernel, stride, padding, dilation, places)
    numbers = _numbers(
        self.shape[2:], (kernel, 1), (stride, 1), (padding, 0), (dilation, 1), (places, 1)
    )
    shape = (*self.shape[:2], *places)
    values, indices = np.empty(shape, self.dtype), np.empty(shape, np.int64)
    run(_rows(self), numbers, _rows(values), indices.reshape(-1))
    return values, indices
