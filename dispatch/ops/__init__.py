"""The declarations of all built-in operators, by family; importing this package makes them."""

from __future__ import annotations

from . import create, linalg, loss, pointwise, reduce, shape, slopes

__all__ = ["create", "linalg", "loss", "pointwise", "reduce", "shape", "slopes"]
