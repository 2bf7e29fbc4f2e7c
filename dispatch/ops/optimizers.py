"""Declarations: steps of optimizers, which write parameters and what is kept of past gradients."""

from __future__ import annotations

from .common import declare

declare(
    "_adam_step_(Tensor(a!) self, Tensor grad, Tensor(b!) mean, Tensor(c!) square, float lr, "
    "float beta1, float beta2, float eps, float decay, bool decoupled, float step) -> Tensor(a!)",
    tags=("nondifferentiable",),
    doc="Move parameters, and the running means of gradients and squares, by one step of Adam.",
    method=False,
)
declare(
    "_momentum_step_(Tensor(a!) self, Tensor grad, Tensor(b!) running, float lr, float momentum, "
    "float dampening, float decay, bool nesterov) -> Tensor(a!)",
    tags=("nondifferentiable",),
    doc="Move parameters, and the running sum of gradients, by one step of descent with momentum.",
    method=False,
)
