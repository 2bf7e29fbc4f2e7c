"""What a backend is: the owner of a backend key, and how one registers.

Decides what a backend must answer about its payloads and how raw kernels are adapted for payloads
that can be anything. Must not know NumPy arrays (array_backend.py does) nor any layer.
"""

from __future__ import annotations

import math
import warnings
from collections import namedtuple
from collections.abc import Callable, Sequence
from typing import Any, ClassVar

from ..dispatch.errors import DeviceError, RegistrationError, explain_error, suggest
from ..dispatch.keys import VERSION, DispatchKey
from ..dispatch.operator import TENSOR_TYPES, Operator
from ..dispatch.registry import register_backend_key, remove_key
from ..dispatch.rules import LOCK, RULES, Registration, Rule
from ..dispatch.tensor import Tensor, forget_backends, make_tensor
from ..dispatch.versions import INFERENCE_VERSION
from ..dispatch.walk import Site, Step
from .device import device


class Backend:
    """A place where payloads live, and how they are computed with.

    Subclass it, say how payloads become NumPy arrays and back, and hand an instance to
    `register_backend`; kernels are then registered for its name.

    Attributes
    ----------
    name : str
        The name of the key.
    device : device
        What `tensor.device` shows; `"toy"` for a backend named `"Toy"`.
    mutable : bool
        Whether payloads can be written to.
    strided : bool
        Whether payloads have views that share memory.
    fallback : {"numpy", "warn", "raise"}
        What happens where the backend has no kernel and the operator no composite.
    """

    name: str = ""
    mutable: bool = False
    strided: bool = False
    fallback: str = "raise"
    key: DispatchKey
    device: device
    host: ClassVar[Any] = None  # the backend that fallbacks run on

    def __init__(self, name: str | None = None) -> None:
        if name is not None:
            self.name = name
        self.fallbacks: dict[str, int] = {}

    def from_numpy(self, array: Any) -> Any:
        """Return the payload that holds the values of a NumPy array."""
        raise NotImplementedError

    def to_numpy(self, payload: Any) -> Any:
        """Return a NumPy array with the values of a payload."""
        raise NotImplementedError

    def shape(self, payload: Any) -> tuple[int, ...]:
        """Return the sizes of a payload."""
        return tuple(payload.shape)

    def strides(self, payload: Any) -> tuple[int, ...]:
        """Return the strides of a payload in elements; row-major ones where it has none."""
        found, step = [], 1
        for n in reversed(self.shape(payload)):
            found.append(step)
            step *= max(n, 1)
        return tuple(reversed(found))

    def storage_offset(self, payload: Any) -> int:
        """Return how many elements into its memory a payload begins."""
        return 0

    def data_ptr(self, payload: Any) -> int:
        """Return the address of a payload, 0 where it has none."""
        return 0

    def numel(self, payload: Any) -> int:
        """Return the number of elements of a payload."""
        return math.prod(self.shape(payload))

    def dtype(self, payload: Any) -> Any:
        """Return the dtype of a payload."""
        from .dtypes import as_dtype

        return as_dtype(payload.dtype)

    def normal(self, payload: Any) -> Any:
        """Return what a kernel gave in the form that tensors keep."""
        return payload

    def describe(self, payload: Any) -> str | None:
        """Return the whole text of a tensor, or None to print its values like an array."""
        return None

    def alias(self, payload: Any) -> Any:
        """Return a payload for another tensor over the same memory."""
        return payload

    def copy(self, payload: Any) -> Any:
        """Return a payload with the same values in memory of its own."""
        return self.from_numpy(self.to_numpy(payload).copy())

    def operand(self, like: Any, value: Any) -> Any:
        """Return a number in the form in which kernels take it beside a payload."""
        return value

    def add_payloads(self, old: Any, new: Any, owned: bool) -> Any:
        """Return the sum of two gradients; may be made in the old one if the caller owns it."""
        from ..dispatch.registry import lookup

        add = self.raw(lookup("add"))
        if add is not None:
            return self.normal(add(old, new, 1))
        return (self.tensor(old) + self.tensor(new))._data

    def fits(self, gradient: Any, leaf: Any) -> bool:
        """Whether a gradient may become `.grad` as it is: it has the layout that one should have."""
        return True

    def copy_like(self, gradient: Any, leaf: Any) -> Any:
        """Return a copy of a gradient in the layout that `.grad` of a leaf should have."""
        return self.copy(gradient)

    def like_strides(self, payload: Any, like: Any) -> Any:
        """Return a writable copy with the order of strides of another payload."""
        return self.copy(payload)

    def cast(self, payload: Any, to: Any) -> Any:
        """Return the payload with another dtype; by way of NumPy unless the backend does better."""
        return self.from_numpy(self.to_numpy(payload).astype(to.dtype))

    def common_dtype(self, operands: list[Any]) -> Any:
        """Return the dtype that tensors and scalars of a call are promoted to."""
        from .dtypes import as_dtype
        from .promotion import result_dtype

        return as_dtype(result_dtype([_stand_in(v) for v in operands]))

    def promote(
        self, payloads: list[Any], positions: tuple[int, ...], args: tuple[Any, ...]
    ) -> None:
        """Cast tensor operands to their common dtype, in place in the list; scalars stay scalars."""
        target = self.common_dtype([args[i] for i in positions])
        for i in positions:
            if args[i].__class__ in TENSOR_TYPES and args[i].dtype is not target:
                payloads[i] = self.cast(payloads[i], target)

    def shares(self, payload: Any, other: Any) -> bool:
        """Whether a result of a view operator shares the memory of its input."""
        return self.strided

    def tensor(self, payload: Any) -> Tensor:
        """Wrap a payload as a normal tensor."""
        return make_tensor(payload, self.key.bit | VERSION.bit)

    def run(self, kernel: Callable[..., Any], args: Sequence[Any], pointwise: bool) -> Any:
        """Call a raw kernel."""
        return kernel(*args)

    def quiet(self, fn: Callable[..., Any], *args: Any) -> Any:
        """Call again after a TypeError, so that warnings of its arithmetic stay unheard."""
        return fn(*args)

    def to_float(self, payload: Any) -> Any:
        """Return integers and booleans in the default floating-point dtype."""
        from .dtypes import get_default_dtype

        kind = self.dtype(payload)
        if kind.is_floating_point or kind.is_complex:
            return payload
        return self.cast(payload, get_default_dtype())

    # adapting rules --------------------------------------------------------------------------

    def step(self, site: Site, rule: Rule | None) -> Step | None:
        """Adapt a raw kernel, or what stands in for a missing one."""
        from .forms import write_step

        operator = site.operator
        if rule is not None:
            return kernel_step(self, site, rule)
        if operator.functional is not None:
            return write_step(self, site)
        return self.fallback_step(site)

    def raw(self, operator: Operator) -> Callable[..., Any] | None:
        """Return the raw kernel of an operator for formulas, or None."""
        rule = RULES.active(operator.name, self.name)
        if rule is None or rule.kind != "raw":
            return None
        kernel: Callable[..., Any] = rule.fn
        return kernel

    def fallback_step(self, site: Site) -> Step | None:
        """Run the operator on the host backend and bring the result back, if the policy allows."""
        if self.fallback == "raise" or self.host is None or self.host is self:
            return None
        operator, host = site.operator, self.host
        if RULES.active(operator.name, host.name) is None:
            return None

        def on_host(*args: Any) -> Any:
            self.fallbacks[operator.name] = self.fallbacks.get(operator.name, 0) + 1
            if self.fallback == "warn":
                warnings.warn(
                    f"{operator.name} has no kernel for {self.name} and runs on {host.name}",
                    RuntimeWarning,
                    stacklevel=3,
                )
            moved = [_move(a, self, host) for a in args]
            result = operator.walks[_bits(moved)](*moved)
            return _move(result, host, self)

        return Step(on_host, f"falls back to {host.name}", key=self.key)


