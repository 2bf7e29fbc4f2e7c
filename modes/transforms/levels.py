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
from typing import TYPE_CHECKING, Any, Final, Protocol, Self, final

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

    def __init__(self, level: Level) -> None:
        self._level = level

    def remember(self, before: State) -> Stack:
        """Remember the levels in force."""
        return LEVELS.get()

    def entered(self, before: State) -> State:
        """Keep those around the level."""
        return LEVELS.keep(before, self._level.depth - 1)

    def left(self, now: State, remembered: Any) -> State:
        """Put the others back."""
        return LEVELS.put_back(now, remembered)
