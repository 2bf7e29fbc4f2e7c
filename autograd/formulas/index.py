"""Derivatives of operators that read and write elements by their indices.

Reading twice from one place adds up. Where several values are written to one place, each of them
gets the gradient of that place, also those that were overwritten, as in PyTorch.
"""

from __future__ import annotations

from typing import Any

from ...dispatch.generated.functions import (
    _new_zeros,
    _to_copy,
    constant_pad_nd,
    eq,
    gather,
    index,
    index_put,
    ones_like,
    scatter,
    scatter_add,
    scatter_reduce,
    where,
    zeros_like,
)
from ..conjugate import conj
from ..derivatives import derivative
from ..reduce import sum_to

# ----- by a tensor for each dimension -----


def index_self(g: Any, self_shape: Any, indices: Any) -> Any:
    return index_put(_new_zeros(g, self_shape), indices, g, True)


def put_self(g: Any, indices: Any, accumulate: Any) -> Any:
    return g if accumulate else index_put(g, indices, _new_zeros(g, ()), False)


def put_values(g: Any, indices: Any, values_shape: Any) -> Any:
    return sum_to(index(g, indices), values_shape)


def index_jvp(self_t: Any, indices: Any) -> Any:
    return index(self_t, indices)


derivative("index", self=index_self, jvp=index_jvp)
derivative("index_put", self=put_self, values=put_values, linear=True)

# ----- along one dimension -----


def gather_self(g: Any, self_shape: Any, dim: Any, index: Any) -> Any:
    return scatter_add(_new_zeros(g, self_shape), dim, index, g)


def gather_jvp(self_t: Any, dim: Any, index: Any) -> Any:
    return gather(self_t, dim, index)


def scatter_self(g: Any, dim: Any, index: Any, reduce: Any) -> Any:
    if reduce == "add":
        return g
    if reduce == "multiply":
        raise NotImplementedError(
            "the derivative of scatter with reduce='multiply' is not implemented; "
            "use scatter_reduce"
        )
    return scatter(g, dim, index, 0)


def widened(read: Any, shape: Any) -> Any:
    """Return a gradient for a source of which only a corner was read."""
    missing = tuple([n - m for n, m in zip(shape, read.shape, strict=True)])
    if not any(missing):
        return read
    return constant_pad_nd(read, tuple([k for n in reversed(missing) for k in (0, n)]))


def scatter_src(g: Any, dim: Any, index: Any, src_shape: Any, reduce: Any) -> Any:
    if reduce == "multiply":
        raise NotImplementedError(
            "the derivative of scatter with reduce='multiply' is not implemented; "
            "use scatter_reduce"
        )
    return widened(gather(g, dim, index), src_shape)


def add_self(g: Any) -> Any:
    return g


def add_src(g: Any, dim: Any, index: Any, src_shape: Any) -> Any:
    return widened(gather(g, dim, index), src_shape)


derivative("gather", self=gather_self, jvp=gather_jvp)
derivative("scatter", self=scatter_self, src=scatter_src, linear=True)
derivative("scatter_add", self=add_self, src=add_src, linear=True)


# ----- what falls on one place, combined -----


def counted(shares: Any, dim: Any, index: Any, include_self: Any) -> Any:
    """Return how many values were combined at each place, at least one."""
    start = ones_like(shares) if include_self else zeros_like(shares)
    count = scatter_add(start, dim, index, ones_like(gather(shares, dim, index)))
    return where(eq(count, 0), 1.0, count)


def cast(mask: Any, dtype: Any) -> Any:
    return _to_copy(mask, dtype)


def own_share(g: Any, dim: Any, index: Any, include_self: Any) -> Any:
    """Return a gradient for `self`: nothing at the places that do not count it."""
    return g if include_self else scatter(g, dim, index, 0)


def chosen(self: Any, dim: Any, index: Any, src: Any, result: Any, include_self: Any) -> Any:
    """Return where `self` is the extreme value, and how many of all values share it."""
    own = own_share(cast(eq(self, result), self.dtype), dim, index, include_self)
    theirs = cast(eq(src, gather(result, dim, index)), src.dtype)
    return own, theirs, scatter_add(own, dim, index, theirs)


def product_of_others(
    self: Any, dim: Any, index: Any, src: Any, result: Any, include_self: Any
) -> Any:
    """Return, for `self` and `src`, the product of all other values that fell on their place.

    A zero among them must not be divided by: products leave the zeros out, and zeros are counted.
    """
    start = self if include_self else scatter(self, dim, index, 1)
    own_zero, zero = cast(eq(start, 0), self.dtype), cast(eq(src, 0), src.dtype)
    zeros = scatter_add(own_zero, dim, index, zero)
    filled = where(eq(start, 0), 1.0, start)
    others = where(eq(src, 0), 1.0, src)
    product = scatter_reduce(filled, dim, index, others, "prod")
    alone = where(eq(zeros - own_zero, 0), product / filled, 0.0)
    beside = where(
        eq(gather(zeros, dim, index) - zero, 0), gather(product, dim, index) / others, 0.0
    )
    return own_share(alone, dim, index, include_self), beside


def reduce_self(
    g: Any, self: Any, dim: Any, index: Any, src: Any, reduce: Any, include_self: Any, result: Any
) -> Any:
    if reduce == "sum":
        return own_share(g, dim, index, include_self)
    if reduce == "mean":
        return own_share(g / counted(g, dim, index, include_self), dim, index, include_self)
    if reduce == "prod":
        others = product_of_others(self, dim, index, src, result, include_self)[0]
        return g * conj(others)
    own, theirs, count = chosen(self, dim, index, src, result, include_self)
    return g * own / where(eq(count, 0), 1.0, count)


def reduce_src(
    g: Any, self: Any, dim: Any, index: Any, src: Any, reduce: Any, include_self: Any, result: Any
) -> Any:
    if reduce == "sum":
        return gather(g, dim, index)
    if reduce == "mean":
        return gather(g / counted(g, dim, index, include_self), dim, index)
    if reduce == "prod":
        others = product_of_others(self, dim, index, src, result, include_self)[1]
        return gather(g, dim, index) * conj(others)
    own, theirs, count = chosen(self, dim, index, src, result, include_self)
    return gather(g / where(eq(count, 0), 1.0, count), dim, index) * theirs


def reduce_jvp(
    self_t: Any,
    src_t: Any,
    self: Any,
    dim: Any,
    index: Any,
    src: Any,
    reduce: Any,
    include_self: Any,
    result: Any,
) -> Any:
    if reduce in ("sum", "mean"):
        return scatter_reduce(self_t, dim, index, src_t, reduce, include_self=include_self)
    if reduce == "prod":
        own, theirs = product_of_others(self, dim, index, src, result, include_self)
        return scatter_add(self_t * own, dim, index, src_t * theirs)
    own, theirs, count = chosen(self, dim, index, src, result, include_self)
    return scatter_add(self_t * own, dim, index, src_t * theirs) / where(eq(count, 0), 1.0, count)


derivative("scatter_reduce", self=reduce_self, src=reduce_src, jvp=reduce_jvp)
