"""Meta kernels of the less common views, and of their gradients."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ...dispatch.registry import raw_kernel
from ..dtypes import from_numpy as dtype_of
from ..numpy_backend.view import (
    check_diagonal,
    check_reach,
    check_reinterpreted,
    check_strides,
    check_windows,
    pieces,
    view_error,
)
from ..shapes import infer_shape, wrap_dim
from ..strides import reshaped_strides
from .payload import MetaArray
from .shape import select, slice_

kernel = raw_kernel("Meta")


@kernel("view")
def view(self: MetaArray, size: Sequence[int]) -> MetaArray:
    target = infer_shape(size, self.size)
    strides = reshaped_strides(self.shape, self.strides, target)
    if strides is None:
        raise view_error(size)
    return self.view(target, strides)


@kernel("view.dtype")
def view_dtype(self: MetaArray, dtype: Any) -> MetaArray:
    unit, other = self.dtype.itemsize, dtype.itemsize
    steps = [stride * unit for stride in self.strides]
    check_reinterpreted(self.shape, steps, self.offset, dtype_of(self.dtype), dtype)
    start = self.offset * unit // other
    if unit == other:
        return MetaArray(self.shape, dtype.dtype, self.strides, self.storage, start)
    shape = (*self.shape[:-1], self.shape[-1] * unit // other)
    strides = (*[step // other for step in steps[:-1]], 1)
    return MetaArray(shape, dtype.dtype, strides, self.storage, start)


@kernel("diagonal")
def diagonal(self: MetaArray, offset: int = 0, dim1: int = 0, dim2: int = 1) -> MetaArray:
    first, second = check_diagonal(self.ndim, dim1, dim2)
    rows, columns = self.shape[first], self.shape[second]
    n = max(0, min(rows, columns - offset) if offset >= 0 else min(rows + offset, columns))
    kept = [i for i in range(self.ndim) if i not in (first, second)]
    shape = (*[self.shape[i] for i in kept], n)
    stride = self.strides[first] + self.strides[second]
    further = offset * self.strides[second] if offset >= 0 else -offset * self.strides[first]
    strides = (*[self.strides[i] for i in kept], stride)
    return self.view(shape, strides, further if n else 0)


@kernel("unfold")
def unfold(self: MetaArray, dimension: int, size: int, step: int) -> MetaArray:
    axis = check_windows(self.shape, dimension, size, step)
    if not self.ndim:
        return self.view((size,), (1,))
    shape, strides = [*self.shape, size], [*self.strides, self.strides[axis]]
    shape[axis] = (shape[axis] - size) // step + 1
    strides[axis] *= step
    return self.view(tuple(shape), tuple(strides))


@kernel("as_strided")
def as_strided(
    self: MetaArray, size: Sequence[int], stride: Sequence[int], storage_offset: int | None = None
) -> MetaArray:
    check_strides(size, stride)
    start = self.offset if storage_offset is None else storage_offset
    check_reach(size, stride, start, self.storage.nbytes // self.dtype.itemsize)
    return self.view(tuple(size), tuple(stride), start - self.offset)


@kernel("unbind")
def unbind(self: MetaArray, dim: int = 0) -> list[MetaArray]:
    if not self.ndim:
        raise IndexError("Dimension specified as 0 but tensor has no dimensions")
    axis = wrap_dim(dim, self.ndim)
    return [select(self, axis, i) for i in range(self.shape[axis])]


@kernel("split")
def split(self: MetaArray, split_size_or_sections: Any, dim: int = 0) -> list[MetaArray]:
    axis, sizes = pieces(self.shape, split_size_or_sections, dim)
    starts = [sum(sizes[:i]) for i in range(len(sizes))]
    return [slice_(self, axis, s, s + n) for s, n in zip(starts, sizes, strict=True)]


@kernel("diagonal_backward")
def diagonal_backward(
    grad: MetaArray, sizes: Sequence[int], offset: int, dim1: int, dim2: int
) -> MetaArray:
    return MetaArray(tuple(sizes), grad.dtype)


@kernel("unfold_backward")
def unfold_backward(
    grad: MetaArray, sizes: Sequence[int], dimension: int, size: int, step: int
) -> MetaArray:
    return MetaArray(tuple(sizes), grad.dtype)


@kernel("as_strided_backward")
def as_strided_backward(
    grad: MetaArray,
    geometry: Any,
    size: Sequence[int],
    stride: Sequence[int],
    storage_offset: int | None,
) -> MetaArray:
    return MetaArray(tuple(geometry[0]), grad.dtype)


@kernel("_as_strided_from")
def as_strided_from(
    self: MetaArray,
    geometry: Any,
    size: Sequence[int],
    stride: Sequence[int],
    storage_offset: int | None,
) -> MetaArray:
    return MetaArray(tuple(size), self.dtype)
