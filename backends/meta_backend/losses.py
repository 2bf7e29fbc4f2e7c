"""Meta kernels of losses other than the cross entropy."""

from __future__ import annotations

from ...dispatch.registry import lookup, raw_kernel
from ..numpy_backend.loss import check_options
from ..numpy_backend.losses import check_classes
from ..shapes import broadcast_shapes
from .asking import ask
from .payload import MetaArray, combined

kernel = raw_kernel("Meta")


@kernel("mse_loss")
def mse_loss(self: MetaArray, target: MetaArray, reduction: str = "mean") -> MetaArray:
    check_options(reduction, 0.0)
    shape = broadcast_shapes(self.shape, target.shape)
    dtype = ask(lookup("mse_loss"), (self, target, reduction))
    return combined(shape, dtype, [self, target]) if reduction == "none" else MetaArray((), dtype)


@kernel("nll_loss")
def nll_loss(
    self: MetaArray,
    target: MetaArray,
    weight: MetaArray | None = None,
    ignore_index: int = -100,
    reduction: str = "mean",
) -> MetaArray:
    check_options(reduction, 0.0)
    losses = check_classes(self, target, weight)
    return MetaArray(losses if reduction == "none" else (), self.dtype)


@kernel("nll_loss_backward")
def nll_loss_backward(
    grad: MetaArray,
    self: MetaArray,
    target: MetaArray,
    weight: MetaArray | None,
    ignore_index: int,
    reduction: str,
) -> MetaArray:
    check_classes(self, target, weight)
    return MetaArray(self.shape, grad.dtype)
