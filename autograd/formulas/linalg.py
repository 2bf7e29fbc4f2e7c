"""Derivatives of products of matrices and vectors."""

from __future__ import annotations

from typing import Any

from ...dispatch.generated.functions import matmul, reshape, transpose, unsqueeze
from ..derivatives import derivative
from ..reduce import sum_to


def matmul_self(g: Any, self_shape: Any, other: Any) -> Any:
    rank, other_rank = len(self_shape), len(other.shape)
    if rank == 2 and other_rank == 2:
        return matmul(g, transpose(other, 0, 1))
    if other_rank == 1:
        g = unsqueeze(g, -1)
        other = unsqueeze(other, -1)
    if rank == 1:
        g = unsqueeze(g, -2)
    wide = matmul(g, transpose(other, -2, -1))
    if rank == 1:
        return reshape(sum_to(wide, (1, *self_shape)), self_shape)
    return sum_to(wide, self_shape)


def matmul_other(g: Any, self: Any, other_shape: Any) -> Any:
    rank, other_rank = len(self.shape), len(other_shape)
    if rank == 2 and other_rank == 2:
        return matmul(transpose(self, 0, 1), g)
    if other_rank == 1:
        g = unsqueeze(g, -1)
    if rank == 1:
        g = unsqueeze(g, -2)
        self = unsqueeze(self, 0)
    wide = matmul(transpose(self, -2, -1), g)
    if other_rank == 1:
        return reshape(sum_to(wide, (*other_shape, 1)), other_shape)
    return sum_to(wide, other_shape)


def matmul_jvp(self_t: Any, other_t: Any, self: Any, other: Any) -> Any:
    return matmul(self_t, other) + matmul(self, other_t)


derivative("matmul", self=matmul_self, other=matmul_other, jvp=matmul_jvp)
