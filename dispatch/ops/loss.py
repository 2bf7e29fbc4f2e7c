"""Declarations: losses."""

from __future__ import annotations

from .common import declare

LOSS = "str reduction='mean', int ignore_index=-100, float label_smoothing=0.0"
declare(
    f"cross_entropy(Tensor self, Tensor target, Tensor? weight=None, *, {LOSS}) -> Tensor",
    doc="Return the cross entropy between logits (N, C, ...) and class indices or probabilities.",
    example=">>> rd.cross_entropy(rd.tensor([[0., 0.]]), rd.tensor([1]))\ntensor(0.6931)",
    method=False,
)
declare(
    "cross_entropy_backward(Tensor grad, Tensor self, Tensor target, Tensor? weight, "
    "str reduction, int ignore_index, float label_smoothing) -> Tensor",
    doc="Return the gradient of cross_entropy for the logits.",
    method=False,
)
declare(
    "cross_entropy_factor(Tensor grad, Tensor self, Tensor target, Tensor? weight, "
    "str reduction, int ignore_index, float label_smoothing) -> Tensor",
    doc="Return what softmax is multiplied with in cross_entropy_backward, with one class.",
    method=False,
)
