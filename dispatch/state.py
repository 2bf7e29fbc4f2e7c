"""What changes the state: scopes, their forms as decorators, snapshots.

Decides how a scope is entered and left: nested, out of order, by several threads. Must not know
operators, tensors or rules. What a state is stands in current.py, whose names are handed on here;
functions that suspend are decorated in suspended.py.

Note [Leaving a scope]
~~~~~~~~~~~~~~~~~~~~~~
A scope never restores a remembered state as a whole. It computes the new state from the current one
and takes back only what it added. What it must remember is kept in a chain beside the state, not in
the scope object: the same object may be entered twice, by two threads or by two tasks. A scope that
is left before newer ones (generators, callbacks) leaves the state that would be there, had it never
been entered: the newer ones are left, then it, then they are entered again.
"""

from __future__ import annotations

from collections.abc import Callable
from contextvars import ContextVar
from typing import Any, NamedTuple, ParamSpec, TypeVar, cast

from .current import (
    BESIDE,
    DEFAULT,
    DEFAULTS,
    Facts,
    State,
    beside_state,
    change,
    enter,
    facts,
    facts_of,
    intern_state,
    scopes,
    set_scopes,
    set_state,
    state_bits,
    with_grad,
)
from .keys import KEYS, DispatchKeySet
from .suspended import decorate

__all__ = [
    "DEFAULT",
    "Facts",
    "GradSwitch",
    "InferenceSwitch",
    "KeyGuard",
    "Scope",
    "Snapshot",
    "State",
    "beside_state",
    "change",
    "excluding",
    "facts",
    "facts_of",
    "intern_state",
    "restore",
    "set_state",
    "settle",
    "snapshot",
    "state_bits",
]

P = ParamSpec("P")
R = TypeVar("R")


class Scope:
    """A change of the state for the length of a `with` block or of a decorated call.

    Subclasses say how the state changes on entry (`entered`), what to remember of the state before
    (`remember`) and how to take the change back (`left`). `beside` is the variable beside the state
    that entering changes too, if there is one; its value has a dict `known` for `call` to use.
    """

    __slots__ = ("_known",)
    beside: ContextVar[Any] | None = None
    _known: dict[Any, tuple[State, State, Any, Any]]

    def remember(self, before: State) -> Any:
        """Return what `left` needs to know of the state before."""
        return None

    def entered(self, before: State) -> State:
        """Return the state inside the scope."""
        raise NotImplementedError

    def left(self, now: State, remembered: Any) -> State:
        """Return the state after the scope, computed from the one at its end."""
        raise NotImplementedError

    def __enter__(self) -> Any:
        enter(self)
        return self

    def __exit__(self, *exc: object) -> None:
        chain = scopes()
        if chain is not None and chain[0] is self:
            set_scopes(chain[2])
            set_state(self.left(state_bits(), chain[1]))
        else:
            _leave_below(self, chain)

    def call(self, function: Callable[..., Any], *args: Any) -> Any:
        """Call a function within the scope: what `with` does, at a third of its price.

        What entering came to is kept for the next call from the same state, where nothing else
        lives longer for it: with the value of the variable beside the state, or else here. So this
        is for scopes in which it follows from those two alone.
        """
        variable = self.beside
        before, chain = state_bits(), scopes()
        full: Any = None
        place: Any = before
        if variable is None:
            try:
                known = self._known
            except AttributeError:
                known = self._known = {}
        else:
            full, place = variable.get(), self
            known = full.known
        last = known.get(place)
        if last is None or last[0] is not before:
            remembered = self.remember(before)
            inside = self.entered(before)
            # it keeps the states alive, so the number of one is not given to another
            last = (before, inside, remembered, None if variable is None else variable.get())
            known[place] = last
        _, inside, remembered, kept = last
        entry = (self, remembered, chain)
        set_scopes(entry)
        set_state(inside)
        if variable is None:
            try:
                return function(*args)
            finally:
                if scopes() is entry and state_bits() is inside:
                    set_state(before)
                    set_scopes(chain)
                else:
                    self.__exit__(None, None, None)
        variable.set(kept)
        try:
            return function(*args)
        finally:
            if scopes() is entry and state_bits() is inside and variable.get() is kept:
                set_state(before)
                set_scopes(chain)
                variable.set(full)
            else:
                self.__exit__(None, None, None)

    def clone(self) -> Scope:
        """Return a scope for one decorated call."""
        return self

    def __call__(self, function: Callable[P, R]) -> Callable[P, R]:
        return decorate(self, function)


def _leave_below(scope: Scope, chain: Any) -> None:
    """Leave a scope that newer ones were entered after; see Note [Leaving a scope]."""
    newer = []
    while chain is not None and chain[0] is not scope:
        newer.append(chain)
        chain = chain[2]
    if chain is None:  # entered in another context: nothing of it is in this one
        return
    state = state_bits()
    for other, remembered, _ in newer:
        state = other.left(state, remembered)
    state = scope.left(state, chain[1])
    rest = chain[2]
    for other, _, _ in reversed(newer):
        remembered = other.remember(state)
        state = other.entered(state)
        rest = (other, remembered, rest)
    set_scopes(rest)
    set_state(state)


def settle(state: State, chain: Any) -> None:
    """Go back to the state and the scopes of an earlier moment: leave what was entered since.

    A scope that was left since, though it had been entered before that moment, is entered again.
    """
    kept = set()
    at = chain
    while at is not None:
        kept.add(id(at))
        at = at[2]
    now = scopes()
    while now is not None and id(now) not in kept:
        set_scopes(now[2])
        set_state(now[0].left(state_bits(), now[1]))
        now = scopes()
    lost = []
    while chain is not now:
        lost.append(chain)
        chain = chain[2]
    for scope, _, _ in reversed(lost):
        enter(scope)
    set_state(state)


