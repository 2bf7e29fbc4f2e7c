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
for _name in ("softmax", "log_softmax"):
    declare(
        f"{_name}_backward(Tensor grad, Tensor output, int dim) -> Tensor",
        doc=f"Return the gradient of {_name}, from its result.",
        method=False,
    )
