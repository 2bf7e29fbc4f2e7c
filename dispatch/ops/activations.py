"""Declarations: the activation functions of neural networks."""

from __future__ import annotations

from .common import POINTWISE, declare

#: name -> (further arguments, whether Tensor has the method, sentence, result for -1., 0., 2.)
_ROWS = {
    "gelu": (", *, str approximate='none'", False, "x times the normal distribution function of x",
             "-0.1587,  0.0000,  1.9545"),
    "silu": ("", False, "x * sigmoid(x)", "-0.2689,  0.0000,  1.7616"),
    "mish": ("", False, "x * tanh(softplus(x))", "-0.3034,  0.0000,  1.9440"),
    "softplus": (", Scalar beta=1.0, Scalar threshold=20.0", False,
                 "log(1 + exp(beta x)) / beta, x where beta x is above the threshold",
                 "0.3133, 0.6931, 2.1269"),
    "elu": (", Scalar alpha=1.0, Scalar scale=1.0, Scalar input_scale=1.0", False,
            "x where it is positive, else alpha * (exp(x) - 1)", "-0.6321,  0.0000,  2.0000"),
    "celu": (", Scalar alpha=1.0", True,
             "x where it is positive, else alpha * (exp(x / alpha) - 1)",
             "-0.6321,  0.0000,  2.0000"),
    "selu": ("", True, "elu scaled so that mean and variance of a normal input are kept",
             "-1.1113,  0.0000,  2.1014"),
    "leaky_relu": (", Scalar negative_slope=0.01", False,
                   "x where it is positive, else negative_slope * x", "-0.0100,  0.0000,  2.0000"),
    "hardtanh": (", Scalar min_val=-1.0, Scalar max_val=1.0", False,
                 "x clamped between two numbers", "-1.,  0.,  1."),
    "relu6": ("", False, "x clamped between 0 and 6", "0., 0., 2."),
    "hardsigmoid": ("", False, "x / 6 + 1/2 clamped between 0 and 1", "0.3333, 0.5000, 0.8333"),
    "hardswish": ("", False, "x * hardsigmoid(x)", "-0.3333,  0.0000,  1.6667"),
    "hardshrink": (", Scalar lambd=0.5", True, "x, 0 where it is between -lambd and lambd",
                   "-1.,  0.,  2."),
    "softshrink": (", Scalar lambd=0.5", False, "x moved by lambd towards 0",
                   "-0.5000,  0.0000,  1.5000"),
    "tanhshrink": ("", False, "x - tanh(x)", "-0.2384,  0.0000,  1.0360"),
    "softsign": ("", False, "x / (1 + |x|)", "-0.5000,  0.0000,  0.6667"),
    "logsigmoid": ("", False, "log(sigmoid(x)) without overflow", "-1.3133, -0.6931, -0.1269"),
}  # fmt: skip
for _name, (_extra, _method, _what, _result) in _ROWS.items():
    declare(
        f"{_name}(Tensor self{_extra}) -> Tensor",
        tags=POINTWISE,
        doc=f"Return {_what}, element by element.",
        example=f">>> rd.{_name}(rd.tensor([-1., 0., 2.]))\ntensor([{_result}])",
        method=_method,
        inplace=True,
    )
declare(
    "threshold(Tensor self, Scalar threshold, Scalar value) -> Tensor",
    tags=POINTWISE,
    doc="Return x where it is above a threshold, else a value, element by element.",
    example=">>> rd.threshold(rd.tensor([-1., 2.]), 0, 9)\ntensor([9., 2.])",
    method=False,
    inplace=True,
)
declare(
    "prelu(Tensor self, Tensor weight) -> Tensor",
    doc="Return x where it is positive, else weight * x, with one weight or one per channel.",
    example=">>> rd.prelu(rd.tensor([-1., 2.]), rd.tensor([0.25]))\ntensor([-0.2500,  2.0000])",
)
declare(
    "_prelu_kernel(Tensor self, Tensor weight) -> Tensor",
    tags=("pointwise",),
    doc="Return prelu with a weight that broadcasts.",
    method=False,
)
declare(
    "glu(Tensor self, int dim=-1) -> Tensor",
    doc="Return the first half along a dimension, times the sigmoid of the second.",
    example=">>> rd.glu(rd.tensor([2., 0.]))\ntensor([1.])",
    method=False,
)
declare(
    "softmin(Tensor self, int dim, *, dtype? dtype=None) -> Tensor",
    doc="Return exp(-x) scaled to sum to one along a dimension.",
    example=">>> rd.softmin(rd.tensor([0., 0.]), 0)\ntensor([0.5000, 0.5000])",
    method=False,
)

# Gradients are operators too: where the slope is a step, a second derivative is there, and zero.
for _name, _extra, _what in (
    ("leaky_relu", ", Scalar negative_slope", "times the slope where x is not positive"),
    ("hardtanh", ", Scalar min_val, Scalar max_val", "where x is between the bounds, else 0"),
    ("hardsigmoid", "", "/ 6 where x is between -3 and 3, else 0"),
    ("hardshrink", ", Scalar lambd", "where x is not between -lambd and lambd, else 0"),
    ("threshold", ", Scalar threshold", "where x is above the threshold, else 0"),
):
    declare(
        f"{_name}_backward(Tensor grad, Tensor self{_extra}) -> Tensor",
        tags=POINTWISE,
        doc=f"Return `grad` {_what}.",
        method=False,
    )
