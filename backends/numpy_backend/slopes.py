"""NumPy kernels of gradients that are operators of their own.

Decides the order of the passes: as few temporary arrays as the formula allows.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from ...dispatch.registry import raw_kernel
from ..promotion import Array
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
