"""The derivative table: a row per operator, in files named as in dispatch/ops.

A file is read when the derivative of one of its operators is first asked for.
"""

from __future__ import annotations

from ...dispatch.later import later
from ...dispatch.rooms import Room
from ...dispatch.rules import RULES

ROOM = RULES.rooms["Derivative"] = Room(
    __name__,
    (
        "activations", "choose", "complex", "convolution", "exponential", "extremes", "index",
        "join", "linalg", "loss", "losses", "norm", "order", "pointwise", "pooling", "random",
        "reduce", "rounding", "scan", "select", "shape", "slopes", "statistics", "trig", "view",
    ),
    also={
        "index": ("select",),
        "order": ("extremes",),
    },
)  # fmt: skip

__getattr__, __dir__ = later(__name__, {}, " ".join(ROOM.files))

__all__ = ["ROOM"]
