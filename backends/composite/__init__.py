"""Operators written in other operators, by family: what is not hot needs no kernel of its own.

They run on any backend and are differentiable through what they call.
"""

from __future__ import annotations

from . import (
    activations,
    complex,
    index,
    join,
    linalg,
    losses,
    optimizers,
    order,
    pointwise,
    reduce,
    slopes,
    view,
)

__all__ = [
    "activations",
    "complex",
    "index",
    "join",
    "linalg",
    "losses",
    "optimizers",
    "order",
    "pointwise",
    "reduce",
    "slopes",
    "view",
]
