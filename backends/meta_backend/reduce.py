"""Meta kernels of the reductions and of softmax."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ...dispatch.operator import Operator
from ...dispatch.registry import lookup, raw_kernel
from ..dtypes import NpDType
from ..shapes import reduced_axes, reduced_shape
from ..strides import result_order, strides_in_order
from .asking import ask, ask_all
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


@kernel("*reduction")
def reduction(operator: Operator, self: MetaArray, *options: Any) -> Any:
    """Take the dimensions away; NumPy's kernel says which dtypes come out, and what is refused."""
    names = [a.name for a in operator.schema.arguments[1:]]
    given = dict(zip(names, options, strict=False))
    dim, keepdim = given.get("dim"), given.get("keepdim", False)
    dtypes = ask_all(operator, (self, *options))
    results = tuple([reduced(self, dim, keepdim, dtype) for dtype in dtypes])
    return results if len(results) > 1 else results[0]


@kernel("softmax")
def softmax(self: MetaArray, dim: int, dtype: Any = None) -> MetaArray:
    return combined(self.shape, ask(lookup("softmax"), (self, dim, dtype)), [self])


@kernel("log_softmax")
def log_softmax(self: MetaArray, dim: int, dtype: Any = None) -> MetaArray:
    return combined(self.shape, ask(lookup("log_softmax"), (self, dim, dtype)), [self])
