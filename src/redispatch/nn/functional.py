"""Functions of neural networks, under PyTorch's names."""

from __future__ import annotations

from ..dispatch.generated.functions import cross_entropy, log_softmax, relu, softmax

__all__ = ["cross_entropy", "log_softmax", "relu", "softmax"]
