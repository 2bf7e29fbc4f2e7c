"""Samples of the less common views, of their gradients, and of composites of views."""

from __future__ import annotations

from typing import Any

import numpy as np

from .row import Array, Row, s, x, y

EVERY = "dfibcz"


def windows(self: Array, dimension: int, size: int, step: int) -> Any:
    """Take windows one after the other."""
    if not self.ndim:
        return self.reshape(1)
    n = self.shape[dimension]
    rows = np.moveaxis(self, dimension, 0)
    found = [np.moveaxis(rows[i : i + size], 0, -1) for i in range(0, n - size + 1, step)]
    return np.moveaxis(np.array(found), 0, dimension % self.ndim)


def windows_back(grad: Array, sizes: tuple[int, ...], dimension: int, size: int, step: int) -> Any:
    """Add windows one after the other."""
    result = np.zeros(sizes)
    rows, parts = np.moveaxis(result, dimension, 0), np.moveaxis(grad, dimension % len(sizes), 0)
    for i, part in enumerate(parts):
        rows[i * step : i * step + size] += np.moveaxis(part, -1, 0)
    return result


def strided(self: Array, size: Any, stride: Any, storage_offset: int | None = None) -> Any:
    """Read from the elements in a row."""
    result = np.empty(size, self.dtype)
    for index in np.ndindex(*size):
        place = sum(i * n for i, n in zip(index, stride, strict=True)) + (storage_offset or 0)
        result[index] = self.reshape(-1)[place]
    return result


def places(geometry: Any) -> list[int]:
    """Return where in memory each element stands, in the order of the elements."""
    shape, strides, offset = geometry
    return [
        offset + sum(i * n for i, n in zip(index, strides, strict=True))
        for index in np.ndindex(*shape)
    ]


def strided_back(
    grad: Array, geometry: Any, size: Any, stride: Any, storage_offset: int | None
) -> Any:
    """Add to the places that were read, in a dict."""
    memory: dict[int, Any] = {}
    start = geometry[2] if storage_offset is None else storage_offset
    for place, value in zip(places((size, stride, start)), grad.reshape(-1), strict=True):
        memory[place] = memory.get(place, 0) + value
    found = [memory.get(place, 0) for place in places(geometry)]
    return np.array(found, grad.dtype).reshape(geometry[0])


def strided_from(
    self: Array, geometry: Any, size: Any, stride: Any, storage_offset: int | None
) -> Any:
    """Read from a dict of places."""
    memory = dict(zip(places(geometry), self.reshape(-1), strict=True))
    start = geometry[2] if storage_offset is None else storage_offset
    found = [memory.get(place, 0) for place in places((size, stride, start))]
    return np.array(found, self.dtype).reshape(size)


def strided_put(self: Array, src: Array, size: Any, stride: Any, storage_offset: Any = None) -> Any:
    """Put elements into those in a row."""
    result = self.reshape(-1).copy()
    for index in np.ndindex(*size):
        place = sum(i * n for i, n in zip(index, stride, strict=True)) + (storage_offset or 0)
        result[place] = src[index]
    return result.reshape(self.shape)


def line(rows: int, columns: int, offset: int) -> list[tuple[int, int]]:
    """Return the places of a diagonal."""
    return [(i, i + offset) for i in range(rows) if 0 <= i + offset < columns]


def diagonal(self: Array, offset: int = 0, dim1: int = 0, dim2: int = 1) -> Any:
    """Read a diagonal, place by place."""
    rows = np.moveaxis(self, (dim1, dim2), (0, 1))
    places = line(rows.shape[0], rows.shape[1], offset)
    if not places:
        return np.zeros((*rows.shape[2:], 0), self.dtype)
    return np.stack([rows[p] for p in places], -1)


def diagonal_back(grad: Array, sizes: Any, offset: int, dim1: int, dim2: int) -> Any:
    """Write a diagonal, place by place."""
    result = np.zeros(sizes)
    rows = np.moveaxis(result, (dim1, dim2), (0, 1))
    for i, place in enumerate(line(rows.shape[0], rows.shape[1], offset)):
        rows[place] = grad[..., i]
    return result


def cut(self: Array, sizes: Any, dim: int = 0) -> list[Array]:
    """Cut into pieces of so many, or of the given sizes."""
    n = self.shape[dim]
    if isinstance(sizes, int):
        starts = range(0, n, sizes) if n else [0]
        return [np.take(self, range(i, min(i + sizes, n)), dim) for i in starts]
    ends = np.cumsum([0, *sizes])
    pairs = zip(ends[:-1], ends[1:], strict=True)
    return [np.take(self, np.arange(a, b, dtype=np.int64), dim) for a, b in pairs]


