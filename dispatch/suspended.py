"""Scopes as decorators: functions, generators, coroutines and asynchronous generators.

Decides which state a body has that suspends, and which its resumer has meanwhile. Must not know
what a scope changes.

Note [Suspended bodies]
~~~~~~~~~~~~~~~~~~~~~~~
A decorated generator or coroutine has a state of its own while it runs; whoever resumes it keeps
theirs. Its own is what the decorator makes of the resumer's state, with what the body itself
changed on top: so `with enable_grad(): yield` under `@no_grad()` still records after the yield, and
a body that is resumed inside inference mode is in inference mode.
"""

from __future__ import annotations

import functools
import inspect
from collections.abc import Awaitable, Callable, Generator
from typing import Any, NamedTuple, ParamSpec, TypeVar, cast

from .current import (
    BESIDE,
    DEFAULTS,
    Facts,
    State,
    enter,
    intern_state,
    scopes,
    set_scopes,
    set_state,
    state_bits,
)

P = ParamSpec("P")
R = TypeVar("R")


def decorate(scope: Any, function: Callable[P, R]) -> Callable[P, R]:
    """Wrap a function, or a generator function, coroutine function or asynchronous generator."""
    if not callable(function):
        raise TypeError(f"a scope decorates functions, not {type(function).__name__}")
    body: Callable[..., Any] = function
    if inspect.isasyncgenfunction(function):
        wrapper = _async_generator_wrapper(scope, body)
    elif inspect.iscoroutinefunction(function):

        async def wrapper(*args: Any, **kwargs: Any) -> Any:
            return await _Suspended(scope.clone()).drive(body(*args, **kwargs))

    elif inspect.isgeneratorfunction(function):

        def wrapper(*args: Any, **kwargs: Any) -> Any:
            return (yield from _Suspended(scope.clone()).steps(body(*args, **kwargs)))

    else:

        def wrapper(*args: Any, **kwargs: Any) -> Any:
            with scope.clone():
                return body(*args, **kwargs)

    return cast("Callable[P, R]", functools.wraps(function)(wrapper))


def _async_generator_wrapper(scope: Any, body: Callable[..., Any]) -> Callable[..., Any]:
    """Return an asynchronous generator function that drives another, whatever is sent or thrown."""

    async def wrapper(*args: Any, **kwargs: Any) -> Any:
        inner = body(*args, **kwargs)
        suspended = _Suspended(scope.clone())
        step = inner.asend(None)
        while True:
            try:
                value = await suspended.drive(step)
            except StopAsyncIteration:
                return
            try:
                sent = yield value
            except GeneratorExit:
                await suspended.drive(inner.aclose())
                raise
            except BaseException as error:
                step = inner.athrow(error)
            else:
                step = inner.asend(sent)

    return wrapper


class _Surroundings(NamedTuple):
    """All that belongs to the state of a context."""

    state: State
    scopes: Any
    beside: tuple[Any, ...]

    @classmethod
    def now(cls) -> _Surroundings:
        return cls(state_bits(), scopes(), tuple([v.get() for v in BESIDE]))

    def put(self) -> None:
        set_state(self.state)
        set_scopes(self.scopes)
        for variable, value in zip(BESIDE, self.all(), strict=False):
            variable.set(value)

    def all(self) -> tuple[Any, ...]:
        """Return the values of all variables, also of those registered since."""
        return (*self.beside, *[DEFAULTS[v] for v in BESIDE[len(self.beside) :]])

    def same(self, other: _Surroundings) -> bool:
        beside = zip(self.all(), other.all(), strict=False)
        return self.state is other.state and all(mine is theirs for mine, theirs in beside)


_MASKS = frozenset({"included", "excluded", "flags"})


def _changed_on_top(now: Facts, base: Facts, kept: Facts) -> Facts:
    """Return the facts of now with what differs between base and kept: single bits of masks."""
    merged: dict[str, Any] = {}
    for name, new, old, mine in zip(Facts._fields, now, base, kept, strict=True):
        if name in _MASKS:
            merged[name] = (new & ~(old ^ mine)) | (mine & (old ^ mine))
        else:
            merged[name] = new if old == mine else mine
    return Facts(**merged)


class _Suspended:
    """Runs a body that suspends: see Note [Suspended bodies]."""

    def __init__(self, scope: Any) -> None:
        self.scope = scope
        self.outside: _Surroundings | None = None  # when the body ran last
        self.kept: _Surroundings | None = None  # what the body had then

    def _resume(self, step: Callable[..., Any], *args: Any) -> Any:
        outside = _Surroundings.now()
        try:
            self._enter(outside)
            return step(*args)
        finally:
            self.outside, self.kept = outside, _Surroundings.now()
            outside.put()

    def _enter(self, outside: _Surroundings) -> None:
        """Put the surroundings of the body in place."""
        before, kept = self.outside, self.kept
        if before is None or kept is None:
            enter(self.scope)
        elif outside.same(before):
            kept.put()
        else:
            base = self._entered_from(before)
            now = self._entered_from(outside)
            facts = _changed_on_top(now.state.facts, base.state.facts, kept.state.facts)
            beside = [
                new if old is mine else mine
                for new, old, mine in zip(now.all(), base.all(), kept.all(), strict=False)
            ]
            _Surroundings(intern_state(facts), kept.scopes, tuple(beside)).put()

    def _entered_from(self, outside: _Surroundings) -> _Surroundings:
        outside.put()
        enter(self.scope)
        return _Surroundings.now()

    def steps(self, inner: Any) -> Generator[Any, Any, Any]:
        """Drive a generator or coroutine, passing values, exceptions and closing through."""
        step, argument = inner.send, None
        while True:
            try:
                value = self._resume(step, argument)
            except StopIteration as stop:
                return stop.value
            try:
                sent = yield value
            except GeneratorExit:
                self._resume(inner.close)
                raise
            except BaseException as error:
                step, argument = inner.throw, error
            else:
                step, argument = inner.send, sent

    def drive(self, inner: Any) -> Awaitable[Any]:
        """Return an awaitable that drives another in steps."""
        return _Driven(self.steps(inner.__await__()))


class _Driven:
    """An awaitable made of a generator."""

    def __init__(self, steps: Generator[Any, Any, Any]) -> None:
        self._steps = steps

    def __await__(self) -> Generator[Any, Any, Any]:
        return self._steps
