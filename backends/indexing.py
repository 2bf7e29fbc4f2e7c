"""Indexing with basic keys: ints, slices, None and the ellipsis become views.

Decides which view operators an index stands for. Must not know kernels.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ..dispatch.generated.functions import select, unsqueeze
from ..dispatch.generated.functions import slice as slice_view
from ..dispatch.operator import TENSOR_TYPES
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
    kind = key.__class__
    if kind is int:
        return select(self, 0, key)
    if kind is slice and key.step is None:  # the two commonest indices need nothing further
        start, stop = key.start, key.stop
        if (start is None or start.__class__ is int) and (stop is None or stop.__class__ is int):
            return slice_view(self, 0, start, stop)
    return get_parts(self, key)


def get_parts(self: Tensor, key: Any) -> Tensor:
    """Return a view for any index of ints, slices, None and the ellipsis."""
    rank = self.dim()
    if rank == 0 and key is not Ellipsis and key != () and key is not None:
        raise IndexError("invalid index of a 0-dim tensor. Use tensor.item() to get its number")
    result, at = self, 0
    for part in expand_ellipsis(key, rank):
        if part is None:
            result = unsqueeze(result, at)
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
            result = select(result, at, number)
    return slice_view(self, 0) if result is self and rank else result


def _slice(tensor: Tensor, dim: int, part: slice) -> Tensor:
    bounds = [None if v is None else v.__index__() for v in (part.start, part.stop, part.step)]
    step = 1 if bounds[2] is None else bounds[2]
    if step <= 0:
        raise ValueError("step must be greater than zero")
    if bounds == [None, None, None]:
        return tensor
    start, end = bounds[0], bounds[1]
    return slice_view(tensor, dim, start, end, step)


bind("__getitem__", get)
