"""Linear algebra, under PyTorch's names."""

from __future__ import annotations

from .dispatch.generated.functions import linalg_vector_norm as vector_norm

__all__ = ["vector_norm"]
