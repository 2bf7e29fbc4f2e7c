"""What a backend is: the owner of a backend key, and how one registers.

Decides what a backend must answer about its payloads, and what stands in for a missing kernel. Must
not know what is inside a payload (array_backend.py does) nor any layer.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Callable, Iterable, Sequence
from threading import get_ident
from typing import Any, ClassVar

import numpy as np

from ..dispatch.errors import RegistrationError, explain_error
from ..dispatch.keys import VERSION, DispatchKey
from ..dispatch.operator import DTYPE_TYPES, TENSOR_TYPES, Operator
from ..dispatch.registry import lookup, register_backend_key, remove_key
from ..dispatch.rules import LOCK, RULES, Registration, Rule
from ..dispatch.tensor import Tensor, forget_backends, make_tensor
from ..dispatch.walk import Site, Step
from . import create, unshared
from .device import device
from .dtypes import as_dtype, get_default_dtype
from .dtypes import dtype as DType
from .kernels import kernel_step, taking_on
from .payload_memory import NoMemory
from .promotion import result_dtype


class Backend(NoMemory):
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
        Whether payloads can be written to; else an in-place form gives its tensor a new payload.
    strided : bool
        Whether payloads have views that share memory; else views are linked and made again after a
        write. See Note [Memory without strides] in unshared.py.
    declines : bool
        Whether kernels may return NotImplemented.
    fallback : {"count", "warn", "raise"}
        What happens where the backend has no kernel and the operator no composite: the call runs
        on NumPy and is counted, warns as well, or raises. A lazy backend should raise: NumPy would
        compute everything that its expressions have put off. `"numpy"` means `"count"`.
    fallbacks : dict
        From the name of an operator to how often it fell back.
    """

    name: str = ""
    mutable: bool = False
    strided: bool = False
    declines: bool = True
    fallback: str = "raise"
    native_dtypes: bool = False  # payloads have a `.dtype` of which there is one object for each
    key: DispatchKey
    device: device
    host: ClassVar[Any] = None  # the backend that fallbacks run on

    def __init__(self, name: str | None = None) -> None:
        if name is not None:
            self.name = name
        self.fallbacks: dict[str, int] = {}

    def from_numpy(self, array: Any) -> Any:
        """Return the payload that holds the values of a NumPy array; it may keep the array."""
        raise NotImplementedError(f"{self.name}.from_numpy is not defined")

    def to_numpy(self, payload: Any) -> Any:
        """Return a NumPy array with the values of a payload; it may share the payload's memory."""
        raise NotImplementedError(f"{self.name}.to_numpy is not defined")

    def adopt(self, array: Any) -> Any:
        """Return a payload of its own with the values of an array that others may write to."""
        return self.from_numpy(array.copy("K"))

    def full(self, size: tuple[int, ...], value: Any, dtype: Any) -> Any:
        """Return a payload of one number; without a dtype in the one the number infers."""
        return self.from_numpy(create.full(size, value, dtype))

    def pack(self, payload: Any) -> Any:
        """Return what is pickled of a payload."""
        return np.array(self.to_numpy(payload))

    def unpack(self, packed: Any) -> Any:
        """Return the payload that was packed; unpickled arrays have a dtype object of their own."""
        return self.from_numpy(packed.view(as_dtype(packed.dtype).dtype))

    def shape(self, payload: Any) -> tuple[int, ...]:
        """Return the sizes of a payload."""
        return tuple(payload.shape)

    def like(self, payload: Any) -> Any:
        """Return the sizes and dtype of a payload as something that can be compared."""
        return (self.shape(payload), self.dtype(payload))

    def described(self, like: Any) -> tuple[tuple[int, ...], Any]:
        """Return the sizes and the dtype out of what `like` returned."""
        return like  # type: ignore[no-any-return]

    def dtype_from(self, native: Any) -> Any:
        """Return the dtype that a payload's own dtype stands for."""
        return as_dtype(native)

    def zeros(self, shape: tuple[int, ...], dtype: Any) -> Any:
        """Return a payload of zeros."""
        return self.from_numpy(np.zeros(shape, dtype.dtype))

    def warmup(self, names: Iterable[str] | None, dtypes: Sequence[str] | None) -> list[Any]:
        """Make kernels ready that would be compiled at their first call; report what it cost."""
        return []

    def differentiable(self, payload: Any) -> bool:
        """Whether a payload's dtype can have a gradient."""
        kind = self.dtype(payload)
        return bool(kind.is_floating_point or kind.is_complex)

    def is_complex(self, payload: Any) -> bool:
        """Whether a payload holds complex numbers."""
        return bool(self.dtype(payload).is_complex)

    def numel(self, payload: Any) -> int:
        """Return the number of elements of a payload."""
        return math.prod(self.shape(payload))

    def dtype(self, payload: Any) -> Any:
        """Return the dtype of a payload."""
        return as_dtype(payload.dtype)

    def normal(self, payload: Any) -> Any:
        """Return what a kernel gave in the form that tensors keep."""
        return payload

    def describe(self, payload: Any, extra: Sequence[str]) -> str | None:
        """Return the whole text of a tensor, or None to print its values like an array.

        `extra` holds the facts to show last, as ``"requires_grad=True"``.
        """
        return None

    def alias(self, payload: Any) -> Any:
        """Return a payload for another tensor over the same memory."""
        return payload

    def copy(self, payload: Any) -> Any:
        """Return a payload with the same values in memory of its own."""
        return self.adopt(self.to_numpy(payload))

    def for_host(self, payload: Any, written: bool) -> Any:
        """Return a payload of the host with the same values, of its own if it is written to."""
        array = self.to_numpy(payload)
        return self.host.adopt(array) if written else self.host.from_numpy(array)

    def from_host(self, payload: Any) -> Any:
        """Return a payload with the values of one of the host."""
        return self.adopt(self.host.to_numpy(payload))

    def check_write(self, name: str, tensor: Tensor) -> None:
        """Refuse an operator's write to a tensor before anything has changed.

        Raises
        ------
        RuntimeError
            If several elements of the tensor are one element of memory.
        """
        if not self.strided:
            unshared.check_overlaps(self, name, tensor)

    def assign(self, tensor: Tensor, result: Tensor) -> None:
        """Give a tensor the values of a result that has its sizes, and a dtype that may be cast."""
        same = result.dtype is tensor.dtype
        payload = result._data if same else self.cast(result._data, tensor.dtype)
        unshared.write(self, tensor, payload)

    def put_back(self, payload: Any, chain: unshared.Chain, part: Any) -> Any:
        """Return a payload in which the elements that view operators lead to are those of a part.

        Asked only where payloads share no memory; each step of the chain has `operator`, `args`
        (those after the tensor) and `output` (its number, where the operator has several).
        """
        return unshared.put_back(self, payload, chain, part)

    def share(self, source: Tensor, tensor: Tensor) -> None:
        """Note that a tensor has been given the payload of another one, and so its memory."""
        if not self.strided:
            unshared.share(source, tensor)

    def operand(self, like: Any, value: Any) -> Any:
        """Return a number in the form in which kernels take it beside a payload."""
        return value

    def add_payloads(self, old: Any, new: Any, owned: bool) -> Any:
        """Return the sum of two gradients; may be made in the old one if the caller owns it."""
        add = self.raw(lookup("add"))
        if add is not None:
            return self.normal(add(old, new, 1))
        return (self.tensor(old) + self.tensor(new))._data

    def fits(self, gradient: Any, leaf: Any) -> bool:
        """Whether a gradient has the layout that `.grad` should have, and may become it."""
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
        return as_dtype(result_dtype([_stand_in(v) for v in operands]))

    def promote(
        self, payloads: list[Any], positions: tuple[int, ...], args: tuple[Any, ...]
    ) -> None:
        """Cast tensor operands to their common dtype, in place in the list; scalars stay."""
        target = self.common_dtype([args[i] for i in positions])
        for i in positions:
            if args[i].__class__ in TENSOR_TYPES and args[i].dtype is not target:
                payloads[i] = self.cast(payloads[i], target)

    def constants(self, value: Any) -> Any:
        """Return what gives, by the dtype of a payload, the operand that a number is beside it."""
        return None

    def takes_numbers(self, kernel: Callable[..., Any]) -> bool:
        """Whether a raw kernel takes Python numbers where it takes promoted payloads."""
        return True

    def shares(self, payload: Any, other: Any) -> bool:
        """Whether a result of a view operator shares the memory of its input."""
        return self.strided

    def shares_memory(self, base: Tensor, result: Tensor) -> bool:
        """Whether the result of a view operator that may have to copy is a view."""
        if self.strided:
            return self.shares(base._data, result._data)
        return unshared.linked(base, result)

    def same_place(self, payload: Any, other: Any) -> bool:
        """Whether two views of one memory are the same elements in the same order."""
        return self.shape(payload) == self.shape(other)

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
        """Return integers and booleans in the default floating-point dtype; numbers as they are."""
        if isinstance(payload, (int, float, complex)):
            return payload
        kind = self.dtype(payload)
        if kind.is_floating_point or kind.is_complex:
            return payload
        return self.cast(payload, get_default_dtype())

    # adapting rules --------------------------------------------------------------------------

    def step(self, site: Site, rule: Rule | None) -> Step | None:
        """Adapt a raw kernel, or what stands in for a missing one."""
        if rule is not None and rule.kind == "fallback":
            return self.fallback_step(site, rule)
        if rule is not None:
            return kernel_step(self, site, rule)
        tagged = self.tag_rule(site.operator)
        if tagged is not None:
            return kernel_step(self, site, tagged, tagged=True)
        if site.operator.functional is not None:
            return self.write_step(site)
        return self.fallback_step(site)

    def tag_rule(self, operator: Operator) -> Rule | None:
        """Return the kernel of a tag of an operator; see Note [Kernels of tags] in kernels.py."""
        if operator.schema.mutated_arguments:
            return None
        for tag in operator.tags:
            rule = RULES.active("*" + tag, self.name)
            if rule is not None:
                import copy

                bound = copy.copy(rule)
                bound.fn = functools.partial(rule.fn, operator)
                return bound
        return None

    def raw(self, operator: Operator) -> Callable[..., Any] | None:
        """Return the raw kernel of an operator for formulas, or None."""
        rule = RULES.active(operator.name, self.name) or self.tag_rule(operator)
        if rule is None or rule.kind != "raw":
            return None
        kernel: Callable[..., Any] = rule.fn
        return taking_on(self, operator, kernel) if self.declines else kernel

    def plain(self, operator: Operator) -> Callable[..., Any] | None:
        """Return the plain form of the kernel that `raw` returns, or None."""
        kernel = self.raw(operator)
        for rule in (RULES.active(operator.name, self.name), self.host_rule(operator)):
            if rule is not None and rule.fn is kernel:
                return rule.plain
        return None

    def host_rule(self, operator: Operator) -> Rule | None:
        """Return the host's rule for an operator, in the form in which this backend shares it."""
        return None if self.host is None else RULES.active(operator.name, self.host.name)

    def write_step(self, site: Site) -> Step | None:
        """Return the step of an in-place or out= form without a kernel of its own."""
        from .rebinding import rebinding_step

        return rebinding_step(self, site)

    def fallback_step(self, site: Site, forced: Rule | None = None) -> Step | None:
        """Run on the host and bring the result back, if the policy or a rule says so."""
        from .fallback import host_step

        return host_step(self, site, forced)


