"""The fallback: an operator that a backend has no kernel for runs on the host, counted.

Decides how tensors get to the host and back, and what a write on the host means here. Must not know
any operator nor what is inside a payload.
"""

from __future__ import annotations

import warnings
from typing import Any

from ..dispatch.operator import TENSOR_TYPES
from ..dispatch.rules import RULES
from ..dispatch.tensor import Tensor, make_tensor
from ..dispatch.walk import Site, Step
from .backend import Backend
from .kernels import output_keys
from .rebinding import below_layers
from .unasked import tell


def host_step(backend: Backend, site: Site) -> Step | None:
    """Return the step that runs an operator on the host, or None if the policy is to raise."""
    operator, host = site.operator, backend.host
    if backend.fallback == "raise" or host is None or host is backend:
        return None
    if RULES.active(operator.name, host.name) is None:
        return None
    keys, version = output_keys(backend, site)
    written = [i for i, a in enumerate(operator.schema.arguments) if a.mutated]
    counts = backend.fallbacks

    def wrap(value: Any) -> Any:
        if value.__class__ in TENSOR_TYPES:
            return make_tensor(backend.adopt(host.to_numpy(value._data)), keys, version)
        if isinstance(value, tuple) and hasattr(value, "_fields"):
            return type(value)(*map(wrap, value))
        if value.__class__ in (list, tuple):
            return type(value)(wrap(v) for v in value)
        return value

    def on_host(*args: Any) -> Any:
        counts[operator.name] = counts.get(operator.name, 0) + 1
        if backend.fallback == "warn":
            warnings.warn(
                f"{operator.name} has no kernel for {backend.name} and runs on {host.name}",
                RuntimeWarning,
                stacklevel=3,
            )
        for i in written:
            backend.check_write(operator.name, args[i])
        moved = tuple([_to_host(a, backend, host) for a in args])
        copied = _copied(args, moved)
        if copied:
            tell(operator.name, backend.name, host.name, copied)
        with below_layers():
            result = operator.call(moved)
        for i in written:
            backend.assign(args[i], wrap(moved[i]))
        return args[written[0]] if written else wrap(result)

    return Step(on_host, f"falls back to {host.name}", key=backend.key)


def _copied(args: Any, moved: Any) -> int:
    """Return the bytes of what the host does not look at in its place."""
    total = 0
    for before, after in zip(args, moved, strict=True):
        if before.__class__ in (list, tuple):
            total += _copied(before, after)
        elif before is not after and before._data is not after._data:
            total += int(getattr(after._data, "nbytes", 0))
    return total


def _to_host(value: Any, backend: Backend, host: Backend) -> Any:
    """Return tensors of the backend as tensors of the host that no layer knows."""
    if value.__class__ in TENSOR_TYPES and value._keys & backend.key.bit:
        tensor: Tensor = host.tensor(host.adopt(backend.to_numpy(value._data)))
        return tensor
    if value.__class__ in (list, tuple):
        return type(value)(_to_host(v, backend, host) for v in value)
    return value
