"""The derivative table: a row per operator, files named as in dispatch/ops; importing fills it."""

from __future__ import annotations

from . import linalg, loss, pointwise, reduce, shape

__all__ = ["linalg", "loss", "pointwise", "reduce", "shape"]
