"""Declarations: normalisation."""

from __future__ import annotations

from .common import declare

declare(
    "native_layer_norm(Tensor self, int[] normalized_shape, Tensor? weight=None, "
    "Tensor? bias=None, float eps=1e-05) -> (Tensor output, Tensor mean, Tensor rstd)",
    doc="Bring the last dimensions to mean 0 and variance 1, scale and shift; also what did it.",
    example=">>> rd.native_layer_norm(rd.tensor([[1., 3.]]), (2,)).mean\ntensor([[2.]])",
    method=False,
)
declare(
    "layer_norm_backward(Tensor grad, Tensor self, Tensor mean, Tensor rstd, Tensor? weight, "
    "int[] normalized_shape, float eps) -> Tensor",
    doc="Return the gradient of native_layer_norm for what it normalises.",
    method=False,
)
declare(
    "layer_norm_bias_backward(Tensor grad, Tensor self, int[] normalized_shape) -> Tensor",
    doc="Return the gradient of native_layer_norm for its bias.",
    method=False,
)
declare(
    "layer_norm_weight_backward(Tensor grad, Tensor self, Tensor mean, Tensor rstd, "
    "int[] normalized_shape, float eps) -> Tensor",
    doc="Return the gradient of native_layer_norm for its weight.",
    method=False,
)
for _name, _of in (("softmax_backward", "softmax"), ("log_softmax_backward", "log_softmax")):
    declare(
        f"{_name}(Tensor grad, Tensor output, int dim) -> Tensor",
        doc=f"Return the gradient of {_of} along a dimension, from what it returned.",
        method=False,
    )
