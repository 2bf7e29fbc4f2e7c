"""NumPy kernels of convolution: windows copied into columns, times a matrix of weights.

Decides how windows are read and added up again, a few images at a time so that the columns stay in
the cache.

Note [Columns]
~~~~~~~~~~~~~~
Images are padded and laid out flat. With stride 1, what an element of the window meets is then the
flat image from another start, so that a row of columns is one long copy (and, in the gradient, one
long sum). It also has places where a window runs over the end of a line: their results are left
out, and their gradients are zero. Where these are many (a window nearly as large as the image),
with another stride, or where those zeros meet an infinity, only the true places are copied.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Callable, Sequence
from itertools import product
from typing import Any

import numpy as np

from ...dispatch.registry import raw_kernel
from ..promotion import Array

__warningregistry__ = 0  # Note [Silent arithmetic] in array_backend.py

kernel = raw_kernel("NumPy")
Ints = tuple[int, ...]

CACHED = 1 << 20  # bytes of columns that are made at a time
WASTE = 1.3  # places a flat row may have for each true one


def check_convolution(
    self: Any, weight: Any, stride: Ints, padding: Ints, dilation: Ints, groups: int
) -> Ints:
    """Return how many places the windows have in each dimension.

    Raises
    ------
    RuntimeError
        If the channels do not match, a window is larger than the padded input, or dtypes differ.
    """
    numbers = (tuple(stride), tuple(padding), tuple(dilation))
    places = _convolved(tuple(self.shape), tuple(weight.shape), *numbers, groups)
    if self.dtype != weight.dtype:
        raise RuntimeError(
            f"conv{weight.ndim - 2}d: Input type ({self.dtype.name}) and weight type "
            f"({weight.dtype.name}) should be the same"
        )
    return places


@functools.lru_cache(maxsize=512)  # it takes 6 us
def _convolved(
    sizes: Ints, window: Ints, stride: Ints, padding: Ints, dilation: Ints, groups: int
) -> Ints:
    shape, dims = list(window), len(window) - 2
    if groups <= 0:
        raise RuntimeError("non-positive groups is not supported")
    if len(sizes) != len(window) or sizes[1] != shape[1] * groups:
        raise RuntimeError(
            f"Given groups={groups}, weight of size {shape}, expected input{list(sizes)} to "
            f"have {shape[1] * groups} channels, but got {sizes[1]} channels instead"
        )
    if shape[0] % groups:
        raise RuntimeError(
            f"Given groups={groups}, expected weight to be divisible by {groups} at dimension 0, "
            f"but got weight of size {shape} instead"
        )
    padded = [n + 2 * p for n, p in zip(sizes[2:], padding, strict=True)]
    reach = [d * (k - 1) + 1 for d, k in zip(dilation, shape[2:], strict=True)]
    for name, values in (("kernel size", shape[2:]), ("stride", stride), ("dilation", dilation)):
        if min(values) <= 0:
            raise RuntimeError(f"conv{dims}d: {name} is {tuple(values)}; accepted: > 0")
    if any(r > n for r, n in zip(reach, padded, strict=True)):
        raise RuntimeError(
            f"conv{dims}d: Calculated padded input size per channel: "
            f"({' x '.join(map(str, padded))}). Kernel size: ({' x '.join(map(str, reach))}). "
            "Kernel size can't be greater than actual input size"
        )
    return tuple([(n - r) // s + 1 for n, r, s in zip(padded, reach, stride, strict=True)])


class Layout:
    """Where the windows of one convolution lie in a flat, padded image; see Note [Columns].

    Attributes
    ----------
    flat : whether columns have a place for each element of a padded line.
    row : places in a row of columns.
    offsets : for each element of the window, where its first element stands in the flat image.
    """

    def __init__(
        self, sizes: Ints, places: Ints, window: Ints, stride: Ints, padding: Ints, dilation: Ints,
        wasteful: bool,
    ) -> None:  # fmt: skip
        self.sizes, self.places, self.window, self.padding = sizes, places, window, padding
        self.stride = stride
        self.padded = tuple([n + 2 * p for n, p in zip(sizes, padding, strict=True)])
        self.steps = tuple([math.prod(self.padded[i + 1 :]) for i in range(len(sizes))])
        self.apart = tuple([d * s for d, s in zip(dilation, self.steps, strict=True)])
        lines = places[0] * self.steps[0]
        self.flat = wasteful and max(stride) == 1 and lines <= WASTE * math.prod(places)
        self.row = lines if self.flat else math.prod(places)
        reach = sum((k - 1) * a for k, a in zip(window, self.apart, strict=True))
        self.length = max(math.prod(self.padded), lines + reach if self.flat else 0)
        within = [range(0, k * a, a) for k, a in zip(window, self.apart, strict=True)]
        self.offsets = [sum(o) for o in product(*within)]
        self.whole = not any(padding) and self.length == math.prod(sizes)
        self.bare = self.flat and self.row == math.prod(places)

    def pad(self, x: Array) -> Array:
        """Return images (n, C, sizes...) as (n, C, length), padded with zeros."""
        if self.whole:
            return np.ascontiguousarray(x).reshape(*x.shape[:2], self.length)
        flat = np.zeros((*x.shape[:2], self.length), x.dtype)
        flat_view = self.inner(flat)
        flat_view[...] = x
        return flat

    def inner(self, flat: Array) -> Array:
        """Return the view of flat images that holds what is not padding."""
        image = flat[:, :, : math.prod(self.padded)].reshape(*flat.shape[:2], *self.padded)
        cut = [slice(p, p + n) for p, n in zip(self.padding, self.sizes, strict=True)]
        index: Any = (slice(None), slice(None), *cut)
        view: Array = image[index]
        return view

    def windows(self, flat: Array) -> Array:
        """Return the view (n, C, window..., places or row) of flat images."""
        outer, item = flat.strides[:2], flat.itemsize
        apart = [a * item for a in self.apart]
        if self.flat:
            shape = (*flat.shape[:2], *self.window, self.row)
            return np.ndarray(shape, flat.dtype, flat, 0, (*outer, *apart, item))
        steps = [s * t * item for s, t in zip(self.stride, self.steps, strict=True)]
        shape = (*flat.shape[:2], *self.window, *self.places)
        return np.ndarray(shape, flat.dtype, flat, 0, (*outer, *apart, *steps))

    def true_places(self, rows: Array) -> Array:
        """Return the view (n, K, places...) of rows (n, K, row) without what ran over a line."""
        if not self.flat or self.bare:
            return rows.reshape(*rows.shape[:2], *self.places)
        lines = rows.reshape(*rows.shape[:2], self.places[0], *self.padded[1:])
        index: Any = (..., *[slice(n) for n in self.places])
        view: Array = lines[index]
        return view

    def spread(self, g: Array) -> Array:
        """Return gradients (n, K, places...) as rows (n, K, row)."""
        if not self.flat or self.bare:
            return np.ascontiguousarray(g).reshape(*g.shape[:2], self.row)
        rows = np.zeros((*g.shape[:2], self.row), g.dtype)
        self.true_places(rows)[...] = g
        return rows

    def add(self, columns: Array, flat: Array) -> None:
        """Add columns (n, C, window, row) up in flat images (n, C, length) of zeros."""
        if self.flat:
            for k, start in enumerate(self.offsets):
                part = flat[:, :, start : start + self.row]
                np.add(part, columns[:, :, k], part)
            return
        found = self.windows(flat)
        spread = columns.reshape(*columns.shape[:2], *self.window, *self.places)
        for index in product(*map(range, self.window)):
            at: Any = (slice(None), slice(None), *index)
            part = found[at]
            np.add(part, spread[at], part)


def layout_of(
    shape: Sequence[int], places: Ints, window: Sequence[int], stride: Ints, padding: Ints,
    dilation: Ints, wasteful: bool = True,
) -> Layout:  # fmt: skip
    """Return the layout for an input of the given sizes."""
    numbers = (tuple(stride), tuple(padding), tuple(dilation))
    return _layout(tuple(shape[2:]), tuple(places), tuple(window), *numbers, wasteful)


_layout = functools.lru_cache(maxsize=256)(Layout)  # 8 us


def finite(array: Array) -> bool:
    """Whether zeros times these numbers are zeros."""
    return array.dtype.kind not in "fc" or bool(np.isfinite(array).all())


def room_for(windows: Array, each: Ints) -> tuple[Array, list[slice]]:
    """Return an array for the columns of some images, and the parts of the batch it serves."""
    count, dtype = len(windows), windows.dtype
    size = max(math.prod(each) * dtype.itemsize, 1)
    step = max(1, min(count, CACHED // size))
    parts = [slice(i, min(i + step, count)) for i in range(0, count, step)]
    return np.empty((step, *each), dtype), parts


def filled(room: Array, windows: Array) -> Array:
    """Copy windows (n, C, window..., row) into the columns of that many images."""
    found = room[: len(windows)]
    found.reshape(windows.shape)[...] = windows
    return found


def product_of(a: Array, b: Array, out: Array) -> None:
    """Multiply batches (n, groups, ., .) of matrices into `out`; one without NumPy's loop."""
    if out.shape[0] == 1 and out.shape[1] == 1:
        np.dot(a[-1, 0], b[0, 0], out[0, 0])
    else:
        np.matmul(a, b, out)


