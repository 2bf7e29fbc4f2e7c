"""Samples of operators that read and write slices, or elements in a row, by their indices."""

from __future__ import annotations

from typing import Any

import numpy as np

from .index import EVERY, MASK, i
from .row import Array, Row, mask, s, x, y


def slices(self: Array, dim: int) -> Any:
    """Return the slices of a dimension, a view."""
    return np.moveaxis(self if self.ndim else self.reshape(1), dim, 0)


def selected(self: Array, dim: int, index: Array) -> Any:
    """Read slice by slice."""
    found = [slices(self, dim)[k] for k in index.reshape(-1).tolist()]
    if not self.ndim:
        return self
    if not found:
        return np.take(self, index, dim)
    return np.moveaxis(np.array(found), 0, dim)


def written(self: Array, dim: int, index: Array, source: Any, alpha: Any = None) -> Any:
    """Write, or add, slice by slice."""
    result = self.copy()
    for place, k in enumerate(index.reshape(-1).tolist()):
        part = (
            slices(source, dim)[place] if isinstance(source, np.ndarray) and source.ndim else source
        )
        old = slices(result, dim)
        old[k] = part if alpha is None else old[k] + alpha * part
    return result


def added(self: Array, dim: int, index: Array, source: Array, *, alpha: Any = 1) -> Any:
    """Add slice by slice."""
    return written(self, dim, index, source, alpha)


def put(self: Array, index: Array, source: Array, accumulate: bool = False) -> Any:
    """Write one by one."""
    flat = self.reshape(-1).copy()
    for k, value in zip(index.reshape(-1).tolist(), source.reshape(-1), strict=True):
        flat[k] = flat[k] + value if accumulate else value
    return flat.reshape(self.shape)


def mask_written(self: Array, chosen: Array, source: Array) -> Any:
    """Write the elements in a row where a mask holds."""
    result = np.broadcast_to(self, np.broadcast_shapes(self.shape, chosen.shape)).copy()
    values = iter(source.reshape(-1).tolist())
    for place, flag in zip(np.ndindex(*result.shape), np.broadcast_to(chosen, result.shape).flat):  # noqa: B905
        if flag:
            result[place] = next(values)
    return result


def mask_read(self: Array, chosen: Array) -> Any:
    """Read the elements where a mask holds."""
    wide = np.broadcast_arrays(self, chosen)
    return wide[0].reshape(-1)[wide[1].reshape(-1)]


def mask_back(grad: Array, chosen: Array, sizes: Any) -> Any:
    """Return the elements read, then zeros."""
    found = mask_read(grad, chosen)
    return np.append(found, np.zeros(int(np.prod(sizes)) - len(found))).reshape(sizes)


def embedding_back(grad: Array, indices: Array, rows: int, padding: int, by_freq: bool) -> Any:
    """Add up row by row."""
    result = np.zeros((rows, grad.shape[-1]))
    flat = indices.reshape(-1).tolist()
    for k, row in zip(flat, grad.reshape(-1, grad.shape[-1]), strict=True):
        if k != padding:
            result[k] += row / (flat.count(k) if by_freq else 1)
    return result


def classes(self: Array, num_classes: int = -1) -> Any:
    """Write the ones, class by class."""
    n = int(self.max()) + 1 if num_classes < 0 else num_classes
    return np.array([[k == c for c in range(n)] for k in self.reshape(-1)]).reshape(*self.shape, n)


def nonzero(self: Array) -> Any:
    """Return the places of what is not zero."""
    found = [place for place in np.ndindex(*self.shape) if self[place]]
    return np.array(found, np.int64).reshape(len(found), self.ndim)


def along(self: Array, indices: Array, dim: int | None = None) -> Any:
    """Read with NumPy."""
    if dim is None:
        return self.reshape(-1)[indices.reshape(-1)]
    return np.take_along_axis(self, indices, dim)


def searched(rows: Array, values: Any, *, right: bool = False, **_: Any) -> Any:
    """Count what stands before each value."""
    values = np.asarray(values)
    result = np.empty(values.shape, np.int64)
    for place in np.ndindex(*values.shape):
        row = rows if rows.ndim == 1 else rows[place[:-1]]
        result[place] = sum(bool(r <= values[place] if right else r < values[place]) for r in row)
    return result


def bucketed(values: Any, boundaries: Array, **kwargs: Any) -> Any:
    """Search in one row."""
    return searched(boundaries, values, **kwargs)


TWO = i(2, 0)
SORTED = np.array([[-1.0, 0.5, 2.0, 2.0], [0.0, 1.0, 1.5, 3.0]])
FLAGS = np.array([[1.0, 0.0, 2.0], [0.0, -3.0, 0.0]])

