"""Tensors of a level that differentiates: they are recorded, or have tangents, at that level only.

Decides what such a tensor is, how a call gets to the derivative layers and beneath the level, and
what a level changes of the state. Must not know operators, nor what is done with the graph
(src/redispatch/func).

Note [Tracked tensors]
~~~~~~~~~~~~~~~~~~~~~~
A level that differentiates has no rules: its tensors are tensors as any for Autograd, ForwardAD and
Version, with an edge, a tangent and a counter of their own, over a backend whose only kernel for
every operator is "take the wrappers off, and call the operator again beneath the level". So

    a call at the level      wraps what is of other levels as constants, and takes the walk that the
                             wrappers have without Transforms (and without modes, who are asked
                             beneath). The state stays as it is: operators that formulas call come
                             back to the level by themselves.
    the end of that walk     computes with what is in the wrappers, beneath the level, and wraps it.

Nothing but the derivative layers sees wrappers; composites are taken apart above. What is computed
from no tensor of the level, while it is the innermost that differentiates, is its own as well: a
constant that it may write tracked values to. A tensor from around it may not be written to: the
write would outlive the level, and what was recorded of it would not.

A wrapper that has outlived its level stands for what is in it. That is how gradients are computed,
too: the level is left, and then the engine runs its graph, whose saved tensors are such wrappers;
what it computes is of the levels around, and recorded there.

Note [Grad mode of levels]
~~~~~~~~~~~~~~~~~~~~~~~~~~
A level records whatever the mode around it; beneath it, that mode is in force again. `no_grad`
within the level cuts at all levels, as `detach` does. Inference mode and what forward mode excludes
(it computes tangents without tangents) are those around the level, too.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, ClassVar, Final, NoReturn, final

from ...autograd.derivatives import row_of
from ...autograd.engine import LEVELS_IN_USE
from ...autograd.saved import counter_of
from ...autograd.tangents import Level as DualLevel
from ...backends.ranges import empty_strided
from ...backends.wrapper import WrapperBackend
from ...dispatch.current import SAVED_HOOKS
from ...dispatch.errors import explain_error
from ...dispatch.generated.functions import clone, detach
from ...dispatch.keys import (
    AUTOGRAD,
    COMPLEX_NUMBER,
    FACTS_MASK,
    FORWARD_AD,
    INFERENCE,
    SCALAR_MASK,
    TRANSFORMS,
    VERSION,
)
from ...dispatch.operator import TENSOR_TYPES, Operator, keys_or_none
from ...dispatch.rules import RULES, Rule
from ...dispatch.state import Facts, State, change, state_bits
from ...dispatch.tensor import Tensor, backend_of
from ...dispatch.versions import INFERENCE_VERSION
from ...dispatch.walk import Site, Step
from ..mode_stack import Entry
from .levels import LEVELS, Content, Level, add_kind

DERIVATIVES: Final = AUTOGRAD.bit | FORWARD_AD.bit
WALKED: Final = DERIVATIVES | VERSION.bit  # the layers that see wrappers


@final
class TrackedLevel(Level):
    """One transform in force that differentiates.

    Attributes
    ----------
    around : the facts of the state in which it was entered.
    dual : where the tangents of its tensors are kept, if they have any.
    """

    __slots__ = ("around", "dual")
    name = "grad"
    adopts: ClassVar[bool] = True
    around: Facts

    def __init__(self) -> None:
        super().__init__()
        self._entry = TrackedEntry(LEVELS, self)
        self.dual: DualLevel | None = None

    def __exit__(self, *exc: object) -> None:
        super().__exit__(*exc)
        if self.dual is not None:
            self.dual.close()

    def adopt(self, value: Tensor) -> Tensor:
        """Return a constant of the level."""
        return wrap(value, self)

    def outside(self, state: State) -> State:
        """Return a state as it is beneath; see Note [Grad mode of levels]."""
        now, around = state.facts, self.around
        return change(
            state,
            grad=now.grad and around.grad,
            inference=now.inference or around.inference,
            excluded=now.excluded & ~FORWARD_AD.bit | around.excluded & DERIVATIVES,
        )

    def inside(self, state: State, before: State) -> State:
        """Return a state as it was at the level."""
        return _with_derivatives(state, before.facts)


class TrackedEntry(Entry):
    """A level that differentiates is in force: it records, whatever the mode around it."""

    __slots__ = ()

    def remember(self, before: State) -> Facts:
        """Remember the facts around the level."""
        self._mode.around = before.facts
        return before.facts

    def entered(self, before: State) -> State:
        """Put the level on top and let the derivative layers act."""
        excluded = before.facts.excluded & ~DERIVATIVES
        return super().entered(change(before, grad=True, inference=False, excluded=excluded))

    def left(self, now: State, remembered: Facts) -> State:
        """Take the level off and the change of the modes back."""
        return _with_derivatives(super().left(now, remembered), remembered)


def _with_derivatives(state: State, facts: Facts) -> State:
    """Return a state that records, infers and excludes derivatives as these facts say."""
    excluded = state.facts.excluded & ~DERIVATIVES | facts.excluded & DERIVATIVES
    return change(state, grad=facts.grad, inference=facts.inference, excluded=excluded)


# the wrapper -------------------------------------------------------------------------------------


@final
class Tracked(Content):
    """A tensor that a level differentiates through; see Note [Tracked tensors]."""

    __slots__ = ()

    @property
    def shape(self) -> Any:
        """The sizes."""
        return self.value.shape

    @property
    def dtype(self) -> Any:
        """The type of the elements."""
        return self.value.dtype

    @property
    def ndim(self) -> int:
        """The number of dimensions."""
        return len(self.value.shape)

    @property
    def strides(self) -> tuple[int, ...]:
        """The strides, in elements."""
        strides: tuple[int, ...] = self.value.stride()
        return strides


class TrackedBackend(WrapperBackend):
    """The backend of tracked tensors whose contents are of one other backend."""

    prefix = "Tracked"
    native_dtypes = True
    known: ClassVar[dict[str, WrapperBackend]] = {}

    def shares_kernel(self, operator: Operator) -> bool:
        """Whether there is a kernel: for every operator, composites included."""
        return True

    def step(self, site: Site, rule: Rule | None) -> Step:
        """Return the step that computes with what is in the wrappers."""
        return Step(Lowering(site), "computes beneath the level", key=self.key)

    def shape(self, payload: Any) -> tuple[int, ...]:
        """Return the sizes."""
        shape: tuple[int, ...] = payload.value.shape
        return shape

    def dtype(self, payload: Any) -> Any:
        """Return the dtype."""
        return payload.value.dtype

    def storage_offset(self, payload: Any) -> int:
        """Return the offset in elements."""
        return int(payload.value.storage_offset())

    def to_numpy(self, payload: Any) -> Any:
        """Return the values, for whoever reads them as Python numbers."""
        return backend_of(payload.value).to_numpy(payload.value._data)

    def memory(self, payload: Any) -> Any:
        """Return the memory of what is inside."""
        return backend_of(payload.value).memory(payload.value._data)

    def memory_size(self, memory: Any) -> int:
        """Return the bytes of that memory."""
        return self.stands_for.memory_size(memory)

    def same_place(self, payload: Any, other: Any) -> bool:
        """Whether two views have the same elements."""
        mine, theirs = payload.value, other.value
        same: bool = backend_of(mine).same_place(mine._data, theirs._data)
        return same

    def shares_memory(self, base: Tensor, result: Tensor) -> bool:
        """Whether the result of a view operator that may have to copy is a view."""
        mine, made = base._data.value, result._data.value
        return bool(backend_of(mine).shares_memory(mine, made))

    def alias(self, payload: Any) -> Any:
        """Return a payload for another tensor over the same memory, outside of every graph."""
        level = payload.level
        return Tracked(_beneath(level, detach, payload.value), level)

    def copy(self, payload: Any) -> Any:
        """Return a payload with memory of its own; the levels around record the copy."""
        level = payload.level
        return Tracked(_beneath(level, clone, payload.value), level)

    def like_strides(self, payload: Any, like: Any) -> Any:
        """Return a writable copy with the order of strides of another payload."""
        level = payload.level
        other = like.value if like.__class__ is Tracked else like
        return Tracked(_beneath(level, _like_strides, payload.value, other), level)

    def beside(self, tensor: Tensor, fresh: Tensor) -> Tensor:
        """Return a tensor that was just made with memory for every example of levels around."""
        level, outer = tensor._data.level, fresh._data
        if outer.__class__ is Tracked and outer.level is not level:  # of a level within
            made = outer.level.beneath.call(self.beside, tensor, outer.value)
            return wrap(made, outer.level)
        value, made = tensor._data.value, unwrap(fresh, level)
        if value._keys & TRANSFORMS.bit:
            made = _beneath(level, backend_of(value).beside, value, made)
        return wrap(made, level)

    def describe(self, payload: Any, extra: Any) -> str:
        """Return the level, -2 for one that has been left, and what is inside."""
        level = payload.level
        inside = repr(payload.value).replace("\n", "\n    ")
        depth = level.depth if level.alive else -2
        return f"GradTrackingTensor(lvl={depth}, value=\n    {inside}\n)"


def _like_strides(value: Tensor, like: Tensor) -> Tensor:
    if tuple(value.stride()) == tuple(like.stride()):
        return clone(value)
    made = empty_strided(tuple(like.shape), like.stride(), dtype=value.dtype, device=value.device)
    made.copy_(value)
    return made


def _beneath(level: TrackedLevel, function: Callable[..., Any], *args: Any) -> Any:
    return level.beneath.call(function, *args) if level.alive else function(*args)


# into wrappers and out of them -------------------------------------------------------------------

_KEYS: dict[int, int] = {}  # from the keys of a tensor to those of its wrapper


def _forget(name: str) -> None:
    if name == "*":
        _KEYS.clear()


RULES.listeners.append(_forget)


def _keys_of_wrapper(value: Tensor) -> int:
    backend = TrackedBackend.around(backend_of(value))
    keys = _KEYS[value._keys] = TRANSFORMS.bit | VERSION.bit | backend.key.bit
    return keys


def wrap(value: Tensor, level: TrackedLevel) -> Tensor:
    """Return a tensor of a level that holds another one: a constant so far."""
    t = Tensor()
    t._data = Tracked(value, level)
    t._keys = _KEYS.get(value._keys) or _keys_of_wrapper(value)
    t._autograd = None
    t._counter = None
    return t


def lift(value: Tensor, level: TrackedLevel) -> Tensor:
    """Return a tensor of a level for one from around it; writes to either count for both."""
    t = wrap(value, level)
    counter = counter_of(value)
    if counter is not INFERENCE_VERSION:
        t._counter = counter
    return t


def unwrap(value: Any, level: TrackedLevel) -> Any:
    """Return what is in a tensor of a level, and anything else as it is."""
    if isinstance(value, Tensor):
        data = value._data
        if data.__class__ is Tracked and data.level is level:
            return data.value
    return value


def is_of(value: Any, level: TrackedLevel) -> bool:
    """Whether a tensor belongs to a level."""
    data = value._data
    return data.__class__ is Tracked and data.level is level


def wrap_all(result: Any, level: TrackedLevel) -> Any:
    """Return results as tensors of a level."""
    if result.__class__ in TENSOR_TYPES:
        return wrap(result, level)
    if result.__class__ in (list, tuple):
        return type(result)([wrap_all(each, level) for each in result])
    if hasattr(result, "_fields"):
        return type(result)(*[wrap_all(each, level) for each in result])
    return result


def lifted(value: Any, level: TrackedLevel) -> Any:
    """Return a tensor as one of a level, and anything else as it is."""
    if value.__class__ not in TENSOR_TYPES or is_of(value, level):
        return value
    return lift(value, level)


# a call ------------------------------------------------------------------------------------------


class Call:
    """What is known of the calls of one site, apart from its tensors."""

    def __init__(self, site: Site) -> None:
        arguments = site.operator.tensors
        self.walks = site.operator.walks
        self.single = [i for i, a in arguments if not a.is_tensor_list]
        self.lists = [i for i, a in arguments if a.is_tensor_list]
        self.written = [i for i, a in enumerate(site.operator.schema.arguments) if a.mutated]
        if arguments:
            self.fixed = site.bits & (SCALAR_MASK | COMPLEX_NUMBER.bit)
        else:  # a factory: its device is in the bits
            self.fixed = site.bits & ~FACTS_MASK

    def again(self, values: list[Any], keys: int) -> Any:
        """Call the operator, in the state as it is, with arguments that were opened."""
        return self.walks[keys | self.fixed | state_bits()](*values)

    def opened(self, args: Sequence[Any], level: TrackedLevel) -> tuple[list[Any], int]:
        """Return arguments without the wrappers of a level, and the keys of their tensors."""
        values, keys = list(args), 0
        for i in self.single:
            value = args[i]
            if value.__class__ in TENSOR_TYPES:
                data = value._data
                if data.__class__ is Tracked and data.level is level:
                    values[i] = value = data.value
                keys |= value._keys
        for i in self.lists:
            if args[i] is not None:
                values[i] = opened = args[i].__class__([unwrap(each, level) for each in args[i]])
                keys |= keys_or_none(opened)
        return values, keys

    def lifted(self, args: Sequence[Any], level: TrackedLevel) -> tuple[list[Any], int, bool]:
        """Return arguments as tensors of a level, their keys, and whether one was before."""
        values, keys, own = list(args), 0, False
        for i in self.single:
            value = args[i]
            if value.__class__ in TENSOR_TYPES:
                data = value._data
                if data.__class__ is Tracked and data.level is level:
                    own = True
                else:
                    values[i] = value = lift(value, level)
                keys |= value._keys
        for i in self.lists:
            if args[i] is not None:
                tensors = [t for t in args[i] if t.__class__ in TENSOR_TYPES]
                own = own or any(is_of(t, level) for t in tensors)
                values[i] = inside = args[i].__class__([lifted(t, level) for t in args[i]])
                keys |= keys_or_none(inside)
        return values, keys, own


class Tracking(Call):
    """The call of one operator at levels that differentiate; see Note [Tracked tensors]."""

    def __init__(self, site: Site, below: Step) -> None:
        super().__init__(site)
        operator = self.operator = site.operator
        self.aliases = operator.schema.is_view or bool(self.written)
        known = row_of(operator) is not None or "nondifferentiable" in operator.tags
        composite = None
        if not known and RULES.active(operator.name, "Autograd") is None:
            composite = site.composite(TRANSFORMS)
        self.composite: Step | None = composite

    def __call__(self, level: TrackedLevel, args: tuple[Any, ...]) -> Any:
        """Return what the operator gives for arguments of which some are of this level."""
        if not level.alive:
            return self.again(*self.opened(args, level))
        if self.composite is not None:
            return self.composite.call(*args)
        values, keys, own = self.lifted(args, level)
        if self.written:
            self._check_targets(level, args)
        if not own:
            return self._adopted(level, args)
        keys = keys & ~TRANSFORMS.bit | self.fixed | _INSIDE[state_bits()]
        return self.walks[keys](*values)

    def _adopted(self, level: TrackedLevel, args: tuple[Any, ...]) -> Any:
        """Return what no tensor of the level has part in; new tensors become constants of it."""
        result = level.beneath.call(self.again, *self.opened(args, level))
        return result if self.aliases else wrap_all(result, level)

    def _check_targets(self, level: TrackedLevel, args: tuple[Any, ...]) -> None:
        for i in self.written:
            value = args[i]
            for each in value if value.__class__ in (list, tuple) else (value,):
                if each.__class__ in TENSOR_TYPES and not is_of(each, level):
                    self._refuse()

    def _refuse(self) -> NoReturn:
        raise RuntimeError(
            explain_error(
                f"{self.operator.name}",
                "During a grad (vjp, jvp, grad, etc) transform, the function provided attempted to "
                "call an in-place operation that would mutate a captured Tensor: what was recorded "
                "of the write would end with the transform, and the write would not",
                accepted="a tensor that is an argument of the function, or made in it; or the "
                "out-of-place form",
            )
        )


class _Inside(dict[State, State]):
    """From a state to the one that looks up the walks of wrappers: only derivative layers act.

    Hooks on saved tensors see what the levels around save: a level's own graph has the length of a
    call, and what hooks unpack could not be told from a tensor of the levels around.
    """

    def __missing__(self, state: State) -> State:
        known = state.facts
        found = self[state] = change(
            state, included=known.included & WALKED, flags=known.flags & ~SAVED_HOOKS
        )
        return found


_INSIDE = _Inside()


class Lowering(Call):
    """The end of a walk of wrappers: the operator is called beneath their level."""

    def __init__(self, site: Site) -> None:
        super().__init__(site)
        schema = site.operator.schema
        self.shares = schema.is_view and "nondifferentiable" in site.operator.tags
        self.inference = bool(site.live & INFERENCE.bit)

    def __call__(self, *args: Any) -> Any:
        """Return what the operator gives beneath the level, as tensors of it."""
        level = self._level(args)
        values, keys = self.opened(args, level)
        if not level.alive:
            return self.again(values, keys)
        result = level.beneath.call(self.again, values, keys)
        if self.written:
            targets = [args[i] for i in self.written]
            return targets[0] if len(targets) == 1 else tuple(targets)
        if result.__class__ is Tensor:
            wrapped = wrap(result, level)
        else:
            wrapped = wrap_all(result, level)
        if self.shares:  # as detach: no view, but the same memory
            wrapped._counter = counter_of(args[0])
        elif self.inference:
            _inferred(wrapped)
        return wrapped

    def _level(self, args: Sequence[Any]) -> TrackedLevel:
        """Return the level whose wrappers the arguments are; all of them are of one."""
        for i in self.single:
            if args[i].__class__ in TENSOR_TYPES:
                level: TrackedLevel = args[i]._data.level
                return level
        found: TrackedLevel = next(
            t for i in self.lists for t in args[i] or () if t is not None
        )._data.level
        return found


def _inferred(result: Any) -> None:
    """Make results inference tensors: a level that is in inference mode does not count writes."""
    for each in result if result.__class__ in (list, tuple) else (result,):
        if each.__class__ in TENSOR_TYPES:
            each._keys &= ~VERSION.bit
            each._counter = INFERENCE_VERSION


add_kind(TrackedLevel, Tracked, Tracking)
LEVELS_IN_USE.append("levels that differentiate")

__all__ = ["Tracked", "TrackedLevel", "lift", "unwrap", "wrap"]
