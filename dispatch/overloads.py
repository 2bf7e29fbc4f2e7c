"""Functions of which one name stands for several operators, chosen by the arguments.

Decides which operator a call means where PyTorch overloads a name by the types of its arguments,
and under which names results come back. Must not know kernels. Each is a method of Tensor too.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from .generated import functions as plain
from .operator import TENSOR_TYPES, Operator
from .registry import lookup
from .state import state_bits
from .tensor import Tensor, bind

Dims = int | Sequence[int] | None


class ValuesIndices(NamedTuple):
    """What is found along a dimension, and where it stands."""

    values: Tensor
    indices: Tensor


def _along(operator: Operator) -> Callable[..., Any]:
    """Return what calls an operator along a dimension: by the fast way if nothing is converted."""
    walks = operator.walks

    def along(input: Tensor, dim: Any, keepdim: Any) -> Any:
        if input.__class__ in TENSOR_TYPES and dim.__class__ is int and keepdim.__class__ is bool:
            return walks[input._keys | state_bits()](input, dim, keepdim)
        return operator.call((input, dim, keepdim))

    return along


def _extreme(word: str) -> Callable[..., Any]:
    of_all: Callable[..., Any] = getattr(plain, word)
    of_two: Callable[..., Any] = getattr(plain, f"{word}imum")
    along = _along(lookup(f"{word}.dim"))

    def extreme(
        input: Tensor,
        dim: int | Tensor | None = None,
        keepdim: bool = False,
        *,
        other: Tensor | None = None,
    ) -> Any:
        if dim is None and other is None:
            return of_all(input)
        if other is not None or dim.__class__ in TENSOR_TYPES:
            return of_two(input, dim if other is None else other)
        return ValuesIndices(*along(input, dim, keepdim))

    return _like(extreme, of_all, word)


def _like(made: Callable[..., Any], model: Callable[..., Any], name: str) -> Callable[..., Any]:
    """Give a function the name and the docstring of the operator it stands for."""
    made.__name__ = made.__qualname__ = name
    made.__doc__ = model.__doc__
    return made


max = _extreme("max")
min = _extreme("min")


def _middle(word: str) -> Callable[..., Any]:
    of_all: Callable[..., Any] = getattr(plain, word)
    along = _along(lookup(f"{word}.dim"))

    def middle(input: Tensor, dim: int | None = None, keepdim: bool = False) -> Any:
        if dim is None:
            return of_all(input)
        return ValuesIndices(*along(input, dim, keepdim))

    return _like(middle, of_all, word)


median = _middle("median")
nanmedian = _middle("nanmedian")


def clamp(input: Tensor, min: Any = None, max: Any = None, *, out: Tensor | None = None) -> Tensor:
    """Bring elements between two bounds, of which one may be left out.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.clamp(rd.tensor([-2., 0.5, 2.]), max=rd.tensor([0., 1., 1.]))
    tensor([-2.0000,  0.5000,  1.0000])
    """
    if min.__class__ in TENSOR_TYPES or max.__class__ in TENSOR_TYPES:
        bounds = (input, _bound(input, min), _bound(input, max))
        if out is not None:
            return _clamp_tensor_out.call((*bounds, out))  # type: ignore[no-any-return]
        return _clamp_tensor.call(bounds)  # type: ignore[no-any-return]
    return plain.clamp(input, min, max, out=out)


def clamp_(input: Tensor, min: Any = None, max: Any = None) -> Tensor:
    """Bring elements between two bounds, in place."""
    if min.__class__ in TENSOR_TYPES or max.__class__ in TENSOR_TYPES:
        return _clamp_tensor_.call((input, _bound(input, min), _bound(input, max)))  # type: ignore[no-any-return]
    return plain.clamp_(input, min, max)


_clamp_tensor = lookup("clamp.Tensor")
_clamp_tensor_ = lookup("clamp_.Tensor")
_clamp_tensor_out = lookup("clamp.Tensor_out")


def _bound(input: Tensor, bound: Any) -> Any:
    """Return a bound as a tensor, or None."""
    if bound is None or bound.__class__ in TENSOR_TYPES:
        return bound
    return plain.full_like(plain.sum(input), bound)


clip = clamp
clip_ = clamp_


def _spread(name: str) -> Callable[..., Any]:
    operator: Callable[..., Any] = getattr(plain, name)

    def spread(
        input: Tensor,
        dim: Dims = None,
        unbiased: bool | None = None,
        keepdim: bool = False,
        *,
        correction: float | None = 1,
    ) -> Any:
        if dim.__class__ is bool:
            unbiased, dim = dim, None
        if unbiased is not None:
            correction = 1 if unbiased else 0
        return operator(input, dim, correction=correction, keepdim=keepdim)

    return _like(spread, operator, name)


var = _spread("var")
std = _spread("std")
var_mean = _spread("var_mean")
std_mean = _spread("std_mean")


def norm(
    input: Tensor,
    p: float | str | None = "fro",
    dim: Dims = None,
    keepdim: bool = False,
    dtype: Any = None,
) -> Tensor:
    """Return a norm of all elements, or of the vectors along dimensions.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.norm(rd.tensor([3., 4.]))
    tensor(5.)
    >>> rd.norm(rd.tensor([[3., -4.], [1., 0.]]), 1, dim=1)
    tensor([7., 1.])
    """
    if p is None or p == "fro":
        p = 2
    elif p in ("inf", "-inf"):
        p = math.inf if p == "inf" else -math.inf
    elif p.__class__ is str:
        if p != "nuc":
            raise RuntimeError(f"only valid string values are 'fro' and 'nuc', found {p!r}")
        dims = (-2, -1) if dim is None else dim
        return lookup("linalg_matrix_norm")(input, "nuc", dims, keepdim)  # type: ignore[no-any-return]
    return plain.linalg_vector_norm(input, p, dim, keepdim, dtype=dtype)  # type: ignore[arg-type]


def polygamma(n: int, input: Tensor) -> Tensor:
    """Return the n-th derivative of digamma.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.polygamma(1, rd.tensor([1.]))
    tensor([1.6449])
    """
    return plain._polygamma(input, n)


def _polygamma_method(self: Tensor, n: int) -> Tensor:
    """Return the n-th derivative of digamma."""
    return plain._polygamma(self, n)


__all__ = [
    "clamp",
    "clamp_",
    "clip",
    "clip_",
    "max",
    "median",
    "min",
    "nanmedian",
    "norm",
    "polygamma",
    "std",
    "std_mean",
    "var",
    "var_mean",
]

bind("polygamma", _polygamma_method)
for _name in (
    "max",
    "min",
    "median",
    "nanmedian",
    "clamp",
    "clamp_",
    "clip",
    "clip_",
    "var",
    "std",
    "norm",
):
    bind(_name, globals()[_name])
