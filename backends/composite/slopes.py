"""Composites of gradients: what their own derivatives, of any order, are made from."""

from __future__ import annotations

from typing import Any

from ...dispatch.generated.functions import clamp_max, exp, sigmoid, softplus, tanh, where
from ...dispatch.registry import composite
from ..casts import result_type


def check_floating(name: str, grad: Any, self: Any, complex_too: bool = False) -> None:
    """Refuse dtypes that the function itself refuses."""
    found = result_type(grad, self)
    if not (found.is_floating_point or (complex_too and found.is_complex)):
        raise NotImplementedError(f"{name} is not implemented for {found.name}")


@composite("tanh_backward")
def tanh_backward(grad: Any, output: Any) -> Any:
    return grad * (1 - output * output)


@composite("silu_backward")
def silu_backward(grad: Any, self: Any) -> Any:
    check_floating("silu_backward", grad, self, True)
    s = sigmoid(self)
    return grad * (s * (1 + self * (1 - s)))


@composite("mish_backward")
def mish_backward(grad: Any, self: Any) -> Any:
    check_floating("mish_backward", grad, self)
    t = tanh(softplus(self))
    return grad * (t + self * sigmoid(self) * (1 - t * t))


@composite("softplus_backward")
def softplus_backward(grad: Any, self: Any, beta: float, threshold: float) -> Any:
    check_floating("softplus_backward", grad, self)
    scaled = self * beta
    return where(scaled > threshold, grad, grad * sigmoid(scaled))


@composite("_logsigmoid_backward")
def logsigmoid_backward(grad: Any, self: Any) -> Any:
    check_floating("logsigmoid_backward", grad, self)
    return grad * sigmoid(-self)


@composite("elu_backward")
def elu_backward(grad: Any, self: Any, alpha: float, scale: float, input_scale: float) -> Any:
    check_floating("elu_backward", grad, self)
    # the exponential of the side that is not taken is bounded: a derivative multiplies it with 0
    below = exp(clamp_max(self, 0.0) * input_scale) * (alpha * scale * input_scale)
    return where(self <= 0, grad * below, grad * scale)


@composite("hardswish_backward")
def hardswish_backward(grad: Any, self: Any) -> Any:
    check_floating("hardswish_backward", grad, self)
    return where(self <= -3, 0.0, where(self < 3, grad * (self / 3 + 0.5), grad))
