"""What Autograd does for an operator that says nothing about its derivative.

Decides that the forward call works, that the result requires grad, and that backward raises naming
both ways out. Must not know which operators those are.
"""

from __future__ import annotations

from typing import Any

from ..dispatch.keys import AUTOGRAD
from ..dispatch.operator import TENSOR_TYPES
from ..dispatch.tensor import backend_of
from ..dispatch.walk import Site, Step
from .meta import Edge, current_edge, next_seq, set_edge
from .node import Node


class NotImplementedNode(Node):
    """The node of an operator without a derivative: it raises when it is run."""

    __slots__ = ("inputs", "operator")
    inputs: tuple[Edge, ...]
    operator: str

    def edges(self) -> tuple[Edge, ...]:
        """Return the edges of the inputs."""
        return self.inputs

    def apply(self, g: Any) -> Any:
        """Raise NotImplementedError, naming both ways out."""
        raise NotImplementedError(
            f"derivative for {self.operator} is not implemented: register one with "
            f"derivative({self.operator!r}, ...), or declare the operator with the tag "
            "'nondifferentiable' if it has none"
        )

    def name(self) -> str:
        """Return the name that the node would have."""
        return "NotImplemented"


def _edges(args: tuple[Any, ...]) -> list[Edge]:
    found = []
    for value in args:
        if value.__class__ in TENSOR_TYPES:
            found.append(current_edge(value))
        elif value.__class__ in (list, tuple):
            found += _edges(tuple(value))
    return found


def _differentiable(tensor: Any) -> bool:
    return bool(backend_of(tensor).differentiable(tensor._data))


def missing_step(site: Site, below: Step) -> Step:
    """Return the step that records a node which raises in backward."""
    name, lower = site.operator.name, below.call

    def record(*args: Any) -> Any:
        edges = _edges(args)
        result = lower(*args)
        if any(e is not None for e in edges):
            for each in result if isinstance(result, (tuple, list)) else (result,):
                if each.__class__ in TENSOR_TYPES and _differentiable(each):
                    node = NotImplementedNode()
                    node.extra = None
                    node.inputs = tuple(edges)
                    node.operator = name
                    node.keys = each._keys
                    node.seq = next_seq()
                    set_edge(each, (node.seq, node))
                    each._keys |= AUTOGRAD.bit
        return result

    return Step(record, "records a node that raises: no derivative is registered", key=AUTOGRAD)
