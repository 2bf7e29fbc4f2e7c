"""Hooks on saved tensors: what is packed when a call is recorded, and unpacked for backward.

Decides which pair of hooks is in force, what they see, and which place in the graph an unpacked
tensor gets. Must not know how nodes are generated (recording.py asks for packing) nor formulas.

Note [Packed values]
~~~~~~~~~~~~~~~~~~~~
A `Packed` stands in a node's slot in place of the tensor. It keeps what the hook returned and the
edge that the tensor had then, so that whatever comes back, a copy from a file, is differentiated
like the tensor that was saved. The hook of an output gets an alias without a place in the graph:
node and output would hold each other otherwise. Versions are not compared: only the hook knows
whether what it returned still shares memory with the tensor.
"""

from __future__ import annotations

from collections.abc import Callable
from contextvars import ContextVar
from typing import Any

from ..dispatch.current import SAVED_HOOKS, without_grad
from ..dispatch.generated.functions import _to_copy
from ..dispatch.keys import AUTOGRAD, VERSION
from ..dispatch.state import Scope, State, beside_state, change
from ..dispatch.tensor import Tensor, twin
from .meta import NULL, Edge, Interior, current_edge
from .saved import counter_of
from .tangents import level_of, restore_result, set_tangent, tangent_of

Pack = Callable[[Tensor], Any]
Unpack = Callable[[Any], Tensor]

# The pairs in force, innermost first: (pack, unpack, the outer ones).
_STACK: ContextVar[Any] = beside_state(ContextVar("redispatch_saved_hooks", default=None))
# Why hooks are not allowed, or None.
_DISABLED: ContextVar[str | None] = beside_state(
    ContextVar("redispatch_saved_hooks_disabled", default=None)
)
# In the place of an edge: the number of an output, if its own node saves it; or what it is now.
RESULT = 0
_CURRENT = object()


class Packed:
    """What stands in a slot of a node for a tensor; see Note [Packed values]."""

    __slots__ = ("dtype", "edge", "tangent", "unpack", "value")

    def __init__(
        self, value: Any, unpack: Unpack, dtype: Any, edge: Edge, tangent: Any = None
    ) -> None:
        self.value = value
        self.dtype = dtype
        self.unpack = unpack
        self.edge = edge
        self.tangent = tangent

    def unpacked(self, node: Any) -> Tensor:
        """Return the tensor, with the place in the graph that it had when it was saved.

        Raises
        ------
        TypeError
            If the hook returns anything but a tensor.
        """
        given = self.unpack(self.value)
        if not isinstance(given, Tensor):
            raise TypeError(
                "Output of saved tensor unpack_hook expected to be a Tensor but got result of type "
                f"{type(given).__name__}"
            )
        t = given.detach()
        if t.dtype is not self.dtype:  # a gradient has the dtype of its input
            t = _to_copy(t, self.dtype)
        is_output = self.edge.__class__ is int
        edge = own_edge(node, self.edge) if is_output else self.edge
        if edge is not None:
            t._keys |= AUTOGRAD.bit
            t._autograd = edge if edge.__class__ is tuple else Interior(edge)
        if self.tangent is not None:
            set_tangent(t, *self.tangent)
        elif is_output:
            restore_result(node, t)
        return t


def own_edge(node: Any, number: int) -> Edge:
    """Return the edge of an output of a node; that of the view it was written through, if any."""
    outer = getattr(node, "outer", None)
    if outer is not None and (copy_slices := outer()) is not None:
        from .views import written_slice

        return current_edge(written_slice(copy_slices))
    return (node.seq, node, number) if node.many else (node.seq, node)


def call_pack(pack: Pack, tensor: Tensor) -> Any:
    """Call a hook with a tensor, without recording what it does.

    Raises
    ------
    RuntimeError
        If the hook writes to the tensor.
    """
    counter = counter_of(tensor)
    before = counter.value
    packed = without_grad(pack, tensor)
    if counter.value != before:
        raise RuntimeError(
            "A saved tensor pack hook is modifying its input in place. Tensors provided as input "
            "to pack hook can not be modified by in-place operations: write to a .clone()"
        )
    return packed


def _hold(tensor: Tensor, edge: Edge, tangent: Any = None) -> Packed:
    pack, unpack, _ = _STACK.get()
    return Packed(call_pack(pack, tensor), unpack, tensor.dtype, edge, tangent)


def hold_by(pack: Pack, unpack: Unpack, tensor: Tensor, edge: Edge) -> Packed:
    """Pack a tensor with hooks of its own, registered after it was saved."""
    return Packed(call_pack(pack, tensor), unpack, tensor.dtype, edge)


