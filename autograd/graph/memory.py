"""A ledger of the memory that a graph keeps alive.

Decides which storages count as kept by the graph alone, and to which operator each belongs. Must
not know formulas or how nodes name what they save; payloads are asked for `nbytes` and `base` only.

Note [Who keeps a storage]
~~~~~~~~~~~~~~~~~~~~~~~~~~
Everything that nodes have saved is collected, with what that leads to: from a tensor to its payload
and to the base of a view, from a payload to the one whose memory it shows. For each such object the
references that are known (from nodes, and from each other) are compared with those the interpreter
counts. An object with more is held by somebody else, and so is whatever it leads to. The rest is
freed when the graph is.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from ...dispatch.tensor import Tensor
from ..meta import LEAF, Leaf, View
from ..node import Node
from ..reach import reachable
from ..saved_hooks import Packed
from .text import Source, roots_of, source_line

_HELD = ("leaves", "user")


@dataclass(frozen=True)
class Entry:
    """One storage: its size, who keeps it, and the oldest operator that saved it."""

    nbytes: int
    kept_by: str  # "graph", "leaves" or "user"
    operator: str
    source: str
    slot: str


@dataclass
class Ledger:
    """What a graph keeps alive, each storage once; printing it gives a table.

    Attributes
    ----------
    entries : one for each storage, largest first.
    """

    entries: list[Entry] = field(default_factory=list)

    def total(self, kept_by: str = "graph") -> int:
        """Return the bytes of the storages kept by "graph", "leaves" or "user"."""
        return sum(e.nbytes for e in self.entries if e.kept_by == kept_by)

    @property
    def graph(self) -> int:
        """The bytes that are freed when the graph is."""
        return self.total()

    @property
    def leaves(self) -> int:
        """The bytes of saved leaves."""
        return self.total("leaves")

    @property
    def user(self) -> int:
        """The bytes of saved tensors that somebody else holds too."""
        return self.total("user")

    def by_operator(self) -> dict[str, int]:
        """Return the bytes that only the graph keeps, by operator, most first."""
        return self._summed("operator")

    def by_line(self) -> dict[str, int]:
        """Return the bytes that only the graph keeps, by source line, most first."""
        return self._summed("source")

    def _summed(self, what: str) -> dict[str, int]:
        sums: dict[str, int] = {}
        for entry in self.entries:
            if entry.kept_by == "graph":
                name = getattr(entry, what) or "(not recorded)"
                sums[name] = sums.get(name, 0) + entry.nbytes
        return dict(sorted(sums.items(), key=lambda item: -item[1]))

    def __str__(self) -> str:
        lines = [f"{'bytes':>14}  kept by  operator"]
        groups: dict[tuple[str, str, str], int] = {}
        for e in self.entries:
            key = (e.kept_by, e.operator, e.source)
            groups[key] = groups.get(key, 0) + e.nbytes
        order = sorted(groups.items(), key=lambda item: (item[0][0] in _HELD, -item[1]))
        for (kept_by, operator, source), nbytes in order:
            at = f"  # {source}" if source else ""
            lines.append(f"{nbytes:>14,}  {kept_by:<7}  {operator}{at}")
        lines.append(
            f"{self.graph:>14,}  in all by the graph alone; leaves {self.leaves:,}, "
            f"also held by others {self.user:,}"
        )
        return "\n".join(lines)


def memory(loss: Source) -> Ledger:
    """Return what the backward graph of a tensor keeps in memory.

    Storages of leaves, and those that somebody else holds too, are listed apart: releasing the
    graph frees the others. Source lines are known where `record` has noted them.

    Examples
    --------
    >>> import redispatch as rd
    >>> x = rd.zeros(1000, requires_grad=True)
    >>> loss = (x.exp() * 2).exp().sum()
    >>> ledger = rd.autograd.graph.memory(loss)
    >>> ledger.graph
    8000
    >>> ledger.by_operator()
    {'ExpBackward0': 8000}
    """
    nodes = _nodes(loss)
    book = _Book()
    for node in nodes:
        for slot, value in _slots(node):
            book.add_slot(node, slot, value, 0)
        del slot, value
    return book.settle()


def _nodes(loss: Source) -> list[Node]:
    """Return the nodes of a graph, oldest first, with those that others run."""
    found = list(reachable(roots_of(loss), None))
    for node in found:
        inner = getattr(node, "inner", None)
        if isinstance(inner, Node):
            found.append(inner)
    return sorted(set(found), key=lambda node: -node.seq)


_SKIPPED = frozenset({"__weakref__", "__dict__", "extra", "inner", "written", "outer"})


def _slots(node: Node) -> Iterator[tuple[str, Any]]:
    """Yield what a node keeps by name: slots, and attributes that users have set."""
    for cls in type(node).__mro__:
        names = cls.__dict__.get("__slots__", ())
        for name in (names,) if isinstance(names, str) else names:
            if name not in _SKIPPED and not name.startswith("next_"):
                yield name, getattr(node, name, None)
    yield from getattr(node, "__dict__", {}).items()


class _Book:
    """Objects that may be freed with the graph; see Note [Who keeps a storage]."""

    def __init__(self) -> None:
        self.objects: list[Any] = []
        self.places: dict[int, int] = {}
        self.known: list[int] = []  # references from slots and from other objects here
        self.leads_to: list[list[int]] = []
        self.savers: list[tuple[str, str, str]] = []  # who reached an object first
        self.leaves: set[int] = set()
        self.checkpoints: set[Node] = set()

    def add_slot(self, node: Node, slot: str, value: Any, depth: int) -> None:
        """Note what a slot of a node holds, looking into containers."""
        if value.__class__ is Packed:
            self.add_slot(node, slot, value.value, depth)
            self._add_checkpoint(node, slot, getattr(value.unpack, "__self__", None))
        elif _kept(value):
            saver = (node.name(), source_line(node), slot)
            self.known[self._place(value, saver)] += 1
        elif depth < 4 and value.__class__ in (list, tuple):
            if not (len(value) > 1 and isinstance(value[1], Node)):  # an edge
                for each in value:
                    self.add_slot(node, slot, each, depth + 1)
        elif depth < 4 and value.__class__ is dict:
            for each in value.values():
                self.add_slot(node, slot, each, depth + 1)

    def _add_checkpoint(self, node: Node, slot: str, frame: Any) -> None:
        """Note once what a checkpoint keeps for recomputation: inputs, and by its policy."""
        saver = getattr(frame, "saver", None)
        if isinstance(saver, Node) and saver not in self.checkpoints:
            self.checkpoints.add(saver)
            for name, value in _slots(saver):
                self.add_slot(node, f"{slot}, {name}", value, 0)
            held = getattr(frame.context, "held", None)
            if held is not None:  # by a policy
                self.add_slot(node, f"{slot}, policy", held(), 0)

    def _place(self, value: Any, saver: tuple[str, str, str]) -> int:
        place = self.places.get(id(value))
        if place is not None:
            return place
        place = self.places[id(value)] = len(self.objects)
        self.objects.append(value)
        self.known.append(0)
        self.leads_to.append([])
        self.savers.append(saver)
        if isinstance(value, Tensor):
            meta = value._autograd
            if meta.__class__ is Leaf or (meta.__class__ is View and meta.edge is LEAF):
                self.leaves.add(place)
            self._lead(place, value._data, saver)
            if meta.__class__ is View:
                self._lead(place, meta, saver)
        elif value.__class__ is View:
            self._lead(place, value.base, saver)
            if value.parent is not None:
                self._lead(place, value.parent, saver)
        elif _is_payload(getattr(value, "base", None)):
            self._lead(place, value.base, saver)
        return place

    def _lead(self, place: int, value: Any, saver: tuple[str, str, str]) -> None:
        other = self._place(value, saver)
        self.known[other] += 1
        self.leads_to[place].append(other)

    def settle(self) -> Ledger:
        """Return the ledger: a line for each payload that shows its own memory."""
        mine = _references([object()], 0)
        held = [p for p in range(len(self.objects)) if self._references(p) > self.known[p] + mine]
        kept_by = dict.fromkeys(self._reached(held), "user")
        kept_by.update(dict.fromkeys(self._reached(list(self.leaves)), "leaves"))
        entries = []
        for place, value in enumerate(self.objects):
            if _is_payload(value) and not _is_payload(getattr(value, "base", None)):
                who = kept_by.get(place, "graph")
                entries.append(Entry(int(value.nbytes), who, *self.savers[place]))
        return Ledger(sorted(entries, key=lambda e: -e.nbytes))

    def _references(self, place: int) -> int:
        return _references(self.objects, place)

    def _reached(self, places: list[int]) -> set[int]:
        found: set[int] = set()
        stack = list(places)
        while stack:
            place = stack.pop()
            if place not in found:
                found.add(place)
                stack += self.leads_to[place]
        return found


def _references(objects: list[Any], place: int) -> int:
    """Return the references to an object of a list, that of the list included."""
    return sys.getrefcount(objects[place])


def _is_payload(value: Any) -> bool:
    return hasattr(value, "nbytes") and hasattr(value, "shape") and not isinstance(value, Tensor)


def _kept(value: Any) -> bool:
    return isinstance(value, Tensor) or _is_payload(value)
