"""Nodes of the backward graph: what all of them share.

Decides how a node is asked for gradients, in which two currencies, and what happens when its saved
values are released. Must not know formulas (generated nodes bring them) nor the engine's loop.

Note [Two currencies]
~~~~~~~~~~~~~~~~~~~~~
Gradients travel as bare payloads where nobody looks at them: `raw(g)` gets and gives payloads.
Where they must be tensors (create_graph, modes, hooks, a node of the user's) `apply(g)` gets and
gives tensors. A generated node has both, compiled from the same formula; any other node has
`apply`, and its `raw` wraps, applies without recording and unwraps. `conjugating(g)` is `raw` where
gradients may be complex; see Note [Complex gradients] in conjugate.py.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable
from operator import methodcaller
from typing import Any, ClassVar

from ..dispatch.current import without_grad
from ..dispatch.keys import KEYS, PYTHON, VERSION
from ..dispatch.tensor import Tensor, backend_of_keys, make_tensor
from .conjugate import BecomesComplex
from .meta import Edge


class NodeExtra:
    """What is kept on a node on request: hooks and the user's metadata."""

    __slots__ = ("likes", "metadata", "posthooks", "prehooks", "retained", "tensor_hooks")

    def __init__(self) -> None:
        self.metadata: dict[str, Any] = {}
        self.prehooks: dict[int, Any] = {}
        self.posthooks: dict[int, Any] = {}
        self.tensor_hooks: dict[int, dict[int, Any]] = {}
        self.retained: dict[int, Any] = {}
        self.likes: dict[int, Any] = {}  # sizes and dtype of outputs that somebody looked at


