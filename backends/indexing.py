"""Indexing with basic keys: ints, slices, None and the ellipsis become views.

Decides which view operators an index stands for. Must not know kernels.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ..dispatch.operator import TENSOR_TYPES
from ..dispatch.registry import lookup
from ..dispatch.tensor import Tensor, bind


def _parts(key: Any) -> tuple[Any, ...]:
    return key if isinstance(key, tuple) else (key,)


def _consumed(part: Any) -> int:
    return 0 if part is None or part is Ellipsis else 1


def expand_ellipsis(key: Any, rank: int) -> list[Any]:
    """Return the parts of an index with the ellipsis written out."""
    parts = list(_parts(key))
    used = sum(_consumed(p) for p in parts)
    if used > rank:
        raise IndexError(f"too many indices for tensor of dimension {rank}")
    places = [i for i, p in enumerate(parts) if p is Ellipsis]
    if len(places) > 1:
        raise IndexError("an index can only have a single ellipsis ('...')")
    if places:
        parts[places[0] : places[0] + 1] = [slice(None)] * (rank - used)
    return parts


def _integer(part: Any) -> int | None:
    """Return an index as an int, or None if it is nothing like one."""
    if isinstance(part, (bool, np.bool_)):
        return None
    if isinstance(part, (int, np.integer)):
        return int(part)
    if part.__class__ in TENSOR_TYPES and part.dim() == 0 and not part.dtype.is_floating_point:
        return int(part.item())
    return None


def get(self: Tensor, key: Any) -> Tensor:
    """Return a view for an index of ints, slices, None and the ellipsis."""
    rank = self.dim()
    if rank == 0 and key is not Ellipsis and key != () and key is not None:
        raise IndexError(
            "invalid index of a 0-dim tensor. Use tensor.item() to get its number"
        )
    result, at = self, 0
    for part in expand_ellipsis(key, rank):
        if part is None:
            result = lookup("unsqueeze").caller(result, at)  # type: ignore[misc]
            at += 1
        elif isinstance(part, slice):
            result = _slice(result, at, part)
            at += 1
        else:
            number = _integer(part)
            if number is None:
                raise NotImplementedError(
                    f"an index of type {type(part).__name__} is not supported yet"
                )
            size = result.shape[at]
            if not -size <= number < size:
                raise IndexError(
                    f"index {number} is out of bounds for dimension {at} with size {size}"
                )
            result = lookup("select").caller(result, at, number)  # type: ignore[misc]
    return lookup("slice").caller(self, 0) if result is self and rank else result  # type: ignore[misc]


def _slice(tensor: Tensor, dim: int, part: slice) -> Tensor:
    bounds = [None if v is None else v.__index__() for v in (part.start, part.stop, part.step)]
    step = 1 if bounds[2] is None else bounds[2]
    if step <= 0:
        raise ValueError("step must be greater than zero")
    if bounds == [None, None, None]:
        return tensor
    start, end = bounds[0], bounds[1]
    return lookup("slice").caller(tensor, dim, start, end, step)  # type: ignore[misc, no-any-return]


bind("__getitem__", get)
