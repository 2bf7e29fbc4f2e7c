"""The dispatch keys: a registry of layers and backends, and sets of them.

Decides which bit a key has, where it stands in the order of layers, and when the bit of a removed
key may be used again. Must not know what any layer does: a key carries one opaque object for its
owner (the adapter of a layer, the description of a backend) and never looks into it.
"""

from __future__ import annotations

import enum
import gc
import itertools
import operator
import time
from collections.abc import Callable, Container, Iterable, Iterator
from typing import Any, final

from .errors import KeyRemovedError, RegistrationError, explain_error, suggest

# Note [Bits of a call]
# ~~~~~~~~~~~~~~~~~~~~~
# A call looks its walk up by one int: the keys of its arguments OR-ed with the state. Ints below
# 2**30 are one digit in CPython and a probe with them costs 44 ns against 65 above, so what is
# common lives there and what is rare lives above:
#     bits  0..19   keys (ours first, then those of users)
#     bits 20..21   which of the first two TensorOrScalar arguments are scalars
#     bits 22..29   the number of the interned facts of the state, if below 256 (state.py)
#     bits 30..63   more keys
#     bits 64..95   the number of the facts, if larger
#     bits 96..103  which of the further TensorOrScalar arguments are scalars
#     bits 104..    keys without limit
# A bit is a name, not a priority: the order of layers is KeyRegistry.order, so a key can be placed
# between two others, and a bit can be given away again, without renumbering anything.
FACTS_SHIFT, FACTS_SMALL, FACTS_SHIFT_LARGE = 22, 256, 64
FACTS_MASK = ((FACTS_SMALL - 1) << FACTS_SHIFT) | ((2**32 - 1) << FACTS_SHIFT_LARGE)
SCALAR_BITS = tuple(1 << position for position in (20, 21, *range(96, 104)))
SCALAR_MASK = sum(SCALAR_BITS)


class Kind(enum.Enum):
    """What a key stands for."""

    LAYER = "layer"
    BACKEND = "backend"
    MARKER = "marker"


@final
class DispatchKey:
    """One layer, backend or marker: a name, a bit, and a sentence on why it stands where it is."""

    __slots__ = ("__weakref__", "bit", "kind", "name", "owner", "permanent", "removed", "why")

    def __init__(self, name: str, kind: Kind, bit: int, why: str) -> None:
        self.name = name
        self.kind = kind
        self.bit = bit
        self.why = why
        self.owner: Any = None
        self.permanent = False
        self.removed = False

    def __repr__(self) -> str:
        return f"DispatchKey.{self.name}"

    def __reduce__(self) -> tuple[Callable[[str], DispatchKey], tuple[str]]:
        return (as_key, (self.name,))


def _positions() -> Iterator[int]:
    yield from range(20)
    yield from range(30, 64)
    yield from itertools.count(104)


def _objects_of(types: Container[type]) -> list[Any]:
    """Return the live objects of these exact types.

    The collector also knows tuples that another thread is still filling, and a reference to one of
    those makes that thread fail with a SystemError. Such tuples are young: the two young
    generations are small, so looking through them takes less than a thread's turn; the old one may
    take longer. Objects only ever move to an older generation, so none is missed in this order.
    """
    found: list[Any] = []
    for generation in range(3):
        time.sleep(0)  # our turn begins here
        objects = gc.get_objects(generation)
        found += itertools.compress(objects, map(types.__contains__, map(type, objects)))
        del objects
    return found


def _with_subclasses(holders: dict[type, Any]) -> Iterator[tuple[type, Any]]:
    """Yield types and their subclasses with what was said of the type; nothing keeps those."""
    for base, value in list(holders.items()):
        found = {base}
        todo = [base]
        while todo:
            new: set[type] = set(todo.pop().__subclasses__()) - found
            found |= new
            todo += new
        yield from [(cls, value) for cls in found]


