"""Loops that add elements up: sums along rows and columns, running ones, and those by index.

Decides the order of the additions. An array is seen as rows, or as `mid` rows of columns for each
row of the result. Must not know Numba: jit.py compiles these functions.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from .rowmath import row_exp_sum, row_max, total, total_square
from .vmath import log

CHUNK = 4096  # columns whose sums stay in the nearest cache


def sum_rows(x: Any, out: Any) -> None:
    for r in range(x.shape[0]):
        out[r] = total(x[r])


def mean_rows(x: Any, out: Any) -> None:
    for r in range(x.shape[0]):
        out[r] = total(x[r]) / x.shape[1]


def var_rows(x: Any, left: Any, out: Any) -> None:
    kind = x.dtype.type
    for r in range(x.shape[0]):
        mean = kind(total(x[r]) / x.shape[1])
        out[r] = total_square(x[r], mean) / left


def std_rows(x: Any, left: Any, out: Any) -> None:
    kind = x.dtype.type
    for r in range(x.shape[0]):
        mean = kind(total(x[r]) / x.shape[1])
        out[r] = np.sqrt(total_square(x[r], mean) / left)


def logsumexp_rows(x: Any, out: Any) -> None:
    zero = x.dtype.type(0)
    for r in range(x.shape[0]):
        m = row_max(x[r])
        m = m if abs(m) < np.inf else zero
        out[r] = log(row_exp_sum(x[r], m)) + m


def add_to(x: Any, out: Any) -> None:
    for i in range(out.size):
        out[i] += x[i]


def add_scaled(x: Any, by: Any, out: Any) -> None:
    for i in range(out.size):
        out[i] += x[i] * by


def clear(out: Any) -> None:
    zero = out.dtype.type(0)
    for i in range(out.size):
        out[i] = zero


def divide(out: Any, by: Any) -> None:
    for i in range(out.size):
        out[i] = out[i] / by


def add_eight(a: Any, b: Any, c: Any, d: Any, e: Any, f: Any, g: Any, h: Any, out: Any) -> None:
    for i in range(out.size):
        out[i] += ((a[i] + b[i]) + (c[i] + d[i])) + ((e[i] + f[i]) + (g[i] + h[i]))


def add_rows(x: Any, first: Any, mid: Any, start: Any, out: Any) -> None:
    """Add some columns of `mid` rows."""
    clear(out)
    whole = first + mid - mid % 8
    for r in range(first, whole, 8):
        add_eight(
            x[r][start:], x[r + 1][start:], x[r + 2][start:], x[r + 3][start:],
            x[r + 4][start:], x[r + 5][start:], x[r + 6][start:], x[r + 7][start:], out,
        )  # fmt: skip
    for r in range(whole, first + mid):
        add_to(x[r][start:], out)


def sum_columns(x: Any, mid: Any, by: Any, first: Any, out: Any) -> None:
    """Add `mid` rows up for each row of the result, of which `out` is a part from `first` on."""
    chunk, inner, done = CHUNK, x.shape[1], 0
    while done < out.size:
        o, start = divmod(first + done, inner)
        end = min(done + min(chunk, inner - start), out.size)
        add_rows(x, o * mid, mid, start, out[done:end])
        done = end
    if by != 1:
        divide(out, x.dtype.type(by))


def sum_blocks(x: Any, mid: Any, block: Any, first: Any, out: Any) -> None:
    """Add up blocks of so many rows, where each `mid` rows begin anew; `out` has some of them."""
    each = (mid + block - 1) // block
    for k in range(out.shape[0]):
        o, b = divmod(first + k, each)
        start = b * block
        add_rows(x, o * mid + start, min(block, mid - start), 0, out[k])


def sum_parts(x: Any, size: Any, first: Any, out: Any) -> None:
    """Add up each part of so many elements, of which `out` has some from `first` on."""
    for k in range(out.size):
        start = (first + k) * size
        out[k] = total(x[start : min(start + size, x.size)])


# Running sums and products: four rows at a time, since each waits for the one before it.


def cumsum_rows(x: Any, out: Any) -> None:
    rows, size = x.shape
    zero = x.dtype.type(0)
    whole = rows - rows % 4
    for r in range(0, whole, 4):
        a, b, c, d = zero, zero, zero, zero
        for i in range(size):
            a += x[r, i]
            b += x[r + 1, i]
            c += x[r + 2, i]
            d += x[r + 3, i]
            out[r, i], out[r + 1, i], out[r + 2, i], out[r + 3, i] = a, b, c, d
    for r in range(whole, rows):
        a = zero
        for i in range(size):
            a += x[r, i]
            out[r, i] = a


def reverse_cumsum_rows(x: Any, out: Any) -> None:
    rows, size = x.shape
    zero = x.dtype.type(0)
    whole = rows - rows % 4
    for r in range(0, whole, 4):
        a, b, c, d = zero, zero, zero, zero
        for k in range(size):
            i = size - 1 - k
            a += x[r, i]
            b += x[r + 1, i]
            c += x[r + 2, i]
            d += x[r + 3, i]
            out[r, i], out[r + 1, i], out[r + 2, i], out[r + 3, i] = a, b, c, d
    for r in range(whole, rows):
        a = zero
        for k in range(size):
            i = size - 1 - k
            a += x[r, i]
            out[r, i] = a


def cumprod_rows(x: Any, out: Any) -> None:
    rows, size = x.shape
    one = x.dtype.type(1)
    whole = rows - rows % 4
    for r in range(0, whole, 4):
        a, b, c, d = one, one, one, one
        for i in range(size):
            a *= x[r, i]
            b *= x[r + 1, i]
            c *= x[r + 2, i]
            d *= x[r + 3, i]
            out[r, i], out[r + 1, i], out[r + 2, i], out[r + 3, i] = a, b, c, d
    for r in range(whole, rows):
        a = one
        for i in range(size):
            a *= x[r, i]
            out[r, i] = a


def sum_of(x: Any, y: Any, out: Any) -> None:
    for i in range(out.size):
        out[i] = x[i] + y[i]


def product_of(x: Any, y: Any, out: Any) -> None:
    for i in range(out.size):
        out[i] = x[i] * y[i]


def copy(x: Any, out: Any) -> None:
    for i in range(out.size):
        out[i] = x[i]


def fill(x: Any, out: Any) -> None:
    for i in range(out.size):
        out[i] = x


def cumsum_columns(x: Any, mid: Any, out: Any) -> None:
    for first in range(0, x.shape[0], mid):
        copy(x[first], out[first])
        for r in range(first + 1, first + mid):
            sum_of(out[r - 1], x[r], out[r])


def cumprod_columns(x: Any, mid: Any, out: Any) -> None:
    for first in range(0, x.shape[0], mid):
        copy(x[first], out[first])
        for r in range(first + 1, first + mid):
            product_of(out[r - 1], x[r], out[r])


def reverse_cumsum_columns(x: Any, mid: Any, out: Any) -> None:
    for first in range(0, x.shape[0], mid):
        last = first + mid - 1
        copy(x[last], out[last])
        for k in range(1, mid):
            r = last - k
            sum_of(out[r + 1], x[r], out[r])


# By index: places are known to be in range. In `out` each of the outer parts has `size` rows.


def index_add(places: Any, values: Any, alpha: Any, size: Any, out: Any) -> None:
    count = places.size
    for outer in range(out.shape[0] // size):
        if out.shape[1] == 1:
            for j in range(count):
                out[outer * size + places[j], 0] += values[outer * count + j, 0] * alpha
        else:
            for j in range(count):
                add_scaled(values[outer * count + j], alpha, out[outer * size + places[j]])


def scatter_add(places: Any, values: Any, count: Any, size: Any, out: Any) -> None:
    inner = values.shape[1]
    for outer in range(values.shape[0] // count):
        for j in range(count):
            row = outer * count + j
            for i in range(inner):
                out[outer * size + places[row * inner + i], i] += values[row, i]
