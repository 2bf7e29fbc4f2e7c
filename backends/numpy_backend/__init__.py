"""The NumPy backend: the living definition of every operator.

Registers itself through the public call, before its kernels.
"""

from __future__ import annotations

from ..array_backend import ArrayBackend
from ..backend import Backend, register_backend
from ..dtypes import NpDType, when_used
from ..narrow import Narrowing, compute_wide

BACKEND = ArrayBackend("NumPy")
register_backend(BACKEND, why="the living definition: every other backend is checked against it")
Backend.host = BACKEND

from . import (  # noqa: E402 - kernels need the key
    activations,
    choose,
    compare,
    complex,
    convolution,
    create,
    exponential,
    extremes,
    index,
    join,
    linalg,
    loss,
    losses,
    norm,
    optimizers,
    order,
    pointwise,
    pooling,
    random,
    reduce,
    rounding,
    scan,
    select,
    shape,
    slopes,
    special,
    statistics,
    trig,
    view,
)


def _use(new: NpDType) -> None:
    """Compute bfloat16 in float32; kernels know float16."""
    if new.kind == "V":
        compute_wide(BACKEND, Narrowing([new]))


when_used(_use)

__all__ = [
    "BACKEND",
    "activations",
    "choose",
    "compare",
    "complex",
    "convolution",
    "create",
    "exponential",
    "extremes",
    "index",
    "join",
    "linalg",
    "loss",
    "losses",
    "norm",
    "optimizers",
    "order",
    "pointwise",
    "pooling",
    "random",
    "reduce",
    "rounding",
    "scan",
    "select",
    "shape",
    "slopes",
    "special",
    "statistics",
    "trig",
    "view",
]
