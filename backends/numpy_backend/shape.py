"""NumPy kernels of the operators that return views, and of clone.

Each returns a NumPy view where PyTorch returns a view; reshape copies only where no view exists.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from ...dispatch.registry import raw_kernel
from ..create import fill
from ..layout import format_strides, preserve_format
from ..overlap import check_overlap, check_partial_overlap
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
from ..strided import arranged, bytes_before, memory_of, strided

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
    return strided(self, size, strides)


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


def clone_plain(self: Array) -> Any:
    # The order of the strides is kept, gaps are not; an expanded array becomes an ordinary one.
    if self.flags.c_contiguous or 0 in self.strides:
        return self.copy()
    return self.copy("K")


@kernel("clone", plain=clone_plain)
def clone(self: Array, memory_format: Any = None) -> Any:
    if memory_format is None or memory_format is preserve_format:
        return clone_plain(self)
    return arranged(self, format_strides(self.shape, memory_format))


@kernel("_contiguous")
def contiguous(self: Array) -> Any:
    return self.copy("C")


@kernel("_clone_memory")
def clone_memory(self: Array) -> Any:
    memory = memory_of(self)
    before = bytes_before(self, memory)
    return np.ndarray(self.shape, self.dtype, memory.copy(), before, self.strides)


@kernel("alias")
def alias(self: Array) -> Any:
    return self[...]


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
    if src is self:
        return
    if self.base is not None or src.base is not None:  # who owns memory shares it with views only
        check_overlap("copy_", self)
        check_partial_overlap("copy_", self, (src,))
    try:
        if src.ndim > self.ndim:  # NumPy would drop leading dimensions of size 1
            raise ValueError
        self[...] = src.real if src.dtype.kind == "c" != self.dtype.kind else src
    except ValueError:
        if not self.flags.writeable:
            raise
        raise copy_error(self.shape, src.shape) from None


@kernel("zero_")
def zero_(self: Array) -> None:
    self[...] = 0


@kernel("fill_")
def fill_(self: Array, value: Any) -> None:
    if not isinstance(value, np.ndarray):
        fill(self, value)
        return
    if value.ndim:
        raise fill_error(value.ndim)
    check_overlap("fill_", self)
    np.copyto(self, value, "unsafe")
