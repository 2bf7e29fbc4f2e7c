"""What public functions of autograd are given, and the words of the refusal.

Decides how something that should be a tensor and is none is refused. Must not know who asks.
"""

from __future__ import annotations

from typing import Any

from ..dispatch.errors import explain_error
from ..dispatch.tensor import Tensor


def want_tensor(who: str, name: str, value: Any, also: str | None = None) -> None:
    """Raise TypeError unless an argument is a tensor; `also` says what else would do."""
    if isinstance(value, Tensor):
        return
    accepted = "a redispatch.Tensor" if also is None else f"a redispatch.Tensor, or {also}"
    raise TypeError(explain_error(who, f"got {type(value).__name__} for {name}", accepted=accepted))


def want_tensors(who: str, name: str, values: Any) -> tuple[Any, ...]:
    """Return a sequence of tensors as a tuple; TypeError for anything else."""
    if isinstance(values, Tensor) or not hasattr(values, "__iter__"):
        raise TypeError(
            explain_error(
                who, f"got {type(values).__name__} for {name}", accepted="a sequence of tensors"
            )
        )
    found = tuple(values)
    for place, value in enumerate(found):
        want_tensor(who, f"{name}[{place}]", value)
    return found


__all__ = ["want_tensor", "want_tensors"]
