"""Declarations: gradients that backends compute in one pass, as operators of their own.

Formulas call them, so that every device has the same derivative table; they have rows themselves.
"""

from __future__ import annotations

from ..registry import declare

declare(
    "sigmoid_backward(Tensor grad, Tensor output) -> Tensor",
    tags=("pointwise", "promote"),
    doc="Return the gradient of sigmoid, from its result.",
    method=False,
)
declare(
    "gelu_backward(Tensor grad, Tensor self, *, str approximate='none') -> Tensor",
    tags=("pointwise", "promote"),
    doc="Return the gradient of gelu.",
    method=False,
)
