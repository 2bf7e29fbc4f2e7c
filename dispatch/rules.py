"""The tables of rules: (operator, slot) -> rules, each with the place where it was registered.

Decides what a registration checks, what it replaces, how it is undone, and when cached walks are
stale. A slot is a key (`"NumPy"`, `"Autograd"`), a layer for one backend (`"AutogradNumPy"`), or one
of `SPECIAL_SLOTS`. Must not know how rules are called: that is walk.py and the adapters of the keys.
"""

from __future__ import annotations

import inspect
import sys
import threading
from collections.abc import Callable, Iterator
from types import FunctionType
from typing import Any, Literal, TypeVar, final

from .errors import RegistrationError, explain_error, suggest
from .keys import KEYS, DispatchKey, Kind

F = TypeVar("F", bound=Callable[..., Any])
RuleKind = Literal["raw", "tensor", "layer", "row", "fallthrough"]

SPECIAL_SLOTS = {
    "Composite": "the operator written in other operators; asked where a layer or backend has nothing",
    "Derivative": "the row that holds the reverse and the forward formulas",
    "MixedDevices": "what to do with arguments of two backends",
}

# Note [Registration and calls]
# ~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
# One lock guards the tables, one number counts their changes. A registration takes the lock, changes
# the table, counts, and empties the caches of walks that may be stale. A builder of a walk notes the
# number before it reads the tables and stores its walk, under the lock, only if the number is still
# the same. A call probes a cache without the lock: it gets a walk that was right when it was stored.
LOCK = threading.RLock()


class Generation:
    """How often the tables have changed."""

    number = 0


@final
class Rule:
    """One registered rule: a callable or row, its kind, and where it comes from."""

    __slots__ = ("fn", "kind", "module", "plain", "qualname", "source")

    def __init__(
        self, fn: Any, kind: RuleKind, *, plain: Callable[..., Any] | None = None, depth: int = 1
    ) -> None:
        self.fn = fn
        self.kind = kind
        self.plain = plain
        code = getattr(fn, "__code__", None)
        if code is None:  # ufuncs, builtins, rows: the line that registers them
            frame = sys._getframe(depth)
            self.source = f"{frame.f_code.co_filename}:{frame.f_lineno}"
            self.module = frame.f_globals.get("__name__", "?")
        else:
            self.source = f"{code.co_filename}:{code.co_firstlineno}"
            self.module = getattr(fn, "__module__", "?")
        self.qualname = getattr(fn, "__qualname__", None) or getattr(fn, "__name__", repr(fn))

    def __repr__(self) -> str:
        return f"<{self.kind} rule {self.qualname} ({self.source})>"

    def replaces(self, older: Rule) -> bool:
        """Whether registering this is a redefinition of the older rule, not an accident."""
        if self.qualname != older.qualname:
            return False
        notebook = "__main__" in (self.module, older.module) or "<ipython" in self.source
        return self.module == older.module and (notebook or _same_file(self, older))


def _same_file(rule: Rule, older: Rule) -> bool:
    return rule.source.rpartition(":")[0] == older.source.rpartition(":")[0]


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


Table = dict[str, list[Rule]]