def _wide(*arrays: Array | None) -> tuple[Any, ...]:
    """Return float16 as float32, for which there are fast products."""
    return tuple(
        [a.astype(np.float32) if a is not None and a.dtype == np.float16 else a for a in arrays]
    )


@kernel("_conv")
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
    check_bias(bias, weight)
    x, w, b = _wide(self, weight, bias)
    at = layout_of(x.shape, places, w.shape[2:], stride, padding, dilation)
    out, height = w.shape[0], w[0].size
    matrix = w.reshape(1, groups, out // groups, height)
    result = np.empty((len(x), out, *places), x.dtype)
    shift = None if b is None else b.reshape(-1, *(1,) * len(places))
    windows = at.windows(at.pad(x))
    room, parts = room_for(windows, (groups, height, at.row))
    direct = shift is None and (not at.flat or at.bare)
    spare = np.empty((0 if direct else len(room), out, at.row), x.dtype)
    for part in parts:
        done = result[part]
        m = len(done)
        columns = filled(room, windows[part])
        rows = done.reshape(m, out, at.row) if direct else spare[:m]
        product_of(matrix, columns, rows.reshape(m, groups, out // groups, at.row))
        if shift is not None:
            np.add(at.true_places(rows), shift, done)
        elif not direct:
            done[...] = at.true_places(rows)
    return result if result.dtype == self.dtype else result.astype(self.dtype)


def flipped(
    grad: Array, weight: Array, stride: Ints, padding: Ints, dilation: Ints, groups: int
) -> tuple[Array, Ints] | None:
    """Return the weights and padding that make the gradient for the input a convolution of `grad`.

    None where there are none: with another stride, or where zeros would meet an infinity.
    """
    window = weight.shape[2:]
    around = tuple([d * (k - 1) - p for d, k, p in zip(dilation, window, padding, strict=True)])
    if max(stride) > 1 or min(around) < 0 or not finite(weight):
        return None
    turned = weight.reshape(groups, weight.shape[0] // groups, *weight.shape[1:])
    turned = np.flip(turned.swapaxes(1, 2), tuple(range(3, turned.ndim)))
    return turned.reshape(groups * weight.shape[1], -1, *window), around


def check_bias(bias: Any, weight: Any) -> None:
    """Refuse a bias that has not one number for each output channel."""
    if bias is not None and tuple(bias.shape) != (weight.shape[0],):
        raise RuntimeError(
            f"Given weight of size {list(weight.shape)}, expected bias to be 1-dimensional with "
            f"{weight.shape[0]} elements, but got bias of size {list(bias.shape)} instead"
        )


def check_gradient(grad: Any, weight: Any, shape: Sequence[int], places: Ints) -> None:
    """Refuse a gradient that has not the sizes of the result."""
    wanted = (shape[0], weight[0], *places)
    if tuple(grad.shape) != wanted:
        raise RuntimeError(
            f"expected a gradient of sizes {list(wanted)}, but got {list(grad.shape)}"
        )


class Sizes:
    """The shape and dtype of an array that is not there."""

    def __init__(self, shape: Sequence[int], dtype: Any) -> None:
        self.shape, self.dtype, self.ndim = tuple(shape), dtype, len(shape)


def input_gradient(
    grad: Array,
    weight: Array,
    shape: Sequence[int],
    numbers: tuple[Ints, Ints, Ints],
    groups: int,
    add: Callable[[Layout, Array, Array], None],
) -> Any:
    """Return the gradient for the input; `add` adds columns up in flat images."""
    places = check_convolution(Sizes(shape, grad.dtype), weight, *numbers, groups)
    check_gradient(grad, weight.shape, shape, places)
    g, w = _wide(grad, weight)
    at = layout_of(shape, places, w.shape[2:], *numbers, finite(w))
    out, height, area = w.shape[0], w[0].size, len(at.offsets)
    matrix = w.reshape(1, groups, out // groups, height).swapaxes(2, 3)
    flat = np.zeros((*tuple(shape[:2]), at.length), g.dtype)
    rows = at.spread(g)
    room, parts = room_for(rows, (groups, height, at.row))
    for part in parts:
        some = rows[part]
        m = len(some)
        columns = room[:m]
        product_of(matrix, some.reshape(m, groups, out // groups, at.row), columns)
        add(at, columns.reshape(m, shape[1], area, at.row), flat[part])
    result = np.ascontiguousarray(at.inner(flat))
    return result if result.dtype == grad.dtype else result.astype(grad.dtype)


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
    places = check_convolution(Sizes(shape, grad.dtype), weight, *numbers, groups)
    check_gradient(grad, weight.shape, shape, places)
    if weight.shape[0] <= 3 * weight.shape[1] * groups:
        turned = flipped(grad, weight, *numbers, groups)
        if turned is not None:
            return conv(grad, turned[0], None, numbers[0], turned[1], numbers[2], groups)
    return input_gradient(grad, weight, shape, numbers, groups, Layout.add)


@kernel("_conv_bias")
def conv_bias(grad: Array, self: Array) -> Any:
    axes = (0, *range(2, grad.ndim))
    if grad.dtype == np.float16:
        return np.add.reduce(grad, axes, np.float32).astype(np.float16)
    return np.add.reduce(grad, axes)


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
    places = check_convolution(self, Sizes(shape, self.dtype), stride, padding, dilation, groups)
    check_gradient(grad, shape, self.shape, places)
    g, x = _wide(grad, self)
    at = layout_of(x.shape, places, shape[2:], stride, padding, dilation)
    total = _weight_products(g, x, shape, at, groups)
    if at.flat and not finite(total):
        at = layout_of(x.shape, places, shape[2:], stride, padding, dilation, False)
        total = _weight_products(g, x, shape, at, groups)
    result = np.ascontiguousarray(total.swapaxes(1, 2)).reshape(tuple(shape))
    return result if result.dtype == grad.dtype else result.astype(grad.dtype)


def _weight_products(g: Array, x: Array, shape: Sequence[int], at: Layout, groups: int) -> Array:
    """Return the gradient of the weights as matrices (groups, C / groups * window, K / groups)."""
    out, height = shape[0], math.prod(shape[1:])
    total = np.zeros((groups, height, out // groups), x.dtype)
    windows = at.windows(at.pad(x))
    turned = at.spread(g).reshape(len(x), groups, out // groups, at.row).swapaxes(2, 3)
    room, parts = room_for(windows, (groups, height, at.row))
    spare = np.empty((len(room), *total.shape), x.dtype)
    for part in parts:
        columns = filled(room, windows[part])
        found = spare[: len(columns)]
        product_of(columns, turned[part], found)
        total += found[0] if len(found) == 1 else found.sum(0)
    return total
