"""Declarations: convolution over any number of dimensions, and its two gradients."""

from __future__ import annotations

from .common import declare

_WINDOWS = "int[] stride, int[] padding, int[] dilation, int groups"
declare(
    f"_conv(Tensor self, Tensor weight, Tensor? bias, {_WINDOWS}) -> Tensor",
    doc="Convolve (N, C, sizes...) with weights (out, C / groups, window...).",
    example=">>> rd.ops.rd._conv(rd.ones(1, 1, 3), rd.ones(1, 1, 2), None, (1,), (0,), (1,), 1)\n"
    "tensor([[[2., 2.]]])",
    method=False,
)
declare(
    f"_conv_input(Tensor grad, Tensor weight, int[] shape, {_WINDOWS}) -> Tensor",
    doc="Return the gradient of _conv for an input of the given sizes: the transposed convolution.",
    method=False,
)
declare(
    "_conv_bias(Tensor grad, Tensor self) -> Tensor",
    doc="Return the gradient of _conv for the bias; it is said to depend on the input, as all are.",
    method=False,
)
declare(
    f"_conv_weight(Tensor grad, Tensor self, int[] shape, {_WINDOWS}) -> Tensor",
    doc="Return the gradient of _conv for weights of the given sizes.",
    method=False,
)
