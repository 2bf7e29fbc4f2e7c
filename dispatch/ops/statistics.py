"""Declarations: variance, standard deviation, norms."""

from __future__ import annotations

from .common import declare

_SPREAD = "int[1]? dim=None, *, Scalar? correction=1, bool keepdim=False"
for _name, _doc, _result in (
    ("var", "variance", "1."),
    ("std", "standard deviation", "1."),
):
    declare(
        f"{_name}(Tensor self, {_SPREAD}) -> Tensor",
        tags=("reduction", "overloaded"),
        doc=f"Return the {_doc} along dimensions, or of all elements.",
        example=f">>> rd.{_name}(rd.tensor([1., 2., 3.]))\ntensor({_result})",
        method=False,
    )
    declare(
        f"{_name}_mean(Tensor self, {_SPREAD}) -> (Tensor {_name}, Tensor mean)",
        tags=("overloaded",),
        doc=f"Return the {_doc} and the mean along dimensions, or of all elements.",
        example=f">>> rd.{_name}_mean(rd.tensor([1., 2., 3.]))\n(tensor(1.), tensor(2.))",
        method=False,
    )
declare(
    "linalg_vector_norm(Tensor self, Scalar ord=2, int[1]? dim=None, bool keepdim=False, *, "
    "dtype? dtype=None) -> Tensor",
    tags=("reduction",),
    doc="Return (sum |x| ** ord) ** (1 / ord) along dimensions, or of all elements.",
    example=">>> rd.linalg.vector_norm(rd.tensor([3., 4.]))\ntensor(5.)",
    method=False,
)
