"""The fallback: an operator runs on the host where a backend has no kernel, or is told to.

Decides how tensors get to the host and back, what a write on the host means here, and how a policy
is set. Must not know any operator nor what is inside a payload.
"""

from __future__ import annotations

import itertools
import warnings
from collections.abc import Callable
from typing import Any, NoReturn

from ..dispatch.errors import RegistrationError, explain_error
from ..dispatch.operator import TENSOR_TYPES, Operator
from ..dispatch.registry import lookup, register
from ..dispatch.rules import LOCK, REGISTRARS, RULES, Registration, Rule
from ..dispatch.tensor import Tensor, make_tensor
from ..dispatch.walk import Site, Step
from .backend import Backend, backend_named, check_policy
from .kernels import output_keys
from .rebinding import below_layers
from .unasked import tell
from .unshared import linking

REGISTRARS.add(__name__)
_numbers = itertools.count()


def host_step(backend: Backend, site: Site, forced: Rule | None = None) -> Step | None:
    """Return the step that runs an operator on the host, or None if the policy is to raise."""
    operator, host = site.operator, backend.host
    if host is None or host is backend:
        return None
    if forced is None:
        missing = RULES.active(operator.name, host.name) is None
        if backend.fallback == "raise" or missing:
            return None
    call = _on_host(backend, host, site, forced=forced is not None)
    if operator.schema.is_view and not backend.strided:
        call = linking(backend, call, operator)
    if forced is None:
        return Step(call, f"falls back to {host.name}", key=backend.key, how="fallback")
    does = f"is forced to run on {host.name}"
    return Step(call, does, forced.source, key=backend.key, how="forced")


def _on_host(backend: Backend, host: Backend, site: Site, *, forced: bool) -> Callable[..., Any]:
    """Return what moves the arguments of a call to the host, calls there, and moves back."""
    operator = site.operator
    keys, version = output_keys(backend, site)
    written = [i for i, a in enumerate(operator.schema.arguments) if a.mutated]
    refuse_inference = bool(written) and not site.facts.inference
    counts, hosts = backend.fallbacks, host.key.bit

    def wrap(value: Any) -> Any:
        if value.__class__ in TENSOR_TYPES:
            if not value._keys & hosts:
                return value  # it was asked for on another device
            return make_tensor(backend.from_host(value._data), keys, version)
        if isinstance(value, tuple) and hasattr(value, "_fields"):
            return type(value)(*map(wrap, value))
        if value.__class__ in (list, tuple):
            return type(value)(wrap(v) for v in value)
        return value

    def on_host(*args: Any) -> Any:
        counts[operator.name] = counts.get(operator.name, 0) + 1
        if not forced and backend.fallback == "warn":
            warnings.warn(
                f"{operator.name} has no kernel for {backend.name} and runs on {host.name}",
                RuntimeWarning,
                stacklevel=3,
            )
        for i in written:
            if refuse_inference:
                check_inference(operator.name, args[i])
            if "fill" not in operator.tags:
                backend.check_write(operator.name, args[i])
        moved = tuple([_to_host(a, backend, host, i in written) for i, a in enumerate(args)])
        copied = 0 if forced else _copied(args, moved)
        if copied:
            tell(operator.name, backend.name, host.name, copied)
        with below_layers():
            result = operator.call(moved)
        for i in written:
            if moved[i]._data is not args[i]._data:
                backend.assign(args[i], wrap(moved[i]))
        return args[written[0]] if written else wrap(result)

    return on_host


def _copied(args: Any, moved: Any) -> int:
    """Return the bytes of what the host does not look at in its place."""
    total = 0
    for before, after in zip(args, moved, strict=True):
        if before.__class__ in (list, tuple):
            total += _copied(before, after)
        elif before is not after and before._data is not after._data:
            total += int(getattr(after._data, "nbytes", 0))
    return total


def check_inference(name: str, tensor: Tensor) -> None:
    """Refuse to write to an inference tensor outside inference mode."""
    from .forms import check_inference as check

    check(name, tensor)


def _to_host(value: Any, backend: Backend, host: Backend, written: bool) -> Any:
    """Return tensors of the backend as tensors of the host that no layer knows."""
    if value.__class__ in TENSOR_TYPES and value._keys & backend.key.bit:
        tensor: Tensor = host.tensor(backend.for_host(value._data, written))
        return tensor
    if value.__class__ in (list, tuple):
        return type(value)(_to_host(v, backend, host, written) for v in value)
    return value


# what users set ----------------------------------------------------------------------------------


def set_fallback(name: Any, policy: str) -> Registration:
    """Say what a backend does where it has no kernel and the operator no composite.

    Parameters
    ----------
    name : str or device
        The device.
    policy : {"count", "warn", "raise"}
        Run on NumPy and count it in the backend's `fallbacks`; warn as well; or raise.

    Returns
    -------
    Registration
        Its `undo()` brings the former policy back; it is a context manager.

    Raises
    ------
    DeviceError
        If there is no such device.
    RegistrationError
        For another word.

    Examples
    --------
    >>> from redispatch.backends import backend_named, set_fallback
    >>> with set_fallback("meta", "warn"):
    ...     backend_named("meta").fallback
    'warn'
    >>> backend_named("meta").fallback
    'raise'
    """
    backend = backend_named(name)
    check_policy(backend.name, policy)

    def put(word: str) -> None:
        with LOCK:
            backend.fallback = word
            RULES.changed("*")

    old = backend.fallback
    put(policy)
    return Registration(f"policy {policy!r} of {backend.name}", lambda: put(old))


def force_fallback(name: Any, *operators: str | Operator) -> Registration:
    """Let operators of a backend run on NumPy, whatever kernels it has: to find a bad one.

    It is a rule like any other: the newest is in force, and `explain` shows it.

    Parameters
    ----------
    name : str or device
        The device.
    *operators : str or Operator
        At least one; in-place and out= forms follow the operator they are made from.

    Returns
    -------
    Registration
        Its `undo()` takes them back; it is a context manager.

    Raises
    ------
    DeviceError
        If there is no such device.
    OperatorNotFound
        If there is no such operator; nothing is forced then.
    RegistrationError
        For the device "numpy", and where no operator is given.

    Examples
    --------
    >>> import redispatch as rd
    >>> from redispatch.backends import force_fallback
    >>> with force_fallback("numba", "gelu"):
    ...     rd.explain("gelu", rd.zeros(2, device="numba")).walk[-1].does
    'is forced to run on NumPy'
    """
    backend, found = backend_named(name), [lookup(str_or_name(o)) for o in operators]
    if backend is backend.host:
        raise RegistrationError(
            explain_error("force_fallback", f"{backend.name} is what others fall back to")
        )
    if not found:
        raise RegistrationError(
            explain_error("force_fallback", "got no operator", accepted="names of operators")
        )
    handles: list[Registration] = []

    def undo() -> None:
        for handle in reversed(handles):
            handle.undo()

    with LOCK:
        for operator in found:
            rule = Rule(_never, "fallback", qualname="force_fallback")
            rule.module = f"force_fallback {next(_numbers)}"  # nested scopes do not replace
            handles.append(register(operator, backend.key, rule, override=True))
    return Registration(f"fallback of {', '.join(o.name for o in found)}", undo)


def str_or_name(operator: str | Operator) -> str:
    """Return the name of an operator."""
    return operator.name if isinstance(operator, Operator) else operator


def _never(*args: Any) -> NoReturn:
    raise AssertionError("a forced fallback is a step of its own")


__all__ = ["force_fallback", "host_step", "set_fallback"]
