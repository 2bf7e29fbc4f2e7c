"""The Meta backend: every operator without its numbers, on the device "meta".

Registers itself through the public call, before its kernels.
"""

from __future__ import annotations

from ..backend import register_backend
from .backend import MetaBackend
from .payload import MetaArray

BACKEND = MetaBackend("Meta")
register_backend(BACKEND, why="works out sizes, strides and dtypes, and computes nothing")

from . import (  # noqa: E402 - kernels need the key
    complex,
    convolution,
    create,
    index,
    join,
    linalg,
    loss,
    losses,
    norm,
    pointwise,
    pooling,
    random,
    reduce,
    scan,
    shape,
    view,
)

__all__ = [
    "BACKEND",
    "MetaArray",
    "complex",
    "convolution",
    "create",
    "index",
    "join",
    "linalg",
    "loss",
    "losses",
    "norm",
    "pointwise",
    "pooling",
    "random",
    "reduce",
    "scan",
    "shape",
    "view",
]
