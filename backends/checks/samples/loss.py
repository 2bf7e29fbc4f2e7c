"""Samples of the losses."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from .reduce import log_softmax
from .row import Array, Row, s, x, y

# Any target is brought to one form: q, what each log probability of a row is multiplied with. Then
# the loss of a row is -sum(q * logp), and its slope is p * sum(q) - q.


def rows_of(a: Array) -> Array:
    """Return (N, C, ...) and (C,) as rows of classes."""
    return np.asarray(a[None] if a.ndim == 1 else np.moveaxis(a, 1, -1).reshape(-1, a.shape[1]))


def unrow(rows: Array, shape: tuple[int, ...]) -> Array:
    """Undo `rows_of`; the classes may have become one."""
    if len(shape) == 1:
        return np.asarray(rows[0])
    wide = rows.reshape(shape[0], *shape[2:], rows.shape[1])
    return np.asarray(np.moveaxis(wide, -1, 1))


def factors(shape: Any, target: Array, weight: Any, ignore: int, smoothing: float) -> Any:
    """Return q for each row, and what the mean divides by."""
    classes = shape[0] if len(shape) == 1 else shape[1]
    w = np.ones(classes) if weight is None else weight
    if target.dtype.kind == "f":
        q = (rows_of(target) * (1 - smoothing) + smoothing / classes) * w
        return q, float(len(q))
    q, total = np.zeros((target.size, classes)), 0.0
    for row, index in enumerate(target.reshape(-1).tolist()):
        if index != ignore:
            q[row] = w * smoothing / classes
            q[row, index] += w[index] * (1 - smoothing)
            total += w[index]
    return q, total


def scale(grad: Array, reduction: str, total: float) -> Any:
    """Return what the gradient of each row's loss is."""
    g = grad.reshape(-1, 1)
    return g / total if reduction == "mean" else g


def loss(
    self: Array, target: Array, weight: Any = None, *, reduction: str = "mean",
    ignore_index: int = -100, label_smoothing: float = 0.0,
) -> Any:  # fmt: skip
    """Compute the cross entropy row by row."""
    q, total = factors(self.shape, target, weight, ignore_index, label_smoothing)
    pairs = zip(rows_of(self).tolist(), q.tolist(), strict=True)
    losses = [-math.fsum(map(math.prod, zip(log_softmax(r), f, strict=True))) for r, f in pairs]
    if reduction == "none":
        shape = self.shape[:1] + self.shape[2:] if self.ndim > 1 else ()
        return np.array(losses).reshape(shape)
    return np.array(math.fsum(losses) / (total if reduction == "mean" else 1))


def slopes(grad: Array, self: Array, target: Array, weight: Any, *options: Any) -> Any:
    """Compute the gradient row by row."""
    reduction, ignore_index, smoothing = options
    q, total = factors(self.shape, target, weight, ignore_index, smoothing)
    p = np.exp([log_softmax(row) for row in rows_of(self).tolist()])
    return unrow(scale(grad, reduction, total) * (p * q.sum(1, keepdims=True) - q), self.shape)


def factor(grad: Array, self: Array, target: Array, weight: Any, *options: Any) -> Any:
    """Compute the factor of softmax in the gradient."""
    reduction, ignore_index, smoothing = options
    q, total = factors(self.shape, target, weight, ignore_index, smoothing)
    return unrow(scale(grad, reduction, total) * q.sum(1, keepdims=True), self.shape)


FEW = np.array([2, 0, 1, 2])
GRID = np.array([[0, 1], [2, 2]])
ODDS = np.abs(y(4, 3)) / np.abs(y(4, 3)).sum(1, keepdims=True)
GRID_ODDS = np.abs(y(2, 3, 2))
WEIGHT = np.array([0.5, 1.5, 1.0])
INDEX = [
    s(x(4, 3), FEW),
    s(x(4, 3), FEW, reduction="sum"),
    s(x(4, 3), FEW, reduction="none"),
    s(x(4, 3), FEW, ignore_index=2),
    s(x(4, 3), FEW, label_smoothing=0.2),
    s(x(3), np.array(1)),
    s(x(2, 3, 2), GRID),
    s(x(2, 3, 2), GRID, reduction="none", ignore_index=0),
    s(x(0, 3), np.zeros(0, np.int64), reduction="sum"),
]
WEIGHTED = [  # PyTorch refuses a derivative for the weights here
    s(x(4, 3), FEW, WEIGHT, smooth=False),
    s(x(2, 3, 2), GRID, WEIGHT, label_smoothing=0.1, ignore_index=1, smooth=False),
]
PROBABILITIES = [
    s(x(4, 3), ODDS),
    s(x(4, 3), ODDS, WEIGHT, reduction="sum"),
    s(x(4, 3), ODDS, WEIGHT, label_smoothing=0.3, reduction="none"),
    s(x(2, 3, 2), GRID_ODDS, WEIGHT, label_smoothing=0.1),
    s(x(3), ODDS[0], WEIGHT),
]
FULL = [
    s(y(), x(4, 3), FEW, None, "mean", -100, 0.0),
    s(y(), x(4, 3), FEW, None, "sum", 2, 0.0),
    s(y(4), x(4, 3), FEW, None, "none", -100, 0.1),
    s(y(2, 2), x(2, 3, 2), GRID, None, "none", -100, 0.0),
    s(y(), x(3), np.array(1), None, "mean", -100, 0.0),
    s(y(), x(4, 3), FEW, WEIGHT, "mean", 0, 0.1, smooth=False),
    s(y(), x(4, 3), ODDS, None, "mean", -100, 0.0),
    s(y(), x(4, 3), ODDS, WEIGHT, "sum", -100, 0.2),
    s(y(4), x(4, 3), ODDS, WEIGHT, "none", -100, 0.2),
    s(y(2, 2), x(2, 3, 2), GRID_ODDS, WEIGHT, "none", -100, 0.2),
]

ROWS: dict[str, Row] = {
    "cross_entropy": Row(loss, [*INDEX, *WEIGHTED, *PROBABILITIES], "df", "same"),
    "cross_entropy_backward": Row(slopes, FULL, "df", "same"),
    "cross_entropy_factor": Row(factor, FULL, "df", "same"),
}
