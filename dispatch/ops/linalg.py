"""Declarations: products of matrices and vectors."""

from __future__ import annotations

from ..registry import declare

declare(
    "matmul(Tensor self, Tensor other) -> Tensor",
    doc="Multiply matrices, vectors, or batches of matrices.",
    example=">>> rd.matmul(rd.tensor([[1., 2.]]), rd.tensor([[3.], [4.]]))\ntensor([[11.]])",
)
