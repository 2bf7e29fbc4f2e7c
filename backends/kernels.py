"""How raw kernels become steps of a walk where payloads can be anything.

Decides what a kernel gets, what becomes of its result, and what happens when it declines. Must not
know what is inside a payload (array_backend.py builds faster steps for arrays) nor any layer.

Note [What a kernel of a user's backend gets]
~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
Payloads for tensors and Python numbers for scalars, positionally in schema order. In a call the
operands of an operator tagged "promote" have been cast to one dtype, and to a float where the tag
"int_to_float" says so; in a derivative formula (autograd/raw_formula.py) kernels are called on
payloads as they are, scalars on either side. A kernel that returns NotImplemented hands the call on
to the composite, then to the fallback, in both.

Note [Kernels of tags]
~~~~~~~~~~~~~~~~~~~~~~
A kernel registered for `"*pointwise"` is the backend's kernel of every operator with that tag which
has none of its own. It gets the operator first and then the arguments as they are, neither cast nor
converted: whoever answers for many operators decides that for itself.
"""

from __future__ import annotations

from collections import namedtuple
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from ..dispatch.half_written import REFUSALS, half_written, written_names
from ..dispatch.keys import VERSION
from ..dispatch.operator import TENSOR_TYPES, Operator
from ..dispatch.rules import RULES, Rule
from ..dispatch.tensor import make_tensor
from ..dispatch.versions import INFERENCE_VERSION
from ..dispatch.walk import Site, Step, no_kernel, tensor_step
from .unshared import linking

if TYPE_CHECKING:
    from .backend import Backend


def output_keys(backend: Backend, site: Site) -> tuple[int, Any]:
    """Return the keys and the version slot of new tensors of a call.

    Results of view operators get no Version key here: that layer adds it, when it is walked, and
    where it is excluded (the handler of a mode) the view of a normal tensor is a normal one. New
    tensors in inference mode never have it, and refuse to say their version.
    """
    if site.operator.schema.is_view:
        if site.live & VERSION.bit:
            return backend.key.bit, None
        if site.bits & VERSION.bit:
            return backend.key.bit | VERSION.bit, None
        return backend.key.bit, INFERENCE_VERSION
    if site.facts.inference:
        return backend.key.bit, INFERENCE_VERSION
    return backend.key.bit | VERSION.bit, None


def kernel_step(backend: Backend, site: Site, rule: Rule, *, tagged: bool = False) -> Step:
    """Adapt a raw kernel in the general way: unwrap, promote, call, wrap.

    The kernel of a tag gets its arguments as they are; see Note [Kernels of tags].
    """
    operator = site.operator
    keys, version = output_keys(backend, site)
    kernel, pointwise = rule.fn, "pointwise" in operator.tags
    prepare = unwrap_all if tagged else preparation(backend, operator, rule)
    shown = len(operator.schema.returns)
    lists = bool(shown) and operator.schema.returns[0].type.list
    plain = bool(shown) and operator.schema.returns[0].type.base != "Tensor"
    outputs = outputs_type(operator) if shown > 1 else None
    if operator.schema.mutated_arguments:
        return writing_step(backend, site, rule, prepare)

    def wrap(payload: Any) -> Any:
        return make_tensor(backend.normal(payload), keys, version)

    def call(*args: Any) -> Any:
        result = backend.run(kernel, prepare(args), pointwise)
        if result is NotImplemented:
            return declined(backend, site)(*args)
        if plain or not shown:
            return result
        if lists:
            return [wrap(r) for r in result]
        if outputs is not None:
            return outputs(*map(wrap, result))
        return wrap(result)

    if operator.schema.is_view and not backend.strided:
        call = linking(backend, call, operator)
    return Step(call, f"runs {rule.qualname}", rule.source, key=backend.key)


def outputs_type(operator: Operator) -> Callable[..., Any]:
    """Return what holds several outputs: a tuple with the names that the schema gives them."""
    names = [r.name for r in operator.schema.returns if r.name is not None]
    if len(names) < len(operator.schema.returns):
        return lambda *outputs: outputs
    found = OUTPUTS.get(operator.name)
    if found is None or found._fields != tuple(names):
        made: Any = namedtuple(operator.schema.name, names, module=__name__)  # type: ignore[misc]
        found = OUTPUTS[operator.name] = made
    known: Callable[..., Any] = found
    return known


OUTPUTS: dict[str, Any] = {}


