"""Saved values: how a node gets back what it kept, and refuses when that has changed.

Decides what unpacking an input or an output means, and the words of the refusal. Must not know
formulas or the engine.
"""

from __future__ import annotations

import threading
from typing import Any

from ..dispatch.keys import AUTOGRAD, VERSION
from ..dispatch.operator import TENSOR_TYPES
from ..dispatch.tensor import Tensor, make_tensor, twin
from ..dispatch.versions import VersionCounter
from .meta import Interior, View
from .tangents import SAVED_RESULTS, restore_result

_LOCK = threading.Lock()


def counter_of(tensor: Tensor) -> Any:
    """Return the version counter of a tensor, made if there is none.

    Whoever makes an alias calls this first, so that both share the counter. The node that made the
    tensor may have saved it as its output: then that node gets the counter too, or has one already,
    from an alias of the saved value.
    """
    version = tensor._counter
    if version is not None:
        return version
    with _LOCK:
        version = tensor._counter
        if version is None:
            meta = tensor._autograd
            if meta.__class__ is View or meta.__class__ is Interior:
                meta = meta.edge
            if meta.__class__ is tuple:
                version = meta[1].shared_counter(meta)
            else:
                version = VersionCounter()
            tensor._counter = version
    return version


def bump(tensor: Tensor) -> None:
    """Count a write to a tensor."""
    version = tensor._counter
    if version is None:
        version = counter_of(tensor)
    if version.__class__ is VersionCounter:
        version.value += 1


def kept(tensor: Tensor) -> Any:
    """Return what a node keeps of its output: the payload, or a subclass's instance as it is."""
    return tensor._data if tensor.__class__ is Tensor else twin(tensor)


def tensor_of_kept(result: Any, keys: int, counter: Any) -> Tensor:
    """Return a tensor of what `kept` returned, with these keys and this counter."""
    if result.__class__ not in TENSOR_TYPES:
        return make_tensor(result, keys, counter)
    t = twin(result)
    t._keys = keys | t._keys
    t._counter = counter
    return t


def unpack_result(node: Any) -> Tensor:
    """Return the saved output of a node: an alias that gets its place in the graph back here.

    It is kept without that place, so that node and output do not hold each other.
    """
    with _LOCK:
        counter = node.counter_result
        if counter is None:
            counter = node.counter_result = VersionCounter()
    outer = getattr(node, "outer", None)
    if outer is not None and (copy_slices := outer()) is not None:
        from .views import written_slice

        t = written_slice(copy_slices)
        t._counter = counter
        if t._autograd.__class__ is View:
            t._autograd.seen = counter.value
    else:
        t = tensor_of_kept(node.saved_result, node.keys | VERSION.bit | AUTOGRAD.bit, counter)
        t._autograd = (node.seq, node)
    if len(SAVED_RESULTS):  # forward over reverse
        restore_result(node, t)
    return t


def stale(node: Any, what: str, found: int, expected: int, tensor: Tensor | None = None) -> None:
    """Raise the error of a saved value that was written to after it had been saved."""
    from .graph import describe_like, describe_tensor
    from .lines import both_ends

    if tensor is not None:
        shown, counter = describe_tensor(tensor), tensor._counter
    else:
        payload, counter = node.saved_result, node.counter_result
        shown = f"{describe_like(payload, node.keys)}, which is output 0 of {node.name()}"
    raise RuntimeError(
        "one of the variables needed for gradient computation has been modified by an inplace "
        f"operation: {shown}, saved by {node.name()} as {what!r}, is at version {found}; expected "
        f"version {expected} instead. {both_ends(node, counter)}. Hint: write to a .clone(), or "
        "use the out-of-place form"
    )


def detached(node: Any, what: str, edge: Any, tensor: Tensor) -> None:
    """Raise if a saved tensor was made by a node once and has lost it: its history is gone."""
    from .graph import describe_tensor

    if edge.__class__ is tuple:
        raise RuntimeError(
            "Trying to use a saved tensor that has been detached in-place: "
            f"{describe_tensor(tensor)}, saved by {node.name()} as {what!r}, has lost its history "
            "by detach_(). Use the out-of-place detach()"
        )


def any_edge(edges: tuple[Any, ...]) -> bool:
    """Whether one of the tensors in a list needs a gradient."""
    return any(edge is not None for edge in edges)


def save_list(tensors: Any) -> tuple[list[Any], list[int]]:
    """Return a list of tensors (or None) with the version of each, for saving."""
    kept = list(tensors)
    versions = []
    for t in kept:
        counter = None if t is None else t._counter
        versions.append(0 if counter is None else counter.value)
    return kept, versions


def unpack_list(node: Any, name: str, raw: bool) -> list[Any]:
    """Return the saved tensors of a list argument, or their payloads, checked like single ones."""
    found: list[Any] = []
    tensors, versions = getattr(node, f"saved_{name}"), getattr(node, f"version_{name}")
    for t, expected in zip(tensors, versions, strict=True):
        counter = None if t is None else t._counter
        if counter is not None and counter.value != expected:
            stale(node, name, counter.value, expected, t)
        found.append(t._data if raw and t is not None else t)
    return found
