"""Declarations: tests of elements, logic, bits."""

from __future__ import annotations

from .common import COMPARE, TEST, binary, declare, unary

for _name, _doc, _result in (
    ("isnan", "Return whether elements are nan.", "[False,  True, False]"),
    ("isinf", "Return whether elements are infinite.", "[False, False,  True]"),
    ("isfinite", "Return whether elements are neither infinite nor nan.", "[ True, False, False]"),
    ("isposinf", "Return whether elements are positive infinity.", "[False, False,  True]"),
    ("isneginf", "Return whether elements are negative infinity.", "[False, False, False]"),
):
    unary(
        _name,
        _doc,
        f">>> rd.{_name}(rd.tensor([1., float('nan'), float('inf')]))\ntensor({_result})",
        TEST,
        inplace=False,
        out=_name in ("isposinf", "isneginf"),
    )
for _name, _doc, _result in (
    ("logical_and", "Return whether both elements are not zero.", "[ True, False, False]"),
    ("logical_or", "Return whether an element is not zero.", "[ True,  True, False]"),
    ("logical_xor", "Return whether exactly one element is not zero.", "[False,  True, False]"),
):
    binary(
        _name,
        _doc,
        f">>> rd.{_name}(rd.tensor([1, 1, 0]), rd.tensor([2, 0, 0]))\ntensor({_result})",
        TEST,
    )
unary(
    "bitwise_not",
    "Invert the bits of integers, or booleans.",
    ">>> rd.bitwise_not(rd.tensor([0, 1]))\ntensor([-1, -2])",
    TEST,
)
for _name, _doc, _result in (
    ("bitwise_and", "Return the bits that both have.", "[2]"),
    ("bitwise_or", "Return the bits that one of both has.", "[7]"),
    ("bitwise_xor", "Return the bits that exactly one has.", "[5]"),
    ("bitwise_left_shift", "Shift the bits up by `other` places.", "[48]"),
    ("bitwise_right_shift", "Shift the bits down by `other` places, keeping the sign.", "[0]"),
):
    binary(
        _name,
        _doc,
        f">>> rd.{_name}(rd.tensor([6]), rd.tensor([3]))\ntensor({_result})",
        COMPARE,
        first="TensorOrScalar self",
        second="TensorOrScalar other",
    )
declare(
    "isin(TensorOrScalar elements, TensorOrScalar test_elements, *, bool assume_unique=False, "
    "bool invert=False) -> Tensor",
    tags=("nondifferentiable",),
    doc="Return which elements are among the others; with `invert`, which are not.",
    example=">>> rd.isin(rd.tensor([1, 2, 3]), rd.tensor([3, 1]))\ntensor([ True, False,  True])",
    method=False,
)
_CLOSE = "Tensor self, Tensor other, float rtol=1e-05, float atol=1e-08, bool equal_nan=False"
declare(
    f"isclose({_CLOSE}) -> Tensor",
    tags=("nondifferentiable",),
    doc="Return whether elements differ by at most atol + rtol * |other|.",
    example=">>> rd.isclose(rd.tensor([1., 2.]), rd.tensor([1., 2.1]))\ntensor([ True, False])",
)
declare(
    f"allclose({_CLOSE}) -> bool",
    tags=("nondifferentiable",),
    doc="Return whether all elements differ by at most atol + rtol * |other|.",
    example=">>> rd.allclose(rd.tensor([1.]), rd.tensor([1. + 1e-9]))\nTrue",
)
declare(
    "equal(Tensor self, Tensor other) -> bool",
    tags=("nondifferentiable",),
    doc="Return whether two tensors have the same sizes and elements.",
    example=">>> rd.equal(rd.tensor([1, 2]), rd.tensor([1, 2]))\nTrue",
)
