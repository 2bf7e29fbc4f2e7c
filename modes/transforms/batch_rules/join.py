"""Batching rules of operators that put tensors together, repeat them, or move elements about."""

from __future__ import annotations

from typing import Any

from ....backends.shapes import numel
from ....dispatch.generated import functions as rd
from .common import Row, batch_rule, fronts, moved, needs, with_rank


@batch_rule("cat")
def cat(info: Any, in_dims: Any, tensors: Any, dim: int) -> Any:
    whole = fronts(tensors, in_dims[0], info.batch_size)
    if any(t.dim() > 2 for t in whole):  # an empty vector may stand among tensors of any rank
        whole = [t for t in whole if t.dim() != 2 or t.shape[1]]
    needs(all(t.dim() > 1 for t in whole))
    return rd.cat(whole, moved(dim, whole[0])), 0


@batch_rule("stack")
def stack(info: Any, in_dims: Any, tensors: Any, dim: int) -> Any:
    whole = fronts(tensors, in_dims[0], info.batch_size)
    return rd.stack(whole, moved(dim, rd.unsqueeze(whole[0], 1))), 0


@batch_rule("repeat")
def repeat(info: Any, in_dims: Any, self: Any, repeats: Any) -> Any:
    needs(len(repeats) >= self.dim() - 1)
    return rd.repeat(with_rank(self, len(repeats)), (1, *repeats)), 0


_ROLL = Row("roll", "dims")


@batch_rule("roll")
def roll(info: Any, in_dims: Any, self: Any, shifts: Any, dims: Any) -> Any:
    if len(dims):
        return _ROLL(info, in_dims, self, shifts, dims)
    shape = self.shape
    flat = rd.reshape(self, (shape[0], numel(shape[1:])))
    needs(len(shifts) == 1)
    return rd.reshape(rd.roll(flat, shifts, (1,)), shape), 0


@batch_rule("constant_pad_nd")
def constant_pad_nd(info: Any, in_dims: Any, self: Any, pad: Any, value: Any) -> Any:
    needs(len(pad) // 2 <= self.dim() - 1)
    return rd.constant_pad_nd(self, pad, value), 0
