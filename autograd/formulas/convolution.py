"""Derivatives of convolution.

A convolution and its two gradients are the three ways to leave one tensor out of one product of
three (gradient, input, weights), so that each is the derivative of the others.
"""

from __future__ import annotations

from typing import Any

from ...dispatch.generated.functions import (
    _conv,
    _conv_bias,
    _conv_input,
    _conv_weight,
    expand,
    reshape,
    zeros_like,
)
from ..conjugate import conj
from ..derivatives import derivative

# ----- the convolution -----


def conv_self(
    g: Any, self_shape: Any, weight: Any, stride: Any, padding: Any, dilation: Any, groups: Any
) -> Any:
    return _conv_input(g, conj(weight), self_shape, stride, padding, dilation, groups)


def conv_weight(
    g: Any, self: Any, weight_shape: Any, stride: Any, padding: Any, dilation: Any, groups: Any
) -> Any:
    return _conv_weight(g, conj(self), weight_shape, stride, padding, dilation, groups)


def conv_bias(g: Any, self: Any) -> Any:
    return _conv_bias(g, self)


def conv_jvp(
    self_t: Any, weight_t: Any, bias_t: Any, self: Any, weight: Any,
    stride: Any, padding: Any, dilation: Any, groups: Any,
) -> Any:  # fmt: skip
    moved = _conv(self_t, weight, bias_t, stride, padding, dilation, groups)
    return moved + _conv(self, weight_t, None, stride, padding, dilation, groups)


derivative("_conv", self=conv_self, weight=conv_weight, bias=conv_bias, jvp=conv_jvp)

# ----- its gradient for the bias -----


def bias_grad(g: Any, grad_shape: Any) -> Any:
    return expand(reshape(g, (-1, *(1,) * (len(grad_shape) - 2))), grad_shape)


def zero_self(g: Any, self: Any) -> Any:
    return zeros_like(self)


def bias_jvp(grad_t: Any, self_t: Any, self: Any) -> Any:
    return _conv_bias(grad_t, self)


derivative("_conv_bias", grad=bias_grad, self=zero_self, jvp=bias_jvp)

# ----- its gradient for the input -----


def input_grad(g: Any, weight: Any, stride: Any, padding: Any, dilation: Any, groups: Any) -> Any:
    return _conv(g, conj(weight), None, stride, padding, dilation, groups)


def input_weight(
    g: Any, grad: Any, weight_shape: Any, stride: Any, padding: Any, dilation: Any, groups: Any
) -> Any:
    return _conv_weight(conj(grad), g, weight_shape, stride, padding, dilation, groups)


def input_jvp(
    grad_t: Any, weight_t: Any, grad: Any, weight: Any, shape: Any,
    stride: Any, padding: Any, dilation: Any, groups: Any,
) -> Any:  # fmt: skip
    moved = _conv_input(grad_t, weight, shape, stride, padding, dilation, groups)
    return moved + _conv_input(grad, weight_t, shape, stride, padding, dilation, groups)


derivative("_conv_input", grad=input_grad, weight=input_weight, jvp=input_jvp)

# ----- its gradient for the weights -----


def weight_grad(g: Any, self: Any, stride: Any, padding: Any, dilation: Any, groups: Any) -> Any:
    return _conv(conj(self), g, None, stride, padding, dilation, groups)


def weight_self(
    g: Any, grad: Any, self_shape: Any, stride: Any, padding: Any, dilation: Any, groups: Any
) -> Any:
    return _conv_input(conj(grad), g, self_shape, stride, padding, dilation, groups)


def weight_jvp(
    grad_t: Any, self_t: Any, grad: Any, self: Any, shape: Any,
    stride: Any, padding: Any, dilation: Any, groups: Any,
) -> Any:  # fmt: skip
    moved = _conv_weight(grad_t, self, shape, stride, padding, dilation, groups)
    return moved + _conv_weight(grad, self_t, shape, stride, padding, dilation, groups)


derivative("_conv_weight", grad=weight_grad, self=weight_self, jvp=weight_jvp)
