"""Meta kernels of the cross entropy and its gradient; the checks are those of the NumPy kernels."""

from __future__ import annotations

from ...dispatch.registry import lookup, raw_kernel
from ..numpy_backend.loss import check_operands, check_options
from .asking import ask
from .payload import MetaArray

kernel = raw_kernel("Meta")


@kernel("cross_entropy")
def cross_entropy(
    self: MetaArray,
    target: MetaArray,
    weight: MetaArray | None = None,
    reduction: str = "mean",
    ignore_index: int = -100,
    label_smoothing: float = 0.0,
) -> MetaArray:
    check_options(reduction, label_smoothing)
    _, losses = check_operands(self, target, weight, ignore_index)
    options = (reduction, ignore_index, label_smoothing)
    # class 0 is there even where all sizes are cut to one
    dtype = ask(lookup("cross_entropy"), (self, target, weight, *options), fill=0)
    return MetaArray(losses if reduction == "none" else (), dtype)


@kernel("cross_entropy_backward")
def cross_entropy_backward(
    grad: MetaArray,
    self: MetaArray,
    target: MetaArray,
    weight: MetaArray | None,
    reduction: str,
    ignore_index: int,
    label_smoothing: float,
) -> MetaArray:
    check_operands(self, target, weight, ignore_index)
    options = (reduction, ignore_index, label_smoothing)
    dtype = ask(lookup("cross_entropy_backward"), (grad, self, target, weight, *options), fill=0)
    return MetaArray(self.shape, dtype)


@kernel("cross_entropy_factor")
def cross_entropy_factor(
    grad: MetaArray,
    self: MetaArray,
    target: MetaArray,
    weight: MetaArray | None,
    reduction: str,
    ignore_index: int,
    label_smoothing: float,
) -> MetaArray:
    check_operands(self, target, weight, ignore_index)
    options = (reduction, ignore_index, label_smoothing)
    dtype = ask(lookup("cross_entropy_factor"), (grad, self, target, weight, *options), fill=0)
    shape = self.shape
    return MetaArray((1,) if len(shape) == 1 else (shape[0], 1, *shape[2:]), dtype)
