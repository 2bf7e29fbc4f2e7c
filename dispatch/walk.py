"""The builder of walks: from an operator and the keys of a call to one callable.

Decides which rule a layer uses, in which order layers are asked, and what is left out. Must not
know what a layer does (its key's owner adapts rules) nor what a payload is (the backend's owner).

Note [Precedence]
~~~~~~~~~~~~~~~~~
At every layer: a rule for the operator and this backend, a rule for the operator, a rule for one of
its tags, the layer's fallback, and else the layer is not in the walk. At the backend: its kernel
(or one that it shares with another backend), the composite, the backend's own fallback, and else
NoKernelError. A derivative or batching layer asks for the composite too, when the operator has
neither a row, nor a tag rule, nor the word "nondifferentiable"; that is in those layers' adapters,
through `Site.composite`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from .errors import DeviceError, NoKernelError, OperatorNotFound, explain_error
from .half_written import marking
from .keys import FACTS_MASK, KEYS, PYTHON, SCALAR_BITS, SCALAR_MASK, VERSION, DispatchKey, Kind
from .rules import LOCK, RULES, Generation, Rule
from .state import Facts, excluding, facts_of

if TYPE_CHECKING:
    from .operator import Operator

Call = Callable[..., Any]


class Inline(NamedTuple):
    """How a raw kernel is called, as source that a layer above may build into its own function.

    The lines use the argument names of the schema for the tensors and may use `names`.

    Attributes
    ----------
    load : lines that fetch the payloads of the tensor arguments.
    mixed : expression that is true when operands must be cast first, or None.
    compute : lines that leave the payload of the only output in `d`, or write to the first
        argument.
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


class Step(NamedTuple):
    """A part of a walk: what to call, and what it does in words.

    `call` takes the arguments in schema order; `defaults` says whether it also accepts that
    trailing arguments with defaults are left out. `source` is where its rule was registered.
    `inline` is there when this step is one raw kernel.
    `composite` says that it calls other operators, which walk the Version layer themselves.
    `how` says, of a backend's step, where the kernel comes from: "native", "shared" with another
    backend, "composite", the "form" of another operator, "fallback", or "forced" to fall back.
    """

    call: Call
    does: str
    source: str = ""
    inline: Inline | None = None
    defaults: bool = False
    key: DispatchKey | None = None
    composite: bool = False
    how: str = "native"


class Adapter(Protocol):
    """The owner of a layer's key: turns a rule, or its absence, into a step, or None."""

    def __call__(self, site: Site, rule: Rule | None, below: Step) -> Step | None: ...


#: From a layer to what tells, for a call, the handlers that it asks; filled by their owners.
HANDLERS: dict[DispatchKey, Callable[[Operator, Sequence[Any]], tuple[str, ...]]] = {}


class Verdict(NamedTuple):
    """What the builder found at one key, for `explain`."""

    key: DispatchKey
    walked: bool
    does: str
    source: str


class Site:
    """What is known of a call when its walk is built.

    Attributes
    ----------
    operator, bits : what is called, and the int that looks the walk up.
    facts : the facts behind the state's part of `bits`.
    asked : bits of the keys of the arguments and of those included.
    live : the same without what is excluded.
    keys : the live keys from the top down.
    backends : those of them that are backends.
    scalars : names of the arguments that are scalars in this call.
    verdicts : what was found at each key, filled in by `plan`, top down.
    """

    def __init__(self, operator: Operator, bits: int) -> None:
        self.operator = operator
        self.bits = bits
        self.facts: Facts = facts_of(bits)
        self.asked = (bits & ~(FACTS_MASK | SCALAR_MASK)) | self.facts.include_mask
        self.live = self.asked & ~self.facts.exclude_mask
        self.keys = KEYS.live(self.live)
        self.backends = [key for key in self.keys if key.kind is Kind.BACKEND]
        arguments = operator.schema.arguments
        either = [a.name for a in arguments if a.type.base == "TensorOrScalar"]
        marked = zip(either, SCALAR_BITS, strict=False)
        self.scalars = frozenset(name for name, bit in marked if bits & bit)
        self.verdicts: list[Verdict] = []

    @property
    def backend(self) -> DispatchKey:
        """The backend at the bottom; NoKernelError if no argument names one."""
        if not self.backends:
            raise NoKernelError(
                explain_error(
                    self.operator.name,
                    "was called with no tensor arguments, so no backend is named",
                    accepted="at least one tensor, or device= where the operator takes it",
                )
            )
        return self.backends[0]

    @property
    def layers(self) -> list[DispatchKey]:
        """Layers that may be walked, from the top."""
        return [key for key in self.keys if key.kind is Kind.LAYER]

    @property
    def tensors(self) -> list[str]:
        """Names of the arguments that are tensors or lists of them, without scalars here."""
        arguments = self.operator.schema.arguments
        names = [a.name for a in arguments if a.is_tensor or a.is_tensor_list]
        return [name for name in names if name not in self.scalars]

    def candidates(self, layer: DispatchKey) -> Iterator[tuple[str, str, Rule]]:
        """Yield the rules a layer could use: name, slot, rule; see Note [Precedence]."""
        name: str = self.operator.name
        places: list[tuple[str, str]] = [(name, layer.name + self.backend.name), (name, layer.name)]
        places += [("*" + tag, layer.name) for tag in self.operator.tags]
        places.append(("*", layer.name))
        for place, slot in places:
            rule = RULES.active(place, slot)
            if rule is not None:
                yield place, slot, rule

    def rule(self, layer: DispatchKey) -> Rule | None:
        """Return the rule of a layer for this operator; see Note [Precedence]."""
        return next((rule for _, _, rule in self.candidates(layer)), None)

    def composite(self, layer: DispatchKey) -> Step | None:
        """Return the composite as a stand-in for a layer's missing rule, or None."""
        rule = composite_rule(self.operator)
        if rule is None:
            return None
        return tensor_step(self, rule, layer, own=False)


