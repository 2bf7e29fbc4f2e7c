"""Writes to views and to their bases: replay, CopySlices, and what is refused.

Decides how the graph looks after an in-place operator. Must not know formulas or the engine's loop.

Note [Writing through a view]
~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
A view remembers the operators that lead from its base to it, and their arguments. When a view is
written to, its base gets a `CopySlices` node: backward, that copies the gradient of the base (in
the base's order of strides, or replaying a reshape would give a copy), replays the view operators
on the copy, asks the writing operator's node for the gradient of its old value, and writes that
into the slice. All views of the base find a higher version than the one they have seen, and
regenerate their own place in the graph, by replay on the base, when somebody asks for it.

Note [A cycle that no backward can use]
~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
`y.add_(y.sin())` puts `y` behind a node that leads to sin, and sin has saved `y`, the object: so
they hold each other until Python's collector comes. That takes a write whose other operand was
computed from the written tensor by an operator that saved it; the write makes what was saved stale,
so every backward through `y` is refused. Nodes cannot save anything less than the tensor, because
its counter may be made later, by whoever makes an alias; and to find such an operand, each recorded
write would have to search the graph behind its operands. So the cycle is left to the collector.
"""

from __future__ import annotations

import weakref
from typing import Any

from ..dispatch.errors import explain_error
from ..dispatch.generated.functions import clone, copy_, zero_
from ..dispatch.keys import AUTOGRAD, PYTHON, TRANSFORMS, VERSION
from ..dispatch.state import GradSwitch
from ..dispatch.tensor import Tensor, backend_of, make_tensor, twin
from .hooks import move_retained
from .layouts import in_order
from .meta import (
    LEAF,
    NULL,
    Edge,
    Interior,
    Leaf,
    View,
    current_edge,
    next_seq,
    requires_grad,
    set_edge,
)
from .node import Node

CREATION_ERRORS = {
    "no_grad": "with grad mode enabled, so it is not clear whether gradients should see the write",
    "inference": "with grad mode enabled, though the view was not recorded",
    "moved": "with grad mode enabled, though its place in its base is not known any more",
    "multi": "This view is the output of a function that returns multiple views, whose gradients "
    "cannot be told apart after a write",
    "function": "This view was created inside a custom Function (or because an input was returned "
    "as-is), whose backward would not see the write",
}


def _refuse(who: str, view: View, done: str) -> None:
    """Raise the error of a view that was made where its making could not be recorded."""
    creation = view.creation
    assert creation is not None
    why = CREATION_ERRORS[creation]
    if creation in ("no_grad", "inference"):
        what = f"A view was created in {creation} mode and {done} modified inplace {why}"
    elif creation == "moved":
        what = f"A view was resized or set to other memory, and {done} modified inplace {why}"
    else:
        edge = view.edge if view.edge.__class__ is tuple else (0, None)
        number = edge[2] if len(edge) > 2 else 0
        node = edge[1].name() if edge[1] is not None else "a Function that was not recorded"
        what = f"Output {number} of {node} is a view and {done} modified inplace. {why}"
    raise RuntimeError(
        explain_error(who, what + ".", accepted="the out-of-place form, or a .clone() of the view")
    )


def check_inplace(tensor: Tensor, operator: Any) -> None:
    """Refuse an in-place operator that backward could not account for; nothing is written then."""
    meta = tensor._autograd
    if meta.__class__ is View:
        if meta.creation is not None:
            _refuse(operator.name, meta, "is being")
        if "_turned" in meta.base.__dict__:
            with GradSwitch(False):
                check_place(tensor, replay(meta.base, _chain(meta)))
        if current_edge(meta.base).__class__ is not tuple and requires_grad(tensor):
            raise RuntimeError(
                explain_error(
                    operator.name,
                    "a view of a leaf Variable that requires grad is being used in an in-place "
                    "operation.",
                    accepted="the out-of-place form, or the write under no_grad()",
                )
            )
    if meta.__class__ is Leaf or (meta.__class__ is View and meta.edge is LEAF):
        raise RuntimeError(
            explain_error(
                operator.name,
                "a leaf Variable that requires grad is being used in an in-place operation.",
                accepted="the out-of-place form, or the write under no_grad()",
            )
        )


def rebase(tensor: Tensor, edge: Edge, operator: Any) -> None:
    """Put a tensor that was just written behind the node of the write."""
    tensor._keys |= AUTOGRAD.bit
    meta = tensor._autograd
    if meta.__class__ is not View:
        if meta.__class__ is Interior and meta.retained:
            move_retained(meta, meta.edge, edge)
        set_edge(tensor, edge)
        return
    base = meta.base
    node = CopySlices()
    node.extra = None
    node.inner = edge[1]
    node.view = _chain(meta)
    node.next_base = current_edge(base)
    node.others = edge[1].edges()[1:]
    node.like = base._data
    node.keys = base._keys
    if hasattr(type(edge[1]), "outer"):
        node.written = weakref.ref(tensor)
        edge[1].outer = weakref.ref(node)
    node.seq = next_seq()
    set_edge(base, (node.seq, node))
    base._keys |= AUTOGRAD.bit
    meta.seen = -1  # regenerated by replay when asked for


