"""Samples of the operators that only change how elements are arranged, and of the plain writes."""

from __future__ import annotations

from typing import Any

import numpy as np

from ... import dtypes
from .row import Array, Row, s, x, y


def selected(self: Array, dim: int, index: int) -> Any:
    """Select by moving the dimension to the front."""
    return np.moveaxis(self, dim, 0)[index]


def sliced(
    self: Array, dim: int = 0, start: int | None = None, end: int | None = None, step: int = 1
) -> Any:
    """Take the positions that Python's own slice names."""
    places = list(range(self.shape[dim]))[start:end:step]
    return np.take(self, np.array(places, np.int64), axis=dim)


def squeezed(self: Array, dim: Any = None) -> Any:
    """Drop sizes of one."""
    n = max(self.ndim, 1)
    dims = range(n) if dim is None else (dim,) if isinstance(dim, int) else dim
    gone = {d % n for d in dims}
    return self.reshape([k for i, k in enumerate(self.shape) if not (i in gone and k == 1)])


def expanded(self: Array, size: tuple[int, ...]) -> Any:
    """Broadcast, with -1 for the old size."""
    new = len(size) - self.ndim
    return np.broadcast_to(
        self, [self.shape[i - new] if k == -1 else k for i, k in enumerate(size)]
    )


def placed(grad: Array, sizes: tuple[int, ...], dim: int, index: int) -> Any:
    """Put a gradient at one index."""
    result = np.zeros(sizes, grad.dtype)
    np.moveaxis(result, dim, 0)[index] = grad
    return result


def spread(grad: Array, sizes: Any, dim: int, start: Any, end: Any, step: int) -> Any:
    """Put a gradient at the positions of a slice, one after the other."""
    result = np.zeros(sizes, grad.dtype)
    for i, place in enumerate(list(range(sizes[dim]))[start:end:step]):
        np.moveaxis(result, dim, 0)[place] = np.moveaxis(grad, dim, 0)[i]
    return result


def same(self: Array, *_: Any) -> Any:
    """Return the values."""
    return self


EVERY = "dfibcz"
ROWS: dict[str, Row] = {
    "reshape": Row(lambda a, size: np.reshape(a, size), [
        s(x(2, 3), (3, 2)), s(x(2, 3), (-1,)), s(x(2, 3), (2, -1, 1)), s(x(1), ()), s(x(), (1, 1)),
        s(x(0, 3), (3, 0)), s(x(0), (2, 0, 5)), s(x(0, 3), (-1, 3)), s(x(6), (2, 3)), s(x(), ()),
    ], EVERY, "same"),
    "transpose": Row(np.swapaxes, [
        s(x(2, 3), 0, 1), s(x(2, 3), -1, 0), s(x(2, 3, 4), 0, 2), s(x(2, 3, 4), -1, -2),
        s(x(2, 3), 1, 1), s(x(4), 0, -1), s(x(0, 3), 0, 1),
    ], EVERY, "same"),
    "permute": Row(np.transpose, [
        s(x(2, 3), (1, 0)), s(x(2, 3, 4), (2, 0, 1)), s(x(2, 3, 4), (-1, 0, -2)), s(x(), ()),
        s(x(0, 3), (1, 0)), s(x(3), (0,)),
    ], EVERY, "same"),
    "expand": Row(expanded, [
        s(x(3), (2, 3)), s(x(1, 3), (2, -1)), s(x(2, 1), (4, 2, 3)), s(x(), (2, 3)), s(x(), ()),
        s(x(1), (0,)), s(x(0, 1), (0, 3)), s(x(2, 3), (2, 3)),
    ], EVERY, "same"),
    "select": Row(selected, [
        s(x(2, 3), 0, 1), s(x(2, 3), 1, -1), s(x(2, 3, 4), -2, 0), s(x(3), 0, 2), s(x(2, 0), 0, 1),
    ], EVERY, "same"),
    "slice": Row(sliced, [
        s(x(5)), s(x(5), 0, 1, 4), s(x(5), 0, 1, None, 2), s(x(2, 5), 1, -4, -1), s(x(2, 5), -1, 3),
        s(x(5), 0, 4, 2), s(x(5), 0, -9, 9), s(x(0), 0, 1), s(x(5), end=2), s(x(3, 2), 0, 1, 2),
    ], EVERY, "same"),
    "squeeze": Row(squeezed, [
        s(x(1, 3, 1)), s(x(1, 3, 1), 0), s(x(1, 3, 1), -1), s(x(1, 3, 1), 1), s(x(1, 3, 1), (0, 2)),
        s(x()), s(x(), 0), s(x(2, 3)), s(x(1, 0)), s(x(1, 1), dim=(0, -1)),
    ], EVERY, "same"),
    "unsqueeze": Row(np.expand_dims, [
        s(x(3), 0), s(x(3), -1), s(x(2, 3), 1), s(x(2, 3), -3), s(x(), 0), s(x(0), 1),
    ], EVERY, "same"),
    "detach": Row(same, [s(x(2, 3)), s(x()), s(x(0, 3))], EVERY, "same", differentiable=False),
    "clone": Row(same, [s(x(2, 3)), s(x()), s(x(0, 3)), s(x(2, 1, 3))], EVERY, "same"),
    "_to_copy": Row(same, [
        s(x(2, 3), dtypes.float64, result="float64", only="dfib"),
        s(x(3), dtypes.bool, result="bool", smooth=False),
        s(x(2, 3), dtypes.float32, result="float32", smooth=False, only="dfib"),
        s(x(2, 3), dtypes.complex128, result="complex128"),
        s(x(), dtypes.complex128, result="complex128"),
        s(x(), dtypes.float64, result="float64", only="dfib"),
        s(x(0), dtypes.float64, result="float64", only="dfib"),
    ], EVERY, "same"),
    "select_backward": Row(placed, [
        s(x(3), (2, 3), 0, 1), s(x(2), (2, 3), -1, -1), s(x(), (4,), 0, 2), s(x(0), (2, 0), 0, 1),
    ]),
    "slice_backward": Row(spread, [
        s(x(2), (5,), 0, 1, 3, 1), s(x(2, 3), (2, 5), 1, None, None, 2),
        s(x(2, 2), (2, 5), -1, -2, None, 1), s(x(0), (5,), 0, 3, 1, 1),
        s(x(0, 2), (0, 2), 0, None, None, 1),
    ]),
    "copy_": Row(lambda a, b: np.broadcast_to(b, a.shape), [
        s(x(2, 3), y(2, 3)), s(x(2, 3), y(3)), s(x(2, 3), y(2, 1)), s(x(), y()), s(x(0, 3), y(3)),
        s(x(2, 3), y()),
    ], EVERY, "same"),
    "zero_": Row(np.zeros_like, [s(x(2, 3)), s(x()), s(x(0, 3))], EVERY, "same"),
    "fill_": Row(lambda a, b: np.full(a.shape, b), [
        s(x(2, 3), 2.5, only="df"), s(x(2, 3), 2), s(x(2, 3), y()), s(x(), 1), s(x(0), y()),
    ], EVERY, "same"),
}  # fmt: skip
