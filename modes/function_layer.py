"""The two layers above all others: function modes, and tensors that override functions.

Decides which function a handler is told that the user called. Who is asked: function_protocol.py.

Note [What the user called]
~~~~~~~~~~~~~~~~~~~~~~~~~~~
`rd.add(x, y)`, `x.add(y)` and `y.__radd__(x)` look the same walk up, so that a call costs one
look-up; a handler wants to know which it was. It is asked rarely, and pays for it: the layer looks
at the frame that entered the walk. If that is a generated function or method, the handler gets that
one; called in any other way (`ops.aten.add`, an operator in a formula), it gets the operator.
Arguments come in the order of the schema, keyword-only ones by name, without those that have their
defaults.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from types import FrameType
from typing import Any

from ..backends.indexing import OVERRIDES
from ..dispatch import operator as operator_module
from ..dispatch.callers import DUNDERS
from ..dispatch.generated import functions, methods
from ..dispatch.keys import FUNCTION, FUNCTION_MODE
from ..dispatch.operator import Operator
from ..dispatch.rules import Rule
from ..dispatch.tensor import Tensor
from ..dispatch.walk import HANDLERS, Site, Step, layer_step
from .function_protocol import (
    active_mode,
    ask_handlers,
    nobody_answered,
    overloaded_args,
    overrides,
)
from .mode_stack import FUNCTIONS, IN_USE, POPPED_FUNCTION
from .python_layer import handler_arguments, overloaded

_PASSED = (vars(operator_module), globals())


def _entered_by(frame: FrameType | None) -> FrameType | None:
    """Return the frame that entered a walk, above those that only hand on."""
    while frame is not None and any(frame.f_globals is names for names in _PASSED):
        frame = frame.f_back
    return frame


def _called(operator: Operator, values: Sequence[Any], frame: FrameType | None) -> Any:
    """Return the function that was called, with its arguments; see Note [What the user called]."""
    args, kwargs = handler_arguments(operator.schema, values)
    if operator.schema.is_out and operator.functional is not None:
        written = {a.name for a in operator.schema.arguments if a.mutated}
        kwargs = {("out" if name in written else name): v for name, v in kwargs.items()}
    caller = _entered_by(frame)
    name = "" if caller is None else caller.f_code.co_name
    if caller is not None and _entered_by(caller.f_back) is not caller.f_back:
        return operator, args, kwargs  # the operator was called, and took the function's way
    if caller is not None and caller.f_globals is vars(functions):
        return getattr(functions, name), args, kwargs
    if caller is not None and caller.f_globals is vars(methods):
        method, reflected = DUNDERS.get(name, (name, False))
        if reflected:
            return getattr(Tensor, name), (args[1], args[0], *args[2:]), kwargs
        return getattr(Tensor, method, None) or getattr(Tensor, name), args, kwargs
    return operator, args, kwargs


def _filled(operator: Operator, values: tuple[Any, ...]) -> tuple[Any, ...]:
    return (*values, *operator.defaults[len(values) :])


def mode_adapter(site: Site, rule: Rule | None, below: Step) -> Step | None:
    """Return the step that asks the innermost function mode."""
    if rule is not None:
        return layer_step(site, rule, below, FUNCTION_MODE)
    operator, lower = site.operator, below.call
    overriding = bool(site.live & FUNCTION.bit)

    def ask(*values: Any) -> Any:
        mode = active_mode()
        values = _filled(operator, values)
        if mode is None:  # the key was included by hand
            return lower(*values)
        func, args, kwargs = _called(operator, values, sys._getframe(1))
        asked = overloaded(values, FUNCTION.bit) if overriding else []
        types = tuple([each.__class__ for each in asked])
        result = POPPED_FUNCTION.call(mode.__torch_function__, func, types, args, kwargs)
        if result is not NotImplemented:
            return result
        if not asked:
            nobody_answered(func, [mode])
        return ask_handlers(func, asked, args, kwargs, modes=False)

    return Step(ask, "asks the function modes, innermost first", defaults=True, key=FUNCTION_MODE)


def function_adapter(site: Site, rule: Rule | None, below: Step) -> Step | None:
    """Return the step that asks the tensor subclasses among the arguments."""
    if rule is not None:
        return layer_step(site, rule, below, FUNCTION)
    operator, lower = site.operator, below.call

    def ask(*values: Any) -> Any:
        values = _filled(operator, values)
        asked = overloaded(values, FUNCTION.bit)
        if not asked:
            return lower(*values)
        func, args, kwargs = _called(operator, values, sys._getframe(1))
        return ask_handlers(func, asked, args, kwargs, modes=False)

    does = "asks the __torch_function__ of the tensor subclasses"
    return Step(ask, does, defaults=True, key=FUNCTION)


def foreign(operator: Operator, values: tuple[Any, ...], error: Exception) -> Any:
    """Ask objects that are no tensors but override functions; raise the error if there is none."""
    flat = [
        v for value in values for v in (value if isinstance(value, (list, tuple)) else (value,))
    ]
    if not any(overrides(each) for each in flat):
        raise error
    asked = overloaded_args(flat)
    if not asked and active_mode() is None:
        raise error
    func, args, kwargs = _called(operator, values, sys._getframe(1))
    return ask_handlers(func, asked, args, kwargs)


def _described(handler: Any, method: str) -> str:
    cls = handler.__class__
    kind = "subclass" if isinstance(handler, Tensor) else "mode"
    found: Callable[..., Any] | None = getattr(cls, method, None)
    code = getattr(getattr(found, "__func__", found), "__code__", None)
    place = "" if code is None else f" ({code.co_filename}:{code.co_firstlineno})"
    return f"{kind} {cls.__qualname__}{place}"


def _modes_told(operator: Operator, values: Sequence[Any]) -> tuple[str, ...]:
    return tuple([_described(m, "__torch_function__") for m in reversed(FUNCTIONS.get().modes)])


def _tensors_told(operator: Operator, values: Sequence[Any]) -> tuple[str, ...]:
    return tuple([_described(t, "__torch_function__") for t in overloaded(values, FUNCTION.bit)])


def _index_overridden(self: Tensor, key: Any) -> tuple[Any] | None:
    """Ask what overrides functions among the parts of a key; None if nothing does."""
    parts = [self, *(key if isinstance(key, tuple) else (key,))]
    flat = [v for part in parts for v in (part if isinstance(part, list) else (part,))]
    if not IN_USE or not any(map(overrides, flat)):
        return None
    asked = overloaded_args(flat)
    if not asked:
        return None
    return (ask_handlers(Tensor.__getitem__, asked, (self, key), {}),)


OVERRIDES.append(_index_overridden)
FUNCTION_MODE.owner = mode_adapter
FUNCTION.owner = function_adapter
HANDLERS[FUNCTION_MODE] = _modes_told
HANDLERS[FUNCTION] = _tensors_told
Operator.foreign = staticmethod(foreign)

__all__ = ["function_adapter", "mode_adapter"]
