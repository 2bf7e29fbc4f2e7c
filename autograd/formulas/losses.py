"""Derivatives of losses other than the cross entropy."""

from __future__ import annotations

import math
from typing import Any

from ...dispatch.generated.functions import (
    _cross_entropy_of_logit_backward,
    _cross_entropy_of_one_backward,
    _mse_backward,
    _smooth_l1_backward,
    clamp_min,
    log,
    log1p,
    mean,
    nll_loss,
    nll_loss_backward,
    sigmoid,
    sigmoid_backward,
    sum,
    where,
    zeros_like,
)
from ...dispatch.generated.functions import abs as absolute
from ..conjugate import complex_gradient, conj
from ..derivatives import derivative
from ..reduce import sum_to


def share(reduction: str, shape: tuple[int, ...]) -> float:
    """Return what each element of a reduced loss is multiplied with."""
    return 1 / max(math.prod(shape), 1) if reduction == "mean" else 1.0


def mse_self(g: Any, self: Any, target: Any, reduction: Any) -> Any:
    if not complex_gradient(g) and self.shape == target.shape:
        return _mse_backward(g, self, target, 2 * share(reduction, self.shape))
    difference = self - target
    slope = g * conj(difference * (2 * share(reduction, difference.shape)))
    return sum_to(slope, self.shape)


def mse_target(g: Any, self: Any, target: Any, reduction: Any) -> Any:
    difference = self - target
    slope = g * conj(difference * (-2 * share(reduction, difference.shape)))
    return sum_to(slope, target.shape)


def mse_jvp(self_t: Any, target_t: Any, self: Any, target: Any, reduction: Any) -> Any:
    along = (self - target) * (self_t - target_t) * 2
    return along if reduction == "none" else mean(along) if reduction == "mean" else sum(along)


derivative("mse_loss", self=mse_self, target=mse_target, jvp=mse_jvp)


def smooth_self(g: Any, self: Any, target: Any, beta: Any) -> Any:
    return _smooth_l1_backward(g, self, target, beta)


def smooth_target(g: Any, self: Any, target: Any, beta: Any) -> Any:
    return _smooth_l1_backward(g, target, self, beta)


derivative("_smooth_l1", self=smooth_self, target=smooth_target)


def smooth_slope_self(g: Any, grad: Any, self: Any, target: Any, beta: Any) -> Any:
    if beta == 0:
        return zeros_like(g)
    return where(absolute(self - target) <= beta, g * grad / beta, 0.0)


def smooth_slope_target(g: Any, grad: Any, self: Any, target: Any, beta: Any) -> Any:
    return -smooth_slope_self(g, grad, self, target, beta)


derivative(
    "_smooth_l1_backward",
    grad=smooth_self,
    self=smooth_slope_self,
    target=smooth_slope_target,
)


def square_grad(g: Any, self: Any, target: Any, factor: Any) -> Any:
    return g * conj((self - target) * factor)


def square_self(g: Any, grad: Any, factor: Any) -> Any:
    return g * conj(grad * factor)


def square_target(g: Any, grad: Any, factor: Any) -> Any:
    return g * conj(grad * -factor)


derivative("_mse_backward", grad=square_grad, self=square_self, target=square_target)


def logit_self(g: Any, self: Any, target: Any) -> Any:
    return _cross_entropy_of_logit_backward(g, self, target)


def logit_target(g: Any, self: Any) -> Any:
    return -(g * self)


derivative("_cross_entropy_of_logit", self=logit_self, target=logit_target)


def logit_slope_self(g: Any, grad: Any, self: Any) -> Any:
    return sigmoid_backward(g * grad, sigmoid(self))


def logit_slope_target(g: Any, grad: Any) -> Any:
    return -(g * grad)


derivative(
    "_cross_entropy_of_logit_backward",
    grad=logit_self,
    self=logit_slope_self,
    target=logit_slope_target,
)


def one_self(g: Any, self: Any, target: Any) -> Any:
    return _cross_entropy_of_one_backward(g, self, target)


def one_target(g: Any, self: Any) -> Any:
    return g * (log1p(-self) - log(self))


derivative("_cross_entropy_of_one", self=one_self, target=one_target)


def one_slope_self(g: Any, grad: Any, self: Any, target: Any) -> Any:
    spread = (1 - self) * self
    divisor = clamp_min(spread, 1e-12)
    bend = where(spread >= 1e-12, (self - target) * (1 - 2 * self) / divisor, 0.0)
    return g * grad * (1 - bend) / divisor


def one_slope_target(g: Any, grad: Any, self: Any) -> Any:
    return -(g * grad / clamp_min((1 - self) * self, 1e-12))


derivative(
    "_cross_entropy_of_one_backward",
    grad=one_self,
    self=one_slope_self,
    target=one_slope_target,
)


def nll_self(g: Any, self: Any, target: Any, weight: Any, ignore_index: Any, reduction: Any) -> Any:
    return nll_loss_backward(g, self, target, weight, ignore_index, reduction)


def nll_backward_grad(g: Any, target: Any, weight: Any, ignore_index: Any, reduction: Any) -> Any:
    return nll_loss(g, target, weight, ignore_index=ignore_index, reduction=reduction)


def zero_self(g: Any) -> Any:
    return zeros_like(g)


def nll_backward_jvp(
    grad_t: Any, self: Any, self_t: Any, target: Any, weight: Any, ignore_index: Any, reduction: Any
) -> Any:
    return nll_loss_backward(grad_t, self, target, weight, ignore_index, reduction)


derivative("nll_loss", self=nll_self, linear=True)
derivative("nll_loss_backward", grad=nll_backward_grad, self=zero_self, jvp=nll_backward_jvp)