class KeyRegistry:
    """The keys that exist, from the one asked first to the one asked last.

    `order` and `retired` are tuples, replaced as a whole: whoever iterates over one, with no lock,
    sees the keys of one moment. Whoever changes them holds the lock of the tables (rules.py).

    Attributes
    ----------
    order : the live keys: layers from the top down, then markers, then backends.
    by_name, by_bit : the live keys by name; the live and the retired ones by bit.
    retired : removed keys whose bit some tensor, state, guard or set may still have.
    holders : from the types whose objects, and those of their subclasses, have keys to what tells
        the bits of one.
    before_sweep, after_sweep : called around the search for objects that have retired keys.
    """

    def __init__(self) -> None:
        self.order: tuple[DispatchKey, ...] = ()
        self.by_name: dict[str, DispatchKey] = {}
        self.by_bit: dict[int, DispatchKey] = {}
        self.retired: tuple[DispatchKey, ...] = ()
        self.holders: dict[type, Callable[[Any], int]] = {}
        self.before_sweep: list[Callable[[int], None]] = []
        self.after_sweep: list[Callable[[], None]] = []
        self._fresh = _positions()
        self._free: list[int] = []

    def add(
        self,
        name: str,
        kind: Kind,
        why: str,
        *,
        above: DispatchKey | str | None = None,
        below: DispatchKey | str | None = None,
    ) -> DispatchKey:
        """Make a key and place it: right above or below the keys named.

        Raises
        ------
        RegistrationError
            If the name is no identifier or taken, or there is no such place.
        """
        if not name.isidentifier():
            raise RegistrationError(
                explain_error(f"key {name!r}", "is not a name", accepted="a Python identifier")
            )
        if name in self.by_name:
            raise RegistrationError(explain_error(f"key {name}", "exists already"))
        place = self._place(name, kind, above, below)
        key = DispatchKey(name, kind, 1 << self._take_position(), why)
        self.by_name[name] = self.by_bit[key.bit] = key
        self.order = (*self.order[:place], key, *self.order[place:])
        return key

    def _place(
        self,
        name: str,
        kind: Kind,
        above: DispatchKey | str | None,
        below: DispatchKey | str | None,
    ) -> int:
        """Return where in the order a key goes: layers, then markers, then backends."""
        kinds = [key.kind for key in self.order]
        highest = 0 if kind is Kind.LAYER else kinds.count(Kind.LAYER)
        if kind is Kind.BACKEND:
            highest += kinds.count(Kind.MARKER)
        lowest = len(kinds) if kind is Kind.BACKEND else highest + kinds.count(kind)
        if above is not None:  # a layer above a backend is one above them all
            lowest = min(lowest, self.order.index(as_key(above)))
        if below is not None:
            highest = max(highest, self.order.index(as_key(below)) + 1)
        if lowest < highest:
            wanted = [f"above {as_key(above).name}"] if above is not None else []
            wanted += [f"below {as_key(below).name}"] if below is not None else []
            raise RegistrationError(
                explain_error(
                    f"key {name}",
                    f"cannot be placed {' and '.join(wanted)}",
                    where=" > ".join(key.name for key in self.order),
                    accepted="a place among the layers, for a layer; beneath them, for a backend",
                )
            )
        # Without a place, a layer is the last of its kind, and the newest backend the first.
        return lowest if above or (kind is not Kind.BACKEND and not below) else highest

    def _take_position(self) -> int:
        if self.retired:
            self.sweep()
        return self._free.pop() if self._free else next(self._fresh)

    def remove(self, key: DispatchKey) -> None:
        """Take a key out of the order; its bit answers "was removed" until nobody has it."""
        if self.by_name.get(key.name) is not key:
            raise RegistrationError(explain_error(f"key {key.name}", "is not registered"))
        if key.permanent:
            raise RegistrationError(
                explain_error(f"key {key.name}", "is built in and cannot be removed")
            )
        key.removed = True
        self.retired = (*self.retired, key)
        self.order = tuple(other for other in self.order if other is not key)
        del self.by_name[key.name]

    def sweep(self) -> None:
        """Free the bits of removed keys that no live tensor, state, guard or set has any more."""
        bits = sum(key.bit for key in self.retired)
        for prepare in self.before_sweep:
            prepare(bits)
        used, holders = 0, dict(_with_subclasses(self.holders))
        for each in _objects_of(holders):
            used |= holders[type(each)](each)
        for finish in self.after_sweep:
            finish()
        for key in self.retired:
            if not key.bit & used:
                del self.by_bit[key.bit]
                self._free.append(key.bit.bit_length() - 1)
        self._free.sort(reverse=True)
        self.retired = tuple(key for key in self.retired if key.bit & used)

    def live(self, bits: int) -> list[DispatchKey]:
        """Return the keys of a set from the top down.

        Raises
        ------
        KeyRemovedError
            If one of them was removed.
        """
        for key in self.retired:
            if bits & key.bit:
                raise KeyRemovedError(
                    explain_error(
                        f"key {key.name}",
                        f"{key.kind.value} {key.name} was removed, but a tensor or state that "
                        "still has its key was used",
                        accepted="tensors of the backends and layers that are registered now",
                    )
                )
        return [key for key in self.order if bits & key.bit]


KEYS = KeyRegistry()


def as_key(key: DispatchKey | str) -> DispatchKey:
    """Return the key of a name, or the key itself.

    Raises
    ------
    RegistrationError
        If no key has the name; KeyRemovedError if the key was removed.
    """
    if isinstance(key, DispatchKey):
        if key.removed:
            what = f"{key.kind.value} {key.name} was removed"
            raise KeyRemovedError(explain_error(f"key {key.name}", what))
        return key
    found = KEYS.by_name.get(key)
    if found is None:
        raise RegistrationError(
            explain_error(
                f"key {key!r}",
                "is not registered" + suggest(key, KEYS.by_name),
                accepted="one of " + ", ".join(KEYS.by_name),
            )
        )
    return found


