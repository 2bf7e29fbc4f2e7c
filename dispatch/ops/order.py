"""Declarations: operators that put elements in order."""

from __future__ import annotations

from .common import declare

X = "rd.tensor([3, 1, 2])"
declare(
    "sort(Tensor self, int dim=-1, bool descending=False, bool stable=False) "
    "-> (Tensor values, Tensor indices)",
    doc="Put elements in order along a dimension; nan counts as the largest.",
    example=f">>> rd.sort({X}).values\ntensor([1, 2, 3])",
)
declare(
    "topk(Tensor self, int k, int dim=-1, bool largest=True, bool sorted=True) "
    "-> (Tensor values, Tensor indices)",
    doc="Return the k largest or smallest elements along a dimension.",
    example=f">>> rd.topk({X}, 2).values\ntensor([3, 2])",
)
declare(
    "argsort(Tensor self, int dim=-1, bool descending=False, bool stable=False) -> Tensor",
    tags=("nondifferentiable",),
    doc="Return the indices that put elements in order along a dimension.",
    example=f">>> rd.argsort({X})\ntensor([1, 2, 0])",
)
declare(
    "msort(Tensor self) -> Tensor",
    doc="Put elements in order along the first dimension.",
    example=f">>> rd.msort({X})\ntensor([1, 2, 3])",
)
for _name, _doc in (
    ("median", "the lower of the two in the middle of an even number; nan wins"),
    ("nanmedian", "of those that are not nan"),
):
    declare(
        f"{_name}(Tensor self) -> Tensor",
        tags=("reduction", "overloaded"),
        doc=f"Return the element in the middle, {_doc}; with a dimension also where it stands.",
        method=False,
        example=f">>> rd.{_name}({X})\ntensor(2)",
    )
    declare(
        f"{_name}.dim(Tensor self, int dim, bool keepdim=False) -> (Tensor values, Tensor indices)",
        tags=("reduction",),
        doc="Return the element in the middle along a dimension, and where it stands.",
        method=False,
    )
declare(
    "kthvalue(Tensor self, int k, int dim=-1, bool keepdim=False) "
    "-> (Tensor values, Tensor indices)",
    doc="Return the k-th smallest element along a dimension, counted from one, and its place.",
    example=f">>> rd.kthvalue({X}, 2).values\ntensor(2)",
)
for _text, _doc in (
    (
        "_unique(Tensor self, int? dim=None) -> (Tensor output, Tensor inverse, Tensor counts)",
        "Return the different elements, or slices, in order, which each is, and how often it is.",
    ),
    (
        "_unique_consecutive(Tensor self, int? dim=None) "
        "-> (Tensor output, Tensor inverse, Tensor counts)",
        "Return the elements, or slices, that differ from the one before, as `_unique` does.",
    ),
):
    declare(_text, doc=_doc, method=False)
