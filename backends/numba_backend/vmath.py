"""Elementary functions without branches, which the compiler turns into vector instructions.

Decides how exp, log, expm1, log1p, tanh and sigmoid are computed in float32 and float64: at most
2.5 units in the last place from the truth, and NumPy's results for nan, infinities, zeros and
subnormals (verf.py, vtrig.py and vpower.py do the same for others; scalars.py is the table of all).
Must not know arrays, nor Numba: this is Python on NumPy scalars; jit.py says what the bit casts
become.

Note [Vectorising]
~~~~~~~~~~~~~~~~~~
The functions of the C library are calls, 5 to 40 times slower than a loop of vector instructions.
What keeps a loop vectorised: no branches (`a if c else b` of computed values is a select),
constants of the element's type (a Python float would widen float32), inlining, and no permission to
reassociate, which would undo the rounding by a large constant. Multiplications and additions may be
contracted, but for those of functions named in `EXACT`, whose rounding errors are wanted.
"""

from __future__ import annotations

from typing import Any

import numpy as np

F = np.float32
D = np.float64


def bits_of(x: Any) -> Any:
    """Return the bits of a float as an integer of the same size."""
    return x.view(np.int32) if isinstance(x, np.float32) else np.float64(x).view(np.int64)


def from_bits(i: Any) -> Any:
    """Return the float that has the bits of an int32 or int64."""
    return i.view(np.float32) if isinstance(i, np.int32) else np.int64(i).view(np.float64)


def typed(x: Any, number: Any) -> Any:
    """Return a number in the type of the first argument."""
    return np.float32(number) if isinstance(x, np.float32) else np.float64(number)


def with_sign(size: Any, x: Any) -> Any:
    """Return the first with the sign of the second, which may be -0."""
    return np.copysign(size, x)


def from_half(bits: Any) -> Any:
    """Return the float32 that is the float16 with these bits (a uint16)."""
    return np.float32(np.uint16(bits).view(np.float16))


def to_half(x: Any) -> Any:
    """Return the bits (a uint16) of a float32 rounded to float16."""
    return np.float16(x).view(np.uint16)


def from_brain(bits: Any) -> Any:
    """Return the float32 that is the bfloat16 with these bits (a uint16): its upper half."""
    return from_bits(np.int32(np.int32(bits) << np.int32(16)))


def to_brain(x: Any) -> Any:
    """Return the bits (a uint16) of a float32 rounded to bfloat16, halves to even.

    Half of the last bit that is kept, less if that is even, carries into it; nan, which would carry
    over into inf, keeps its upper half and stays quiet.
    """
    b = bits_of(x)
    odd = np.int32(b >> np.int32(16)) & np.int32(1)
    near = np.int32(b + np.int32(0x7FFF) + odd)
    kept = near if x == x else np.int32(b | np.int32(0x400000))
    return np.uint16(np.int32(kept >> np.int32(16)) & np.int32(0xFFFF))


def larger(a: Any, b: Any) -> Any:
    """Return the larger of two floats; nan wins."""
    return a if a > b or a != a else b


def smaller(a: Any, b: Any) -> Any:
    """Return the smaller of two floats; nan wins."""
    return a if a < b or a != a else b


def high_half(a: Any) -> Any:
    """Return a float64 without its last 27 bits: products of such halves are exact."""
    return from_bits(bits_of(a) & np.int64(-(1 << 27)))


def product_error(a: Any, b: Any, product: Any) -> Any:
    """Return what is lost in the rounded product of two float64, of which one has 52 bits.

    The last products of others need a bit more than there is, which counts 2 ** -106 of theirs.
    """
    ah, bh = high_half(a), high_half(b)
    al, bl = a - ah, b - bh
    return ((ah * bh - product) + ah * bl + al * bh) + al * bl


def sum_error(a: Any, b: Any, total: Any) -> Any:
    """Return what is lost in the rounded sum of two floats."""
    part = total - a
    return (a - (total - part)) + (b - part)


