"""Batching rules of operators that arrange elements."""

from __future__ import annotations

from typing import Any

from ....dispatch.generated import functions as rd
from .common import batch_rule, moved, with_rank


@batch_rule("reshape")
def reshape(info: Any, in_dims: Any, self: Any, shape: Any) -> Any:
    return rd.reshape(self, (info.batch_size, *shape)), 0


@batch_rule("transpose")
def transpose(info: Any, in_dims: Any, self: Any, dim0: int, dim1: int) -> Any:
    return rd.transpose(self, moved(dim0, self), moved(dim1, self)), 0


@batch_rule("select")
def select(info: Any, in_dims: Any, self: Any, dim: int, index: int) -> Any:
    return rd.select(self, moved(dim, self), index), 0


@batch_rule("permute")
def permute(info: Any, in_dims: Any, self: Any, dims: Any) -> Any:
    return rd.permute(self, (0, *[moved(d, self) for d in dims])), 0


@batch_rule("expand")
def expand(info: Any, in_dims: Any, self: Any, size: Any) -> Any:
    return rd.expand(with_rank(self, len(size)), (info.batch_size, *size)), 0
