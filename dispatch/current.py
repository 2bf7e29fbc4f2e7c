"""The state of a call's surroundings: facts, interned, behind one int in a context variable.

Decides how facts are kept (per thread and per asyncio task) and which masks they amount to. Must
not know operators, tensors, rules, nor who changes the state: that is state.py.

Note [State is one int]
~~~~~~~~~~~~~~~~~~~~~~~
The context variable holds a `State`: an int whose value is the *number* of interned `Facts`,
shifted to where it can be OR-ed into the key of a walk (Note [Bits of a call] in keys.py). A hot
call reads nothing else: `walks[a._keys | b._keys | state_bits()]`. Only the builder of a walk reads
the facts behind the number. Nothing edits masks; they are derived from facts, once, when facts are
interned: so `enable_grad` inside inference mode is reported as enabled and still does not record,
and what a guard excluded survives it.
"""

from __future__ import annotations

import itertools
import os
import threading
from collections.abc import Callable
from contextvars import Context, ContextVar
from typing import Any, NamedTuple, final

from .keys import (
    AUTOGRAD,
    FACTS_SHIFT,
    FACTS_SHIFT_LARGE,
    FACTS_SMALL,
    FORWARD_AD,
    INFERENCE,
    KEYS,
)

SAVED_HOOKS = 1 << 0  # hooks pack what is saved for backward
CLONE_ON_WRITE = 1 << 1  # what was saved is copied before its memory is written to
RECORD_LINES = 1 << 2  # source lines of what saves and of what writes are kept, for messages
# None of these sees a gradient, so that a run of the engine may still carry payloads.
UNSEEN_BY_GRADIENTS = SAVED_HOOKS | CLONE_ON_WRITE | RECORD_LINES


class Facts(NamedTuple):
    """The facts of a state, from which the masks of a call are derived.

    `flags` are bits that ask layers for another form of their walk; see Note [Flags].
    """

    grad: bool = True
    inference: bool = False
    included: int = 0
    excluded: int = 0
    flags: int = 0

    @property
    def include_mask(self) -> int:
        """Bits that are OR-ed into the keys of the arguments."""
        return self.included | (INFERENCE.bit if self.inference else 0)

    @property
    def exclude_mask(self) -> int:
        """Bits that are taken away; exclusion beats inclusion."""
        mask = self.excluded
        if not self.grad or self.inference:
            mask |= AUTOGRAD.bit
        if self.inference:
            mask |= FORWARD_AD.bit
        return mask


@final
class State(int):
    """The number of interned facts, placed where it can be OR-ed into the key of a walk."""

    facts: Facts


_LOCK = threading.RLock()  # a finalizer that enters a scope may run while it is held
_INTERNED: dict[Facts, State] = {}
_BY_NUMBER: dict[int, Facts] = {}
_TRANSITIONS: dict[Any, State] = {}
_WITH_GRAD: tuple[dict[State, State], dict[State, State]] = ({}, {})
_FRESH = itertools.count()
_FREE: list[int] = []
_LIVE: set[int] = set()  # what a sweep has found
_FREED: list[int] = []  # not to be used before the walks of their last owner are forgotten


def _encode(number: int) -> int:
    if number < FACTS_SMALL:
        return number << FACTS_SHIFT
    return number << FACTS_SHIFT_LARGE


def intern_state(facts: Facts) -> State:
    """Return the one state that stands for these facts."""
    state = _INTERNED.get(facts)
    if state is None:
        with _LOCK:
            state = _INTERNED.get(facts)
            if state is None:
                number = _FREE.pop() if _FREE else next(_FRESH)
                state = State(_encode(number))
                state.facts = facts
                _BY_NUMBER[number] = facts
                _INTERNED[facts] = state
    return state


def facts_of(bits: int) -> Facts:
    """Return the facts whose number is OR-ed into these bits."""
    number = (bits >> FACTS_SHIFT) & (FACTS_SMALL - 1)
    if not number:
        number = (bits >> FACTS_SHIFT_LARGE) & (2**32 - 1)
    return _BY_NUMBER[number]