# exp: n = round(x / ln 2) by adding a constant that leaves no fraction bits; then a polynomial of
# the rest, times 2 ** n in two factors, so that subnormal results come out right. nan passes
# through.


def exp32(x: Any) -> Any:
    """Return e ** x; Cephes' polynomial."""
    x = F(-104.0) if x < F(-104.0) else x
    x = F(89.0) if x > F(89.0) else x
    shifted = x * F(1.44269504088896341) + F(12582912.0)
    n = shifted - F(12582912.0)
    r = x - n * F(0.693359375)
    r = r - n * F(-2.12194440e-4)
    p = r * F(1.9875691500e-4) + F(1.3981999507e-3)
    p = p * r + F(8.3334519073e-3)
    p = p * r + F(4.1665795894e-2)
    p = p * r + F(1.6666665459e-1)
    p = p * r + F(5.0000001201e-1)
    p = p * (r * r) + r + F(1.0)
    k = np.int32(bits_of(shifted) - np.int32(0x4B400000))
    half = np.int32(k >> 1)
    rest = np.int32(k - half)
    low = from_bits(np.int32(np.int32(half + 127) << 23))
    return p * low * from_bits(np.int32(np.int32(rest + 127) << 23))


def exp64(x: Any) -> Any:
    """Return e ** x; SLEEF's polynomial."""
    x = -746.0 if x < -746.0 else x
    x = 710.0 if x > 710.0 else x
    shifted = x * 1.4426950408889634074 + 6755399441055744.0
    n = shifted - 6755399441055744.0
    r = x - n * 0.693147180369123816490
    r = r - n * 1.90821492927058770002e-10
    p = r * 2.08860621107283687536341e-09 + 2.51112930892876518610661e-08
    p = p * r + 2.75573911234900471893338e-07
    p = p * r + 2.75572362911928827629423e-06
    p = p * r + 2.4801587159235472998791e-05
    p = p * r + 0.000198412698960509205564975
    p = p * r + 0.00138888888889774492207962
    p = p * r + 0.00833333333331652721664984
    p = p * r + 0.0416666666666665047591422
    p = p * r + 0.166666666666666851703837
    p = p * r + 0.5
    p = p * (r * r) + r + 1.0
    k = bits_of(shifted) - np.int64(0x4338000000000000)
    half = k >> 1
    low = from_bits((half + 1023) << 52)
    return p * low * from_bits((k - half + 1023) << 52)


# expm1: e ** r - 1 of the rest r is a polynomial without its first term; times 2 ** n, it lacks
# 2 ** n - 1, which is added before the scaling. Far down nothing but -1 is left.


def expm1_32(x: Any) -> Any:
    """Return e ** x - 1; Cephes' polynomial of exp."""
    y = F(-40.0) if x < F(-40.0) else x
    y = F(89.0) if y > F(89.0) else y
    shifted = y * F(1.44269504088896341) + F(12582912.0)
    n = shifted - F(12582912.0)
    r = y - n * F(0.693359375)
    r = r - n * F(-2.12194440e-4)
    p = r * F(1.9875691500e-4) + F(1.3981999507e-3)
    p = p * r + F(8.3334519073e-3)
    p = p * r + F(4.1665795894e-2)
    p = p * r + F(1.6666665459e-1)
    p = p * r + F(5.0000001201e-1)
    k = np.int32(bits_of(shifted) - np.int32(0x4B400000))
    back = np.int32(np.int32(126) if k > np.int32(126) else k)
    less = from_bits(np.int32(np.int32(np.int32(127) - back) << np.int32(23)))
    half = np.int32(k >> np.int32(1))
    rest = np.int32(k - half)
    p = p * (r * r) + r + (F(1.0) - less)
    p = p * from_bits(np.int32(np.int32(half + np.int32(127)) << np.int32(23)))
    return with_sign(p * from_bits(np.int32(np.int32(rest + np.int32(127)) << np.int32(23))), x)


