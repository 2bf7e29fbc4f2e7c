"""Derivatives of variance, standard deviation and norms.

At the zero vector the gradient of every norm is 0, as that of a standard deviation of equal
elements.
"""

from __future__ import annotations

import math
from typing import Any

from ...dispatch.generated.functions import (
    _to_copy,
    abs,
    isnan,
    logical_and,
    logical_or,
    mean,
    real,
    sgn,
    sum,
    where,
)
from ..conjugate import cast_back, conj, perhaps_complex
from ..derivatives import derivative
from .reduce import count, keep


def var_slopes(self: Any, dim: Any, correction: Any) -> Any:
    """Return the derivative of the variance for each element."""
    deviation = self - mean(self, dim, True)
    left = count(self.shape, dim) - (1 if correction is None else correction)
    if left <= 0:
        return where(deviation == 0, math.nan, where(deviation == deviation, math.inf, deviation))
    return deviation * (2 / left)


def var_self(g: Any, self: Any, dim: Any, correction: Any, keepdim: Any) -> Any:
    slopes = var_slopes(self, dim, correction)
    return perhaps_complex(keep(g, self.shape, dim, keepdim) * slopes)


def var_jvp(self_t: Any, self: Any, dim: Any, correction: Any, keepdim: Any) -> Any:
    along = real(self_t * conj(var_slopes(self, dim, correction)))
    return sum(along, dim, keepdim)


def std_self(g: Any, self: Any, result: Any, dim: Any, correction: Any, keepdim: Any) -> Any:
    return var_self(where(result == 0, 0.0, g / (2 * result)), self, dim, correction, keepdim)


def std_jvp(self_t: Any, self: Any, result: Any, dim: Any, correction: Any, keepdim: Any) -> Any:
    along = var_jvp(self_t, self, dim, correction, keepdim)
    return where(result == 0, 0.0, along / (2 * result))


derivative("var", self=var_self, jvp=var_jvp)
derivative("std", self=std_self, jvp=std_jvp)


def norm_slopes(self: Any, norm: Any, ord: Any, dim: Any) -> Any:
    """Return the derivative of a norm for each element; `norm` has its dimensions kept."""
    if ord == 0:
        return self * 0.0
    if ord == 1:
        return sgn(self)
    if ord == 2:
        return where(norm == 0, 0.0, self / norm)
    if ord == math.inf or ord == -math.inf:
        size = abs(self)
        ties = logical_or(size == norm, logical_and(isnan(size), isnan(norm)))
        return sgn(self) * ties / sum(ties, dim, True, dtype=self.dtype)
    if ord < 1:
        return where(self == 0, 0.0, sgn(self) * abs(self) ** (ord - 1)) * norm ** (1 - ord)
    if ord < 2:
        return where(norm == 0, 0.0, sgn(self) * abs(self) ** (ord - 1) / norm ** (ord - 1))
    return where(norm == 0, 0.0, self * abs(self) ** (ord - 2) / norm ** (ord - 1))


def norm_self(g: Any, self: Any, result: Any, ord: Any, dim: Any, keepdim: Any, dtype: Any) -> Any:
    if ord == 0:
        return None
    x = self if dtype is None else _to_copy(self, dtype)
    norm = keep(result, self.shape, dim, keepdim)
    g = perhaps_complex(keep(g, self.shape, dim, keepdim) * norm_slopes(x, norm, ord, dim))
    return g if dtype is None else cast_back(g, self.dtype)


def norm_jvp(
    self_t: Any, self: Any, result: Any, ord: Any, dim: Any, keepdim: Any, dtype: Any
) -> Any:
    x = self if dtype is None else _to_copy(self, dtype)
    slopes = norm_slopes(x, keep(result, self.shape, dim, keepdim), ord, dim)
    return sum(real(self_t * conj(slopes)), dim, keepdim, dtype=result.dtype)


derivative("linalg_vector_norm", self=norm_self, jvp=norm_jvp)
