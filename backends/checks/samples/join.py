"""Samples of operators that put tensors together, repeat them, or move elements about."""

from __future__ import annotations

from typing import Any

import numpy as np

from .row import Array, Row, s, x, y, z

EVERY = "dfibcz"


def kept(self: Array, diagonal: int, lower: bool) -> Any:
    """Keep one side of a diagonal, place by place."""
    result = np.zeros(self.shape, self.dtype)
    for i, j in np.ndindex(*self.shape[-2:]):
        if (j - i <= diagonal) if lower else (j - i >= diagonal):
            result[..., i, j] = self[..., i, j]
    return result


def on_diagonal(self: Array, offset: int = 0, dim1: int = -2, dim2: int = -1) -> Any:
    """Put the last dimension on a diagonal, place by place."""
    n, ndim = self.shape[-1] + abs(offset), self.ndim + 1
    result = np.zeros((n, n, *self.shape[:-1]), self.dtype)
    for i in range(self.shape[-1]):
        result[i + max(-offset, 0), i + max(offset, 0)] = self[..., i]
    return np.moveaxis(result, (0, 1), (dim1 % ndim, dim2 % ndim))


def padded(self: Array, pad: Any, value: Any = 0) -> Any:
    """Pad with NumPy, then cut."""
    widths = [(0, 0)] * self.ndim
    cuts: list[Any] = [slice(None)] * self.ndim
    for i in range(len(pad) // 2):
        before, after = pad[2 * i : 2 * i + 2]
        widths[-1 - i] = (max(before, 0), max(after, 0))
        cuts[-1 - i] = slice(max(-before, 0), min(after, 0) or None)
    return np.pad(self, widths, constant_values=value)[tuple(cuts)]


def rolled(self: Array, shifts: Any, dims: Any = ()) -> Any:
    """Roll with NumPy."""
    return np.roll(self, shifts, dims) if dims else np.roll(self, shifts[0])


def catenated(tensors: list[Array], dim: int = 0) -> Any:
    """Put together all but empty vectors."""
    return np.concatenate([a for a in tensors if a.shape != (0,)], dim)


def repeated(self: Array, repeats: Any, dim: int | None = None) -> Any:
    """Repeat with NumPy."""
    return np.repeat(self, repeats, dim)


CATS = [
    s([x(2, 3), y(2, 3)]), s([x(2, 3), y(2, 1), z(2, 2)], 1), s([x(2), y(0), z(1)]), s([x(3)]),
    s([x(2, 3), y(0)], -1),
]  # fmt: skip
ROWS: dict[str, Row] = {
    "cat": Row(catenated, CATS, EVERY, "same"),
    "concat": Row(catenated, CATS, EVERY, "same"),
    "concatenate": Row(catenated, CATS, EVERY, "same"),
    "stack": Row(lambda tensors, dim=0: np.stack(tensors, dim), [
        s([x(2, 3), y(2, 3)]), s([x(2), y(2), z(2)], 1), s([x(), y()]), s([x(2)], -1),
    ], EVERY, "same"),
    "hstack": Row(np.hstack, [s([x(2), y(3)]), s([x(2, 1), y(2, 3)]), s([x(), y()])], EVERY,
        "same"),
    "vstack": Row(np.vstack, [s([x(2), y(2)]), s([x(1, 2), y(3, 2)]), s([x(), y()])], EVERY,
        "same"),
    "row_stack": Row(np.vstack, [s([x(2), y(2)])], EVERY, "same"),
    "dstack": Row(np.dstack, [s([x(2), y(2)]), s([x(2, 1, 2), y(2, 1, 3)])], EVERY, "same"),
    "column_stack": Row(np.column_stack, [s([x(2), y(2)]), s([x(2, 2), y(2)])], EVERY, "same"),
    "flip": Row(np.flip, [
        s(x(3), (0,)), s(x(2, 3), (0, 1)), s(x(2, 3), (-1,)), s(x(2, 3), ()), s(x(), ()), s(x(0),
        (0,)),
    ], EVERY, "same"),
    "fliplr": Row(np.fliplr, [s(x(2, 3))], EVERY, "same"),
    "flipud": Row(np.flipud, [s(x(2, 3)), s(x(3))], EVERY, "same"),
    "rot90": Row(np.rot90, [
        s(x(2, 3)), s(x(2, 3), 2), s(x(2, 3), 3), s(x(2, 3), 0), s(x(2, 3, 2), -1, (1, 2)),
    ], EVERY, "same"),
    "roll": Row(rolled, [
        s(x(4), (1,)), s(x(2, 3), (1,)), s(x(2, 3), (-2,), (1,)), s(x(2, 3), (1, 2), (0, 1)),
        s(x(0), (1,)),
    ], EVERY, "same"),
    "repeat": Row(np.tile, [
        s(x(2), (3,)), s(x(2, 3), (2, 1)), s(x(2), (2, 2)), s(x(), (2,)), s(x(2), (0,)), s(x(), ()),
    ], EVERY, "same"),
    "tile": Row(np.tile, [s(x(2), (3,)), s(x(2, 3), (2,)), s(x(2), (2, 2))], EVERY, "same"),
    "repeat_interleave": Row(repeated, [
        s(x(3), 2), s(x(2, 2), 2), s(x(2, 3), 2, 1), s(x(3), (1, 0, 2), 0), s(x(), 3),
    ], EVERY, "same"),
    "tril": Row(lambda a, diagonal=0: kept(a, diagonal, True), [
        s(x(3, 3)), s(x(2, 4), 1), s(x(2, 3, 2), -1), s(x(0, 3)),
    ], EVERY, "same"),
    "triu": Row(lambda a, diagonal=0: kept(a, diagonal, False), [
        s(x(3, 3)), s(x(2, 4), 1), s(x(2, 3, 2), -1), s(x(0, 3)),
    ], EVERY, "same"),
    "diag_embed": Row(on_diagonal, [
        s(x(3)), s(x(2, 3)), s(x(2, 3), 1), s(x(2, 3), -1, 0, 2), s(x(2), 0, 1, 0),
    ], EVERY, "same"),
    "constant_pad_nd": Row(padded, [
        s(x(3), (1, 2)), s(x(2, 3), (1, 0, 2, 1), 2), s(x(4), (-1, 2)), s(x(4), (-1, -2)), s(x(3),
        ()),
        s(x(2), (1, 1), -1.5, only="df"),
    ], EVERY, "same"),
}  # fmt: skip