def hold(tensor: Tensor | None, edge: Edge = _CURRENT) -> Packed | None:
    """Pack an input that is saved; `edge` is where its gradient goes, if that is known already."""
    if tensor is None:
        return None
    if edge is _CURRENT:
        edge = current_edge(tensor)
    tangent = None
    if tensor._tangent is not None and (found := tangent_of(tensor)) is not None:
        tangent = (found, level_of(tensor))
    return _hold(tensor, edge, tangent)


def hold_list(tensors: Any) -> tuple[list[Packed | None], list[int]]:
    """Pack a list of inputs; the versions beside them are not used."""
    return [hold(t) for t in tensors], []


def hold_result(tensor: Tensor, number: int = RESULT) -> Packed:
    """Pack an output that its node saves, and which output it is."""
    return _hold(placeless(tensor), number)


def placeless(tensor: Tensor) -> Tensor:
    """Return an alias that requires grad but leads nowhere."""
    counter = counter_of(tensor)
    alias = twin(tensor)
    alias._keys |= AUTOGRAD.bit | VERSION.bit
    alias._counter = counter
    alias._autograd = Interior(NULL)
    return alias


def hooks_in_force() -> bool:
    """Whether what is saved now is packed."""
    return _STACK.get() is not None


class saved_tensors_hooks(Scope):  # noqa: N801 - PyTorch's name
    """Within its scope, what is saved for backward goes through a pair of functions.

    `pack_hook` gets each tensor that is saved and returns anything; `unpack_hook` gets that back
    and returns the tensor, each time backward needs it. Of nested pairs the innermost is used.
    Nothing that the hooks do is recorded, nor packed by them again.

    Raises
    ------
    RuntimeError
        On entering, where `disable_saved_tensors_hooks` forbids it.

    Examples
    --------
    >>> import redispatch as rd
    >>> x = rd.tensor([1., 2.], requires_grad=True)
    >>> kept = []
    >>> def pack(t):
    ...     kept.append(t.tolist())
    ...     return len(kept) - 1
    >>> with rd.autograd.graph.saved_tensors_hooks(pack, lambda i: rd.tensor(kept[i])):
    ...     y = x.exp()
    >>> len(kept)
    1
    >>> y.sum().backward()
    >>> x.grad
    tensor([2.7183, 7.3891])
    """

    def __init__(self, pack_hook: Pack, unpack_hook: Unpack) -> None:
        self.pack_hook = pack_hook
        self.unpack_hook = unpack_hook

    def remember(self, before: State) -> Any:
        """Remember the outer hooks."""
        return _STACK.get(), before.facts.flags & SAVED_HOOKS

    def entered(self, before: State) -> State:
        """Put this pair in force."""
        message = _DISABLED.get()
        if message is not None:
            raise RuntimeError(message)
        _STACK.set((self.pack_hook, self.unpack_hook, _STACK.get()))
        return change(before, flags=before.facts.flags | SAVED_HOOKS)

    def left(self, now: State, remembered: Any) -> State:
        """Put the outer hooks back in force."""
        outer, flag = remembered
        _STACK.set(outer)
        return change(now, flags=now.facts.flags & ~SAVED_HOOKS | flag)


class WithoutHooks(Scope):
    """Within this scope no hooks are in force, as in a state where none were entered."""

    def remember(self, before: State) -> Any:
        """Remember the hooks."""
        return _STACK.get(), before.facts.flags & SAVED_HOOKS

    def entered(self, before: State) -> State:
        """Put them out of force."""
        _STACK.set(None)
        return change(before, flags=before.facts.flags & ~SAVED_HOOKS)

    def left(self, now: State, remembered: Any) -> State:
        """Put them back in force."""
        _STACK.set(remembered[0])
        return change(now, flags=now.facts.flags & ~SAVED_HOOKS | remembered[1])


class disable_saved_tensors_hooks(Scope):  # noqa: N801 - PyTorch's name
    """Within its scope no saved-tensor hooks may be entered: that raises with this message.

    Examples
    --------
    >>> import redispatch as rd
    >>> from redispatch.autograd.graph import disable_saved_tensors_hooks, saved_tensors_hooks
    >>> with disable_saved_tensors_hooks("not here"):
    ...     with saved_tensors_hooks(lambda t: t, lambda t: t):
    ...         pass
    Traceback (most recent call last):
    RuntimeError: not here
    """

    def __init__(self, error_message: str) -> None:
        self.message = error_message

    def remember(self, before: State) -> str | None:
        """Remember the outer message."""
        return _DISABLED.get()

    def entered(self, before: State) -> State:
        """Forbid hooks; they must not be in force already."""
        if _STACK.get() is not None:
            raise RuntimeError(self.message)
        _DISABLED.set(self.message)
        return before

    def left(self, now: State, remembered: str | None) -> State:
        """Put the outer message back."""
        _DISABLED.set(remembered)
        return now
