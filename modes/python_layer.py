"""The Python layer: which handlers are asked for an operator, and what they may return.

Decides the order of handlers (modes, then tensor subclasses), how arguments are handed to them, and
what of their answer the layers above get. Must not know any operator by name, nor how modes and
subclasses are made.

Note [Who is asked]
~~~~~~~~~~~~~~~~~~~
The innermost dispatch mode, with its own entry off the stack; if it returns NotImplemented, the
handlers of the tensor subclasses among the arguments, subclasses before their superclasses, else
from left to right, each class once, with the mode back on the stack. Outer modes are not asked:
they are asked by what the handler calls. If all return NotImplemented, that is an error.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from ..backends.kernels import outputs_type
from ..dispatch.argument import REQUIRED, Argument
from ..dispatch.current import scopes, set_scopes
from ..dispatch.errors import explain_error
from ..dispatch.keys import AUTOGRAD, FORWARD_AD, PYTHON, VERSION
from ..dispatch.operator import TENSOR_TYPES, Operator
from ..dispatch.rules import RULES, Rule
from ..dispatch.state import KeyGuard, Scope, State, change, set_state, state_bits
from ..dispatch.tensor import Tensor, twin
from ..dispatch.walk import HANDLERS, Site, Step, layer_step, layers_above, tensor_step
from .mode_stack import DISPATCH, Stack

if TYPE_CHECKING:
    from ..dispatch.schema import Schema


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
    positional = schema.positional
    given = count = min(len(positional), len(values))
    while given and _is_default(values[given - 1], positional[given - 1]):
        given -= 1
    kwargs = {}
    if len(values) > count:
        for argument, value in zip(schema.arguments[count:], values[count:], strict=False):
            if value is not argument.default and not _is_default(value, argument):
                kwargs[argument.name] = value
    return tuple(values[:given]), kwargs


def overloaded(values: Sequence[Any], bit: int) -> list[Any]:
    """Return one tensor for each class among the arguments that carries a key, first asked first.

    Subclasses come before their superclasses, and otherwise what stands further left.
    """
    found: list[Any] = []
    for value in values:
        for each in value if value.__class__ in (list, tuple) else (value,):
            if each.__class__ in TENSOR_TYPES and each._keys & bit:
                insert_by_class(found, each)
    return found


def insert_by_class(found: list[Any], value: Any) -> None:
    """Put an object before those whose class its class is derived from, once for each class."""
    cls = value.__class__
    place = len(found)
    for i, other in enumerate(found):
        if other.__class__ is cls:
            return
        if place == len(found) and issubclass(cls, other.__class__):
            place = i
    found.insert(place, value)


class HandlerGuard(KeyGuard):
    """Excludes the layers above the Python key while a handler runs."""

    __slots__ = ("_known",)

    def __init__(self, exclude: int) -> None:
        super().__init__(exclude=exclude)
        # from a state to the one inside, and to what is remembered; keeps the states alive
        self._known: dict[State, tuple[State, Any]] = {}

    def call(self, function: Callable[..., Any], *args: Any) -> Any:
        """Call a function within the scope: what `with` does, at a third of its price."""
        before, chain = state_bits(), scopes()
        known = self._known.get(before)
        if known is None:
            known = self._known[before] = (self.entered(before), self.remember(before))
        inside, remembered = known
        entry = (self, remembered, chain)
        set_state(inside)
        set_scopes(entry)
        try:
            return function(*args)
        finally:
            if scopes() is entry and state_bits() is inside:
                set_state(before)
                set_scopes(chain)
            else:
                self.__exit__(None, None, None)


class Handling(KeyGuard):
    """Does the same for the handler of the innermost mode, which is off its stack meanwhile.

    `run` does what entering and leaving a scope does, at a third of the price: that is paid at
    every call under a mode.
    """

    __slots__ = ("_known",)

    def __init__(self, exclude: int) -> None:
        super().__init__(exclude=exclude)
        # State before, by whether the last mode takes the key along -> state inside, bits added.
        # The keys keep their states alive, so the number of one is not given to another.
        self._known: tuple[dict[State, Any], dict[State, Any]] = ({}, {})

    def remember(self, before: State) -> Any:
        """Remember the bits that are added, and which mode is innermost."""
        return (*super().remember(before), DISPATCH.get().modes[-1])

    def entered(self, before: State) -> State:
        """Add the bits and take the mode off."""
        return DISPATCH.remove(super().entered(before), len(DISPATCH.get().modes) - 1)

    def left(self, now: State, remembered: Any) -> State:
        """Take the bits back and put the mode back on top."""
        return DISPATCH.push(super().left(now, remembered[:2]), remembered[2])

    def run(self, handler: Callable[..., Any], *args: Any) -> Any:
        """Call a handler within the scope."""
        before, stack, chain = state_bits(), DISPATCH.get(), scopes()
        modes, brought_key = stack
        known = self._known[brought_key and len(modes) == 1]
        found = known.get(before)
        if found is None:
            added = KeyGuard.remember(self, before)
            inside = self.entered(before)
            DISPATCH.variable.set(stack)
            found = known[before] = (inside, added)
        inside, added = found
        popped = Stack(modes[:-1], brought_key)
        entry = (self, (*added, modes[-1]), chain)
        set_scopes(entry)
        DISPATCH.variable.set(popped)
        set_state(inside)
        try:
            return handler(*args)
        finally:
            if scopes() is entry and state_bits() is inside and DISPATCH.get() is popped:
                set_scopes(chain)
                DISPATCH.variable.set(stack)
                set_state(before)
            else:
                self.__exit__(None, None, None)


class Reentrant(Scope):
    """Includes again, within a handler, the layers above it: what it calls is recorded."""

    __slots__ = ()

    def remember(self, before: State) -> int:
        """Remember the keys that the newest handler has excluded."""
        chain = scopes()
        while chain is not None:
            if isinstance(chain[0], (HandlerGuard, Handling)):
                return before.facts.excluded & int(chain[1][1])
            chain = chain[2]
        return 0

    def entered(self, before: State) -> State:
        """Include them."""
        return change(before, excluded=before.facts.excluded & ~self.remember(before))

    def left(self, now: State, remembered: int) -> State:
        """Exclude them again."""
        return change(now, excluded=now.facts.excluded | remembered)


def enable_reentrant_dispatch() -> Reentrant:
    """Return a context in which a handler's calls walk the layers above it again.

    Examples
    --------
    >>> import redispatch as rd
    >>> from redispatch.overrides import enable_reentrant_dispatch
    >>> class Asks(rd.DispatchMode):
    ...     def __torch_dispatch__(self, func, types, args=(), kwargs=None):
    ...         with enable_reentrant_dispatch():
    ...             print(func(*args).requires_grad)
    ...         return func(*args)
    >>> x = rd.tensor([1.], requires_grad=True)
    >>> with Asks():
    ...     y = x.exp()
    True
    """
    return Reentrant()


def python_adapter(site: Site, rule: Rule | None, below: Step) -> Step | None:
    """Return the step that asks the handlers; what is only a composite is taken apart first.

    What has a derivative of its own is seen whole; what has none would be taken apart by Autograd
    where something requires grad, and handlers should see the same calls with and without.
    """
    if rule is not None:
        return layer_step(site, rule, below, PYTHON)
    name = site.operator.name
    composite = RULES.active(name, "Composite")
    backend = getattr(site.backend.owner, "stands_for", site.backend)
    operator = site.operator
    whole = operator.schema.is_inplace and operator.functional is None  # set_: not made of others
    if composite is not None and not (
        whole
        or RULES.active(name, backend.name)
        or RULES.active(name, "Derivative")
        or "nondifferentiable" in site.operator.tags
    ):
        return tensor_step(site, composite, PYTHON, own=False)
    does = "asks the dispatch modes, innermost first, then the tensor subclasses"
    return Step(_asking(site, below), does, key=PYTHON, composite=whole and below.composite)


def _asking(site: Site, below: Step) -> Callable[..., Any]:
    """Return what asks the handlers; see Note [Who is asked]."""
    operator, lower = site.operator, below.call
    schema = operator.schema
    guard = HandlerGuard(exclude=layers_above(PYTHON))
    handling = Handling(layers_above(PYTHON))
    check = _Check(site)
    # registered for this operator and one class of handlers, in place of that class's own
    rows = {r.fn[0]: r.fn[1] for r in RULES.stack(operator.name, "TorchDispatch")}

    def ask(*values: Any) -> Any:
        modes = DISPATCH.get().modes
        asked = overloaded(values, PYTHON.bit)
        if not modes and not asked:  # the key was included by hand
            return lower(*values)
        args, kwargs = handler_arguments(schema, values)
        types = tuple([each.__class__ for each in asked])
        if modes:
            mode = modes[-1]
            row = rows.get(mode.__class__) if rows else None
            handler = mode.__torch_dispatch__ if row is None else functools.partial(row, mode)
            result = handling.run(handler, operator, types, args, kwargs)
            if result is not NotImplemented:
                return check(type(mode), result, values)
        for each in asked:
            row = rows.get(each.__class__) if rows else None
            if row is None:
                result = guard.call(each.__torch_dispatch__, operator, types, args, kwargs)
            else:
                result = guard.call(row, each.__class__, operator, types, args, kwargs)
            if result is not NotImplemented:
                return check(each.__class__, result, values)
        raise unhandled(f"{operator}", "__torch_dispatch__", [*modes[-1:], *asked])

    return ask


def unhandled(what: str, method: str, asked: Sequence[Any]) -> TypeError:
    """Return the error after every handler has refused; outer modes are not asked."""
    names = ", ".join(type(each).__qualname__ for each in asked)
    return TypeError(
        explain_error(
            f"Multiple dispatch failed for {what}",
            f"all {method} handlers returned NotImplemented, and no other is asked: {names}",
            accepted="from one of them a result, as that of func(*args, **kwargs)",
        )
    )


class _Check:
    """Judges what a handler returned by the schema, before the layers above use it."""

    def __init__(self, site: Site) -> None:
        schema = site.operator.schema
        self.name = site.operator.name
        self.returns = schema.returns
        self.outputs = outputs_type(site.operator)
        self.written = [i for i, a in enumerate(schema.arguments) if a.mutated]
        recorded = site.live & (AUTOGRAD.bit | FORWARD_AD.bit)
        recorded = recorded and "nondifferentiable" not in site.operator.tags
        linked = site.live & VERSION.bit and schema.is_view
        self.claimed = bool(recorded or linked)

    def __call__(self, handler: type, result: Any, values: tuple[Any, ...]) -> Any:
        """Return the result as the layers above may have it."""
        if self.written and len(self.returns) == len(self.written):
            targets = [values[i] for i in self.written]
            return targets[0] if len(targets) == 1 else tuple(targets)
        if len(self.returns) == 1:
            return self._one(handler, self.returns[0].type, result, values)
        if not self.returns:
            if result is not None:
                raise self._refusal(handler, result, "None: the operator returns nothing")
            return None
        if not isinstance(result, (tuple, list)) or len(result) != len(self.returns):
            raise self._refusal(handler, result, f"a tuple of {len(self.returns)}")
        pairs = zip(self.returns, result, strict=True)
        outputs = type(result) if hasattr(result, "_fields") else self.outputs
        return outputs(*[self._one(handler, r.type, v, values) for r, v in pairs])

    def _one(self, handler: type, kind: Any, value: Any, values: tuple[Any, ...]) -> Any:
        if kind.list and value.__class__ in (tuple, list):
            return [self._tensor(handler, kind, v, values) for v in value]
        if kind.list:
            raise self._refusal(handler, value, str(kind))
        return self._tensor(handler, kind, value, values)

    def _tensor(self, handler: type, kind: Any, value: Any, values: tuple[Any, ...]) -> Any:
        if kind.base != "Tensor":
            return value
        if value is None and not self.claimed:
            return None
        if value.__class__ not in TENSOR_TYPES:
            raise self._refusal(handler, value, str(kind))
        # A layer above is going to give the result a history. An argument, or a tensor that has one
        # already, must not lose its own: another tensor over the same memory gets it.
        if self.claimed and (value._autograd is not None or any(value is v for v in values)):
            made = value.detach() if value.__class__ is Tensor else twin(value)
            made._keys &= ~AUTOGRAD.bit
            return made
        return value

    def _refusal(self, handler: type, value: Any, accepted: str) -> RuntimeError:
        return RuntimeError(
            explain_error(
                self.name,
                f"unable to cast what the handler of {handler.__qualname__} returned, "
                f"{type(value).__name__}",
                accepted=accepted,
            )
        )


def described(handler: Any) -> str:
    """Return a handler in words for `explain`: its class, and where that was written."""
    cls = handler.__class__
    kind = "subclass" if isinstance(handler, Tensor) else "mode"
    method = getattr(cls, "__torch_dispatch__", None) or cls
    code = getattr(getattr(method, "__func__", method), "__code__", None)
    place = "" if code is None else f" ({code.co_filename}:{code.co_firstlineno})"
    return f"{kind} {cls.__qualname__}{place}"


def _told(operator: Operator, values: Sequence[Any]) -> tuple[str, ...]:
    modes = reversed(DISPATCH.get().modes)
    return tuple([described(each) for each in (*modes, *overloaded(values, PYTHON.bit))])


PYTHON.owner = python_adapter
HANDLERS[PYTHON] = _told

__all__ = ["HandlerGuard", "enable_reentrant_dispatch", "handler_arguments", "python_adapter"]