def expm1_64(x: Any) -> Any:
    """Return e ** x - 1; SLEEF's polynomial of exp."""
    y = -60.0 if x < -60.0 else x
    y = 710.0 if y > 710.0 else y
    shifted = y * 1.4426950408889634074 + 6755399441055744.0
    n = shifted - 6755399441055744.0
    r = y - n * 0.693147180369123816490
    r = r - n * 1.90821492927058770002e-10
    p = r * 2.08860621107283687536341e-09 + 2.51112930892876518610661e-08
    p = p * r + 2.75573911234900471893338e-07
    p = p * r + 2.75572362911928827629423e-06
    p = p * r + 2.4801587159235272998791e-05
    p = p * r + 0.000198412698960509205564975
    p = p * r + 0.00138888888889774492207962
    p = p * r + 0.00833333333331652721664984
    p = p * r + 0.0416666666666665047591422
    p = p * r + 0.166666666666666851703837
    p = p * r + 0.5
    k = bits_of(shifted) - np.int64(0x4338000000000000)
    back = np.int64(1022) if k > np.int64(1022) else k
    less = from_bits((np.int64(1023) - back) << np.int64(52))
    half = k >> np.int64(1)
    p = p * (r * r) + r + (1.0 - less)
    p = p * from_bits((half + np.int64(1023)) << np.int64(52))
    return with_sign(p * from_bits((k - half + np.int64(1023)) << np.int64(52)), x)


# log: the exponent is taken so that the mantissa lies between sqrt(1/2) and sqrt(2).


def log32(x: Any) -> Any:
    """Return the natural logarithm; Cephes' polynomial."""
    tiny = x < F(1.17549435e-38)
    y = x * F(8388608.0) if tiny else x
    i = bits_of(y)
    e = np.int32(np.int32(i - np.int32(0x3F3504F3)) >> 23)
    f = from_bits(np.int32(i - np.int32(e << 23))) - F(1.0)
    k = F(e) - F(23.0) if tiny else F(e)
    z = f * f
    p = f * F(7.0376836292e-2) + F(-1.1514610310e-1)
    p = p * f + F(1.1676998740e-1)
    p = p * f + F(-1.2420140846e-1)
    p = p * f + F(1.4249322787e-1)
    p = p * f + F(-1.6668057665e-1)
    p = p * f + F(2.0000714765e-1)
    p = p * f + F(-2.4999993993e-1)
    p = p * f + F(3.3333331174e-1)
    r = p * f * z + k * F(-2.12194440e-4)
    r = r - F(0.5) * z
    r = f + r + k * F(0.693359375)
    r = F(-np.inf) if x == F(0.0) else r
    r = x if x == F(np.inf) else r
    return r if x >= F(0.0) else F(np.nan)


def log64(x: Any) -> Any:
    """Return the natural logarithm; the series of FreeBSD's libm in f / (2 + f)."""
    tiny = x < 2.2250738585072014e-308
    y = x * 4503599627370496.0 if tiny else x
    i = bits_of(y)
    e = (i - np.int64(0x3FE6A09E667F3BCD)) >> 52
    f = from_bits(i - (e << 52)) - 1.0
    k = D(e) - 52.0 if tiny else D(e)
    s = f / (2.0 + f)
    z = s * s
    p = z * 1.479819860511658591e-01 + 1.531383769920937332e-01
    p = p * z + 1.818357216161805012e-01
    p = p * z + 2.222219843214978396e-01
    p = p * z + 2.857142874366239149e-01
    p = p * z + 3.999999999940941908e-01
    p = p * z + 6.666666666666735130e-01
    h = 0.5 * f * f
    r = k * 6.93147180369123816490e-01 - (
        (h - (s * (h + z * p) + k * 1.90821492927058770002e-10)) - f
    )
    r = -np.inf if x == 0.0 else r
    r = x if x == np.inf else r
    return r if x >= 0.0 else np.nan


