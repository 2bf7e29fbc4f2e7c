"""Operators that make another tensor over the same memory, whatever the backend."""

from __future__ import annotations

from .common import declare

declare(
    "detach(Tensor(a) self) -> Tensor(a)",
    tags=("nondifferentiable",),
    doc="Return a tensor with the same memory and version, outside the graph.",
    example=">>> rd.detach(rd.tensor([1.], requires_grad=True))\ntensor([1.])",
)
