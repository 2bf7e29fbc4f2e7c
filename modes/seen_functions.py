"""Functions and attributes that are no operators, made visible to handlers.

Decides how factories (`zeros`, `rand`) reach dispatch modes, and how the methods and properties of
Tensor that were written by hand reach `__torch_function__` and the metadata policies of
subclasses. Must not list them: it takes what is bound on Tensor, and signatures as they are.

Note [Factories as operators]
~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
A factory is a Python function. For handlers it is an operator too, declared in the namespace `aten`
from the function's own signature, and computed by the function. The function that users call looks
whether anybody has a handler (`IN_USE`); if a dispatch mode is in force, it goes through the
operator. `requires_grad=` is no part of it: the result gets that afterwards.
"""

from __future__ import annotations

import functools
import inspect
import threading
from collections.abc import Callable, Iterable
from operator import index as operator_index
from typing import Any

from ..dispatch.argument import REQUIRED, Argument, Return, Type
from ..dispatch.keys import FUNCTION, PYTHON
from ..dispatch.operator import ATEN, Operator
from ..dispatch.registry import OPERATORS, declare_schema, register
from ..dispatch.rules import Rule
from ..dispatch.schema import Schema
from ..dispatch.state import KeyGuard, facts
from ..dispatch.tensor import Tensor
from .function_protocol import ask_handlers, overloaded_args, overridable, overridden
from .mode_stack import IN_USE

_KEYWORDS = {
    "dtype": Type("dtype", optional=True),
    "device": Type("device", optional=True),
    "memory_format": Type("memory_format", optional=True),
    "generator": Type("Generator", optional=True),
}
_ANNOTATED = {"int": Type("int"), "float": Type("float"), "Tensor": Type("Tensor")}


def _arguments(function: Callable[..., Any]) -> list[Argument]:
    """Return the arguments of an operator for a factory, by its signature."""
    found = []
    for name, p in inspect.signature(function).parameters.items():
        if name == "requires_grad" or p.kind is p.VAR_KEYWORD:
            continue
        if name in ("size", "stride"):
            found.append(Argument(name, Type("int", list=True)))
            continue
        keyword = p.kind is p.KEYWORD_ONLY or name in _KEYWORDS
        kind = _KEYWORDS.get(name) or _ANNOTATED.get(str(p.annotation), Type("any"))
        default = REQUIRED if p.default is p.empty else p.default
        found.append(Argument(name, kind, default, keyword))
    return found


def factory_operator(function: Callable[..., Any]) -> Operator:
    """Declare the operator of a factory; see Note [Factories as operators]."""
    name = function.__name__

    def schema() -> Schema:
        arguments = tuple(_arguments(function))
        return Schema(ATEN, name, "", arguments, (Return(None, Type("Tensor")),))

    doc = (function.__doc__ or "").partition("\n")[0]
    operator = declare_schema(f"{ATEN}::{name}", schema, doc=doc)

    def compute(*values: Any) -> Any:
        keywords = [a.name for a in operator.schema.arguments if a.kwarg_only]
        count = len(values) - len(keywords)
        given = values[:count]
        parameters = inspect.signature(function).parameters.values()
        if any(p.kind is p.VAR_POSITIONAL and p.name != "size" for p in parameters):
            given = (*given[:-1], *given[-1])
        return function(*given, **dict(zip(keywords, values[count:], strict=True)))

    compute.__qualname__ = function.__qualname__
    register(operator, "CompositeExplicit", Rule(compute, "direct"))
    return operator


def _handled(self: Any = None) -> bool:
    """Whether an operator called now would meet a mode, or the handler of a tensor."""
    known = facts()
    if known.excluded & PYTHON.bit:
        return False
    return bool(known.included & PYTHON.bit) or (self is not None and self._keys & PYTHON.bit)


def _through(
    operator: Operator, function: Callable[..., Any], args: tuple[Any, ...], kwargs: dict[str, Any]
) -> Any:
    """Call the operator of a factory with the arguments of the function."""
    parameters = inspect.signature(function).parameters
    bound = inspect.signature(function).bind(*args, **kwargs)
    bound.apply_defaults()
    if any(p.kind is p.VAR_KEYWORD and bound.arguments[n] for n, p in parameters.items()):
        return function(*args, **kwargs)  # spelled in a way that no schema says
    requires_grad = bound.arguments.get("requires_grad", False)
    values = []
    for argument in operator.schema.arguments:
        value = bound.arguments[argument.name]
        if argument.type.list:
            nested = len(value) == 1 and isinstance(value[0], (list, tuple)) if value else False
            value = tuple(value[0] if nested else value)
        values.append(value)
    made = operator.call(tuple(values))
    if requires_grad:
        made.requires_grad_(True)
    return made


