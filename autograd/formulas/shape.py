"""Derivatives of operators that only change how elements are arranged: all are linear."""

from __future__ import annotations

from typing import Any

from ...dispatch.generated.functions import (
    permute,
    reshape,
    select,
    select_backward,
    slice,
    slice_backward,
    sum,
    to_device,
    transpose,
    zeros_like,
)
from ..conjugate import cast_back
from ..derivatives import derivative
from ..reduce import sum_to


def reshape_back(g: Any, self_shape: Any) -> Any:
    return reshape(g, self_shape)


def transpose_self(g: Any, dim0: Any, dim1: Any) -> Any:
    return transpose(g, dim0, dim1)


def inverse(dims: tuple[int, ...]) -> tuple[int, ...]:
    """Return the permutation that undoes one."""
    back = [0] * len(dims)
    for place, dim in enumerate(dims):
        back[dim % len(dims)] = place
    return tuple(back)


def permute_self(g: Any, dims: Any) -> Any:
    return permute(g, inverse(dims))


def expand_self(g: Any, self_shape: Any) -> Any:
    return sum_to(g, self_shape)


def select_self(g: Any, self_shape: Any, dim: Any, index: Any) -> Any:
    return select_backward(g, self_shape, dim, index)


def slice_self(g: Any, self_shape: Any, dim: Any, start: Any, end: Any, step: Any) -> Any:
    return slice_backward(g, self_shape, dim, start, end, step)


def select_again(g: Any, dim: Any, index: Any) -> Any:
    return select(g, dim, index)


def slice_again(g: Any, dim: Any, start: Any, end: Any, step: Any) -> Any:
    return slice(g, dim, start, end, step)


def pass_on(g: Any) -> Any:
    return g


def move_back(g: Any, self_device: Any) -> Any:
    return to_device(g, self_device)


def copied(g: Any, src_shape: Any, src_dtype: Any) -> Any:
    g = sum_to(g, src_shape)
    return g if g.dtype is src_dtype else cast_back(g, src_dtype)


def overwritten(g: Any) -> Any:
    return zeros_like(g)


def filled(g: Any, value_dtype: Any) -> Any:
    g = sum(g)
    return g if g.dtype is value_dtype else cast_back(g, value_dtype)


def holds_gradient(self: Any, *_: Any) -> bool:
    """Whether what is written to can have a gradient."""
    return bool(self.dtype.is_floating_point or self.dtype.is_complex)


def keeps_gradient(self: Any, dtype: Any) -> bool:
    """Whether a cast goes to a dtype that can have a gradient."""
    return dtype.kind in "fcV"


derivative("reshape", self=reshape_back, linear=True)
derivative("squeeze", self=reshape_back, linear=True)
derivative("unsqueeze", self=reshape_back, linear=True)
derivative("transpose", self=transpose_self, linear=True)
derivative("permute", self=permute_self, linear=True)
derivative("expand", self=expand_self, linear=True)
derivative("select", self=select_self, linear=True)
derivative("slice", self=slice_self, linear=True)
derivative("select_backward", grad=select_again, linear=True)
derivative("slice_backward", grad=slice_again, linear=True)
derivative("clone", self=pass_on, linear=True)
derivative("_to_copy", self=cast_back, linear=True, when=keeps_gradient)
derivative("copy_", self=overwritten, src=copied, linear=True, when=holds_gradient)
derivative("zero_", self=overwritten, linear=True, when=holds_gradient)
derivative("fill_", self=overwritten, value=filled, linear=True, when=holds_gradient)
derivative("to_device", self=move_back, linear=True)
derivative("_alias_on", self=move_back, linear=True)
