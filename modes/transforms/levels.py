"""The levels of function transforms: which are in force, and what a call beneath one of them sees.

Decides how a level is entered, which level a call belongs to, and how the levels from one inwards
are put aside. Must not know what a transform does.

Note [Levels of transforms]
~~~~~~~~~~~~~~~~~~~~~~~~~~~
Every transform in force (`vmap`, `grad`, ...) is a level, and a level has tensors of its own, which
wrap tensors of the levels around it. A call belongs to the innermost level among its arguments:
that level takes its wrappers off, calls the operator again with what was in them, and wraps the
results. The call beneath is one of the levels further out, so the levels from the one that acts
inwards are put aside for its length. Nothing is decided by fixed priorities: in
`vmap(grad(f))` the wrapper of grad is innermost, in `grad(vmap(f))` that of vmap is.

A wrapper that has outlived its level is dead; what may be done with it is up to its kind.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, ClassVar, Final, Protocol, Self, final

from ...dispatch.keys import TRANSFORMS
from ...dispatch.state import Scope, State
from ...dispatch.tensor import Tensor
from ..mode_stack import IN_FORCE, Entry, ModeStack, Stack

if TYPE_CHECKING:
    from ...dispatch.walk import Site, Step

LEVELS = ModeStack(TRANSFORMS, "redispatch_transforms")


class Level:
    """One transform in force: a context manager, entered once.

    Attributes
    ----------
    depth : its place, 1 for the outermost.
    draws : whether random operators belong to it whatever their arguments are.
    alive : false once it has been left.
    beneath : the scope in which the contents of its wrappers are computed with.
    """

    __slots__ = ("__weakref__", "_entry", "alive", "beneath", "depth")
    name = "a transform"  # in messages
    draws = False
    adopts: ClassVar[bool] = False  # whether a call with none of its tensors is its own, too

    def __init__(self) -> None:
        self.depth = len(LEVELS.get().modes) + 1
        self.alive = True
        self.beneath = Beneath(self)
        self._entry = Entry(LEVELS, self)

    def __enter__(self) -> Self:
        IN_FORCE.append(self)
        self._entry.__enter__()
        return self

    def __exit__(self, *exc: object) -> None:
        self._entry.__exit__(*exc)
        self.alive = False
        IN_FORCE.remove(self)

    def adopt(self, value: Tensor) -> Tensor:
        """Return a tensor made within the level as one of its own."""
        return value

    def outside(self, state: State) -> State:
        """Return a state with what the level, when it was entered, changed beside the levels."""
        return state

    def inside(self, state: State, before: State) -> State:
        """Take that back: return a state with what it had before, as far as the level says."""
        return state


class Content:
    """The payload of a tensor that a level has wrapped: the tensor inside, and the level."""

    __slots__ = ("level", "value")

    def __init__(self, value: Tensor, level: Any) -> None:
        self.value: Final = value
        self.level: Final = level


class Handler(Protocol):
    """What a kind of level makes of one operator: it computes calls at such a level."""

    def __call__(self, level: Any, args: tuple[Any, ...], /) -> Any: ...


#: From each kind of level to its payload, and what makes its handler for the walk of an operator.
KINDS: dict[type[Level], tuple[type[Content], Callable[[Site, Step], Handler]]] = {}
CONTENTS: set[type[Content]] = set()


def add_kind(
    level: type[Level], content: type[Content], handler: Callable[[Site, Step], Handler]
) -> None:
    """Make a kind of level known to the layer."""
    KINDS[level] = (content, handler)
    CONTENTS.add(content)


@final
class Beneath(Scope):
    """The levels from one inwards are put aside for the length of a scope."""

    __slots__ = ("_level",)
    beside = LEVELS.variable

    def __init__(self, level: Level) -> None:
        self._level = level

    def remember(self, before: State) -> tuple[State, Stack]:
        """Remember the levels in force, and the state."""
        return before, LEVELS.get()

    def entered(self, before: State) -> State:
        """Keep those around the level."""
        level = self._level
        return level.outside(LEVELS.keep(before, level.depth - 1))

    def left(self, now: State, remembered: tuple[State, Stack]) -> State:
        """Put the others back."""
        before, stack = remembered
        return self._level.inside(LEVELS.put_back(now, stack), before)
