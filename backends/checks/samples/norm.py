"""Samples of normalisation and its gradients."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from .row import Array, Row, s, x, y, z


def rows_of(self: Array, shape: Any) -> list[list[float]]:
    """Return the rows that are normalised."""
    return self.reshape(-1, math.prod(shape)).tolist()


def moments(row: list[float], eps: float) -> tuple[float, float]:
    """Return the mean of a row and one over its deviation."""
    mean = math.fsum(row) / len(row)
    return mean, 1 / math.sqrt(math.fsum((v - mean) ** 2 for v in row) / len(row) + eps)


def layer_norm(
    self: Array, shape: Any, weight: Any = None, bias: Any = None, eps: float = 1e-5
) -> Any:
    """Normalise row by row."""
    found = [moments(row, eps) for row in rows_of(self, shape)]
    kept = self.shape[: self.ndim - len(shape)] + (1,) * len(shape)
    mean, rstd = (np.array([f[i] for f in found]).reshape(kept) for i in (0, 1))
    result = (self - mean) * rstd
    result = result if weight is None else result * weight
    return result if bias is None else result + bias, mean, rstd


def slopes(
    grad: Array, self: Array, mean: Array, rstd: Array, weight: Any, shape: Any, eps: float
) -> Any:
    """Multiply each row with its Jacobian, element by element."""
    scaled = grad if weight is None else grad * weight
    found = []
    for row, g in zip(rows_of(self, shape), rows_of(scaled, shape), strict=True):
        m, r = moments(row, eps)
        n = len(row)
        found.append([
            math.fsum(
                g[i] * r * ((i == j) - 1 / n - (row[i] - m) * (row[j] - m) * r * r / n)
                for i in range(n)
            )
            for j in range(n)
        ])  # fmt: skip
    return np.array(found).reshape(self.shape)


def weight_slopes(grad: Array, self: Array, mean: Any, rstd: Any, shape: Any, eps: float) -> Any:
    """Add up what each row gives."""
    normal = layer_norm(self, shape, eps=eps)[0]
    return (grad * normal).reshape(-1, *shape).sum(0)


def softmax_slopes(grad: Array, output: Array, dim: int) -> Any:
    """Multiply with the Jacobian of softmax."""
    return output * (grad - (grad * output).sum(dim, keepdims=True))


def log_softmax_slopes(grad: Array, output: Array, dim: int) -> Any:
    """Multiply with the Jacobian of log_softmax."""
    return grad - np.exp(output) * grad.sum(dim, keepdims=True)


# What was saved for backward follows from what was normalised; so their derivatives, which count
# that in, are tested as second derivatives of native_layer_norm.
A, B = x(2, 4), x(2, 2, 3)
A_SAVED, B_SAVED = layer_norm(A, (4,))[1:], layer_norm(B, (2, 3))[1:]
SOFT = [s(x(2, 3), y(2, 3), 1), s(x(2, 3), y(2, 3), 0), s(x(3), y(3), -1), s(x(0, 3), y(0, 3), 1)]

ROWS: dict[str, Row] = {
    "native_layer_norm": Row(layer_norm, [
        s(x(2, 4), (4,)), s(x(2, 4), (4,), y(4), z(4)), s(x(2, 2, 3), (2, 3), y(2, 3)),
        s(x(3), (3,), None, y(3), 0.1), s(x(2, 2, 3), (3,), y(3), z(3)),
    ], "df", "same"),
    "layer_norm_backward": Row(slopes, [
        s(y(2, 4), A, *A_SAVED, None, (4,), 1e-5, smooth=False),
        s(y(2, 4), A, *A_SAVED, z(4), (4,), 1e-5, smooth=False),
        s(y(2, 2, 3), B, *B_SAVED, z(2, 3), (2, 3), 1e-5, smooth=False),
    ], "df", "same"),
    "layer_norm_weight_backward": Row(weight_slopes, [
        s(y(2, 4), A, *A_SAVED, (4,), 1e-5, smooth=False),
        s(y(2, 2, 3), B, *B_SAVED, (2, 3), 1e-5, smooth=False),
    ], "df", "same"),
    "layer_norm_bias_backward": Row(lambda g, a, shape: g.reshape(-1, *shape).sum(0), [
        s(y(2, 4), x(2, 4), (4,)), s(y(2, 2, 3), x(2, 2, 3), (2, 3)),
    ], "df", "same"),
    "softmax_backward": Row(softmax_slopes, SOFT, "df", "same"),
    "log_softmax_backward": Row(log_softmax_slopes, SOFT, "df", "same"),
}  # fmt: skip