def _chain(view: View) -> tuple[tuple[Any, tuple[Any, ...]], ...]:
    """Return the operators, with arguments, that lead from the base to a view."""
    steps = []
    at: View | None = view
    while at is not None:
        steps.append((at.operator, at.args))
        at = at.parent
    return tuple(reversed(steps))


def replay(base: Tensor, chain: tuple[tuple[Any, tuple[Any, ...]], ...]) -> Tensor:
    """Apply the recorded view operators to a tensor."""
    t = base
    for operator, args in chain:
        if args and args[-1].__class__.__name__ == "Part":
            t = operator.call(_all(operator, t, args[:-1]))[args[-1].number]
        else:
            t = operator.call(_all(operator, t, args))
    return t


def _all(operator: Any, t: Tensor, args: tuple[Any, ...]) -> tuple[Any, ...]:
    return (t, *args, *operator.defaults[len(args) + 1 :])


def regenerate(tensor: Tensor, view: View) -> Edge:
    """Give a view its place in the graph again, after the memory of its base was written to.

    Raises
    ------
    RuntimeError
        If the view was made where its making could not be recorded, so that it cannot be replayed;
        or before its base was turned.
    """
    version = tensor._counter.value
    if view.edge is None and not requires_grad(view.base):
        return None  # the base may get a history later, so the versions stay unequal
    if view.creation is not None:
        _refuse("a view", view, "its base or another view of its base has been")
    with GradSwitch(True):
        again = replay(view.base, _chain(view))
    if "_turned" in view.base.__dict__:
        check_place(tensor, again)
    edge = current_edge(again)
    if edge is None and view.edge is not None:
        edge = NULL  # its base was detached since
    if view.extra is not None and view.extra.retained:
        move_retained(view.extra, view.edge, edge)
    view.edge = edge
    view.seen = version
    return edge


def check_place(tensor: Tensor, again: Tensor) -> None:
    """Refuse a view whose operators, replayed, lead to another place: its base was turned since.

    Raises
    ------
    RuntimeError
        If they do.
    """
    if not backend_of(tensor).same_place(tensor._data, again._data):
        raise RuntimeError(
            explain_error(
                "a view",
                "its base was transposed, squeezed or unsqueezed in place after the view was made",
                accepted="a view made again after that, or the out-of-place form",
            )
        )


def written_slice(node: CopySlices) -> Tensor:
    """Return what was written through a view, with its place in the graph: that of the view.

    Where the view is gone, its place is made again behind the base.
    """
    view = node.written()
    if view is not None and view._autograd.__class__ is View:
        alias = twin(view)
        alias._autograd = current_edge(view)
        return alias
    base = make_tensor(node.like, node.keys | AUTOGRAD.bit | VERSION.bit)
    base._autograd = (node.seq, node)
    with GradSwitch(True):
        return replay(base, node.view)


class CopySlices(Node):
    """The node of a base that was written through a view; see Note [Writing through a view]."""

    __slots__ = ("inner", "like", "next_base", "others", "view", "written")
    inner: Node
    view: tuple[tuple[Any, tuple[Any, ...]], ...]
    written: weakref.ref[Tensor]
    next_base: Edge
    others: tuple[Edge, ...]
    like: Any

    saves = True

    def name(self) -> str:
        """Return PyTorch's name of it."""
        return "torch::autograd::CopySlices"

    def edges(self) -> tuple[Edge, ...]:
        """Return the edge of the base's old value, then those of the operator's other inputs."""
        return (self.next_base, *self.others)

    def apply(self, g: Any) -> Any:
        """Split the gradient of the base between the slice that was written and the rest."""

        whole = self._whole(g)
        part = replay(whole, self.view)
        given = self.inner.apply(clone(part))
        gradients = (given,) if self.inner.single else tuple(given)
        if gradients[0] is None:
            zero_(part)
        else:
            copy_(part, gradients[0])
        return (whole, *gradients[1:])

    def _whole(self, g: Tensor) -> Tensor:
        """Return a copy of the gradient in the base's order of strides, recorded if wanted."""
        if g._keys & PYTHON.bit:
            return clone(g)
        if (g._keys | self.keys) & TRANSFORMS.bit:
            return in_order(g, make_tensor(self.like, self.keys).stride())
        backend = backend_of(g)
        whole = make_tensor(backend.like_strides(g._data, self.like), g._keys & ~AUTOGRAD.bit)
        if requires_grad(g) or g._tangent is not None:
            copy_(whole, g)
        return whole

    def release(self) -> None:
        """Release the node of the write."""
        self.inner.release()


__all__ = ["CopySlices", "check_inplace", "rebase", "regenerate", "replay"]
