"""What a call finds in its surroundings: grad mode, inference, included and excluded keys.

Decides how those facts are kept (per thread and per asyncio task), how scopes change them and take
their change back, and which masks they amount to. Must not know operators, tensors or rules.

Note [State is one int]
~~~~~~~~~~~~~~~~~~~~~~~
The context variable holds a `State`: an int whose value is the *number* of interned `Facts`, shifted
to where it can be OR-ed into the key of a walk (Note [Bits of a call] in keys.py). A hot call reads
nothing else: `walks[a._keys | b._keys | state_bits()]`. Only the builder of a walk reads the facts
behind the number. Nothing edits masks; they are derived from facts, once, when facts are interned:
so `enable_grad` inside inference mode is reported as enabled and still does not record, and what a
guard excluded survives it.

Note [Leaving a scope]
~~~~~~~~~~~~~~~~~~~~~~
A scope never restores a remembered state as a whole. It computes the new state from the current one
and takes back only what it added, so scopes that are left out of order (generators, callbacks) do
not undo each other. What it must remember is kept in a chain beside the state, not in the scope
object: the same object may be entered twice, by two threads or by two tasks.
"""

from __future__ import annotations

import functools
import gc
import inspect
import threading
from collections.abc import Awaitable, Callable, Generator
from contextvars import ContextVar
from typing import Any, NamedTuple, ParamSpec, TypeVar, cast, final

from .keys import (
    AUTOGRAD,
    FACTS_SHIFT,
    FACTS_SHIFT_LARGE,
    FACTS_SMALL,
    FORWARD_AD,
    INFERENCE,
    KEYS,
    DispatchKeySet,
)

P = ParamSpec("P")
R = TypeVar("R")


class Facts(NamedTuple):
    """The facts of a state, from which the masks of a call are derived.

    `flags` are bits that ask layers for another form of their walk (saved-tensor hooks, say).
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


_LOCK = threading.Lock()
_INTERNED: dict[Facts, State] = {}
_BY_NUMBER: dict[int, Facts] = {}
_TRANSITIONS: dict[Any, State] = {}
_FREE_NUMBERS: list[int] = []


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
                number = _FREE_NUMBERS.pop() if _FREE_NUMBERS else len(_BY_NUMBER)
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


DEFAULT = intern_state(Facts())
_STATE: ContextVar[State] = ContextVar("redispatch_state", default=DEFAULT)
_SCOPES: ContextVar[Any] = ContextVar("redispatch_scopes", default=None)

state_bits: Callable[[], State] = _STATE.get  # 15 ns; threading.local costs 34 to 40
set_state: Callable[[State], object] = _STATE.set


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


def forget_bits(bits: int) -> None:
    """Drop interned facts that mention keys which were removed, so that only users keep them."""
    with _LOCK:
        for known in list(_INTERNED):
            if (known.included | known.excluded) & bits:
                del _INTERNED[known]
        _TRANSITIONS.clear()


def free_facts(live: list[Facts]) -> None:
    """Give away again the numbers of facts that are neither interned nor in a live state."""
    with _LOCK:
        for number, known in list(_BY_NUMBER.items()):
            if known not in _INTERNED and known not in live:
                del _BY_NUMBER[number]
                _FREE_NUMBERS.append(number)


class Scope:
    """A change of the state for the length of a `with` block or of a decorated call.

    Subclasses say how the state changes on entry (`entered`), what to remember of the state before
    (`remember`) and how to take the change back (`left`).
    """

    __slots__ = ()

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
        before = _STATE.get()
        remembered = self.remember(before)
        inside = self.entered(before)
        _SCOPES.set((self, remembered, _SCOPES.get()))
        _STATE.set(inside)
        return self

    def __exit__(self, *exc: object) -> None:
        chain = _SCOPES.get()
        if chain is not None and chain[0] is self:
            _SCOPES.set(chain[2])
        else:
            chain = _unlink(self, chain)
            if chain is None:  # entered in another context: nothing of it is in this one
                return
        _STATE.set(self.left(_STATE.get(), chain[1]))

    def clone(self) -> Scope:
        """Return a scope for one decorated call."""
        return self

    def __call__(self, function: Callable[P, R]) -> Callable[P, R]:
        return _decorate(self, function)


def _unlink(scope: Scope, chain: Any) -> Any:
    """Take the newest entry of a scope out of the middle of the chain and return it."""
    newer = []
    while chain is not None and chain[0] is not scope:
        newer.append(chain)
        chain = chain[2]
    if chain is None:
        return None
    rest = chain[2]
    for entry in reversed(newer):
        rest = (entry[0], entry[1], rest)
    _SCOPES.set(rest)
    return chain


def _decorate(scope: Scope, function: Callable[P, R]) -> Callable[P, R]:
    """Wrap a function, generator function, coroutine function or asynchronous generator."""
    if inspect.isasyncgenfunction(function):

        @functools.wraps(function)
        async def async_generator(*args: P.args, **kwargs: P.kwargs) -> Any:
            inner = function(*args, **kwargs)
            steps = _Stepper(scope.clone())
            value = None
            while True:
                try:
                    value = yield await steps.drive(inner.asend(value))
                except StopAsyncIteration:
                    return
                except GeneratorExit:
                    await steps.drive(inner.aclose())
                    raise

        return cast("Callable[P, R]", async_generator)
    if inspect.iscoroutinefunction(function):

        @functools.wraps(function)
        async def coroutine(*args: P.args, **kwargs: P.kwargs) -> Any:
            return await _Stepper(scope.clone()).drive(function(*args, **kwargs))

        return cast("Callable[P, R]", coroutine)
    if inspect.isgeneratorfunction(function):

        @functools.wraps(function)
        def generator(*args: P.args, **kwargs: P.kwargs) -> Any:
            return (yield from _Stepper(scope.clone()).steps(function(*args, **kwargs)))

        return cast("Callable[P, R]", generator)

    @functools.wraps(function)
    def plain(*args: P.args, **kwargs: P.kwargs) -> R:
        with scope.clone():
            return function(*args, **kwargs)

    return plain


Surroundings = tuple["State", Any, list[tuple[ContextVar[Any], Any]]]


def _surroundings() -> Surroundings:
    return _STATE.get(), _SCOPES.get(), [(v, v.get()) for v in _BESIDE]


def _surround(found: Surroundings) -> None:
    _STATE.set(found[0])
    _SCOPES.set(found[1])
    for variable, value in found[2]:
        variable.set(value)


class _Stepper:
    """Runs something that suspends: its own state while it runs, the caller's while it does not."""

    def __init__(self, scope: Scope) -> None:
        self.scope = scope
        self.inside: Surroundings | None = None

    def _resume(self, step: Callable[..., Any], *args: Any) -> Any:
        outside = _surroundings()
        if self.inside is None:
            _STATE.set(self.scope.entered(outside[0]))
        else:
            _surround(self.inside)
        try:
            return step(*args)
        finally:
            self.inside = _surroundings()
            _surround(outside)

    def steps(self, inner: Any) -> Generator[Any, Any, Any]:
        """Drive a generator or coroutine, passing values, exceptions and closing through."""
        step, args = inner.send, (None,)
        while True:
            try:
                value = self._resume(step, *args)
            except StopIteration as stop:
                return stop.value
            try:
                sent = yield value
            except GeneratorExit:
                self._resume(inner.close)
                raise
            except BaseException as error:
                step, args = inner.throw, cast("Any", (error,))
            else:
                step, args = inner.send, (sent,)

    def drive(self, inner: Any) -> Awaitable[Any]:
        """Return an awaitable that drives a coroutine in steps."""
        return _Driven(self.steps(inner.__await__()))