def _bits(values: list[Any]) -> int:
    bits = 0
    for value in values:
        if value.__class__ in TENSOR_TYPES:
            bits |= value._keys
        elif value.__class__ is tuple or value.__class__ is list:
            bits |= _bits(list(value))
    return bits & ~VERSION.bit


def _move(value: Any, source: Backend, target: Backend) -> Any:
    if value.__class__ in TENSOR_TYPES and value._keys & source.key.bit:
        return target.tensor(target.from_numpy(source.to_numpy(value._data)))
    if value.__class__ in (tuple, list):
        return type(value)(_move(v, source, target) for v in value)
    return value


def output_keys(backend: Backend, site: Site) -> tuple[int, Any]:
    """Return the keys and the version slot of new tensors of a call.

    Results of view operators get no Version key here: that layer adds it, when it is walked. New
    tensors in inference mode never have it, and refuse to say their version.
    """
    if site.operator.schema.is_view:
        if site.live & VERSION.bit:
            return backend.key.bit, None
        return backend.key.bit, INFERENCE_VERSION
    if site.facts.inference:
        return backend.key.bit, INFERENCE_VERSION
    return backend.key.bit | VERSION.bit, None


def kernel_step(backend: Backend, site: Site, rule: Rule) -> Step:
    """Adapt a raw kernel in the general way: unwrap, promote, call, wrap."""
    operator = site.operator
    keys, version = output_keys(backend, site)
    kernel, pointwise = rule.fn, "pointwise" in operator.tags
    prepare = preparation(backend, operator, rule)
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

    return Step(call, f"runs {rule.qualname}", rule.source, key=backend.key)


