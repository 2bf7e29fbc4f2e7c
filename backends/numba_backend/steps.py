"""Raw kernels of the steps of optimizers of the device "numba".

Decides which arrays go to a compiled loop; all others go to NumPy's kernel. Must not import Numba:
Note [Launching] in launch.py.
"""

from __future__ import annotations

import math

import numpy as np

from ...dispatch.registry import raw_kernel
from ..numpy_backend import optimizers as numpy_optimizers
from .choices import SMALL
from .launch import CONTIGUOUS, Array, Entry, Loop, flat

__warningregistry__ = 0  # Note [Silent arithmetic] in backends/array_backend.py

kernel = raw_kernel("Numba")

ADAM = Loop("step_loops.adam", "VVVssssssssV")
MOMENTUM = Loop("step_loops.momentum", "VVssssssV")


def _entry(loop: Loop, self: Array, *others: Array) -> Entry | None:
    """Return the entry of a loop if it may write these arrays side by side."""
    both = self.flags.num
    for other in others:
        if other.shape != self.shape or other.dtype is not self.dtype:
            return None
        both &= other.flags.num
    written = [self, *others[1:]]
    if self.size < SMALL or both & CONTIGUOUS != CONTIGUOUS:
        return None
    if not all(a.flags.writeable for a in written):
        return None
    arrays = [self, *others]
    if any(np.may_share_memory(a, b) for a in written for b in arrays if a is not b):
        return None
    return loop[self.dtype]


@kernel("_adam_step_")
def adam_step_(
    self: Array, grad: Array, mean: Array, square: Array, lr: float, beta1: float, beta2: float,
    eps: float, decay: float, decoupled: bool, step: float,
) -> None:  # fmt: skip
    run = _entry(ADAM, self, grad, mean, square)
    if run is None:
        theirs = numpy_optimizers.adam_step_
        theirs(self, grad, mean, square, lr, beta1, beta2, eps, decay, decoupled, step)
        return
    size, root = -lr / (1 - beta1**step), math.sqrt(1 - beta2**step)
    added, shrink = (0.0, 1 - lr * decay) if decoupled else (decay, 1.0)
    run(
        flat(grad), flat(mean), flat(square), size, 1 - beta1, beta2, 1 - beta2, root, eps,
        added, shrink, flat(self),
    )  # fmt: skip


@kernel("_momentum_step_")
def momentum_step_(
    self: Array, grad: Array, running: Array, lr: float, momentum: float, dampening: float,
    decay: float, nesterov: bool,
) -> None:  # fmt: skip
    run = _entry(MOMENTUM, self, grad, running)
    if run is None:
        theirs = numpy_optimizers.momentum_step_
        theirs(self, grad, running, lr, momentum, dampening, decay, nesterov)
        return
    ahead, more = (momentum, 1.0) if nesterov else (1.0, 0.0)
    run(flat(grad), flat(running), lr, momentum, 1 - dampening, decay, ahead, more, flat(self))