def chunked(self: Array, chunks: int, dim: int = 0) -> list[Array]:
    """Cut into at most so many pieces."""
    return cut(self, -(-self.shape[dim] // chunks), dim)


def apart(self: Array, dim: int = 0) -> list[Array]:
    """Return what stands at each index."""
    return list(np.moveaxis(self, dim, 0))


def even(self: Array, given: Any, dim: int = 0) -> list[Array]:
    """Split as NumPy does."""
    return list(np.array_split(self, given, dim))


def flat(self: Array, start_dim: int = 0, end_dim: int = -1) -> Any:
    """Join dimensions."""
    if not self.ndim:
        return self.reshape(1)
    start, end = start_dim % self.ndim, end_dim % self.ndim
    return self.reshape(*self.shape[:start], -1, *self.shape[end + 1 :])


def unflat(self: Array, dim: int, sizes: Any) -> Any:
    """Take a dimension apart."""
    axis = dim % self.ndim
    return self.reshape(*self.shape[:axis], *sizes, *self.shape[axis + 1 :])


def written(self: Array, src: Array, place: Any) -> Any:
    """Return a copy with something written to it."""
    result = self.copy()
    result[place] = src
    return result


def diagonal_written(self: Array, src: Array, offset: int = 0, *dims: int) -> Any:
    """Return a copy with another diagonal."""
    dims = dims or (0, 1)
    kept = self - diagonal_back(diagonal(self, offset, *dims), self.shape, offset, *dims)
    return kept + diagonal_back(src, self.shape, offset, *dims)


def diag(self: Array, diagonal: int = 0) -> Any:
    """Return a diagonal, or a matrix with it."""
    return np.diag(self, diagonal)


def along(dim: int, index: Any) -> Any:
    """Return the key of an index along a dimension."""
    return (slice(None),) * dim + (index,)


MOVES = [
    s(x(2, 3, 4), (0,), (2,)), s(x(2, 3, 4), (-1, 0), (0, 1)), s(x(3), (0,), (-1,)), s(x(0, 2),
    (0,), (1,)),
]  # fmt: skip
SWAPS = [s(x(2, 3), 0, 1), s(x(2, 3, 4), -1, 0), s(x(2, 3), 1, 1)]
SAME = [s(x(2, 3)), s(x()), s(x(0, 3))]

ROWS: dict[str, Row] = {
    "view": Row(np.reshape, [
        s(x(2, 3), (3, 2)), s(x(2, 3), (-1,)), s(x(), (1,)), s(x(0, 3), (3, 0)), s(x(6), (2, -1)),
    ], EVERY, "same", about_layout=True),
    "diagonal": Row(diagonal, [
        s(x(3, 3)), s(x(2, 4), 1), s(x(4, 2), -2), s(x(2, 3, 4), 0, 0, 2), s(x(2, 3, 3), 1, -2, -1),
        s(x(2, 2), 5), s(x(0, 3)),
    ], EVERY, "same"),
    "unfold": Row(windows, [
        s(x(5), 0, 2, 1), s(x(5), 0, 2, 3), s(x(2, 4), 1, 3, 1), s(x(4, 2), -2, 2, 2), s(x(3),
        0, 3, 1),
        s(x(), 0, 1, 1),
    ], EVERY, "same"),
    "as_strided": Row(strided, [
        s(x(6), (2, 3), (3, 1)), s(x(6), (3, 2), (1, 2), 1), s(x(2, 3), (2, 2), (1, 1)), s(x(4),
        (), ()),
        s(x(4), (0, 2), (1, 1)),
    ], EVERY, "same", about_layout=True),
    "unbind": Row(apart, [s(x(2, 3)), s(x(2, 3), 1), s(x(2, 3, 2), -1), s(x(3))], EVERY, "same"),
    "split": Row(cut, [
        s(x(5), 2), s(x(5), (1, 4)), s(x(2, 4), 3, 1), s(x(2, 4), (1, 0, 3), -1), s(x(0, 2), 2),
    ], EVERY, "same"),
    "split_with_sizes": Row(cut, [s(x(5), (1, 4)), s(x(2, 4), (1, 0, 3), -1)], EVERY, "same"),
    "chunk": Row(chunked, [s(x(5), 2), s(x(2, 4), 3, 1), s(x(2), 5)], EVERY, "same"),
    "unsafe_chunk": Row(chunked, [s(x(5), 2), s(x(2, 4), 3, 1)], EVERY, "same"),
    "unsafe_split": Row(cut, [s(x(5), 2), s(x(2, 4), 3, -1)], EVERY, "same"),
    "unsafe_split_with_sizes": Row(cut, [s(x(5), (1, 4)), s(x(2, 4), (1, 0, 3), -1)], EVERY,
    "same"),
    "alias": Row(np.copy, SAME, EVERY, "same"),
    "_clone_memory": Row(np.copy, SAME, EVERY, "same"),
    "as_strided_scatter": Row(strided_put, [
        s(x(6), y(2, 2), (2, 2), (1, 2)), s(x(2, 3), y(2), (2,), (3,), 1), s(x(4), y(), (), (), 2),
    ], EVERY, "same", about_layout=True),
    "tensor_split": Row(even, [s(x(5), 2), s(x(2, 5), (1, 3), 1), s(x(5), (3, 1))], EVERY, "same"),
    "hsplit": Row(np.hsplit, [s(x(4), 2), s(x(2, 4), (1, 3))], EVERY, "same"),
    "vsplit": Row(np.vsplit, [s(x(4, 2), 2), s(x(4, 2), (1, 3))], EVERY, "same"),
    "dsplit": Row(np.dsplit, [s(x(2, 1, 4), 2)], EVERY, "same"),
    "diagonal_backward": Row(diagonal_back, [
        s(x(2), (2, 3), 0, 0, 1), s(x(2, 1), (2, 3, 2), 1, 1, 2), s(x(1), (2, 3), -1, 0, 1),
    ], "df", "same"),
    "unfold_backward": Row(windows_back, [
        s(x(4, 2), (5,), 0, 2, 1), s(x(2, 2, 3), (2, 4), 1, 3, 1), s(x(2, 2), (5,), 0, 2, 3),
    ], "df", "same"),
    "as_strided_backward": Row(strided_back, [
        s(x(2, 3), ((6,), (1,), 0), (2, 3), (1, 2), None),
        s(x(3), ((2, 2), (2, 1), 4), (3,), (1,), 5),
        s(x(2, 2), ((2, 3), (1, 2), 0), (2, 2), (3, 1), 1),
    ], "df", "same"),
    "_as_strided_from": Row(strided_from, [
        s(x(6), ((6,), (1,), 0), (2, 3), (1, 2), None),
        s(x(2, 3), ((2, 3), (1, 2), 5), (2, 2), (3, 1), 6),
        s(x(2), ((2,), (2,), 0), (3,), (1,), 0),
    ], "df", "same"),
    "view_as": Row(lambda a, b: a.reshape(b.shape), [s(x(2, 3), y(6))], EVERY,
        "same", arguments=(0,), about_layout=True),
    "reshape_as": Row(lambda a, b: a.reshape(b.shape), [s(x(2, 3), y(3, 2))], EVERY, "same",
                      arguments=(0,)),
    "expand_as": Row(lambda a, b: np.broadcast_to(a, b.shape), [s(x(2, 1), y(3, 2, 2))], EVERY,
        "same",
                     arguments=(0,)),
    "broadcast_to": Row(np.broadcast_to, [s(x(2, 1), (3, 2, 2)), s(x(), (2,))], EVERY, "same"),
    "flatten": Row(flat, [
        s(x(2, 3, 4)), s(x(2, 3, 4), 1), s(x(2, 3, 4), 0, -2), s(x(3)), s(x()), s(x(2, 3), 1, 1),
    ], EVERY, "same"),
    "unflatten": Row(unflat, [s(x(6, 2), 0, (2, 3)), s(x(2, 6), -1, (2, -1))], EVERY, "same"),
    "ravel": Row(np.ravel, SAME, EVERY, "same"),
    "t": Row(np.transpose, [s(x(2, 3)), s(x(3)), s(x())], EVERY, "same"),
    "adjoint": Row(lambda a: np.swapaxes(a.conj(), -1, -2), [
        s(x(2, 3)), s(x(2, 3, 4)),
    ], EVERY, "same"),
    "movedim": Row(np.moveaxis, MOVES, EVERY, "same"),
    "moveaxis": Row(np.moveaxis, MOVES, EVERY, "same"),
    "swapaxes": Row(np.swapaxes, SWAPS, EVERY, "same"),
    "swapdims": Row(np.swapaxes, SWAPS, EVERY, "same"),
    "narrow": Row(lambda a, dim, start, n: np.take(a, np.arange(start, start + n), dim), [
        s(x(5), 0, 1, 3), s(x(2, 5), 1, -3, 2), s(x(2, 5), -1, 0, 5), s(x(3), 0, 3, 0),
    ], EVERY, "same"),
    "contiguous": Row(lambda a: a, SAME, EVERY, "same"),
    "resolve_conj": Row(lambda a: a, SAME, EVERY, "same"),
    "resolve_neg": Row(lambda a: a, SAME, EVERY, "same"),
    "_contiguous": Row(lambda a: a, SAME, EVERY, "same"),
    "diag": Row(diag, [s(x(3)), s(x(3), 1), s(x(2, 3)), s(x(3, 2), -1)], EVERY, "same"),
    "diagflat": Row(np.diagflat, [s(x(2, 2)), s(x(2), -1)], EVERY, "same"),
    "select_scatter": Row(lambda a, b, dim, i: written(a, b, along(dim, i)), [
        s(x(2, 3), y(3), 0, 1), s(x(2, 3), y(2), 1, -1),
    ], EVERY, "same"),
    "slice_scatter": Row(lambda a, b, dim=0, *bounds: written(a, b, along(dim, slice(*bounds))), [
        s(x(4), y(2), 0, 1, 3, 1), s(x(2, 4), y(2, 2), 1, None, None, 2),
    ], EVERY, "same"),
    "diagonal_scatter": Row(diagonal_written, [
        s(x(3, 3), y(3)), s(x(2, 3), y(2), 1), s(x(2, 3, 3), y(2, 3), 0, 1, 2),
    ], "dfi", "same"),
    "fill": Row(lambda a, b: np.full(a.shape, b), [
        s(x(2, 3), 2), s(x(2, 3), y()), s(x(), 1), s(x(2), 2.5, only="df"),
    ], EVERY, "same"),
}  # fmt: skip
