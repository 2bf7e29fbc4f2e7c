"""The backward graph as text, and tensors as messages name them.

Decides how tensors and nodes are written for people. Must not change anything.
"""

from __future__ import annotations

from typing import Any

from ...dispatch.tensor import Tensor, backend_of_keys
from ..arguments import want_tensor
from ..gradient_edge import GradientEdge, engine_edge
from ..input_metadata import output_like
from ..lines import saved_at
from ..meta import Edge, current_edge
from ..node import Node
from .record import SOURCE

Source = Any  # a tensor, a gradient edge, or a sequence of them


def describe_tensor(tensor: Tensor) -> str:
    """Return a tensor's name, dtype and sizes in a few words."""
    name = f"{tensor.name!r} " if tensor.name is not None else ""
    return f"{name}[{tensor.dtype} {list(tensor.shape)}]"


def describe_like(payload: Any, keys: int) -> str:
    """Return the dtype and sizes of a payload, as `describe_tensor` writes them."""
    backend = backend_of_keys(keys)
    return f"[{backend.dtype(payload)} {list(backend.shape(payload))}]"


def roots_of(source: Source) -> list[Edge]:
    """Return the edges that a graph is shown from."""
    sources = source if source.__class__ in (list, tuple) else [source]
    edges = []
    for each in sources:
        if isinstance(each, GradientEdge):
            edges.append(engine_edge(each))
            continue
        want_tensor("graph", "what is to be shown", each, "a GradientEdge, or a list of these")
        edges.append(current_edge(each))
    return edges


def describe_node(node: Node, number: int = 0) -> str:
    """Return the name of a node, with dtype and sizes of an output where they are known."""
    like = output_like(node, number)
    shape = "" if like.shape is None else f" [{like.dtype} {list(like.shape)}]"
    return node.name() + shape


def source_line(node: Node) -> str:
    """Return where a node was made, if that was noted."""
    found = "" if node.extra is None else node.extra.metadata.get(SOURCE, "")
    return str(found) or saved_at(node)


def describe_edge(edge: Edge) -> str:
    """Return in words where an edge leads."""
    if edge.__class__ is tuple:
        number = edge[2] if len(edge) > 2 else 0
        return describe_node(edge[1], number) + (f" output {number}" if edge[1].many else "")
    if isinstance(edge, Tensor):
        return f"AccumulateGrad {describe_tensor(edge)}"
    return "(the gradient is dropped)"


def describe(tensor: Source, depth: int | None = None, *, lines: bool = False) -> str:
    """Return the backward graph of a tensor as an indented tree.

    A node that is reached twice is written out once and then referred to by the number of its line.
    Sizes are shown where they are known: see `record`.

    Parameters
    ----------
    tensor : Tensor, GradientEdge or sequence of them
        Usually a loss.
    depth : int, optional
        How many levels to show.
    lines : bool
        Show the source line that made each node, where `record` has noted it.

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
    written: list[str] = []
    numbers: dict[Node, int] = {}
    stack: list[tuple[Edge, int]] = [(edge, 0) for edge in reversed(roots_of(tensor))]
    while stack:
        edge, level = stack.pop()
        if edge is None:
            continue
        node = edge[1] if edge.__class__ is tuple else None
        if node is not None and node in numbers:
            written.append("  " * level + f"{node.name()} (line {numbers[node]} again)")
            continue
        text = "  " * level + describe_edge(edge)
        if node is not None and lines and source_line(node):
            text += f"  # {source_line(node)}"
        written.append(text)
        if node is None:
            continue
        numbers[node] = len(written)
        if depth is not None and level + 1 > depth:
            continue
        stack.extend((e, level + 1) for e in reversed(node.edges()))
    return "\n".join(written)
