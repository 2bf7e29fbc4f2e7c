"""Declarations: operators that combine the elements along dimensions."""

from __future__ import annotations

from .common import declare

for _name, _doc, _example in (
    ("sum", "Add up the elements along dimensions, or all.", "tensor([4., 6.])"),
    ("mean", "Return the mean along dimensions, or of all elements.", "tensor([2., 3.])"),
):
    declare(
        f"{_name}(Tensor self, int[1]? dim=None, bool keepdim=False, *, dtype? dtype=None)"
        " -> Tensor",
        tags=("reduction",),
        doc=_doc,
        example=f">>> rd.{_name}(rd.tensor([[1., 2.], [3., 4.]]), 0)\n{_example}",
    )
declare(
    "prod(Tensor self, int? dim=None, bool keepdim=False, *, dtype? dtype=None) -> Tensor",
    tags=("reduction",),
    doc="Multiply the elements along a dimension, or all.",
    example=">>> rd.prod(rd.tensor([[1., 2.], [3., 4.]]), 0)\ntensor([3., 8.])",
)
for _name, _doc, _result in (
    ("nansum", "Add up the elements that are not nan.", "tensor(3.)"),
    ("nanmean", "Return the mean of the elements that are not nan.", "tensor(1.5000)"),
):
    declare(
        f"{_name}(Tensor self, int[1]? dim=None, bool keepdim=False, *, dtype? dtype=None) "
        "-> Tensor",
        doc=_doc,
        example=f">>> rd.{_name}(rd.tensor([1., 2., float('nan')]))\n{_result}",
    )
for _name, _doc, _result in (
    ("any", "Return whether an element is not zero, along dimensions or of all.", "[ True, False]"),
    ("all", "Return whether no element is zero, along dimensions or of all.", "[False, False]"),
):
    declare(
        f"{_name}(Tensor self, int[1]? dim=None, bool keepdim=False) -> Tensor",
        tags=("reduction", "nondifferentiable"),
        doc=_doc,
        example=f">>> rd.{_name}(rd.tensor([[1, 0], [0, 0]]), 1)\ntensor({_result})",
    )
declare(
    "count_nonzero(Tensor self, int[1]? dim=None) -> Tensor",
    tags=("reduction", "nondifferentiable"),
    doc="Return how many elements are not zero, along dimensions or of all.",
    example=">>> rd.count_nonzero(rd.tensor([1, 0, 2]))\ntensor(2)",
)
declare(
    "logsumexp(Tensor self, int[1] dim, bool keepdim=False) -> Tensor",
    tags=("reduction",),
    doc="Return log(sum(exp(x))) along dimensions without overflow.",
    example=">>> rd.logsumexp(rd.tensor([0., 0.]), 0)\ntensor(0.6931)",
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
