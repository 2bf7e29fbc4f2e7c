"""Samples of the largest and smallest elements and where they stand."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from .reduce import DIMS
from .row import Array, Row, over, s, x, y

FULL = [s(x(2, 3)), s(x()), s(x(5)), s(x(2, 3, 2))]
ONE_DIM = [s(x(2, 3), 0), s(x(2, 3), -1), s(x(2, 3), 1, True), s(x(), 0), s(x(2, 3, 2), dim=1)]
TIES = [s(np.array([[1.0, 1.0], [2.0, 1.0]]), smooth=False)]
INDICES = np.array([1, 0, 1])


def where(best: Callable[..., Any]) -> Callable[..., Any]:
    """Return what finds the first place of an extreme."""

    def place(values: list[float]) -> int:
        return values.index(best(values))

    def expected(self: Array, dim: Any = None, keepdim: bool = False) -> Any:
        return over(place)(self, dim, keepdim)

    return expected


def pick(self: Array, indices: Array, dim: int, keepdim: bool = False) -> Any:
    """Return the elements at indices along a dimension."""
    wide = indices if keepdim else np.expand_dims(indices, dim)
    picked = np.take_along_axis(self, wide, dim)
    return picked if keepdim else picked.squeeze(dim)


def place(
    grad: Array, indices: Array, sizes: tuple[int, ...], dim: int, keepdim: bool = False
) -> Any:
    """Return zeros with elements at indices along a dimension."""
    result = np.zeros(sizes)
    wide = grad if keepdim else np.expand_dims(grad, dim)
    index = indices if keepdim else np.expand_dims(indices, dim)
    for k in np.ndindex(*wide.shape):
        there = list(k)
        there[dim] = int(index[k])
        result[tuple(there)] = wide[k]
    return result


def rows(word: str, best: Callable[..., Any]) -> dict[str, Row]:
    """Return the rows of amax, max and argmax, or of their likes for the smallest."""
    return {
        f"a{word}": Row(over(best), [*FULL, *DIMS, *TIES, s(x(0, 3), 1)], "dfib", "same"),
        word: Row(over(best), [*FULL, *TIES], "dfib", "same"),
        f"arg{word}": Row(where(best), [*FULL, *ONE_DIM, *TIES, s(x(2, 3), keepdim=True)], "dfi",
                          "int64", differentiable=False),
    }  # fmt: skip


ROWS: dict[str, Row] = {
    **rows("max", max),
    **rows("min", min),
    "_pick": Row(pick, [
        s(x(2, 3), INDICES, 0), s(x(2, 3), INDICES[None], 0, True), s(x(3, 2), INDICES, 1),
    ], "dfi", "same"),
    "_place": Row(place, [
        s(y(3), INDICES, (2, 3), 0), s(y(1, 3), INDICES[None], (2, 3), 0, True),
        s(y(3), INDICES, (3, 2), 1),
    ], "dfi", "same"),
}  # fmt: skip
