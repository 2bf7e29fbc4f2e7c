"""Function transforms: levels of tensors that wrap tensors."""

from . import batching, functions, layer, tracked_functions
from .batched import VmapLevel, batched
from .tracked import TrackedLevel

__all__ = [
    "TrackedLevel", "VmapLevel", "batched", "batching", "functions", "layer", "tracked_functions",
]  # fmt: skip
