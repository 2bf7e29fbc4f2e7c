"""In-place and out= forms where payloads are anything: compute the functional form, then assign.

Decides what is checked before a tensor gets its new values. Must not know what is inside a payload:
the backend's `assign` puts the result into place. forms.py does the same for arrays, in their
memory.
"""

from __future__ import annotations

import warnings
from typing import Any, NamedTuple

from ..dispatch.keys import KEYS, Kind
from ..dispatch.state import KeyGuard
from ..dispatch.tensor import Tensor
from ..dispatch.walk import Site, Step
from .backend import Backend
from .forms import check_inference, check_result
from .unshared import leave


class _Facts(NamedTuple):
    """What `check_result` looks at."""

    shape: tuple[int, ...]
    dtype: Any


def _facts(tensor: Tensor) -> _Facts:
    return _Facts(tuple(tensor.shape), tensor.dtype.dtype)


def below_layers() -> KeyGuard:
    """Return a scope in which no layer acts: calls go to the backend at once."""
    return KeyGuard(exclude=sum(key.bit for key in KEYS.order if key.kind is Kind.LAYER))


def rebinding_step(backend: Backend, site: Site) -> Step:
    """Return the step of an in-place or out= form."""
    operator = site.operator
    functional, name = operator.functional, operator.name
    assert functional is not None
    inplace = "inplace" in operator.tags
    refuse_inference = not site.facts.inference

    def write(*args: Any) -> Any:
        target = args[0] if inplace else args[-1]
        if refuse_inference:
            check_inference(name, target)
        with below_layers():
            result = functional.call(args if inplace else args[:-1])
        old, new = _facts(target), _facts(result)
        check_result(name, old, new, inplace=inplace)
        if old.shape == new.shape:
            backend.check_write(name, target)
            backend.assign(target, result)
        else:
            _resize(backend, name, target, result)
        return target

    return Step(
        write, f"computes {functional.schema.name} and assigns", key=backend.key, how="form"
    )


def _resize(backend: Backend, name: str, out: Tensor, result: Tensor) -> None:
    if out.numel():
        warnings.warn(
            f"{name}: an output with one or more elements was resized from "
            f"{list(out.shape)} to {list(result.shape)}",
            UserWarning,
            stacklevel=5,
        )
    same = result.dtype is out.dtype
    leave(out)
    out._data = result._data if same else backend.cast(result._data, out.dtype)


__all__ = ["below_layers", "rebinding_step"]
