"""The builder of walks: from an operator and the keys of a call to one callable.

Decides which rule a layer uses, in which order layers are asked, and what is left out. Must not know
what a layer does (its key's owner adapts rules) nor what a payload is (the backend's owner does).

Note [Precedence]
~~~~~~~~~~~~~~~~~
At every layer: a rule for the operator and this backend, a rule for the operator, a rule for one of
its tags, the layer's fallback, and else the layer is not in the walk. At the backend: its kernel,
the composite, the backend's own fallback, and else NoKernelError. A derivative or batching layer
asks for the composite too, when the operator has neither a row, nor a tag rule, nor the word
"nondifferentiable"; that is in those layers' adapters, through `Site.composite`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from .errors import NoKernelError, explain_error
from .keys import FACTS_MASK, KEYS, SCALAR_BITS, SCALAR_MASK, VERSION, DispatchKey, Kind
from .rules import LOCK, RULES, Generation, Rule
from .state import Facts, KeyGuard, facts_of

if TYPE_CHECKING:
    from .operator import Operator

Call = Callable[..., Any]


@dataclass(frozen=True)
class Inline:
    """How a raw kernel is called, as source that a layer above may build into its own function.

    The lines use the argument names of the schema for the tensors and may use `names`.

    Attributes
    ----------
    load : lines that fetch the payloads of the tensor arguments.
    mixed : expression that is true when operands must be cast first, or None.
    compute : lines that leave the payload of the only output in `d`, or write to the first argument.
    payload : from a tensor argument to the expression of its payload after `load`.
    keys, version : of the output.
    writes : whether this is an in-place form, whose result is its first argument.
    shares : for a view operator that may have to copy, the expression for "it did not".
    """

    load: tuple[str, ...]
    mixed: str | None
    compute: tuple[str, ...]
    payload: Mapping[str, str]
    names: Mapping[str, Any]
    keys: int
    version: Any
    writes: bool = False
    shares: str | None = None


@dataclass(frozen=True)
class Step:
    """A part of a walk: what to call, and what it does in words.

    `call` takes the arguments in schema order; `defaults` says whether it also accepts that trailing
    arguments with defaults are left out. `inline` is there when this step is one raw kernel.
    `composite` says that it calls other operators, which walk the Version layer themselves.
    """

    call: Call
    does: str
    source: str = ""
    inline: Inline | None = None
    defaults: bool = False
    key: DispatchKey | None = None
    composite: bool = False


class Adapter(Protocol):
    """The owner of a layer's key: turns a rule, or its absence, into a step, or None."""

    def __call__(self, site: Site, rule: Rule | None, below: Step) -> Step | None: ...


class Verdict(NamedTuple):
    """What the builder found at one key, for `explain`."""

    key: DispatchKey
    walked: bool
    does: str
    source: str


@dataclass
class Site:
    """What is known of a call when its walk is built."""

    operator: Operator
    bits: int
    facts: Facts
    live: int
    keys: list[DispatchKey]
    backend: DispatchKey
    scalars: frozenset[str]
    verdicts: list[Verdict] = field(default_factory=list)

    @property
    def layers(self) -> list[DispatchKey]:
        """Layers that may be walked, from the top."""
        return [key for key in self.keys if key.kind is Kind.LAYER]

    @property
    def tensors(self) -> list[str]:
        """Names of the arguments that are tensors or lists of them, without scalars of this call."""
        arguments = self.operator.schema.arguments
        return [
            a.name
            for a in arguments
            if (a.is_tensor or a.is_tensor_list) and a.name not in self.scalars
        ]

    def rule(self, layer: DispatchKey) -> Rule | None:
        """Return the rule of a layer for this operator; see Note [Precedence]."""
        name = self.operator.name
        for slot in (layer.name + self.backend.name, layer.name):
            rule = RULES.active(name, slot)
            if rule is not None:
                return rule
        for tag in self.operator.tags:
            rule = RULES.active("*" + tag, layer.name)
            if rule is not None:
                return rule
        return RULES.active("*", layer.name)

    def composite(self, layer: DispatchKey) -> Step | None:
        """Return the composite as a stand-in for a layer's missing rule, or None."""
        rule = RULES.active(self.operator.name, "Composite") or written_composite(self.operator)
        if rule is None:
            return None
        return tensor_step(self, rule, layer, own=False)

    def above(self, key: DispatchKey) -> int:
        """Bits of the live layers that stand above a key."""
        place = KEYS.order.index(key)
        mask = 0
        for upper in KEYS.order[:place]:
            if upper.kind is Kind.LAYER:
                mask |= upper.bit & self.live
        return mask


def written_composite(operator: Operator) -> Rule | None:
    """Return the in-place form of a composite as one itself: its result is copied into place.

    The composite gets a clone, because what it saves is then not what is written to.
    """
    from .registry import lookup

    functional = operator.functional
    if functional is None or not operator.schema.is_inplace:
        return None
    composed = RULES.active(functional.name, "Composite")
    if composed is None:
        return None
    clone, copy = lookup("clone"), lookup("copy_")

    def write(self: Any, *rest: Any) -> Any:
        return copy(self, functional.call((clone(self), *rest)))

    rule = Rule(write, "tensor")
    rule.source, rule.qualname = composed.source, f"{composed.qualname}, written in place,"
    return rule


