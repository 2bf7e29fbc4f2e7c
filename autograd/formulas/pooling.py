"""Derivatives of pooling: a gradient goes back to the element that was chosen, or to all."""

from __future__ import annotations

import math
from typing import Any

from ...dispatch.generated.functions import (
    _max_pool_backward,
    _sum_pool,
    _sum_pool_backward,
    gather,
    reshape,
    zeros_like,
)
from ..derivatives import derivative


def flat(shape: Any) -> tuple[int, ...]:
    """Return sizes with the places of each channel in a row."""
    return (shape[0], shape[1], math.prod(shape[2:]))


def max_self(g: Any, self: Any, indices: Any) -> Any:
    return _max_pool_backward(g, self, indices)


def chosen(x: Any, indices: Any) -> Any:
    """Return the elements that were chosen."""
    places = reshape(indices, flat(indices.shape))
    return reshape(gather(reshape(x, flat(x.shape)), 2, places), indices.shape)


def max_jvp(self_t: Any, indices: Any) -> Any:
    return chosen(self_t, indices)


derivative("_max_pool", self=max_self, jvp=max_jvp)


def back_grad(g: Any, indices: Any) -> Any:
    return chosen(g, indices)


def zero_self(g: Any, self: Any) -> Any:
    return zeros_like(self)


def back_jvp(grad_t: Any, self_t: Any, self: Any, indices: Any) -> Any:
    return _max_pool_backward(grad_t, self, indices)


derivative("_max_pool_backward", grad=back_grad, self=zero_self, jvp=back_jvp)


def sum_self(g: Any, self: Any, kernel: Any, stride: Any, padding: Any) -> Any:
    return _sum_pool_backward(g, self, kernel, stride, padding)


def spread_grad(g: Any, grad_shape: Any, kernel: Any, stride: Any, padding: Any) -> Any:
    return _sum_pool(g, kernel, stride, padding, grad_shape[2:])


def spread_jvp(grad_t: Any, self_t: Any, self: Any, kernel: Any, stride: Any, padding: Any) -> Any:
    return _sum_pool_backward(grad_t, self, kernel, stride, padding)


derivative("_sum_pool", self=sum_self, linear=True)
derivative("_sum_pool_backward", grad=spread_grad, self=zero_self, jvp=spread_jvp)
