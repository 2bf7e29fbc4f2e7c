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

from contextvars import ContextVar
from typing import Any, NamedTuple

from ..dispatch.keys import FUNCTION_MODE, PYTHON, DispatchKey
from ..dispatch.state import Scope, State, beside_state, change


class Stack(NamedTuple):
    """The modes in force, innermost last, and whether they brought their layer's key."""

    modes: tuple[Any, ...] = ()
    brought_key: bool = False


_NONE = Stack()


class ModeStack:
    """One stack of modes, and the key of the layer that asks them."""

    def __init__(self, key: DispatchKey, name: str) -> None:
        self.bit = key.bit
        self.variable: ContextVar[Stack] = beside_state(ContextVar(name, default=_NONE))
        self.get = self.variable.get

    def push(self, state: State, mode: Any) -> State:
        """Put a mode on top; return the state in which it is asked."""
        modes, brought_key = self.get()
        included = state.facts.included
        if not modes:
            brought_key = not included & self.bit
        self.variable.set(Stack((*modes, mode), brought_key))
        return change(state, included=included | self.bit)

    def remove(self, state: State, place: int) -> State:
        """Take one entry off; return the state without it."""
        modes, brought_key = self.get()
        modes = modes[:place] + modes[place + 1 :]
        self.variable.set(Stack(modes, brought_key))
        if modes or not brought_key:
            return state
        return change(state, included=state.facts.included & ~self.bit)

    def discard(self, state: State, mode: Any) -> State:
        """Take the newest entry of a mode off, wherever it is."""
        modes = self.get().modes
        for place in reversed(range(len(modes))):
            if modes[place] is mode:
                return self.remove(state, place)
        return state


class Popped(Scope):
    """The innermost mode is off its stack while its handler runs."""

    __slots__ = ("_stack",)

    def __init__(self, stack: ModeStack) -> None:
        self._stack = stack

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