def tensor_step(site: Site, rule: Rule, layer: DispatchKey, *, own: bool) -> Step:
    """Adapt a rule that gets tensors: it runs with the keys above its layer excluded.

    With `own` its own layer is excluded too; a composite that stands in for a layer's missing row
    keeps it. Nothing is paid where no such key is live.
    """
    mask = site.above(layer)
    if own and layer.kind is Kind.LAYER:
        mask |= layer.bit
    if own and layer.kind is Kind.BACKEND:
        # Version stays: what a composite returns may be a view of an argument, or the argument.
        mask = sum(key.bit for key in KEYS.order if key.kind is Kind.LAYER and key.bit & site.live)
        mask &= ~VERSION.bit
    does = f"runs {rule.qualname} on tensors"
    if not mask:
        return Step(rule.fn, does, rule.source, key=layer)
    fn, guard = rule.fn, KeyGuard(exclude=mask)

    def guarded(*args: Any) -> Any:
        with guard:
            return fn(*args)

    return Step(guarded, does, rule.source, key=layer)


def layer_step(site: Site, rule: Rule | None, below: Step, layer: DispatchKey) -> Step | None:
    """Adapt the rule of a layer in the general way; None is a fallthrough."""
    if rule is None or rule.kind == "fallthrough":
        return None
    if rule.kind == "tensor":
        return tensor_step(site, rule, layer, own=True)
    fn, lower = rule.fn, below.call

    def through(*args: Any) -> Any:
        return fn(lower, *args)

    if rule.plain is not None:  # a fallback or tag rule that also wants to know the operator
        operator, general = site.operator, rule.plain

        def through(*args: Any) -> Any:
            return general(operator, lower, *args)

    return Step(through, f"runs {rule.qualname}", rule.source, key=layer)


def _bottom(site: Site) -> Step:
    """Return the step of the backend; see Note [Precedence]."""
    name = site.operator.name
    rule = RULES.active(name, site.backend.name)
    composite = RULES.active(name, "Composite")
    if rule is not None and rule.kind == "tensor":
        return tensor_step(site, rule, site.backend, own=True)
    step: Step | None = None
    if rule is None and composite is not None:
        return replace(tensor_step(site, composite, site.backend, own=True), composite=True)
    if site.backend.owner is not None:
        step = site.backend.owner.step(site, rule)
    if step is None:
        raise no_kernel(site)
    return step


def no_kernel(site: Site) -> NoKernelError:
    """Return the error for a call that reaches a backend without any rule."""
    name = site.operator.name
    known = [f"{slot} ({rule.source})" for slot, rule in RULES.of(name)]
    layers = " > ".join([key.name for key in site.layers if site.rule(key)] or ["no layer"])
    return NoKernelError(
        explain_error(
            name,
            f"has no rule for {site.backend.name}",
            where=f"walk {layers} > {site.backend.name} (nothing)",
            accepted="a backend that has one: "
            + (", ".join(known) or "none is registered")
            + f"; add one with kernel({name!r}, {site.backend.name!r})(function), "
            "or move the arguments with .to(device)",
        )
    )


def _site(operator: Operator, bits: int) -> tuple[Site, list[DispatchKey]]:
    known = facts_of(bits)
    keybits = bits & ~(FACTS_MASK | SCALAR_MASK)
    live = (keybits | known.include_mask) & ~known.exclude_mask
    keys = KEYS.live(live)
    backends = [key for key in keys if key.kind is Kind.BACKEND]
    either = [a.name for a in operator.schema.arguments if a.type.base == "TensorOrScalar"]
    scalars = frozenset(
        name for name, bit in zip(either, SCALAR_BITS, strict=False) if bits & bit
    )
    backend = backends[0] if backends else None
    if backend is None:
        raise NoKernelError(
            explain_error(
                operator.name,
                "was called with no tensor arguments, so no backend is named",
                accepted="at least one tensor, or device= where the operator takes it",
            )
        )
    return Site(operator, bits, known, live, keys, backend, scalars), backends


def plan(operator: Operator, bits: int) -> tuple[Site, Step]:
    """Build the steps of a walk; `Site.verdicts` then says what was found at each key."""
    site, backends = _site(operator, bits)
    if len(backends) > 1:
        rule = RULES.active("*", "MixedDevices")
        if rule is not None:
            fn = rule.fn
            step = Step(lambda *args: fn(operator, backends, *args), "moves 0-d tensors, or refuses")
            return site, step
    step = _bottom(site)
    site.verdicts.append(Verdict(site.backend, True, step.does, step.source))
    for key in reversed(site.layers):
        rule = site.rule(key)
        if key.owner is not None:
            taken = key.owner(site, rule, step)
        else:
            taken = layer_step(site, rule, step, key)
        if taken is None:
            site.verdicts.append(Verdict(key, False, "falls through", ""))
        else:
            step = taken
            site.verdicts.append(Verdict(key, True, step.does, step.source))
    site.verdicts.reverse()
    return site, step


def build(operator: Operator, bits: int) -> Call:
    """Build the walk for the keys of a call and keep it, if the tables did not change meanwhile."""
    generation = Generation.number
    site, step = plan(operator, bits)
    call = step.call if step.defaults else operator.with_defaults(step.call)
    with LOCK:
        if Generation.number == generation:
            dict.__setitem__(operator.walks, bits, call)
    return call
