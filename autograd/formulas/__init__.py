"""The derivative table: one row per operator, files named as in dispatch/ops; importing fills it."""

from __future__ import annotations

from . import (
    index,
    join,
    linalg,
    loss,
    norm,
    order,
    pointwise,
    random,
    reduce,
    select,
    shape,
    view,
)

__all__ = [
    "index",
    "join",
    "linalg",
    "loss",
    "norm",
    "order",
    "pointwise",
    "random",
    "reduce",
    "select",
    "shape",
    "view",
]