def _asked_for() -> int:
    """Return the flags that the environment switches on, for all threads."""
    lines = os.environ.get("REDISPATCH_RECORD_LINES", "0") not in ("", "0")
    return RECORD_LINES if lines else 0


DEFAULT = intern_state(Facts(flags=_asked_for()))
_STATE: ContextVar[State] = ContextVar("redispatch_state", default=DEFAULT)
# The scopes that were entered here, newest first: (scope, what it remembers, the older ones).
_SCOPES: ContextVar[Any] = ContextVar("redispatch_scopes", default=None)
BESIDE: list[ContextVar[Any]] = []
DEFAULTS: dict[ContextVar[Any], Any] = {}

state_bits: Callable[[], State] = _STATE.get  # 15 ns; threading.local costs 34 to 40
set_state: Callable[[State], object] = _STATE.set
scopes: Callable[[], Any] = _SCOPES.get
set_scopes: Callable[[Any], object] = _SCOPES.set


def facts() -> Facts:
    """Return the facts of the current state."""
    return _STATE.get().facts


def change(state: State, **changes: Any) -> State:
    """Return the state that differs in the named facts; remembered, since scopes ask often."""
    question = (int(state), *changes.items())
    answer = _TRANSITIONS.get(question)
    if answer is None:
        answer = intern_state(state.facts._replace(**changes))
        _TRANSITIONS[question] = answer
    return answer


def with_grad(state: State, on: bool) -> State:
    """Return the state with grad mode on or off: the change that is asked for most."""
    answer = _WITH_GRAD[on].get(state)
    if answer is None:
        answer = _WITH_GRAD[on][state] = change(state, grad=on)
    return answer


def without_grad(function: Callable[..., Any], *args: Any) -> Any:
    """Call with grad mode off: what `GradSwitch(False)` does, for one call at a third of its price.

    Like a scope it takes back only what it added; unlike one it cannot be left out of order.
    """
    before = _STATE.get()
    inside = with_grad(before, False)
    _STATE.set(inside)
    try:
        return function(*args)
    finally:
        now = _STATE.get()
        _STATE.set(before if now is inside else with_grad(now, before.facts.grad))


def beside_state(variable: ContextVar[Any]) -> ContextVar[Any]:
    """Register a context variable that belongs to the state (a stack of modes, say).

    Modules that wait until they are asked for register theirs late: what was remembered before
    does not have it, and means its default.
    """
    DEFAULTS[variable] = Context().run(variable.get)
    BESIDE.append(variable)
    return variable


def enter(scope: Any) -> None:
    """Change the state as a scope says, and note that it was entered."""
    before = _STATE.get()
    remembered = scope.remember(before)
    inside = scope.entered(before)
    _SCOPES.set((scope, remembered, _SCOPES.get()))
    _STATE.set(inside)


def reuse_numbers() -> None:
    """Give freed numbers away again; called when no cached walk can have them any more."""
    with _LOCK:
        _FREE.extend(_FREED)
        _FREED.clear()


def _before_sweep(bits: int) -> None:
    """Drop interned facts that mention keys which were removed, so that only users keep them."""
    with _LOCK:
        _LIVE.clear()
        for known in list(_INTERNED):
            if (known.included | known.excluded) & bits:
                del _INTERNED[known]
        for remembered in (_TRANSITIONS, *_WITH_GRAD):
            remembered.clear()


def _bits_of_state(state: State) -> int:
    _LIVE.add(int(state))
    return state.facts.included | state.facts.excluded


def _after_sweep() -> None:
    """Take their numbers from states that are neither interned nor live."""
    with _LOCK:
        kept = _LIVE | set(map(int, _INTERNED.values()))
        for number in list(_BY_NUMBER):
            if _encode(number) not in kept:
                del _BY_NUMBER[number]
                _FREED.append(number)


KEYS.holders[State] = _bits_of_state
KEYS.before_sweep.append(_before_sweep)
KEYS.after_sweep.append(_after_sweep)
