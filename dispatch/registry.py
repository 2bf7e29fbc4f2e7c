"""The registry of operators, and the public ways to register rules for them.

Decides what a declaration makes (the operator, its in-place form, its out= form), and that names
are unique. Must not know what the rules are.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any, Protocol, TypeVar, overload

from .current import reuse_numbers
from .errors import OperatorNotFound, RegistrationError, explain_error, suggest
from .forms import copy_form, inplace_form, out_form
from .keys import KEYS, DispatchKey, Kind, as_key
from .operator import ATEN, NAMESPACE, Operator
from .rules import (
    LOCK,
    REGISTRARS,
    RULES,
    Registration,
    Rule,
    check_arity,
    check_key_name,
    check_slot,
    key_slot,
    registering_place,
)
from .schema import Schema, parse
from .unread import Unread

F = TypeVar("F", bound=Callable[..., Any])

REGISTRARS.add(__name__)
OPERATORS: dict[str, Operator] = {}
#: From namespace and name to the operators of all overloads, in the order of their declaration.
OVERLOADS: dict[tuple[str, str], tuple[Operator, ...]] = {}


def _on_change(name: str) -> None:
    """Empty the caches of walks that a change of the tables may have made stale.

    In-place and out= forms are computed by the kernels of the operator they are made from.
    """
    if name.startswith("*"):
        for operator in OPERATORS.values():
            operator.walks.clear()
    elif name in OPERATORS:
        operator = OPERATORS[name]
        for each in (operator, *operator.forms):
            each.walks.clear()


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
    if not isinstance(name, str):
        what = f"got {type(name).__name__} for the name of an operator"
        raise TypeError(explain_error("lookup", what, accepted="a str, as 'exp' or 'rd::exp'"))
    found = OPERATORS.get(name) or OPERATORS.get(f"{NAMESPACE}::{name}")
    if found is None and name.startswith(f"{ATEN}::"):
        from .spelling import find

        spelled, _, overload = name.partition("::")[2].partition(".")
        found = find(ATEN, spelled, overload)
    if found is None:
        known = [operator.partition("::")[2] for operator in OPERATORS]
        raise OperatorNotFound(
            explain_error(
                f"operator {name!r}",
                "is not declared" + suggest(name, OPERATORS if "::" in name else known),
            )
        )
    return found


def operators() -> Iterator[Operator]:
    """Yield all declared operators, in the order of their declaration."""
    return iter(list(OPERATORS.values()))


def _check_new(operator: Operator) -> None:
    """Raise RegistrationError if a name is taken, or a rule that came before does not fit."""
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
    for _, rule in RULES.of(operator.name):
        _check_rule(operator, rule)


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
) -> Operator:
    """Declare an operator by its schema, and the forms that come with it.

    Parameters
    ----------
    text : str
        A schema, as `"scale(Tensor self, float by) -> Tensor"`.
    tags : iterable of str
        Words that give layers their default rules, as `"pointwise"`. With `"view"` comes a form
        that copies (`name_copy`); an overload that is an `"alternative"` is asked where the
        operator of the plain name refuses the types of arguments.
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
    source, module = registering_place()
    words = tuple(tags)
    operator = Operator(schema, tags=words, doc=doc, example=example, method=method, source=source)
    listed = bool(schema.returns) and schema.returns[0].type.list
    _declare(operator, inplace, out, listed, module)
    return operator


def declare_unread(
    text: str,
    *,
    tags: tuple[str, ...] = (),
    doc: str = "",
    example: str = "",
    method: bool = True,
    inplace: bool = False,
    out: bool = False,
) -> Operator:
    """Declare an operator of the package, whose schema is read when it is first needed.

    The same as `declare`, for texts that are known to be right: a test reads all of them.
    """
    source, module = registering_place()
    operator = Unread(
        f"{NAMESPACE}::{text[: text.index('(')]}",
        lambda: parse(text, NAMESPACE),
        tags=tags,
        doc=doc,
        example=example,
        method=method,
        source=source,
        is_view="(a)" in text or "(a ->" in text,
    )
    _declare(operator, inplace, out, text.endswith("]"), module)
    return operator


def _declare(operator: Operator, inplace: bool, out: bool, listed: bool, module: str) -> None:
    """Make an operator known, with the forms that come with it."""
    forms = []
    if inplace:
        forms.append(inplace_form(operator))
    if out:
        forms.append(out_form(operator))
    if "view" in operator.tags and "maybe_view" not in operator.tags:
        forms.append(copy_form(operator, listed=listed))
    operator.forms = tuple(forms)
    made = tuple(_family(operator))
    _add(made)
    package, _, file = module.rpartition(".")
    if package == f"{__package__}.ops":
        RULES.families.update(dict.fromkeys([each.name for each in made], file))


def declare_schema(
    name: str, schema: Callable[[], Schema], *, doc: str = "", tags: tuple[str, ...] = ()
) -> Operator:
    """Declare an operator by a schema that is put together when it is needed; a function only."""
    source, _ = registering_place()
    operator = Unread(name, schema, tags=tags, doc=doc, source=source)
    _add((operator,))
    return operator


def _family(operator: Operator) -> Iterator[Operator]:
    """Yield an operator and all forms made from it."""
    yield operator
    for form in operator.forms:
        yield from _family(form)


def _add(made: tuple[Operator, ...]) -> None:
    """Make the names of operators known: of all of them, or of none."""
    with LOCK:
        for each in made:
            _check_new(each)
        for each in made:
            OPERATORS[each.name] = each
            place = _place(each)
            OVERLOADS[place] = (*OVERLOADS.get(place, ()), each)
            each.declared = True
            _offer(each)
            RULES.changed(each.name)