def _stand_in(value: Any) -> Any:
    """Return an array of no or one element that promotes like a tensor; scalars as they are."""
    if value.__class__ in TENSOR_TYPES:
        return np.empty((0,) if len(value.shape) else (), value.dtype.dtype)
    return value


def register_backend(backend: Backend, *, why: str = "") -> Registration:
    """Register a backend: its key, its device, and thereby the slot of its kernels.

    A tensor of a backend that was removed refuses every use with `KeyRemovedError`.

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

    Examples
    --------
    >>> import redispatch as rd
    >>> from redispatch.backends import Backend, register_backend
    >>> class Shelf(Backend):
    ...     name, fallback = "Shelf", "numpy"
    ...     def from_numpy(self, array): return array
    ...     def to_numpy(self, payload): return payload
    >>> with register_backend(Shelf()):
    ...     print(rd.ones(2, device="shelf") + 1)
    tensor([2., 2.], device='shelf')
    """
    place = device.of_backend(backend.name)
    check_policy(backend.name, backend.fallback)
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
    return Registration(f"backend {backend.name}", lambda: remove_backend(backend))


def remove_backend(backend: Backend) -> None:
    """Take a backend away with its key, its device and its kernels; nothing if that was done."""
    with LOCK:
        if DEVICES.get(backend.device.type) is backend:
            del DEVICES[backend.device.type]
            remove_key(backend.key)
            forget_backends()


