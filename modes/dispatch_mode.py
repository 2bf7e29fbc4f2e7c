"""Dispatch modes: a user's handler sees every operator that reaches the backends within a scope.

Decides the stack of modes, which handler is asked, how arguments are handed to it, and what it
may return. Must not know any operator by name. Tensor subclasses with a handler of their own will
be asked here too, after the modes (`_unhandled`): they bring the Python key on the tensor.

Note [The stack of modes]
~~~~~~~~~~~~~~~~~~~~~~~~~
The stack stands beside the state, in a context variable of its own; the Python key is included
while it is not empty. Whether that key was there before the first mode is kept with the stack, not
with a mode: modes may be left in another order than they were entered (generators, callbacks), and
the last one to go takes back what the first one added. While a handler runs, its mode is off the
stack and the layers above the Python key are excluded: an operator called there goes to the next
mode outward, and in the end to the kernels. What was recorded above the handler is not recorded
again beneath it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextvars import ContextVar
from typing import TYPE_CHECKING, Any, NamedTuple

from ..dispatch.argument import REQUIRED, Argument
from ..dispatch.errors import explain_error
from ..dispatch.keys import AUTOGRAD, FORWARD_AD, KEYS, PYTHON, VERSION, Kind
from ..dispatch.operator import TENSOR_TYPES, Operator
from ..dispatch.rules import RULES, Rule
from ..dispatch.state import KeyGuard, Scope, State, beside_state, change
from ..dispatch.walk import Site, Step, layer_step, tensor_step

if TYPE_CHECKING:
    from ..dispatch.schema import Schema


class Stack(NamedTuple):
    """The modes in force, innermost last, and whether they brought the Python key."""

    modes: tuple[DispatchMode, ...] = ()
    brought_key: bool = False


_NONE = Stack()
_STACK: ContextVar[Stack] = beside_state(ContextVar("redispatch_modes", default=_NONE))


def _push(state: State, mode: DispatchMode) -> State:
    modes, brought_key = _STACK.get()
    included = state.facts.included
    if not modes:
        brought_key = not included & PYTHON.bit
    _STACK.set(Stack((*modes, mode), brought_key))
    return change(state, included=included | PYTHON.bit)


def _remove(state: State, place: int) -> State:
    modes, brought_key = _STACK.get()
    modes = modes[:place] + modes[place + 1 :]
    _STACK.set(Stack(modes, brought_key))
    if modes or not brought_key:
        return state
    return change(state, included=state.facts.included & ~PYTHON.bit)


class DispatchMode(Scope):
    """Within its scope, `__torch_dispatch__` is called instead of every operator's kernel.

    Derive a class, write the handler, and use an instance in a `with` statement or as a decorator.
    The innermost mode is asked first. An operator that its handler calls goes to the next mode
    outward, and at last to the kernels; `with self:` in the handler brings its own back. Autograd
    stands above: the inputs may require grad, what the handler returns is recorded afterwards. The
    operators of backward are seen too.

    Examples
    --------
    >>> import redispatch as rd
    >>> class Log(rd.DispatchMode):
    ...     def __torch_dispatch__(self, func, types, args=(), kwargs=None):
    ...         print(func.name)
    ...         return func(*args, **(kwargs or {}))
    >>> x = rd.tensor([1., 2.])
    >>> with Log():
    ...     y = (x * 2).exp()
    rd::mul
    rd::exp
    """

    def __torch_dispatch__(
        self,
        func: Operator,
        types: Sequence[type],
        args: tuple[Any, ...] = (),
        kwargs: dict[str, Any] | None = None,
    ) -> Any:
        """Return the result of a call, by `func(*args, **kwargs)` or otherwise.

        Parameters
        ----------
        func : Operator
        types : sequence of type
            The classes of the arguments that have a handler of their own; empty for plain tensors.
        args, kwargs
            The arguments without those that equal their defaults; `kwargs` holds only what the
            schema wants by keyword.
        """
        raise NotImplementedError(
            explain_error(
                type(self).__qualname__,
                "is a dispatch mode without a handler",
                accepted="a method __torch_dispatch__(self, func, types, args=(), kwargs=None)",
            )
        )

    def entered(self, before: State) -> State:
        """Put the mode on the stack."""
        return _push(before, self)

    def left(self, now: State, remembered: Any) -> State:
        """Take the newest entry of this mode off the stack, wherever it is."""
        modes = _STACK.get().modes
        for place in reversed(range(len(modes))):
            if modes[place] is self:
                return _remove(now, place)
        return now


class _Popped(Scope):
    """The innermost mode is off the stack while its handler runs."""

    __slots__ = ()

    def remember(self, before: State) -> DispatchMode:
        """Remember which mode that is."""
        return _STACK.get().modes[-1]

    def entered(self, before: State) -> State:
        """Take it off."""
        return _remove(before, len(_STACK.get().modes) - 1)

    def left(self, now: State, remembered: DispatchMode) -> State:
        """Put it back on top."""
        return _push(now, remembered)


_POPPED = _Popped()


# the call of a handler ------------------------------------------------------------------------


def _is_default(value: Any, argument: Argument) -> bool:
    default = argument.default
    if default is REQUIRED or default is None:
        return value is default
    if default.__class__ is tuple and value.__class__ in (list, tuple):
        return tuple(value) == default
    return value.__class__ is default.__class__ and bool(value == default)


def handler_arguments(
    schema: Schema, values: Sequence[Any]
) -> tuple[tuple[Any, ...], dict[str, Any]]:
    """Return a call as Python handlers get it: defaults dropped, keyword-only ones by name.

    Examples
    --------
    >>> from redispatch.dispatch import lookup
    >>> schema = lookup("add").schema
    >>> handler_arguments(schema, ("x", 2, 1))
    (('x', 2), {})
    >>> handler_arguments(schema, ("x", 2, 3))
    (('x', 2), {'alpha': 3})
    """
    count = len(schema.positional)
    args = list(values[:count])
    while args and _is_default(args[-1], schema.positional[len(args) - 1]):
        args.pop()
    named = zip(schema.arguments[count:], values[count:], strict=True)
    return tuple(args), {a.name: v for a, v in named if not _is_default(v, a)}


def _types(values: Sequence[Any]) -> tuple[type, ...]:
    """Return the classes of the arguments that bring the Python key, each once."""
    found: dict[type, None] = {}
    for value in values:
        for each in value if value.__class__ in (list, tuple) else (value,):
            if each.__class__ in TENSOR_TYPES and each._keys & PYTHON.bit:
                found[each.__class__] = None
    return tuple(found)


def python_adapter(site: Site, rule: Rule | None, below: Step) -> Step | None:
    """Return the step that asks the modes; what is only a composite is taken apart first.

    What has a derivative of its own is seen whole; what has none would be taken apart by Autograd
    where something requires grad, and modes should see the same calls with and without.
    """
    if rule is not None:
        return layer_step(site, rule, below, PYTHON)
    name = site.operator.name
    composite = RULES.active(name, "Composite")
    if composite is not None and not (
        RULES.active(name, site.backend.name)
        or RULES.active(name, "Derivative")
        or "nondifferentiable" in site.operator.tags
    ):
        return tensor_step(site, composite, PYTHON, own=False)
    return Step(_asking(site, below), "asks the dispatch modes, innermost first", key=PYTHON)


def _asking(site: Site, below: Step) -> Callable[..., Any]:
    """Return what calls the handler of the innermost mode."""
    operator, lower = site.operator, below.call
    schema = operator.schema
    place = KEYS.order.index(PYTHON)
    above = sum(key.bit for key in KEYS.order[:place] if key.kind is Kind.LAYER)
    guard = KeyGuard(exclude=above)
    check = _Check(site)

    def ask(*values: Any) -> Any:
        modes = _STACK.get().modes
        if not modes:  # the key was included by hand
            return lower(*values)
        mode = modes[-1]
        args, kwargs = handler_arguments(schema, values)
        with guard, _POPPED:
            result = mode.__torch_dispatch__(operator, _types(values), args, kwargs)
        if result is NotImplemented:
            raise _unhandled(operator, mode)
        return check(mode, result, values)

    return ask


def _unhandled(operator: Operator, mode: DispatchMode) -> TypeError:
    """Return the error after a refusal: outer modes are not asked, as in PyTorch."""
    return TypeError(
        explain_error(
            f"Multiple dispatch failed for {operator.name}",
            f"{type(mode).__qualname__} returned NotImplemented, and no other handler is asked",
            accepted="a result, as that of func(*args, **kwargs)",
        )
    )


class _Check:
    """Judges what a handler returned by the schema, before the layers above use it."""

    def __init__(self, site: Site) -> None:
        schema = site.operator.schema
        self.name = site.operator.name
        self.returns = schema.returns
        self.written = [i for i, a in enumerate(schema.arguments) if a.mutated]
        recorded = site.live & (AUTOGRAD.bit | FORWARD_AD.bit)
        recorded = recorded and "nondifferentiable" not in site.operator.tags
        linked = site.live & VERSION.bit and schema.is_view
        self.claimed = bool(recorded or linked)

    def __call__(self, mode: DispatchMode, result: Any, values: tuple[Any, ...]) -> Any:
        """Return the result as the layers above may have it."""
        if self.written and len(self.returns) == len(self.written):
            targets = [values[i] for i in self.written]
            return targets[0] if len(targets) == 1 else tuple(targets)
        if len(self.returns) == 1:
            return self._one(mode, self.returns[0].type, result, values)
        if not self.returns:
            if result is not None:
                raise self._refusal(mode, result, "None: the operator returns nothing")
            return None
        if result.__class__ not in (tuple, list) or len(result) != len(self.returns):
            raise self._refusal(mode, result, f"a tuple of {len(self.returns)}")
        pairs = zip(self.returns, result, strict=True)
        return tuple([self._one(mode, r.type, v, values) for r, v in pairs])

    def _one(self, mode: DispatchMode, kind: Any, value: Any, values: tuple[Any, ...]) -> Any:
        if kind.list and value.__class__ in (tuple, list):
            return [self._tensor(mode, kind, v, values) for v in value]
        if kind.list:
            raise self._refusal(mode, value, str(kind))
        return self._tensor(mode, kind, value, values)

    def _tensor(self, mode: DispatchMode, kind: Any, value: Any, values: tuple[Any, ...]) -> Any:
        if kind.base != "Tensor":
            return value
        if value is None and not self.claimed:
            return None
        if value.__class__ not in TENSOR_TYPES:
            raise self._refusal(mode, value, str(kind))
        # A layer above is going to give the result a history. An argument, or a tensor that has one
        # already, must not lose its own: another tensor over the same memory gets it.
        if self.claimed and (value._autograd is not None or any(value is v for v in values)):
            return value.detach()
        return value

    def _refusal(self, mode: DispatchMode, value: Any, accepted: str) -> RuntimeError:
        return RuntimeError(
            explain_error(
                self.name,
                f"unable to cast what the handler of {type(mode).__qualname__} returned, "
                f"{type(value).__name__}",
                accepted=accepted,
            )
        )


PYTHON.owner = python_adapter
