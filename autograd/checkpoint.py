"""Checkpointing: forward values that are computed again in backward instead of being kept.

Decides when a part of the graph is recomputed, with which random state and modes, and what counts
as a recomputation that differs. Must not know backends: whoever has a random state registers it
(`RANDOM`). The reentrant form is in checkpoint_reentrant.py.

Note [Holders]
~~~~~~~~~~~~~~
Within a checkpoint a saved tensor is packed to a `Holder`, an empty place with a number. When one
of them is unpacked, the function runs again, under hooks that put the tensor that is saved as
number i into the place with number i; what follows takes it from there. A recomputation belongs to
one run of the engine; each place can be emptied once in it, so memory is free as soon as it can be.
The inputs of the function are saved like those of a node, so that they are checked for writes, and
so that an outer checkpoint holds them only by such places too.
"""

from __future__ import annotations

import contextlib
import weakref
from collections.abc import Callable, Iterator
from contextvars import ContextVar
from typing import Any

from ..dispatch.generated.functions import zeros_like as _zeros_like
from ..dispatch.state import GradSwitch, Snapshot, beside_state, restore, snapshot
from ..dispatch.tensor import Tensor, backend_of
from .checkpoint_log import Log, compare
from .engine import Run, current_run
from .function import Function
from .saved_hooks import WithoutHooks, saved_tensors_hooks

# Pairs of functions that return and set a random state.
RANDOM: list[tuple[Callable[[], Any], Callable[[Any], Any]]] = []

_EARLY_STOP: ContextVar[bool] = beside_state(ContextVar("redispatch_early_stop", default=True))
_DEBUG: ContextVar[bool | None] = beside_state(ContextVar("redispatch_debug", default=None))


class CheckpointError(RuntimeError):
    """A recomputation did not save what the forward call saved."""


class _Stop(BaseException):
    """Everything that is needed has been computed: no error, so that user code lets it pass."""

    def __init__(self, frame: Frame) -> None:
        self.frame = frame


class Holder:
    """The place of one saved tensor; see Note [Holders]."""

    __slots__ = ("__weakref__", "number")

    def __init__(self, number: int) -> None:
        self.number = number


def random_states() -> list[Any]:
    """Return the random states as they are now."""
    return [get() for get, _ in RANDOM]


@contextlib.contextmanager
def with_random_states(states: list[Any] | None) -> Iterator[None]:
    """Put random states in force, and afterwards those of before."""
    if states is None:
        yield
        return
    outside = random_states()
    for (_, put), state in zip(RANDOM, states, strict=False):
        put(state)
    try:
        yield
    finally:
        for (_, put), state in zip(RANDOM, outside, strict=False):
            put(state)


@contextlib.contextmanager
def carried(surroundings: Snapshot) -> Iterator[None]:
    """Put the modes of the forward call in force; not its saved-tensor hooks, which are done."""
    with restore(surroundings), WithoutHooks():
        yield


def noop_context_fn() -> tuple[Any, Any]:
    """Return two contexts that do nothing."""
    return contextlib.nullcontext(), contextlib.nullcontext()


class _Inputs(Function):
    """Saves the tensors among the arguments of a checkpoint as a node would."""

    @staticmethod
    def forward(dummy: Tensor, *tensors: Tensor) -> Tensor:
        return _zeros_like(dummy)

    @staticmethod
    def setup_context(ctx: Any, inputs: tuple[Any, ...], output: Any) -> None:
        ctx.save_for_backward(*inputs[1:])


def _default_check(tensor: Tensor) -> dict[str, Any]:
    return {
        "shape": tuple(tensor.shape),
        "dtype": tensor.dtype,
        "device": str(backend_of(tensor).device),
    }


_CHECKS: dict[str, Callable[[Tensor], Any]] = {
    "default": _default_check,
    "none": lambda tensor: None,
}


