"""Samples of operators that put elements in order."""

from __future__ import annotations

from typing import Any

import numpy as np

from .row import Array, Row, s, x


def ordered(self: Array, dim: int = -1, descending: bool = False, stable: bool = False) -> Any:
    """Sort pairs of value and index with Python."""
    values, indices = self.copy(), np.zeros(self.shape, np.int64)
    if not self.ndim:
        return values, indices
    rows, places = np.moveaxis(values, dim, -1), np.moveaxis(indices, dim, -1)
    for k in np.ndindex(*rows.shape[:-1]):
        row = rows[k].tolist()
        places[k] = sorted(range(len(row)), key=lambda i: -row[i] if descending else row[i])  # noqa: B023
        rows[k] = [row[i] for i in places[k]]
    return values, indices


def best(self: Array, k: int, dim: int = -1, largest: bool = True, sorted: bool = True) -> Any:
    """Take the first of a sorted row."""
    values, indices = ordered(self, dim, largest)
    if not self.ndim:
        return values, indices
    first = tuple([slice(k) if i == dim % self.ndim else slice(None) for i in range(self.ndim)])
    return values[first], indices[first]


def unique(self: Array, dim: int | None = None) -> Any:
    """Collect slices with Python."""
    rows = self.reshape(-1) if dim is None else np.moveaxis(self, dim, 0)
    listed = rows.tolist()
    different = sorted({tuple(r) if isinstance(r, list) else r for r in listed})
    place = [different.index(tuple(r) if isinstance(r, list) else r) for r in listed]
    values = np.array(different)
    if dim is not None:
        values = np.moveaxis(values, 0, dim)
    inverse = np.array(place).reshape(self.shape if dim is None else -1)
    return values, inverse, np.array([place.count(i) for i in range(len(different))])


def consecutive(self: Array, dim: int | None = None) -> Any:
    """Collect neighbours with Python."""
    rows = self.reshape(-1) if dim is None else np.moveaxis(self, dim, 0)
    listed = rows.tolist()
    values: list[Any] = []
    counts: list[int] = []
    group = []
    for row in listed:
        if values and values[-1] == row:
            counts[-1] += 1
        else:
            values.append(row)
            counts.append(1)
        group.append(len(values) - 1)
    found = np.array(values)
    inverse = np.array(group).reshape(self.shape if dim is None else -1)
    return found if dim is None else np.moveaxis(found, 0, dim), inverse, np.array(counts)


def kth(self: Array, k: int, dim: int = -1, keepdim: bool = False) -> Any:
    """Take one of a sorted row."""
    found = ordered(self, dim)
    if not self.ndim:
        return found
    pair = [np.moveaxis(t, dim, -1)[..., k - 1] for t in found]
    return tuple([np.expand_dims(t, dim) for t in pair]) if keepdim else tuple(pair)


SORTS = [
    s(x(5)), s(x(2, 3)), s(x(2, 3), 0), s(x(2, 3), 1, True), s(x(2, 3, 2), -2), s(x()), s(x(0)),
    s(x(4), 0, True, True),
]  # fmt: skip
AGAIN = np.array([[1.0, 2.0], [3.0, 1.0], [1.0, 2.0], [1.0, 2.0]])

ROWS: dict[str, Row] = {
    "sort": Row(ordered, SORTS, "dfi", "same,int64"),
    "argsort": Row(lambda *a, **k: ordered(*a, **k)[1], SORTS, "dfi", "int64", False),
    "topk": Row(best, [
        s(x(5), 2), s(x(2, 3), 2, 0), s(x(2, 3), 1, 1, False), s(x(3), 3), s(x(3), 0), s(x(), 1),
    ], "dfi", "same,int64"),
    "kthvalue": Row(kth, [
        s(x(5), 2), s(x(2, 3), 3), s(x(2, 3), 1, 0), s(x(2, 3, 2), 2, 1, True), s(x(), 1),
    ], "dfi", "same,int64"),
    "median": Row(lambda a: sorted(a.reshape(-1).tolist())[(a.size - 1) // 2], [
        s(x(5)), s(x(2, 3)), s(x()),
    ], "dfi", "same"),
    "nanmedian": Row(lambda a: sorted(a.reshape(-1).tolist())[(a.size - 1) // 2], [
        s(x(5)), s(x(2, 3)), s(x()),
    ], "dfi", "same"),
    "msort": Row(lambda a: ordered(a, 0)[0], [s(x(5)), s(x(3, 2))], "dfi", "same"),
    "_unique": Row(unique, [
        s(AGAIN), s(AGAIN, 0), s(AGAIN, 1), s(AGAIN[:, 0]),
    ], "dfi", "same,int64,int64", False),
    "_unique_consecutive": Row(consecutive, [
        s(AGAIN), s(AGAIN, 0), s(AGAIN[:, 0]),
    ], "dfi", "same,int64,int64", False),
}  # fmt: skip
