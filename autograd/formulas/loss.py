"""Derivatives of losses."""

from __future__ import annotations

from typing import Any

from ...dispatch.generated.functions import (
    cross_entropy_backward,
    cross_entropy_factor,
    ones_like,
    softmax,
    sum,
)
from ..derivatives import derivative


def class_dim(shape: tuple[int, ...]) -> tuple[int, ...]:
    """Return the dimension of the classes, for (C,) and for (N, C, ...)."""
    return (0,) if len(shape) == 1 else (1,)


def loss_self(
    g: Any, self: Any, target: Any, weight: Any, reduction: Any, ignore_index: Any,
    label_smoothing: Any,
) -> Any:  # fmt: skip
    return cross_entropy_backward(
        g, self, target, weight, reduction, ignore_index, label_smoothing
    )


def loss_jvp(
    self_t: Any, self: Any, target: Any, weight: Any, result: Any, reduction: Any,
    ignore_index: Any, label_smoothing: Any,
) -> Any:  # fmt: skip
    slopes = cross_entropy_backward(
        ones_like(result), self, target, weight, reduction, ignore_index, label_smoothing
    )
    dims = class_dim(self.shape) if reduction == "none" else None
    return sum(slopes * self_t, dims)


derivative("cross_entropy", self=loss_self, jvp=loss_jvp)


def slope_grad(
    g: Any, self: Any, target: Any, weight: Any, reduction: Any, ignore_index: Any,
    label_smoothing: Any, grad: Any,
) -> Any:  # fmt: skip
    slopes = cross_entropy_backward(
        ones_like(grad), self, target, weight, reduction, ignore_index, label_smoothing
    )
    dims = class_dim(self.shape) if reduction == "none" else None
    return sum(slopes * g, dims)


def curve(v: Any, factor: Any, self: Any, dim: int) -> Any:
    """Return the derivative of factor * softmax(self) in the direction v; it is symmetric."""
    p = softmax(self, dim)
    return factor * (p * (v - sum(p * v, (dim,), True)))


def slope_self(
    g: Any, grad: Any, self: Any, target: Any, weight: Any, reduction: Any, ignore_index: Any,
    label_smoothing: Any,
) -> Any:  # fmt: skip
    factor = cross_entropy_factor(
        grad, self, target, weight, reduction, ignore_index, label_smoothing
    )
    return curve(g, factor, self, class_dim(self.shape)[0])


def slope_jvp(
    grad_t: Any, self_t: Any, grad: Any, self: Any, target: Any, weight: Any, reduction: Any,
    ignore_index: Any, label_smoothing: Any,
) -> Any:  # fmt: skip
    factor = cross_entropy_factor(
        grad, self, target, weight, reduction, ignore_index, label_smoothing
    )
    along = cross_entropy_backward(
        grad_t, self, target, weight, reduction, ignore_index, label_smoothing
    )
    return along + curve(self_t, factor, self, class_dim(self.shape)[0])


derivative("cross_entropy_backward", grad=slope_grad, self=slope_self, jvp=slope_jvp)


def factor_grad(
    g: Any, grad: Any, self: Any, target: Any, weight: Any, reduction: Any, ignore_index: Any,
    label_smoothing: Any,
) -> Any:  # fmt: skip
    per_unit = cross_entropy_factor(
        ones_like(grad), self, target, weight, reduction, ignore_index, label_smoothing
    )
    total = sum(g * per_unit, class_dim(self.shape))
    return total if reduction == "none" else sum(total)


def factor_jvp(
    grad_t: Any, self_t: Any, self: Any, target: Any, weight: Any, reduction: Any,
    ignore_index: Any, label_smoothing: Any,
) -> Any:  # fmt: skip
    # Of the logits it takes the sizes only: their tangent, which may be there, changes nothing.
    return cross_entropy_factor(
        grad_t, self, target, weight, reduction, ignore_index, label_smoothing
    )


derivative("cross_entropy_factor", grad=factor_grad, jvp=factor_jvp)
