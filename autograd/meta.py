"""What autograd keeps in a tensor's `_autograd` slot, and where a gradient goes from there.

Decides the states of that slot and of an edge. Must not know the engine, formulas or any backend.

Note [The autograd slot]
~~~~~~~~~~~~~~~~~~~~~~~~
The slot holds the cheapest thing that says everything:
    None            nothing was ever recorded, kept or viewed
    (seq, node)     an ordinary output: the slot *is* the edge, and the edge is its entry in the
                    engine's heap (numbers count down, so the newest node is the smallest);
                    (seq, node, nr) for output `nr` of a node with several
    Leaf            requires grad, made by the user
    Plain           keeps a `.grad` or was a leaf once; requires no grad
    Interior        an output on which somebody keeps something: a hook, `retain_grad`
    View            a view, also where nothing requires grad: its base may get a history later

Note [Edges]
~~~~~~~~~~~~
What a node keeps for each input is None (no gradient goes there), such a tuple, a leaf *tensor*
itself (nothing is allocated for it, and no cycle arises since tensors do not point at consumers),
or NULL: the consumer records and its result requires grad, but the gradient is dropped (a view of a
tensor that requires grad, made under no_grad).
"""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING, Any, final

from ..dispatch.versions import VersionCounter

if TYPE_CHECKING:
    from ..dispatch.tensor import Tensor

Edge = Any  # see Note [Edges]

# Unique in the process and taken after the edges of a node, so a newer node has a smaller number
# than everything it points to, and a heap of edges alone is a right order for backward.
next_seq = itertools.count(-1, -1).__next__


@final
class NullEdge:
    """The edge that drops its gradient; see Note [Edges]."""

    __slots__ = ()

    def __repr__(self) -> str:
        return "<null edge>"


NULL = NullEdge()


class AutogradMeta:
    """What is kept for a tensor beyond its edge; its class says which kind of tensor it is."""

    __slots__ = ("__weakref__", "accumulated", "edge", "grad", "hooks", "lock", "node", "retained")

    def __init__(self, edge: Edge = None) -> None:
        self.edge = edge
        self.grad: Tensor | None = None
        self.hooks: dict[int, Any] | None = None
        self.accumulated: dict[int, Any] | None = None  # post-accumulate hooks
        self.retained = False
        self.lock: Any = None
        self.node: Any = None  # weak reference to the AccumulateGrad somebody looked at


class Leaf(AutogradMeta):
    """A tensor that requires grad and that no node made."""

    __slots__ = ()


class Plain(AutogradMeta):
    """A tensor that requires no grad but keeps something."""

    __slots__ = ()


class Interior(AutogradMeta):
    """An output of a node on which somebody keeps something."""

    __slots__ = ()


class View:
    """How a view came about, for regenerating its edge, and for writes through it.

    `edge` is None, a tuple, NULL, or LEAF (the view itself requires grad); `seen` is the version at
    which it was right.
    """

    __slots__ = ("args", "base", "creation", "edge", "extra", "operator", "parent", "seen")

    operator: Any
    args: tuple[Any, ...]
    base: Tensor
    parent: View | None
    creation: str | None
    edge: Edge
    seen: int
    extra: AutogradMeta | None


@final
class _LeafMark:
    __slots__ = ()


LEAF = _LeafMark()


def edge_of(tensor: Tensor, meta: Any) -> Edge:
    """Return where the gradient of a tensor goes; the quick cases are inlined in generated code."""
    kind = meta.__class__
    if kind is tuple:
        return meta
    if kind is Leaf:
        return tensor
    if kind is View:
        return view_edge(tensor, meta)
    if kind is Interior:
        return meta.edge
    return None


def view_edge(tensor: Tensor, view: View) -> Edge:
    """Return the edge of a view, regenerated if its base was written to since."""
    if view.edge is LEAF:
        return tensor
    version = tensor._counter
    if version.__class__ is VersionCounter and version.value != view.seen:
        return _regenerate(tensor, view)
    edge = view.edge
    if edge is None and view.base._autograd is not None and requires_grad(view.base):
        return NULL  # made under no_grad, or before its base required grad
    return edge


def _regenerate(tensor: Tensor, view: View) -> Edge:
    from .views import regenerate

    return regenerate(tensor, view)


def extra_of(tensor: Tensor) -> AutogradMeta | None:
    """Return the object that keeps grad and hooks, or None; allocates nothing."""
    meta = tensor._autograd
    if meta is None or meta.__class__ is tuple:
        return None
    if meta.__class__ is View:
        found: AutogradMeta | None = meta.extra
        return found
    kept: AutogradMeta = meta
    return kept


def ensure_extra(tensor: Tensor) -> AutogradMeta:
    """Return the object that keeps grad and hooks, made if there is none."""
    meta = tensor._autograd
    if meta is None:
        meta = tensor._autograd = Plain()
    elif meta.__class__ is tuple:
        meta = tensor._autograd = Interior(meta)
    elif meta.__class__ is View:
        if meta.extra is None:
            meta.extra = AutogradMeta()
        meta = meta.extra
    kept: AutogradMeta = meta
    return kept


def current_edge(tensor: Tensor) -> Edge:
    """Return the edge of a tensor whatever its slot holds."""
    meta = tensor._autograd
    return None if meta is None else edge_of(tensor, meta)


def requires_grad(tensor: Tensor) -> bool:
    """Whether gradients can flow to a tensor: its own edge, or its base's if it is a view."""
    meta = tensor._autograd
    kind = meta.__class__
    if meta is None or kind is Plain:
        return False
    if kind is View:
        return meta.edge is not None or requires_grad(meta.base)
    return True


def set_edge(tensor: Tensor, edge: Edge) -> None:
    """Give a tensor the edge of the node that now makes it, keeping what is kept on it."""
    meta = tensor._autograd
    kind = meta.__class__
    if kind is View:
        if meta.extra is not None and meta.extra.retained:
            _move_retained(meta.extra, meta.edge, edge)
        meta.edge = edge
        if tensor._counter is not None:
            meta.seen = tensor._counter.value
    elif kind is Interior or kind is Plain:
        if meta.retained:
            _move_retained(meta, meta.edge, edge)
        meta.__class__ = Interior  # what was kept on it stays
        meta.edge = edge
    else:
        tensor._autograd = edge


def _move_retained(extra: AutogradMeta, old: Edge, new: Edge) -> None:
    from .hooks import move_retained

    move_retained(extra, old, new)
