"""The Meta backend: every operator without its numbers, on the device "meta".

Registers itself through the public call; its kernels are read when they are first needed.
"""

from __future__ import annotations

from ...dispatch.later import later
from ...dispatch.rooms import Room
from ...dispatch.rules import RULES
from ..backend import register_backend
from .backend import MetaBackend
from .payload import MetaArray

BACKEND = MetaBackend("Meta")
register_backend(BACKEND, why="works out sizes, strides and dtypes, and computes nothing")
# Tags have kernels here, and one file may answer for many families: all are read together.
ROOM = RULES.rooms["Meta"] = Room(
    __name__,
    (
        "complex", "convolution", "create", "index", "join", "linalg", "loss", "losses", "norm",
        "pointwise", "pooling", "random", "reduce", "scan", "shape", "sized", "view",
    ),
    whole=True,
)  # fmt: skip

__getattr__, __dir__ = later(__name__, {}, " ".join(ROOM.files))

__all__ = ["BACKEND", "ROOM", "MetaArray"]
