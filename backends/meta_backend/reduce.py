"""Meta kernels of the reductions and of softmax."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ...dispatch.registry import lookup, raw_kernel
from ..dtypes import NpDType
from ..shapes import reduced_axes, reduced_shape
from ..strides import result_order, strides_in_order
from .asking import ask
from .payload import MetaArray, combined

kernel = raw_kernel("Meta")

Dims = int | Sequence[int] | None


def reduced(self: MetaArray, dim: Dims, keepdim: bool, dtype: NpDType) -> MetaArray:
    """Return the result of a reduction: what is left keeps its order in memory."""
    axes = reduced_axes(dim, self.ndim)
    shape = reduced_shape(self.shape, axes, keepdim)
    gone = range(self.ndim) if axes is None else axes
    strides = [s for i, s in enumerate(self.strides) if keepdim or i not in gone]
    order = result_order(len(shape), [tuple(strides)])
    return MetaArray(shape, dtype, strides_in_order(shape, order))


@kernel("sum")
def sum(self: MetaArray, dim: Dims = None, keepdim: bool = False, dtype: Any = None) -> MetaArray:
    return reduced(self, dim, keepdim, ask(lookup("sum"), (self, dim, keepdim, dtype)))


@kernel("mean")
def mean(self: MetaArray, dim: Dims = None, keepdim: bool = False, dtype: Any = None) -> MetaArray:
    return reduced(self, dim, keepdim, ask(lookup("mean"), (self, dim, keepdim, dtype)))


@kernel("amax")
def amax(self: MetaArray, dim: int | Sequence[int] = (), keepdim: bool = False) -> MetaArray:
    return reduced(self, dim, keepdim, ask(lookup("amax"), (self, dim, keepdim)))


@kernel("softmax")
def softmax(self: MetaArray, dim: int, dtype: Any = None) -> MetaArray:
    return combined(self.shape, ask(lookup("softmax"), (self, dim, dtype)), [self])


@kernel("log_softmax")
def log_softmax(self: MetaArray, dim: int, dtype: Any = None) -> MetaArray:
    return combined(self.shape, ask(lookup("log_softmax"), (self, dim, dtype)), [self])
