"""What is said of operators about batches, by family; see Note [Batching rules] in batching.py."""

from . import pointwise, shape

__all__ = ["pointwise", "shape"]
