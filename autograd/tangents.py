"""Tangents: where forward mode keeps them, and when they go.

Decides how a tensor has a tangent, what a view has of its base's, and what happens to a tangent
that is written to. Must not know formulas nor how an operator's tangent is computed
(forward_layer.py).

Note [Tangents]
~~~~~~~~~~~~~~~
`Tensor._tangent` is None on the class, so a plain tensor pays nothing; a dual tensor has an entry
of its own, and the ForwardAD key, so that its calls reach the layer in every thread. The level
knows its tensors weakly and takes the entries away when it closes. A view has the view of its
base's tangent: given to it when it is made, or looked up here if the base got its own later. What
`unpack_dual` returns as the primal is a view that has none, which CUT says.
"""

from __future__ import annotations

import weakref
from collections.abc import Sequence
from contextvars import ContextVar
from typing import TYPE_CHECKING, Any, final

from ..dispatch.generated.functions import _to_copy, as_strided, clone, zeros_like
from ..dispatch.keys import FORWARD_AD, TRANSFORMS
from ..dispatch.registry import lookup
from ..dispatch.state import KeyGuard, beside_state
from ..dispatch.tensor import Tensor, backend_of, bind
from .layouts import in_order
from .meta import View

if TYPE_CHECKING:
    from .node import Node

# Primals and tangents are computed without this layer; Autograd stays, for reverse over forward.
BENEATH = KeyGuard(exclude=FORWARD_AD.bit)


@final
class _Cut:
    """Says of a view that it has no tangent, whatever its base has."""

    __slots__ = ()


CUT = _Cut()

# The tangents of outputs that nodes have saved: an unpacked output is a new tensor.
SAVED_RESULTS: weakref.WeakKeyDictionary[Node, tuple[Level, Tensor]] = weakref.WeakKeyDictionary()


@final
class Level:
    """One use of forward mode: the tensors that have a tangent in it."""

    __slots__ = ("holders", "nodes", "open")

    def __init__(self) -> None:
        self.open = True
        self.holders: weakref.WeakValueDictionary[int, Tensor] = weakref.WeakValueDictionary()
        self.nodes: weakref.WeakSet[Node] = weakref.WeakSet()

    def close(self) -> None:
        """Take all tangents away."""
        self.open = False
        for tensor in list(self.holders.values()):
            drop_tangent(tensor)
        for node in list(self.nodes):
            SAVED_RESULTS.pop(node, None)


CURRENT: ContextVar[Level | None] = beside_state(ContextVar("redispatch_dual_level", default=None))


def set_tangent(tensor: Tensor, tangent: Tensor | _Cut, level: Level) -> None:
    """Give a tensor a tangent for the rest of a level."""
    if not level.open:
        return
    tensor.__dict__["_tangent"] = tangent
    tensor.__dict__["_dual_level"] = level
    if tangent is not CUT:
        tensor._keys |= FORWARD_AD.bit
    level.holders[id(tensor)] = tensor


def drop_tangent(tensor: Tensor) -> None:
    """Take the tangent of a tensor away, if it has one."""
    if tensor.__dict__.pop("_tangent", None) is not None:
        tensor.__dict__.pop("_dual_level", None)
        tensor._keys &= ~FORWARD_AD.bit


def tangent_of(tensor: Tensor) -> Tensor | None:
    """Return the tangent of a tensor; that of a view, if its base got one after it was made."""
    found: Any = tensor._tangent
    if found is None:
        view = tensor._autograd
        if view.__class__ is View and view.base._tangent is not None:
            return _of_view(tensor, view)
        return None
    return None if found is CUT else found


def _of_view(tensor: Tensor, view: View) -> Tensor | None:
    from .views import _chain, replay

    whole = view.base._tangent
    if whole is CUT:
        return None
    with BENEATH:
        part = replay(whole, _chain(view))
    set_tangent(tensor, part, level_of(view.base))
    return part


def level_of(tensor: Tensor) -> Level:
    """Return the level in which a tensor has its tangent."""
    level: Level = tensor.__dict__["_dual_level"]
    return level


