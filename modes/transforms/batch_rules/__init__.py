"""What is said of operators about batches, by family; see Note [Batching rules] in batching.py."""

from . import pointwise, random, shape

__all__ = ["pointwise", "random", "shape"]
