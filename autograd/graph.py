"""Graphs made visible: names of tensors in messages, and the backward graph as text.

Decides how tensors and nodes are written for people. Must not change anything.
"""

from __future__ import annotations

from typing import Any

from ..dispatch.tensor import Tensor, backend_of_keys
from .lines import record_lines
from .meta import Edge, current_edge
from .node import Node
from .saved_hooks import disable_saved_tensors_hooks, saved_tensors_hooks
from .saved_mutation import allow_mutation_on_saved_tensors
from .saved_storage import save_compressed, save_on_cpu, save_on_disk
from .saved_values import SavedTensor

__all__ = [
    "Node",
    "SavedTensor",
    "allow_mutation_on_saved_tensors",
    "describe",
    "describe_tensor",
    "disable_saved_tensors_hooks",
    "record_lines",
    "save_compressed",
    "save_on_cpu",
    "save_on_disk",
    "saved_tensors_hooks",
]


def describe_tensor(tensor: Tensor) -> str:
    """Return a tensor's name, dtype and sizes in a few words."""
    name = f"{tensor.name!r} " if tensor.name is not None else ""
    return f"{name}[{tensor.dtype} {list(tensor.shape)}]"


def describe_like(payload: Any, keys: int) -> str:
    """Return the dtype and sizes of a payload, as `describe_tensor` writes them."""
    backend = backend_of_keys(keys)
    return f"[{backend.dtype(payload)} {list(backend.shape(payload))}]"


def _line(edge: Edge, shown: dict[Any, int]) -> str:
    if edge.__class__ is tuple:
        return str(edge[1].name())
    if isinstance(edge, Tensor):
        return f"AccumulateGrad {describe_tensor(edge)}"
    return "(the gradient is dropped)"


def describe(tensor: Tensor, depth: int | None = None) -> str:
    """Return the backward graph of a tensor as an indented tree.

    A node that is reached twice is written out once and then referred to by its number.

    Parameters
    ----------
    tensor : Tensor
        Usually a loss.
    depth : int, optional
        How many levels to show.

    Examples
    --------
    >>> import redispatch as rd
    >>> x = rd.tensor([1., 2.], requires_grad=True)
    >>> print(rd.autograd.graph.describe((x * x).sum()))
    SumBackward0
      MulBackward0
        AccumulateGrad [redispatch.float32 [2]]
        AccumulateGrad [redispatch.float32 [2]]
    """
    lines: list[str] = []
    numbers: dict[Node, int] = {}
    stack: list[tuple[Edge, int]] = [(current_edge(tensor), 0)]
    while stack:
        edge, level = stack.pop()
        if edge is None:
            continue
        text = _line(edge, {})
        node = edge[1] if edge.__class__ is tuple else None
        if node is not None and node in numbers:
            lines.append("  " * level + f"{text} (line {numbers[node]} again)")
            continue
        lines.append("  " * level + text)
        if node is None:
            continue
        numbers[node] = len(lines)
        if depth is not None and level + 1 > depth:
            continue
        stack.extend((e, level + 1) for e in reversed(node.edges()))
    return "\n".join(lines)