ROWS: dict[str, Row] = {
    "index_select": Row(selected, [
        s(x(3), 0, TWO), s(x(2, 3), 1, i(1, 1, 0)), s(x(3, 2), -2, i(2)), s(x(2, 3),
        1, i().reshape(0)),
        s(x(), 0, i(0)), s(x(3, 2), 0, np.array(1)),
    ], EVERY, "same"),
    "index_add": Row(added, [
        s(x(3), 0, TWO, y(2)), s(x(2, 3), 1, i(1, 1), y(2, 2)), s(x(3, 2), 0, TWO, y(2, 2),
        alpha=2),
        s(x(3), 0, i(1, 1), y(2), alpha=0.5, only="df"),
    ], "dficz", "same"),
    "index_copy": Row(written, [
        s(x(3), 0, TWO, y(2)), s(x(2, 3), 1, TWO, y(2, 2)), s(x(3), 0, np.array(1), y()),
    ], EVERY, "same"),
    "index_fill": Row(written, [
        s(x(3), 0, TWO, 2), s(x(2, 3), 1, TWO, y()), s(x(2, 3), -1, i(1), 0.5, only="df"),
    ], EVERY, "same"),
    "take": Row(lambda a, index: a.reshape(-1)[index], [
        s(x(2, 3), i([0, 5], [-1, 2])), s(x(3), i(1, 1)), s(x(), i(0)), s(x(2), i().reshape(0)),
    ], EVERY, "same"),
    "put": Row(put, [
        s(x(2, 3), i(0, 5), y(2)), s(x(3), i([1], [-1]), y(2, 1)), s(x(3), i(1, 1), y(2),
        True, only="df"),
    ], EVERY, "same"),
    "masked_select": Row(mask_read, [
        s(x(2, 3), MASK), s(x(2, 3), MASK[0]), s(x(3), MASK), s(x(2), np.zeros(2, bool)),
        s(x(), np.array(True)),
    ], EVERY, "same"),
    "masked_scatter": Row(mask_written, [
        s(x(2, 3), MASK, y(3)), s(x(2, 3), MASK[0], y(2, 3)), s(x(3), MASK, y(4)),
    ], EVERY, "same"),
    "masked_scatter_backward": Row(mask_back, [
        s(x(2, 3), MASK, (4,)), s(x(2, 3), MASK, (2, 2)), s(x(2), mask(2), (2,)),
    ], "dfcz", "same"),
    "embedding": Row(lambda w, k, *_: w[k], [
        s(x(4, 3), i(1, 0, 1)), s(x(4, 2), i([1, 3], [0, 0])), s(x(3, 2), np.array(1)),
        s(x(3, 2), i().reshape(0)),
    ], "df", "same"),
    "embedding_backward": Row(embedding_back, [
        s(x(3, 2), i(1, 0, 1), 4, -1, False), s(x(3, 2), i(1, 0, 1), 4, 1, False),
        s(x(3, 2), i(1, 0, 1), 4, -1, True, smooth=False), s(x(2, 2, 3), i([1, 3], [0, 0]),
        4, 0, False),
    ], "df", "same"),
    "one_hot": Row(classes, [s(i(1, 0, 2)), s(i([1, 0], [0, 0]), 4), s(np.array(2))], "d",
        "int64", False),
    "nonzero": Row(nonzero, [
        s(FLAGS), s(FLAGS[0]), s(np.zeros((2, 2))), s(np.array(2.0)), s(np.array(0.0)),
    ], EVERY, "int64", False),
    "argwhere": Row(nonzero, [s(FLAGS), s(np.array(2.0))], EVERY, "int64", False),
    "take_along_dim": Row(along, [
        s(x(2, 3), i([0], [2]), 1), s(x(2, 3), i([1, 1, 0]), 0), s(x(2, 3), i(5, 0)),
        s(x(2, 3), i([-1], [0]), 1),
    ], EVERY, "same"),
    "searchsorted": Row(searched, [
        s(SORTED[0], y(3)), s(SORTED, y(2, 2)), s(SORTED[0], np.array([2.0, 0.5]), right=True),
        s(SORTED[0], 1.0), s(SORTED[0], np.array(2.0), side="left"),
        s(SORTED[0], y(2), out_int32=True, result="int32"),
    ], "df", "int64", False),
    "bucketize": Row(bucketed, [
        s(y(3), SORTED[0]), s(np.array([2.0, 0.5]), SORTED[0], right=True), s(1.0, SORTED[0]),
    ], "df", "int64", False),
}  # fmt: skip
