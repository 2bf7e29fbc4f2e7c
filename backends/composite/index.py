"""Composites that read and write elements by their indices."""

from __future__ import annotations

from ...dispatch.generated.functions import expand, gather, reshape, scatter_reduce, where
from ...dispatch.registry import composite
from ...dispatch.tensor import Tensor
from ..shapes import broadcast_shapes, wrap_dim


@composite("take_along_dim")
def take_along_dim(self: Tensor, indices: Tensor, dim: int | None = None) -> Tensor:
    if dim is None:
        return gather(reshape(self, (-1,)), 0, reshape(indices, (-1,)))
    if self.dim() != indices.dim():
        raise RuntimeError(
            "take_along_dim(): input and indices should have the same number of dimensions, but "
            f"got {self.dim()} dimensions for input, and {indices.dim()} dimensions for indices"
        )
    axis = wrap_dim(dim, self.dim())
    own, wanted = list(self.shape), list(indices.shape)
    own[axis : axis + 1], wanted[axis : axis + 1] = [1], [1]
    shape = list(broadcast_shapes(tuple(own), tuple(wanted)))
    shape[axis] = indices.shape[axis]
    wide = expand(indices, tuple(shape))
    n = shape[axis] = self.shape[axis]
    return gather(expand(self, tuple(shape)), dim, where(wide < 0, wide + n, wide))


@composite("index_reduce")
def index_reduce(
    self: Tensor, dim: int, index: Tensor, source: Tensor, reduce: str, include_self: bool = True
) -> Tensor:
    if reduce not in ("prod", "mean", "amax", "amin"):
        raise RuntimeError(
            "index_reduce(): Expected reduce to be one of prod, mean, amax or amin but got "
            f"{reduce}."
        )
    if index.dim() > 1:
        raise IndexError(f"index_reduce(): index must be vector-like, but has {index.dim()} dims")
    if not self.dim():
        wide = reshape(index, tuple(source.shape))
        return scatter_reduce(self, 0, wide, source, reduce, include_self=include_self)
    sizes = [1] * self.dim()
    sizes[wrap_dim(dim, self.dim())] = -1
    wide = expand(reshape(index, tuple(sizes)), tuple(source.shape))
    return scatter_reduce(self, dim, wide, source, reduce, include_self=include_self)
