"""Composites of losses."""

from __future__ import annotations

from typing import Any

from ...dispatch.generated.functions import (
    _cross_entropy_of_logit,
    _cross_entropy_of_one,
    _smooth_l1,
    exp,
    logsigmoid,
    mean,
    sum,
    xlogy,
)
from ...dispatch.generated.functions import abs as absolute
from ...dispatch.registry import composite


def reduced(losses: Any, reduction: str) -> Any:
    """Return the losses, their sum or their mean."""
    if reduction == "mean":
        return mean(losses)
    if reduction == "sum":
        return sum(losses)
    if reduction != "none":
        raise ValueError(f"{reduction} is not a valid value for reduction; use mean, sum or none")
    return losses


@composite("l1_loss")
def l1_loss(self: Any, target: Any, reduction: str = "mean") -> Any:
    if self.dtype.is_floating_point and target.dtype is self.dtype:
        return reduced(_smooth_l1(self, target, 0), reduction)
    return reduced(absolute(self - target), reduction)


@composite("smooth_l1_loss")
def smooth_l1_loss(self: Any, target: Any, reduction: str = "mean", beta: float = 1.0) -> Any:
    if beta < 0:
        raise RuntimeError("smooth_l1_loss does not support negative values for beta.")
    return reduced(_smooth_l1(self, target, beta), reduction)


@composite("huber_loss")
def huber_loss(self: Any, target: Any, reduction: str = "mean", delta: float = 1.0) -> Any:
    if delta <= 0:
        raise RuntimeError("huber_loss does not support non-positive values for delta.")
    return reduced(_smooth_l1(self, target, delta), reduction) * delta


@composite("kl_div")
def kl_div(self: Any, target: Any, reduction: str = "mean", log_target: bool = False) -> Any:
    if log_target:
        losses = exp(target) * (target - self)
    else:
        losses = xlogy(target, target) - target * self
    if reduction == "batchmean":
        return sum(losses) / (self.shape[0] if self.shape else 1)
    return reduced(losses, reduction)


@composite("binary_cross_entropy")
def binary_cross_entropy(
    self: Any, target: Any, weight: Any = None, reduction: str = "mean"
) -> Any:
    if self.shape != target.shape:
        raise ValueError(
            f"Using a target size ({list(target.shape)}) that is different to the input size "
            f"({list(self.shape)}) is deprecated. Please ensure they have the same size."
        )
    losses = _cross_entropy_of_one(self, target)
    return reduced(losses if weight is None else losses * weight, reduction)


@composite("binary_cross_entropy_with_logits")
def binary_cross_entropy_with_logits(
    self: Any, target: Any, weight: Any = None, reduction: str = "mean", pos_weight: Any = None
) -> Any:
    if self.shape != target.shape:
        raise ValueError(
            f"Target size ({list(target.shape)}) must be the same as input size "
            f"({list(self.shape)})"
        )
    if pos_weight is None:
        losses = _cross_entropy_of_logit(self, target)
    else:
        positive = logsigmoid(self) * ((pos_weight - 1) * target + 1)
        losses = (1 - target) * self - positive
    return reduced(losses if weight is None else losses * weight, reduction)
