"""Derivatives of operators that put tensors together, repeat them, or move elements about."""

from __future__ import annotations

from typing import Any

from ...dispatch.generated.functions import (
    _new_zeros,
    _to_copy,
    constant_pad_nd,
    diagonal,
    flip,
    reshape,
    roll,
    select,
    slice,
    sum,
    tril,
    triu,
)
from ..derivatives import derivative


def in_dtype(g: Any, dtype: Any) -> Any:
    """Return a gradient in the dtype of its input."""
    return g if g.dtype is dtype else _to_copy(g, dtype)


def cat_tensors(g: Any, tensors_shape: Any, tensors_dtype: Any, dim: Any) -> list[Any]:
    rank = len(g.shape)
    axis, start, found = dim % rank, 0, []
    for shape, dtype in zip(tensors_shape, tensors_dtype, strict=True):
        if len(shape) != rank:  # an empty vector, which cat skips
            found.append(in_dtype(_new_zeros(g, shape), dtype))
            continue
        end = start + shape[axis]
        found.append(in_dtype(slice(g, axis, start, end), dtype))
        start = end
    return found


def stack_tensors(g: Any, tensors_dtype: Any, dim: Any) -> list[Any]:
    return [in_dtype(select(g, dim, i), dtype) for i, dtype in enumerate(tensors_dtype)]


def flip_self(g: Any, dims: Any) -> Any:
    return flip(g, dims)


def negated(numbers: Any) -> tuple[int, ...]:
    return tuple([-n for n in numbers])


def roll_self(g: Any, shifts: Any, dims: Any) -> Any:
    return roll(g, negated(shifts), dims)


def apart(shape: tuple[int, ...], repeats: Any) -> tuple[int, ...]:
    """Return the sizes in which each repetition is a dimension before the one it repeats."""
    lead = len(repeats) - len(shape)
    whole = (1,) * lead + tuple(shape)
    return tuple([n for pair in zip(repeats, whole, strict=True) for n in pair])


def repetitions(repeats: Any) -> tuple[int, ...]:
    return tuple(range(0, 2 * len(repeats), 2))


def repeat_self(g: Any, self_shape: Any, repeats: Any) -> Any:
    if len(repeats) == 0:
        return g
    return reshape(sum(reshape(g, apart(self_shape, repeats)), repetitions(repeats)), self_shape)


def tril_self(g: Any, diagonal: Any) -> Any:
    return tril(g, diagonal)


def triu_self(g: Any, diagonal: Any) -> Any:
    return triu(g, diagonal)


def diag_embed_self(g: Any, offset: Any, dim1: Any, dim2: Any) -> Any:
    return diagonal(g, offset, dim1, dim2)


def pad_self(g: Any, pad: Any) -> Any:
    return constant_pad_nd(g, negated(pad))


def pad_jvp(self_t: Any, pad: Any) -> Any:
    return constant_pad_nd(self_t, pad)


derivative("cat", tensors=cat_tensors, linear=True)
derivative("stack", tensors=stack_tensors, linear=True)
derivative("flip", self=flip_self, linear=True)
derivative("roll", self=roll_self, linear=True)
derivative("repeat", self=repeat_self, linear=True)
derivative("tril", self=tril_self, linear=True)
derivative("triu", self=triu_self, linear=True)
derivative("diag_embed", self=diag_embed_self, linear=True)
derivative("constant_pad_nd", self=pad_self, jvp=pad_jvp)
