"""NumPy kernels of the operators that return views, and of clone.

Each returns a NumPy view where PyTorch returns a view; reshape copies only where no view exists.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from ...dispatch.registry import raw_kernel
from ..create import fill_constant
from ..forms import check_overlap
from ..promotion import Array
from ..shapes import (
    copy_error,
    expanded_shape,
    fill_error,
    infer_shape,
    no_dims_error,
    permute_error,
    select_error,
    wrap_dim,
    wrap_dims,
)

__warningregistry__ = 0  # Note [Silent arithmetic] in array_backend.py

kernel = raw_kernel("NumPy")


@kernel("reshape")
def reshape(self: Array, shape: Sequence[int]) -> Any:
    # NumPy checks the same things for 120 ns; only its messages and one rule differ, so PyTorch's
    # check runs when NumPy refuses, or where NumPy would take any negative number for -1.
    if not shape or min(shape) >= -1:
        try:
            return self.reshape(shape)
        except ValueError:
            pass
    return self.reshape(infer_shape(shape, self.size))


@kernel("transpose")
def transpose(self: Array, dim0: int, dim1: int) -> Any:
    ndim = self.ndim
    if ndim == 2 and -2 <= dim0 < 2 and -2 <= dim1 < 2 and (dim0 - dim1) % 2:
        return self.T
    dim0, dim1 = wrap_dim(dim0, ndim), wrap_dim(dim1, ndim)
    return self.swapaxes(dim0, dim1) if ndim else self[...]


@kernel("permute")
def permute(self: Array, dims: Sequence[int]) -> Any:
    try:
        return self.transpose(dims)
    except ValueError:  # includes NumPy's AxisError
        pass
    raise permute_error(self.ndim, dims)


@kernel("expand")
def expand(self: Array, size: Sequence[int]) -> Any:
    # 740 ns; np.broadcast_to takes 2,400 and returns a read-only array.
    shape = self.shape
    i = new = len(size) - len(shape)
    if new < 0 or (new and min(size) < 0):
        size = expanded_shape(shape, size)  # with each -1 replaced, or an error
    strides = [0] * new
    for stride in self.strides:
        n, old = size[i], shape[i - new]
        if n == old:
            strides.append(stride)
        elif old == 1 and n >= 0:
            strides.append(0)
        else:
            return expand(self, expanded_shape(shape, size))
        i += 1
    if self.flags.c_contiguous:
        return np.ndarray(size, self.dtype, self, 0, strides)
    return np.lib.stride_tricks.as_strided(self, size, strides, writeable=self.flags.writeable)


@kernel("select")
def select(self: Array, dim: int, index: int) -> Any:
    ndim = self.ndim
    if not ndim:
        raise no_dims_error("select")
    axis = wrap_dim(dim, ndim)
    try:
        if axis == 0:
            return self[index, ...]
        return self[(slice(None),) * axis + (index, ...)]
    except IndexError:
        raise select_error(self.shape, axis, index) from None


@kernel("slice")
def slice_(
    self: Array, dim: int = 0, start: int | None = None, end: int | None = None, step: int = 1
) -> Any:
    ndim = self.ndim
    if not ndim:
        raise no_dims_error("slice")
    axis = wrap_dim(dim, ndim)
    if step <= 0:
        raise RuntimeError("slice step must be positive")
    piece = slice(start, end, step)
    return self[piece] if axis == 0 else self[(slice(None),) * axis + (piece,)]


@kernel("squeeze")
def squeeze(self: Array, dim: int | Sequence[int] | None = None) -> Any:
    if dim is None:
        return self.squeeze()
    shape = self.shape
    axes = wrap_dims(dim, len(shape))
    if len(axes) == 1 and shape:
        return self.squeeze(axes[0]) if shape[axes[0]] == 1 else self[...]
    return self.squeeze(tuple([a for a in axes if shape and shape[a] == 1]))


@kernel("unsqueeze")
def unsqueeze(self: Array, dim: int) -> Any:
    axis = wrap_dim(dim, self.ndim + 1)
    return self[None] if axis == 0 else self[(slice(None),) * axis + (None,)]


@kernel("clone")
def clone(self: Array) -> Any:
    # The order of the strides is kept, gaps are not; an expanded array becomes an ordinary one.
    if self.flags.c_contiguous or 0 in self.strides:
        return self.copy()
    return self.copy("K")


@kernel("select_backward")
def select_backward(grad: Array, sizes: Sequence[int], dim: int, index: int) -> Any:
    result = np.zeros(tuple(sizes), grad.dtype)
    select(result, dim, index)[...] = grad
    return result


@kernel("slice_backward")
def slice_backward(
    grad: Array, sizes: Sequence[int], dim: int, start: int | None, end: int | None, step: int
) -> Any:
    result = np.zeros(tuple(sizes), grad.dtype)
    slice_(result, dim, start, end, step)[...] = grad
    return result


# ----- writing -----


@kernel("copy_")
def copy_(self: Array, src: Array) -> None:
    check_overlap("copy_", self)
    try:
        np.copyto(self, src.real if src.dtype.kind == "c" != self.dtype.kind else src, "unsafe")
    except ValueError:
        if not self.flags.writeable:
            raise
        raise copy_error(self.shape, src.shape) from None


@kernel("zero_")
def zero_(self: Array) -> None:
    self[...] = 0


@kernel("fill_")
def fill_(self: Array, value: Any) -> None:
    if isinstance(value, np.ndarray) and value.ndim:
        raise fill_error(value.ndim)
    constant = value if isinstance(value, np.ndarray) else fill_constant(self.dtype, value)
    np.copyto(self, constant, "unsafe")


# ----- more views -----


@kernel("view")
def view(self: Array, size: Sequence[int]) -> Any:
    result = reshape(self, size)
    if self.flags.c_contiguous:
        return result
    base = result.base  # a view's base is the array that owns the memory
    if base is None or (base is not self and base is not self.base):
        raise RuntimeError(
            f"view size {list(size)} is not compatible with input tensor's size and stride (at "
            "least one dimension spans across two contiguous subspaces). Use .reshape(...) instead."
        )
    return result


@kernel("diagonal")
def diagonal(self: Array, offset: int = 0, dim1: int = 0, dim2: int = 1) -> Any:
    ndim = self.ndim
    first, second = wrap_dim(dim1, ndim), wrap_dim(dim2, ndim)
    if first == second:
        raise RuntimeError(f"diagonal dimensions cannot be identical {dim1}, {dim2}")
    result = np.diagonal(self, offset, first, second)
    result.flags.writeable = self.flags.writeable
    return result


@kernel("unfold")
def unfold(self: Array, dimension: int, size: int, step: int) -> Any:
    axis = wrap_dim(dimension, self.ndim)
    n = self.shape[axis] if self.ndim else 1
    if size > n:
        raise RuntimeError(
            f"maximum size for tensor at dimension {axis} is {n} but size is {size}"
        )
    if step <= 0:
        raise RuntimeError(f"step is {step} but must be > 0")
    if not self.ndim:
        return self[None][:size]
    shape, strides = [*self.shape, size], [*self.strides, self.strides[axis]]
    shape[axis] = (n - size) // step + 1
    strides[axis] *= step
    return _strided(self, shape, strides)


def _strided(self: Array, shape: Sequence[int], strides: Sequence[int]) -> Array:
    return np.lib.stride_tricks.as_strided(self, shape, strides, writeable=self.flags.writeable)


@kernel("as_strided")
def as_strided(
    self: Array, size: Sequence[int], stride: Sequence[int], storage_offset: int | None = None
) -> Any:
    if len(size) != len(stride):
        raise RuntimeError("mismatch in length of strides and shape")
    if min(stride, default=0) < 0:
        raise RuntimeError("as_strided: Negative strides are not supported at the moment")
    storage, offset = storage_of(self)
    start = offset if storage_offset is None else storage_offset
    reach = start + sum((n - 1) * s for n, s in zip(size, stride, strict=True)) + 1
    if 0 not in size and reach > storage.size:
        raise RuntimeError(
            f"setStorage: sizes {list(size)}, strides {list(stride)}, storage offset {start} "
            f"are out of bounds for storage of {storage.size} elements"
        )
    unit = self.itemsize
    return _strided(storage[start:], size, [s * unit for s in stride])


def storage_of(self: Array) -> tuple[Array, int]:
    """Return the whole memory of an array in one dimension, and where the array starts in it."""
    whole = self
    while isinstance(whole.base, np.ndarray) and whole.base.itemsize == self.itemsize:
        whole = whole.base
    if not whole.flags.c_contiguous:  # what owns its memory fills it, in some order
        order = sorted(range(whole.ndim), key=lambda i: -whole.strides[i])
        whole = whole.transpose(order)
    address = self.__array_interface__["data"][0] - whole.__array_interface__["data"][0]
    return whole.reshape(-1), address // self.itemsize


@kernel("unbind")
def unbind(self: Array, dim: int = 0) -> Any:
    if not self.ndim:
        raise IndexError("Dimension specified as 0 but tensor has no dimensions")
    before = (slice(None),) * wrap_dim(dim, self.ndim)
    return [self[(*before, i, ...)] for i in range(self.shape[len(before)])]


def pieces(shape: tuple[int, ...], split: Any, dim: int) -> tuple[int, list[int]]:
    """Return the axis that is split and the sizes of the pieces.

    Raises
    ------
    RuntimeError
        If they do not add up to the size of the dimension.
    """
    if not shape:
        raise RuntimeError("split expects at least a 1-dimensional tensor")
    axis = wrap_dim(dim, len(shape))
    n = shape[axis]
    if isinstance(split, int):
        if split < 0:
            raise RuntimeError(f"split expects split_size be non-negative, but got split_size={split}")
        if split == 0 and n:
            raise RuntimeError("split_size can only be 0 if dimension size is 0")
        return axis, [min(split, n - start) for start in range(0, n, split or 1)] or [n]
    sizes = [size.__index__() for size in split]
    if min(sizes, default=0) < 0:
        raise RuntimeError(
            f"split_with_sizes expects split_sizes have only non-negative entries, but got {sizes}"
        )
    if sum(sizes) != n:
        raise RuntimeError(
            f"split_with_sizes expects split_sizes to sum exactly to {n} (input tensor's size at "
            f"dimension {axis}), but got split_sizes={sizes}"
        )
    return axis, sizes


@kernel("split")
def split(self: Array, split_size_or_sections: Any, dim: int = 0) -> Any:
    axis, sizes = pieces(self.shape, split_size_or_sections, dim)
    before = (slice(None),) * axis
    start, found = 0, []
    for size in sizes:
        found.append(self[(*before, slice(start, start + size))])
        start += size
    return found


@kernel("diagonal_backward")
def diagonal_backward(
    grad: Array, sizes: Sequence[int], offset: int, dim1: int, dim2: int
) -> Any:
    result = np.zeros(tuple(sizes), grad.dtype)
    diagonal(result, offset, dim1, dim2)[...] = grad
    return result


@kernel("unfold_backward")
def unfold_backward(
    grad: Array, sizes: Sequence[int], dimension: int, size: int, step: int
) -> Any:
    result = np.zeros(tuple(sizes), grad.dtype)
    if not sizes:
        result[...] = grad.sum()
        return result
    axis = wrap_dim(dimension, len(sizes))
    before = (slice(None),) * axis
    count = grad.shape[axis]
    with np.errstate(all="ignore"):
        for i in range(size):  # windows overlap, but their elements at one place do not
            places = slice(i, i + (count - 1) * step + 1, step) if count else slice(0, 0)
            result[(*before, places)] += grad[..., i]
    return result


@kernel("as_strided_backward")
def as_strided_backward(
    grad: Array,
    self: Array,
    size: Sequence[int],
    stride: Sequence[int],
    storage_offset: int | None,
) -> Any:
    """Add up what was read from each place of the memory, then read it in the sizes of the input.

    Where several elements of the input are one place of the memory, they share its gradient.
    """
    unit = self.itemsize
    own = tuple([s // unit for s in self.strides])
    offset = storage_of(self)[1]
    start = 0 if storage_offset is None else storage_offset - offset
    low = min(0, start)
    places = _places(self.shape, own) - low
    read = _places(tuple(size), tuple(stride)) + (start - low)
    memory = np.zeros(max(places.max(initial=0), read.max(initial=0)) + 1, grad.dtype)
    with np.errstate(all="ignore"):
        np.add.at(memory, read, grad)
        if len(np.unique(places)) != places.size:
            memory /= np.maximum(np.bincount(places.reshape(-1), minlength=memory.size), 1)
    return memory[places]


def _places(shape: Sequence[int], strides: Sequence[int]) -> Any:
    """Return where in memory each element stands."""
    places = np.zeros(tuple(shape), np.int64)
    for axis, (n, stride) in enumerate(zip(shape, strides, strict=True)):
        steps = np.arange(n, dtype=np.int64) * stride
        places += steps.reshape((n,) + (1,) * (len(shape) - axis - 1))
    return places


# ----- in memory of their own -----


@kernel("_contiguous")
def contiguous(self: Array) -> Any:
    return self.copy("C")