class Frame:
    """One call of a checkpointed function, and what has been recomputed of it."""

    def __init__(
        self,
        function: Callable[..., Any],
        args: tuple[Any, ...],
        kwargs: dict[str, Any],
        check: Callable[[Tensor], Any],
        recompute_context: Any,
        keep_random: bool,
        log: Log | None,
    ) -> None:
        self.function = function
        self.kwargs = kwargs
        self.check = check
        self.context = recompute_context
        self.early_stop = _EARLY_STOP.get()
        self.random = random_states() if keep_random else None
        self.surroundings = snapshot()
        self.log = log
        self.completed = False  # whether the forward call has returned
        self.unequal = False  # whether a recomputation may save other numbers than the call did
        self.holders: list[weakref.ref[Holder]] = []
        self.described: list[Any] = []
        self.found: weakref.WeakKeyDictionary[Run, dict[int, Tensor]] = weakref.WeakKeyDictionary()
        self._save_inputs(args)

    def _save_inputs(self, args: tuple[Any, ...]) -> None:
        self.places = [i for i, a in enumerate(args) if isinstance(a, Tensor)]
        self.others = [None if isinstance(a, Tensor) else a for a in args]
        self.saver: Any = None
        tensors = [args[i] for i in self.places]
        if tensors:
            backend = backend_of(tensors[0])
            dummy = backend.tensor(backend.zeros((0,), _float_of(tensors[0], backend)))
            with GradSwitch(True):
                self.saver = _Inputs.apply(dummy.requires_grad_(True), *tensors).grad_fn

    def arguments(self) -> list[Any]:
        """Return the arguments of the call; RuntimeError if one was written to since."""
        args = list(self.others)
        if self.saver is not None:
            for place, tensor in zip(self.places, self.saver.saved_tensors, strict=True):
                args[place] = tensor
        return args

    # forward ------------------------------------------------------------------------------------

    def pack(self, tensor: Tensor) -> Holder:
        """Note what would be saved, and keep a place for it."""
        holder = Holder(len(self.holders))
        self.holders.append(weakref.ref(holder))
        self.described.append(self.check(tensor))
        return holder

    # backward -----------------------------------------------------------------------------------

    def unpack(self, holder: Holder) -> Tensor:
        """Return what belongs to a place, after the function has run again in this backward."""
        run = current_run()
        found = None if run is None else self.found.get(run)
        if found is None:
            found = {}
            if run is not None:
                self.found[run] = found
            self.recompute(found)
        tensor = found.pop(holder.number, None)
        if tensor is None:
            raise CheckpointError(
                "checkpoint: Unpack is being triggered for a tensor that was already unpacked once "
                "in this backward, or not recomputed. A backward that reads ctx.saved_tensors may "
                "do so only once"
            )
        return tensor

    def recompute(self, found: dict[int, Tensor]) -> None:
        """Run the function again, and collect what it saves."""
        args = self.arguments()
        log = None if self.log is None else Log()
        saved: list[Any] = []

        def pack(tensor: Tensor) -> Tensor:
            number = len(saved)
            saved.append(self.check(tensor))
            if number >= len(self.holders):
                if not self.completed:  # a backward within the function: more is still to come
                    self.unequal = True
                return tensor.detach()
            if self.holders[number]() is not None:
                found[number] = tensor.detach()
            if self.early_stop and len(saved) == len(self.holders):
                raise _Stop(self)
            return tensor.detach()

        with carried(self.surroundings), with_random_states(self.random), GradSwitch(True):
            try:
                with self.context, saved_tensors_hooks(pack, lambda t: t):
                    with log or contextlib.nullcontext():
                        self.function(*args, **self.kwargs)
            except _Stop as stop:
                if stop.frame is not self:
                    raise
        if not self.unequal:
            self._compare(saved, log)

    def _counts(self, count: int) -> str:
        return (
            "checkpoint: A different number of tensors was saved during the original forward and "
            f"recomputation.\nNumber of tensors saved during forward: {len(self.holders)}\nNumber "
            f"of tensors saved during recomputation: {count}"
        )

    def _compare(self, saved: list[Any], log: Log | None) -> None:
        if len(saved) != len(self.holders):
            raise CheckpointError(self._counts(len(saved)) + compare(self.log, log))
        lines = []
        for number, (before, now) in enumerate(zip(self.described, saved, strict=True)):
            if before != now and self.holders[number]() is not None:
                lines.append(f"tensor at position {number}:\n  saved {before}\n  recomputed {now}")
        if lines:
            raise CheckpointError(
                "checkpoint: Recomputed values for the following tensors have different metadata "
                "than during the forward pass.\n" + "\n".join(lines) + compare(self.log, log)
            )


def _float_of(tensor: Tensor, backend: Any) -> Any:
    kind = tensor.dtype
    if kind.is_floating_point or kind.is_complex:
        return kind
    return backend.dtype(backend.to_float(backend.zeros((0,), kind)))


def checkpoint_without_reentrant(
    function: Callable[..., Any],
    args: tuple[Any, ...],
    kwargs: dict[str, Any],
    keep_random: bool,
    context_fn: Callable[[], tuple[Any, Any]],
    determinism_check: str,
    debug: bool,
) -> Any:
    """Call a function so that what it saves is recomputed in backward."""
    check = _CHECKS.get(determinism_check)
    if check is None:
        raise ValueError(
            f"determinism_check should be one of {list(_CHECKS)}, but got {determinism_check}"
        )
    known = _DEBUG.get()
    debug = debug if known is None else known
    forward_context, recompute_context = context_fn()
    log = Log() if debug else None
    frame = Frame(function, args, kwargs, check, recompute_context, keep_random, log)
    with forward_context, saved_tensors_hooks(frame.pack, frame.unpack):
        with log or contextlib.nullcontext():
            result = function(*args, **kwargs)
    frame.completed = True
    return result


@contextlib.contextmanager
def set_checkpoint_early_stop(enable: bool) -> Iterator[None]:
    """Within this scope checkpoints are made that stop early in recomputation, or do not.

    Parameters
    ----------
    enable : bool
        Whether to stop as soon as every tensor that is needed has been computed (the default).

    Examples
    --------
    >>> import redispatch as rd
    >>> from redispatch.utils.checkpoint import checkpoint, set_checkpoint_early_stop
    >>> x = rd.tensor([1., 2.], requires_grad=True)
    >>> with set_checkpoint_early_stop(False):
    ...     y = checkpoint(lambda t: t.exp() * 2, x, use_reentrant=False)
    """
    token = _EARLY_STOP.get()
    _EARLY_STOP.set(enable)
    try:
        yield
    finally:
        _EARLY_STOP.set(token)


@contextlib.contextmanager
def set_checkpoint_debug_enabled(enabled: bool | None) -> Iterator[None]:
    """Within this scope checkpoints note their operators, or not, whatever `debug` says."""
    before = _DEBUG.get()
    _DEBUG.set(enabled)
    try:
        yield
    finally:
        _DEBUG.set(before)
