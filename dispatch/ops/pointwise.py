"""Declarations: operators that act on each element."""

from __future__ import annotations

from .common import COMPARE, FLOAT, POINTWISE, binary, declare, unary

EITHER = "TensorOrScalar self"
OTHER = "TensorOrScalar other"

binary(
    "add",
    "Add `other`, times `alpha`, to `input`.",
    ">>> rd.add(rd.tensor([1., 2.]), rd.tensor([3., 4.]), alpha=2)\ntensor([ 7., 10.])",
    extra=", *, Scalar alpha=1",
    first=EITHER,
    second=OTHER,
)
binary(
    "sub",
    "Subtract `other`, times `alpha`, from `input`.",
    ">>> rd.sub(rd.tensor([1., 2.]), 1)\ntensor([0., 1.])",
    extra=", *, Scalar alpha=1",
    first=EITHER,
    second=OTHER,
)
binary(
    "mul",
    "Multiply two tensors, element by element.",
    ">>> rd.mul(rd.tensor([1., 2.]), rd.tensor([3., 4.]))\ntensor([3., 8.])",
    first=EITHER,
    second=OTHER,
)
binary(
    "div",
    "Divide `input` by `other`; integers give floats unless `rounding_mode` is given.",
    ">>> rd.div(rd.tensor([7, 8]), 2)\ntensor([3.5000, 4.0000])",
    FLOAT,
    ", *, str? rounding_mode=None",
    first=EITHER,
    second=OTHER,
)
declare(
    "pow(TensorOrScalar self, TensorOrScalar exponent) -> Tensor",
    tags=POINTWISE,
    doc="Raise `input` to the power of `exponent`.",
    example=">>> rd.pow(rd.tensor([2., 3.]), 2)\ntensor([4., 9.])",
    inplace=True,
    out=True,
)
declare(
    "maximum(Tensor self, Tensor other) -> Tensor",
    tags=POINTWISE,
    doc="Return the larger of two tensors, element by element; nan wins.",
    example=">>> rd.maximum(rd.tensor([1., 4.]), rd.tensor([3., 2.]))\ntensor([3., 4.])",
    out=True,
)
declare(
    "minimum(Tensor self, Tensor other) -> Tensor",
    tags=POINTWISE,
    doc="Return the smaller of two tensors, element by element; nan wins.",
    example=">>> rd.minimum(rd.tensor([1., 4.]), rd.tensor([3., 2.]))\ntensor([1., 2.])",
    out=True,
)
unary(
    "neg", "Return the negative.", ">>> rd.neg(rd.tensor([1., -2.]))\ntensor([-1.,  2.])", POINTWISE
)
unary(
    "abs",
    "Return the absolute value.",
    ">>> rd.abs(rd.tensor([-1., 2.]))\ntensor([1., 2.])",
    POINTWISE,
)
unary(
    "sign",
    "Return -1, 0 or 1.",
    ">>> rd.sign(rd.tensor([-3., 0., 2.]))\ntensor([-1.,  0.,  1.])",
    POINTWISE,
)
unary(
    "exp",
    "Return e to the power of each element.",
    ">>> rd.exp(rd.tensor([0., 1.]))\ntensor([1.0000, 2.7183])",
)
unary(
    "log",
    "Return the natural logarithm.",
    ">>> rd.log(rd.tensor([1., 2.]))\ntensor([0.0000, 0.6931])",
)
unary(
    "sqrt", "Return the square root.", ">>> rd.sqrt(rd.tensor([4., 2.]))\ntensor([2.0000, 1.4142])"
)
unary(
    "sin",
    "Return the sine of an angle in radians.",
    ">>> rd.sin(rd.tensor([0., 1.]))\ntensor([0.0000, 0.8415])",
)
unary(
    "cos",
    "Return the cosine of an angle in radians.",
    ">>> rd.cos(rd.tensor([0., 1.]))\ntensor([1.0000, 0.5403])",
)
unary(
    "tanh",
    "Return the hyperbolic tangent.",
    ">>> rd.tanh(rd.tensor([0., 1.]))\ntensor([0.0000, 0.7616])",
)
unary(
    "sigmoid",
    "Return 1 / (1 + exp(-x)).",
    ">>> rd.sigmoid(rd.tensor([0., 1.]))\ntensor([0.5000, 0.7311])",
)
unary(
    "relu",
    "Return the larger of each element and zero.",
    ">>> rd.relu(rd.tensor([-1., 2.]))\ntensor([0., 2.])",
    POINTWISE,
)
declare(
    "relu_backward(Tensor grad, Tensor output) -> Tensor",
    tags=POINTWISE,
    doc="Return `grad` where the output of relu is positive (or nan), else zero.",
    method=False,
)
declare(
    "where(Tensor condition, TensorOrScalar self, TensorOrScalar other) -> Tensor",
    tags=(*POINTWISE, "overloaded"),
    doc="Take elements of `input` where the condition holds, else of `other`.",
    example=">>> rd.where(rd.tensor([True, False]), rd.tensor([1., 2.]), 0.)\ntensor([1., 0.])",
    method=False,
)
for _name, _doc in {
    "eq": "Whether elements are equal.",
    "ne": "Whether elements differ.",
    "lt": "Whether elements of `input` are less.",
    "le": "Whether elements of `input` are less or equal.",
    "gt": "Whether elements of `input` are greater.",
    "ge": "Whether elements of `input` are greater or equal.",
}.items():
    declare(
        f"{_name}(TensorOrScalar self, TensorOrScalar other) -> Tensor",
        tags=COMPARE,
        doc=_doc,
        example=f">>> rd.{_name}(rd.tensor([1, 2]), rd.tensor([2, 2])).dtype\nredispatch.bool",
        out=True,
    )
declare(
    "logical_not(Tensor self) -> Tensor",
    tags=("pointwise", "nondifferentiable"),
    doc="Return whether each element is zero.",
    example=">>> rd.logical_not(rd.tensor([True, False]))\ntensor([False,  True])",
)
