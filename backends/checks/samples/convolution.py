"""Samples of convolution and its gradients, added up element by element."""

from __future__ import annotations

from itertools import product
from typing import Any

import numpy as np

from .row import Array, Row, s, x, y, z

Ints = tuple[int, ...]


def meetings(
    input: Ints, weight: Ints, stride: Ints, padding: Ints, dilation: Ints, groups: int
) -> tuple[Ints, list[tuple[Ints, Ints, Ints]]]:
    """Return the sizes of the result, and which elements of result, input and weight meet."""
    sizes = [n + 2 * p for n, p in zip(input[2:], padding, strict=True)]
    reach = [d * (k - 1) + 1 for d, k in zip(dilation, weight[2:], strict=True)]
    places = tuple([(n - r) // t + 1 for n, r, t in zip(sizes, reach, stride, strict=True)])
    found = []
    each = weight[0] // groups
    for n, k, c in product(range(input[0]), range(weight[0]), range(weight[1])):
        for place in product(*map(range, places)):
            for w in product(*map(range, weight[2:])):
                numbers = zip(place, stride, w, dilation, padding, strict=True)
                at = tuple([p * t + i * d - around for p, t, i, d, around in numbers])
                if all(0 <= a < m for a, m in zip(at, input[2:], strict=True)):
                    of = (n, k // each * weight[1] + c, *at)
                    found.append(((n, k, *place), of, (k, c, *w)))
    return (input[0], weight[0], *places), found


def conv(self: Array, weight: Array, bias: Any, *numbers: Any) -> Any:
    """Add up what meets in the result."""
    shape, found = meetings(self.shape, weight.shape, *numbers)
    result = np.zeros(shape, np.result_type(self, weight))
    for out, of, w in found:
        result[out] += self[of] * weight[w]
    return result if bias is None else result + bias.reshape(-1, *(1,) * (len(shape) - 2))


def conv_input(grad: Array, weight: Array, shape: Ints, *numbers: Any) -> Any:
    """Add up what meets in the input."""
    result = np.zeros(shape, grad.dtype)
    for out, of, w in meetings(shape, weight.shape, *numbers)[1]:
        result[of] += grad[out] * weight[w]
    return result


def conv_weight(grad: Array, self: Array, shape: Ints, *numbers: Any) -> Any:
    """Add up what meets in the weights."""
    result = np.zeros(shape, grad.dtype)
    for out, of, w in meetings(self.shape, shape, *numbers)[1]:
        result[w] += grad[out] * self[of]
    return result


PLAIN = ((1,), (0,), (1,), 1)
SQUARE = ((1, 1), (1, 1), (1, 1), 1)
STEPS = ((2, 1), (1, 0), (1, 2), 2)
WIDE = ((1, 1), (2, 2), (1, 1), 1)

ROWS: dict[str, Row] = {
    "_conv": Row(conv, [
        s(x(2, 2, 5), y(3, 2, 2), z(3), *PLAIN), s(x(1, 2, 4, 3), y(2, 2, 3, 2), None, *SQUARE),
        s(x(1, 2, 4, 4), y(2, 1, 3, 2), z(2), *STEPS), s(x(1, 1, 2, 2), y(1, 1, 3, 3), z(1), *WIDE),
        s(x(1, 2, 3, 3), y(2, 2, 1, 1), None, (1, 1), (0, 0), (1, 1), 1),
        s(x(1, 1, 2, 3, 2), y(1, 1, 2, 2, 1), z(1), (1, 2, 1), (0, 1, 0), (1, 1, 1), 1),
        s(x(0, 1, 3), y(2, 1, 2), z(2), *PLAIN),
    ], "df"),
    "_conv_input": Row(conv_input, [
        s(x(2, 3, 4), y(3, 2, 2), (2, 2, 5), *PLAIN),
        s(x(1, 2, 4, 4), y(2, 2, 3, 2), (1, 2, 4, 3), *SQUARE),
        s(x(1, 9, 4, 3), y(9, 2, 3, 3), (1, 2, 4, 3), *SQUARE),
        s(x(1, 2, 2, 2), y(2, 1, 3, 2), (1, 2, 4, 4), *STEPS),
        s(x(1, 1, 4, 4), y(1, 1, 3, 3), (1, 1, 2, 2), *WIDE),
        s(x(0, 2, 2), y(2, 1, 2), (0, 1, 3), *PLAIN),
    ], "df"),
    "_conv_bias": Row(lambda grad, self: grad.sum((0, *range(2, grad.ndim))), [
        s(x(2, 3, 4), y(2, 2, 5)), s(x(1, 2, 3, 2), y(1, 1, 3, 2)), s(x(0, 2, 2), y(0, 1, 3)),
    ], "df"),
    "_conv_weight": Row(conv_weight, [
        s(x(2, 3, 4), y(2, 2, 5), (3, 2, 2), *PLAIN),
        s(x(1, 2, 4, 4), y(1, 2, 4, 3), (2, 2, 3, 2), *SQUARE),
        s(x(1, 2, 2, 2), y(1, 2, 4, 4), (2, 1, 3, 2), *STEPS),
        s(x(1, 1, 4, 4), y(1, 1, 2, 2), (1, 1, 3, 3), *WIDE),
        s(x(0, 2, 2), y(0, 1, 3), (2, 1, 2), *PLAIN),
    ], "df"),
}  # fmt: skip
