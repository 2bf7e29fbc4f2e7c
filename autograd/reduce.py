"""Sums over broadcast dimensions, in our own operators like every formula."""

from __future__ import annotations

from typing import Any

from ..dispatch.generated.functions import reshape, sum


def sum_to(g: Any, shape: tuple[int, ...]) -> Any:
    """Sum a gradient over the dimensions in which its input was broadcast."""
    lead = len(g.shape) - len(shape)
    dims = broadcast_dims(g.shape, shape, lead)
    if dims:
        g = sum(g, dims, True)
    return reshape(g, shape) if lead else g


def broadcast_dims(wide: tuple[int, ...], shape: tuple[int, ...], lead: int) -> tuple[int, ...]:
    """Return the dimensions of `wide` that `shape` lacks or has as 1."""
    extra = tuple(i + lead for i, n in enumerate(shape) if n == 1 and wide[i + lead] != 1)
    return (*range(lead), *extra)
