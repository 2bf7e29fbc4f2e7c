"""Copies that lie in memory in a given order, made by operators: whatever wraps a tensor sees them.

Decides what order strides stand for. Must not know backends, which copy payloads faster.
"""

from __future__ import annotations

from collections.abc import Sequence

from ..dispatch.generated.functions import _contiguous, permute
from ..dispatch.tensor import Tensor


def in_order(tensor: Tensor, strides: Sequence[int]) -> Tensor:
    """Return a copy whose dimensions lie in memory in the order of these strides."""
    order = sorted(range(len(strides)), key=lambda d: -strides[d])
    if order == list(range(len(order))):
        return _contiguous(tensor)
    back = sorted(range(len(order)), key=order.__getitem__)
    return permute(_contiguous(permute(tensor, order)), back)


__all__ = ["in_order"]
