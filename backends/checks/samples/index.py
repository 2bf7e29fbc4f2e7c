"""Samples of operators that read and write elements by a tensor of indices."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np

from .row import Array, Row, s, x, y

EVERY = "dfibcz"


def i(*values: Any) -> Array:
    """Return indices."""
    return np.array(values, np.int64)


ROW, MANY = i([0, 2], [1, 0]), i([1, 1, 0], [2, 0, 0])
MASK = np.array([[True, False, True], [False, False, True]])


def key(indices: list[Any]) -> tuple[Any, ...]:
    """Return NumPy's key."""
    return tuple([slice(None) if k is None else k for k in indices])


def put(self: Array, indices: list[Any], values: Array, accumulate: bool = False) -> Any:
    """Write element by element."""
    places = np.arange(self.size).reshape(self.shape)[key(indices)]
    result = self.copy().reshape(-1)
    for place, value in zip(
        places.reshape(-1).tolist(), np.broadcast_to(values, places.shape).reshape(-1), strict=True
    ):
        result[place] = result[place] + value if accumulate else value
    return result.reshape(self.shape)


def places(dim: int, index: Array, ndim: int) -> list[tuple[tuple[int, ...], tuple[int, ...]]]:
    """Return, for each element of an index, where it stands and which place it names."""
    found = []
    for k in np.ndindex(*index.shape):
        there = list(k) if ndim else []
        if ndim:
            there[dim] = int(index[k])
        found.append((k, tuple(there)))
    return found


def gathered(self: Array, dim: int, index: Array) -> Any:
    """Read element by element."""
    result = np.empty(index.shape, self.dtype)
    for k, there in places(dim, index, self.ndim):
        result[k] = self[there]
    return result


def scattered(combine: Callable[[Any, Any], Any]) -> Callable[..., Any]:
    """Return what writes element by element."""

    def expected(self: Array, dim: int, index: Array, src: Any, **kwargs: Any) -> Any:
        result = self.copy()
        for k, there in places(dim, index, self.ndim):
            value = src[k] if isinstance(src, np.ndarray) else src
            result[there] = combine(result[there], value)
        return result

    return expected


def reduced(
    self: Array, dim: int, index: Array, src: Array, reduce: str, include_self: bool = True
) -> Any:
    """Collect what falls on each place, then combine it."""
    lists: dict[Any, list[float]] = {}
    for k, there in places(dim, index, self.ndim):
        lists.setdefault(there, [self[there].item()] if include_self else []).append(src[k].item())
    result = self.astype(np.float64)
    ways: dict[str, Callable[[list[float]], float]] = {
        "sum": math.fsum, "prod": math.prod, "amax": max, "amin": min,
        "mean": lambda v: math.fsum(v) / len(v),
    }  # fmt: skip
    for there, values in lists.items():
        result[there] = ways[reduce](values)
    return result


def slices_reduced(
    self: Array, dim: int, index: Array, source: Array, reduce: str, include_self: bool = True
) -> Any:
    """Collect the slices that fall on each index, then combine them."""
    wide = np.zeros(source.shape, np.int64)
    np.moveaxis(wide, dim, -1)[...] = index
    return reduced(self, dim, wide, source, reduce, include_self)


SCATTERS = [
    s(x(3, 3), 0, ROW, y(2, 2)), s(x(2, 3), 1, i([2, 0], [1, 2]), y(2, 2)), s(x(3), 0, i(2, 0),
    y(2)),
    s(x(3, 3), -2, ROW, y(2, 3)), s(x(3), 0, i().reshape(0), y(0)), s(x(), 0, np.array(0), y()),
]  # fmt: skip
TWICE = [s(x(3, 3), 0, MANY, y(2, 3)), s(x(2, 3), 1, MANY, y(2, 3))]
REDUCED = [
    s(x(3, 3), 0, MANY, y(2, 3), how, include_self=own)
    for how in ("sum", "prod", "mean", "amax", "amin")
    for own in (True, False)
]

SLICES = [
    s(x(3, 2), 0, i(2, 0, 2), y(3, 2), how, include_self=own)
    for how in ("prod", "mean", "amax", "amin")
    for own in (True, False)
]

ROWS: dict[str, Row] = {
    "index_reduce": Row(slices_reduced, [
        *SLICES, s(x(2, 3), 1, i(1, 1), y(2, 2), "mean"), s(x(2, 3), -1, i(0), y(2, 1), "amax"),
    ], "df", "same"),
    "index": Row(lambda a, indices: a[key(indices)], [
        s(x(4), [i(0, 3, -1)]), s(x(3, 2), [i(0, 2), i(1, 0)]), s(x(2, 3),
        [None, i([0, 2], [1, 1])]),
        s(x(2, 3), [MASK]), s(x(2, 3), [np.array([True, False])]), s(x(2, 3, 2), [i(1, 1),
        None, i(0, 1)]),
        s(x(3), [i().reshape(0)]), s(x(2, 3), [np.array(1)]), s(x(3, 3), [i([0], [2]), i(1, 2)]),
    ], EVERY, "same"),
    "index_put": Row(put, [
        s(x(4), [i(0, 3)], y(2)), s(x(4), [i(0, -1)], y()), s(x(3, 2), [i(0, 2), i(1, 0)], y(2)),
        s(x(2, 3), [None, i(0, 2)], y(2, 2)), s(x(2, 3), [MASK], y(3)), s(x(2, 3), [i(1)], y(3)),
        s(x(4), [i(1, 1, 0)], y(3), True, only="df"), s(x(2, 3), [i(1, 1)], y(1, 3),
        True, only="df"),
    ], EVERY, "same"),
    "gather": Row(gathered, [
        s(x(3, 3), 0, ROW), s(x(2, 3), 1, MANY), s(x(3), 0, i(2, 0, 2)), s(x(3, 3), -1, ROW),
        s(x(3), 0, i().reshape(0)), s(x(), 0, np.array(0)),
    ], EVERY, "same"),
    "scatter": Row(scattered(lambda old, new: new), [
        *SCATTERS, s(x(3, 3), 0, ROW, 2), s(x(3, 3), 1, ROW, 2.5, only="df"),
        s(x(3), 0, i(1), 1),
    ], EVERY, "same"),
    "scatter_add": Row(scattered(lambda old, new: old + new), [*SCATTERS, *TWICE], "dfi", "same"),
    "scatter_reduce": Row(reduced, REDUCED, "df", "same"),
}  # fmt: skip
