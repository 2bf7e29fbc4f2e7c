"""Loops over windows of flat images: convolution with few channels, and its gradients.

Decides the arithmetic of each. An image is padded and laid out flat, so that what an element of the
window meets is the image from another start (Note [Columns] in numpy_backend/convolution.py). Must
not know Numba: jit.py compiles these functions.
"""

from __future__ import annotations

from typing import Any

from .rowmath import row_dot


def add_to(x: Any, out: Any) -> None:
    for i in range(x.size):
        out[i] += x[i]


def clear(out: Any) -> None:
    zero = out.dtype.type(0)
    for i in range(out.size):
        out[i] = zero


def add_columns(columns: Any, offsets: Any, flat: Any) -> None:
    area = offsets.size
    row = columns.shape[1]
    for c in range(flat.shape[0]):
        image = flat[c]
        for t in range(area):
            add_to(columns[c * area + t], image[offsets[t] : offsets[t] + row])


def one_tap(x: Any, w: Any, out: Any) -> None:
    for i in range(out.size):
        out[i] += w * x[i]


def four_taps(a: Any, b: Any, c: Any, d: Any, wa: Any, wb: Any, wc: Any, wd: Any, out: Any) -> None:
    for i in range(out.size):
        out[i] += (wa * a[i] + wb * b[i]) + (wc * c[i] + wd * d[i])


CHUNK = 2048  # places whose results stay in the nearest cache while the window is gone through


def conv_direct(x: Any, w: Any, offsets: Any, length: Any, groups: Any, out: Any) -> None:
    area, chunk = offsets.size, CHUNK
    channels, row = w.shape[1] // area, out.shape[1] // w.shape[0]
    each = w.shape[0] // groups
    for n in range(x.shape[0]):
        for k in range(w.shape[0]):
            for first in range(0, row, chunk):
                size = min(chunk, row - first)
                result = out[n][k * row + first : k * row + first + size]
                clear(result)
                for c in range(channels):
                    start = (k // each * channels + c) * length + first
                    at = w[k][c * area : (c + 1) * area]
                    image = x[n][start:]
                    whole = area - area % 4
                    for t in range(0, whole, 4):
                        four_taps(
                            image[offsets[t] :], image[offsets[t + 1] :],
                            image[offsets[t + 2] :], image[offsets[t + 3] :],
                            at[t], at[t + 1], at[t + 2], at[t + 3], result,
                        )  # fmt: skip
                    for t in range(whole, area):
                        one_tap(image[offsets[t] :], at[t], result)


def conv_weight_direct(g: Any, x: Any, offsets: Any, length: Any, groups: Any, out: Any) -> None:
    area = offsets.size
    channels, row = out.shape[1] // area, g.shape[1] // out.shape[0]
    each = out.shape[0] // groups
    for k in range(out.shape[0]):
        clear(out[k])
    for n in range(x.shape[0]):
        for k in range(out.shape[0]):
            slope, total = g[n][k * row : (k + 1) * row], out[k]
            for c in range(channels):
                image = x[n][(k // each * channels + c) * length :]
                for t in range(area):
                    total[c * area + t] += row_dot(slope, image[offsets[t] : offsets[t] + row])
