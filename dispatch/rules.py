"""The tables of rules: (operator, slot) -> rules, each with the place where it was registered.

Decides what a registration checks, what it replaces, how it is undone, and when cached walks are
stale. A slot is a key (`"NumPy"`, `"Autograd"`), a layer for one backend (`"AutogradNumPy"`), or
one of `SPECIAL_SLOTS`. Must not know how rules are called: that is walk.py and the keys' owners.
"""

from __future__ import annotations

import inspect
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, nullcontext
from types import FunctionType
from typing import Any, Literal, final

from .errors import RegistrationError, explain_error, suggest
from .keys import KEYS, DispatchKey, Kind, as_key
from .rooms import Room

# "direct": gets tensors, and nothing is excluded; it calls no operator
RuleKind = Literal["raw", "tensor", "direct", "layer", "fallback", "row", "fallthrough"]

SPECIAL_SLOTS = {
    "CompositeExplicit": "one function of tensors for all backends; derivatives do not look inside",
    "Composite": "the operator in terms of others; asked where a layer or backend has nothing",
    "Derivative": "the row that holds the reverse and the forward formulas",
    "MixedDevices": "what to do with arguments of two backends",
    "TorchDispatch": "what runs in place of the handler of one class of modes or tensors",
    "Vmap": "how the operator is called on a batch",
}

# Note [Registration and calls]
# ~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
# One lock guards the tables, one number counts their changes. A registration takes the lock,
# changes the table, counts, and empties the caches of walks that may be stale. A builder of a walk
# notes the number before it reads the tables and stores its walk, under the lock, only if the
# number is still the same; else it builds again. It reads without the lock, for it may import
# modules that register: so what it reads (a stack of rules, the order of keys) is a tuple that is
# replaced, never changed. A call probes a cache without the lock: it gets a walk that was right
# when it was stored.
LOCK = threading.RLock()
_PUTTING = threading.Lock()  # held for a few lines, in which nothing else is taken
_NO_LOCK: AbstractContextManager[Any] = nullcontext()

#: Modules through which rules are registered; the place of a registration is outside of them.
REGISTRARS = {__name__}


class Generation:
    """How often the tables have changed."""

    number = 0


def registering_place() -> tuple[str, str]:
    """Return the "file:line", and the module, of the nearest frame that is no registrar's."""
    frame = sys._getframe(1)
    while frame.f_back is not None and frame.f_globals.get("__name__") in REGISTRARS:
        frame = frame.f_back
    module = str(frame.f_globals.get("__name__", "?"))
    return f"{frame.f_code.co_filename}:{frame.f_lineno}", module


@final
class Rule:
    """One registered rule: a callable or row, its kind, and where it was registered.

    `plain` is, for a raw kernel, the one for calls in which keyword-only arguments have defaults.
    `convention` is, for a function of tensors that is not called positionally with all arguments,
    what makes of an operator and the function one that is. `keeps_layer` says that a function of
    tensors runs with its own layer on, as PyTorch's kernels for Autograd do: they call a Function.
    """

    __slots__ = (
        "convention", "fn", "keeps_layer", "kind", "module", "plain", "qualname", "source",
    )  # fmt: skip

    def __init__(
        self,
        fn: Any,
        kind: RuleKind,
        *,
        plain: Callable[..., Any] | None = None,
        qualname: str | None = None,
        convention: Callable[..., Any] | None = None,
        keeps_layer: bool = False,
    ) -> None:
        self.fn = fn
        self.keeps_layer = keeps_layer
        self.kind = kind
        self.plain = plain
        self.convention = convention
        self.source, self.module = registering_place()
        named = getattr(fn, "__qualname__", None) or getattr(fn, "__name__", None)
        self.qualname = qualname or named or type(fn).__qualname__

    def __repr__(self) -> str:
        return f"<{self.kind} rule {self.qualname} ({self.source})>"

    @property
    def ours(self) -> bool:
        """Whether the rule came with the package; its kernels check first and write last."""
        return self.module.partition(".")[0] == __name__.partition(".")[0]

    def replaces(self, older: Rule) -> bool:
        """Whether registering this is a redefinition of the older rule, not an accident."""
        if (self.qualname, self.module) != (older.qualname, older.module):
            return False
        # A cell of a notebook that is run again is another file; so is the module that it makes.
        same_file = self.source.rpartition(":")[0] == older.source.rpartition(":")[0]
        return same_file or self.module == "__main__"


