"""Declarations: operators that combine the elements along dimensions."""

from __future__ import annotations

from ..registry import declare

for _name, _doc, _example in (
    ("sum", "Add up the elements along dimensions, or all.", "tensor([4., 6.])"),
    ("mean", "Return the mean along dimensions, or of all elements.", "tensor([2., 3.])"),
):
    declare(
        f"{_name}(Tensor self, int[1]? dim=None, bool keepdim=False, *, dtype? dtype=None) -> Tensor",
        tags=("reduction",),
        doc=_doc,
        example=f">>> rd.{_name}(rd.tensor([[1., 2.], [3., 4.]]), 0)\n{_example}",
    )
declare(
    "amax(Tensor self, int[1] dim=[], bool keepdim=False) -> Tensor",
    tags=("reduction",),
    doc="Return the largest element along dimensions, or of all; nan wins.",
    example=">>> rd.amax(rd.tensor([[1., 4.], [3., 2.]]), 1)\ntensor([4., 3.])",
)
for _name, _doc in (
    ("softmax", "Return exp(x) scaled to sum to one along a dimension."),
    ("log_softmax", "Return the logarithm of softmax along a dimension."),
):
    declare(
        f"{_name}(Tensor self, int dim, dtype? dtype=None) -> Tensor",
        doc=_doc,
        example=f">>> rd.{_name}(rd.tensor([[0., 0.]]), 1).shape\n(1, 2)",
    )