class Rules:
    """All rules of all operators, and of layers as a whole under the name `"*"` or `"*tag"`."""

    def __init__(self) -> None:
        self.tables: dict[str, Table] = {}
        self.listeners: list[Callable[[str], None]] = []

    def table(self, operator: str) -> Table:
        """Return the slots of an operator, which need not be declared yet."""
        table = self.tables.get(operator)
        if table is None:
            with LOCK:
                table = self.tables.setdefault(operator, {})
        return table

    def active(self, operator: str, slot: str) -> Rule | None:
        """Return the rule in force, or None."""
        stack = self.tables.get(operator, {}).get(slot)
        return stack[-1] if stack else None

    def add(self, operator: str, slot: str, rule: Rule, *, override: bool = False) -> Registration:
        """Register a rule; RegistrationError if that would replace another one by accident."""
        check_slot(slot)
        with LOCK:
            stack = self.table(operator).setdefault(slot, [])
            if stack and rule.replaces(stack[-1]):
                stack[-1] = rule
            elif stack and not override:
                raise RegistrationError(
                    explain_error(
                        f"{operator} for {slot}",
                        f"has a rule already, registered at {stack[-1].source}",
                        where=rule.source,
                        accepted="override=True to replace it on purpose",
                    )
                )
            else:
                stack.append(rule)
            self.changed(operator)
        return Registration(f"{operator} for {slot}", lambda: self._remove(operator, slot, rule))

    def _remove(self, operator: str, slot: str, rule: Rule) -> None:
        with LOCK:
            table = self.tables.get(operator, {})
            stack = table.get(slot, [])
            if rule in stack:
                stack.remove(rule)
                if not stack:
                    del table[slot]
                self.drop_if_empty(operator)
                self.changed(operator)

    def drop_if_empty(self, operator: str) -> None:
        """Forget the table of a name that nothing refers to; listeners keep what is declared."""
        if not self.tables.get(operator, True):
            del self.tables[operator]

    def forget_slot(self, slot: str) -> None:
        """Drop every rule of a slot: its key is being removed."""
        with LOCK:
            for operator, table in list(self.tables.items()):
                for name in [s for s in table if s == slot or s in _combined(slot)]:
                    del table[name]
                self.drop_if_empty(operator)
            self.changed("*")

    def changed(self, operator: str) -> None:
        """Count a change and tell whoever caches walks; `"*..."` means all operators."""
        with LOCK:
            Generation.number += 1
            for listener in self.listeners:
                listener(operator)

    def of(self, operator: str) -> Iterator[tuple[str, Rule]]:
        """Yield the slots of an operator with the rule in force."""
        for slot, stack in self.tables.get(operator, {}).items():
            if stack:
                yield slot, stack[-1]


RULES = Rules()


def _combined(backend: str) -> set[str]:
    return {key.name + backend for key in KEYS.order if key.kind is Kind.LAYER}


def check_slot(slot: str) -> None:
    """Raise RegistrationError unless a slot names a key, a layer for one backend or a special one."""
    if slot in KEYS.by_name or slot in SPECIAL_SLOTS:
        return
    for layer in KEYS.order:
        if layer.kind is Kind.LAYER and slot.startswith(layer.name):
            backend = KEYS.by_name.get(slot[len(layer.name) :])
            if backend is not None and backend.kind is Kind.BACKEND:
                return
    raise RegistrationError(
        explain_error(
            f"slot {slot!r}",
            "is not a key, a layer for one backend or a special slot"
            + suggest(slot, [*KEYS.by_name, *SPECIAL_SLOTS]),
            accepted="one of " + ", ".join([*KEYS.by_name, *SPECIAL_SLOTS]),
        )
    )


def check_arity(operator: str, fn: Callable[..., Any], count: int, what: str) -> None:
    """Raise RegistrationError if a rule cannot take `count` positional arguments.

    Plain functions are judged by their code object (1 us); anything else through its signature, and
    what has none (builtins) is believed.
    """
    if isinstance(fn, FunctionType) and not fn.__code__.co_flags & inspect.CO_VARARGS:
        most = fn.__code__.co_argcount
        least = most - len(fn.__defaults__ or ())
        required_keywords = fn.__code__.co_kwonlyargcount - len(fn.__kwdefaults__ or ())
        fits = least <= count <= most and not required_keywords
    elif isinstance(fn, FunctionType):
        fits = fn.__code__.co_argcount - len(fn.__defaults__ or ()) <= count
    else:
        try:
            inspect.signature(fn).bind(*range(count))
            fits = True
        except TypeError:
            fits = False
        except ValueError:
            fits = True
    if not fits:
        raise RegistrationError(
            explain_error(
                f"{what} {getattr(fn, '__qualname__', fn)!s}",
                f"cannot be called with {count} positional arguments, as {operator} will",
                accepted=f"a function of {count} positional arguments, in schema order",
            )
        )


def key_slot(key: DispatchKey | str) -> str:
    """Return the slot of a key."""
    return key.name if isinstance(key, DispatchKey) else key