class Registration:
    """The handle of a registration: `undo()` takes it back; as a context manager, at the end."""

    __slots__ = ("_undo", "what")

    def __init__(self, what: str, undo: Callable[[], None]) -> None:
        self.what = what
        self._undo: Callable[[], None] | None = undo

    def undo(self) -> None:
        """Take the registration back; further calls do nothing."""
        with LOCK:
            undo, self._undo = self._undo, None
            if undo is not None:
                undo()

    def __enter__(self) -> Registration:
        return self

    def __exit__(self, *exc: object) -> None:
        self.undo()

    def __repr__(self) -> str:
        return f"<registration of {self.what}{'' if self._undo else ', undone'}>"


Stack = tuple[Rule, ...]


class Rules:
    """All rules of all operators, and of layers as a whole under the name `"*"` or `"*tag"`.

    Attributes
    ----------
    rooms : from a slot to where the package's own rules for it stand; see Note [Rooms] in rooms.py.
    families : from an operator of the package to the file that declares it.
    listeners : called, with the lock held, with the name whose rules changed.
    """

    def __init__(self) -> None:
        self._tables: dict[str, dict[str, Stack]] = {}
        self.rooms: dict[str, Room] = {}
        self.families: dict[str, str] = {}
        self.listeners: list[Callable[[str], None]] = []

    @property
    def tables(self) -> dict[str, dict[str, Stack]]:
        """From an operator and a slot to the rules registered there, the one in force last."""
        for room in tuple(self.rooms.values()):
            room.read_all()
        return self._tables

    def stack(self, operator: str, slot: str) -> Stack:
        """Return the rules of a slot, oldest first."""
        self._read(operator, slot)
        return self._stack(operator, slot)

    def _family(self, operator: str) -> str | None:
        """Return what a room knows an operator by: None for a user's, a tag as it is."""
        return operator if operator.startswith("*") else self.families.get(operator)

    def _read(self, operator: str, slot: str) -> None:
        room = self.rooms.get(slot)
        if room is not None:
            room.read(self._family(operator))

    def _stack(self, operator: str, slot: str) -> Stack:
        table = self._tables.get(operator)
        return () if table is None else table.get(slot, ())

    def active(self, operator: str, slot: str) -> Rule | None:
        """Return the rule in force, or None."""
        stack = self.stack(operator, slot)
        return stack[-1] if stack else None

    def slots(self, operator: str) -> dict[str, Stack]:
        """Return the slots of an operator that have rules, in the order of registration.

        Those that have rooms come first: when these were read must make no difference.
        """
        if self._family(operator) is None:
            return self._tables.get(operator, {}).copy()
        for slot in tuple(self.rooms):
            self._read(operator, slot)
        table = self._tables.get(operator, {}).copy()
        return {slot: table[slot] for slot in (*self.rooms, *table) if slot in table}

    def of_slot(self, slot: str) -> list[tuple[str, Stack]]:
        """Return the operators that have rules in a slot, each with these."""
        room = self.rooms.get(slot)
        if room is not None:
            room.read_all()
        return [(name, table[slot]) for name, table in list(self._tables.items()) if slot in table]

    def of(self, operator: str) -> Iterator[tuple[str, Rule]]:
        """Yield the slots of an operator with the rule in force."""
        for slot, stack in self.slots(operator).items():
            yield slot, stack[-1]

    def _unseen(self, operator: str, slot: str, rule: Rule) -> bool:
        """Whether a rule is one of the package's own that nobody has looked for yet."""
        room = self.rooms.get(slot)
        return room is not None and rule.ours and room.waits(self._family(operator))

    def guard(self, operator: str, slot: str, rule: Rule) -> AbstractContextManager[Any]:
        """Return what is held while a rule is registered; see Note [Rooms]."""
        if self._unseen(operator, slot, rule):
            return _NO_LOCK
        self._read(operator, slot)  # what the rule would replace
        return LOCK

    def add(self, operator: str, slot: str, rule: Rule, *, override: bool = False) -> Registration:
        """Register a rule; RegistrationError if that would replace another one by accident."""
        with self.guard(operator, slot, rule):
            check_slot(slot)
            stack = self._stack(operator, slot)
            if stack and rule.replaces(stack[-1]):
                stack = stack[:-1]
            elif stack and not override:
                raise RegistrationError(
                    explain_error(
                        f"{operator} for {slot}",
                        f"has a rule already, registered at {stack[-1].source}",
                        where=rule.source,
                        accepted="override=True to replace it on purpose",
                    )
                )
            self._put(operator, slot, (*stack, rule))
            if not self._unseen(operator, slot, rule):
                self.changed(operator)
        return Registration(f"{operator} for {slot}", lambda: self._remove(operator, slot, rule))

    def _remove(self, operator: str, slot: str, rule: Rule) -> None:
        stack = self.stack(operator, slot)
        if rule in stack:  # else it was redefined, or its key is gone
            self._put(operator, slot, tuple(other for other in stack if other is not rule))
            self.changed(operator)

    def _put(self, operator: str, slot: str, stack: Stack) -> None:
        """Make this the stack of a slot; what is empty is not kept."""
        with _PUTTING:
            table = self._tables.setdefault(operator, {})
            if stack:
                table[slot] = stack
            else:
                table.pop(slot, None)
            if not table:
                del self._tables[operator]

    def forget_key(self, key: DispatchKey) -> None:
        """Drop every rule of a key that is being removed, also those for it and another key."""
        slots = {key.name}
        for other in KEYS.order:
            if other.kind is Kind.LAYER and key.kind is Kind.BACKEND:
                slots.add(other.name + key.name)
            elif other.kind is Kind.BACKEND and key.kind is Kind.LAYER:
                slots.add(key.name + other.name)
        with LOCK:
            for operator, table in list(self._tables.items()):
                for slot in slots & table.keys():
                    self._put(operator, slot, ())
            self.changed("*")

    def changed(self, operator: str) -> None:
        """Count a change and tell whoever caches walks; `"*..."` means all operators."""
        with LOCK:
            Generation.number += 1
            for listener in self.listeners:
                listener(operator)


