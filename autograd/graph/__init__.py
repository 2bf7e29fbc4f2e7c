"""Graphs made visible, and handles on places in them."""

from ..gradient_edge import GradientEdge, get_gradient_edge
from .draw import to_dot, to_mermaid, to_svg
from .memory import memory
from .multi import register_multi_grad_hook
from .protocol import Node
from .record import record
from .text import describe, describe_tensor
from .versions import increment_version

__all__ = [
    "GradientEdge",
    "Node",
    "describe",
    "describe_tensor",
    "get_gradient_edge",
    "increment_version",
    "memory",
    "record",
    "register_multi_grad_hook",
    "to_dot",
    "to_mermaid",
    "to_svg",
]
