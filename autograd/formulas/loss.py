"""Derivatives of losses."""

from __future__ import annotations

import math
from typing import Any

from ...dispatch.generated.functions import (
    cross_entropy_backward,
    cross_entropy_factor,
    expand,
    log_softmax,
    ones_like,
    reshape,
    softmax,
    sum,
    unsqueeze,
)
from ..derivatives import derivative


def class_dim(shape: tuple[int, ...]) -> tuple[int, ...]:
    """Return the dimension of the classes, for (C,) and for (N, C, ...)."""
    return (0,) if len(shape) == 1 else (1,)


def loss_self(
    g: Any, self: Any, target: Any, weight: Any, reduction: Any, ignore_index: Any,
    label_smoothing: Any,
) -> Any:  # fmt: skip
    return cross_entropy_backward(g, self, target, weight, reduction, ignore_index, label_smoothing)


# ----- class probabilities as targets: they, and the weights of classes, have gradients too -----


def per_row(g: Any, shape: Any, reduction: Any) -> Any:
    """Return the gradient of each row's loss, to be multiplied with what has the logits' sizes."""
    dim = class_dim(shape)[0]
    if reduction == "none":
        return unsqueeze(g, dim)
    return g / (math.prod(shape) // shape[dim]) if reduction == "mean" else g


def per_class(weight: Any, shape: Any) -> Any:
    """Bring a weight for each class to sizes that broadcast against the logits."""
    return reshape(weight, (-1,) + (1,) * (len(shape) - 1 - class_dim(shape)[0]))


def over_rows(x: Any, shape: Any) -> Any:
    """Sum over all dimensions but that of the classes."""
    rows = tuple(d for d in range(len(shape)) if d != class_dim(shape)[0])
    return sum(x, rows) if rows else x


def smoothed(target: Any, classes: int, label_smoothing: Any) -> Any:
    """Return the probabilities that the loss is computed with."""
    return target * (1 - label_smoothing) + label_smoothing / classes


def must_be_probabilities(dtype: Any) -> None:
    """Refuse the derivative for the weights where the target holds indices, as PyTorch does."""
    if not dtype.is_floating_point:
        raise RuntimeError(
            "cross_entropy is not differentiable with respect to weight where the target holds "
            "class indices; use .detach() on the weight"
        )


def loss_target(g: Any, self: Any, weight: Any, reduction: Any, label_smoothing: Any) -> Any:
    slopes = per_row(g, self.shape, reduction) * (
        log_softmax(self, class_dim(self.shape)[0]) * (label_smoothing - 1)
    )
    return slopes if weight is None else slopes * per_class(weight, self.shape)


def loss_weight(g: Any, self: Any, target: Any, reduction: Any, label_smoothing: Any) -> Any:
    must_be_probabilities(target.dtype)
    dim = class_dim(self.shape)[0]
    losses = log_softmax(self, dim) * smoothed(target, self.shape[dim], label_smoothing)
    return over_rows(-per_row(g, self.shape, reduction) * losses, self.shape)


def directions(
    shape: Any, target: Any, weight: Any, target_t: Any, weight_t: Any, label_smoothing: Any
) -> list[Any]:
    """Return how what log probabilities are multiplied with changes with target and weight."""
    found = []
    if target_t is not None:
        u = target_t * (1 - label_smoothing)
        found.append(u if weight is None else u * per_class(weight, shape))
    if weight_t is not None:
        must_be_probabilities(target.dtype)
        classes = shape[class_dim(shape)[0]]
        found.append(smoothed(target, classes, label_smoothing) * per_class(weight_t, shape))
    return found


def loss_jvp(
    self_t: Any, target_t: Any, weight_t: Any, needs_target: Any, needs_weight: Any, self: Any,
    target: Any, weight: Any, result: Any, reduction: Any, ignore_index: Any, label_smoothing: Any,
) -> Any:  # fmt: skip
    ones = ones_like(result)
    slopes = cross_entropy_backward(
        ones, self, target, weight, reduction, ignore_index, label_smoothing
    )
    dim = class_dim(self.shape)[0]
    change = slopes * self_t
    for u in directions(
        self.shape, target, weight, target_t if needs_target else None,
        weight_t if needs_weight else None, label_smoothing,
    ):  # fmt: skip
        change = change - per_row(ones, self.shape, reduction) * (log_softmax(self, dim) * u)
    return sum(change, (dim,) if reduction == "none" else None)


derivative("cross_entropy", self=loss_self, target=loss_target, weight=loss_weight, jvp=loss_jvp)


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


def along_target(v: Any, self: Any) -> Any:
    """Return what a change of a target adds to the slopes in the direction v."""
    dim = class_dim(self.shape)[0]
    return sum(softmax(self, dim) * v, (dim,), True) - v


def slope_target(
    g: Any, grad: Any, self: Any, weight: Any, reduction: Any, label_smoothing: Any
) -> Any:
    slopes = per_row(grad, self.shape, reduction) * (along_target(g, self) * (1 - label_smoothing))
    return slopes if weight is None else slopes * per_class(weight, self.shape)


def slope_weight(
    g: Any, grad: Any, self: Any, target: Any, reduction: Any,
    label_smoothing: Any,
) -> Any:  # fmt: skip
    must_be_probabilities(target.dtype)
    classes = self.shape[class_dim(self.shape)[0]]
    slopes = along_target(g, self) * smoothed(target, classes, label_smoothing)
    return over_rows(per_row(grad, self.shape, reduction) * slopes, self.shape)


def slope_jvp(
    grad_t: Any, self_t: Any, target_t: Any, weight_t: Any, needs_target: Any, needs_weight: Any,
    grad: Any, self: Any, target: Any, weight: Any, reduction: Any, ignore_index: Any,
    label_smoothing: Any,
) -> Any:  # fmt: skip
    factor = cross_entropy_factor(
        grad, self, target, weight, reduction, ignore_index, label_smoothing
    )
    along = cross_entropy_backward(
        grad_t, self, target, weight, reduction, ignore_index, label_smoothing
    )
    dim = class_dim(self.shape)[0]
    total = along + curve(self_t, factor, self, dim)
    for u in directions(
        self.shape, target, weight, target_t if needs_target else None,
        weight_t if needs_weight else None, label_smoothing,
    ):  # fmt: skip
        change = softmax(self, dim) * sum(u, (dim,), True) - u
        total = total + per_row(grad, self.shape, reduction) * change
    return total


derivative(
    "cross_entropy_backward",
    grad=slope_grad,
    self=slope_self,
    target=slope_target,
    weight=slope_weight,
    jvp=slope_jvp,
)


def factor_grad(
    g: Any, grad: Any, self: Any, target: Any, weight: Any, reduction: Any, ignore_index: Any,
    label_smoothing: Any,
) -> Any:  # fmt: skip
    per_unit = cross_entropy_factor(
        ones_like(grad), self, target, weight, reduction, ignore_index, label_smoothing
    )
    total = sum(g * per_unit, class_dim(self.shape))
    return total if reduction == "none" else sum(total)


def factor_target(
    g: Any, grad: Any, self_shape: Any, target_shape: Any, weight: Any, reduction: Any,
    label_smoothing: Any,
) -> Any:  # fmt: skip
    each = expand(per_row(grad, self_shape, reduction) * g * (1 - label_smoothing), target_shape)
    return each if weight is None else each * per_class(weight, self_shape)


def factor_weight(
    g: Any, grad: Any, self_shape: Any, target: Any, reduction: Any, label_smoothing: Any
) -> Any:
    must_be_probabilities(target.dtype)
    classes = self_shape[class_dim(self_shape)[0]]
    each = per_row(grad, self_shape, reduction) * g
    return over_rows(each * smoothed(target, classes, label_smoothing), self_shape)


def factor_jvp(
    grad_t: Any, self_t: Any, target_t: Any, weight_t: Any, needs_target: Any, needs_weight: Any,
    grad: Any, self: Any, target: Any, weight: Any, reduction: Any, ignore_index: Any,
    label_smoothing: Any,
) -> Any:  # fmt: skip
    # Of the logits it takes the sizes only: their tangent, which may be there, changes nothing.
    total = cross_entropy_factor(
        grad_t, self, target, weight, reduction, ignore_index, label_smoothing
    )
    shape = self.shape
    for u in directions(
        shape, target, weight, target_t if needs_target else None,
        weight_t if needs_weight else None, label_smoothing,
    ):  # fmt: skip
        total = total + per_row(grad, shape, reduction) * sum(u, class_dim(shape), True)
    return total


derivative(
    "cross_entropy_factor",
    grad=factor_grad,
    target=factor_target,
    weight=factor_weight,
    jvp=factor_jvp,
)
