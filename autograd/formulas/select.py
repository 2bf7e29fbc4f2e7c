"""Derivatives of operators that read and write whole slices, or elements in a row."""

from __future__ import annotations

import math
from typing import Any

from ...dispatch.generated.functions import (
    _new_zeros,
    _unique,
    embedding,
    embedding_backward,
    expand,
    index_add,
    index_fill,
    index_select,
    masked_scatter,
    masked_scatter_backward,
    put,
    reshape,
    sum,
    take,
    where,
    zeros_like,
)
from ..conjugate import conj
from ..derivatives import derivative
from ..reduce import sum_to

# ----- slices of a dimension -----


def select_self(g: Any, self_shape: Any, dim: Any, index: Any) -> Any:
    if len(self_shape) == 0:
        return sum(g)
    return index_add(_new_zeros(g, self_shape), dim, index, g)


def pass_on(g: Any) -> Any:
    return g


def add_source(g: Any, dim: Any, index: Any, source_shape: Any, alpha: Any) -> Any:
    read = reshape(index_select(g, dim, index), source_shape)
    return read if alpha == 1 else read * conj(alpha)


def cleared(g: Any, dim: Any, index: Any) -> Any:
    return index_fill(g, dim, index, 0)


def copy_source(g: Any, dim: Any, index: Any, source_shape: Any) -> Any:
    return reshape(index_select(g, dim, index), source_shape)


def fill_value(g: Any, dim: Any, index: Any) -> Any:
    return sum(index_select(g, dim, _unique(index)[0]))  # a place counts once, as in PyTorch


def index_select_jvp(self_t: Any, dim: Any, index: Any) -> Any:
    return index_select(self_t, dim, index)


derivative("index_select", self=select_self, jvp=index_select_jvp)
derivative("index_add", self=pass_on, source=add_source, linear=True)
derivative("index_copy", self=cleared, source=copy_source, linear=True)
derivative("index_fill", self=cleared, value=fill_value, linear=True)

# ----- all elements in a row -----


def take_self(g: Any, self_shape: Any, index: Any) -> Any:
    return put(_new_zeros(g, self_shape), index, g, True)


def put_self(g: Any, index: Any, source: Any, accumulate: Any) -> Any:
    return g if accumulate else put(g, index, zeros_like(source), False)


def put_source(g: Any, index: Any, source_shape: Any) -> Any:
    return reshape(take(g, index), source_shape)


derivative("take", self=take_self, linear=True)
derivative("put", self=put_self, source=put_source, linear=True)


def wider(a: tuple[int, ...], b: tuple[int, ...]) -> tuple[int, ...]:
    """Return the shape that two shapes broadcast to."""
    lead = len(a) - len(b)
    if lead < 0:
        return wider(b, a)
    padded = (1,) * lead + tuple(b)
    return tuple([m if n == 1 else n for n, m in zip(a, padded, strict=True)])


def masked_select_self(g: Any, self_shape: Any, mask: Any) -> Any:
    shape = wider(self_shape, mask.shape)
    return sum_to(masked_scatter(_new_zeros(g, shape), mask, g), self_shape)


def masked_self(g: Any, self_shape: Any, mask: Any) -> Any:
    return sum_to(where(mask, 0.0, g), self_shape)


def masked_source(g: Any, mask: Any, source_shape: Any) -> Any:
    return masked_scatter_backward(g, expand(mask, g.shape), source_shape)


def numel(shape: tuple[int, ...]) -> int:
    return math.prod(shape)


def masked_grad(g: Any, grad_shape: Any, mask: Any, sizes: Any) -> Any:
    return masked_scatter(_new_zeros(g, grad_shape), mask, reshape(g, (numel(sizes),)))


derivative("masked_select", self=masked_select_self, linear=True)
derivative("masked_scatter", self=masked_self, source=masked_source, linear=True)
derivative("masked_scatter_backward", grad=masked_grad, linear=True)

# ----- rows of a matrix -----


def embedding_weight(
    g: Any, weight_shape: Any, indices: Any, padding_idx: Any, scale_grad_by_freq: Any
) -> Any:
    return embedding_backward(g, indices, weight_shape[0], padding_idx, scale_grad_by_freq)


def embedding_grad(g: Any, indices: Any, padding_idx: Any, scale_grad_by_freq: Any) -> Any:
    if scale_grad_by_freq:
        raise NotImplementedError(
            "the second derivative of embedding with scale_grad_by_freq=True is not implemented"
        )
    if padding_idx >= 0:
        padding = indices == padding_idx
        return where(reshape(padding, (*indices.shape, 1)), 0.0, embedding(g, indices))
    return embedding(g, indices)


derivative("embedding", weight=embedding_weight, linear=True)
derivative("embedding_backward", grad=embedding_grad, linear=True)
