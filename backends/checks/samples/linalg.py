"""Samples of the products of matrices and vectors."""

from __future__ import annotations

from typing import Any

import numpy as np

from .row import Array, Row, s, x, y


def product(a: Array, b: Array) -> Any:
    """Multiply by broadcasting and a sum over the common dimension."""
    left = a[None] if a.ndim == 1 else a
    right = b[:, None] if b.ndim == 1 else b
    result = (left[..., :, :, None] * right[..., None, :, :]).sum(-2)
    if b.ndim == 1:
        result = result[..., 0]
    return np.asarray(
        result[..., 0, :]
        if a.ndim == 1 and b.ndim > 1
        else result.squeeze(0)
        if a.ndim == 1
        else result
    )


SHAPES = [
    ((2, 3), (3, 4)), ((3,), (3,)), ((2, 3), (3,)), ((3,), (3, 2)), ((2, 2, 3), (3, 4)),
    ((2, 2, 3), (2, 3, 2)), ((2, 1, 2, 3), (3, 3, 2)), ((2, 3), (2, 3, 2)), ((2, 2, 3), (3,)),
    ((3,), (2, 3, 2)), ((0, 3), (3, 2)), ((2, 0), (0, 3)), ((2, 0, 3), (3, 2)), ((0, 2, 3), (3,)),
    ((1, 1), (1, 1)), ((0,), (0,)),
]  # fmt: skip

ROWS: dict[str, Row] = {
    "matmul": Row(product, [s(x(*a), y(*b)) for a, b in SHAPES], "dficz", "same"),
}
