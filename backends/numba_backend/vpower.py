"""x to the power of y without branches.

Decides how a power is computed: as exp(y * log(x)), where the logarithm of a float64 is held in
two numbers, since its error is multiplied with y. A float32 is computed in float64. Must not know
arrays, nor Numba; Note [Vectorising] in vmath.py says what keeps these functions fast.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from .vmath import D, F, bits_of, exp64, from_bits, log64, product_error, sum_error, with_sign


def log_pair(x: Any) -> Any:
    """Return the logarithm of a positive number in two parts.

    The mantissa m lies between sqrt(1/2) and sqrt(2); with s = (m - 1) / (m + 1) the logarithm is
    2 * (s + s ** 3 / 3 + ...), the first two terms in two parts.
    """
    tiny = x < 2.2250738585072014e-308
    t = x * 4503599627370496.0 if tiny else x
    i = bits_of(t)
    e = (i - np.int64(0x3FE6A09E667F3BCD)) >> np.int64(52)
    m = from_bits(i - (e << np.int64(52)))
    k = D(e) - 52.0 if tiny else D(e)
    f, g = m - 1.0, m + 1.0
    g_low = sum_error(m, 1.0, g)
    s = f / g
    p = s * g
    s_low = ((f - p) - product_error(s, g, p) - s * g_low) / g
    z = s * s
    z_low = product_error(s, s, z) + 2.0 * s * s_low
    q = z * 0.07407407407407407 + 0.08
    q = q * z + 0.08695652173913043
    q = q * z + 0.09523809523809523
    q = q * z + 0.10526315789473684
    q = q * z + 0.11764705882352941
    q = q * z + 0.13333333333333333
    q = q * z + 0.15384615384615385
    q = q * z + 0.18181818181818182
    q = q * z + 0.2222222222222222
    q = q * z + 0.2857142857142857
    q = q * z + 0.4
    c = s * z  # s ** 3 in two parts
    c_low = product_error(s, z, c) + (s * z_low + s_low * z)
    a = c * 0.6666666666666666
    a_low = product_error(c, 0.6666666666666666, a)
    a_low = a_low + (c * 3.700743415417188e-17 + c_low * 0.6666666666666666 + c * z * q)
    u = k * 6.93147180369123816490e-01  # exact
    v = k * 1.90821492927058770002e-10
    v_low = product_error(k, 1.90821492927058770002e-10, v)
    high = u + 2.0 * s
    low = sum_error(u, 2.0 * s, high)
    total = high + v
    low = low + sum_error(high, v, total)
    last = total + a
    low = low + sum_error(total, a, last) + (2.0 * s_low + a_low + v_low)
    result = last + low
    return result, low - (result - last)


def power_of(x: Any, y: Any) -> Any:
    """Return x ** y for positive finite x, and any y."""
    high, low = log_pair(x)
    p = y * high
    far = not abs(p) < 760.0
    p_low = 0.0 if far else product_error(y, high, p) + y * low
    p = 760.0 if p > 760.0 else p
    p = -760.0 if p < -760.0 else p
    shifted = p * 1.4426950408889634074 + 6755399441055744.0
    n = shifted - 6755399441055744.0
    r = p - n * 6.93147180369123816490e-01
    d = n * 1.90821492927058770002e-10
    t = r - d
    t_low = sum_error(r, -d, t) - product_error(n, 1.90821492927058770002e-10, d) + p_low
    return shifted, t, t_low


def exp_pair(shifted: Any, t: Any, t_low: Any) -> Any:
    """Return exp(t + t_low) times the power of two."""
    p = t * 2.08860621107283687536341e-09 + 2.51112930892876518610661e-08
    p = p * t + 2.75573911234900471893338e-07
    p = p * t + 2.75572362911928827629423e-06
    p = p * t + 2.4801587159235472998791e-05
    p = p * t + 0.000198412698960509205564975
    p = p * t + 0.00138888888889774492207962
    p = p * t + 0.00833333333331652721664984
    p = p * t + 0.0416666666666665047591422
    p = p * t + 0.166666666666666851703837
    p = p * t + 0.5
    p = p * (t * t) + t
    p = (p + (t_low + p * t_low)) + 1.0
    k = bits_of(shifted) - np.int64(0x4338000000000000)
    half = k >> np.int64(1)
    low = from_bits((half + np.int64(1023)) << np.int64(52))
    return p * low * from_bits((k - half + np.int64(1023)) << np.int64(52))


def pow64(x: Any, y: Any) -> Any:
    """Return x ** y."""
    t = abs(x)
    shifted, high, low = power_of(t, y)
    r = exp_pair(shifted, high, low)
    whole = np.floor(y) == y
    odd = whole and np.floor(y * 0.5) * 2.0 != y
    r = (np.inf if (t == 0.0) == (y < 0.0) else 0.0) if t == 0.0 or t == np.inf else r
    r = 1.0 if t == 1.0 else r
    r = with_sign(r, x) if odd else r
    r = r if x >= 0.0 or whole or x == -np.inf else np.nan
    r = r if x == x and y == y else np.nan
    return 1.0 if y == 0.0 or x == 1.0 else r


def pow32(x: Any, y: Any) -> Any:
    """Return x ** y."""
    t, exponent = abs(x), D(y)
    r = F(exp64(exponent * log64(D(t))))
    whole = np.floor(exponent) == exponent
    odd = whole and np.floor(exponent * 0.5) * 2.0 != exponent
    r = F(1.0) if t == F(1.0) else r
    r = with_sign(r, x) if odd else r
    r = r if x >= F(0.0) or whole or x == F(-np.inf) else F(np.nan)
    r = r if x == x and y == y else F(np.nan)
    return F(1.0) if y == F(0.0) or x == F(1.0) else r


def pow(x: Any, y: Any) -> Any:
    """Return x to the power of y, both of one dtype."""
    return pow32(x, y) if isinstance(x, np.float32) else pow64(x, y)


EXACT = (log_pair, power_of)  # products here must not be contracted
INNER = (exp_pair,)
BY_TYPE = {pow: (pow32, pow64)}
