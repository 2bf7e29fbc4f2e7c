"""Batching rules of what goes along dimensions: reductions, extremes, running sums, order.

A reduction has one by its tag: its argument `dim` names dimensions, or none for all.
"""

from __future__ import annotations

from typing import Any

from ....backends.shapes import numel, wrap_dim
from ....dispatch.generated import functions as rd
from ....dispatch.operator import Operator
from ....dispatch.registry import lookup
from .common import Row, batch_rule, fronts, moved, needs, rank_of, rows

rows(
    (
        ("softmax log_softmax cumsum cumprod _reverse_cumsum", "dim"),
        ("softmax_backward log_softmax_backward", "dim"),
        ("sort argsort topk kthvalue", "dim"),
    )
)
_OF_TAG: dict[Operator, Row] = {}


@batch_rule("*reduction")
def reduction(operator: Operator, info: Any, in_dims: Any, *args: Any) -> Any:
    row = _OF_TAG.get(operator)
    if row is None:
        if not any(a.name == "dim" for a in operator.schema.arguments):
            return NotImplemented
        row = _OF_TAG[operator] = Row(operator.name, "dim")
    return row(info, in_dims, *args)


def _flat(self: Any) -> Any:
    return rd.reshape(self, (self.shape[0], numel(self.shape[1:])))


@batch_rule("max")
def largest(info: Any, in_dims: Any, self: Any) -> Any:
    needs(0 not in self.shape[1:])
    return rd.amax(_flat(self), (1,)), 0


@batch_rule("min")
def smallest(info: Any, in_dims: Any, self: Any) -> Any:
    needs(0 not in self.shape[1:])
    return rd.amin(_flat(self), (1,)), 0


@batch_rule("median")
def median(info: Any, in_dims: Any, self: Any) -> Any:
    if 0 in self.shape[1:]:
        return NotImplemented
    return lookup("median.dim")(_flat(self), 1)[0], 0


@batch_rule("nanmedian")
def nanmedian(info: Any, in_dims: Any, self: Any) -> Any:
    if 0 in self.shape[1:]:
        return NotImplemented
    return lookup("nanmedian.dim")(_flat(self), 1)[0], 0


@batch_rule("_pick")
def pick(info: Any, in_dims: Any, self: Any, indices: Any, dim: int, keepdim: bool) -> Any:
    if rank_of(self, in_dims[0]) == 0:
        return self, in_dims[0]
    self, indices = fronts((self, indices), in_dims, info.batch_size)
    return rd._pick(self, indices, moved(dim, self), keepdim), 0


@batch_rule("_place")
def place(
    info: Any, in_dims: Any, grad: Any, indices: Any, sizes: Any, dim: int, keepdim: bool
) -> Any:
    if not len(sizes):
        return grad, in_dims[0]
    grad, indices = fronts((grad, indices), in_dims, info.batch_size)
    whole = (info.batch_size, *sizes)
    return rd._place(grad, indices, whole, wrap_dim(dim, len(sizes)) + 1, keepdim), 0
