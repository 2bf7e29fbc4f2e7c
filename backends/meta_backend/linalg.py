"""Meta kernels of the matrix products."""

from __future__ import annotations

from ...dispatch.registry import lookup, raw_kernel
from ..shapes import matmul_shape
from .asking import ask
from .payload import MetaArray

kernel = raw_kernel("Meta")


@kernel("matmul")
def matmul(self: MetaArray, other: MetaArray) -> MetaArray:
    dtype = ask(lookup("matmul"), (self, other)) if self.shape and other.shape else self.dtype
    return MetaArray(matmul_shape(self.shape, other.shape), dtype)
