"""The dispatch keys: a registry of layers and backends, and sets of them.

Decides which bit a key has, where it stands in the order of layers, and when the bit of a removed
key may be used again. Must not know what any layer does: a key carries one opaque object for its
owner (the adapter of a layer, the description of a backend) and never looks into it.
"""

from __future__ import annotations

import enum
from collections.abc import Callable, Iterable, Iterator
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
    """One layer, backend or marker: a name, a bit, and a sentence on why it stands where it does."""

    __slots__ = ("bit", "kind", "name", "owner", "removed", "why")

    def __init__(self, name: str, kind: Kind, bit: int, why: str) -> None:
        self.name = name
        self.kind = kind
        self.bit = bit
        self.why = why
        self.owner: Any = None
        self.removed = False

    def __repr__(self) -> str:
        return f"DispatchKey.{self.name}"

    def __reduce__(self) -> tuple[Callable[[str], DispatchKey], tuple[str]]:
        return (as_key, (self.name,))


def _positions() -> Iterator[int]:
    yield from range(20)
    yield from range(30, 64)
    position = 104
    while True:
        yield position
        position += 1


class KeyRegistry:
    """The keys that exist, from the one asked first to the one asked last."""

    def __init__(self) -> None:
        self.order: list[DispatchKey] = []
        self.by_name: dict[str, DispatchKey] = {}
        self.by_bit: dict[int, DispatchKey] = {}
        self.retired: list[DispatchKey] = []
        self._fresh = _positions()
        self._free: list[int] = []
        self.users: list[Callable[[int], int]] = []

    def add(
        self,
        name: str,
        kind: Kind,
        why: str,
        *,
        above: DispatchKey | str | None = None,
        below: DispatchKey | str | None = None,
    ) -> DispatchKey:
        """Make a key and place it; without a place it goes to the end of the order."""
        if not name.isidentifier():
            raise RegistrationError(
                explain_error(f"key {name!r}", "is not a name", accepted="a Python identifier")
            )
        if name in self.by_name:
            raise RegistrationError(explain_error(f"key {name}", "exists already"))
        place = self._place(above, below)
        bit = 1 << self._take_position()
        key = DispatchKey(name, kind, bit, why)
        self.order.insert(place, key)
        self.by_name[name] = key
        self.by_bit[bit] = key
        return key

    def _place(self, above: DispatchKey | str | None, below: DispatchKey | str | None) -> int:
        if above is not None and below is not None:
            upper, lower = self.order.index(as_key(below)), self.order.index(as_key(above))
            if upper >= lower:
                raise RegistrationError(
                    explain_error(
                        f"above={as_key(above).name}, below={as_key(below).name}",
                        "leave no place in between",
                        accepted="above= a key that stands under the key of below=",
                    )
                )
            return lower
        if above is not None:
            return self.order.index(as_key(above))
        if below is not None:
            return self.order.index(as_key(below)) + 1
        return len(self.order)

    def _take_position(self) -> int:
        if not self._free and len(self.retired) >= 8:
            self.sweep()
        return self._free.pop() if self._free else next(self._fresh)

    def remove(self, key: DispatchKey) -> None:
        """Take a key out of the order; its bit answers "was removed" until nobody has it."""
        if self.by_name.get(key.name) is not key:
            raise RegistrationError(explain_error(f"key {key.name}", "is not registered"))
        key.removed = True
        self.order.remove(key)
        del self.by_name[key.name]
        self.retired.append(key)

    def sweep(self) -> None:
        """Free the bits of removed keys that no live tensor, state or snapshot has any more."""
        bits = 0
        for key in self.retired:
            bits |= key.bit
        used = 0
        for user in self.users:
            used |= user(bits)
        still = []
        for key in self.retired:
            if key.bit & used:
                still.append(key)
            else:
                del self.by_bit[key.bit]
                self._free.append(key.bit.bit_length() - 1)
        self._free.sort(reverse=True)
        self.retired = still

    def live(self, bits: int) -> list[DispatchKey]:
        """Keys of a set from the top down; KeyRemovedError if one of them was removed."""
        for key in self.retired:
            if bits & key.bit:
                raise KeyRemovedError(
                    explain_error(
                        f"{key.kind.value} {key.name}",
                        "was removed; a tensor or state that still has its key was used",
                        accepted="tensors of the backends and layers that are registered now",
                    )
                )
        return [key for key in self.order if bits & key.bit]


KEYS = KeyRegistry()


def as_key(key: DispatchKey | str) -> DispatchKey:
    """Return the key of a name, or the key itself."""
    if isinstance(key, DispatchKey):
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
    return KEYS.add(name, kind, why)


# From the layer that is asked first to the one asked last.
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
        return f"DispatchKeySet({', '.join(key.name for key in self)})"
