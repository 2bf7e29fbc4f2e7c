"""Gradient edges: a place in the graph without the tensor that stands there.

Decides what a user may hold instead of a tensor, where only its place counts. Must not know the
engine.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from ..dispatch.tensor import Tensor
from .arguments import want_tensor
from .input_metadata import note_output
from .meta import NULL, Edge, current_edge
from .node import Node


class GradientEdge(NamedTuple):
    """A node and the number of one of its outputs; `grad` and `backward` take it for a tensor."""

    node: Node
    output_nr: int
    ownership_token: Any = None

    def __hash__(self) -> int:
        return hash((self.node, self.output_nr))

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, GradientEdge)
            and self.node is other.node
            and self.output_nr == other.output_nr
        )

    def __ne__(self, other: object) -> bool:
        return not self == other


def get_gradient_edge(tensor: Tensor) -> GradientEdge:
    """Return the place of a tensor in the graph: where its gradient arrives.

    Raises
    ------
    RuntimeError
        If the tensor does not require grad.

    Examples
    --------
    >>> import redispatch as rd
    >>> x = rd.tensor(2., requires_grad=True)
    >>> edge = rd.autograd.graph.get_gradient_edge(x)
    >>> edge.node.name(), edge.output_nr
    ('torch::autograd::AccumulateGrad', 0)
    >>> rd.autograd.grad(x * 3, edge)
    (tensor(3.),)
    """
    from .accumulate import accumulator_of

    want_tensor("get_gradient_edge", "tensor", tensor)
    edge = current_edge(tensor)
    if edge is None or edge is NULL:
        raise RuntimeError(
            "It is not possible to get the gradient edge for a Tensor that does not require "
            "gradients"
        )
    if edge.__class__ is tuple:
        number = edge[2] if len(edge) > 2 else 0
        note_output(edge[1], number, tensor)
        return GradientEdge(edge[1], number)
    return GradientEdge(accumulator_of(tensor), 0)


def engine_edge(edge: GradientEdge) -> Edge:
    """Return a gradient edge as the engine knows it: the leaf itself, or number, node, output."""
    node = edge.node
    leaf = getattr(node, "variable", None)
    if isinstance(leaf, Tensor):
        return leaf
    if node.many:
        return (node.seq, node, edge.output_nr)
    return (node.seq, node)
