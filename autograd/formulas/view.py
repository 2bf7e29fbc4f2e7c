"""Derivatives of the less common views: diagonals, windows, strides, and lists of pieces."""

from __future__ import annotations

from typing import Any

from ...dispatch.generated.functions import (
    _as_strided_from,
    _new_zeros,
    as_strided_backward,
    cat,
    diagonal,
    diagonal_backward,
    reshape,
    stack,
    unfold,
    unfold_backward,
)
from ..derivatives import derivative


def view_self(g: Any, self_shape: Any) -> Any:
    return reshape(g, self_shape)


def diagonal_self(g: Any, self_shape: Any, offset: Any, dim1: Any, dim2: Any) -> Any:
    return diagonal_backward(g, self_shape, offset, dim1, dim2)


def diagonal_grad(g: Any, offset: Any, dim1: Any, dim2: Any) -> Any:
    return diagonal(g, offset, dim1, dim2)


def unfold_self(g: Any, self_shape: Any, dimension: Any, size: Any, step: Any) -> Any:
    return unfold_backward(g, self_shape, dimension, size, step)


def unfold_grad(g: Any, dimension: Any, size: Any, step: Any) -> Any:
    return unfold(g, dimension, size, step)


def strided_self(g: Any, self_geometry: Any, size: Any, stride: Any, storage_offset: Any) -> Any:
    return as_strided_backward(g, self_geometry, size, stride, storage_offset)


def strided_grad(g: Any, geometry: Any, size: Any, stride: Any, storage_offset: Any) -> Any:
    return _as_strided_from(g, geometry, size, stride, storage_offset)


def strided_from(g: Any, geometry: Any, size: Any, stride: Any, storage_offset: Any) -> Any:
    return as_strided_backward(g, geometry, size, stride, storage_offset)


def given(g: list[Any]) -> Any:
    """Return one of the gradients that are there, or None."""
    return next((each for each in g if each is not None), None)


def unbind_self(g: list[Any], self_shape: Any, dim: Any) -> Any:
    axis = dim % len(self_shape)
    shape = (*self_shape[:axis], *self_shape[axis + 1 :])
    like = given(g)
    if like is None:
        return None
    return stack([_new_zeros(like, shape) if each is None else each for each in g], dim)


def split_self(g: list[Any], self_shape: Any, split_size_or_sections: Any, dim: Any) -> Any:
    axis, like = dim % len(self_shape), given(g)
    if like is None:
        return None
    n, sizes = self_shape[axis], split_size_or_sections
    if isinstance(sizes, int):
        sizes = [min(sizes, n - i * sizes) for i in range(len(g))]
    parts = []
    for each, size in zip(g, sizes, strict=True):
        shape = (*self_shape[:axis], size, *self_shape[axis + 1 :])
        parts.append(_new_zeros(like, shape) if each is None else each)
    return cat(parts, dim)


derivative("view", self=view_self, linear=True)
derivative("diagonal", self=diagonal_self, linear=True)
derivative("diagonal_backward", grad=diagonal_grad, linear=True)
derivative("unfold", self=unfold_self, linear=True)
derivative("unfold_backward", grad=unfold_grad, linear=True)
derivative("as_strided", self=strided_self, linear=True)
derivative("as_strided_backward", grad=strided_grad, linear=True)
derivative("_as_strided_from", self=strided_from, linear=True)
derivative("unbind", self=unbind_self, linear=True, many=True)
derivative("split", self=split_self, linear=True, many=True)


def same(g: Any) -> Any:
    return g


derivative("_contiguous", self=same, linear=True)
derivative("_clone_memory", self=same, linear=True)
derivative("alias", self=same, linear=True)
