"""Samples of losses other than the cross entropy."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np

from .loss import FEW, GRID, WEIGHT, rows_of
from .row import Array, Row, Sample, each, positive, s, x, y, z

PAIRS = [
    s(x(2, 3), y(2, 3)),
    s(x(2, 3), y(2, 3), reduction="sum"),
    s(x(2, 3), y(2, 3), reduction="none"),
    s(x(), y()),
    s(x(0), y(0), reduction="sum"),
]


def odds(shape: tuple[int, ...], scale: float) -> Array:
    """Return probabilities."""
    return np.asarray(positive(*shape) / scale)


ODDS = [Sample((odds(t.args[0].shape, 3), odds(t.args[1].shape, 4)), t.kwargs) for t in PAIRS]


def loss(fn: Callable[..., float]) -> Callable[..., Any]:
    """Return what computes a loss of each pair and reduces it."""

    def expected(
        self: Array, target: Array, *weight: Array, reduction: str = "mean", **options: Any
    ) -> Any:
        losses = each(lambda a, b: fn(a, b, **options))(self, target)
        if weight:
            losses = losses * weight[0]
        if reduction == "none":
            return losses
        total = math.fsum(losses.reshape(-1).tolist())
        return np.array(total / losses.size if reduction == "mean" else total)

    return expected


def smooth(a: float, b: float, beta: float = 1.0) -> float:
    """Return the smooth absolute difference."""
    d = abs(a - b)
    return d * d / (2 * beta) if d < beta else d - beta / 2


def smooth_slope(g: float, a: float, b: float, beta: float) -> float:
    """Return g times the slope of the smooth absolute difference."""
    d = a - b
    return g * d / beta if abs(d) < beta else g * float(np.sign(d))


def huber(a: float, b: float, delta: float = 1.0) -> float:
    """Return the Huber loss."""
    d = abs(a - b)
    return d * d / 2 if d < delta else delta * (d - delta / 2)


def divergence(a: float, b: float, log_target: bool = False) -> float:
    """Return the pointwise divergence."""
    return math.exp(b) * (b - a) if log_target else b * math.log(b) - b * a


def crossed(a: float, b: float) -> float:
    """Return the cross entropy of one probability."""
    return -(b * math.log(a) + (1 - b) * math.log(1 - a))


def logits(a: float, b: float) -> float:
    """Return the cross entropy of one logit."""
    return math.log1p(math.exp(-a)) + (1 - b) * a


def nll(
    self: Array, target: Array, weight: Any = None, *, ignore_index: int = -100,
    reduction: str = "mean",
) -> Any:  # fmt: skip
    """Compute the negative log likelihood row by row."""
    rows, index = rows_of(self), target.reshape(-1).tolist()
    w = np.ones(rows.shape[1]) if weight is None else weight
    kept = [0.0 if k == ignore_index else float(w[k]) for k in index]
    losses = [
        -u * rows[i, k] if u else 0.0 for i, (k, u) in enumerate(zip(index, kept, strict=True))
    ]
    if reduction == "none":
        return np.array(losses).reshape(target.shape)
    return np.array(math.fsum(losses) / (math.fsum(kept) if reduction == "mean" else 1))


def nll_slopes(
    grad: Array, self: Array, target: Array, weight: Any, ignore_index: int, reduction: str
) -> Any:
    """Compute the gradient by the loss of each unit vector, for it is linear."""
    result = np.zeros(self.shape)
    for k in np.ndindex(*self.shape):
        unit = np.zeros(self.shape)
        unit[k] = 1
        one = nll(unit, target, weight, ignore_index=ignore_index, reduction=reduction)
        result[k] = np.sum(one * grad)
    return result


CLASSES = [
    s(x(4, 3), FEW),
    s(x(4, 3), FEW, reduction="sum"),
    s(x(4, 3), FEW, reduction="none"),
    s(x(4, 3), FEW, ignore_index=2),
    s(x(4, 3), FEW, WEIGHT, smooth=False),
    s(x(4, 3), FEW, WEIGHT, ignore_index=0, reduction="none", smooth=False),
    s(x(3), np.array(1)),
    s(x(2, 3, 2), GRID),
    s(x(2, 3, 2), GRID, WEIGHT, reduction="none", smooth=False),
]

ROWS: dict[str, Row] = {
    "mse_loss": Row(loss(lambda a, b: (a - b) ** 2), [*PAIRS, s(x(2, 3), y(3)), s(x(3), y(2, 3))]),
    "l1_loss": Row(loss(lambda a, b: abs(a - b)), [*PAIRS, s(x(2, 3), y(3))]),
    "smooth_l1_loss": Row(loss(smooth), [
        *PAIRS, s(x(2, 3), y(2, 3), beta=2.5), s(x(3), y(3), beta=0.1),
    ]),
    "huber_loss": Row(loss(huber), [*PAIRS, s(x(2, 3), y(2, 3), delta=2.5)]),
    "_smooth_l1": Row(
        each(smooth), [s(x(2, 3), y(3), 2.5), s(x(), y(), 0.5), s(x(2, 3), y(3), 0)]
    ),
    "_smooth_l1_backward": Row(each(smooth_slope), [
        s(y(2, 3), x(2, 3), y(3), 2.5), s(y(), x(2, 3), z(2, 3), 0.5), s(y(2, 3), x(2, 3), y(3), 0),
    ]),
    "_mse_backward": Row(each(lambda g, a, b, factor: g * (a - b) * factor), [
        s(y(2, 3), x(2, 3), y(3), 2.5), s(y(), x(2, 3), z(2, 3), -0.5),
    ]),
    "_cross_entropy_of_one_backward": Row(
        each(lambda g, a, b: g * (a - b) / (a * (1 - a))),
        [Sample((z(*t.args[0].shape), *t.args), {}) for t in ODDS if not t.kwargs],
    ),
    "_cross_entropy_of_logit": Row(each(logits), [t for t in PAIRS if not t.kwargs]),
    "_cross_entropy_of_logit_backward": Row(
        each(lambda g, a, b: g * (1 / (1 + np.exp(-a)) - b)),
        [s(y(2, 3), x(2, 3), y(3)), s(y(), x(2, 3), z(2, 3))],
    ),
    "kl_div": Row(loss(divergence), [
        *[Sample((t.args[0], np.asarray(np.abs(t.args[1]))), t.kwargs) for t in PAIRS],
        s(x(2, 3), y(2, 3), log_target=True),
    ]),
    "binary_cross_entropy": Row(loss(crossed), [*ODDS, s(*ODDS[0].args, np.abs(z(2, 3)))]),
    "_cross_entropy_of_one": Row(each(crossed), [t for t in ODDS if not t.kwargs]),
    "binary_cross_entropy_with_logits": Row(loss(logits), [*PAIRS, s(x(2, 3), y(2, 3), z(3))]),
    "nll_loss": Row(nll, CLASSES, "df", "same"),
    "nll_loss_backward": Row(nll_slopes, [
        s(y(), x(4, 3), FEW, None, -100, "mean"), s(y(4), x(4, 3), FEW, None, -100, "none"),
        s(y(), x(4, 3), FEW, None, 2, "sum"), s(y(), x(3), np.array(1), None, -100, "mean"),
        s(y(2, 2), x(2, 3, 2), GRID, None, 0, "none"),
        s(y(), x(4, 3), FEW, WEIGHT, 0, "mean", smooth=False),
    ], "df", "same"),
}  # fmt: skip
