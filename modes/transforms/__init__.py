"""Function transforms: levels of tensors that wrap tensors."""

from . import batch_rules, batching, functions, layer
from .batched import VmapLevel, batched

__all__ = ["VmapLevel", "batch_rules", "batched", "batching", "functions", "layer"]