def like_layout(tangent: Tensor, tensor: Tensor) -> Tensor:
    """Return the tangent with the order of strides of its tensor; recorded like any copy.

    So a view operator gives a view of both, or of neither.
    """
    if (tangent._keys | tensor._keys) & TRANSFORMS.bit:  # payloads are not arrays
        if tangent.stride() == tensor.stride():
            return tangent
        return in_order(tangent, tensor.stride())  # it may have a batch that its tensor has not
    wanted = getattr(tensor._data, "strides", None)
    if not backend_of(tensor).strided or wanted == getattr(tangent._data, "strides", None):
        return tangent
    copied = zeros_like(tensor, dtype=tangent.dtype)
    lookup("copy_")(copied, tangent)
    return copied


def like_memory(tangent: Tensor, tensor: Tensor) -> Tensor:
    """Return the tangent at the same place of a memory of the same size as that of its tensor.

    So `as_strided`, which counts from the start of the memory, means the same places in both. What
    is in the memory beside the tensor has the tangent zero.
    """
    backend = backend_of(tensor)
    wrapped = tangent._keys & TRANSFORMS.bit or hasattr(backend, "stands_for")
    if not backend.strided or wrapped or not _apart(tensor):
        return like_layout(tangent, tensor)
    offset, elements = _place(tensor)
    if _place(tangent) == (offset, elements):
        return like_layout(tangent, tensor)
    wide = zeros_like(tangent.new_empty((elements,)))
    copied = as_strided(wide, tuple(tensor.shape), tensor.stride(), offset)
    lookup("copy_")(copied, tangent)
    return copied


def _apart(tensor: Tensor) -> bool:
    """Whether there are elements, in ascending order, and each in a place of its own."""
    reach = 0
    for stride, size in sorted(zip(tensor.stride(), tensor.shape, strict=True)):
        if size > 1 and stride <= reach:
            return False
        reach += stride * (size - 1)
    return tensor.numel() > 0


def _place(tensor: Tensor) -> tuple[int, int]:
    """Return how many elements of its memory stand before a tensor, and how many it has."""
    backend, payload = backend_of(tensor), tensor._data
    size = backend.memory_size(backend.memory(payload))
    return backend.storage_offset(payload), size // tensor.dtype.itemsize


def attach(
    tensor: Tensor, tangent: Tensor | None, level: Level, others: Sequence[Tensor] = ()
) -> None:
    """Give a new tensor a tangent of its own: one that shares no memory with `others`."""
    kind = tensor.dtype
    if tangent is None or not (kind.is_floating_point or kind.is_complex):
        return
    if tangent.dtype is not kind:
        tangent = _to_copy(tangent, kind)
    if tangent._autograd.__class__ is View or any(tangent is other for other in others):
        tangent = clone(tangent)
    set_tangent(tensor, like_layout(tangent, tensor), level)


def write_tangent(tensor: Tensor, tangent: Tensor, level: Level) -> None:
    """Write the tangent of a tensor that was written to: in place, in the same object.

    A tensor without a tangent gets one. If it is a view, so does its base, with zeros elsewhere.
    """
    from .views import _chain, replay

    old = tangent_of(tensor)
    if old is not None:
        if old is not tangent:
            lookup("copy_")(old, tangent)
        return
    view = tensor._autograd
    if view.__class__ is not View or tensor._tangent is CUT:
        attach(tensor, clone(tangent), level)
        return
    if tangent._keys & TRANSFORMS.bit:
        whole = tangent.new_zeros(tuple(view.base.shape), dtype=view.base.dtype)
    else:
        whole = zeros_like(view.base)
    set_tangent(view.base, whole, level)
    part = replay(whole, _chain(view))
    lookup("copy_")(part, tangent)
    set_tangent(tensor, part, level)


def zero_tangent(tensor: Tensor) -> None:
    """Write zeros to the tangent of a tensor that was overwritten with constants."""
    tangent = tangent_of(tensor)
    if tangent is not None:
        lookup("zero_")(tangent)


def keep_for_node(node: Node, tangent: Tensor, level: Level) -> None:
    """Remember the tangent of an output for the node that saved it."""
    if hasattr(node, "saved_result"):
        SAVED_RESULTS[node] = (level, tangent)
        level.nodes.add(node)


def restore_result(node: Node, result: Tensor) -> None:
    """Give an unpacked output the tangent that the output has."""
    found = SAVED_RESULTS.get(node)
    if found is not None:
        set_tangent(result, found[1], found[0])


bind("_tangent", None)