def writing_step(
    backend: Backend, site: Site, rule: Rule, prepare: Callable[[tuple[Any, ...]], list[Any]]
) -> Step:
    """Adapt a raw kernel that writes to its first argument: the result is that tensor itself.

    Where payloads cannot be written to, the kernel returns what the tensor shall hold.
    """
    from .forms import check_inference

    name, kernel, ours = site.operator.name, rule.fn, rule.ours
    mutable, fills = backend.mutable, "fill" in site.operator.tags
    arguments = written_names(site.operator)
    refuse_inference = not site.facts.inference

    def run(payloads: list[Any]) -> Any:
        try:
            return kernel(*payloads)
        except TypeError:
            if not ours:  # it would write twice
                raise
            return backend.quiet(kernel, *payloads)

    def write(self: Any, *rest: Any) -> Any:
        if refuse_inference and not self._keys & VERSION.bit:
            check_inference(name, self)
        payloads = prepare((self, *rest))
        try:
            result = run(payloads)
        except BaseException as error:
            if mutable and (not ours or not isinstance(error, REFUSALS)):
                half_written(error, name, arguments)
            raise
        if result is NotImplemented:
            return declined(backend, site)(self, *rest)
        if not mutable:
            if not fills:
                backend.check_write(name, self)
            backend.assign(self, backend.tensor(backend.normal(result)))
        return self

    return Step(write, f"runs {rule.qualname}", rule.source, key=backend.key)


def declined(backend: Backend, site: Site) -> Callable[..., Any]:
    """Return what is called when a raw kernel returns NotImplemented."""
    rule = RULES.active(site.operator.name, "Composite")
    if rule is not None:
        return tensor_step(site, rule, backend.key, own=True).call
    step = backend.fallback_step(site)
    if step is None:
        raise no_kernel(site)
    return step.call


def taking_on(
    backend: Backend, operator: Operator, kernel: Callable[..., Any]
) -> Callable[..., Any]:
    """Return the kernel for formulas: where it declines, the operator itself is called instead."""

    def checked(*args: Any) -> Any:
        result = kernel(*args)
        if result is not NotImplemented:
            return result
        from .rebinding import below_layers

        wrapped = list(args)
        for position, argument in operator.tensors:
            value = args[position]
            if argument.is_tensor_list:
                wrapped[position] = [None if v is None else backend.tensor(v) for v in value or ()]
            elif value is not None and not isinstance(value, (int, float, complex)):
                wrapped[position] = backend.tensor(value)
        with below_layers():
            return operator.call(tuple(wrapped))._data

    return checked


def promoted_arguments(operator: Operator) -> tuple[int, ...]:
    """Return the positions of the arguments that are cast to one dtype before the kernel runs.

    Those are the `TensorOrScalar` arguments of an operator tagged "promote", or, where it has none,
    its `Tensor` arguments.
    """
    if "promote" not in operator.tags:
        return ()
    arguments = list(enumerate(operator.schema.arguments))
    either = tuple(i for i, a in arguments if a.type.base == "TensorOrScalar")
    return either or tuple(i for i, a in arguments if a.is_tensor and not a.mutated)


def preparation(
    backend: Backend, operator: Operator, rule: Rule
) -> Callable[[tuple[Any, ...]], list[Any]]:
    """Return what turns the arguments of a call into those of the full raw kernel.

    A kernel with a `plain` form makes floats of integers itself: whether it does depends on the
    keyword arguments (`div` with a rounding mode keeps integers).
    """
    promoted = promoted_arguments(operator)
    floats = promoted if "int_to_float" in operator.tags and rule.plain is None else ()
    if not promoted:
        return unwrap_all

    def prepare(args: tuple[Any, ...]) -> list[Any]:
        payloads = unwrap_all(args)
        backend.promote(payloads, promoted, args)
        for i in floats:
            payloads[i] = backend.to_float(payloads[i])
        return payloads

    return prepare


def unwrap_all(args: tuple[Any, ...]) -> list[Any]:
    """Return the arguments with payloads in place of tensors."""
    return [a._data if a.__class__ in TENSOR_TYPES else unwrap(a) for a in args]


def unwrap(value: Any) -> Any:
    """Return the payload of a tensor, of the tensors in a list, or the value itself."""
    if value.__class__ in TENSOR_TYPES:
        return value._data
    if value.__class__ in (list, tuple):
        return [unwrap(v) for v in value]
    return value
