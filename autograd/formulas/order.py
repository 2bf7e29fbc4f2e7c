"""Derivatives of operators that put elements in order: each value belongs to the index it has."""

from __future__ import annotations

from typing import Any

from ...dispatch.generated.functions import _new_zeros, gather, scatter_add, sum
from ..derivatives import derivative


def ordered_self(g: Any, self_shape: Any, dim: Any, indices: Any) -> Any:
    if len(self_shape) == 0:
        return sum(g)
    return scatter_add(_new_zeros(g, self_shape), dim, indices, g)


def ordered_jvp(self_t: Any, dim: Any, indices: Any) -> Any:
    return gather(self_t, dim, indices)


derivative("sort", self=ordered_self, jvp=ordered_jvp)
derivative("topk", self=ordered_self, jvp=ordered_jvp)