RULES = Rules()


def combined_slots() -> dict[str, tuple[DispatchKey, DispatchKey]]:
    """Return the slots of a layer for one backend, with both keys."""
    layers = [key for key in KEYS.order if key.kind is Kind.LAYER]
    backends = [key for key in KEYS.order if key.kind is Kind.BACKEND]
    return {layer.name + b.name: (layer, b) for layer in layers for b in backends}


def check_slot(slot: str) -> None:
    """Raise RegistrationError unless a slot names a key, a layer for a backend or a special one."""
    if slot in KEYS.by_name or slot in SPECIAL_SLOTS or slot in combined_slots():
        return
    known = [*KEYS.by_name, *SPECIAL_SLOTS]
    raise RegistrationError(
        explain_error(
            f"slot {slot!r}",
            "is not a key, a layer for one backend or a special slot"
            + suggest(slot, [*known, *combined_slots()]),
            accepted="one of " + ", ".join(known),
        )
    )


def check_key_name(name: str) -> None:
    """Raise RegistrationError if a new key of this name would make a slot that means two things."""
    if name in KEYS.by_name:
        raise RegistrationError(explain_error(f"key {name}", "exists already"))
    layers = [key.name for key in KEYS.order if key.kind is Kind.LAYER]
    backends = [key.name for key in KEYS.order if key.kind is Kind.BACKEND]
    made = {name + backend for backend in backends} | {layer + name for layer in layers}
    clashes = made & {*SPECIAL_SLOTS, *KEYS.by_name, *combined_slots()}
    clashes |= {name} & {*SPECIAL_SLOTS, *combined_slots()}
    if clashes:
        raise RegistrationError(
            explain_error(f"key {name}", f"would give the slot {min(clashes)!r} a second meaning")
        )


def check_arity(operator: str, rule: Rule, fn: Callable[..., Any], count: int, what: str) -> None:
    """Raise RegistrationError if a rule cannot take `count` positional arguments."""
    if not _takes(fn, count):
        raise RegistrationError(
            explain_error(
                f"{what} {getattr(fn, '__qualname__', rule.qualname)}",
                f"cannot be called with {count} positional argument{'' if count == 1 else 's'}, "
                f"as {operator} will",
                where=rule.source,
                accepted=f"a function of {count}, in schema order",
            )
        )


def _takes(fn: Callable[..., Any], count: int) -> bool:
    """Whether a callable takes so many positional arguments; what cannot be asked is believed."""
    if isinstance(fn, FunctionType):  # 1 us, where a signature costs 20
        code = fn.__code__
        least = code.co_argcount - len(fn.__defaults__ or ())
        most = count if code.co_flags & inspect.CO_VARARGS else code.co_argcount
        return least <= count <= most and code.co_kwonlyargcount == len(fn.__kwdefaults__ or ())
    inputs = getattr(fn, "nin", None)  # NumPy's ufuncs, which have no signature
    if isinstance(inputs, int):
        return inputs == count
    try:
        inspect.signature(fn).bind(*range(count))
    except TypeError:
        return False
    except ValueError:
        return True
    return True


def key_slot(key: DispatchKey | str) -> str:
    """Return the slot of a key."""
    return as_key(key).name if isinstance(key, DispatchKey) else key
