"""Samples of the activation functions."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from .pointwise import ONE
from .reduce import softmax
from .row import Array, Row, Sample, along, each, s, x, y

ALPHA, SCALE = 1.6732632423543772, 1.0507009873554805


def row(
    fn: Callable[..., float], further: Sequence[Sample] = (), edges: Sequence[float] = ()
) -> Row:
    """Return the row of an activation; `edges` are where it has a kink."""
    kinks = [s(np.array(edges), smooth=False)] if edges else []
    return Row(each(fn), [*ONE, s(5 * x(7)), *further, *kinks], "df", "same")


def integers_too(made: Row) -> Row:
    """Return the row with int64 among its dtypes."""
    return Row(made.expected, made.samples, "dfi", "same")


def sigmoid(a: float) -> float:
    """Return 1 / (1 + exp(-a))."""
    return 1 / (1 + math.exp(-a))


def gelu(a: float, approximate: str = "none") -> float:
    """Return a times the normal distribution function."""
    if approximate == "tanh":
        return a / 2 * (1 + math.tanh(math.sqrt(2 / math.pi) * (a + 0.044715 * a**3)))
    return a / 2 * math.erfc(-a / math.sqrt(2))


def gelu_slope(g: float, a: float, approximate: str = "none") -> float:
    """Return g times the derivative of gelu."""
    if approximate == "tanh":
        t = math.tanh(math.sqrt(2 / math.pi) * (a + 0.044715 * a**3))
        inner = math.sqrt(2 / math.pi) * (1 + 3 * 0.044715 * a * a)
        return g * ((1 + t) / 2 + a / 2 * (1 - t * t) * inner)
    density = math.exp(-a * a / 2) / math.sqrt(2 * math.pi)
    return g * (math.erfc(-a / math.sqrt(2)) / 2 + a * density)


def softplus(a: float, beta: float = 1.0, threshold: float = 20.0) -> float:
    """Return log(1 + exp(beta a)) / beta, a above the threshold."""
    return a if a * beta > threshold else math.log1p(math.exp(beta * a)) / beta


def elu(a: float, alpha: float = 1.0, scale: float = 1.0, input_scale: float = 1.0) -> float:
    """Return the exponential linear unit."""
    return scale * a if a > 0 else scale * alpha * math.expm1(a * input_scale)


def shrunk(a: float, lambd: float = 0.5) -> float:
    """Return a moved towards 0."""
    return a - lambd if a > lambd else a + lambd if a < -lambd else 0.0


def hard_sigmoid(a: float) -> float:
    """Return a / 6 + 1/2 between 0 and 1."""
    return min(max(a + 3, 0), 6) / 6


def prelu(self: Array, weight: Array) -> Any:
    """Return x where it is positive, else the weight of its channel times x."""
    rank = self.ndim
    if rank > 1:
        weight = weight.reshape(1, -1, *(1,) * (rank - 2))
    return np.where(
        self > 0, self, weight.reshape(()) * self if weight.size == 1 else weight * self
    )


def glu(self: Array, dim: int = -1) -> Any:
    """Return the first half times the sigmoid of the second."""
    a, b = np.split(self, 2, dim)
    return a / (1 + np.exp(-b))


def gradient(slope: Callable[..., float], options: tuple[float, ...], edges: list[float]) -> Row:
    """Return the row of the gradient of an activation that has steps."""
    kinks = np.array(edges)
    return Row(each(lambda g, a, *given: g * slope(a, *given)), [
        s(y(2, 3), x(2, 3), *options), s(y(), x(), *options), s(y(0), x(0), *options),
        s(y(kinks.size), kinks, *options, smooth=False),
        s(y(70, 90), x(70, 90), *options, smooth=False),
    ])  # fmt: skip


def slope(of: Callable[..., float], *options: float) -> Row:
    """Return the row of the gradient of a smooth activation."""
    return Row(each(lambda g, a, *given: g * of(a, *given)), [
        s(y(2, 3), x(2, 3), *options), s(y(), x(), *options), s(y(0), x(0), *options),
        s(y(70, 90), 5 * x(70, 90), *options, smooth=False),
    ])  # fmt: skip


def mish_slope(a: float) -> float:
    """Return the derivative of mish."""
    t = math.tanh(softplus(a))
    return t + a * sigmoid(a) * (1 - t * t)


ROWS: dict[str, Row] = {
    "gelu": row(gelu, [s(x(4), approximate="tanh"), s(x(130, 160), smooth=False)]),
    "silu": row(lambda a: a * sigmoid(a)),
    "mish": row(lambda a: a * math.tanh(softplus(a))),
    "softplus": row(softplus, [s(x(4), 2.0), s(5 * x(7), beta=2, threshold=5.3)]),
    "elu": row(elu, [s(x(4), 2.0), s(x(4), 0.5, 2.0, 3.0)], [0.0]),
    "celu": row(lambda a, alpha=1.0: elu(a, alpha, 1.0, 1 / alpha), [s(x(4), 2.0)], [0.0]),
    "selu": row(lambda a: elu(a, ALPHA, SCALE), (), [0.0]),
    "leaky_relu": row(lambda a, slope=0.01: a if a > 0 else slope * a, [s(x(4), 0.2)], [0.0]),
    "hardtanh": row(lambda a, low=-1.0, high=1.0: min(max(a, low), high), [s(x(4), -0.5, 2.0)],
                    [-1.0, 1.0]),
    "relu6": row(lambda a: min(max(a, 0.0), 6.0), (), [0.0, 6.0]),
    "hardsigmoid": row(hard_sigmoid, (), [-3.0, 3.0]),
    "hardswish": row(lambda a: a * hard_sigmoid(a), (), [-3.0, 3.0]),
    "hardshrink": row(lambda a, lambd=0.5: a if abs(a) > lambd else 0.0, [s(x(7), 1.0625)],
                      [0.5, -0.5]),
    "softshrink": row(shrunk, [s(x(7), 1.0625)], [0.5, -0.5]),
    "tanhshrink": row(lambda a: a - math.tanh(a)),
    "softsign": row(lambda a: a / (1 + abs(a))),
    "logsigmoid": row(lambda a: -math.log1p(math.exp(-a))),
    "threshold": Row(each(lambda a, t, v: a if a > t else v), [
        *[Sample((*t.args, 0, 2)) for t in ONE], s(x(7), -1, 3), s(x(4), 0.7, -2.5, only="df"),
    ], "dfi", "same"),
    "prelu": Row(prelu, [
        s(x(2, 3), y(3)), s(x(2, 3, 2), y(3)), s(x(5), y(1)), s(x(), y()), s(x(0, 3), y(3)),
        s(x(2, 3), y(1)),
    ]),
    "_prelu_kernel": Row(prelu, [s(x(2, 3), y(1, 3)), s(x(4), y(1)), s(x(), y())]),
    "glu": Row(glu, [s(x(4)), s(x(2, 4)), s(x(4, 3), 0), s(x(2, 4, 3), dim=1), s(x(3, 0), 1)]),
    "softmin": Row(along(lambda v: softmax([-a for a in v])), [
        s(x(2, 3), 0), s(x(2, 3), -1), s(x(), 0), s(x(0, 3), 1),
    ], "df", "same"),
    "sigmoid_backward": gradient(lambda a: a * (1 - a), (), [0.0, 1.0]),
    "gelu_backward": Row(each(gelu_slope), [
        s(y(2, 3), x(2, 3)), s(y(), x()), s(y(0), x(0)), s(y(4), x(4), approximate="tanh"),
        s(y(90, 70), x(90, 70), smooth=False),
    ]),
    "tanh_backward": gradient(lambda a: 1 - a * a, (), [0.0, 1.0]),
    "silu_backward": slope(lambda a: sigmoid(a) * (1 + a * (1 - sigmoid(a)))),
    "mish_backward": slope(mish_slope),
    "softplus_backward": slope(lambda a, beta, top: 1.0 if a * beta > top else sigmoid(a * beta),
                               2.0, 5.3),
    "_logsigmoid_backward": slope(lambda a: sigmoid(-a)),
    "elu_backward": slope(lambda a, alpha, scale, k: scale if a > 0 else
                          alpha * scale * k * math.exp(k * a), 0.5, 2.0, 3.0),
    "hardswish_backward": slope(lambda a: 0.0 if a <= -3 else a / 3 + 0.5 if a < 3 else 1.0),
    "leaky_relu_backward": gradient(lambda a, k: 1.0 if a > 0 else k, (0.1,), [0.0]),
    "hardtanh_backward": gradient(lambda a, low, high: float(low < a < high), (-1.0625, 1.0625),
                                  [-1.0625, 1.0625]),
    "hardsigmoid_backward": gradient(lambda a: 1 / 6 if -3 < a < 3 else 0.0, (), [-3.0, 3.0]),
    "hardshrink_backward": gradient(lambda a, k: float(abs(a) > k), (1.0625,), [-1.0625, 1.0625]),
    "threshold_backward": gradient(lambda a, t: float(a > t), (0.5,), [0.5]),
}  # fmt: skip
