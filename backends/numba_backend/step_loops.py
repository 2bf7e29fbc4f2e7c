"""Loops of the steps of optimizers, over parameters and what is kept of past gradients.

Decides the arithmetic of each. Must not know Numba: jit.py compiles these functions.
"""

from __future__ import annotations

from typing import Any

import numpy as np


def adam(
    grad: Any, mean: Any, square: Any, size: Any, share: Any, kept: Any, rest: Any, root: Any,
    eps: Any, decay: Any, shrink: Any, out: Any,
) -> None:  # fmt: skip
    """`share` is 1 - beta1, `kept` and `rest` are beta2 and 1 - beta2; see numpy_backend."""
    for i in range(out.size):
        p = out[i]
        g = grad[i] + decay * p
        m = mean[i] + (g - mean[i]) * share
        v = square[i] * kept + rest * (g * g)
        mean[i], square[i] = m, v
        out[i] = p * shrink + m / (np.sqrt(v) / root + eps) * size


def momentum(
    grad: Any, running: Any, lr: Any, kept: Any, share: Any, decay: Any, ahead: Any, more: Any,
    out: Any,
) -> None:  # fmt: skip
    """Move along `more` times the gradient and `ahead` times the running sum."""
    for i in range(out.size):
        g = grad[i] + decay * out[i]
        r = running[i] * kept + g * share
        running[i] = r
        out[i] -= lr * (more * g + ahead * r)
