"""Meta kernels of views between complex numbers and pairs of real ones."""

from __future__ import annotations

from ...dispatch.registry import raw_kernel
from ..numpy_backend.complex import COMPLEX, check_complex, check_pairs
from .payload import MetaArray

kernel = raw_kernel("Meta")
REAL = {c: r for r, c in COMPLEX.items()}


@kernel("view_as_real")
def view_as_real(self: MetaArray) -> MetaArray:
    check_complex("view_as_real", self.dtype)
    strides = (*[2 * s for s in self.strides], 1)
    return self.view((*self.shape, 2), strides, self.offset, REAL[self.dtype])


@kernel("view_as_complex")
def view_as_complex(self: MetaArray) -> MetaArray:
    target = check_pairs(self.dtype, self.shape, self.strides, self.offset)
    strides = tuple([s // 2 for s in self.strides[:-1]])
    return self.view(self.shape[:-1], strides, -(self.offset // 2), target)
