"""Declarations: running sums and products, and what their derivatives need."""

from __future__ import annotations

from .common import declare

for _name, _doc, _result in (
    ("cumsum", "Return the running sum along a dimension.", "tensor([1., 3., 6.])"),
    ("cumprod", "Return the running product along a dimension.", "tensor([1., 2., 6.])"),
):
    declare(
        f"{_name}(Tensor self, int dim, *, dtype? dtype=None) -> Tensor",
        doc=_doc,
        example=f">>> rd.{_name}(rd.tensor([1., 2., 3.]), 0)\n{_result}",
        inplace=True,
    )
declare(
    "_reverse_cumsum(Tensor self, int dim) -> Tensor",
    tags=("linear",),
    doc="Return the running sum along a dimension from its end.",
    method=False,
)
declare(
    "_cumprod_backward(Tensor grad, Tensor self, int dim) -> Tensor",
    doc="Return the gradient of cumprod, exact also where elements are zero.",
    method=False,
)
declare(
    "_prod_others(Tensor self, int dim) -> Tensor",
    doc="Return for each element the product of the others along a dimension.",
    method=False,
)
declare(
    "_fill_diagonal(Tensor self, Scalar value) -> Tensor",
    doc="Return the matrices in the last two dimensions with one value on their diagonals.",
    method=False,
)
declare(
    "_upper(Tensor self) -> Tensor",
    tags=("linear",),
    doc="Return the matrices in the last two dimensions with zeros below their diagonals.",
    method=False,
)
