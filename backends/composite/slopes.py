"""Composites of gradients: what their own derivatives, of any order, are made from."""

from __future__ import annotations

from typing import Any

from ...dispatch.generated.functions import clamp_max, exp, sigmoid, softplus, tanh, where
from ...dispatch.registry import composite


@composite("tanh_backward")
def tanh_backward(grad: Any, output: Any) -> Any:
    return grad * (1 - output * output)


@composite("silu_backward")
def silu_backward(grad: Any, self: Any) -> Any:
    s = sigmoid(self)
    return grad * (s * (1 + self * (1 - s)))


@composite("mish_backward")
def mish_backward(grad: Any, self: Any) -> Any:
    t = tanh(softplus(self))
    return grad * (t + self * sigmoid(self) * (1 - t * t))


@composite("softplus_backward")
def softplus_backward(grad: Any, self: Any, beta: float, threshold: float) -> Any:
    scaled = self * beta
    return where(scaled > threshold, grad, grad * sigmoid(scaled))


@composite("_logsigmoid_backward")
def logsigmoid_backward(grad: Any, self: Any) -> Any:
    return grad * sigmoid(-self)


@composite("elu_backward")
def elu_backward(grad: Any, self: Any, alpha: float, scale: float, input_scale: float) -> Any:
    # the exponential of the side that is not taken is bounded: a derivative multiplies it with 0
    below = exp(clamp_max(self, 0.0) * input_scale) * (alpha * scale * input_scale)
    return where(self <= 0, grad * below, grad * scale)


@composite("hardswish_backward")
def hardswish_backward(grad: Any, self: Any) -> Any:
    return where(self <= -3, 0.0, where(self < 3, grad * (self / 3 + 0.5), grad))
