"""Derivatives of the gradients of sigmoid and gelu, which are operators of their own."""

from __future__ import annotations

import math
from typing import Any

from ...dispatch.generated.functions import exp, gelu_backward, sigmoid_backward, tanh
from ..conjugate import conj
from ..derivatives import derivative


def sigmoid_grad(g: Any, output: Any) -> Any:
    return sigmoid_backward(g, conj(output))


def sigmoid_output(g: Any, grad: Any, output: Any) -> Any:
    return g * conj(grad * (1 - 2 * output))


derivative("sigmoid_backward", grad=sigmoid_grad, output=sigmoid_output)


def gelu_grad(g: Any, self: Any, approximate: Any) -> Any:
    return gelu_backward(g, self, approximate=approximate)


def gelu_self(g: Any, grad: Any, self: Any, approximate: Any) -> Any:
    square = self * self
    if approximate == "tanh":
        share = tanh(self * (1 + square * 0.044715) * math.sqrt(2 / math.pi))
        first = (1 + square * (3 * 0.044715)) * math.sqrt(2 / math.pi)
        second = self * (6 * 0.044715 * math.sqrt(2 / math.pi))
        bend = first + self * second * 0.5 - self * share * first * first
        return g * grad * ((1 - share * share) * bend)
    density = exp(square * -0.5) * (1 / math.sqrt(2 * math.pi))
    return g * grad * (density * (2 - square))


derivative("gelu_backward", grad=gelu_grad, self=gelu_self)
