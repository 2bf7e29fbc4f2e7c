"""Composites that only change how elements are arranged."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from ...dispatch.errors import explain_error
from ...dispatch.generated.functions import (
    _clone_memory,
    _contiguous,
    as_strided,
    clone,
    conj,
    copy_,
    diag_embed,
    diagonal,
    expand,
    fill_,
    flip,
    permute,
    reshape,
    select,
    slice,
    transpose,
    view,
)
from ...dispatch.registry import composite
from ...dispatch.tensor import Tensor, backend_of
from ..layout import contiguous_format, is_contiguous, preserve_format
from ..shapes import wrap_dim, wrap_dims


@composite("view_as")
def view_as(self: Tensor, other: Tensor) -> Tensor:
    return view(self, tuple(other.shape))


@composite("reshape_as")
def reshape_as(self: Tensor, other: Tensor) -> Tensor:
    return reshape(self, tuple(other.shape))


@composite("expand_as")
def expand_as(self: Tensor, other: Tensor) -> Tensor:
    return expand(self, tuple(other.shape))


@composite("broadcast_to")
def broadcast_to(self: Tensor, size: Sequence[int]) -> Tensor:
    return expand(self, tuple(size))


@composite("flatten")
def flatten(self: Tensor, start_dim: int = 0, end_dim: int = -1) -> Tensor:
    shape = self.shape
    rank = len(shape)
    if start_dim == 0 and end_dim == -1 and rank > 1:
        return reshape(self, (math.prod(shape),))
    start, end = wrap_dim(start_dim, rank), wrap_dim(end_dim, rank)
    if start > end:
        raise RuntimeError("flatten() has invalid args: start_dim cannot come after end_dim")
    if not shape:
        return reshape(self, (1,))
    if start == end:
        return self
    return reshape(self, (*shape[:start], math.prod(shape[start : end + 1]), *shape[end + 1 :]))


@composite("unflatten")
def unflatten(self: Tensor, dim: int, sizes: Sequence[int]) -> Tensor:
    shape = tuple(self.shape)
    axis = wrap_dim(dim, len(shape))
    if not sizes:
        raise RuntimeError("unflatten: sizes must be non-empty")
    known = math.prod([n for n in sizes if n != -1])
    hole = list(sizes).count(-1)
    if hole > 1:
        raise RuntimeError("only one dimension can be inferred")
    if (known != shape[axis] and not hole) or (hole and (known == 0 or shape[axis] % known)):
        raise RuntimeError(
            f"unflatten: Provided sizes {list(sizes)} don't multiply up to the size of dim {axis} "
            f"({shape[axis]}) in the input tensor"
        )
    inner = [shape[axis] // known if n == -1 else n for n in sizes]
    return view(self, (*shape[:axis], *inner, *shape[axis + 1 :]))


@composite("ravel")
def ravel(self: Tensor) -> Tensor:
    flat = self if self.dim() == 1 else reshape(self, (-1,))
    return contiguous(flat)


@composite("t")
def t(self: Tensor) -> Tensor:
    rank = self.dim()
    if rank > 2:
        raise RuntimeError(f"t() expects a tensor with <= 2 dimensions, but self is {rank}D")
    return transpose(self, 0, 1 if rank == 2 else 0)


@composite("adjoint")
def adjoint(self: Tensor) -> Tensor:
    if self.dim() < 2:
        raise RuntimeError(
            "tensor.adjoint() is only supported on matrices or batches of matrices, "
            f"got {self.dim()}-D"
        )
    return conj(transpose(self, -2, -1))


@composite("movedim")
def movedim(self: Tensor, source: Sequence[int], destination: Sequence[int]) -> Tensor:
    rank = self.dim()
    if len(source) != len(destination):
        raise RuntimeError(
            "movedim: Invalid source or destination dims: source "
            f"({list(source)} dims) should contain the same number of dims as destination "
            f"({list(destination)} dims)"
        )
    here, there = wrap_dims(tuple(source), rank), wrap_dims(tuple(destination), rank)
    if rank == 0:
        return transpose(self, 0, 0)
    rest = iter([d for d in range(rank) if d not in here])
    moved = dict(zip(there, here, strict=True))
    return permute(self, tuple([moved[d] if d in moved else next(rest) for d in range(rank)]))


composite("moveaxis")(movedim)


@composite("swapaxes")
def swapaxes(self: Tensor, axis0: int, axis1: int) -> Tensor:
    return transpose(self, axis0, axis1)


composite("swapdims")(swapaxes)


@composite("narrow")
def narrow(self: Tensor, dim: int, start: int, length: int) -> Tensor:
    shape = self.shape
    if not shape:
        raise RuntimeError("narrow() cannot be applied to a 0-dim tensor.")
    if length < 0:
        raise RuntimeError("narrow(): length must be non-negative.")
    axis = wrap_dim(dim, len(shape))
    n = shape[axis]
    if not -n <= start <= n:
        raise IndexError(
            f"start out of range (expected to be in range of [{-n}, {n}], but got {start})"
        )
    first = start + n if start < 0 else start
    if first + length > n:
        raise RuntimeError(f"start ({first}) + length ({length}) exceeds dimension size ({n}).")
    return slice(self, axis, first, first + length)


@composite("contiguous")
def contiguous(self: Tensor, memory_format: Any = None) -> Tensor:
    if memory_format is None or memory_format is contiguous_format:
        return self if backend_of(self).is_contiguous(self._data) else _contiguous(self)
    if memory_format is preserve_format:
        raise RuntimeError(
            explain_error(
                "contiguous",
                "preserve_format says of no tensor whether it is contiguous",
                accepted="contiguous_format, channels_last or channels_last_3d",
            )
        )
    if is_contiguous(self, memory_format):
        return self
    return clone(self, memory_format=memory_format)


@composite("rot90")
def rot90(self: Tensor, k: int = 1, dims: Sequence[int] = (0, 1)) -> Tensor:
    rank = self.dim()
    if len(dims) != 2:
        raise RuntimeError(f"expected total rotation dims == 2, but got dims = {len(dims)}")
    if rank < 2:
        raise RuntimeError(f"expected total dims >= 2, but got total dims = {rank}")
    first, second = wrap_dim(dims[0], rank), wrap_dim(dims[1], rank)
    if first == second:
        raise RuntimeError(
            f"expected rotation dims to be different, but got dim0 = {dims[0]} and dim1 = {dims[1]}"
        )
    turns = k % 4
    if turns == 0:
        return clone(self)
    if turns == 1:
        return transpose(flip(self, (second,)), first, second)
    if turns == 2:
        return flip(self, (first, second))
    return transpose(flip(self, (first,)), first, second)


@composite("fliplr")
def fliplr(self: Tensor) -> Tensor:
    if self.dim() < 2:
        raise RuntimeError("Input must be >= 2-d.")
    return flip(self, (1,))


@composite("flipud")
def flipud(self: Tensor) -> Tensor:
    if self.dim() < 1:
        raise RuntimeError("Input must be >= 1-d.")
    return flip(self, (0,))


@composite("diag")
def diag(self: Tensor, diagonal: int = 0) -> Tensor:
    rank = self.dim()
    if rank == 1:
        return diag_embed(self, diagonal)
    if rank == 2:
        return clone(_diagonal(self, diagonal))
    raise RuntimeError(
        explain_error("diag", f"got a {rank}-D tensor", accepted="a vector or a matrix")
    )


_diagonal = diagonal  # `diag` has an argument of that name


@composite("diagflat")
def diagflat(self: Tensor, offset: int = 0) -> Tensor:
    return diag_embed(reshape(self, (-1,)), offset)


def _written(whole: Tensor, take: Any, src: Tensor, name: str, *args: Any) -> Tensor:
    """Return a copy, in which the view that `take` gives holds `src`."""
    part = take(whole, *args)
    if part.shape != src.shape:
        raise RuntimeError(
            f"{name}: expected src to have a size equal to the slice of self. src size = "
            f"{list(src.shape)}, slice size = {list(part.shape)}"
        )
    copy_(part, src)
    return whole


@composite("select_scatter")
def select_scatter(self: Tensor, src: Tensor, dim: int, index: int) -> Tensor:
    return _written(clone(self), select, src, "select_scatter", dim, index)


@composite("slice_scatter")
def slice_scatter(
    self: Tensor,
    src: Tensor,
    dim: int = 0,
    start: int | None = None,
    end: int | None = None,
    step: int = 1,
) -> Tensor:
    return _written(clone(self), slice, src, "slice_scatter", dim, start, end, step)


@composite("diagonal_scatter")
def diagonal_scatter(
    self: Tensor, src: Tensor, offset: int = 0, dim1: int = 0, dim2: int = 1
) -> Tensor:
    return _written(clone(self), diagonal, src, "diagonal_scatter", offset, dim1, dim2)


@composite("as_strided_scatter")
def as_strided_scatter(
    self: Tensor,
    src: Tensor,
    size: Sequence[int],
    stride: Sequence[int],
    storage_offset: int | None = None,
) -> Tensor:
    whole = _clone_memory(self)
    return _written(whole, as_strided, src, "as_strided_scatter", size, stride, storage_offset)


@composite("fill")
def fill(self: Tensor, value: Any) -> Tensor:
    return fill_(clone(self), value)
