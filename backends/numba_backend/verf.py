"""The error function and the normal distribution function without branches.

Decides which polynomials they are. Must not know arrays, nor Numba; Note [Vectorising] in vmath.py
says what keeps these functions fast.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from .vmath import F, exp32, exp64, with_sign

# erf: a polynomial near zero, else one minus a small number.


def erf32(x: Any) -> Any:
    """Return the error function; polynomials by N. Juffa."""
    t = abs(x)
    s = x * x
    r = t * F(-1.72853470e-5) + F(3.83197126e-4)
    u = t * F(-3.88396438e-3) + F(2.42546219e-2)
    r = r * s + u
    r = r * t + F(-1.06777877e-1)
    r = r * t + F(-6.34846687e-1)
    r = r * t + F(-1.28717512e-1)
    r = r * t - t
    far = F(1.0) - exp32(r)
    p = s * F(-5.96761703e-4) + F(4.99119423e-3)
    p = p * s + F(-2.67681349e-2)
    p = p * s + F(1.12819925e-1)
    p = p * s + F(-3.76125336e-1)
    p = p * s + F(1.28379166e-1)
    return with_sign(far if t > F(0.927734375) else p * t + t, x)


def erf64(x: Any) -> Any:
    """Return the error function; Cephes' quotients."""
    t = abs(x)
    small = t <= 1.0
    t = 6.0 if t > 6.0 else t
    z = t * t
    a = z * 9.60497373987051638749e0 + 9.00260197203842689217e1
    a = a * z + 2.23200534594684319226e3
    a = a * z + 7.00332514112805075473e3
    a = a * z + 5.55923013010394962768e4
    b = z + 3.35617141647503099647e1
    b = b * z + 5.21357949780152679795e2
    b = b * z + 4.59432382970980127987e3
    b = b * z + 2.26290000613890934246e4
    b = b * z + 4.92673942608635921086e4
    p = t * 2.46196981473530512524e-10 + 5.64189564831068821977e-1
    p = p * t + 7.46321056442269912687e0
    p = p * t + 4.86371970985681366614e1
    p = p * t + 1.96520832956077098242e2
    p = p * t + 5.26445194995477358631e2
    p = p * t + 9.34528527171957607540e2
    p = p * t + 1.02755188689515710272e3
    p = p * t + 5.57535335369399327526e2
    q = t + 1.32281951154744992508e1
    q = q * t + 8.67072140885989742329e1
    q = q * t + 3.54937778887819891062e2
    q = q * t + 9.75708501743205489753e2
    q = q * t + 1.82390916687909736289e3
    q = q * t + 2.24633760818710981792e3
    q = q * t + 1.65666309194161350182e3
    q = q * t + 5.57535340817727675546e2
    quotient = (a if small else exp64(-z) * p) / (b if small else q)
    return with_sign(t * quotient if small else 1.0 - quotient, x)


# cdf: the normal distribution function, as exp(-x * x / 2) times a polynomial (fitted, 3e-8) in
# 1 / (1 + 0.35 |x|): the density of x shares that exponential, where a loop needs both.


def cdf32(x: Any) -> Any:
    """Return the normal distribution function."""
    t = F(1.0) / (F(1.0) + F(0.35) * abs(x))
    p = t * F(-0.0291419888) + F(0.1439521466)
    p = p * t + F(-0.2556730067)
    p = p * t + F(0.1591259579)
    p = p * t + F(-0.02307581569)
    p = p * t + F(0.1054932067)
    p = p * t + F(0.1198367275)
    p = p * t + F(0.1398613197)
    p = p * t + F(0.139621437)
    tail = exp32(F(-0.5) * x * x) * (p * t)
    return F(1.0) - tail if x > F(0.0) else tail


def cdf64(x: Any) -> Any:
    """Return the normal distribution function."""
    return 0.5 * (1.0 + erf64(x * 0.7071067811865476))


def erf(x: Any) -> Any:
    """Return the error function."""
    return erf32(x) if isinstance(x, np.float32) else erf64(x)


def cdf(x: Any) -> Any:
    """Return the normal distribution function."""
    return cdf32(x) if isinstance(x, np.float32) else cdf64(x)


EXACT: tuple[Any, ...] = ()
INNER: tuple[Any, ...] = ()
BY_TYPE = {erf: (erf32, erf64), cdf: (cdf32, cdf64)}
