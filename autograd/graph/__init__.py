"""Graphs made visible, and handles on places in them."""

from ..gradient_edge import GradientEdge, get_gradient_edge
from ..lines import record_lines
from ..saved_hooks import disable_saved_tensors_hooks, saved_tensors_hooks
from ..saved_mutation import allow_mutation_on_saved_tensors
from ..saved_storage import save_compressed, save_on_cpu, save_on_disk
from ..saved_values import SavedTensor
from .draw import to_dot, to_mermaid, to_svg
from .memory import memory
from .multi import register_multi_grad_hook
from .protocol import Node
from .record import record
from .text import describe, describe_like, describe_tensor
from .versions import increment_version

__all__ = [
    "GradientEdge",
    "Node",
    "SavedTensor",
    "allow_mutation_on_saved_tensors",
    "describe",
    "describe_like",
    "describe_tensor",
    "disable_saved_tensors_hooks",
    "get_gradient_edge",
    "increment_version",
    "memory",
    "record",
    "record_lines",
    "register_multi_grad_hook",
    "save_compressed",
    "save_on_cpu",
    "save_on_disk",
    "saved_tensors_hooks",
    "to_dot",
    "to_mermaid",
    "to_svg",
]