class _Driven:
    def __init__(self, steps: Generator[Any, Any, Any]) -> None:
        self._steps = steps

    def __await__(self) -> Generator[Any, Any, Any]:
        return self._steps


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
        return change(before, grad=self._on)

    def left(self, now: State, remembered: bool) -> State:
        """Put the grad mode back, and nothing else."""
        return change(now, grad=remembered)


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
    """A state that can be carried to another thread or task; see `snapshot` and `restore`."""

    state: State
    beside: tuple[tuple[ContextVar[Any], Any], ...]


_BESIDE: list[ContextVar[Any]] = []


def beside_state(variable: ContextVar[Any]) -> ContextVar[Any]:
    """Register a context variable that belongs to the state (a stack of modes, say)."""
    _BESIDE.append(variable)
    return variable


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
    return Snapshot(_STATE.get(), tuple((v, v.get()) for v in _BESIDE))


class restore(Scope):  # noqa: N801 - used like a function, as no_grad is
    """Puts a snapshot in force within a scope, in any thread or task."""

    __slots__ = ("_snapshot",)

    def __init__(self, carried: Snapshot) -> None:
        self._snapshot = carried

    def remember(self, before: State) -> Any:
        """Remember everything: a restored state replaces the whole."""
        return before, [(v, v.get()) for v in _BESIDE]

    def entered(self, before: State) -> State:
        """Return the carried state, with the stacks beside it."""
        for variable, value in self._snapshot.beside:
            variable.set(value)
        return self._snapshot.state

    def left(self, now: State, remembered: Any) -> State:
        """Put the whole state back."""
        for variable, value in remembered[1]:
            variable.set(value)
        return cast("State", remembered[0])


def _states_in_use(bits: int) -> int:
    """Which of these bits live states mention; frees the numbers of those that are gone."""
    forget_bits(bits)
    live = [obj.facts for obj in gc.get_objects() if type(obj) is State]
    free_facts(live)
    used = 0
    for known in live:
        used |= (known.included | known.excluded) & bits
    return used


KEYS.users.append(_states_in_use)
