"""Declarations: exponentials, logarithms, roots, and the error and gamma functions."""

from __future__ import annotations

from .common import FLOAT, POINTWISE, binary, declare, unaries, unary

unaries(
    {
        "exp2": ("Return 2 to the power of each element.", "[1., 3.]", "tensor([2., 8.])"),
        "expm1": ("Return exp(x) - 1, exact near 0.", "[0., 1.]", "tensor([0.0000, 1.7183])"),
        "log2": ("Return the logarithm to base 2.", "[1., 8.]", "tensor([0., 3.])"),
        "log10": ("Return the logarithm to base 10.", "[1., 100.]", "tensor([0., 2.])"),
        "log1p": ("Return log(1 + x), exact near 0.", "[0., 1.]", "tensor([0.0000, 0.6931])"),
        "rsqrt": ("Return one over the square root.", "[4., 1.]", "tensor([0.5000, 1.0000])"),
        "reciprocal": ("Return one over each element.", "[4., 1.]", "tensor([0.2500, 1.0000])"),
        "erf": ("Return the error function.", "[0., 1.]", "tensor([0.0000, 0.8427])"),
        "erfc": ("Return 1 - erf(x), exact for large x.", "[0., 1.]", "tensor([1.0000, 0.1573])"),
        "erfinv": (
            "Return the inverse of the error function.",
            "[0., .5]",
            "tensor([0.0000, 0.4769])",
        ),
        "lgamma": (
            "Return the logarithm of the absolute value of the gamma function.",
            "[1., 4.]",
            "tensor([0.0000, 1.7918])",
        ),
        "digamma": ("Return the derivative of lgamma.", "[1., 2.]", "tensor([-0.5772,  0.4228])"),
    }
)
unary(
    "square",
    "Return each element times itself.",
    ">>> rd.square(rd.tensor([2., -3.]))\ntensor([4., 9.])",
    POINTWISE,
)
unary(
    "logit",
    "Return log(x / (1 - x)), with x first clamped to [eps, 1 - eps] where eps is given.",
    ">>> rd.logit(rd.tensor([.5, .75]))\ntensor([0.0000, 1.0986])",
    FLOAT,
    ", float? eps=None",
)
declare(
    "_polygamma(Tensor self, int order) -> Tensor",
    tags=FLOAT,
    doc="Return a higher derivative of digamma.",
    method=False,
)
for _name, _doc, _result in (
    ("logaddexp", "Return log(exp(input) + exp(other)) without overflow.", "tensor([0.6931])"),
    ("logaddexp2", "Return log2(2 ** input + 2 ** other) without overflow.", "tensor([1.])"),
):
    binary(
        _name, _doc, f">>> rd.{_name}(rd.tensor([0.]), rd.tensor([0.]))\n{_result}", inplace=False
    )
binary(
    "xlogy",
    "Return input * log(other), 0 where input is 0.",
    ">>> rd.xlogy(rd.tensor([0., 2.]), rd.tensor([0., 1.]))\ntensor([0., 0.])",
    FLOAT,
    first="TensorOrScalar self",
    second="TensorOrScalar other",
)
binary(
    "float_power",
    "Raise `input` to the power of `exponent` in float64.",
    ">>> rd.float_power(rd.tensor([2]), 3)\ntensor([8.], dtype=redispatch.float64)",
    (),
    first="TensorOrScalar self",
    second="TensorOrScalar exponent",
    out=False,
)
