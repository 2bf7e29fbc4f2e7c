"""Function transforms: levels of tensors that wrap tensors."""

from . import batch_rules, batching, functions, layer, tracked_functions
from .batched import VmapLevel, batched
from .tracked import TrackedLevel

__all__ = [
    "TrackedLevel", "VmapLevel", "batch_rules", "batched", "batching", "functions", "layer",
    "tracked_functions",
]  # fmt: skip
