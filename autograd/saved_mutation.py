"""`allow_mutation_on_saved_tensors`: what was saved is copied before its memory is written to.

Decides which saved tensors a write concerns. Must not know how calls are recorded (the hooks of
saved_hooks.py bring what is saved here) nor how writes are counted (version.py asks before each).
"""

from __future__ import annotations

import weakref
from collections.abc import Callable, Iterator, Sequence
from contextvars import ContextVar
from typing import Any

from ..dispatch.current import CLONE_ON_WRITE
from ..dispatch.state import State, beside_state, change
from ..dispatch.tensor import Tensor, backend_of, make_tensor
from ..dispatch.versions import VersionCounter
from .saved_hooks import saved_tensors_hooks

_CURRENT: ContextVar[Any] = beside_state(ContextVar("redispatch_mutation", default=None))
_OUTSIDE = (
    "Trying to backward outside of the 'allow_mutation_on_saved_tensors' context in which the "
    "graph was originally recorded."
)


class _Handle:
    """What a node holds: where the tensor is found while the context lasts."""

    __slots__ = ("__weakref__", "counter")

    def __init__(self, counter: Any) -> None:
        self.counter = counter


class MutationContext:
    """The saved tensors of one `allow_mutation_on_saved_tensors`.

    Attributes
    ----------
    original : from a handle to the tensor that was saved.
    cloned : from a handle to the copy that was made before a write.
    tid_to_weakhandle : from what exactly was saved, memory and version, to its handle.
    """

    def __init__(self) -> None:
        self.original: weakref.WeakKeyDictionary[_Handle, Tensor] = weakref.WeakKeyDictionary()
        self.cloned: weakref.WeakKeyDictionary[_Handle, Tensor] = weakref.WeakKeyDictionary()
        # Handles by the counter that all aliases of the memory share.
        self._sharing: dict[int, weakref.WeakSet[_Handle]] = {}
        self.tid_to_weakhandle: weakref.WeakValueDictionary[tuple[int, int], _Handle] = (
            weakref.WeakValueDictionary()
        )

    def clear(self) -> None:
        """Let go of all saved tensors; a backward through what was recorded then fails."""
        self.original.clear()
        self.cloned.clear()
        self._sharing.clear()
        self.tid_to_weakhandle.clear()

    def pack(self, tensor: Tensor) -> _Handle:
        """Keep a tensor that is saved: once, however often it is saved without being written to."""
        counter = tensor._counter
        same = (id(tensor._data), counter.value)
        handle = self.tid_to_weakhandle.get(same)
        if handle is None or handle not in self.original:
            handle = self.tid_to_weakhandle[same] = _Handle(counter)
            self.original[handle] = tensor
            self._sharing.setdefault(id(counter), weakref.WeakSet()).add(handle)
        return handle

    def unpack(self, handle: _Handle) -> Tensor:
        """Return the copy that was made before a write, or the tensor itself."""
        assert _CURRENT.get() is self, _OUTSIDE
        kept: Tensor | None = self.cloned.get(handle)
        if kept is None:
            kept = self.original.get(handle)
        assert kept is not None, _OUTSIDE
        return kept

    def before_write(self, counter: VersionCounter) -> None:
        """Copy what is saved of the memory that is about to be written to."""
        for handle in list(self._sharing.pop(id(counter), ())):
            if handle.counter is not counter:  # the number of a counter that is gone
                continue
            tensor = self.original.pop(handle, None)
            if tensor is not None:
                backend = backend_of(tensor)
                self.cloned[handle] = make_tensor(backend.copy(tensor._data), backend.key.bit)


class allow_mutation_on_saved_tensors(saved_tensors_hooks):  # noqa: N801 - PyTorch's name
    """Within its scope, tensors that were saved for backward may be written to in place.

    A saved tensor is copied before the first write to its memory, also through a view or a
    detached alias. Backward must run inside too. What was saved before is not protected.

    Raises
    ------
    RuntimeError
        Where such a scope is entered within another.

    Examples
    --------
    >>> import redispatch as rd
    >>> x = rd.tensor([1., 2.], requires_grad=True)
    >>> with rd.autograd.graph.allow_mutation_on_saved_tensors():
    ...     y = x * 3
    ...     z = y * y
    ...     _ = y.zero_()
    ...     z.sum().backward()
    >>> x.grad
    tensor([18., 36.])
    """

    def __init__(self) -> None:
        super().__init__(self._pack, self._unpack)
        self._context = MutationContext()

    def _pack(self, tensor: Tensor) -> Any:
        context = _CURRENT.get()
        return context, context.pack(tensor)

    @staticmethod
    def _unpack(kept: Any) -> Tensor:
        context, handle = kept
        found: Tensor = context.unpack(handle)
        return found

    def remember(self, before: State) -> Any:
        """Remember the outer hooks."""
        return super().remember(before), _CURRENT.get()

    def entered(self, before: State) -> State:
        """Start a context of saved tensors."""
        if _CURRENT.get() is not None:
            raise RuntimeError("allow_mutation_on_saved_tensors contexts cannot be nested")
        inside = super().entered(before)
        self._context = MutationContext()
        _CURRENT.set(self._context)
        return change(inside, flags=inside.facts.flags | CLONE_ON_WRITE)

    def left(self, now: State, remembered: Any) -> State:
        """Let go of the saved tensors."""
        hooks, outer = remembered
        context = _CURRENT.get()
        if context is not None:
            context.clear()
        _CURRENT.set(outer)
        after = super().left(now, hooks)
        return change(after, flags=after.facts.flags & ~CLONE_ON_WRITE)

    def __enter__(self) -> MutationContext:
        super().__enter__()
        context: MutationContext = _CURRENT.get()
        return context


def written(args: Sequence[Any], positions: Sequence[int]) -> Iterator[Tensor]:
    """Yield the tensors at the positions of arguments that are written to, also those in lists."""
    for i in positions:
        value = args[i] if i < len(args) else None
        for each in value if value.__class__ in (list, tuple) else (value,):
            if isinstance(each, Tensor):
                yield each


def copying_before(write: Callable[..., Any], positions: list[int]) -> Callable[..., Any]:
    """Return what copies the saved values of the written arguments, then writes."""

    def copy_and_write(*args: Any) -> Any:
        context = _CURRENT.get()
        if context is not None:
            for tensor in written(args, positions):
                if tensor._counter.__class__ is VersionCounter:
                    context.before_write(tensor._counter)
        return write(*args)

    return copy_and_write
