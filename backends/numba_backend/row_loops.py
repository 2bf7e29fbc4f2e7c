"""Loops over the rows of contiguous arrays of two dimensions.

Decides the arithmetic of each. Must not know Numba: jit.py compiles these functions, each for
float32 and float64. The gradient may have a single row that stands for all: `g[r * step]`.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from .rowmath import (
    row_dot,
    row_exp,
    row_exp_sum,
    row_max,
    row_moment,
    row_square,
    row_sum,
    total,
    total_apart,
    total_moment,
    total_square,
)
from .vmath import exp, log


def scale(x: Any, by: Any) -> None:
    for i in range(x.size):
        x[i] *= by


def subtract(x: Any, first: Any, second: Any, out: Any) -> None:
    for i in range(x.size):
        out[i] = (x[i] - first) - second


def sum_all(x: Any, out: Any) -> None:
    out[0] = total(x)


def squares_apart(x: Any, y: Any, out: Any) -> None:
    out[0] = total_apart(x, y)


def softmax(x: Any, out: Any) -> None:
    one = x.dtype.type(1)
    for r in range(x.shape[0]):
        row = out[r]
        scale(row, one / row_exp(x[r], row_max(x[r]), row))


def log_softmax(x: Any, out: Any) -> None:
    for r in range(x.shape[0]):
        m = row_max(x[r])
        subtract(x[r], m, log(row_exp_sum(x[r], m)), out[r])


def softmax_slope(g: Any, y: Any, s: Any, out: Any) -> None:
    for i in range(y.size):
        out[i] = y[i] * (g[i] - s)


def softmax_backward(g: Any, y: Any, out: Any) -> None:
    step = 1 if g.shape[0] == y.shape[0] else 0
    for r in range(y.shape[0]):
        row = g[r * step]
        softmax_slope(row, y[r], row_dot(row, y[r]), out[r])


def log_softmax_slope(g: Any, y: Any, s: Any, out: Any) -> None:
    for i in range(y.size):
        out[i] = g[i] - exp(y[i]) * s


def log_softmax_backward(g: Any, y: Any, out: Any) -> None:
    step = 1 if g.shape[0] == y.shape[0] else 0
    for r in range(y.shape[0]):
        row = g[r * step]
        log_softmax_slope(row, y[r], row_sum(row), out[r])


# The cross entropy returns how many rows counted, or -1 if a target is no class: NumPy's kernel
# then says so. Rows whose target is to be ignored are not read, since they may hold nan.


def cross_entropy(x: Any, target: Any, ignore: Any, total: Any) -> Any:
    count, classes = 0, x.shape[1]
    s = 0.0
    for r in range(x.shape[0]):
        t = target[r]
        if t == ignore:
            continue
        if t < 0 or t >= classes:
            return -1
        row = x[r]
        m = row_max(row)
        s += log(row_exp_sum(row, m)) - (row[t] - m)
        count += 1
    total[0] = s
    return count


def cross_entropy_backward(g: Any, x: Any, target: Any, ignore: Any, out: Any) -> Any:
    zero, one = x.dtype.type(0), x.dtype.type(1)
    classes = x.shape[1]
    for r in range(x.shape[0]):
        t, row = target[r], out[r]
        counts = t != ignore
        if counts and (t < 0 or t >= classes):
            return -1
        s = row_exp(x[r], row_max(x[r]), row)
        scale(row, (g[0] if counts else zero) * (one / s))  # nan where an ignored row holds it
        if counts:
            row[t] -= g[0]
    return 0


# Layer norm: `w` and `b` are weight and bias of a row, `mean` and `rstd` a number for each row.


def normalise(x: Any, m: Any, k: Any, w: Any, b: Any, out: Any) -> None:
    for i in range(x.size):
        out[i] = (x[i] - m) * k * w[i] + b[i]


def layer_norm(x: Any, w: Any, b: Any, eps: Any, out: Any, mean: Any, rstd: Any) -> None:
    one, n = x.dtype.type(1), x.dtype.type(x.shape[1])
    for r in range(x.shape[0]):
        m = row_sum(x[r]) / n
        k = one / np.sqrt(row_square(x[r], m) / n + eps)
        mean[r], rstd[r] = m, k
        normalise(x[r], m, k, w, b, out[r])


def layer_norm_slope(
    g: Any, x: Any, m: Any, k: Any, w: Any, offset: Any, share: Any, out: Any
) -> None:
    for i in range(x.size):
        out[i] = k * (g[i] * w[i] - offset - (x[i] - m) * share)


def layer_norm_backward(g: Any, x: Any, mean: Any, rstd: Any, w: Any, out: Any) -> None:
    n = x.dtype.type(x.shape[1])
    step = 1 if g.shape[0] == x.shape[0] else 0
    for r in range(x.shape[0]):
        row, m, k = g[r * step], mean[r], rstd[r]
        offset, share = row_dot(row, w) / n, row_moment(row, w, x[r], m) * k * k / n
        layer_norm_slope(row, x[r], m, k, w, offset, share, out[r])


def add_normal(g: Any, x: Any, m: Any, k: Any, out: Any) -> None:
    for i in range(x.size):
        out[i] += g[i] * ((x[i] - m) * k)


def layer_norm_weight(g: Any, x: Any, mean: Any, rstd: Any, out: Any) -> None:
    step = 1 if g.shape[0] == x.shape[0] else 0
    out[:] = x.dtype.type(0)
    for r in range(x.shape[0]):
        add_normal(g[r * step], x[r], mean[r], rstd[r], out)


# The same where the rows that are normalised are the channels of a batch (N, C, L): their parts
# are rows of `x`, one in every C.


def shift_and_scale(x: Any, m: Any, k: Any, out: Any) -> None:
    for i in range(x.size):
        out[i] = (x[i] - m) * k


def channel_norm(x: Any, channels: Any, eps: Any, out: Any, mean: Any, rstd: Any) -> None:
    kind = x.dtype.type
    rows = x.shape[0]
    count = rows // channels * x.shape[1]
    for c in range(channels):
        s = 0.0
        for r in range(c, rows, channels):
            s += total(x[r])
        m = kind(s / count)
        s = 0.0
        for r in range(c, rows, channels):
            s += total_square(x[r], m)
        k = kind(1.0 / np.sqrt(s / count + eps))
        mean[c], rstd[c] = m, k
        for r in range(c, rows, channels):
            shift_and_scale(x[r], m, k, out[r])


def channel_slope(g: Any, x: Any, m: Any, k: Any, offset: Any, share: Any, out: Any) -> None:
    for i in range(x.size):
        out[i] = k * ((g[i] - offset) - (x[i] - m) * share)


def channel_norm_backward(g: Any, x: Any, channels: Any, mean: Any, rstd: Any, out: Any) -> None:
    kind = x.dtype.type
    rows = x.shape[0]
    count = rows // channels * x.shape[1]
    for c in range(channels):
        m, k = mean[c], rstd[c]
        s, moment = 0.0, 0.0
        for r in range(c, rows, channels):
            s += total(g[r])
            moment += total_moment(g[r], x[r], m)
        offset, share = kind(s / count), kind(moment / count * k * k)
        for r in range(c, rows, channels):
            channel_slope(g[r], x[r], m, k, offset, share, out[r])
