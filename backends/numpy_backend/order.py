"""NumPy kernels that put elements in order. Every sort is stable; nan counts as the largest."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...dispatch.registry import raw_kernel
from ..promotion import Array
from ..shapes import wrap_dim
from .places import take_along

__warningregistry__ = 0  # Note [Silent arithmetic] in array_backend.py

kernel = raw_kernel("NumPy")


def _order(self: Array, axis: int, descending: bool) -> Any:
    """Return the indices that put an array with dimensions in order."""
    if not descending:
        return self.argsort(axis, "stable")
    # Backwards twice, so that equal elements keep their order.
    back = (slice(None),) * axis + (slice(None, None, -1),)
    order = self[back].argsort(axis, "stable")[back]
    return np.subtract(self.shape[axis] - 1, order)


def _refuse_complex(self: Array, name: str) -> None:
    if self.dtype.kind == "c":
        raise RuntimeError(f"{name}() is not implemented for complex numbers, which have no order")


@kernel("sort")
def sort(self: Array, dim: int = -1, descending: bool = False, stable: bool = False) -> Any:
    axis = wrap_dim(dim, self.ndim)
    _refuse_complex(self, "sort")
    if not self.ndim:
        return self.copy(), np.zeros((), np.int64)
    order = _order(self, axis, descending)
    return take_along(self, order, axis), order


@kernel("argsort")
def argsort(self: Array, dim: int = -1, descending: bool = False, stable: bool = False) -> Any:
    axis = wrap_dim(dim, self.ndim)
    _refuse_complex(self, "argsort")
    return _order(self, axis, descending) if self.ndim else np.zeros((), np.int64)


@kernel("topk")
def topk(self: Array, k: int, dim: int = -1, largest: bool = True, sorted: bool = True) -> Any:
    axis = wrap_dim(dim, self.ndim)
    _refuse_complex(self, "topk")
    n = self.shape[axis] if self.ndim else 1
    if not 0 <= k <= n:
        raise RuntimeError("selected index k out of range")
    if not self.ndim:
        if k:
            return self.copy(), np.zeros((), np.int64)
        return np.empty(0, self.dtype), np.empty(0, np.int64)
    before = (slice(None),) * axis
    if largest:
        # the last k of the array turned round, as in _order
        turned = self[(*before, slice(None, None, -1))].argsort(axis, "stable")
        order = np.subtract(n - 1, turned[(*before, slice(None, -k - 1, -1))])
    else:
        order = np.ascontiguousarray(self.argsort(axis, "stable")[(*before, slice(k))])
    return take_along(self, order, axis), order


def _middle(self: Array, axis: int, skip_nan: bool) -> tuple[Any, Any]:
    """Return the elements in the middle along a dimension, which is kept, and where they stand."""
    n = self.shape[axis]
    order = _order(self, axis, False)  # nan last
    real = n if self.dtype.kind != "f" else np.sum(self == self, axis, keepdims=True)
    if skip_nan:
        place = np.maximum((real - 1) // 2, 0)
    else:
        place = np.where(real == n, (n - 1) // 2, real)  # the first nan, if there is one
    sizes = [1 if i == axis else m for i, m in enumerate(self.shape)]
    indices = take_along(order, np.broadcast_to(place, sizes), axis)
    return take_along(self, indices, axis), indices


def _register_middle(name: str, skip_nan: bool) -> None:
    def refuse(self: Array) -> None:
        if self.dtype.kind in "cb":
            raise NotImplementedError(f"{name} is not implemented for {self.dtype.name}")

    def of_all(self: Array) -> Any:
        refuse(self)
        flat = self.reshape(-1)
        if not flat.size:
            if self.dtype.kind != "f":
                raise RuntimeError(f"{name}(): there is no element in the middle of none")
            return np.asarray(np.nan, self.dtype)
        return _middle(flat, 0, skip_nan)[0].reshape(())

    def along(self: Array, dim: int, keepdim: bool = False) -> Any:
        refuse(self)
        axis = wrap_dim(dim, self.ndim)
        if not self.ndim:
            return self.copy(), np.zeros((), np.int64)
        if not self.shape[axis]:
            raise IndexError(f"{name}(): Expected reduction dim {axis} to have non-zero size.")
        return _without(_middle(self, axis, skip_nan), axis, keepdim)

    kernel(name)(of_all)
    kernel(f"{name}.dim")(along)


def _without(pair: tuple[Any, Any], axis: int, keepdim: bool) -> tuple[Any, Any]:
    """Return values and indices without the dimension along which they were looked for."""
    return pair if keepdim else (pair[0].squeeze(axis), pair[1].squeeze(axis))


_register_middle("median", False)
_register_middle("nanmedian", True)


@kernel("kthvalue")
def kthvalue(self: Array, k: int, dim: int = -1, keepdim: bool = False) -> Any:
    axis = wrap_dim(dim, self.ndim)
    _refuse_complex(self, "kthvalue")
    if not 1 <= k <= (self.shape[axis] if self.ndim else 1):
        raise RuntimeError(f"kthvalue(): selected number k out of range for dimension {axis}")
    if not self.ndim:
        return self.copy(), np.zeros((), np.int64)
    indices = _order(self, axis, False).take([k - 1], axis)
    return _without((take_along(self, indices, axis), indices), axis, keepdim)


@kernel("_unique")
def unique(self: Array, dim: int | None = None) -> Any:
    if dim is None:
        flat = self.reshape(-1)
        values, inverse, counts = np.unique(
            flat, return_inverse=True, return_counts=True, equal_nan=False
        )
        return values, inverse.reshape(self.shape), counts
    axis = wrap_dim(dim, self.ndim)
    if not self.size:
        return (
            self.copy(),
            np.zeros(self.shape[axis], np.int64),
            np.ones(self.shape[axis], np.int64),
        )
    values, inverse, counts = np.unique(self, return_inverse=True, return_counts=True, axis=axis)
    return values, inverse.reshape(-1), counts


@kernel("_unique_consecutive")
def unique_consecutive(self: Array, dim: int | None = None) -> Any:
    axis = 0 if dim is None else wrap_dim(dim, self.ndim)
    rows = self.reshape(-1) if dim is None else self
    n = rows.shape[axis] if rows.ndim else 1
    flat = rows.swapaxes(0, axis).reshape(n, -1) if rows.ndim else rows.reshape(n, -1)
    new = np.ones(n, bool)
    np.any(flat[1:] != flat[:-1], 1, new[1:])
    group = np.cumsum(new) - 1
    starts = np.flatnonzero(new)
    values = rows.take(starts, axis)
    counts = np.diff(np.append(starts, n))
    return values, group.reshape(self.shape) if dim is None else group, counts
