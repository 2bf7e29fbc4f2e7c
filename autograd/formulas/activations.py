"""Derivatives of the activation functions: operators of their own, which backends do in one pass.

Those of hard bounds are 0 at the bound. The smooth ones are composites, so that they are
differentiated by what they are made from.
"""

from __future__ import annotations

from typing import Any

from ...dispatch.generated.functions import (
    _logsigmoid_backward,
    elu_backward,
    gelu_backward,
    hardshrink_backward,
    hardsigmoid_backward,
    hardswish_backward,
    hardtanh_backward,
    leaky_relu_backward,
    mish_backward,
    silu_backward,
    softplus_backward,
    threshold_backward,
    where,
    zeros_like,
)
from ..conjugate import conj
from ..derivatives import derivative

# ----- smooth -----


def gelu_self(g: Any, self: Any, approximate: Any) -> Any:
    return gelu_backward(g, self, approximate=approximate)


def silu_self(g: Any, self: Any) -> Any:
    return silu_backward(g, conj(self))


def mish_self(g: Any, self: Any) -> Any:
    return mish_backward(g, self)


def softplus_self(g: Any, self: Any, beta: Any, threshold: Any) -> Any:
    return softplus_backward(g, self, beta, threshold)


def logsigmoid_self(g: Any, self: Any) -> Any:
    return _logsigmoid_backward(g, self)


def elu_self(g: Any, self: Any, alpha: Any, scale: Any, input_scale: Any) -> Any:
    return elu_backward(g, self, alpha, scale, input_scale)


derivative("gelu", self=gelu_self)
derivative("silu", self=silu_self)
derivative("mish", self=mish_self)
derivative("softplus", self=softplus_self)
derivative("logsigmoid", self=logsigmoid_self)
derivative("elu", self=elu_self)

# ----- with hard bounds -----


def leaky_relu_self(g: Any, self: Any, negative_slope: Any) -> Any:
    return leaky_relu_backward(g, self, negative_slope)


def hardtanh_self(g: Any, self: Any, min_val: Any, max_val: Any) -> Any:
    return hardtanh_backward(g, self, min_val, max_val)


def hardsigmoid_self(g: Any, self: Any) -> Any:
    return hardsigmoid_backward(g, self)


def shrink_self(g: Any, self: Any, lambd: Any) -> Any:
    return hardshrink_backward(g, self, lambd)


def threshold_self(g: Any, self: Any, threshold: Any) -> Any:
    return threshold_backward(g, self, threshold)


def hardswish_self(g: Any, self: Any) -> Any:
    return hardswish_backward(g, self)


def prelu_self(g: Any, self: Any, weight: Any) -> Any:
    return where(self > 0, g, g * conj(weight))


def prelu_weight(g: Any, self: Any) -> Any:
    return where(self > 0, 0.0, g * conj(self))


def zero(g: Any) -> Any:
    return zeros_like(g)


derivative("leaky_relu", self=leaky_relu_self)
derivative("leaky_relu_backward", grad=leaky_relu_self, self=zero)
derivative("hardtanh", self=hardtanh_self)
derivative("hardtanh_backward", grad=hardtanh_self, self=zero)
derivative("hardsigmoid", self=hardsigmoid_self)
derivative("hardsigmoid_backward", grad=hardsigmoid_self, self=zero)
derivative("hardshrink", self=shrink_self)
derivative("softshrink", self=shrink_self)
derivative("hardshrink_backward", grad=shrink_self, self=zero)
derivative("threshold", self=threshold_self)
derivative("threshold_backward", grad=threshold_self, self=zero)
derivative("hardswish", self=hardswish_self)
derivative("_prelu_kernel", self=prelu_self, weight=prelu_weight)