class GradSwitch(Scope):
    """Switches the recording of gradients on or off; `modes/grad_mode.py` dresses it."""

    __slots__ = ("_on",)

    def __init__(self, on: bool) -> None:
        self._on = on

    def remember(self, before: State) -> bool:
        """Remember the grad mode that was on."""
        return before.facts.grad

    def entered(self, before: State) -> State:
        """Set grad mode."""
        return with_grad(before, self._on)

    def left(self, now: State, remembered: bool) -> State:
        """Put the grad mode back, and nothing else."""
        return with_grad(now, remembered)


class InferenceSwitch(Scope):
    """Enters or leaves inference mode; leaving it inside `no_grad` switches recording on."""

    __slots__ = ("_on",)

    def __init__(self, on: bool) -> None:
        self._on = on

    def remember(self, before: State) -> tuple[bool, bool]:
        """Remember inference and grad mode."""
        return before.facts.inference, before.facts.grad

    def entered(self, before: State) -> State:
        """Set inference mode, and grad mode to its opposite."""
        return change(before, inference=self._on, grad=not self._on)

    def left(self, now: State, remembered: tuple[bool, bool]) -> State:
        """Put inference and grad mode back, and nothing else."""
        return change(now, inference=remembered[0], grad=remembered[1])


class KeyGuard(Scope):
    """Includes and excludes keys within a scope.

    Parameters
    ----------
    include, exclude : DispatchKeySet
        Keys that every call inside the scope walks, or does not walk. Exclusion wins.

    Examples
    --------
    >>> from redispatch.dispatch import DispatchKeySet, KeyGuard, facts
    >>> with KeyGuard(exclude=DispatchKeySet("Autograd")):
    ...     DispatchKeySet(facts().excluded)
    DispatchKeySet(Autograd)
    """

    __slots__ = ("_exclude", "_include")

    def __init__(
        self,
        include: DispatchKeySet | int = 0,
        exclude: DispatchKeySet | int = 0,
    ) -> None:
        self._include = include.bits if isinstance(include, DispatchKeySet) else include
        self._exclude = exclude.bits if isinstance(exclude, DispatchKeySet) else exclude

    def remember(self, before: State) -> tuple[int, int]:
        """Remember which bits were not there before: only those are taken back."""
        known = before.facts
        return self._include & ~known.included, self._exclude & ~known.excluded

    def entered(self, before: State) -> State:
        """Add the bits."""
        known = before.facts
        return change(
            before,
            included=known.included | self._include,
            excluded=known.excluded | self._exclude,
        )

    def left(self, now: State, remembered: tuple[int, int]) -> State:
        """Take the added bits back."""
        known = now.facts
        return change(
            now,
            included=known.included & ~remembered[0],
            excluded=known.excluded & ~remembered[1],
        )


class Snapshot(NamedTuple):
    """A state that can be carried to another thread or task; see `snapshot` and `restore`.

    Variables beside the state are there if they have not their default.
    """

    state: State
    beside: tuple[tuple[ContextVar[Any], Any], ...]


def snapshot() -> Snapshot:
    """Return the current state with the stacks that live beside it.

    Examples
    --------
    >>> import redispatch as rd
    >>> with rd.no_grad():
    ...     carried = rd.dispatch.snapshot()
    >>> with rd.dispatch.restore(carried):
    ...     rd.is_grad_enabled()
    False
    """
    values = [(v, v.get()) for v in BESIDE]
    return Snapshot(state_bits(), tuple([p for p in values if p[1] is not DEFAULTS[p[0]]]))


class restore(Scope):  # noqa: N801 - used like a function, as no_grad is
    """Puts a snapshot in force within a scope, in any thread or task."""

    __slots__ = ("_snapshot",)

    def __init__(self, carried: Snapshot) -> None:
        self._snapshot = carried

    def remember(self, before: State) -> Any:
        """Remember everything: a restored state replaces the whole."""
        return before, [(v, v.get()) for v in BESIDE]

    def entered(self, before: State) -> State:
        """Return the carried state, with the stacks beside it."""
        carried = dict(self._snapshot.beside)
        for variable in BESIDE:
            variable.set(carried.get(variable, DEFAULTS[variable]))
        return self._snapshot.state

    def left(self, now: State, remembered: Any) -> State:
        """Put the whole state back."""
        for variable, value in remembered[1]:
            variable.set(value)
        return cast("State", remembered[0])


def excluding(mask: int, call: Callable[..., Any]) -> Callable[..., Any]:
    """Return a function that calls another with keys excluded, for a third of a guard's price."""
    guard = KeyGuard(exclude=mask)
    # The keys of this dict keep their states alive, so the number of one is not given to another.
    known: dict[State, State] = {}

    def excluded(*args: Any) -> Any:
        before = state_bits()
        inside = known.get(before)
        if inside is None:
            inside = known[before] = guard.entered(before)
        if inside is before:
            return call(*args)
        set_state(inside)
        try:
            return call(*args)
        finally:
            now = state_bits()
            set_state(before if now is inside else guard.left(now, guard.remember(before)))

    return excluded


def _bits_of_guard(guard: KeyGuard) -> int:
    return guard._include | guard._exclude


KEYS.holders[KeyGuard] = _bits_of_guard
