"""Declarations: bounds, choices between elements, and blends of tensors."""

from __future__ import annotations

from .common import POINTWISE, binary, declare, unary

for _name, _doc, _result in (
    ("fmax", "Return the larger of two elements; nan only where both are.", "3., 4."),
    ("fmin", "Return the smaller of two elements; nan only where both are.", "1., 2."),
):
    binary(
        _name,
        _doc,
        f">>> rd.{_name}(rd.tensor([1., 4.]), rd.tensor([3., 2.]))\ntensor([{_result}])",
        inplace=False,
    )
unary(
    "clamp",
    "Bring elements between two numbers, of which one may be left out.",
    ">>> rd.clamp(rd.tensor([-2., 0.5, 2.]), -1, 1)\ntensor([-1.0000,  0.5000,  1.0000])",
    (*POINTWISE, "overloaded"),
    ", Scalar? min=None, Scalar? max=None",
    method=False,
)
unary(
    "clamp.Tensor",
    "Bring elements between those of two tensors, of which one may be left out.",
    "",
    (),
    ", Tensor? min=None, Tensor? max=None",
    method=False,
)
binary(
    "clamp_min",
    "Bring elements up to a bound.",
    ">>> rd.clamp_min(rd.tensor([-2., 2.]), 0)\ntensor([0., 2.])",
    first="TensorOrScalar self",
    second="TensorOrScalar min",
)
binary(
    "clamp_max",
    "Bring elements down to a bound.",
    ">>> rd.clamp_max(rd.tensor([-2., 2.]), 0)\ntensor([-2.,  0.])",
    first="TensorOrScalar self",
    second="TensorOrScalar max",
)
unary(
    "nan_to_num",
    "Replace nan (by 0) and the infinities (by the largest numbers) or by what is given.",
    ">>> rd.nan_to_num(rd.tensor([float('nan'), float('inf'), 1.]), posinf=9.)\n"
    "tensor([0., 9., 1.])",
    POINTWISE,
    ", float? nan=None, float? posinf=None, float? neginf=None",
)
binary(
    "heaviside",
    "Return 0 for negative and 1 for positive elements, and `values` at 0.",
    ">>> rd.heaviside(rd.tensor([-1., 0., 2.]), rd.tensor(0.5))\ntensor([0.0000, 0.5000, 1.0000])",
    ("pointwise",),
    second="Tensor values",
)
binary(
    "masked_fill",
    "Put one value where the mask is true.",
    ">>> rd.masked_fill(rd.tensor([1., 2.]), rd.tensor([True, False]), 0.)\ntensor([0., 2.])",
    ("pointwise", "moves"),
    ", TensorOrScalar value",
    second="Tensor mask",
    out=False,
)
binary(
    "lerp",
    "Return input + weight * (end - input).",
    ">>> rd.lerp(rd.tensor([0., 2.]), rd.tensor([1., 4.]), 0.5)\ntensor([0.5000, 3.0000])",
    ("pointwise",),
    ", TensorOrScalar weight",
    second="Tensor end",
)
for _name, _doc, _result in (
    ("addcmul", "Add value * tensor1 * tensor2.", "[7.]"),
    ("addcdiv", "Add value * tensor1 / tensor2.", "[2.5000]"),
):
    declare(
        f"{_name}(Tensor self, Tensor tensor1, Tensor tensor2, *, Scalar value=1) -> Tensor",
        tags=POINTWISE,
        doc=_doc,
        example=f">>> rd.{_name}(rd.tensor([1.]), rd.tensor([3.]), rd.tensor([2.]))\n"
        f"tensor({_result})",
        inplace=True,
        out=True,
    )
