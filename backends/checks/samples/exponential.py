"""Samples of exponentials, logarithms, roots, and the error and gamma functions."""

from __future__ import annotations

import cmath
import math
from typing import Any

import numpy as np

from .pointwise import ONE_POSITIVE, analytic, unary
from .row import Row, Sample, each, either, positive, s, x, y
from .trig import FLOATS, SMALL

ABOVE = [s(positive(*shape)) for shape in [(2, 3), (), (0,), (7,)]]
BELOW_ONE = [s(np.asarray(positive(*shape) / 3)) for shape in [(2, 3), (), (0,), (7,)]]


def gamma_log(a: float) -> float:
    """Return log |gamma(a)|, infinite at its poles."""
    return math.inf if a <= 0 and a == int(a) else math.lgamma(a)


def precise(name: str) -> Any:
    """Return a function of mpmath, which only those need who ask what is expected."""

    def expected(*numbers: float) -> float:
        import mpmath

        return float(getattr(mpmath, name)(*numbers).real)

    return expected


def polygamma(a: float, order: int) -> float:
    """Return a higher derivative of digamma."""
    return float(precise("polygamma")(order, a))


ROWS: dict[str, Row] = {
    "exp2": unary(lambda a: 2.0**a, dtypes="dfibcz"),
    "expm1": analytic(math.expm1, lambda a: cmath.exp(a) - 1),
    "log2": analytic(math.log2, lambda a: cmath.log(a) / math.log(2), ONE_POSITIVE),
    "log10": analytic(math.log10, cmath.log10, ONE_POSITIVE),
    "log1p": analytic(math.log1p, lambda a: cmath.log(1 + a), ONE_POSITIVE),
    "rsqrt": unary(lambda a: 1 / either(math.sqrt, cmath.sqrt)(a), ONE_POSITIVE, "dfibcz"),
    "reciprocal": unary(lambda a: 1 / a, [*ONE_POSITIVE, s(x(4), only="dfi")], "dfibcz"),
    "square": Row(each(lambda a: a * a), [s(x(2, 3)), s(x()), s(x(0))], "dficz", "same"),
    "logit": unary(lambda a, eps=None: math.log(a / (1 - a)) if eps is None else math.log(
        min(max(a, eps), 1 - eps) / (1 - min(max(a, eps), 1 - eps))
    ), [*BELOW_ONE, s(positive(7) / 3, eps=0.2), s(positive(7) / 3, 0.3)], "df"),
    "logaddexp": Row(each(lambda a, b: math.log(math.exp(a) + math.exp(b))), FLOATS, "df"),
    "logaddexp2": Row(each(lambda a, b: math.log2(2**a + 2**b)), FLOATS, "df"),
    "xlogy": Row(each(lambda a, b: a * math.log(b)), [
        s(x(2, 3), positive(2, 3)), s(x(2, 3), positive(3)), s(x(), positive(3)),
        s(x(3), positive()),
        s(x(0), positive(0)), s(x(3), 2.5), s(x(3), 2), s(2.5, positive(3)), s(3, positive(3)),
    ], "dfi", "float"),
    "float_power": Row(each(lambda a, b: float(a) ** b), [
        s(positive(2, 3), y(3)), s(positive(), y(3)), s(positive(3), 2), s(2.5, y(3)),
        s(positive(0), 2.0),
    ], "dfi", "float64"),
    "erf": unary(math.erf),
    "erfc": unary(math.erfc),
    "erfinv": unary(precise("erfinv"), SMALL),
    "lgamma": unary(gamma_log, [*ABOVE, s(x(5), only="df")]),
    "digamma": unary(precise("digamma"), ABOVE),
    "_polygamma": unary(polygamma, [
        Sample((*t.args, order), only="df") for t in [*ABOVE, s(x(5))] for order in (1, 2, 3)
    ], "df"),
}  # fmt: skip
