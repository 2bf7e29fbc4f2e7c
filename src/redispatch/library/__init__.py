"""Operators of the user's own, under PyTorch's names."""

from __future__ import annotations

from .custom_op import CustomOp, custom_op
from .infer import infer_schema
from .library import Library

__all__ = ["CustomOp", "Library", "custom_op", "infer_schema"]
