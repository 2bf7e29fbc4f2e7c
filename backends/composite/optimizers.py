"""Composites of the steps of optimizers."""

from __future__ import annotations

import math
from typing import Any

from ...dispatch.registry import composite


@composite("_adam_step_")
def adam_step_(
    self: Any, grad: Any, mean: Any, square: Any, lr: float, beta1: float, beta2: float,
    eps: float, decay: float, decoupled: bool, step: float,
) -> Any:  # fmt: skip
    if decay and decoupled:
        self.mul_(1 - lr * decay)
    elif decay:
        grad = grad.add(self, alpha=decay)
    mean.lerp_(grad, 1 - beta1)
    square.mul_(beta2).addcmul_(grad, grad, value=1 - beta2)
    root = square.sqrt().div_(math.sqrt(1 - beta2**step)).add_(eps)
    return self.addcdiv_(mean, root, value=-lr / (1 - beta1**step))


@composite("_momentum_step_")
def momentum_step_(
    self: Any, grad: Any, running: Any, lr: float, momentum: float, dampening: float,
    decay: float, nesterov: bool,
) -> Any:  # fmt: skip
    if decay:
        grad = grad.add(self, alpha=decay)
    running.mul_(momentum).add_(grad, alpha=1 - dampening)
    return self.add_(grad.add(running, alpha=momentum) if nesterov else running, alpha=-lr)
