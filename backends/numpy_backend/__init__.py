"""The NumPy backend: the living definition of every operator.

Registers itself through the public call; its kernels are read when they are first needed.
"""

from __future__ import annotations

from ...dispatch.later import later
from ...dispatch.rooms import Room
from ...dispatch.rules import RULES
from ..array_backend import ArrayBackend
from ..backend import Backend, register_backend
from ..dtypes import NpDType, when_used

BACKEND = ArrayBackend("NumPy")
register_backend(BACKEND, why="the living definition: every other backend is checked against it")
Backend.host = BACKEND
ROOM = RULES.rooms["NumPy"] = Room(
    __name__,
    (
        "activations", "choose", "compare", "complex", "convolution", "create", "exponential",
        "extremes", "index", "join", "linalg", "loss", "losses", "norm", "optimizers", "order",
        "pointwise", "pooling", "random", "reduce", "rounding", "scan", "select", "shape", "slopes",
        "special", "statistics", "trig", "view",
    ),
    also={
        "alias": ("shape",),
        "exponential": ("special",),
        "index": ("select",),
        "shape": ("create",),
        "view": ("shape",),
    },
)  # fmt: skip

__getattr__, __dir__ = later(__name__, {}, " ".join(ROOM.files))


def _use(new: NpDType) -> None:
    """Compute bfloat16 in float32; kernels know float16."""
    if new.kind == "V":
        from ..narrow import Narrowing, compute_wide

        compute_wide(BACKEND, Narrowing([new]))


when_used(_use)

__all__ = ["BACKEND", "ROOM"]
