"""What redispatch must know of a Dask array, and how tensors are made of one.

A Dask array cannot be written to and has no strides. So an in-place operator gives its tensor a new
expression, views are linked and made again after a write (redispatch does that), and what is here
is how a write to a view becomes an expression of the whole (`put_back`).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from typing import Any

import dask
import dask.array as da
import numpy as np

import redispatch as rd
from redispatch.backends import Backend, backend_named
from redispatch.backends.factories import new_tensor
from redispatch.backends.unshared import Chain, view_of


class DaskBackend(Backend):
    """Tensors over Dask arrays whose sizes are known."""

    name = "Dask"
    fallback = "raise"  # NumPy would compute whatever the expressions have put off

    def from_numpy(self, array: Any) -> Any:
        """Return a Dask array over an array, in chunks of Dask's choice."""
        return da.from_array(np.asarray(array), name=False)

    def to_numpy(self, payload: Any) -> Any:
        """Compute."""
        return np.asarray(payload.compute())

    def full(self, size: tuple[int, ...], value: Any, dtype: Any) -> Any:
        """Return an expression of one number; the dtype is the one that redispatch infers."""
        like = super().full((), value, dtype)
        return da.full(size, value, dtype=like.dtype)

    def zeros(self, shape: tuple[int, ...], dtype: Any) -> Any:
        """Return an expression of zeros."""
        return da.zeros(shape, dtype=dtype.dtype)

    def cast(self, payload: Any, to: Any) -> Any:
        """Return the payload in another dtype."""
        return payload.astype(to.dtype)

    def copy(self, payload: Any) -> Any:
        """Return the payload: nobody can write to it."""
        return payload

    def operand(self, like: Any, value: Any) -> Any:
        """Return a number in the dtype of the payload that it stands beside."""
        return np.asarray(value).astype(like.dtype)

    def put_back(self, payload: Any, chain: Chain, part: Any) -> Any:
        """Return an expression in which what a chain of views leads to is a part."""
        if not chain:
            return part
        first, rest = chain[0], chain[1:]
        inverse = INVERSES.get(first.operator.schema.name)
        if inverse is None:
            raise NotImplementedError(
                f"a write through the view {first.operator.schema.name} is not written for dask: "
                "write to the tensor itself, or to a view made by indexing or turning it"
            )
        if rest:
            view = view_of(self.tensor(payload), (first,))._data
            part = self.put_back(view, rest, part)
        return inverse(payload, part, first.output, *first.args)


# writing through views ---------------------------------------------------------------------------


def _set(whole: Any, index: tuple[Any, ...], part: Any) -> Any:
    """Return the whole with a part of it replaced."""
    result = whole.copy()
    result[index] = part
    return result


def _select(whole: Any, part: Any, output: Any, dim: int, index: int) -> Any:
    dim, every = dim % whole.ndim, (slice(None),)
    return _set(whole, (*every * dim, index), part)


def _slice(
    whole: Any,
    part: Any,
    output: Any,
    dim: int = 0,
    start: Any = None,
    end: Any = None,
    step: int = 1,
) -> Any:
    every = (slice(None),)
    return _set(whole, (*every * (dim % whole.ndim), slice(start, end, step)), part)


def _unbind(whole: Any, part: Any, output: Any, dim: int = 0) -> Any:
    return _select(whole, part, None, dim, output)


def _transpose(whole: Any, part: Any, output: Any, dim0: int, dim1: int) -> Any:
    return da.swapaxes(part, dim0, dim1) if part.ndim else part


def _permute(whole: Any, part: Any, output: Any, dims: Any) -> Any:
    return part.transpose(tuple(np.argsort([d % whole.ndim for d in dims]))) if dims else part


def _reshape(whole: Any, part: Any, output: Any, *args: Any) -> Any:
    return part.reshape(whole.shape)


def _expand(whole: Any, part: Any, output: Any, size: Any) -> Any:
    """A write to an expanded tensor is refused before, unless it fills it with one value."""
    if not part.size:
        return whole
    lead = part.ndim - whole.ndim
    part = part[(0,) * lead] if lead else part
    index = tuple([slice(0, 1) if n == 1 else slice(None) for n in whole.shape])
    return part[index] if index else part


INVERSES: dict[str, Callable[..., Any]] = {
    "select": _select, "slice": _slice, "unbind": _unbind, "transpose": _transpose,
    "permute": _permute, "reshape": _reshape, "view": _reshape, "squeeze": _reshape,
    "unsqueeze": _reshape, "expand": _expand,
}  # fmt: skip


# tensors and arrays ------------------------------------------------------------------------------


def from_dask(array: Any, requires_grad: bool = False) -> rd.Tensor:
    """Return a tensor over a Dask array; nothing is computed.

    Parameters
    ----------
    array : dask.array.Array
        Of known sizes.
    requires_grad : bool

    Raises
    ------
    TypeError
        If it is none, or has chunks of unknown size.
    """
    if not isinstance(array, da.Array) or any(math.isnan(n) for n in array.shape):
        raise TypeError("from_dask takes a dask.array.Array of known sizes (compute_chunk_sizes())")
    return new_tensor(array, backend_named("dask"), requires_grad)


def to_dask(tensor: rd.Tensor) -> Any:
    """Return the expression of a tensor; nothing is computed."""
    array = tensor.to("dask")._data
    assert isinstance(array, da.Array)
    return array


def persist(*tensors: rd.Tensor | Iterable[rd.Tensor]) -> None:
    """Compute tensors, all in one go, and let them hold the values instead of the expressions.

    To be called with the parameters after each step of an optimizer: else the expression of the
    next step holds all steps before it. The values are kept here, not on a worker, so nothing is
    lost when a worker is. Versions and graphs stay as they are.
    """
    found: list[rd.Tensor] = []
    for each in tensors:
        found += [each] if isinstance(each, rd.Tensor) else list(each)
    backend = backend_named("dask")
    chosen = [t for t in found if isinstance(t._data, da.Array)]
    values = dask.compute(*[t._data for t in chosen])
    for tensor, value in zip(chosen, values, strict=True):
        fresh = backend.tensor(
            da.from_array(np.asarray(value), name=False, chunks=tensor._data.chunks)
        )
        backend.assign(tensor, fresh)


__all__ = ["DaskBackend", "from_dask", "persist", "to_dask"]
