"""NumPy kernels that put arrays together, repeat them, or move elements about."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from ...dispatch.registry import raw_kernel
from ..create import fill_constant
from ..promotion import Array, result_dtype
from ..shapes import wrap_dim, wrap_dims
from .view import check_diagonal

__warningregistry__ = 0  # Note [Silent arithmetic] in array_backend.py

kernel = raw_kernel("NumPy")


def _common(tensors: Sequence[Array], name: str) -> Any:
    """Return the dtype of the result: None if all have it already."""
    if not tensors:
        raise RuntimeError(f"{name}(): expected a non-empty list of Tensors")
    first = tensors[0].dtype
    if all([a.dtype is first for a in tensors]):
        return None
    return result_dtype(tensors)


@kernel("cat")
def cat(tensors: Sequence[Array], dim: int = 0) -> Any:
    target = _common(tensors, "cat")
    used, axis = check_cat(tensors, dim)
    if target is None:
        return np.concatenate(used, axis)
    return np.concatenate(used, axis, dtype=target, casting="unsafe")


def check_cat(tensors: Sequence[Any], dim: int) -> tuple[list[Any], int]:
    """Return the operands of cat that count, and the axis; PyTorch skips empty vectors.

    Raises
    ------
    RuntimeError
        If their sizes do not fit.
    """
    for position, array in enumerate(tensors):
        if not array.ndim:
            raise RuntimeError(
                f"zero-dimensional tensor (at position {position}) cannot be concatenated"
            )
    used = [a for a in tensors if a.shape != (0,)] or list(tensors[:1])
    first = used[0].shape
    axis = wrap_dim(dim, len(first))
    for position, array in enumerate(used[1:], 1):
        if array.ndim != len(first):
            raise RuntimeError(
                f"Tensors must have same number of dimensions: got {len(first)} and {array.ndim}"
            )
        for i, (n, m) in enumerate(zip(first, array.shape, strict=True)):
            if n != m and i != axis:
                raise RuntimeError(
                    f"Sizes of tensors must match except in dimension {axis}. Expected size {n} "
                    f"but got size {m} for tensor number {position} in the list."
                )
    return used, axis


@kernel("stack")
def stack(tensors: Sequence[Array], dim: int = 0) -> Any:
    target = _common(tensors, "stack")
    before = (slice(None),) * check_stack(tensors, dim)
    rows = [a[(*before, None)] for a in tensors]
    if target is None:
        return np.concatenate(rows, len(before))
    return np.concatenate(rows, len(before), dtype=target, casting="unsafe")


def check_stack(tensors: Sequence[Any], dim: int) -> int:
    """Return the axis that is new, having refused operands of other sizes."""
    first = tensors[0].shape
    for position, array in enumerate(tensors):
        if array.shape != first:
            raise RuntimeError(
                f"stack expects each tensor to be equal size, but got {list(first)} at entry 0 and "
                f"{list(array.shape)} at entry {position}"
            )
    return wrap_dim(dim, len(first) + 1)


@kernel("flip")
def flip(self: Array, dims: Sequence[int]) -> Any:
    axes = wrap_dims(dims, self.ndim) if dims else ()
    if not self.ndim:
        return self.copy()
    back = slice(None, None, -1)
    return self[tuple([back if i in axes else slice(None) for i in range(self.ndim)])].copy()


@kernel("roll")
def roll(self: Array, shifts: Sequence[int], dims: Sequence[int] = ()) -> Any:
    if not dims and len(shifts) == 1:
        return np.roll(self, shifts[0])
    if len(shifts) != len(dims):
        raise RuntimeError(
            f"shifts and dimensions must align. shifts: {len(shifts)}, dims:{len(dims)}"
        )
    axes = [wrap_dim(d, self.ndim) for d in dims]
    return np.roll(self, tuple(shifts), tuple(axes)) if self.ndim else self.copy()


@kernel("repeat")
def repeat(self: Array, repeats: Sequence[int]) -> Any:
    check_repeats(self.ndim, repeats)
    return np.tile(self, tuple(repeats)) if repeats else self.copy()


def check_repeats(ndim: int, repeats: Sequence[int]) -> None:
    """Refuse fewer numbers than dimensions, and negative ones."""
    if len(repeats) < ndim:
        raise RuntimeError(
            "Number of dimensions of repeat dims can not be smaller than number of dimensions of "
            "tensor"
        )
    if min(repeats, default=0) < 0:
        raise RuntimeError(f"Trying to create tensor with negative dimension: {list(repeats)}")


def check_triangle(ndim: int, name: str) -> None:
    """Refuse what is no matrix."""
    if ndim < 2:
        raise RuntimeError(f"{name}: input tensor must have at least 2 dimensions")


def _keep(self: Array, diagonal: int, lower: bool, name: str) -> Any:
    """Return the elements on one side of a diagonal, zeros on the other."""
    check_triangle(self.ndim, name)
    rows, columns = self.shape[-2:]
    mask = np.tri(rows, columns, diagonal if lower else diagonal - 1, dtype=bool)
    result = np.array(self, order="C")  # in a formula it may be a NumPy scalar
    np.copyto(result, result.dtype.type(0), where=np.logical_not(mask) if lower else mask)
    return result


@kernel("tril")
def tril(self: Array, diagonal: int = 0) -> Any:
    return _keep(self, diagonal, True, "tril")


@kernel("triu")
def triu(self: Array, diagonal: int = 0) -> Any:
    return _keep(self, diagonal, False, "triu")


@kernel("diag_embed")
def diag_embed(self: Array, offset: int = 0, dim1: int = -2, dim2: int = -1) -> Any:
    first, second = check_diagonal(self.ndim + 1, dim1, dim2)
    n = self.shape[-1] + abs(offset)
    shape = list(self.shape[:-1])
    for axis in sorted((first, second)):
        shape.insert(axis, n)
    result = np.zeros(tuple(shape), self.dtype)
    line = np.diagonal(result, offset, first, second)
    line.flags.writeable = True
    line[...] = self
    return result


@kernel("constant_pad_nd")
def constant_pad_nd(self: Array, pad: Sequence[int], value: object = 0) -> Any:
    shape = padded_shape(self.shape, pad)
    source, target = [slice(None)] * self.ndim, [slice(None)] * self.ndim
    for i in range(len(pad) // 2):
        before, after, axis = pad[2 * i], pad[2 * i + 1], self.ndim - 1 - i
        source[axis] = slice(max(0, -before), self.shape[axis] - max(0, -after))
        target[axis] = slice(max(0, before), shape[axis] - max(0, after))
    result = np.empty(shape, self.dtype)
    result[...] = fill_constant(self.dtype, value)
    result[tuple(target)] = self[tuple(source)]
    return result


def padded_shape(shape: Sequence[int], pad: Sequence[int]) -> tuple[int, ...]:
    """Return the sizes after padding: numbers before and after each dimension, the last one first.

    Raises
    ------
    RuntimeError
        If there are too many numbers, or an odd number of them, or a size would be negative.
    """
    ndim, result = len(shape), list(shape)
    if len(pad) % 2 or len(pad) > 2 * ndim:
        raise RuntimeError(
            f"Length of pad must be even and at most twice the number of dimensions ({ndim}), "
            f"but got {len(pad)}"
        )
    for i in range(len(pad) // 2):
        before, after, axis = pad[2 * i], pad[2 * i + 1], ndim - 1 - i
        result[axis] += before + after
        if result[axis] < 0:
            raise RuntimeError(
                f"The input size {shape[axis]}, plus negative padding {before} and {after} "
                "resulted in a negative output size, which is invalid. "
                f"Check dimension {axis} of your input."
            )
    return tuple(result)
