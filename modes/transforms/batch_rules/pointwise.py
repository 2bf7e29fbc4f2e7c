"""Batching rules of operators that work element by element: one for all of them, by their tag.

Operands are aligned so that broadcasting pairs the dimensions that it pairs for one example. Where
operators promote dtypes, a tensor without dimensions yields to others; a batch of such has one, so
operands are cast to the dtype that an example's would be combined in.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from ....backends.promotion import result_dtype
from ....dispatch.generated import functions as rd
from ....dispatch.operator import TENSOR_TYPES, Operator
from .common import aligned, batch_rule, needs, with_rank


@batch_rule("*pointwise")
def pointwise(operator: Operator, info: Any, in_dims: Any, *args: Any) -> Any:
    if len(operator.tensors) == 1:
        return operator.again(args), 0
    ranks = [
        v.dim() - (d == 0) if v.__class__ in TENSOR_TYPES else -1
        for v, d in zip(args, in_dims, strict=True)
    ]
    rank = max(ranks)
    if operator.schema.is_inplace:
        needs(ranks[0] == rank)
    values = [
        with_rank(v, rank) if d == 0 and r < rank else v
        for v, d, r in zip(args, in_dims, ranks, strict=True)
    ]
    if 0 in ranks and len(operator.tensors) > 1 and "promote" in operator.tags:
        promote_as_examples(operator, values, ranks)
    return operator.again(tuple(values)), 0


@batch_rule("masked_fill")
def masked_fill(info: Any, in_dims: Any, self: Any, mask: Any, value: Any) -> Any:
    if in_dims[2] is None:
        return NotImplemented
    needs(value.dim() == 1)
    self, mask, value = aligned((self, mask, value), in_dims)
    return rd.where(mask, value.to(self.dtype), self), 0


@batch_rule("masked_fill_")
def masked_fill_(info: Any, in_dims: Any, self: Any, mask: Any, value: Any) -> Any:
    if in_dims[2] is None:
        return NotImplemented
    result = masked_fill(info, in_dims, self, mask, value)[0]
    needs(result.shape == self.shape)
    return rd.copy_(self, result), 0


def promote_as_examples(operator: Operator, values: list[Any], ranks: Sequence[int]) -> None:
    """Cast tensors to the dtype in which those of an example are combined."""
    places = operator.either or [i for i, _ in operator.tensors]
    tensors = [i for i in places if ranks[i] >= 0]
    if all(values[i].dtype is values[tensors[0]].dtype for i in tensors):
        return
    seen: list[Any] = []
    for i in places:
        value = values[i]
        if i in tensors:
            value = np.empty((0,) * ranks[i], value.dtype.dtype)
        if value is not None:
            seen.append(value)
    target = result_dtype(seen)
    for i in tensors:
        if not (i == 0 and operator.schema.is_inplace) and values[i].dtype != target:
            values[i] = rd._to_copy(values[i], _dtype(target))


def _dtype(target: Any) -> Any:
    from ....backends.dtypes import from_numpy

    return from_numpy(target)
