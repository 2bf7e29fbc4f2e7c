"""NumPy kernels of losses other than the cross entropy."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from ...dispatch.registry import raw_kernel
from ..promotion import Array
from .activations import logsigmoid
from .loss import Described, _check_indices, _indices, _is_simple, check_options
from .places import across, steps
from .pointwise import sigmoid
from .reduce import add_reduce

__warningregistry__ = 0  # Note [Silent arithmetic] in array_backend.py

kernel = raw_kernel("NumPy")


@kernel("mse_loss")
def mse_loss(self: Array, target: Array, reduction: str = "mean") -> Any:
    if self.dtype.kind not in "fc":
        raise NotImplementedError(f"mse_loss is not implemented for {self.dtype.name}")
    difference = np.asarray(np.subtract(self, target))
    if reduction == "none":
        return np.square(difference, difference)
    check_options(reduction, 0.0)
    flat = difference.reshape(-1)
    total = np.dot(flat, flat)
    return total if reduction == "sum" else np.divide(total, flat.dtype.type(flat.size))


@kernel("_smooth_l1")
def smooth_l1(self: Array, target: Array, beta: float) -> Any:
    distance = np.absolute(np.subtract(self, target))
    if not beta:
        return distance
    near = np.minimum(distance, beta)  # near * (distance - near / 2) / beta is both branches
    return np.multiply(np.divide(near, beta), np.subtract(distance, np.multiply(near, 0.5)))


@kernel("_smooth_l1_backward")
def smooth_l1_backward(grad: Array, self: Array, target: Array, beta: float) -> Any:
    difference = np.subtract(self, target)
    if not beta:  # nan has no sign, as in the derivative of abs
        above, below = np.greater(difference, 0), np.less(difference, 0)
        sign = np.subtract(above.view(np.int8), below.view(np.int8))
        return np.multiply(grad, sign, dtype=grad.dtype)
    return np.multiply(grad, np.minimum(np.maximum(np.divide(difference, beta), -1), 1))


@kernel("_mse_backward")
def mse_backward(grad: Array, self: Array, target: Array, factor: float) -> Any:
    return np.multiply(grad, np.multiply(np.subtract(self, target), factor))


@kernel("_cross_entropy_of_logit")
def cross_entropy_of_logit(self: Array, target: Array) -> Any:
    if self.dtype.kind != "f":
        raise NotImplementedError(
            f"binary_cross_entropy_with_logits is not implemented for {self.dtype.name}"
        )
    return np.subtract(np.multiply(np.subtract(1, target), self), logsigmoid(self))


@kernel("_cross_entropy_of_logit_backward")
def cross_entropy_of_logit_backward(grad: Array, self: Array, target: Array) -> Any:
    return np.multiply(grad, np.subtract(sigmoid(self), target))


@kernel("_cross_entropy_of_one")
def cross_entropy_of_one(self: Array, target: Array) -> Any:
    if self.dtype.kind != "f" or target.dtype != self.dtype:
        raise RuntimeError(
            "binary_cross_entropy expects probabilities and targets of one floating dtype, got "
            f"{self.dtype.name} and {target.dtype.name}"
        )
    if self.size and not (
        np.minimum.reduce(self, None) >= 0 and np.maximum.reduce(self, None) <= 1
    ):
        raise RuntimeError("all elements of input should be between 0 and 1")
    hit = np.maximum(np.log(self), -100)
    miss = np.maximum(np.log1p(np.negative(self)), -100)
    return np.subtract(np.multiply(np.subtract(target, 1), miss), np.multiply(target, hit))


@kernel("_cross_entropy_of_one_backward")
def cross_entropy_of_one_backward(grad: Array, self: Array, target: Array) -> Any:
    if self.dtype.kind != "f":
        raise NotImplementedError(f"binary_cross_entropy is not implemented for {self.dtype.name}")
    spread = np.maximum(np.multiply(np.subtract(1, self), self), 1e-12)
    return np.divide(np.multiply(grad, np.subtract(self, target)), spread)


class _Classes(NamedTuple):
    """Where the class of each sample and position stands, and what it weighs."""

    place: tuple[Any, ...]  # index into (N, C, ...)
    weights: Any  # 1 for all, or one for each
    total: Any  # their sum
    counted: Array | None  # None for all


def check_classes(self: Described, target: Described, weight: Described | None) -> tuple[int, ...]:
    """Return the shape of the losses before they are reduced.

    Raises
    ------
    RuntimeError, ValueError
        If the operands do not fit each other.
    """
    shape = self.shape
    if not shape:
        raise RuntimeError("nll_loss expects an input of at least 1 dimension, got 0")
    losses = shape[:1] + shape[2:] if len(shape) > 1 else ()
    _check_indices(target, shape, losses)
    count = shape[1] if len(shape) > 1 else shape[0]
    if weight is not None and weight.shape != (count,):
        raise RuntimeError(
            f"weight tensor should be defined either for all {count} classes or no classes but got "
            f"weight tensor of shape: {list(weight.shape)}"
        )
    return losses


def _classes(self: Array, target: Array, weight: Array | None, ignore_index: int) -> _Classes:
    shape, losses = self.shape, check_classes(self, target, weight)
    count = shape[1] if len(shape) > 1 else shape[0]
    index, counted = _indices(target.reshape(losses), count, ignore_index)
    if len(shape) == 1:
        place: tuple[Any, ...] = (index,)
    else:
        place = across(index, 1)
    if weight is None:
        total: Any = index.size if counted is None else int(np.count_nonzero(counted))
        return _Classes(place, 1, total, counted)
    weights = weight[index]
    if counted is not None:
        weights = np.multiply(weights, counted)
    return _Classes(place, weights, add_reduce(weights, None), counted)


@kernel("nll_loss")
def nll_loss(
    self: Array,
    target: Array,
    weight: Array | None = None,
    ignore_index: int = -100,
    reduction: str = "mean",
) -> Any:
    if reduction == "mean" and weight is None and _is_simple(self, target):
        # 3 us for 4 rows, where the general way takes 7
        index, counted = _indices(target, self.shape[1], ignore_index)
        if counted is None:
            count = index.size
            return add_reduce(self[steps(count), index], None) / -count
    check_options(reduction, 0.0)
    c = _classes(self, target, weight, ignore_index)
    losses = np.negative(self[c.place])
    if weight is not None:
        losses = np.multiply(losses, c.weights)
    if c.counted is not None:  # not a product: an ignored row may hold nan
        losses = np.where(c.counted, losses, losses.dtype.type(0))
    if reduction == "none":
        return losses
    total = add_reduce(losses, None)
    return np.divide(total, self.dtype.type(c.total)) if reduction == "mean" else total


@kernel("nll_loss_backward")
def nll_loss_backward(
    grad: Array,
    self: Array,
    target: Array,
    weight: Array | None,
    ignore_index: int,
    reduction: str,
) -> Any:
    c = _classes(self, target, weight, ignore_index)
    each = np.negative(grad)
    if reduction == "mean":
        each = np.divide(each, each.dtype.type(c.total))
    each = np.multiply(each, c.weights)
    if c.counted is not None:
        each = np.where(c.counted, each, each.dtype.type(0))
    result = np.zeros(self.shape, grad.dtype)
    result[c.place] = each
    return result
