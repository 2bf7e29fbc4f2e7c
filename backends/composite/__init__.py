"""Operators written in other operators, by family: what is not hot needs no kernel of its own.

They run on any backend and are differentiable through what they call.
"""

from __future__ import annotations

from ...dispatch.later import later
from ...dispatch.rooms import Room
from ...dispatch.rules import RULES

ROOM = RULES.rooms["Composite"] = Room(
    __name__,
    (
        "activations", "complex", "index", "join", "linalg", "losses", "optimizers", "order",
        "pointwise", "reduce", "slopes", "view",
    ),
    also={
        "choose": ("pointwise",),
        "compare": ("pointwise",),
        "exponential": ("pointwise",),
        "extremes": ("reduce",),
        "rounding": ("pointwise",),
        "scan": ("reduce",),
        "statistics": ("reduce",),
        "view": ("join",),
    },
)  # fmt: skip

__getattr__, __dir__ = later(__name__, {}, " ".join(ROOM.files))

__all__ = ["ROOM"]
