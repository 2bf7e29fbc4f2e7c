"""Derivatives of operators that combine the elements along dimensions."""

from __future__ import annotations

import math
from typing import Any

from ...dispatch.generated.functions import (
    _to_copy,
    exp,
    expand,
    log_softmax_backward,
    reshape,
    softmax_backward,
    sum,
)
from ..derivatives import derivative


def kept_shape(shape: tuple[int, ...], dim: Any, keepdim: bool) -> tuple[int, ...] | None:
    """Return the sizes of a reduction with its dimensions kept as 1, or None if they are kept."""
    if keepdim or not shape:
        return None
    if dim is None or len(dim) == 0:
        return (1,) * len(shape)
    gone = {d % len(shape) for d in dim}
    return tuple(1 if i in gone else n for i, n in enumerate(shape))


def spread(g: Any, shape: tuple[int, ...], dim: Any, keepdim: bool) -> Any:
    """Bring a reduced value back to the sizes it was reduced from."""
    kept = kept_shape(shape, dim, keepdim)
    if kept is not None:
        g = reshape(g, kept)
    return expand(g, shape)


def keep(value: Any, shape: tuple[int, ...], dim: Any, keepdim: bool) -> Any:
    """Bring a reduced value to sizes that broadcast against what it was reduced from."""
    kept = kept_shape(shape, dim, keepdim)
    if kept is not None:
        value = reshape(value, kept)
    return value


def count(shape: tuple[int, ...], dim: Any) -> int:
    """Return how many elements go into one element of a reduction."""
    if dim is None or len(dim) == 0:
        return math.prod(shape)
    return math.prod(shape[d] for d in dim) if shape else 1


def sum_self(g: Any, self_shape: Any, self_dtype: Any, dim: Any, keepdim: Any, dtype: Any) -> Any:
    if dtype is not None:
        g = _to_copy(g, self_dtype)
    return spread(g, self_shape, dim, keepdim)


def mean_self(g: Any, self_shape: Any, self_dtype: Any, dim: Any, keepdim: Any, dtype: Any) -> Any:
    if dtype is not None:
        g = _to_copy(g, self_dtype)
    return spread(g / count(self_shape, dim), self_shape, dim, keepdim)


def amax_self(g: Any, self: Any, result: Any, dim: Any, keepdim: Any) -> Any:
    ties = self == keep(result, self.shape, dim, keepdim)
    every = None if len(dim) == 0 else dim
    return keep(g, self.shape, dim, keepdim) * ties / sum(ties, every, True)


def amax_jvp(self_t: Any, self: Any, result: Any, dim: Any, keepdim: Any) -> Any:
    ties = self == keep(result, self.shape, dim, keepdim)
    every = None if len(dim) == 0 else dim
    return sum(self_t * ties, every, keepdim) / sum(ties, every, keepdim)


derivative("sum", self=sum_self, linear=True)
derivative("mean", self=mean_self, linear=True)
derivative("amax", self=amax_self, jvp=amax_jvp)


def softmax_self(g: Any, result: Any, self_dtype: Any, dim: Any, dtype: Any) -> Any:
    g = softmax_backward(g, result, dim)
    if dtype is not None:
        g = _to_copy(g, self_dtype)
    return g


def softmax_jvp(self_t: Any, result: Any, dim: Any, dtype: Any) -> Any:
    if dtype is not None:
        self_t = _to_copy(self_t, dtype)
    return result * (self_t - sum(self_t * result, (dim,), True))


def log_softmax_self(g: Any, result: Any, self_dtype: Any, dim: Any, dtype: Any) -> Any:
    g = log_softmax_backward(g, result, dim)
    if dtype is not None:
        g = _to_copy(g, self_dtype)
    return g


def log_softmax_jvp(self_t: Any, result: Any, dim: Any, dtype: Any) -> Any:
    if dtype is not None:
        self_t = _to_copy(self_t, dtype)
    return self_t - sum(exp(result) * self_t, (dim,), True)


derivative("softmax", self=softmax_self, jvp=softmax_jvp)
derivative("log_softmax", self=log_softmax_self, jvp=log_softmax_jvp)


def softmax_slope_grad(g: Any, output: Any, dim: Any) -> Any:
    return softmax_backward(g, output, dim)


def softmax_slope_output(g: Any, grad: Any, output: Any, dim: Any) -> Any:
    inner = grad - sum(grad * output, (dim,), True)
    return g * inner - grad * sum(g * output, (dim,), True)


def softmax_slope_jvp(grad_t: Any, output_t: Any, grad: Any, output: Any, dim: Any) -> Any:
    inner = grad - sum(grad * output, (dim,), True)
    along = output_t * inner - output * sum(grad * output_t, (dim,), True)
    return softmax_backward(grad_t, output, dim) + along


def log_softmax_slope_grad(g: Any, output: Any, dim: Any) -> Any:
    return g - sum(g * exp(output), (dim,), True)


def log_softmax_slope_output(g: Any, grad: Any, output: Any, dim: Any) -> Any:
    return -g * exp(output) * sum(grad, (dim,), True)


def log_softmax_slope_jvp(grad_t: Any, output_t: Any, grad: Any, output: Any, dim: Any) -> Any:
    along = exp(output) * output_t * sum(grad, (dim,), True)
    return log_softmax_backward(grad_t, output, dim) - along


derivative(
    "softmax_backward",
    grad=softmax_slope_grad,
    output=softmax_slope_output,
    jvp=softmax_slope_jvp,
)
derivative(
    "log_softmax_backward",
    grad=log_softmax_slope_grad,
    output=log_softmax_slope_output,
    jvp=log_softmax_slope_jvp,
)
