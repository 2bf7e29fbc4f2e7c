"""Meta kernels that put tensors together, repeat them, or move elements about."""

from __future__ import annotations

from collections.abc import Sequence

from ...dispatch.registry import raw_kernel
from ..create import fill_constant
from ..numpy_backend.join import check_cat, check_repeats, check_stack, check_triangle, padded_shape
from ..numpy_backend.view import check_diagonal
from ..shapes import Shape, wrap_dim, wrap_dims
from .payload import MetaArray
from .sized import sized, with_dim

kernel = raw_kernel("Meta")


@sized("cat")
def cat(tensors: Sequence[MetaArray], dim: int = 0) -> Shape:
    used, axis = check_cat(tensors, dim)
    return with_dim(used[0].shape, axis, sum(a.shape[axis] for a in used))


@sized("stack")
def stack(tensors: Sequence[MetaArray], dim: int = 0) -> Shape:
    axis = check_stack(tensors, dim)
    shape = tensors[0].shape
    return (*shape[:axis], len(tensors), *shape[axis:])


@sized("flip")
def flip(self: MetaArray, dims: Sequence[int]) -> Shape:
    if dims:
        wrap_dims(dims, self.ndim)
    return self.shape


@sized("roll")
def roll(self: MetaArray, shifts: Sequence[int], dims: Sequence[int] = ()) -> Shape:
    for d in dims:
        wrap_dim(d, self.ndim)
    return self.shape


@sized("repeat")
def repeat(self: MetaArray, repeats: Sequence[int]) -> Shape:
    check_repeats(self.ndim, repeats)
    whole = (1,) * (len(repeats) - self.ndim) + self.shape
    return tuple([n * r for n, r in zip(whole, repeats, strict=True)])


@sized("tril", "triu")
def triangle(self: MetaArray, diagonal: int = 0) -> Shape:
    check_triangle(self.ndim, "tril")
    return self.shape


@sized("diag_embed")
def diag_embed(self: MetaArray, offset: int = 0, dim1: int = -2, dim2: int = -1) -> Shape:
    first, second = check_diagonal(self.ndim + 1, dim1, dim2)
    shape = list(self.shape[:-1])
    for axis in sorted((first, second)):
        shape.insert(axis, self.shape[-1] + abs(offset))
    return tuple(shape)


@kernel("constant_pad_nd")
def constant_pad_nd(self: MetaArray, pad: Sequence[int], value: object = 0) -> MetaArray:
    fill_constant(self.dtype, value)
    return MetaArray(padded_shape(self.shape, pad), self.dtype)