class Node:
    """A node of the backward graph.

    Attributes
    ----------
    seq : int
        Counts down over the process; see Note [The autograd slot].
    extra : NodeExtra or None
        Hooks and metadata.
    """

    __slots__ = ("__weakref__", "extra", "keys", "seq")
    seq: int
    extra: NodeExtra | None
    keys: int  # of its (first) output, for wrapping a payload as a gradient

    outputs: int = 1
    many: bool = False  # several outputs have gradients, so `g` is a list
    saves: bool = False  # whether there is anything to release
    released: bool = False
    is_hooked: ClassVar[bool] = False  # what is saved may be packed: Note [Hooked nodes]
    single: ClassVar[bool] = False  # `raw` and `apply` return the one gradient, not a tuple
    next_: Edge = None  # the only edge of a single node
    # for each edge, whether its gradient is new memory that nobody else has
    fresh: ClassVar[Iterable[bool]] = itertools.repeat(False)
    places: ClassVar[tuple[int, ...] | None] = None  # of the operands among the edges; -1: scalar
    kept_in: ClassVar[tuple[str, ...]] = ()  # slots of saved tensors
    renumbered: ClassVar[bool] = False  # whether a number was ever set by hand

    def edges(self) -> tuple[Edge, ...]:
        """Return an edge for each input that may get a gradient."""
        raise NotImplementedError

    def apply(self, g: Any) -> Any:
        """Return the gradients of the inputs as tensors."""
        raise NotImplementedError

    def raw(self, g: Any) -> Any:
        """Return the gradients of the inputs as payloads; see Note [Two currencies]."""
        if not self.many:
            wrapped: Any = None if g is None else gradient_tensor(g, self.keys)
        else:
            wrapped = tuple([None if p is None else gradient_tensor(p, self.keys) for p in g])
        return self._unwrapped(without_grad(self.apply, wrapped))

    def _unwrapped(self, result: Any) -> Any:
        """Return the payloads of gradients; raise BecomesComplex with them if one is complex."""
        if self.single:
            if result is not None and backend_of_keys(result._keys).is_complex(result._data):
                raise BecomesComplex(result._data)
            return None if result is None else result._data
        out: list[Any] = []
        became = False
        for r in result:
            if r is None:
                out.append(None)
                continue
            out.append(r._data)
            if backend_of_keys(r._keys).is_complex(r._data):
                became = True
        if became:
            raise BecomesComplex(tuple(out))
        return tuple(out)

    def conjugating(self, g: Any) -> Any:
        """Return the gradients of the inputs as payloads, where they may be complex."""
        try:
            return Node.raw(self, g)
        except BecomesComplex as found:
            return found.out

    def meets_handlers(self) -> bool:
        """Whether gradients here must be tensors: a subclass with a handler takes part."""
        kept = [getattr(self, name, None) for name in self.kept_in]
        flat = [v for value in kept for v in (value if isinstance(value, list) else (value,))]
        keys = [v._keys for v in flat if isinstance(v, Tensor)]
        return any(bits & PYTHON.bit for bits in (self.keys, *keys))

    def shared_counter(self, edge: Edge) -> Any:
        """Return the counter that an output of the node shares with the node's copy of it."""
        from ..dispatch.versions import VersionCounter

        counter = getattr(self, "counter_result", None)
        if counter is None:
            counter = VersionCounter()
            if hasattr(type(self), "counter_result") and not self.released:
                self.counter_result = counter  # type: ignore[misc]
        return counter

    def release(self) -> None:
        """Let go of the saved values; a second backward then says so."""

    def held_bits(self) -> int:
        """Return the bits of all keys that the node will need in backward.

        A node may outlive every tensor that it was made of. As long as it lives the bit of its
        backend, if that is removed, is not given to another one: KEYS.holders.
        """
        return getattr(self, "keys", 0)  # the sweep may meet one that is being made

    def name(self) -> str:
        """Return the name of the node, as `AddBackward0`."""
        return type(self).__name__

    @property
    def metadata(self) -> dict[str, Any]:
        """A dict for whatever users want to keep with the node."""
        return self.ensure_extra().metadata

    @property
    def requires_grad(self) -> bool:
        """Whether the node leads anywhere; always true, since it would not exist otherwise."""
        return True

    def ensure_extra(self) -> NodeExtra:
        """Return the extra object, made if there is none."""
        if self.extra is None:
            self.extra = NodeExtra()
        return self.extra

    def register_hook(self, hook: Callable[..., Any]) -> Any:
        """Register a function called with the gradients of inputs and outputs after the node ran.

        It returns None, or a tuple that replaces the gradients of the inputs.
        """
        from .hooks import RemovableHandle

        return RemovableHandle(self.ensure_extra().posthooks, hook)

    def register_prehook(self, hook: Callable[..., Any]) -> Any:
        """Register a function called with the tuple of the outputs' gradients before the node runs.

        It returns None, or a tuple that replaces them.
        """
        from .hooks import RemovableHandle

        return RemovableHandle(self.ensure_extra().prehooks, hook)

    def _sequence_nr(self) -> int:
        """Return the sequence number; newer nodes have larger ones."""
        return -self.seq

    def _set_sequence_nr(self, number: int) -> None:
        """Set the sequence number; from now on runs count dependencies, ready nodes by number."""
        from .careful import count_from_now_on

        self.seq = -number
        count_from_now_on()

    def __call__(self, *grads: Any) -> Any:
        """Return the gradients of the inputs for gradients of the outputs; no hooks are called.

        One input: its gradient; otherwise a tuple, with None where there is no gradient.

        Raises
        ------
        TypeError
            If the count of gradients is wrong.
        """
        if len(grads) != self.outputs:
            raise TypeError(f"expected {self.outputs} arguments, got {len(grads)} instead")
        if all(g is None for g in grads):
            given: Any = (None,) * len(self.edges())
        else:
            given = self.apply(list(grads) if self.many else grads[0])
            given = given if given.__class__ is tuple else (given,)
        return given[0] if len(given) == 1 else given

    @property
    def _input_metadata(self) -> tuple[Any, ...]:
        """Sizes, dtype and device of each output: what a gradient given to the node must have.

        They are known where the node keeps its output or a tensor of it has been looked at, and
        None otherwise: nodes do not store them.
        """
        from .input_metadata import input_metadata

        return input_metadata(self)

    @property
    def next_functions(self) -> tuple[tuple[Node | None, int], ...]:
        """The nodes that the gradients of the inputs go to, with the number of the output there."""
        from .accumulate import accumulator_of

        found: list[tuple[Node | None, int]] = []
        for edge in self.edges():
            if edge.__class__ is tuple:
                found.append((edge[1], edge[2] if len(edge) > 2 else 0))
            elif isinstance(edge, Tensor):
                found.append((accumulator_of(edge), 0))
            else:
                found.append((None, 0))
        if self.places is not None:
            return tuple([found[place] if place >= 0 else (None, 0) for place in self.places])
        return tuple(found)

    def __repr__(self) -> str:
        return f"<{type(self).__name__} object at {id(self):#x}>"


KEYS.holders[Node] = methodcaller("held_bits")

SECOND_TIME = (
    "Trying to backward through the graph a second time (or directly access saved tensors after "
    "they have already been freed). Saved intermediate values of the graph are freed when you call "
    ".backward() or autograd.grad(). Specify retain_graph=True if you need to backward through the "
    "graph a second time or if you need to access saved tensors after calling backward."
)


def second_time(*_: Any) -> Any:
    """Raise the error of a node whose saved values are gone."""
    raise RuntimeError(SECOND_TIME)


def gradient_tensor(payload: Any, keys: int) -> Tensor:
    """Wrap a payload as a gradient: a normal tensor of the backend that these keys name."""
    backend = backend_of_keys(keys)
    return make_tensor(backend.normal(payload), backend.key.bit | VERSION.bit)
