"""What users may rely on of a node.

Decides the abstract class that every node is an instance of. Must not know how nodes work.
"""

from __future__ import annotations

import abc
from collections.abc import Callable
from typing import Any

from ..node import Node as EngineNode


class Node(abc.ABC):
    """A node of the backward graph, as users see it; all nodes are instances of it.

    Examples
    --------
    >>> import redispatch as rd
    >>> x = rd.tensor([1., 2.], requires_grad=True)
    >>> isinstance((x * x).grad_fn, rd.autograd.graph.Node)
    True
    """

    @abc.abstractmethod
    def name(self) -> str:
        """Return the name of the node, as `MulBackward0`."""

    @property
    @abc.abstractmethod
    def next_functions(self) -> tuple[tuple[Node | None, int], ...]:
        """The nodes that the gradients of the inputs go to, with the number of the output there."""

    @property
    @abc.abstractmethod
    def metadata(self) -> dict[str, Any]:
        """A dict for whatever users want to keep with the node."""

    @abc.abstractmethod
    def register_hook(self, fn: Callable[..., Any]) -> Any:
        """Register a function called after the node ran."""

    @abc.abstractmethod
    def register_prehook(self, fn: Callable[..., Any]) -> Any:
        """Register a function called before the node runs."""


Node.register(EngineNode)
