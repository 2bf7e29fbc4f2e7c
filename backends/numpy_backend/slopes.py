"""NumPy kernels of gradients that are operators of their own.

Decides the order of the passes: as few temporary arrays as the formula allows.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from ...dispatch.registry import raw_kernel
from ..promotion import Array
from .activations import check_floating, log1p_exp
from .pointwise import _zero_where, sigmoid
from .special import erf

__warningregistry__ = 0  # Note [Silent arithmetic] in backends/array_backend.py

kernel = raw_kernel("NumPy")


@kernel("sigmoid_backward")
def sigmoid_backward(grad: Array, output: Array) -> Any:
    slope = np.asarray(np.subtract(1, output))
    np.multiply(slope, output, slope)
    if slope.shape == grad.shape and slope.dtype is grad.dtype:
        return np.multiply(grad, slope, slope)
    return np.multiply(grad, slope)


@kernel("gelu_backward")
def gelu_backward(grad: Array, self: Array, approximate: str = "none") -> Any:
    if self.dtype.kind != "f":
        raise NotImplementedError(f"gelu_backward is not implemented for {self.dtype.name}")
    square = np.square(self)
    if approximate == "tanh":
        inner = np.multiply(np.add(np.multiply(square, 0.044715), 1), self)
        share = np.tanh(np.multiply(inner, math.sqrt(2 / math.pi)))
        slope = np.multiply(np.add(np.multiply(square, 3 * 0.044715), 1), math.sqrt(2 / math.pi))
        slope = np.multiply(np.multiply(slope, self), np.subtract(1, np.square(share)))
        slope = np.multiply(np.add(np.add(slope, share), 1), 0.5)
    elif approximate == "none":
        density = np.exp(np.multiply(square, -0.5))
        density = np.multiply(np.multiply(density, self), 1 / math.sqrt(2 * math.pi))
        share = np.add(erf(np.multiply(self, math.sqrt(0.5))), 1)
        slope = np.add(np.multiply(share, 0.5), density)
    else:
        raise RuntimeError("approximate argument must be either none or tanh.")
    return np.multiply(grad, slope)


@kernel("tanh_backward")
def tanh_backward(grad: Array, output: Array) -> Any:
    return np.multiply(grad, np.subtract(1, np.multiply(output, output)))


@kernel("silu_backward")
def silu_backward(grad: Array, self: Array) -> Any:
    if self.dtype.kind != "c":
        check_floating("silu_backward", self)
    s = sigmoid(self)
    slope = np.add(np.multiply(self, np.subtract(1, s)), 1)
    return np.multiply(grad, np.multiply(s, slope))


@kernel("mish_backward")
def mish_backward(grad: Array, self: Array) -> Any:
    check_floating("mish_backward", self)
    t = np.tanh(log1p_exp(self))
    bend = np.multiply(np.multiply(self, sigmoid(self)), np.subtract(1, np.multiply(t, t)))
    return np.multiply(grad, np.add(t, bend))


@kernel("softplus_backward")
def softplus_backward(grad: Array, self: Array, beta: float, threshold: float) -> Any:
    check_floating("softplus_backward", self)
    scaled = np.multiply(self, beta)
    return np.where(np.greater(scaled, threshold), grad, np.multiply(grad, sigmoid(scaled)))


@kernel("_logsigmoid_backward")
def logsigmoid_backward(grad: Array, self: Array) -> Any:
    check_floating("logsigmoid_backward", self)
    return np.multiply(grad, sigmoid(np.negative(self)))


@kernel("elu_backward")
def elu_backward(grad: Array, self: Array, alpha: float, scale: float, input_scale: float) -> Any:
    check_floating("elu_backward", self)
    low = np.minimum(self, 0)
    below = np.exp(low if input_scale == 1 else np.multiply(low, input_scale))
    slope = np.multiply(below, alpha * scale * input_scale)
    above = np.multiply(grad, scale)
    return np.where(np.less_equal(self, 0), np.multiply(grad, slope), above)


@kernel("hardswish_backward")
def hardswish_backward(grad: Array, self: Array) -> Any:
    check_floating("hardswish_backward", self)
    middle = np.multiply(grad, np.add(np.divide(self, 3), 0.5))
    slope = np.where(np.less(self, 3), middle, grad)
    return _zero_where(np.less_equal(self, -3), slope)
