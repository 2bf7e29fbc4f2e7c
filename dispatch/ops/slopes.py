"""Declarations: gradients that backends compute in one pass, as operators of their own.

Formulas call them, so that every device has the same derivative table; they have rows themselves.
"""

from __future__ import annotations

from .common import declare

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
declare(
    "tanh_backward(Tensor grad, Tensor output) -> Tensor",
    tags=("pointwise", "promote"),
    doc="Return the gradient of tanh, from its result.",
    method=False,
)
for _name, _of, _extra in (
    ("silu", "silu", ""),
    ("mish", "mish", ""),
    ("softplus", "softplus", ", Scalar beta, Scalar threshold"),
    ("_logsigmoid", "logsigmoid", ""),
    ("elu", "elu", ", Scalar alpha, Scalar scale, Scalar input_scale"),
    ("hardswish", "hardswish", ""),
):
    declare(
        f"{_name}_backward(Tensor grad, Tensor self{_extra}) -> Tensor",
        tags=("pointwise", "promote"),
        doc=f"Return the gradient of {_of}.",
        method=False,
    )