def seen_factory(function: Callable[..., Any]) -> Callable[..., Any]:
    """Return a factory that function modes and dispatch modes see."""
    operator = factory_operator(function)

    @functools.wraps(function)
    def seen(*args: Any, **kwargs: Any) -> Any:
        if IN_USE:
            answer = overridden(seen, args, kwargs)
            if answer is not None:
                return answer[0]
            if _handled():
                return _through(operator, function, args, kwargs)
        return function(*args, **kwargs)

    return seen


def seen_data(function: Callable[..., Any]) -> Callable[..., Any]:
    """Return `tensor`, whose result dispatch modes see as that of `lift_fresh`."""
    lift = declare_schema(
        f"{ATEN}::lift_fresh",
        lambda: _of_one_tensor(ATEN, "lift_fresh", "Tensor"),
        doc="Return a tensor that was just made of data.",
    )
    register(lift, "CompositeExplicit", Rule(_itself, "direct"))

    @functools.wraps(function)
    def seen(*args: Any, **kwargs: Any) -> Any:
        if IN_USE:
            answer = overridden(seen, args, kwargs)
            if answer is not None:
                return answer[0]
            if _handled():
                requires_grad = kwargs.pop("requires_grad", False)
                made = lift.call((function(*args, **kwargs),))
                return made.requires_grad_(True) if requires_grad else made
        return function(*args, **kwargs)

    return seen


def _of_one_tensor(space: str, name: str, result: str) -> Schema:
    arguments = (Argument("self", Type("Tensor")),)
    return Schema(space, name, "", arguments, (Return(None, Type(result)),))


def _itself(tensor: Tensor) -> Tensor:
    return tensor


def make_overridable(names: dict[str, Any], chosen: Iterable[str]) -> None:
    """Let handlers override functions of a module that were written by hand, by name in it."""
    for name in chosen:
        function = names.get(name)
        if not inspect.isfunction(function) or function.__module__.endswith(".functions"):
            continue  # walks by itself
        if not hasattr(function, "asks_handlers"):
            names[name] = _at_home(overridable(function), names)


def make_seen(names: dict[str, Any], factories: Iterable[str]) -> None:
    """Let handlers see factories of a module, by name in it."""
    for name in factories:
        seen = seen_data if name == "tensor" else seen_factory
        names[name] = _at_home(seen(names[name]), names)


def _at_home(function: Callable[..., Any], names: dict[str, Any]) -> Callable[..., Any]:
    """Say where users find a function, so that it can be pickled."""
    function.__module__ = names["__name__"]
    return function


# what instances of subclasses have ---------------------------------------------------------------

# What is asked of a handler when a policy says so: the attribute, the policy and the operator.
POLICIES = {
    "shape": ("sizes", "aten::sym_size"),
    "dim": ("sizes", "aten::dim"),
    "numel": ("sizes", "aten::numel"),
    "stride": ("strides", "aten::sym_stride"),
    "is_contiguous": ("strides", "aten::is_contiguous"),
    "device": ("device", "prim::device"),
    "layout": ("layout", "prim::layout"),
}


def _reader(member: Any) -> Callable[..., Any]:
    """Return the function behind a method or property."""
    found: Any = member.fget if isinstance(member, property) else member
    return found  # type: ignore[no-any-return]


def _metadata_operator(name: str, member: Any) -> Operator:
    """Declare the operator under which a handler is asked for metadata."""
    space, _, short = name.partition("::")
    read = _reader(member)
    doc = f"Return the {short} of a tensor, as its class answers."
    operator = declare_schema(
        name, lambda: _of_one_tensor(space, short, "any"), doc=doc, tags=("nondifferentiable",)
    )
    register(operator, "CompositeExplicit", Rule(lambda tensor: read(tensor), "direct"))
    return operator


def _asked(name: str, member: Any) -> Callable[..., Any]:
    """Return what reads metadata: by the handler if the policy of the instance says so."""
    read = _reader(member)
    if name not in POLICIES:
        return read
    policy, qualified = POLICIES[name]
    operator = OPERATORS[qualified]

    def reading(self: Any, *args: Any, **kwargs: Any) -> Any:
        if policy in self.__dict__.get("_asks_for", ()) and not facts().excluded & PYTHON.bit:
            answer = operator.call((self,))
            if answer is not None:
                return answer[args[0]] if args and isinstance(answer, tuple) else answer
            with KeyGuard(exclude=PYTHON.bit):  # as it was made: the handler has no say in that
                return read(self, *args, **kwargs)
        return read(self, *args, **kwargs)

    return reading


