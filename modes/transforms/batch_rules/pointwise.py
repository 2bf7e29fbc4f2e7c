"""Batching rules of operators that work element by element: one for all of them, by their tag.

Operands are aligned so that broadcasting pairs the dimensions that it pairs for one example. A
tensor without dimensions yields to others when dtypes are promoted; a batch of such has one, so it
is cast first.
"""

from __future__ import annotations

from typing import Any

from ....backends.promotion import result_dtype
from ....dispatch.operator import Operator
from ....dispatch.tensor import Tensor
from ..batching import BatchInfo
from .common import batch_rule, ranks, with_rank


@batch_rule("*pointwise")
def pointwise(operator: Operator, info: BatchInfo, in_dims: Any, *args: Any) -> Any:
    rank = ranks(args, in_dims)
    aligned = [
        with_rank(value, rank) if dim == 0 else value
        for value, dim in zip(args, in_dims, strict=True)
    ]
    return operator.call(tuple(aligned)), 0
