"""What a node has saved, made visible: `_saved_<name>`, and `_raw_saved_<name>` to hook into.

Decides how a saved value is read where hooks may have packed it, and when hooks may be registered
on one. Must not know the source of nodes (node_source.py) nor the engine.

Note [Hooked nodes]
~~~~~~~~~~~~~~~~~~~
A node whose slots may hold packed values is of another class: a subclass of the operator's node
without slots of its own, whose `apply` reads each value through `read_saved`, and which has no raw
form. A node that exists already becomes one when hooks are registered on what it has saved.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ..dispatch.errors import explain_error
from ..dispatch.keys import AUTOGRAD, VERSION
from ..dispatch.tensor import Tensor
from .meta import current_edge
from .node import Node, second_time
from .saved import stale, tensor_of_kept, unpack_list, unpack_result
from .saved_hooks import RESULT, Packed, hold_by


def read_saved(node: Any, name: str) -> Any:
    """Return what a node has saved under a name: unpacked, or compared with its version.

    Raises
    ------
    RuntimeError
        If the node has been released, or the tensor was written to since.
    """
    if node.released:
        second_time()
    kept = getattr(node, f"saved_{name}", None)
    if kept is None:
        return None
    if kept.__class__ is Packed:
        return kept.unpacked(node)
    if kept.__class__ is list:
        if not any(k.__class__ is Packed for k in kept):
            return unpack_list(node, name, False)
        return [k.unpacked(node) if k.__class__ is Packed else k for k in kept]
    if name == "result":
        check_result(node)
        return unpack_result(node)
    counter, expected = kept._counter, getattr(node, f"version_{name}")
    if counter is not None and counter.value != expected:
        stale(node, name, counter.value, expected, kept)
    return kept


def check_result(node: Any) -> None:
    """Refuse a saved output that was written to."""
    counter, expected = node.counter_result, getattr(node, "version_result", 0)
    if counter is not None and counter.value != expected:
        stale(node, "result", counter.value, expected)


def read_value(node: Any, name: str) -> Any:
    """Return another output or an argument that a node keeps."""
    kept = getattr(node, f"value_{name}", None)
    return kept.unpacked(node) if kept.__class__ is Packed else kept


class SavedTensor:
    """A tensor that a node has saved, as it is kept: its hooks may be registered here."""

    __slots__ = ("_get", "_node", "_put")

    def __init__(
        self,
        node: Any = None,
        get: Callable[[], Any] | None = None,
        put: Callable[[Callable[..., Packed]], None] | None = None,
    ) -> None:
        if get is None or put is None:
            raise RuntimeError(
                "Trying to create a SavedTensor object from Python is forbidden: read "
                "grad_fn._raw_saved_<name>"
            )
        self._node = node
        self._get = get
        self._put = put

    def register_hooks(self, pack_hook: Any, unpack_hook: Any) -> None:
        """Pack the tensor now, and let the other function unpack it for backward.

        Raises
        ------
        TypeError
            If one of them cannot be called.
        RuntimeError
            If the tensor has hooks, is None, or has been released.
        """
        for what, hook in (("pack", pack_hook), ("unpack", unpack_hook)):
            if not callable(hook):
                raise TypeError(
                    explain_error(
                        "register_hooks",
                        f"incompatible function arguments: the {what} hook is "
                        f"{type(hook).__name__}",
                        accepted="a function of one argument",
                    )
                )
        if self._node.released:
            raise RuntimeError(
                "Calling register_hooks on a saved tensor after it has been freed. Saved "
                "intermediate values of the graph are freed when you call .backward() or "
                "autograd.grad(). Specify retain_graph=True if you need to backward through the "
                "graph a second time."
            )
        kept = self._get()
        if kept is None:
            raise RuntimeError(
                "Calling register_hooks on a saved tensor with value None is forbidden"
            )
        if kept.__class__ is Packed:
            raise RuntimeError(
                "Calling register_hooks on a saved tensor whose hooks have already been set. Hint: "
                "only one pair of hooks is allowed at a time."
            )

        def pack(tensor: Tensor, edge: Any) -> Packed:
            return hold_by(pack_hook, unpack_hook, tensor, edge)

        self._put(pack)


def _raw_slot(node: Any, name: str, hooked: Callable[[type[Node]], type[Node]]) -> SavedTensor:
    """Return the saved tensor in a slot of a generated node."""
    slot = f"saved_{name}"

    def put(pack: Callable[..., Packed]) -> None:
        kept = getattr(node, slot)
        if name == "result":
            counter = unpack_result(node)._counter
            alias = tensor_of_kept(kept, (node.keys | VERSION.bit) & ~AUTOGRAD.bit, counter)
            alias._keys &= ~AUTOGRAD.bit
            packed = pack(alias, RESULT)
        else:
            packed = pack(kept.detach(), current_edge(kept))
        node.__class__ = hooked(type(node))
        setattr(node, slot, packed)

    return SavedTensor(node, lambda: getattr(node, slot, None), put)


def _raw_item(
    node: Any, name: str, place: int, hooked: Callable[[type[Node]], type[Node]]
) -> SavedTensor:
    """Return the saved tensor at one place of a list in a slot of a generated node."""
    kept = getattr(node, f"saved_{name}")

    def put(pack: Callable[..., Packed]) -> None:
        packed = pack(kept[place].detach(), current_edge(kept[place]))
        node.__class__ = hooked(type(node))
        kept[place] = packed

    return SavedTensor(node, lambda: kept[place], put)


def add_saved_properties(made: type[Node], plan: Any, hooked: Any) -> None:
    """Show saved values under PyTorch's names, as `grad_fn._saved_other`."""

    def saved(name: str) -> property:
        def read(self: Any) -> Any:
            return read_saved(self, name)

        return property(read)

    def raw(name: str) -> property:
        def read(self: Any) -> Any:
            if name in plan.lists and not self.released:
                places = range(len(getattr(self, f"saved_{name}")))
                return tuple([_raw_item(self, name, place, hooked) for place in places])
            return _raw_slot(self, name, hooked)

        return property(read)

    def value(name: str) -> property:
        def read(self: Any) -> Any:
            if self.released and name in plan.scalars:
                second_time()
            return read_value(self, name)

        return property(read)

    for name in (*plan.saved, *(("result",) if plan.result else ())):
        setattr(made, f"_saved_{name}", saved(name))
        setattr(made, f"_raw_saved_{name}", raw(name))
    for name in (*plan.scalars, *plan.values, *plan.outputs):
        setattr(made, f"_saved_{name}", value(name))
