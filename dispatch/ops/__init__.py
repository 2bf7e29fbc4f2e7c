"""The declarations of all built-in operators, by family; importing this package makes them."""

from __future__ import annotations

from . import create, index, join, linalg, loss, norm, order, pointwise, random, reduce, shape

__all__ = [
    "create",
    "index",
    "join",
    "linalg",
    "loss",
    "norm",
    "order",
    "pointwise",
    "random",
    "reduce",
    "shape",
]