def _overrides(self: Any) -> bool:
    return bool(self._keys & FUNCTION.bit) and not facts().exclude_mask & FUNCTION.bit


def _method(name: str, member: Callable[..., Any]) -> Callable[..., Any]:
    read = _asked(name, member)

    @functools.wraps(member)
    def method(self: Any, *args: Any, **kwargs: Any) -> Any:
        if _overrides(self):
            asked = overloaded_args((self, *args, *kwargs.values()))
            return ask_handlers(member, asked, (self, *args), kwargs)
        return read(self, *args, **kwargs)

    return method


def _property(name: str, member: property) -> property:
    read = _asked(name, member)

    def get(self: Any) -> Any:
        if _overrides(self):
            return ask_handlers(member.__get__, [self], (self,), {})
        return read(self)

    def put(self: Any, value: Any) -> None:
        if _overrides(self):
            ask_handlers(member.__set__, [self], (self, value), {})
        else:
            member.__set__(self, value)

    def remove(self: Any) -> None:
        member.__delete__(self)

    settable = member.fset is not None
    return property(get, put if settable else None, remove if member.fdel else None, member.__doc__)


def _factory_method(name: str, member: Callable[..., Any]) -> Callable[..., Any]:
    """Return a method like new_zeros: an operator where a handler would see it."""
    operator = _FACTORIES[name]
    assert operator is not None
    plain = _method(name, member)

    @functools.wraps(member)
    def method(self: Any, *args: Any, **kwargs: Any) -> Any:
        if not _overrides(self) and _handled(self):
            return _through(operator, member, (self, *args), kwargs)
        return plain(self, *args, **kwargs)

    return method


def _number_method(name: str, member: Callable[..., Any], make: Any) -> Callable[..., Any]:
    """Return a method that reads one element: asked of the handler as `_local_scalar_dense`."""
    operator = OPERATORS[_NUMBER]
    plain = _method(name, member)

    @functools.wraps(member)
    def method(self: Any) -> Any:
        if not _overrides(self) and self._keys & PYTHON.bit and _handled(self):
            return make(operator.call((self,)))
        return plain(self)

    return method


def _as_it_is(value: Any) -> Any:
    return value


_NUMBER = "aten::_local_scalar_dense"  # under which one element is read
_NUMBERS: dict[str, Any] = {
    "item": _as_it_is, "__bool__": bool, "__int__": int, "__float__": float,
    "__complex__": complex, "__index__": operator_index,
}  # fmt: skip
_KEPT = {"__torch_function__", "__torch_dispatch__", "as_subclass", "_tangent"}
#: The operators of the factories that are methods.
_FACTORIES: dict[str, Operator | None] = dict.fromkeys(
    ("new_full", "new_zeros", "new_ones", "new_empty", "new_empty_strided")
)
_SPECIAL = {*_NUMBERS, "__getitem__", "__setitem__", "__len__", "__iter__", "__contains__",
            "__array__"}  # fmt: skip


def give_handlers(between: type[Any]) -> Callable[[], None]:
    """Return what defines, on the class of all subclasses, what asks handlers before Tensor's own.

    The operators under which handlers are asked are declared at once. The rest is done when the
    first subclass is made: most programs have none.
    """
    members = [
        (name, member)
        for name, member in list(vars(Tensor).items())
        if name not in vars(between) and name not in _KEPT
        and (not name.startswith("__") or name in _SPECIAL)
    ]  # fmt: skip
    for name, member in members:
        _declare(name, member)
    lock = threading.Lock()

    def give() -> None:
        with lock:  # a second thread must not go on with half of them
            while members:
                name, member = members[-1]
                _give(between, name, member)
                members.pop()

    return give


def _declare(name: str, member: Any) -> None:
    """Declare the operator under which a handler is asked for what a member returns, if any."""
    if name in _FACTORIES:
        _FACTORIES[name] = factory_operator(member)
    elif name in POLICIES:
        qualified = POLICIES[name][1]
        if qualified not in OPERATORS:
            _metadata_operator(qualified, member)
    elif name == "item":
        _metadata_operator(_NUMBER, member)


def _give(between: type[Any], name: str, member: Any) -> None:
    if isinstance(member, property):
        setattr(between, name, _property(name, member))
    elif name in _NUMBERS:
        setattr(between, name, _number_method(name, member, _NUMBERS[name]))
    elif name in _FACTORIES:
        setattr(between, name, _factory_method(name, member))
    elif inspect.isfunction(member):
        setattr(between, name, _method(name, member))


__all__ = ["give_handlers", "make_overridable", "make_seen"]
