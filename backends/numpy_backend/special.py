"""NumPy kernels of the error and gamma functions, which NumPy lacks.

Note [Rational approximations]
~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
erf and erfc are those of Sun's fdlibm (1993), whose notes prove an error below 1 ulp: with a = |x|,
below 0.84375 erf is x + x P(x^2) / Q(x^2), up to 1.25 it is 0.84506291151 + P(a - 1) / Q(a - 1),
and beyond that erfc is exp(-a^2 - 0.5625 + P(1/a^2) / Q(1/a^2)) / a. erfinv is Wichura's algorithm
AS 241 (1988). float32 erf has one quotient over its whole range. The gamma functions use the
Euler-Maclaurin series from an argument of 10 on, and recurrences and reflections to get there.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any, Final

import numpy as np

from ...dispatch.registry import raw_kernel
from ..promotion import Array, to_float

__warningregistry__ = 0  # Note [Silent arithmetic] in backends/array_backend.py

kernel = raw_kernel("NumPy")
Coefficients = Sequence[float]

# fdlibm's coefficients, the highest power first
_PP: Final = (-2.37630166566501626084e-05, -5.77027029648944159157e-03, -2.84817495755985104766e-02,
              -3.25042107247001499370e-01, 1.28379167095512558561e-01)  # fmt: skip
_QQ: Final = (-3.96022827877536812320e-06, 1.32494738004321644526e-04, 5.08130628187576562776e-03,
              6.50222499887672944485e-02, 3.97917223959155352819e-01, 1.0)  # fmt: skip
_PA: Final = (-2.16637559486879084300e-03, 3.54783043256182359371e-02, -1.10894694282396677476e-01,
              3.18346619901161753674e-01, -3.72207876035701323847e-01, 4.14856118683748331666e-01,
              -2.36211856075265944077e-03)  # fmt: skip
_QA: Final = (1.19844998467991074170e-02, 1.36370839120290507362e-02, 1.26171219808761642112e-01,
              7.18286544141962662868e-02, 5.40397917702171048937e-01, 1.06420880400844228286e-01,
              1.0)  # fmt: skip
_RA: Final = (-9.81432934416914548592e00, -8.12874355063065934246e01, -1.84605092906711035994e02,
              -1.62396669462573470355e02, -6.23753324503260060396e01, -1.05586262253232909814e01,
              -6.93858572707181764372e-01, -9.86494403484714822705e-03)  # fmt: skip
_SA: Final = (-6.04244152148580987438e-02, 6.57024977031928170135e00, 1.08635005541779435134e02,
              4.29008140027567833386e02, 6.45387271733267880336e02, 4.34565877475229228821e02,
              1.37657754143519042600e02, 1.96512716674392571292e01, 1.0)  # fmt: skip
_RB: Final = (-4.83519191608651397019e02, -1.02509513161107724954e03, -6.37566443368389627722e02,
              -1.60636384855821916062e02, -1.77579549177547519889e01, -7.99283237680523006574e-01,
              -9.86494292470009928597e-03)  # fmt: skip
_SB: Final = (-2.24409524465858183362e01, 4.74528541206955367215e02, 2.55305040643316442583e03,
              3.19985821950859553908e03, 1.53672958608443695994e03, 3.25792512996573918826e02,
              3.03380607434824582924e01, 1.0)  # fmt: skip
_AT_ONE: Final = 8.45062911510467529297e-01
_P32: Final = (-2.72614225801306e-10, 2.77068142495902e-08, -2.10102402082508e-06,
               -5.69250639462346e-05, -7.34990630326855e-04, -2.95459980854025e-03,
               -1.60960333262415e-02)  # fmt: skip
_Q32: Final = (-1.45660718464996e-05, -2.13374055278905e-04, -1.68282697438203e-03,
               -7.37332916720468e-03, -1.42647390514189e-02)  # fmt: skip


def polynomial(x: Array, coefficients: Coefficients) -> Any:
    """Return a polynomial of x, the coefficient of the highest power first."""
    value = np.multiply(x, coefficients[0])
    for c in coefficients[1:-1]:
        value = np.add(value, c, value)
        value = np.multiply(value, x, value)
    return np.add(value, coefficients[-1], value)


def _flat(fn: Callable[[Array], Any], x: Array) -> Any:
    """Call a function of a 1-d float array that it may index, whatever the sizes."""
    x = to_float(np.asarray(x))
    if x.dtype.kind != "f":
        raise NotImplementedError(f"this function is not implemented for {x.dtype.name}")
    with np.errstate(all="ignore"):
        wide = np.asarray(x, np.float64).reshape(-1)
        result = fn(wide).astype(x.dtype, copy=False)
    return in_layout(result.reshape(x.shape), x)


def in_layout(result: Array, like: Array) -> Array:
    """Return a dense result with its strides in the order of those of `like`."""
    if like.flags.c_contiguous:
        return result
    ordered = np.empty_like(like, result.dtype)
    ordered[...] = result
    return ordered


def _tail(a: Array) -> Any:
    """Return erfc(a) for a >= 1.25."""
    s = 1 / (a * a)
    near = a < 1 / 0.35
    ratio = np.empty_like(a)
    for mask, p, q in ((near, _RA, _SA), (~near, _RB, _SB)):
        part = s[mask]
        ratio[mask] = polynomial(part, p) / polynomial(part, q)
    # a^2 in two parts, so that the exponential gets it exactly
    high = (a.view(np.int64) & ~0xFFFFFFFF).view(np.float64)
    return np.exp(-high * high - 0.5625) * np.exp((high - a) * (high + a) + ratio) / a


def _erf_parts(x: Array, complement: bool) -> Any:
    """Return erf or erfc of a 1-d float64 array. See Note [Rational approximations]."""
    a = np.absolute(x)
    result = np.where(np.isnan(x), x, np.where(x > 0, 1.0, -1.0))
    if complement:
        result = 1 - result
    small, middle = a < 0.84375, (a >= 0.84375) & (a < 1.25)
    far = (a >= 1.25) & (a < 28)
    part = x[small]
    z = part * part
    rest = part * (polynomial(z, _PP) / polynomial(z, _QQ))
    if complement:
        result[small] = np.where(part < 0.25, 1 - (part + rest), 0.5 - (part - 0.5 + rest))
    else:
        result[small] = part + rest
    part, sign = a[middle] - 1, np.copysign(1.0, x[middle])
    rest = polynomial(part, _PA) / polynomial(part, _QA)
    if complement:
        result[middle] = np.where(sign > 0, 1 - _AT_ONE - rest, 1 + (_AT_ONE + rest))
    else:
        result[middle] = sign * (_AT_ONE + rest)
    sign, tail = np.copysign(1.0, x[far]), _tail(np.ascontiguousarray(a[far]))
    if complement:
        result[far] = np.where(sign > 0, tail, 2 - tail)
    else:
        result[far] = sign * (1 - tail)
    return result


def erf32(x: Array) -> Any:
    """Return erf of a float32 array: one quotient, which is 1 to float32 beyond 4."""
    x = np.asarray(np.minimum(np.maximum(x, np.float32(-4)), np.float32(4)))
    z = np.asarray(x * x)
    top = polynomial(z, _P32)
    return np.divide(np.multiply(top, x, top), polynomial(z, _Q32), top)


# Blocks of an array stay in the cache from one step of a polynomial to the next.
_BLOCK: Final = 16384


def blockwise(fn: Callable[[Array], Any], x: Array) -> Any:
    """Call a function of each element for a block at a time."""
    if x.size <= _BLOCK:
        return fn(x) if x.ndim else fn(x.reshape(1)).reshape(())
    flat, result = x.reshape(-1), np.empty(x.size, x.dtype)
    for start in range(0, x.size, _BLOCK):
        result[start : start + _BLOCK] = fn(flat[start : start + _BLOCK])
    return in_layout(result.reshape(x.shape), x)


# Up to so many elements the C library's function, called for each, is the fastest way: of 16
# elements erf takes 1.5 us, as a quotient of polynomials 12.
FEW: Final = 128


def each(fn: Callable[[float], float], x: Array) -> Any:
    """Call a function of Python floats for each element of a small array."""
    values = np.fromiter(map(fn, x.reshape(-1).tolist()), x.dtype, x.size)
    return in_layout(values.reshape(x.shape), x)


@kernel("erf")
def erf(self: Array) -> Any:
    x = to_float(np.asarray(self))
    if x.size <= FEW and x.dtype.kind == "f":
        return each(math.erf, x)
    if x.dtype != np.float32:
        return _flat(lambda flat: _erf_parts(flat, False), x)
    return blockwise(erf32, x)


@kernel("erfc")
def erfc(self: Array) -> Any:
    x = to_float(np.asarray(self))
    if x.size <= FEW and x.dtype.kind == "f":
        return each(math.erfc, x)
    return _flat(lambda flat: _erf_parts(flat, True), self)


_A: Final = (2.5090809287301226727e3, 3.3430575583588128105e4, 6.7265770927008700853e4,
             4.5921953931549871457e4, 1.3731693765509461125e4, 1.9715909503065514427e3,
             1.3314166789178437745e2, 3.3871328727963666080e0)  # fmt: skip
_B: Final = (5.2264952788528545610e3, 2.8729085735721942674e4, 3.9307895800092710610e4,
             2.1213794301586595867e4, 5.3941960214247511077e3, 6.8718700749205790830e2,
             4.2313330701600911252e1, 1.0)  # fmt: skip
_C: Final = (7.74545014278341407640e-4, 2.27238449892691845833e-2, 2.41780725177450611770e-1,
             1.27045825245236838258e0, 3.64784832476320460504e0, 5.76949722146069140550e0,
             4.63033784615654529590e0, 1.42343711074968357734e0)  # fmt: skip
_D: Final = (1.05075007164441684324e-9, 5.47593808499534494600e-4, 1.51986665636164571966e-2,
             1.48103976427480074590e-1, 6.89767334985100004550e-1, 1.67638483018380384940e0,
             2.05319162663775882187e0, 1.0)  # fmt: skip
_E: Final = (2.01033439929228813265e-7, 2.71155556874348757815e-5, 1.24266094738807843860e-3,
             2.65321895265761230930e-2, 2.96560571828504891230e-1, 1.78482653991729133580e0,
             5.46378491116411436990e0, 6.65790464350110377720e0)  # fmt: skip
_F: Final = (2.04426310338993978564e-15, 1.42151175831644588870e-7, 1.84631831751005468180e-5,
             7.86869131145613259100e-4, 1.48753612908506148525e-2, 1.36929880922735805310e-1,
             5.99832206555887937690e-1, 1.0)  # fmt: skip


def _erfinv(x: Array) -> Any:
    """Return the inverse of erf of a 1-d float64 array: AS 241 for q = x / 2, over sqrt(2)."""
    a = np.absolute(x)
    result = np.where(a == 1, np.copysign(np.inf, x), np.nan)
    core = a <= 0.85
    q = x[core] / 2
    r = 0.180625 - q * q
    result[core] = q * polynomial(r, _A) / polynomial(r, _B)
    outer = (a > 0.85) & (a < 1)
    part = x[outer]
    r = np.sqrt(-np.log((1 - np.absolute(part)) / 2))
    far = r > 5
    r = np.where(far, r - 5, r - 1.6)
    value = np.where(
        far, polynomial(r, _E) / polynomial(r, _F), polynomial(r, _C) / polynomial(r, _D)
    )
    result[outer] = np.copysign(value, part)
    return result / math.sqrt(2)


@kernel("erfinv")
def erfinv(self: Array) -> Any:
    return _flat(_erfinv, self)


def _lgamma(x: float) -> float:
    try:
        return math.lgamma(x)
    except ValueError:  # a pole: 0, -1, -2 ...
        return math.inf
    except OverflowError:
        return math.inf


_EACH_LGAMMA: Final[Callable[..., Any]] = np.frompyfunc(_lgamma, 1, 1)


@kernel("lgamma")
def lgamma(self: Array) -> Any:
    return _flat(lambda flat: _EACH_LGAMMA(flat).astype(np.float64), self)


# B(2k) / (2k) for digamma, and B(2k) / (2k)! for the Hurwitz zeta function, k = 1, 2 ...
_BERNOULLI: Final = (1 / 6, -1 / 30, 1 / 42, -1 / 30, 5 / 66, -691 / 2730, 7 / 6, -3617 / 510,
                     43867 / 798, -174611 / 330)  # fmt: skip
_FROM: Final = 10.0  # the asymptotic series are exact to float64 from here on


def _digamma(x: Array) -> Any:
    """Return the derivative of lgamma of a 1-d float64 array."""
    whole = x == np.floor(x)
    reflected = (x < 0) & ~whole
    y = np.where(reflected, 1 - x, np.where((x <= 0) & whole, 1.0, x))
    result = np.zeros_like(x)
    below = y < _FROM
    while below.any():
        result[below] -= 1 / y[below]
        y = np.where(below, y + 1, y)
        below = y < _FROM
    square = 1 / (y * y)
    series = [b / (2 * k) for k, b in enumerate(_BERNOULLI[:8], 1)]
    result += np.log(y) - 0.5 / y - square * polynomial(square, series[::-1])
    fraction = x[reflected] - np.trunc(x[reflected])
    result[reflected] -= math.pi / np.tan(math.pi * fraction)
    result[whole & (x < 0)] = np.nan
    zero = x == 0
    result[zero] = -np.copysign(np.inf, x[zero])
    return np.where(x == -np.inf, np.nan, result)


@kernel("digamma")
def digamma(self: Array) -> Any:
    return _flat(_digamma, self)


def hurwitz(s: int, q: Array) -> Any:
    """Return the sum of (q + k) ** -s over k = 0, 1 ... for s > 1 and 1-d q above _LOWEST."""
    total = np.zeros_like(q)
    w = np.where(np.isfinite(q), q, _FROM)
    below = w < _FROM
    while below.any():
        total[below] += w[below] ** -s
        w = np.where(below, w + 1, w)
        below = w < _FROM
    total += w ** float(1 - s) / (s - 1) + 0.5 * w ** float(-s)
    factor, power = float(s), w ** float(-s - 1)
    for k, b in enumerate(_BERNOULLI, 1):
        total += b * factor / math.factorial(2 * k) * power
        factor *= (s + 2 * k - 1) * (s + 2 * k)
        power = power / (w * w)
    return total


_LOWEST: Final = -10000.0  # from here down a sum over what lies above it is too long: nan


def _polygamma(n: int, x: Array) -> Any:
    """Return the n-th derivative of digamma, n > 0."""
    sign = (-1.0) ** (n + 1) * math.factorial(n)
    pole = (x <= 0) & (x == np.floor(x))
    if n == 1:  # reflection
        left = (x < 0) & ~pole
        result = hurwitz(2, np.where(left, 1 - x, np.where(pole, 1.0, x)))
        result[left] = (math.pi / np.sin(math.pi * x[left])) ** 2 - result[left]
    else:
        far = x < _LOWEST
        result = sign * hurwitz(n + 1, np.where(pole | far, 1.0, x))
        result[far] = np.nan
    result[pole] = sign * np.inf
    result[x == np.inf] = 0.0
    return np.where(np.isnan(x) | (x == -np.inf), np.nan, result)


@kernel("_polygamma")
def polygamma(self: Array, order: int) -> Any:
    if order < 0:
        raise RuntimeError("polygamma(n, x) does not support negative n.")
    if order == 0:
        return digamma(self)
    return _flat(lambda flat: _polygamma(order, flat), self)
