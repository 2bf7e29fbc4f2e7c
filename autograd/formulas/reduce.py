"""Derivatives of operators that combine the elements along dimensions."""

from __future__ import annotations

import math
from typing import Any

from ...dispatch.generated.functions import (
    _prod_others,
    _to_copy,
    exp,
    expand,
    log_softmax_backward,
    reshape,
    softmax_backward,
    sum,
)
from ..conjugate import cast_back, conj
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
    """Return how many elements go into one element of a reduction; 1 for none, to divide by."""
    if dim is None or len(dim) == 0:
        return max(math.prod(shape), 1)
    return max(math.prod(shape[d] for d in dim), 1) if shape else 1


def sum_self(g: Any, self_shape: Any, self_dtype: Any, dim: Any, keepdim: Any, dtype: Any) -> Any:
    if dtype is not None:
        g = cast_back(g, self_dtype)
    return spread(g, self_shape, dim, keepdim)


def mean_self(g: Any, self_shape: Any, self_dtype: Any, dim: Any, keepdim: Any, dtype: Any) -> Any:
    if dtype is not None:
        g = cast_back(g, self_dtype)
    return spread(g / count(self_shape, dim), self_shape, dim, keepdim)


derivative("sum", self=sum_self, linear=True)
derivative("mean", self=mean_self, linear=True)


def prod_self(g: Any, self: Any, dim: Any, keepdim: Any, dtype: Any) -> Any:
    x = self if dtype is None else _to_copy(self, dtype)
    if dim is None or not self.shape:
        others = reshape(_prod_others(reshape(x, (-1,)), 0), self.shape)
    else:
        others = _prod_others(x, dim)
    g = keep(g, self.shape, None if dim is None else (dim,), keepdim) * conj(others)
    return g if dtype is None else cast_back(g, self.dtype)


def prod_jvp(self_t: Any, self: Any, dim: Any, keepdim: Any, dtype: Any) -> Any:
    x = self if dtype is None else _to_copy(self, dtype)
    if dim is None or not self.shape:
        others = reshape(_prod_others(reshape(x, (-1,)), 0), self.shape)
    else:
        others = _prod_others(x, dim)
    if dtype is not None:
        self_t = _to_copy(self_t, dtype)
    return sum(self_t * others, None if dim is None else (dim,), keepdim)


def logsumexp_self(g: Any, self: Any, result: Any, dim: Any, keepdim: Any) -> Any:
    share = exp(self - keep(result, self.shape, dim, keepdim))
    return keep(g, self.shape, dim, keepdim) * conj(share)


def logsumexp_jvp(self_t: Any, self: Any, result: Any, dim: Any, keepdim: Any) -> Any:
    share = exp(self - keep(result, self.shape, dim, keepdim))
    return sum(self_t * share, dim, keepdim)


derivative("prod", self=prod_self, jvp=prod_jvp)
derivative("logsumexp", self=logsumexp_self, jvp=logsumexp_jvp)


def softmax_self(g: Any, result: Any, self_dtype: Any, dim: Any, dtype: Any) -> Any:
    g = softmax_backward(g, result, dim)
    if dtype is not None:
        g = cast_back(g, self_dtype)
    return g


def softmax_jvp(self_t: Any, result: Any, dim: Any, dtype: Any) -> Any:
    if dtype is not None:
        self_t = _to_copy(self_t, dtype)
    return result * (self_t - sum(self_t * result, (dim,), True))


def log_softmax_self(g: Any, result: Any, self_dtype: Any, dim: Any, dtype: Any) -> Any:
    g = log_softmax_backward(g, result, dim)
    if dtype is not None:
        g = cast_back(g, self_dtype)
    return g


def log_softmax_jvp(self_t: Any, result: Any, dim: Any, dtype: Any) -> Any:
    if dtype is not None:
        self_t = _to_copy(self_t, dtype)
    return self_t - sum(exp(result) * self_t, (dim,), True)


derivative("softmax", self=softmax_self, jvp=softmax_jvp)
derivative("log_softmax", self=log_softmax_self, jvp=log_softmax_jvp)
