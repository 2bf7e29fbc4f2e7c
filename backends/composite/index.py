"""Composites that read and write elements by their indices."""

from __future__ import annotations

from ...dispatch.generated.functions import expand, gather, reshape, where
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
