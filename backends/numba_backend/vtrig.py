"""sin and cos without branches, for every finite argument.

Decides how an argument is reduced to a quarter of a turn. Must not know arrays of tensors, nor
Numba; Note [Vectorising] in vmath.py says what keeps these functions fast.

Note [Turns]
~~~~~~~~~~~~
x * 2 / pi modulo 4 says the quarter and the rest. Of 2 / pi only the digits matter that give
neither a multiple of 4 nor less than the precision; which these are depends on the exponent of x
alone. So a table holds, for each exponent, these digits cut in pieces, and a reduction is a few
exact products: the same work for 1 and for 1e300, where a branch for large arguments would keep
the whole loop from being vectorised. The rest can be as small as 2 ** -62, hence the many digits.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from .vmath import D, F, bits_of, from_bits, product_error, sum_error, with_sign


def _inverse_tangent(n: int, one: int) -> int:
    """Return arctan(1 / n), as an integer over `one`."""
    total = term = one // n
    k, square = 1, n * n
    while term:
        term //= -square
        k += 2
        total += term // k
    return total


_PLACES = 1400
_ONE = 1 << _PLACES
_TURN = 2 * _ONE * _ONE // (4 * (4 * _inverse_tangent(5, _ONE) - _inverse_tangent(239, _ONE)))


def _pieces(exponent: int, mantissa: int, widths: tuple[int, ...]) -> list[float]:
    """Return the digits of 2 ** exponent * 2 / pi, below a multiple of 4 of the last place of x."""
    shifted = _TURN << exponent if exponent >= 0 else _TURN >> -exponent
    rest = shifted % (_ONE << (mantissa + 2))
    found, low = [], _PLACES + mantissa + 2
    for width in widths:
        low = max(low - width, 0)
        part = rest >> low << low
        rest -= part
        found.append(float(part >> low) * 2.0 ** (low - _PLACES))
    return found


def _table(
    exponents: range, mantissa: int, widths: tuple[int, ...]
) -> tuple[np.ndarray[Any, Any], ...]:
    rows = [_pieces(e, mantissa, widths) for e in exponents]
    rows.append([np.nan] * len(widths))  # infinity and nan
    return tuple(np.array(column) for column in zip(*rows, strict=True))


_S0, _S1 = _table(range(-127, 128), 23, (29, 53))
_D0, _D1, _D2, _D3 = _table(range(-1023, 1024), 52, (52, 52, 52, 53))


def turn32(x: Any) -> Any:
    """Return the quarter (of which the last two bits count) and the rest in radians."""
    i = bits_of(x)
    e = (i >> np.int32(23)) & np.int32(255)
    m = D(from_bits(np.int32((i & np.int32(0x007FFFFF)) | np.int32(0x3F800000))))
    a, b = m * _S0[e], m * _S1[e]
    shifted = (a + b) + 6755399441055744.0
    rest = (a - (shifted - 6755399441055744.0)) + b
    return np.int32(bits_of(shifted)), F(rest * 1.5707963267948966)


def turn64(x: Any) -> Any:
    """Return the quarter (as a shifted float) and the rest in radians, in two parts."""
    i = bits_of(x)
    e = (i >> np.int64(52)) & np.int64(2047)
    m = from_bits((i & np.int64(0x000FFFFFFFFFFFFF)) | np.int64(0x3FF0000000000000))
    a, b, c, d = _D0[e], _D1[e], _D2[e], _D3[e]
    p = m * a
    p_low = product_error(m, a, p)
    q = m * b
    q_low = product_error(m, b, q)
    r = m * c
    r_low = product_error(m, c, r) + m * d
    p = p - 4.0 * np.floor(p * 0.25 + 0.5)  # exact, as is the sum of the two
    p_low = p_low - 4.0 * np.floor(p_low * 0.25 + 0.5)
    p = p + p_low
    p = p - 4.0 * np.floor(p * 0.25 + 0.5)
    s = p + q
    s_low = sum_error(p, q, s)
    shifted = s + 6755399441055744.0
    f = s - (shifted - 6755399441055744.0)
    u = s_low + q_low
    u_low = sum_error(s_low, q_low, u)
    v = u + r
    v_low = sum_error(u, r, v)
    h = f + v
    h_low = sum_error(f, v, h) + (u_low + v_low + r_low)
    high = h * 1.5707963267948966
    low = product_error(h, 1.5707963267948966, high)
    return shifted, high, low + (h_low * 1.5707963267948966 + h * 6.123233995736766e-17)


# The sine and cosine of a rest: Cephes' polynomials, and those of FreeBSD's libm, where `y` is the
# second part of x.


def sine32(x: Any) -> Any:
    """Return sin(x) for |x| <= pi / 4."""
    z = x * x
    p = z * F(-1.9515295891e-4) + F(8.3321608736e-3)
    return (p * z + F(-1.6666654611e-1)) * z * x + x


def cosine32(x: Any) -> Any:
    """Return cos(x) for |x| <= pi / 4."""
    z = x * x
    p = z * F(2.443315711809948e-5) + F(-1.388731625493765e-3)
    return (p * z + F(4.166664568298827e-2)) * z * z - F(0.5) * z + F(1.0)


def sine64(x: Any, y: Any) -> Any:
    """Return sin(x + y) for |x| <= pi / 4."""
    z = x * x
    v = z * x
    p = z * 1.58969099521155010221e-10 + -2.50507602534068634195e-08
    p = p * z + 2.75573137070700676789e-06
    p = p * z + -1.98412698298579493134e-04
    p = p * z + 8.33333333332248946124e-03
    return x - ((z * (0.5 * y - v * p) - y) - v * -1.66666666666666324348e-01)


def cosine64(x: Any, y: Any) -> Any:
    """Return cos(x + y) for |x| <= pi / 4."""
    z = x * x
    p = z * -1.13596475577881948265e-11 + 2.08757232129817482790e-09
    p = p * z + -2.75573143513906633035e-07
    p = p * z + 2.48015872894767294178e-05
    p = p * z + -1.38888888888741095749e-03
    p = p * z + 4.16666666666666019037e-02
    half = 0.5 * z
    w = 1.0 - half
    return w + (((1.0 - w) - half) + (z * (z * p) - x * y))


def sin32(x: Any) -> Any:
    """Return the sine."""
    t = abs(x)
    k, rest = turn32(t)
    near = t < F(0.785)
    k = np.int32(0) if near else k
    r = t if near else rest
    s = cosine32(r) if (k & np.int32(1)) != np.int32(0) else sine32(r)
    s = -s if (k & np.int32(2)) != np.int32(0) else s
    return s if with_sign(F(1.0), x) > F(0.0) else -s


def cos32(x: Any) -> Any:
    """Return the cosine."""
    t = abs(x)
    k, rest = turn32(t)
    near = t < F(0.785)
    k = np.int32(0) if near else k
    r = t if near else rest
    s = sine32(r) if (k & np.int32(1)) != np.int32(0) else cosine32(r)
    return -s if ((k + np.int32(1)) & np.int32(2)) != np.int32(0) else s


def sin64(x: Any) -> Any:
    """Return the sine."""
    t = abs(x)
    shifted, high, low = turn64(t)
    k = bits_of(shifted)
    near = t < 0.785
    r, y = t if near else high, 0.0 if near else low
    odd = (k & np.int64(1)) != np.int64(0)
    s = cosine64(r, y) if odd and not near else sine64(r, y)
    s = -s if (k & np.int64(2)) != np.int64(0) and not near else s
    return s if with_sign(1.0, x) > 0.0 else -s


def cos64(x: Any) -> Any:
    """Return the cosine."""
    t = abs(x)
    shifted, high, low = turn64(t)
    k = bits_of(shifted)
    near = t < 0.785
    r, y = t if near else high, 0.0 if near else low
    odd = (k & np.int64(1)) != np.int64(0)
    s = sine64(r, y) if odd and not near else cosine64(r, y)
    return -s if ((k + np.int64(1)) & np.int64(2)) != np.int64(0) and not near else s


def sin(x: Any) -> Any:
    """Return the sine of a number of radians."""
    return sin32(x) if isinstance(x, np.float32) else sin64(x)


def cos(x: Any) -> Any:
    """Return the cosine of a number of radians."""
    return cos32(x) if isinstance(x, np.float32) else cos64(x)


EXACT = (turn32, turn64)  # products here must not be contracted
INNER = (sine32, cosine32, sine64, cosine64)
BY_TYPE = {sin: (sin32, sin64), cos: (cos32, cos64)}
