"""What `explain` tells: what a call does, layer by layer, and why.

Decides how a walk is told. It builds the walk as a call would (walk.py), but runs nothing, and goes
on where a call would fail. Must not know what any rule does.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

from .errors import DispatchError, OperatorNotFound, explain_error
from .keys import AUTOGRAD, FORWARD_AD, KEYS, VERSION, DispatchKey, DispatchKeySet, Kind
from .operator import TENSOR_TYPES, Operator
from .registry import lookup, operators
from .rules import RULES, SPECIAL_SLOTS, Rule, combined_slots
from .state import state_bits
from .walk import HANDLERS, Site, Step, bottom, climb, mixed


class Layer(NamedTuple):
    """What one key does in a walk.

    `source` is where its rule was registered, if it has one; `asks` names the handlers of modes and
    tensor subclasses that it asks, first to last.
    """

    key: str
    walked: bool
    does: str
    source: str
    asks: tuple[str, ...] = ()


class RuleLine(NamedTuple):
    """A registered rule, and why a call does not use it (empty if it does).

    `name` is the operator's, or `"*"` or `"*tag"` for a rule of a layer as a whole.
    """

    name: str
    slot: str
    rule: str
    source: str
    lost: str


class Explanation:
    """What a call does; printing it tells the walk, and the attributes hold the same as data.

    Attributes
    ----------
    operator, schema, declared : its name and signature, and where it was declared.
    arguments : for each argument that may be a tensor, its name and the names of its keys.
    included : names of the keys that the state adds.
    excluded : names of the keys that the state takes away, each with the reason.
    walk : the live keys from the top down, with what each does.
    rules : every registered rule that concerns the operator, with why the call does not use it.
    error : what the call would raise before any kernel runs, or None.
    """

    def __init__(self, operator: Operator) -> None:
        self.operator = operator.name
        self.schema = str(operator.schema)
        self.declared = operator.source
        self.arguments: tuple[tuple[str, tuple[str, ...]], ...] = ()
        self.included: tuple[str, ...] = ()
        self.excluded: dict[str, str] = {}
        self.walk: tuple[Layer, ...] = ()
        self.rules: tuple[RuleLine, ...] = ()
        self.error: str | None = None

    def as_dict(self) -> dict[str, Any]:
        """Return the same as plain dicts, lists, strings and booleans.

        Examples
        --------
        >>> import redispatch as rd
        >>> told = rd.explain(rd.exp, rd.tensor([1.])).as_dict()
        >>> [layer["key"] for layer in told["walk"] if layer["walked"]]
        ['NumPy']
        """
        told = dict(vars(self))
        told["arguments"] = {name: list(keys) for name, keys in self.arguments}
        told["included"] = list(self.included)
        told["walk"] = [{**layer._asdict(), "asks": list(layer.asks)} for layer in self.walk]
        told["rules"] = [line._asdict() for line in self.rules]
        return told

    def __repr__(self) -> str:
        parts = [self.schema, f"  declared at {self.declared}"]
        if self.arguments:
            parts.append("arguments")
            parts += _columns([(name, ", ".join(keys)) for name, keys in self.arguments])
        if self.included:
            parts.append(f"included: {', '.join(self.included)}")
        if self.excluded:
            reasons = [f"{name} ({why})" for name, why in self.excluded.items()]
            parts.append(f"excluded: {', '.join(reasons)}")
        parts.append("walk")
        parts += _columns(
            [
                (">" if layer.walked else " ", layer.key, layer.does, layer.source)
                for layer in self.walk
            ]
        ) or ["  none"]
        asked = [(layer.key, handler) for layer in self.walk for handler in layer.asks]
        if asked:
            parts += ["handlers, first asked first", *_columns(asked)]
        for title, lines in (
            ("rules in use", [line for line in self.rules if not line.lost]),
            ("other rules", [line for line in self.rules if line.lost]),
        ):
            if lines:
                parts.append(title)
                parts += _columns(
                    [(_slot(line), line.rule, line.source, line.lost) for line in lines]
                )
        if self.error is not None:
            parts += ["the call fails", *(f"  {line}" for line in self.error.split("\n"))]
        return "\n".join(parts)


def _slot(line: RuleLine) -> str:
    return f"{line.name} for {line.slot}" if line.name.startswith("*") else line.slot


def _columns(rows: Sequence[tuple[str, ...]]) -> list[str]:
    """Return rows as indented lines with aligned columns."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = ["  ".join(c.ljust(w) for c, w in zip(row, widths, strict=True)) for row in rows]
    return [f"  {line.rstrip()}" for line in lines]


