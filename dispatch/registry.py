"""The registry of operators, and the public ways to register rules for them.

Decides what a declaration makes (the operator, its in-place form, its out= form), and that names are
unique. Must not know what the rules are.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator
from typing import Any, Protocol, TypeVar, overload

from .errors import OperatorNotFound, RegistrationError, explain_error, suggest
from .keys import KEYS, DispatchKey, Kind, as_key
from .operator import Operator
from .rules import LOCK, RULES, Registration, Rule, check_arity, check_slot, key_slot
from .schema import REQUIRED, Argument, Return, Schema, Type, parse

F = TypeVar("F", bound=Callable[..., Any])

OPERATORS: dict[str, Operator] = {}
NAMESPACE = "rd"


def _on_change(operator: str) -> None:
    """Empty the caches of walks that a change of the tables may have made stale."""
    if operator.startswith("*"):
        for each in OPERATORS.values():
            each.walks.clear()
    elif operator in OPERATORS:
        OPERATORS[operator].walks.clear()


RULES.listeners.append(_on_change)


def lookup(name: str) -> Operator:
    """Return an operator by its name, with or without the namespace.

    Raises
    ------
    OperatorNotFound
        If there is none; the message names the nearest.

    Examples
    --------
    >>> from redispatch.dispatch import lookup
    >>> lookup("exp")
    <operator rd::exp(Tensor self) -> Tensor>
    """
    found = OPERATORS.get(name) or OPERATORS.get(f"{NAMESPACE}::{name}")
    if found is None:
        raise OperatorNotFound(
            explain_error(
                f"operator {name!r}",
                "is not declared" + suggest(name, [o.partition("::")[2] for o in OPERATORS]),
            )
        )
    return found


def operators() -> Iterator[Operator]:
    """Yield all declared operators, in the order of their declaration."""
    return iter(list(OPERATORS.values()))


def _add(operator: Operator) -> None:
    with LOCK:
        known = OPERATORS.get(operator.name)
        if known is not None:
            raise RegistrationError(
                explain_error(
                    operator.name,
                    f"is declared already, at {known.source}",
                    where=operator.source,
                    accepted="another name, or undo of the first declaration",
                )
            )
        for slot, rule in RULES.of(operator.name):  # rules that came before the declaration
            _check_rule(operator, slot, rule)
        OPERATORS[operator.name] = operator
        RULES.changed(operator.name)


def _remove(operator: Operator) -> None:
    with LOCK:
        if OPERATORS.get(operator.name) is operator:
            del OPERATORS[operator.name]
            operator.walks.clear()
            RULES.changed(operator.name)


def declare(
    text: str,
    *,
    tags: Iterable[str] = (),
    doc: str = "",
    example: str = "",
    method: bool = True,
    inplace: bool = False,
    out: bool = False,
    namespace: str = NAMESPACE,
    depth: int = 1,
) -> Operator:
    """Declare an operator by its schema, and the forms that come with it.

    Parameters
    ----------
    text : str
        A schema, as `"scale(Tensor self, float by) -> Tensor"`.
    tags : iterable of str
        Words that give layers their default rules, as `"pointwise"`.
    doc, example : str
        One sentence, and a doctest without its `>>>`.
    method : bool
        Whether Tensor has a method of this name.
    inplace, out : bool
        Whether there is an in-place form (`name_`) and an `out=` form (`name.out`).
    namespace : str
        Used when the text names none.

    Returns
    -------
    Operator

    Raises
    ------
    SchemaError, RegistrationError
        If the text is not a schema, or the name is taken. Nothing is declared then.
    """
    schema = parse(text, namespace)
    frame = sys._getframe(depth)
    source = f"{frame.f_code.co_filename}:{frame.f_lineno}"
    words = tuple(tags)
    operator = Operator(
        schema, tags=words, doc=doc, example=example, method=method, source=source
    )
    made = [operator]
    if inplace:
        made.append(_form(operator, _inplace_schema(schema), (*words, "inplace"), source))
    if out:
        made.append(_form(operator, _out_schema(schema), (*words, "out"), source))
    with LOCK:
        for position, each in enumerate(made):
            try:
                _add(each)
            except RegistrationError:
                for done in made[:position]:
                    _remove(done)
                raise
    return operator


def undeclare(operator: Operator) -> None:
    """Take a declaration and the forms made from it back; their rules stay, dangling."""
    with LOCK:
        for each in list(OPERATORS.values()):
            if each is operator or each.functional is operator:
                _remove(each)


def _form(operator: Operator, schema: Schema, tags: tuple[str, ...], source: str) -> Operator:
    return Operator(
        schema,
        tags=tags,
        doc=operator.doc,
        method=operator.method and "inplace" in tags,
        functional=operator,
        source=source,
    )


# Put together, not written and parsed: a third of the time of a declaration with both forms.
_TENSOR = Type("Tensor")
_WRITTEN = (Return(None, _TENSOR, "a", True),)
_OUT = Argument("out", _TENSOR, REQUIRED, True, "a", True)


def _inplace_schema(schema: Schema) -> Schema:
    """Return the schema of the in-place form: the first argument is written and returned."""
    first, *rest = schema.arguments
    target = Argument(first.name, _TENSOR, alias="a", mutated=True)
    return Schema(
        schema.namespace, f"{schema.name}_", schema.overload, (target, *rest), _WRITTEN
    )


def _out_schema(schema: Schema) -> Schema:
    """Return the schema of the out= form: one more keyword, written and returned."""
    overload = f"{schema.overload}_out" if schema.overload else "out"
    arguments = (*schema.arguments, _OUT)
    return Schema(schema.namespace, schema.name, overload, arguments, _WRITTEN)


def _check_rule(operator: Operator, slot: str, rule: Rule) -> None:
    count = len(operator.schema.arguments)
    if rule.kind == "raw" or rule.kind == "tensor":
        if rule.plain is None and not getattr(rule.fn, "nin", None):
            check_arity(operator.name, rule.fn, count, "rule")
    elif rule.kind == "layer":
        check_arity(operator.name, rule.fn, count + 1, "layer rule (which gets `below` first)")


def register(
    operator: str | Operator,
    slot: str | DispatchKey,
    rule: Rule,
    *,
    override: bool = False,
) -> Registration:
    """Register a rule for an operator, which may be declared later.

    Returns
    -------
    Registration
        Its `undo()` takes the rule back; it is a context manager too.

    Raises
    ------
    RegistrationError
        If the slot is unknown, the rule cannot be called as the schema says, or another rule is there
        and `override` is not given. The tables are then unchanged.
    """
    name = operator.name if isinstance(operator, Operator) else _qualified(operator)
    where = key_slot(slot)
    check_slot(where)
    if rule.kind != "row" and rule.kind != "fallthrough" and not callable(rule.fn):
        raise TypeError(f"a rule must be callable, not {type(rule.fn).__name__}")
    declared = OPERATORS.get(name)
    if declared is not None:
        _check_rule(declared, where, rule)
    return RULES.add(name, where, rule, override=override)


def _qualified(name: str) -> str:
    if "::" in name or name.startswith("*"):
        return name
    return f"{NAMESPACE}::{name}"


class _Decorator:
    """Registers what it decorates and keeps the handle on the decorator itself."""

    def __init__(self, make: Callable[[Any], Registration]) -> None:
        self._make = make
        self.registration: Registration | None = None

    def __call__(self, fn: F) -> F:
        self.registration = self._make(fn)
        return fn


def kernel(
    operator: str | Operator,
    backend: str | DispatchKey,
    *,
    plain: Callable[..., Any] | None = None,
    override: bool = False,
) -> _Decorator:
    """Register a raw kernel: payloads in, payload out, positionally in schema order.

    `plain` is the same kernel for calls in which every keyword-only argument has its default.
    """
    return _Decorator(
        lambda fn: register(
            operator, backend, Rule(fn, "raw", plain=plain, depth=4), override=override
        )
    )


class RawKernel(Protocol):
    """What `raw_kernel` returns: registers a function, or is a decorator."""

    @overload
    def __call__(
        self,
        operator: str | Operator,
        *,
        plain: Callable[..., Any] | None = None,
        override: bool = False,
    ) -> _Decorator: ...
    @overload
    def __call__(
        self,
        operator: str | Operator,
        fn: F,
        *,
        plain: Callable[..., Any] | None = None,
        override: bool = False,
    ) -> F: ...


def raw_kernel(backend: str | DispatchKey) -> RawKernel:
    """Return `kernel` for one backend: `kernel("exp")(np.exp)`, or as a decorator."""

    def bound(
        operator: str | Operator,
        fn: Callable[..., Any] | None = None,
        *,
        plain: Callable[..., Any] | None = None,
        override: bool = False,
    ) -> Any:
        decorator = kernel(operator, backend, plain=plain, override=override)
        return decorator if fn is None else decorator(fn)

    return bound


def tensor_rule(
    operator: str | Operator, slot: str | DispatchKey, *, override: bool = False
) -> _Decorator:
    """Register a rule that gets and returns tensors; keys above its layer are excluded meanwhile."""
    return _Decorator(
        lambda fn: register(operator, slot, Rule(fn, "tensor", depth=4), override=override)
    )


def composite(operator: str | Operator, *, override: bool = False) -> _Decorator:
    """Register the operator written in other operators."""
    return tensor_rule(operator, "Composite", override=override)


def layer_rule(
    operator: str | Operator, layer: str | DispatchKey, *, override: bool = False
) -> _Decorator:
    """Register a rule of a layer: it gets what is below as its first argument, named `below`."""
    return _Decorator(
        lambda fn: register(operator, layer, Rule(fn, "layer", depth=4), override=override)
    )


def layer_fallback(
    layer: str | DispatchKey, *, tag: str = "", override: bool = False
) -> _Decorator:
    """Register a rule for all operators, or those of a tag: `rule(operator, below, *args)`."""

    def make(fn: Any) -> Registration:
        rule = Rule(fn, "layer", plain=fn, depth=4)
        return register("*" + tag, layer, rule, override=override)

    return _Decorator(make)


def fallthrough(operator: str | Operator, layer: str | DispatchKey) -> Registration:
    """Say that a layer has nothing to do for an operator, whatever its tags and fallback say."""
    return register(operator, layer, Rule(None, "fallthrough", depth=2))


def register_layer(
    name: str,
    why: str,
    *,
    above: str | DispatchKey | None = None,
    below: str | DispatchKey | None = None,
) -> DispatchKey:
    """Make a functionality key of the user's own, placed above and/or below named keys.

    Examples
    --------
    >>> from redispatch.dispatch import register_layer, remove_key
    >>> units = register_layer("Units", "checks units before anything records", above="Autograd")
    >>> units
    DispatchKey.Units
    >>> remove_key(units)
    """
    with LOCK:
        key = KEYS.add(name, Kind.LAYER, why, above=above, below=below)
        RULES.changed("*")
    return key


def register_backend_key(name: str, why: str, owner: Any) -> DispatchKey:
    """Make the key of a backend; the newest backend stands above the older ones."""
    with LOCK:
        first = next((key for key in KEYS.order if key.kind is Kind.BACKEND), None)
        key = KEYS.add(name, Kind.BACKEND, why, above=first)
        key.owner = owner
        RULES.changed("*")
    return key


def remove_key(key: str | DispatchKey) -> None:
    """Remove a key with all rules that stand in its slot."""
    found = as_key(key)
    with LOCK:
        KEYS.remove(found)
        RULES.forget_slot(found.name)