def _place(operator: Operator) -> tuple[str, str]:
    """Return where an operator stands in `OVERLOADS`; its schema need not be read for it."""
    namespace, _, name = operator.name.partition("::")
    return namespace, name.partition(".")[0]


def _is_out(operator: Operator) -> bool:
    unread = operator.__class__ is Unread
    return "out" in operator.tags or (not unread and operator.schema.is_out)


def _offer(operator: Operator) -> None:
    """Make an overload tagged "alternative" known to the operator of the plain name."""
    if "alternative" in operator.tags and not _is_out(operator):
        plain = OPERATORS.get("::".join(_place(operator)))
        if plain is not None and plain is not operator:
            plain.alternatives = (*plain.alternatives, operator)


def _withdraw(operator: Operator) -> None:
    plain = OPERATORS.get("::".join(_place(operator)))
    if plain is not None:
        plain.alternatives = tuple([a for a in plain.alternatives if a is not operator])


def undeclare(operator: Operator) -> None:
    """Take a declaration and the forms made from it back; their rules stay, dangling."""
    with LOCK:
        for each in _family(operator):
            if OPERATORS.get(each.name) is each:
                del OPERATORS[each.name]
                _withdraw(each)
                place = _place(each)
                OVERLOADS[place] = tuple(o for o in OVERLOADS[place] if o is not each)
                if not OVERLOADS[place]:
                    del OVERLOADS[place]
                each.declared = False
                each.caller = None  # it holds the operator
                each.walks.clear()
                RULES.changed(each.name)


def _check_rule(operator: Operator, rule: Rule) -> None:
    """Raise RegistrationError if the operator could not call the rule."""
    count = len(operator.schema.arguments)
    if rule.convention is not None:
        return  # whoever brings a convention knows what fits it
    if rule.kind in ("raw", "tensor", "direct"):
        check_arity(operator.name, rule, rule.fn, count, "rule")
    elif rule.kind == "layer":
        check_arity(
            operator.name, rule, rule.fn, count + 1, "layer rule (which gets `below` first)"
        )
    if rule.plain is not None:
        check_arity(operator.name, rule, rule.plain, len(operator.schema.positional), "plain rule")


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
        If the slot is unknown, the rule cannot be called as the schema says, or another rule is
        there and `override` is not given. The tables are then unchanged.
    """
    name = operator.name if isinstance(operator, Operator) else _qualified(operator)
    where = key_slot(slot)
    if rule.kind not in ("row", "fallthrough") and not callable(rule.fn):
        raise TypeError(
            explain_error(
                f"{name} for {where}",
                f"a rule must be callable, not {type(rule.fn).__name__}",
                where=rule.source,
            )
        )
    with RULES.guard(name, where, rule):
        check_slot(where)
        declared = OPERATORS.get(name)
        unread = declared.__class__ is Unread and rule.ours  # a test checks our own rules
        if declared is not None and not unread:
            _check_rule(declared, rule)
        return RULES.add(name, where, rule, override=override)


def _qualified(name: str) -> str:
    if not isinstance(name, str):
        raise TypeError(
            explain_error(
                "a registration",
                f"got a {type(name).__name__} as the operator",
                accepted="an operator or its name, and then the key",
            )
        )
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
        lambda fn: register(operator, backend, Rule(fn, "raw", plain=plain), override=override)
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
    """Register a rule that gets and returns tensors, with the keys above its layer excluded."""
    return _Decorator(lambda fn: register(operator, slot, Rule(fn, "tensor"), override=override))


def composite(operator: str | Operator, *, override: bool = False) -> _Decorator:
    """Register the operator written in other operators."""
    return tensor_rule(operator, "Composite", override=override)


def layer_rule(
    operator: str | Operator, layer: str | DispatchKey, *, override: bool = False
) -> _Decorator:
    """Register a rule of a layer: it gets what is below as its first argument, named `below`."""
    return _Decorator(lambda fn: register(operator, layer, Rule(fn, "layer"), override=override))


def layer_fallback(
    layer: str | DispatchKey, *, tag: str = "", override: bool = False
) -> _Decorator:
    """Register a rule for all operators, or those of a tag: `rule(operator, below, *args)`."""

    def make(fn: Any) -> Registration:
        return register("*" + tag, layer, Rule(fn, "fallback"), override=override)

    return _Decorator(make)


def fallthrough(operator: str | Operator, layer: str | DispatchKey) -> Registration:
    """Say that a layer has nothing to do for an operator, whatever its tags and fallback say."""
    return register(operator, layer, Rule(None, "fallthrough"))


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
    return _new_key(name, Kind.LAYER, why, above=above, below=below)


def register_backend_key(name: str, why: str, owner: Any) -> DispatchKey:
    """Make the key of a backend; the newest backend stands above the older ones.

    Its owner answers for the payloads: `device`, `shape(payload)`, `dtype(payload)`; and
    `step(site, rule)` adapts a raw kernel, or returns None where it has nothing (see walk.py).
    """
    return _new_key(name, Kind.BACKEND, why, owner=owner)


def _new_key(name: str, kind: Kind, why: str, *, owner: Any = None, **place: Any) -> DispatchKey:
    with LOCK:
        check_key_name(name)
        key = KEYS.add(name, kind, why, **place)
        key.owner = owner
        RULES.changed("*")
        reuse_numbers()
    return key


def remove_key(key: str | DispatchKey) -> None:
    """Remove a key with all rules in its slots; tensors that still have it answer "was removed".

    Raises
    ------
    RegistrationError
        If the key is built in. KeyRemovedError if it was removed before.
    """
    with LOCK:
        found = as_key(key)
        KEYS.remove(found)
        RULES.forget_key(found)
