"""Declarations: the largest and smallest elements and where they stand."""

from __future__ import annotations

from .common import declare

DIM = "int dim, bool keepdim=False"
for _name, _word, _results in (
    ("max", "largest", ("tensor([4., 3.])", "4.", "tensor([1, 0])")),
    ("min", "smallest", ("tensor([1., 2.])", "1.", "tensor([0, 1])")),
):
    _four = "rd.tensor([[1., 4.], [3., 2.]])"
    declare(
        f"a{_name}(Tensor self, int[1] dim=[], bool keepdim=False) -> Tensor",
        tags=("reduction",),
        doc=f"Return the {_word} element along dimensions, or of all; nan wins.",
        example=f">>> rd.a{_name}({_four}, 1)\n{_results[0]}",
    )
    declare(
        f"{_name}(Tensor self) -> Tensor",
        tags=("reduction", "overloaded"),
        doc=f"Return the {_word} element; with a dimension also where it stands.",
        method=False,
        example=f">>> rd.{_name}({_four})\ntensor({_results[1]})",
    )
    declare(
        f"{_name}.dim(Tensor self, {DIM}) -> (Tensor values, Tensor indices)",
        tags=("reduction",),
        doc=f"Return the {_word} element along a dimension, and where it stands first.",
        method=False,
    )
    declare(
        f"arg{_name}(Tensor self, int? dim=None, bool keepdim=False) -> Tensor",
        tags=("reduction", "nondifferentiable"),
        doc=f"Return where the {_word} element stands first, along a dimension or among all.",
        example=f">>> rd.arg{_name}({_four}, 1)\n{_results[2]}",
    )
declare(
    "aminmax(Tensor self, *, int? dim=None, bool keepdim=False) -> (Tensor min, Tensor max)",
    doc="Return the smallest and the largest element, along a dimension or of all.",
    example=">>> rd.aminmax(rd.tensor([3., 1., 2.])).max\ntensor(3.)",
)
declare(
    f"_pick(Tensor self, Tensor indices, {DIM}) -> Tensor",
    tags=("linear",),
    doc="Return the elements that stand at the indices along a dimension.",
    method=False,
)
declare(
    f"_place(Tensor grad, Tensor indices, int[] sizes, {DIM}) -> Tensor",
    tags=("linear",),
    doc="Return zeros of the given sizes with `grad` at the indices along a dimension.",
    method=False,
)
