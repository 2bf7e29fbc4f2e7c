"""Helpers around training: checkpointing."""

from . import checkpoint

__all__ = ["checkpoint"]