# log1p: the logarithm of the rounded sum, and what the rounding lost, as a share of the sum.


def log1p_32(x: Any) -> Any:
    """Return log(1 + x)."""
    u = F(1.0) + x
    lost = (x - (u - F(1.0))) if x < F(1.0) else (F(1.0) - (u - x))
    r = log32(u)
    return with_sign(r + lost / u if abs(r) < F(89.0) else r, x)


def log1p_64(x: Any) -> Any:
    """Return log(1 + x)."""
    u = 1.0 + x
    lost = (x - (u - 1.0)) if x < 1.0 else (1.0 - (u - x))
    r = log64(u)
    return with_sign(r + lost / u if abs(r) < 710.0 else r, x)


# sigmoid: e ** -|x| does not overflow, and small results keep their relative precision.


def sigmoid32(x: Any) -> Any:
    """Return 1 / (1 + exp(-x))."""
    e = exp32(-abs(x))
    return (F(1.0) if x >= F(0.0) else e) / (F(1.0) + e)


def sigmoid64(x: Any) -> Any:
    """Return 1 / (1 + exp(-x))."""
    e = exp64(-abs(x))
    return (1.0 if x >= 0.0 else e) / (1.0 + e)


# tanh: an odd polynomial near zero, where the other form cancels.


def tanh32(x: Any) -> Any:
    """Return the hyperbolic tangent; Cephes' polynomial near zero."""
    t = abs(x)
    z = x * x
    p = z * F(-5.70498872745e-3) + F(2.06390887954e-2)
    p = p * z + F(-5.37397155531e-2)
    p = p * z + F(1.33314422036e-1)
    p = p * z + F(-3.33332819422e-1)
    near = p * z * t + t
    far = F(1.0) - F(2.0) / (exp32(t + t) + F(1.0))
    return with_sign(near if t < F(0.625) else far, x)


def tanh64(x: Any) -> Any:
    """Return the hyperbolic tangent; Cephes' quotient near zero."""
    t = abs(x)
    z = x * x
    p = (z * -9.64399179425052238628e-1 + -9.92877231001918586564e1) * z + -1.61468768441708447952e3
    q = ((z + 1.12811678491632931402e2) * z + 2.23548839060100448583e3) * z
    q = q + 4.84406305325125486048e3
    small = t < 0.625
    quotient = (z * p if small else -2.0) / (q if small else exp64(t + t) + 1.0)
    return with_sign(t * quotient + t if small else 1.0 + quotient, x)


# The same by the type of the argument: what loops call.


def exp(x: Any) -> Any:
    """Return e ** x."""
    return exp32(x) if isinstance(x, np.float32) else exp64(x)


def expm1(x: Any) -> Any:
    """Return e ** x - 1, exact near 0."""
    return expm1_32(x) if isinstance(x, np.float32) else expm1_64(x)


def log1p(x: Any) -> Any:
    """Return log(1 + x), exact near 0."""
    return log1p_32(x) if isinstance(x, np.float32) else log1p_64(x)


def log(x: Any) -> Any:
    """Return the natural logarithm."""
    return log32(x) if isinstance(x, np.float32) else log64(x)


def sigmoid(x: Any) -> Any:
    """Return 1 / (1 + exp(-x))."""
    return sigmoid32(x) if isinstance(x, np.float32) else sigmoid64(x)


def tanh(x: Any) -> Any:
    """Return the hyperbolic tangent."""
    return tanh32(x) if isinstance(x, np.float32) else tanh64(x)


EXACT = (product_error, sum_error)
INNER = (high_half, from_brain, to_brain)
BY_TYPE = {
    exp: (exp32, exp64),
    expm1: (expm1_32, expm1_64),
    log1p: (log1p_32, log1p_64),
    log: (log32, log64),
    sigmoid: (sigmoid32, sigmoid64),
    tanh: (tanh32, tanh64),
}
