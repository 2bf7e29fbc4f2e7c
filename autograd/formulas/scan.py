"""Derivatives of running sums and products.

`_prod_others` and `_cumprod_backward` have no rows: where they are recorded their composites are,
which are differentiable any number of times, also where elements are zero.
"""

from __future__ import annotations

from typing import Any

from ...dispatch.generated.functions import (
    _cumprod_backward,
    _fill_diagonal,
    _reverse_cumsum,
    _to_copy,
    _upper,
    cumprod,
    cumsum,
    expand,
    sum,
    transpose,
    unsqueeze,
)
from ..conjugate import cast_back, conj
from ..derivatives import derivative


def cumsum_self(g: Any, self_dtype: Any, dim: Any, dtype: Any) -> Any:
    g = _reverse_cumsum(g, dim)
    return g if dtype is None else cast_back(g, self_dtype)


def reverse_self(g: Any, dim: Any) -> Any:
    return cumsum(g, dim)


def cumprod_self(g: Any, self: Any, dim: Any, dtype: Any) -> Any:
    x = self if dtype is None else _to_copy(self, dtype)
    g = _cumprod_backward(g, conj(x), dim)
    return g if dtype is None else cast_back(g, self.dtype)


def cumprod_jvp(self_t: Any, self: Any, dim: Any, dtype: Any) -> Any:
    if dtype is not None:
        self, self_t = _to_copy(self, dtype), _to_copy(self_t, dtype)
    if not self.shape:
        return self_t
    x = unsqueeze(transpose(self, dim, -1), -2)
    wide = expand(x, (*x.shape[:-2], x.shape[-1], x.shape[-1]))
    slopes = _upper(cumprod(_fill_diagonal(wide, 1.0), -1))
    return transpose(sum(unsqueeze(transpose(self_t, dim, -1), -1) * slopes, (-2,)), dim, -1)


def fill_self(g: Any) -> Any:
    return _fill_diagonal(g, 0.0)


def fill_jvp(self_t: Any) -> Any:
    return _fill_diagonal(self_t, 0.0)


def upper_self(g: Any) -> Any:
    return _upper(g)


derivative("cumsum", self=cumsum_self, linear=True)
derivative("_reverse_cumsum", self=reverse_self, linear=True)
derivative("cumprod", self=cumprod_self, jvp=cumprod_jvp)
derivative("_fill_diagonal", self=fill_self, jvp=fill_jvp)
derivative("_upper", self=upper_self, linear=True)
