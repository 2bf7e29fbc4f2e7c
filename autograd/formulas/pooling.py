"""Derivatives of pooling: a gradient goes back to the element that was chosen, or to all."""

from __future__ import annotations

import math
from typing import Any

from ...dispatch.generated.functions import (
    _new_zeros,
    _sum_pool,
    _sum_pool_backward,
    gather,
    reshape,
    scatter_add,
)
from ..derivatives import derivative


def flat(shape: Any) -> tuple[int, ...]:
    """Return sizes with the places of each channel in a row."""
    return (shape[0], shape[1], math.prod(shape[2:]))


def max_self(g: Any, self_shape: Any, indices: Any) -> Any:
    sizes = flat(g.shape)
    start = _new_zeros(g, flat(self_shape))
    found = scatter_add(start, 2, reshape(indices, sizes), reshape(g, sizes))
    return reshape(found, self_shape)


def max_jvp(self_t: Any, indices: Any) -> Any:
    chosen = reshape(indices, flat(indices.shape))
    return reshape(gather(reshape(self_t, flat(self_t.shape)), 2, chosen), indices.shape)


derivative("_max_pool", self=max_self, jvp=max_jvp)


def sum_self(g: Any, self_shape: Any, kernel: Any, stride: Any, padding: Any) -> Any:
    return _sum_pool_backward(g, self_shape, kernel, stride, padding)


def spread_grad(g: Any, grad_shape: Any, kernel: Any, stride: Any, padding: Any) -> Any:
    return _sum_pool(g, kernel, stride, padding, grad_shape[2:])


derivative("_sum_pool", self=sum_self, linear=True)
derivative("_sum_pool_backward", grad=spread_grad, linear=True)
