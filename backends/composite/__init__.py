"""Operators written in other operators: they work on every backend and have every derivative."""

from __future__ import annotations

from . import index, join, linalg, order, shape

__all__ = ["index", "join", "linalg", "order", "shape"]
