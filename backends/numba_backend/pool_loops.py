"""The loop of max pooling over the windows of images.

`numbers` holds the sizes of an image, of a window, strides, paddings, dilations and places, two of
each. Must not know Numba: jit.py compiles it.
"""

from __future__ import annotations

from typing import Any


def max_pool(x: Any, numbers: Any, out: Any, at: Any) -> None:
    height, width, kh, kw, sh, sw, ph, pw, dh, dw, oh, ow = (
        numbers[0], numbers[1], numbers[2], numbers[3], numbers[4], numbers[5], numbers[6],
        numbers[7], numbers[8], numbers[9], numbers[10], numbers[11],
    )  # fmt: skip
    for n in range(x.shape[0]):
        image = x[n]
        for i in range(oh):
            for j in range(ow):
                best, place = image[0], -1
                for a in range(kh):
                    r = i * sh - ph + a * dh
                    if r < 0 or r >= height:
                        continue
                    for b in range(kw):
                        c = j * sw - pw + b * dw
                        if c < 0 or c >= width:
                            continue
                        value = image[r * width + c]
                        if value > best or place < 0 or value != value:
                            best, place = value, r * width + c
                out[n, i * ow + j] = best if place >= 0 else x.dtype.type(0)
                at[(n * oh + i) * ow + j] = place
