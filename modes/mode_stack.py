"""The stacks of modes: of dispatch modes, and of function modes.

Decides how a mode gets on its stack and off it. Must not know what a mode does.

Note [The stack of modes]
~~~~~~~~~~~~~~~~~~~~~~~~~
The stack stands beside the state, in a context variable of its own; the layer's key is included
while it is not empty. Whether that key was there before the first mode is kept with the stack, not
with a mode: modes may be left in another order than they were entered (generators, callbacks), and
the last one to go takes back what the first one added. While a handler runs, its mode is off the
stack; a dispatch mode's handler runs with the layers above the Python key excluded, too: an
operator called there goes to the next mode outward, and in the end to the kernels. What was
recorded above the handler is not recorded again beneath it.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable
from contextvars import ContextVar
from typing import Any, ClassVar, NamedTuple, ParamSpec, TypeVar

from ..dispatch.errors import explain_error
from ..dispatch.keys import FUNCTION_MODE, PYTHON, DispatchKey
from ..dispatch.state import Scope, State, beside_state, change
from ..dispatch.suspended import decorate

P = ParamSpec("P")
R = TypeVar("R")


IN_USE: list[Any] = []  # not empty once a class or a mode in the process has a handler
IN_FORCE: list[Any] = []  # the levels of transforms in the process, of all threads


class _Nothing(dict[Any, Any]):
    """Keeps nothing: the empty stack lives as long as the process."""

    def __setitem__(self, key: Any, value: Any) -> None:
        """Forget it."""


_FORGOTTEN = _Nothing()


class Stack(NamedTuple):
    """The modes in force, innermost last, and whether they brought their layer's key.

    `known` is for `Scope.call`; it does not outlive the stack, nor what it holds the modes.
    """

    modes: tuple[Any, ...] = ()
    brought_key: bool = False
    known: dict[Any, Any] = _FORGOTTEN


_NONE = Stack()


def _stack(modes: tuple[Any, ...], brought_key: bool) -> Stack:
    return Stack(modes, brought_key, {}) if modes else _NONE


class ModeStack:
    """One stack of modes, and the key of the layer that asks them."""

    def __init__(self, key: DispatchKey, name: str) -> None:
        self.bit = key.bit
        self.variable: ContextVar[Stack] = beside_state(ContextVar(name, default=_NONE))
        self.get = self.variable.get

    def push(self, state: State, mode: Any) -> State:
        """Put a mode on top; return the state in which it is asked."""
        modes, brought_key, _ = self.get()
        included = state.facts.included
        if not modes:
            brought_key = not included & self.bit
        self.variable.set(_stack((*modes, mode), brought_key))
        return change(state, included=included | self.bit)

    def remove(self, state: State, place: int) -> State:
        """Take one entry off; return the state without it."""
        modes, brought_key, _ = self.get()
        modes = modes[:place] + modes[place + 1 :]
        self.variable.set(_stack(modes, brought_key))
        if modes or not brought_key:
            return state
        return change(state, included=state.facts.included & ~self.bit)

    def keep(self, state: State, count: int) -> State:
        """Keep the outermost entries only; return the state with them."""
        modes, brought_key, _ = self.get()
        self.variable.set(_stack(modes[:count], brought_key))
        if count and modes or not brought_key:
            return state
        return change(state, included=state.facts.included & ~self.bit)

    def put_back(self, state: State, stack: Stack) -> State:
        """Put a whole stack in force; return the state with it."""
        self.variable.set(stack)
        if not stack.modes:
            return state
        return change(state, included=state.facts.included | self.bit)

    def discard(self, state: State, mode: Any) -> State:
        """Take the newest entry of a mode off, wherever it is."""
        modes = self.get().modes
        for place in reversed(range(len(modes))):
            if modes[place] is mode:
                return self.remove(state, place)
        return state


class Entry(Scope):
    """A mode is on its stack for the length of a scope."""

    __slots__ = ("_mode", "_stack")

    def __init__(self, stack: ModeStack, mode: Any) -> None:
        self._stack = stack
        self._mode = mode

    def entered(self, before: State) -> State:
        """Put the mode on top."""
        return self._stack.push(before, self._mode)

    def left(self, now: State, remembered: Any) -> State:
        """Take the newest entry of the mode off, wherever it is."""
        return self._stack.discard(now, self._mode)


class Mode:
    """What dispatch modes and function modes share: being entered, left and used as a decorator.

    It is not a Scope but has one, because a mode's class is the user's: whatever names it gives its
    methods and attributes (`left`, `entered`), none of them is called by the state.
    """

    _stack: ClassVar[ModeStack]
    _handler: ClassVar[str]

    def _entry(self) -> Entry:
        """Return the scope of this mode, the same one each time."""
        found: Entry | None = self.__dict__.get("_mode_entry")
        if found is None:
            found = self.__dict__["_mode_entry"] = Entry(self._stack, self)
        return found

    def __enter__(self) -> Any:
        self._check_handler()
        if not IN_USE:
            IN_USE.append("a mode")
        self._entry().__enter__()
        return self

    def __exit__(self, *exc: object) -> None:
        self._entry().__exit__(*exc)

    def __call__(self, function: Callable[P, R]) -> Callable[P, R]:
        self._check_handler()
        if not IN_USE:
            IN_USE.append("a mode")
        return decorate(self._entry(), function)

    def _check_handler(self) -> None:
        """Raise RuntimeError if the handler is a classmethod: it would not know its mode."""
        name = self._handler
        if isinstance(inspect.getattr_static(type(self), name, None), classmethod):
            raise RuntimeError(
                explain_error(
                    f"{type(self).__qualname__}.{name}",
                    "defining a mode's handler as a classmethod is not supported, please make it "
                    "a plain method",
                )
            )


class Popped(Scope):
    """The innermost mode is off its stack while its handler runs."""

    __slots__ = ("_stack", "beside")

    def __init__(self, stack: ModeStack) -> None:
        self._stack = stack
        self.beside = stack.variable

    def remember(self, before: State) -> Any:
        """Remember which mode that is."""
        return self._stack.get().modes[-1]

    def entered(self, before: State) -> State:
        """Take it off."""
        return self._stack.remove(before, len(self._stack.get().modes) - 1)

    def left(self, now: State, remembered: Any) -> State:
        """Put it back on top."""
        return self._stack.push(now, remembered)


DISPATCH = ModeStack(PYTHON, "redispatch_modes")
FUNCTIONS = ModeStack(FUNCTION_MODE, "redispatch_function_modes")
POPPED_FUNCTION = Popped(FUNCTIONS)
