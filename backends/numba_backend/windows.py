"""Raw kernels of convolution of the device "numba".

Decides which convolutions are done directly, without columns; the others are NumPy's, with a
compiled loop that adds columns up. Must not import Numba: Note [Launching] in launch.py.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from ...dispatch.registry import raw_kernel
from ..numpy_backend import convolution as numpy_convolution
from ..numpy_backend.convolution import Ints, Layout, check_bias, check_convolution, finite
from .choices import CONV_OUTPUTS, CONV_TAPS, CONV_WEIGHT_OUTPUTS, SMALL
from .launch import CONTIGUOUS, FLOAT32, FLOAT64, Array, Loop, unless_few

__warningregistry__ = 0  # Note [Silent arithmetic] in backends/array_backend.py

kernel = raw_kernel("Numba")

ADD_COLUMNS = Loop("window_loops.add_columns", "mnm")
CONV_DIRECT = Loop("window_loops.conv_direct", "MmniiM")
CONV_WEIGHT_DIRECT = Loop("window_loops.conv_weight_direct", "mmniim")


def _add(at: Layout, columns: Array, flat: Array) -> None:
    """Add columns (n, C, window, row) up in flat images (n, C, length) of zeros."""
    run = ADD_COLUMNS[flat.dtype] if at.flat and flat.flags.num & CONTIGUOUS == CONTIGUOUS else None
    if run is None:
        at.add(columns, flat)
    else:
        offsets = np.array(at.offsets, np.int64)
        run(columns.reshape(-1, at.row), offsets, flat.reshape(-1, at.length))


def _layout(x: Any, places: Ints, window: Sequence[int], numbers: Any) -> Layout | None:
    """Return the layout of a convolution whose rows are long runs of a flat image."""
    if x.dtype is not FLOAT32 and x.dtype is not FLOAT64 or math.prod(x.shape) < SMALL:
        return None
    at = numpy_convolution.layout_of(x.shape, places, window, *numbers)
    return at if at.flat else None


def conv(
    self: Array,
    weight: Array,
    bias: Array | None,
    stride: Ints,
    padding: Ints,
    dilation: Ints,
    groups: int,
) -> Any:
    places = check_convolution(self, weight, stride, padding, dilation, groups)
    outputs, taps = weight.shape[0], weight[0].size
    at = None
    if taps <= CONV_TAPS or outputs // groups <= CONV_OUTPUTS:
        at = _layout(self, places, weight.shape[2:], (stride, padding, dilation))
    run = None if at is None else CONV_DIRECT[self.dtype]
    if at is None or run is None:
        return numpy_convolution.conv(self, weight, bias, stride, padding, dilation, groups)
    check_bias(bias, weight)
    images = at.pad(self)
    n = len(images)
    rows = np.empty((n, outputs, at.row), self.dtype)
    matrix = np.ascontiguousarray(weight).reshape(outputs, taps)
    offsets = np.array(at.offsets, np.int64)
    run(images.reshape(n, -1), matrix, offsets, at.length, groups, rows.reshape(n, -1))
    found = at.true_places(rows)
    if bias is not None:
        return np.add(found, bias.reshape(-1, *(1,) * len(places)))
    return found if at.bare else np.ascontiguousarray(found)


kernel("_conv", unless_few(conv, numpy_convolution.conv, SMALL))


@kernel("_conv_input")
def conv_input(
    grad: Array,
    weight: Array,
    shape: Sequence[int],
    stride: Ints,
    padding: Ints,
    dilation: Ints,
    groups: int,
) -> Any:
    numbers = (tuple(stride), tuple(padding), tuple(dilation))
    if weight.shape[1] <= CONV_OUTPUTS:
        turned = numpy_convolution.flipped(grad, weight, *numbers, groups)
        if turned is not None:
            return conv(grad, turned[0], None, stride, turned[1], dilation, groups)
    return numpy_convolution.input_gradient(grad, weight, shape, numbers, groups, _add)


@kernel("_conv_weight")
def conv_weight(
    grad: Array,
    self: Array,
    shape: Sequence[int],
    stride: Ints,
    padding: Ints,
    dilation: Ints,
    groups: int,
) -> Any:
    theirs = numpy_convolution.conv_weight
    at = None
    if shape[0] // groups <= CONV_WEIGHT_OUTPUTS and grad.dtype is self.dtype:
        like = numpy_convolution.Sizes(shape, self.dtype)
        places = check_convolution(self, like, stride, padding, dilation, groups)
        numpy_convolution.check_gradient(grad, shape, self.shape, places)
        at = _layout(self, places, shape[2:], (stride, padding, dilation))
    run = None if at is None else CONV_WEIGHT_DIRECT[self.dtype]
    if at is None or run is None:
        return theirs(grad, self, shape, stride, padding, dilation, groups)
    n = len(self)
    images, rows = at.pad(self).reshape(n, -1), at.spread(grad).reshape(n, -1)
    result = np.empty((shape[0], math.prod(shape[1:])), self.dtype)
    run(rows, images, np.array(at.offsets, np.int64), at.length, groups, result)
    if finite(result):
        return result.reshape(tuple(shape))
    return theirs(grad, self, shape, stride, padding, dilation, groups)