def layers_above(key: DispatchKey) -> int:
    """Return the bits of the layers that stand above a key."""
    place = KEYS.order.index(key)
    return sum(upper.bit for upper in KEYS.order[:place] if upper.kind is Kind.LAYER)


def composite_rule(operator: Operator) -> Rule | None:
    """Return the composite of an operator, or the one that a form has through its operator."""
    rule = RULES.active(operator.name, "Composite")
    if rule is not None or operator.functional is None:
        return rule
    if "copy" in operator.tags:
        return copying_composite(operator.functional)
    return written_composite(operator, operator.functional)


def copying_composite(functional: Operator) -> Rule:
    """Return the composite of the form of a view that copies: the view is taken, and copied."""
    from .registry import lookup

    copy = lookup("_contiguous")

    def copied(*args: Any) -> Any:
        result = functional.call(args)
        if result.__class__ in (list, tuple):
            return [copy(each) for each in result]
        return copy(result)

    rule = Rule(copied, "tensor")
    rule.source, rule.qualname = functional.source, f"{functional.name}, and a copy of it,"
    return rule


def written_composite(operator: Operator, functional: Operator) -> Rule | None:
    """Return the in-place form of a composite as one itself: its result is copied into place.

    The composite gets a clone, because what it saves is then not what is written to.
    """
    from .registry import lookup

    if not operator.schema.is_inplace:
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


def tensor_step(
    site: Site, rule: Rule, layer: DispatchKey, *, own: bool, composite: bool = False
) -> Step:
    """Adapt a rule that gets tensors: it runs with the keys above its layer excluded.

    With `own` its own layer is excluded too; a composite that stands in for a layer's missing row
    keeps it, and one at the bottom keeps Version: it may write to temporaries, and return a view of
    an argument or the argument itself. What is excluded does not depend on the arguments: a tensor
    that the rule brings along is treated alike in every call.
    """
    mask = layers_above(layer)
    if own and layer.kind is Kind.LAYER:
        mask |= layer.bit
    schema = site.operator.schema
    if layer.kind is Kind.BACKEND and (schema.is_mutable or schema.is_view or composite):
        mask &= ~VERSION.bit  # the operators inside count the writes and link the views
    fn = rule.fn
    if schema.is_mutable and layer.kind is Kind.BACKEND and not rule.ours:
        fn = marking(site.operator, fn)
    if rule.convention is not None:
        fn = rule.convention(site.operator, fn)
    does = f"runs {rule.qualname} on tensors"
    return Step(excluding(mask, fn), does, rule.source, key=layer, composite=composite)


def layer_step(site: Site, rule: Rule | None, below: Step, layer: DispatchKey) -> Step | None:
    """Adapt the rule of a layer in the general way; None is a fallthrough."""
    if rule is None or rule.kind == "fallthrough":
        return None
    if rule.kind == "tensor":
        return tensor_step(site, rule, layer, own=not rule.keeps_layer)
    fn, lower, operator = rule.fn, below.call, site.operator
    if rule.kind == "fallback":

        def through(*args: Any) -> Any:
            return fn(operator, lower, *args)

    else:

        def through(*args: Any) -> Any:
            return fn(lower, *args)

    return Step(through, f"runs {rule.qualname}", rule.source, key=layer)


