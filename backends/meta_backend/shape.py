"""Meta kernels of the operators that return views, of clone, and of what is written in place."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ...dispatch.registry import raw_kernel
from ..create import fill_constant
from ..layout import format_strides, preserve_format
from ..overlap import check_overlap
from ..shapes import (
    broadcast_error,
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
from ..strides import reshaped_strides
from .payload import MetaArray, like

kernel = raw_kernel("Meta")


@kernel("reshape")
def reshape(self: MetaArray, shape: Sequence[int]) -> MetaArray:
    target = infer_shape(shape, self.size)
    strides = reshaped_strides(self.shape, self.strides, target)
    return MetaArray(target, self.dtype) if strides is None else self.view(target, strides)


def _permuted(self: MetaArray, axes: Sequence[int], further: int = 0) -> MetaArray:
    shape, strides = self.shape, self.strides
    return self.view(tuple([shape[a] for a in axes]), tuple([strides[a] for a in axes]), further)


@kernel("transpose")
def transpose(self: MetaArray, dim0: int, dim1: int) -> MetaArray:
    dim0, dim1 = wrap_dim(dim0, self.ndim), wrap_dim(dim1, self.ndim)
    axes = [*range(self.ndim)]
    if axes:
        axes[dim0], axes[dim1] = dim1, dim0
    return _permuted(self, axes)


@kernel("permute")
def permute(self: MetaArray, dims: Sequence[int]) -> MetaArray:
    ndim = self.ndim
    axes = [d + ndim if d < 0 else d for d in dims]
    if sorted(axes) != [*range(ndim)]:
        raise permute_error(ndim, dims)
    return _permuted(self, axes)


@kernel("expand")
def expand(self: MetaArray, size: Sequence[int]) -> MetaArray:
    target = expanded_shape(self.shape, size)
    new = len(target) - self.ndim
    strides = [0] * new
    for n, old, stride in zip(target[new:], self.shape, self.strides, strict=True):
        strides.append(stride if n == old else 0)
    return self.view(target, tuple(strides))


@kernel("select")
def select(self: MetaArray, dim: int, index: int) -> MetaArray:
    if not self.ndim:
        raise no_dims_error("select")
    axis = wrap_dim(dim, self.ndim)
    n = self.shape[axis]
    if not -n <= index < n:
        raise select_error(self.shape, axis, index)
    kept = [i for i in range(self.ndim) if i != axis]
    return _permuted(self, kept, (index + n if index < 0 else index) * self.strides[axis])


@kernel("slice")
def slice_(
    self: MetaArray, dim: int = 0, start: int | None = None, end: int | None = None, step: int = 1
) -> MetaArray:
    if not self.ndim:
        raise no_dims_error("slice")
    axis = wrap_dim(dim, self.ndim)
    if step <= 0:
        raise RuntimeError("slice step must be positive")
    shape, strides = [*self.shape], [*self.strides]
    taken = range(*slice(start, end, step).indices(shape[axis]))
    further = taken.start * strides[axis]
    shape[axis] = len(taken)
    strides[axis] *= step
    return self.view(tuple(shape), tuple(strides), further)


@kernel("squeeze")
def squeeze(self: MetaArray, dim: int | Sequence[int] | None = None) -> MetaArray:
    axes = range(self.ndim) if dim is None else wrap_dims(dim, self.ndim)
    return _permuted(self, [i for i, n in enumerate(self.shape) if i not in axes or n != 1])


@kernel("unsqueeze")
def unsqueeze(self: MetaArray, dim: int) -> MetaArray:
    axis = wrap_dim(dim, self.ndim + 1)
    shape, strides = self.shape, self.strides
    stride = 1 if axis == self.ndim else shape[axis] * strides[axis]
    return self.view((*shape[:axis], 1, *shape[axis:]), (*strides[:axis], stride, *strides[axis:]))


@kernel("clone")
def clone(self: MetaArray, memory_format: Any = None) -> MetaArray:
    if memory_format is None or memory_format is preserve_format:
        return like(self)
    return MetaArray(self.shape, self.dtype, format_strides(self.shape, memory_format))


@kernel("_contiguous")
def contiguous(self: MetaArray) -> MetaArray:
    return MetaArray(self.shape, self.dtype)


@kernel("_clone_memory")
def clone_memory(self: MetaArray) -> MetaArray:
    return MetaArray(self.shape, self.dtype, self.strides)


@kernel("alias")
def alias(self: MetaArray) -> MetaArray:
    return self.view(self.shape, self.strides)


@kernel("select_backward")
def select_backward(grad: MetaArray, sizes: Sequence[int], dim: int, index: int) -> MetaArray:
    whole = MetaArray(tuple(sizes), grad.dtype)
    select(whole, dim, index)
    return whole


@kernel("slice_backward")
def slice_backward(
    grad: MetaArray, sizes: Sequence[int], dim: int, start: int | None, end: int | None, step: int
) -> MetaArray:
    whole = MetaArray(tuple(sizes), grad.dtype)
    slice_(whole, dim, start, end, step)
    return whole


# ----- writing: nothing is written, but what could not be is refused -----


@kernel("copy_")
def copy_(self: MetaArray, src: MetaArray) -> None:
    check_overlap("copy_", self)
    if len(src.shape) > len(self.shape) or broadcast_error(self.shape, src.shape) is not None:
        raise copy_error(self.shape, src.shape)
    if any(n != m for n, m in zip(src.shape[::-1], self.shape[::-1], strict=False) if n != 1):
        raise copy_error(self.shape, src.shape)


@kernel("zero_")
def zero_(self: MetaArray) -> None:
    del self


@kernel("fill_")
def fill_(self: MetaArray, value: object) -> None:
    if isinstance(value, MetaArray):
        if value.ndim:
            raise fill_error(value.ndim)
    else:
        fill_constant(self.dtype, value)
