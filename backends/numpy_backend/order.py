"""NumPy kernels that put elements in order. Every sort is stable; nan counts as the largest."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...dispatch.registry import raw_kernel
from ..promotion import Array
from ..shapes import wrap_dim

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
    return np.take_along_axis(self, order, axis), order


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
    first = (slice(None),) * axis + (slice(k),)
    order = np.ascontiguousarray(_order(self, axis, largest)[first])
    return np.take_along_axis(self, order, axis), order


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
    flat = np.moveaxis(rows, axis, 0).reshape(n, -1)
    new = np.ones(n, bool)
    np.any(flat[1:] != flat[:-1], 1, new[1:])
    group = np.cumsum(new) - 1
    starts = np.flatnonzero(new)
    values = rows.take(starts, axis)
    counts = np.diff(np.append(starts, n))
    return values, group.reshape(self.shape) if dim is None else group, counts
