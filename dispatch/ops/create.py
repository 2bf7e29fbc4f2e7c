"""Declarations: operators that make tensors, like another one or from sizes."""

from __future__ import annotations

from .common import declare

for _name, _doc in (
    ("zeros_like", "Return zeros in the sizes of another tensor."),
    ("ones_like", "Return ones in the sizes of another tensor."),
):
    declare(
        f"{_name}(Tensor self, *, dtype? dtype=None) -> Tensor",
        tags=("nondifferentiable", "moves"),
        doc=_doc,
        example=f">>> rd.{_name}(rd.tensor([1., 2.])).shape\n(2,)",
        method=False,
    )
declare(
    "full_like(Tensor self, Scalar fill_value, *, dtype? dtype=None) -> Tensor",
    tags=("nondifferentiable", "moves"),
    doc="Return a tensor of one value in the sizes of another tensor.",
    example=">>> rd.full_like(rd.tensor([1., 2.]), 3)\ntensor([3., 3.])",
    method=False,
)
declare(
    "empty_like(Tensor self, *, dtype? dtype=None) -> Tensor",
    tags=("nondifferentiable", "moves"),
    doc="Return memory in the sizes of another tensor; what it holds is not said.",
    example=">>> rd.empty_like(rd.tensor([1., 2.])).shape\n(2,)",
    method=False,
)
declare(
    "_new_zeros(Tensor self, int[] size) -> Tensor",
    tags=("nondifferentiable", "moves"),
    doc="Return zeros of other sizes with the dtype and the device of a tensor.",
    example=">>> rd.tensor([1.]).new_zeros(2)\ntensor([0., 0.])",
    method=False,
)
