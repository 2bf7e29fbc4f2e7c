"""NumPy kernels of the steps of optimizers."""

from __future__ import annotations

import math

import numpy as np

from ...dispatch.registry import raw_kernel
from ..promotion import Array

__warningregistry__ = 0  # Note [Silent arithmetic] in array_backend.py

kernel = raw_kernel("NumPy")


@kernel("_adam_step_")
def adam_step_(
    self: Array, grad: Array, mean: Array, square: Array, lr: float, beta1: float, beta2: float,
    eps: float, decay: float, decoupled: bool, step: float,
) -> None:  # fmt: skip
    with np.errstate(all="ignore"):
        if decay and decoupled:
            np.multiply(self, 1 - lr * decay, self)
        elif decay:
            grad = np.add(grad, np.multiply(self, decay))
        np.add(mean, np.multiply(np.subtract(grad, mean), 1 - beta1), mean)
        np.multiply(square, beta2, square)
        np.add(square, np.multiply(np.multiply(grad, grad), 1 - beta2), square)
        root = np.asarray(np.sqrt(square))
        np.divide(root, math.sqrt(1 - beta2**step), root)
        np.add(root, eps, root)
        np.divide(mean, root, root)
        np.multiply(root, -lr / (1 - beta1**step), root)
        np.add(self, root, self)


@kernel("_momentum_step_")
def momentum_step_(
    self: Array, grad: Array, running: Array, lr: float, momentum: float, dampening: float,
    decay: float, nesterov: bool,
) -> None:  # fmt: skip
    with np.errstate(all="ignore"):
        if decay:
            grad = np.add(grad, np.multiply(self, decay))
        np.multiply(running, momentum, running)
        np.add(running, grad if dampening == 0 else np.multiply(grad, 1 - dampening), running)
        along = np.add(grad, np.multiply(running, momentum)) if nesterov else running
        np.add(self, np.multiply(along, -lr), self)
