"""Composites of reductions, and of what the derivatives of products need."""

from __future__ import annotations

from typing import Any, NamedTuple

from ...dispatch.generated.functions import (
    _fill_diagonal,
    _upper,
    amax,
    amin,
    clone,
    cumprod,
    expand,
    isnan,
    logical_not,
    mean,
    prod,
    reshape,
    std,
    sum,
    transpose,
    unsqueeze,
    var,
    where,
)
from ...dispatch.registry import composite

LONGEST = 4096  # elements in a dimension; from here on the square of it is too much


class AMinMax(NamedTuple):
    """The smallest and the largest element."""

    min: Any
    max: Any


@composite("aminmax")
def aminmax(self: Any, dim: int | None = None, keepdim: bool = False) -> AMinMax:
    dims = () if dim is None else (dim,)
    return AMinMax(amin(self, dims, keepdim), amax(self, dims, keepdim))


@composite("nansum")
def nansum(self: Any, dim: Any = None, keepdim: bool = False, dtype: Any = None) -> Any:
    if self.dtype.is_complex:
        raise RuntimeError("nansum does not support complex inputs")
    if self.dtype.is_floating_point:
        self = where(isnan(self), 0.0, self)
    return sum(self, dim, keepdim, dtype=dtype)


@composite("nanmean")
def nanmean(self: Any, dim: Any = None, keepdim: bool = False, dtype: Any = None) -> Any:
    if not (self.dtype.is_floating_point or self.dtype.is_complex):
        raise RuntimeError(
            "nanmean(): expected input to have floating point or complex dtype but got "
            f"{self.dtype}"
        )
    count = sum(logical_not(isnan(self)), dim, keepdim)
    return nansum(self, dim, keepdim, dtype) / count


@composite("var_mean")
def var_mean(
    self: Any, dim: Any = None, correction: float | None = 1, keepdim: bool = False
) -> tuple[Any, Any]:
    return (
        var(self, dim, correction=correction, keepdim=keepdim),
        mean(self, dim, keepdim),
    )


@composite("std_mean")
def std_mean(
    self: Any, dim: Any = None, correction: float | None = 1, keepdim: bool = False
) -> tuple[Any, Any]:
    return (
        std(self, dim, correction=correction, keepdim=keepdim),
        mean(self, dim, keepdim),
    )


def _every_row(self: Any, dim: int) -> Any:
    """Return matrices whose rows all are the elements along a dimension, brought to the end."""
    x = unsqueeze(transpose(self, dim, -1), -2)
    n = x.shape[-1]
    return expand(x, (*x.shape[:-2], n, n))


@composite("_prod_others")
def prod_others(self: Any, dim: int) -> Any:
    if self.shape[dim] > LONGEST:
        return prod(self, dim, True) / self
    return transpose(prod(_fill_diagonal(_every_row(self, dim), 1.0), -1), dim, -1)


@composite("_cumprod_backward")
def cumprod_backward(grad: Any, self: Any, dim: int) -> Any:
    if not self.shape:
        return clone(reshape(grad, ()))
    slopes = _upper(cumprod(_fill_diagonal(_every_row(self, dim), 1.0), -1))
    wide = unsqueeze(transpose(grad, dim, -1), -2)
    return transpose(sum(wide * slopes, (-1,)), dim, -1)