def outputs_type(operator: Operator) -> Callable[..., Any]:
    """Return what holds several outputs: a tuple with the names that the schema gives them."""
    names = [r.name for r in operator.schema.returns]
    if None in names:
        return lambda *outputs: outputs
    found = OUTPUTS.get(operator.name)
    if found is None or found._fields != tuple(names):
        found = namedtuple(operator.schema.name, names, module=__name__)  # type: ignore
        OUTPUTS[operator.name] = found
    return found


OUTPUTS: dict[str, Any] = {}


def writing_step(
    backend: Backend, site: Site, rule: Rule, prepare: Callable[[tuple[Any, ...]], list[Any]]
) -> Step:
    """Adapt a raw kernel that writes to its first argument: the result is that tensor itself."""
    from .forms import check_inference

    name, kernel = site.operator.name, rule.fn
    refuse_inference = not site.facts.inference

    def write(self: Any, *rest: Any) -> Any:
        if refuse_inference:
            check_inference(name, self)
        payloads = prepare((self, *rest))
        try:
            kernel(*payloads)
        except TypeError:
            backend.quiet(kernel, *payloads)
        return self

    return Step(write, f"runs {rule.qualname}", rule.source, key=backend.key)


def declined(backend: Backend, site: Site) -> Callable[..., Any]:
    """Return what is called when a raw kernel returns NotImplemented."""
    from ..dispatch.walk import no_kernel, tensor_step

    rule = RULES.active(site.operator.name, "Composite")
    if rule is not None:
        return tensor_step(site, rule, backend.key, own=True).call
    step = backend.fallback_step(site)
    if step is None:
        raise no_kernel(site)
    return step.call


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

    def prepare(args: tuple[Any, ...]) -> list[Any]:
        payloads = [unwrap(a) for a in args]
        if promoted:
            backend.promote(payloads, promoted, args)
        for i in floats:
            payloads[i] = backend.to_float(payloads[i])
        return payloads

    return prepare


def unwrap(value: Any) -> Any:
    """Return the payload of a tensor, of the tensors in a list, or the value itself."""
    if value.__class__ in TENSOR_TYPES:
        return value._data
    if value.__class__ in (list, tuple):
        return [unwrap(v) for v in value]
    return value


def _stand_in(value: Any) -> Any:
    """Return an array of no or one element that promotes like a tensor; scalars as they are."""
    import numpy as np

    if value.__class__ in TENSOR_TYPES:
        return np.empty((0,) if len(value.shape) else (), value.dtype.dtype)
    return value


def register_backend(backend: Backend, *, why: str = "") -> Registration:
    """Register a backend: its key, its device, and thereby the slot of its kernels.

    Parameters
    ----------
    backend : Backend
        An instance; its `name` must be an identifier that no key has.
    why : str
        One sentence for `explain`.

    Returns
    -------
    Registration
        `undo()` removes the backend with its key and kernels; it is a context manager.

    Raises
    ------
    RegistrationError
        If the name is taken; nothing is registered then.
    """
    place = device.of_backend(backend.name)
    with LOCK:
        if place.type in DEVICES:
            raise RegistrationError(
                explain_error(f"device {place.type!r}", "belongs to another backend")
            )
        key = register_backend_key(backend.name, why or f"computes on {place.type}", backend)
        backend.key = key
        backend.device = place
        DEVICES[place.type] = backend
        forget_backends()
    return Registration(f"backend {backend.name}", lambda: _remove(backend))


def _remove(backend: Backend) -> None:
    with LOCK:
        if DEVICES.get(backend.device.type) is backend:
            del DEVICES[backend.device.type]
            remove_key(backend.key)
            forget_backends()


DEVICES: dict[str, Backend] = {}


def backend_named(where: Any) -> Backend:
    """Return the backend of a device, a device name, or None for the default.

    Raises
    ------
    DeviceError
        If no backend has that device; the message lists those that do.
    """
    if where is None:
        found: Backend = Backend.host
        return found
    name = device(where).type
    known = DEVICES.get(name)
    if known is None:
        raise DeviceError(
            explain_error(
                f"device {str(where)!r}",
                "is not registered" + suggest(name, DEVICES),
                accepted="one of " + ", ".join(DEVICES),
            )
        )
    return known


def device_bits(where: Any) -> int:
    """Return the key bit that a `device=` argument adds to a call."""
    return backend_named(where).key.bit


Operator.device_bits = staticmethod(device_bits)
