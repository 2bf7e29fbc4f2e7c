"""`autograd.Function` at levels that differentiate: one node at each level.

Decides what a Function's arguments and results are there. Must not know how a node is made
(autograd/function.py), nor operators.

Note [Functions at levels]
~~~~~~~~~~~~~~~~~~~~~~~~~~
The Function is called beneath the level, where it may be of another level, with what is in the
wrappers. What it returned is wrapped, and the node of this level gets it from a forward that
computes nothing: so the user's forward runs once, and setup_context, backward and jvp once for each
level, with tensors of that level.
"""

from __future__ import annotations

from typing import Any

from ...autograd.function import applied
from ...dispatch.operator import TENSOR_TYPES
from ...dispatch.state import facts
from .functions import FUNCTIONS
from .tracked import TrackedLevel, is_of, lift, unwrap, wrap


def _recorded(level: TrackedLevel, cls: Any, args: tuple[Any, ...]) -> Any:
    """Call a Function at a level; see Note [Functions at levels]."""
    if not level.alive:
        return cls.apply(*_opened(args, level))
    own = _any_of(args, level)
    values = _opened(args, level)
    result = level.beneath.call(cls.apply, *values)
    if not own:
        return _wrapped(result, level, (), ())
    lifted = tuple([_lifted(value, level) for value in args])
    output = _wrapped(result, level, values, lifted)

    def forward(cls: Any, ctx: Any, args: tuple[Any, ...]) -> Any:
        cls.setup_context(ctx, args, output)
        return output

    return applied(cls, lifted, forward, facts(), dual=True)


def _any_of(value: Any, level: TrackedLevel) -> bool:
    """Whether a tensor of a level is among arguments, or in their containers."""
    if value.__class__ in TENSOR_TYPES:
        return is_of(value, level)
    if value.__class__ is dict:
        return _any_of(list(value.values()), level)
    return value.__class__ in (list, tuple) and any(_any_of(each, level) for each in value)


def _opened(value: Any, level: TrackedLevel) -> Any:
    """Return arguments with the wrappers of a level taken off, in their containers too."""
    if value.__class__ is dict:
        return {name: _opened(each, level) for name, each in value.items()}
    if value.__class__ in (list, tuple):
        return value.__class__([_opened(each, level) for each in value])
    return unwrap(value, level)


def _lifted(value: Any, level: TrackedLevel) -> Any:
    """Return a tensor as one of a level; what is in containers has no gradient, and stays."""
    if value.__class__ not in TENSOR_TYPES or is_of(value, level):
        return value
    return lift(value, level)


def _wrapped(result: Any, level: TrackedLevel, values: Any, given: Any) -> Any:
    """Return results as tensors of a level; an argument as it was given."""
    if isinstance(result, tuple):
        return tuple([_wrapped(each, level, values, given) for each in result])
    if result.__class__ not in TENSOR_TYPES:
        return result
    for value, wrapper in zip(values, given, strict=True):
        if value is result:
            return wrapper
    return wrap(result, level)


FUNCTIONS[TrackedLevel] = _recorded
