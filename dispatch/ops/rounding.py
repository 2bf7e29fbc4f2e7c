"""Declarations: rounding, remainders, signs."""

from __future__ import annotations

from .common import FLOAT, POINTWISE, TEST, binary, unaries, unary

unaries(
    {
        "floor": ("Round downwards.", "[1.5, -1.5]", "tensor([ 1., -2.])"),
        "ceil": ("Round upwards.", "[1.5, -1.5]", "tensor([ 2., -1.])"),
        "trunc": ("Round towards zero.", "[1.5, -1.5]", "tensor([ 1., -1.])"),
        "frac": ("Return what truncation takes away.", "[1.5, -1.5]", "tensor([ 0.5000, -0.5000])"),
    },
    POINTWISE,
)
unary(
    "positive",
    "Return the tensor, which may not hold booleans.",
    ">>> rd.positive(rd.tensor([-1., 2.]))\ntensor([-1.,  2.])",
    (),
    inplace=False,
    out=False,
)
unary(
    "round",
    "Round to the nearest number of so many decimals, halves to even.",
    ">>> rd.round(rd.tensor([0.5, 1.25]), decimals=1)\ntensor([0.5000, 1.2000])",
    POINTWISE,
    ", *, int decimals=0",
)
unary(
    "signbit",
    "Return whether the sign is negative, also of -0.",
    ">>> rd.signbit(rd.tensor([-0., 1.]))\ntensor([ True, False])",
    TEST,
    inplace=False,
)
for _name, _doc, _result in (
    (
        "remainder",
        "Return the remainder of a division rounded down: its sign is that of `other`.",
        "1., 2.",
    ),
    (
        "fmod",
        "Return the remainder of a division rounded towards zero: its sign is that of `input`.",
        " 1., -1.",
    ),
    ("floor_divide", "Divide and round down.", " 2., -3."),
):
    binary(
        _name,
        _doc,
        f">>> rd.{_name}(rd.tensor([7., -7.]), 3)\ntensor([{_result}])",
        first="TensorOrScalar self",
        second="TensorOrScalar other",
    )
binary(
    "copysign",
    "Return the magnitude of `input` with the sign of `other`.",
    ">>> rd.copysign(rd.tensor([1., 2.]), -1.)\ntensor([-1., -2.])",
    FLOAT,
    first="TensorOrScalar self",
    second="TensorOrScalar other",
)
binary(
    "true_divide",
    "Divide; integers give floats.",
    ">>> rd.true_divide(rd.tensor([7]), 2)\ntensor([3.5000])",
    (),
    second="TensorOrScalar other",
    out=False,
)
