"""Views and aliases on backends whose payloads share no memory.

Decides how a write to one tensor reaches the others over the same memory. Must not know operators,
nor what is inside a payload.

Note [Memory without strides]
~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
Where payloads are arrays, a view sees a write to its base because both look at the same bytes.
Where a payload shares nothing (a frozen object, a lazy expression), the tensors over one memory are
linked instead. A `Memory` holds the payload of the whole and knows, weakly, the tensors over it;
each of them has a `Place`: the view operators that lead from the whole to it. A write to one of
them gives the whole a new payload (`Backend.put_back`) and replays the operators of each living
view on it. All new payloads are made before any tensor gets one, so a write that fails has changed
nothing.
The links are made below every layer, hence in every mode, with or without a graph. A tensor without
a view or alias has no link, and costs nothing.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple
from weakref import WeakValueDictionary

import numpy as np

from ..dispatch.operator import Operator
from ..dispatch.tensor import Tensor

if TYPE_CHECKING:
    from .backend import Backend

_numbers = itertools.count()


class ViewOf(NamedTuple):
    """One view operator: what it was called with, and which of its outputs is meant."""

    operator: Operator
    args: tuple[Any, ...]  # after the tensor
    output: int | None

    def apply(self, tensor: Tensor) -> Tensor:
        """Return the view of a tensor."""
        result: Any = self.operator.call((tensor, *self.args))
        return result if self.output is None else result[self.output]  # type: ignore[no-any-return]


Chain = tuple[ViewOf, ...]


class Memory:
    """What tensors of one memory have in common; see Note [Memory without strides]."""

    __slots__ = ("members", "payload")

    def __init__(self, payload: Any) -> None:
        self.payload = payload
        self.members: WeakValueDictionary[int, Tensor] = WeakValueDictionary()


class Place:
    """Where in a memory a tensor lies."""

    __slots__ = ("chain", "memory")

    def __init__(self, memory: Memory, chain: Chain) -> None:
        self.memory, self.chain = memory, chain


def place_of(tensor: Tensor) -> Place:
    """Return the place of a tensor; if it has none it becomes the whole of a new memory."""
    found: Place | None = tensor.__dict__.get("_place")
    if found is None:
        found = _put(tensor, Memory(tensor._data), ())
    return found


def _put(tensor: Tensor, memory: Memory, chain: Chain) -> Place:
    place = tensor.__dict__["_place"] = Place(memory, chain)
    memory.members[next(_numbers)] = tensor
    return place


def leave(tensor: Tensor) -> None:
    """Take a tensor out of the memory that it is in, before it gets other memory."""
    place: Place | None = tensor.__dict__.pop("_place", None)
    if place is not None:
        for number, member in list(place.memory.members.items()):
            if member is tensor:
                place.memory.members.pop(number, None)


def share(source: Tensor, tensor: Tensor) -> None:
    """Let a tensor, which has the payload of another one, share its memory."""
    leave(tensor)
    place = place_of(source)
    _put(tensor, place.memory, place.chain)


def link(base: Tensor, result: Any, operator: Operator, args: tuple[Any, ...]) -> None:
    """Note that the results of a view operator look at the memory of its argument."""
    place = place_of(base)
    if result.__class__ in (list, tuple):
        for number, each in enumerate(result):
            _put(each, place.memory, (*place.chain, ViewOf(operator, args, number)))
    else:
        _put(result, place.memory, (*place.chain, ViewOf(operator, args, None)))


def linking(backend: Backend, call: Callable[..., Any], operator: Operator) -> Callable[..., Any]:
    """Return a kernel's step that links what it returns.

    An operator that may have to copy does so where it would with strides.
    """
    maybe = "maybe_view" in operator.tags

    def linking_(self: Tensor, *args: Any) -> Any:
        result = call(self, *args)
        if not maybe or result is not self and would_share(backend, self, operator, args):
            link(self, result, operator, args)
        return result

    return linking_


def linked(base: Tensor, result: Tensor) -> bool:
    """Whether two tensors are over one memory."""
    places: list[Place | None] = [t.__dict__.get("_place") for t in (base, result)]
    return None not in places and places[0].memory is places[1].memory  # type: ignore[union-attr]


def laid_out(backend: Backend, tensor: Tensor) -> Tensor:
    """Return a tensor of the device "meta" with the strides that a tensor would have."""
    from .backend import DEVICES

    meta = DEVICES["meta"]
    place: Place | None = tensor.__dict__.get("_place")
    payload, chain = (tensor._data, ()) if place is None else (place.memory.payload, place.chain)
    return view_of(meta.tensor(meta.zeros(backend.shape(payload), backend.dtype(payload))), chain)


def would_share(backend: Backend, self: Tensor, operator: Operator, args: tuple[Any, ...]) -> bool:
    """Whether a view operator would not have to copy if the memory had strides."""
    meta = laid_out(backend, self)
    result = view_of(meta, (ViewOf(operator, args, None),))
    return bool(result._data.storage is meta._data.storage)


def check_overlaps(backend: Backend, name: str, tensor: Tensor) -> None:
    """Refuse a write to a view in which several elements are one element of memory.

    Raises
    ------
    RuntimeError
        If it is one.
    """
    from .overlap import check_overlap

    place: Place | None = tensor.__dict__.get("_place")
    if place is not None and place.chain:
        check_overlap(name, laid_out(backend, tensor)._data)


def write(backend: Backend, tensor: Tensor, payload: Any) -> None:
    """Give a tensor a new payload of its sizes and dtype, and each over its memory theirs."""
    place: Place | None = tensor.__dict__.get("_place")
    if place is None:
        tensor._data = payload
        return
    memory = place.memory
    whole = backend.put_back(memory.payload, place.chain, payload) if place.chain else payload
    members = [m for m in list(memory.members.values()) if m is not tensor]
    # What was written is kept as it is: to replay it would only make a longer expression of it.
    fresh = [replay(backend, whole, member.__dict__["_place"].chain) for member in members]
    memory.payload, tensor._data = whole, payload
    for member, new in zip(members, fresh, strict=True):
        member._data = new


def replay(backend: Backend, payload: Any, chain: Chain) -> Any:
    """Return the payload of a view of a payload."""
    return view_of(backend.tensor(payload), chain)._data if chain else payload


def view_of(tensor: Tensor, chain: Chain) -> Tensor:
    """Return the view of a tensor that a chain of operators leads to, with no layer acting."""
    from .rebinding import below_layers

    with below_layers():
        for step in chain:
            tensor = step.apply(tensor)
    return tensor


def put_back(backend: Backend, payload: Any, chain: Chain, part: Any) -> Any:
    """Return a payload in which the elements that a chain leads to are those of a part.

    It is done in a NumPy array, whose views share memory.
    """
    host: Backend = backend.host
    whole = np.array(backend.to_numpy(payload))
    target = view_of(host.tensor(whole), chain)._data
    np.copyto(target, backend.to_numpy(part))
    return backend.from_numpy(whole)


__all__ = ["Chain", "ViewOf", "leave", "link", "linking", "put_back", "share", "view_of", "write"]