def explanation(found: Operator, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Explanation:
    """Return what a call would do; without arguments, the walk is that of plain tensors."""
    if args or kwargs:
        found, values = found.resolve(args, kwargs)
        values, bits = found.prepare(values)
    else:
        values, bits = (), _plain_keys() | state_bits()
    told = Explanation(found)
    told.arguments = tuple(_argument_keys(found, values))
    try:
        site = Site(found, bits)
        _tell_state(told, site)
        told.error = _walk(site)
    except DispatchError as error:
        told.error = str(error)
        return told
    told.walk = tuple(
        Layer(v.key.name, v.walked, v.does, _source(v, found), _asks(v, found, values))
        for v in site.verdicts
    )
    told.rules = tuple(_rules(site))
    return told


def operator_of(operator: Operator | Callable[..., Any] | str) -> Operator:
    """Return the operator that an operator, its function, its method or its name stands for.

    Raises
    ------
    OperatorNotFound
        If there is none.
    """
    if isinstance(operator, Operator):
        return operator
    if isinstance(operator, str):
        return lookup(operator)
    for each in operators():
        if each.caller is operator:
            return each
    for name in ("operator", "default"):  # what custom_op returned; all overloads of a name
        found = getattr(operator, name, None)
        if isinstance(found, Operator):
            return found
    if getattr(operator, "__qualname__", "").startswith("TensorMethods."):
        return lookup(operator.__name__)
    raise OperatorNotFound(
        explain_error(
            f"{operator!r}",
            "is no operator",
            accepted="an Operator, the function of one such as rd.add, or a name",
        )
    )


def _plain_keys() -> int:
    """Return the keys of a plain tensor on the default device, or on the only backend there is."""
    bits = Operator.device_bits(None)
    if not bits:
        backends = [key.bit for key in KEYS.order if key.kind is Kind.BACKEND]
        bits = backends[0] if backends else 0
    return bits | VERSION.bit


def _argument_keys(
    operator: Operator, values: tuple[Any, ...]
) -> Iterator[tuple[str, tuple[str, ...]]]:
    for position, argument in operator.tensors if values else ():
        bits, value = 0, values[position]
        for each in value if isinstance(value, tuple) else (value,):
            bits |= each._keys if each.__class__ in TENSOR_TYPES else 0
        yield argument.name, _names(bits) or ("None" if value is None else "a number",)


def _names(bits: int) -> tuple[str, ...]:
    removed = tuple(f"{key.name} (removed)" for key in KEYS.retired if key.bit & bits)
    return tuple(key.name for key in DispatchKeySet(bits)) + removed


def _tell_state(told: Explanation, site: Site) -> None:
    told.included = _names(site.facts.include_mask)
    for key in DispatchKeySet(site.facts.exclude_mask):
        told.excluded[key.name] = _why_excluded(site, key)


def _why_excluded(site: Site, key: DispatchKey) -> str:
    if site.facts.inference and key in (AUTOGRAD, FORWARD_AD):
        return "inference mode"
    if not site.facts.grad and key is AUTOGRAD:
        return "grad mode is off"
    return "a guard"


def _walk(site: Site) -> str | None:
    """Build the walk for its verdicts, also above a backend that has no rule; return the error."""
    if len(site.backends) > 1:
        mixed(site)
        return None
    try:
        step, error = bottom(site), None
    except DispatchError as refusal:
        step, error = Step(_nothing, "has no rule"), str(refusal)
    climb(site, step)
    if error is not None:
        site.verdicts[-1] = site.verdicts[-1]._replace(walked=False)
    return error


def _nothing(*args: Any) -> Any:
    raise AssertionError("an explained walk is never called")


def _asks(verdict: Any, operator: Operator, values: Sequence[Any]) -> tuple[str, ...]:
    """Return the handlers that a layer would ask."""
    tell = HANDLERS.get(verdict.key) if verdict.walked else None
    return () if tell is None else tell(operator, values)


def _source(verdict: Any, operator: Operator) -> str:
    """Return where the rule of a step was registered; derivative layers read a row of their own."""
    if verdict.source or not verdict.walked or verdict.key not in (AUTOGRAD, FORWARD_AD):
        return str(verdict.source)
    row = RULES.active((operator.functional or operator).name, "Derivative")
    return "" if row is None else row.source


# why other rules are not used --------------------------------------------------------------------


def _rules(site: Site) -> Iterator[RuleLine]:
    """Yield every rule that concerns the operator, in the order of precedence of their names."""
    operator = site.operator
    names = [operator.name, *("*" + tag for tag in operator.tags), "*"]
    if operator.functional is not None:
        names.insert(1, operator.functional.name)
    for name in names:
        for slot, stack in RULES.slots(name).items():
            if slot == "MixedDevices" and len(site.backends) < 2:
                continue  # it would stand in every explanation
            for older, newer in zip(stack, stack[1:], strict=False):
                why = f"replaced by the one at {newer.source}"
                yield RuleLine(name, slot, older.qualname, older.source, why)
            rule = stack[-1]
            yield RuleLine(
                name, slot, rule.qualname, rule.source, _why_lost(site, name, slot, rule)
            )


def _why_lost(site: Site, name: str, slot: str, rule: Rule) -> str:
    """Return why the rule in force of a slot is not used, or nothing."""
    walked = {verdict.key for verdict in site.verdicts if verdict.walked}
    if len(site.backends) > 1:
        return "" if slot == "MixedDevices" else "the tensors are of several backends"
    if slot == "Derivative":
        return "" if walked & {AUTOGRAD, FORWARD_AD} else "no derivative layer is walked"
    if slot in ("Composite", "CompositeExplicit"):
        if any(v.walked and v.source == rule.source for v in site.verdicts):
            return ""
        return f"{site.backend.name} has a kernel"
    if slot in SPECIAL_SLOTS:
        return f"read by others: {SPECIAL_SLOTS[slot]}"
    keys = combined_slots().get(slot) or (KEYS.by_name[slot],)
    for key in keys:
        if not site.asked & key.bit:
            return f"no argument has {key.name}, and nothing includes it"
        if not site.live & key.bit:
            return f"{key.name} is excluded: {_why_excluded(site, key)}"
    if keys[0].kind is Kind.BACKEND:
        return ""
    functional = site.operator.functional
    used = site.rule(keys[0])
    if used is not None and used is not rule and not (functional and name == functional.name):
        return f"the one at {used.source} comes first"
    return "" if keys[0] in walked else "falls through"