POLICIES = ("count", "numpy", "warn", "raise")
DEVICES: dict[str, Backend] = {}
LOADING: dict[str, int] = {}  # the devices that plugins.py is loading, with the thread that does


def check_policy(name: str, policy: str) -> None:
    """Raise RegistrationError unless a word is one for what happens to operators without kernel."""
    if policy not in POLICIES:
        raise RegistrationError(
            explain_error(
                f"backend {name}",
                f"has the fallback policy {policy!r}",
                accepted="'count', 'warn' or 'raise'",
            )
        )


def backend_named(where: Any) -> Backend:
    """Return the backend of a device, a device name, or None for the default.

    One that an installed distribution provides is loaded when it is first named.

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
    if known is None or (LOADING and LOADING.get(name, get_ident()) != get_ident()):
        from .plugins import find

        return find(where, name)
    return known


def device_bits(where: Any) -> int:
    """Return the key bit that a `device=` argument adds to a call."""
    return backend_named(where).key.bit


Operator.device_bits = staticmethod(device_bits)
Operator.convert_dtype = staticmethod(as_dtype)
DTYPE_TYPES.add(DType)


def warmup(
    where: Any, names: Iterable[str] | None = None, dtypes: Sequence[str] | None = None
) -> list[Any]:
    """Make the kernels of a device ready now instead of at their first call.

    Parameters
    ----------
    where : device or its name.
    names : names of kernels; all by default.
    dtypes : names of dtypes; all that there are kernels for by default.

    Returns
    -------
    list
        What each kernel cost; printed, a table. Empty for a device that compiles nothing.

    Raises
    ------
    DeviceError
        If there is no such device.
    ValueError
        If it has no kernel of such a name or dtype.

    Examples
    --------
    >>> from redispatch.backends import warmup
    >>> warmup("cpu")
    []
    """
    return backend_named(where).warmup(names, dtypes)