def bottom(site: Site) -> Step:
    """Return the step of the backend; see Note [Precedence].

    Raises
    ------
    NoKernelError
        If there is neither a kernel nor anything that could stand in for it.
    """
    backend = site.backend
    rule = RULES.active(site.operator.name, backend.name)
    if rule is not None and rule.kind == "tensor":
        return tensor_step(site, rule, backend, own=True)
    shares = getattr(backend.owner, "shares_kernel", None)
    if rule is None and not (shares is not None and shares(site.operator)):
        for slot in ("CompositeExplicit", "Composite"):
            composite = RULES.active(site.operator.name, slot)
            if composite is not None and composite.kind == "direct":
                does = f"runs {composite.qualname}"
                return Step(composite.fn, does, composite.source, key=backend, how="composite")
            if composite is not None:
                parts = slot == "Composite"
                made = tensor_step(site, composite, backend, own=True, composite=parts)
                return made._replace(how="composite")
        if "copy" in site.operator.tags and not site.operator.schema.is_out:
            copying = composite_rule(site.operator)
            assert copying is not None
            made = tensor_step(site, copying, backend, own=True, composite=True)
            return made._replace(how="composite")
    step: Step | None = None
    if backend.owner is not None:
        step = backend.owner.step(site, rule)
    if step is None:
        raise no_kernel(site)
    return step


def climb(site: Site, step: Step) -> Step:
    """Put the live layers on top of the step of the backend, and note what each does."""
    verdicts = [Verdict(site.backend, True, step.does, step.source)]
    for key in reversed(site.layers):
        rule = site.rule(key)
        if key.owner is not None:
            taken = key.owner(site, rule, step)
        else:
            taken = layer_step(site, rule, step, key)
        if taken is not None:
            step = taken
            verdicts.append(Verdict(key, True, step.does, step.source))
        elif rule is None:
            verdicts.append(Verdict(key, False, "has nothing to do", ""))
        else:
            verdicts.append(Verdict(key, False, "falls through", rule.source))
    site.verdicts = verdicts[::-1]
    return step


def mixed(site: Site) -> Step:
    """Return the step for arguments of several backends: what was registered for that.

    Raises
    ------
    DeviceError
        If nothing was.
    """
    operator, backends = site.operator, site.backends
    rule = RULES.active("*", "MixedDevices")
    if rule is None:
        raise DeviceError(
            explain_error(
                operator.name,
                f"got tensors of {' and '.join(key.name for key in backends)}",
                accepted="tensors of one backend; move the others with .to(device)",
            )
        )
    fn = rule.fn

    def move(*args: Any) -> Any:
        return fn(operator, backends, *args)

    return Step(move, "moves 0-d tensors, or refuses", rule.source)


def plan(site: Site) -> Step:
    """Return the walk for a call; `Site.verdicts` then says what was found at each key.

    A tensor subclass with a handler decides itself what it does beside tensors of another device.
    """
    if len(site.backends) < 2:
        try:
            step = bottom(site)
        except NoKernelError as error:
            if PYTHON not in site.keys or not site.backends:
                raise
            step = _missing(site, str(error))  # a handler may answer in its place
        return climb(site, step)
    if site.bits & site.live & PYTHON.bit:
        return climb(site, mixed(site))
    return mixed(site)


def _missing(site: Site, said: str) -> Step:
    """Return the step that raises where a kernel is missing."""

    def refuse(*args: Any) -> Any:
        raise NoKernelError(said)

    return Step(refuse, "has no rule", key=site.backend)


def build(operator: Operator, bits: int) -> Call:
    """Build the walk for the keys of a call and keep it; see Note [Registration and calls]."""
    while True:
        generation = Generation.number
        try:
            if not operator.declared:
                raise OperatorNotFound(explain_error(operator.name, "is no longer declared"))
            step = plan(Site(operator, bits))
        except Exception:
            if Generation.number == generation:
                raise
            continue  # it may have seen half of a change
        call = step.call if step.defaults else operator.with_defaults(step.call)
        with LOCK:
            if Generation.number == generation:
                dict.__setitem__(operator.walks, bits, call)
                return call


def no_kernel(site: Site) -> NoKernelError:
    """Return the error for a call that reaches a backend without any rule."""
    name, backend = site.operator.name, site.backend.name
    walk = []
    for key in site.layers:
        rule = site.rule(key)
        walk.append(f"{key.name} ({rule.source if rule else 'by default'})")
    known = [f"{slot} ({rule.source})" for slot, rule in RULES.of(name)]
    return NoKernelError(
        explain_error(
            name,
            f"has no rule for {backend}",
            where=f"walk: {' > '.join([*walk, f'{backend} (nothing)'])}\n"
            f"rules for: {', '.join(known) or 'nothing'}",
            accepted=[
                f"kernel({name!r}, {backend!r})(function), which adds one",
                "or arguments of a backend that has one: move them with .to(device)",
            ],
        )
    )
