"""The derivative table: a row per operator, files named as in dispatch/ops; importing fills it."""

from __future__ import annotations

from . import (
    activations,
    choose,
    exponential,
    extremes,
    linalg,
    loss,
    losses,
    pointwise,
    reduce,
    rounding,
    scan,
    shape,
    statistics,
    trig,
)

__all__ = [
    "activations",
    "choose",
    "exponential",
    "extremes",
    "linalg",
    "loss",
    "losses",
    "pointwise",
    "reduce",
    "rounding",
    "scan",
    "shape",
    "statistics",
    "trig",
]