def _builtin(name: str, kind: Kind, why: str) -> DispatchKey:
    key = KEYS.add(name, kind, why)
    key.permanent = True
    return key


# From the layer that is asked first to the one asked last.
FUNCTION_MODE = _builtin(
    "FunctionMode",
    Kind.LAYER,
    "function modes are asked before the tensors that override functions",
)
FUNCTION = _builtin(
    "Function", Kind.LAYER, "overrides of whole functions must see the call as the user wrote it"
)
TRANSFORMS = _builtin(
    "Transforms", Kind.LAYER, "vmap and grad transforms rewrite the call before any layer acts"
)
AUTOCAST = _builtin(
    "Autocast", Kind.LAYER, "casts must be recorded by the derivative layers beneath"
)
FORWARD_AD = _builtin(
    "ForwardAD", Kind.LAYER, "tangents are computed by operators that reverse mode can record"
)
AUTOGRAD = _builtin(
    "Autograd", Kind.LAYER, "records the graph around whatever computes the value beneath"
)
VERSION = _builtin(
    "Version", Kind.LAYER, "counts writes and links views, also where nothing is recorded"
)
PYTHON = _builtin(
    "Python", Kind.LAYER, "modes and subclasses see what reaches the backend, gradients done"
)
TRACE = _builtin("Trace", Kind.LAYER, "captures a graph that already holds the derivative")
INFERENCE = _builtin(
    "Inference", Kind.MARKER, "no layer: marks calls whose new tensors are inference tensors"
)
COMPLEX_NUMBER = _builtin(
    "ComplexNumber", Kind.MARKER, "no layer: marks calls with a complex Python number"
)


@final
class DispatchKeySet:
    """An immutable set of keys over one int.

    Parameters
    ----------
    keys : int, DispatchKey, str or iterable of them
        Bits, or the keys themselves.

    Examples
    --------
    >>> from redispatch.dispatch import DispatchKeySet
    >>> both = DispatchKeySet(["Autograd", "Version"])
    >>> both.highest()
    DispatchKey.Autograd
    >>> both - DispatchKeySet("Autograd")
    DispatchKeySet(Version)
    """

    __slots__ = ("bits",)
    bits: int

    def __init__(self, keys: int | DispatchKey | str | Iterable[DispatchKey | str] = 0) -> None:
        if isinstance(keys, int):
            bits = int(keys) & ~(FACTS_MASK | SCALAR_MASK)
        elif isinstance(keys, (DispatchKey, str)):
            bits = as_key(keys).bit
        else:
            bits = 0
            for key in keys:
                bits |= as_key(key).bit
        object.__setattr__(self, "bits", bits)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError("a DispatchKeySet cannot be changed; make a new one with | & -")

    def __delattr__(self, name: str) -> None:
        raise AttributeError("a DispatchKeySet cannot be changed; make a new one with | & -")

    def __or__(self, other: DispatchKeySet) -> DispatchKeySet:
        return DispatchKeySet(self.bits | other.bits)

    def __and__(self, other: DispatchKeySet) -> DispatchKeySet:
        return DispatchKeySet(self.bits & other.bits)

    def __sub__(self, other: DispatchKeySet) -> DispatchKeySet:
        return DispatchKeySet(self.bits & ~other.bits)

    def __contains__(self, key: DispatchKey | str) -> bool:
        return bool(self.bits & as_key(key).bit)

    def __iter__(self) -> Iterator[DispatchKey]:
        return (key for key in KEYS.order if self.bits & key.bit)

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def __bool__(self) -> bool:
        return self.bits != 0

    def __eq__(self, other: object) -> bool:
        return isinstance(other, DispatchKeySet) and self.bits == other.bits

    def __hash__(self) -> int:
        return hash(self.bits)

    def __reduce__(self) -> tuple[type[DispatchKeySet], tuple[list[str]]]:
        return (DispatchKeySet, ([key.name for key in self],))

    def highest(self) -> DispatchKey | None:
        """Return the key that is asked first, or None for the empty set."""
        return next(iter(self), None)

    def below(self, key: DispatchKey | str) -> DispatchKeySet:
        """Return the keys of this set that stand under a key."""
        place = KEYS.order.index(as_key(key))
        return DispatchKeySet(lower for lower in KEYS.order[place + 1 :] if lower in self)

    def __repr__(self) -> str:
        names = [key.name for key in self]
        names += [f"{key.name} (removed)" for key in KEYS.retired if self.bits & key.bit]
        return f"DispatchKeySet({', '.join(names)})"


KEYS.holders[DispatchKeySet] = operator.attrgetter("bits")
