"""Composites that put tensors together, take them apart, or repeat them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ...dispatch.errors import ArgumentError, explain_error
from ...dispatch.generated.functions import (
    cat,
    index_select,
    repeat,
    reshape,
    slice,
    split,
    unsqueeze,
)
from ...dispatch.registry import composite
from ...dispatch.tensor import Tensor
from ..factories import tensor as make
from ..shapes import wrap_dim

composite("concat")(lambda tensors, dim=0: cat(tensors, dim))
composite("concatenate")(lambda tensors, dim=0: cat(tensors, dim))


def at_least(self: Tensor, rank: int) -> Tensor:
    """Return a tensor with dimensions of size one put in, as NumPy's atleast_2d and _3d do."""
    if rank > 0 and self.dim() == 0:
        self = reshape(self, (1,))
    if rank > 1 and self.dim() == 1:
        self = unsqueeze(self, 0)
    if rank > 2 and self.dim() == 2:
        self = unsqueeze(self, -1)
    return self


@composite("hstack")
def hstack(tensors: Sequence[Tensor]) -> Tensor:
    whole = [at_least(each, 1) for each in tensors]
    return cat(whole, 0 if whole and whole[0].dim() == 1 else 1)


@composite("vstack")
def vstack(tensors: Sequence[Tensor]) -> Tensor:
    return cat([at_least(each, 2) for each in tensors], 0)


composite("row_stack")(vstack)


@composite("dstack")
def dstack(tensors: Sequence[Tensor]) -> Tensor:
    return cat([at_least(each, 3) for each in tensors], 2)


@composite("column_stack")
def column_stack(tensors: Sequence[Tensor]) -> Tensor:
    columns = [reshape(t, (t.numel(), 1)) if t.dim() <= 1 else t for t in tensors]
    return cat(columns, 1)


@composite("chunk")
def chunk(self: Tensor, chunks: int, dim: int = 0) -> Any:
    shape = self.shape
    if not shape:
        raise RuntimeError("chunk expects at least a 1-dimensional tensor")
    if chunks <= 0:
        raise RuntimeError(f"chunk expects `chunks` to be greater than 0, got: {chunks}")
    n = shape[wrap_dim(dim, len(shape))]
    size = (n + chunks - 1) // chunks
    return split(self, size if size else [0] * chunks, dim)


@composite("split_with_sizes")
def split_with_sizes(self: Tensor, split_sizes: Sequence[int], dim: int = 0) -> Any:
    return split(self, list(split_sizes), dim)


def _pieces(self: Tensor, parts: Any, dim: int) -> Any:
    """Return slices in the sizes of the parts: each is the only view of its operator."""
    start, found = 0, []
    for part in parts:
        size = part.shape[wrap_dim(dim, self.dim())]
        found.append(slice(self, dim, start, start + size))
        start += size
    return found


@composite("unsafe_chunk")
def unsafe_chunk(self: Tensor, chunks: int, dim: int = 0) -> Any:
    return _pieces(self, chunk(self.detach(), chunks, dim), dim)


@composite("unsafe_split")
def unsafe_split(self: Tensor, split_size: int, dim: int = 0) -> Any:
    return _pieces(self, split(self.detach(), split_size, dim), dim)


@composite("unsafe_split_with_sizes")
def unsafe_split_with_sizes(self: Tensor, split_sizes: Sequence[int], dim: int = 0) -> Any:
    return _pieces(self, split_with_sizes(self.detach(), split_sizes, dim), dim)


def _bounds(n: int, given: Any) -> list[int]:
    """Return where the pieces of a dimension of size n begin and end."""
    if isinstance(given, Tensor):
        given = given.tolist()
    if isinstance(given, int):
        if given <= 0:
            raise RuntimeError(f"number of sections must be larger than 0, got {given}")
        size, more = divmod(n, given)
        ends = [0]
        for i in range(given):
            ends.append(ends[-1] + size + (i < more))
        return ends
    return [0, *[i.__index__() for i in given], n]


@composite("tensor_split")
def tensor_split(self: Tensor, indices_or_sections: Any, dim: int = 0) -> Any:
    if not self.dim():
        raise RuntimeError("tensor_split expected at least a 1-dimensional tensor, but got 0 dims")
    axis = wrap_dim(dim, self.dim())
    n = self.shape[axis]
    ends = _bounds(n, indices_or_sections)
    return [slice(self, axis, start, end) for start, end in zip(ends[:-1], ends[1:], strict=True)]


def _split_along(self: Tensor, given: Any, name: str, rank: int, dim: int) -> Any:
    if self.dim() < rank:
        raise RuntimeError(
            f"torch.{name} requires a tensor with at least {rank} dimension, but got a tensor with "
            f"{self.dim()} dimensions!".replace("torch.", "")
        )
    n = self.shape[dim]
    if isinstance(given, int) and (given <= 0 or n % given):
        raise RuntimeError(
            f"{name} attempted to split along dimension {dim}, but the size of the dimension {n} "
            f"is not divisible by the split_size {given}!"
        )
    return tensor_split(self, given, dim)


@composite("hsplit")
def hsplit(self: Tensor, indices_or_sections: Any) -> Any:
    return _split_along(self, indices_or_sections, "hsplit", 1, 0 if self.dim() == 1 else 1)


@composite("vsplit")
def vsplit(self: Tensor, indices_or_sections: Any) -> Any:
    return _split_along(self, indices_or_sections, "vsplit", 2, 0)


@composite("dsplit")
def dsplit(self: Tensor, indices_or_sections: Any) -> Any:
    return _split_along(self, indices_or_sections, "dsplit", 3, 2)


@composite("tile")
def tile(self: Tensor, dims: Sequence[int]) -> Tensor:
    return repeat(self, (1,) * (self.dim() - len(dims)) + tuple(dims))


@composite("repeat_interleave")
def repeat_interleave(
    self: Tensor, repeats: Any, dim: int | None = None, output_size: int | None = None
) -> Tensor:
    if dim is None:
        self, dim = reshape(self, (-1,)), 0
    if not self.dim():
        self = reshape(self, (1,))
    n = self.shape[wrap_dim(dim, self.dim())]
    counts = repeats.tolist() if isinstance(repeats, Tensor) else repeats
    counts = [counts] if isinstance(counts, int) else list(counts)
    if len(counts) == 1:
        counts = counts * n
    if len(counts) != n:
        raise RuntimeError(
            "repeats must have the same size as input along dim, but got repeats.size(0) = "
            f"{len(counts)} and input.size({dim}) = {n}"
        )
    if min(counts, default=0) < 0:
        raise RuntimeError("repeats can not be negative")
    places = [i for i, count in enumerate(counts) for _ in range(count)]
    if output_size is not None and output_size != len(places):
        raise ArgumentError(
            explain_error(
                "repeat_interleave",
                f"got output_size={output_size}",
                accepted=f"{len(places)} here",
            )
        )
    from ..dtypes import int64

    return index_select(self, dim, make(places, dtype=int64, device=self.device))
