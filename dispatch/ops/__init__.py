"""The declarations of all built-in operators, by family; importing this package makes them."""

from __future__ import annotations

from . import (
    activations,
    choose,
    common,
    compare,
    create,
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
    "common",
    "compare",
    "create",
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
