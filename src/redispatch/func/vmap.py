"""`vmap`: a function of examples becomes a function of batches.

Decides what `randomness` and `chunk_size` mean and refuse, and in which order things are checked.
What `in_dims` and `out_dims` mean is in map_dims.py. Must not know how operators are computed on
batches (modes/transforms).
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator
from typing import Any

from ..backends.random import get_rng_state, set_rng_state
from ..dispatch.errors import explain_error
from ..dispatch.generated.functions import cat, narrow
from ..modes.transforms.batched import VmapLevel, batched
from ..utils._pytree import tree_unflatten
from .map_dims import InDims, Mapped, OutDims, check_out_dims, mapped_inputs, mapped_outputs

RANDOMNESS = ("error", "different", "same")


def vmap(
    func: Callable[..., Any],
    in_dims: InDims = 0,
    out_dims: OutDims = 0,
    randomness: str = "error",
    *,
    chunk_size: int | None = None,
) -> Callable[..., Any]:
    """Return a function that maps `func` over a dimension of its arguments.

    `func` is called once, with tensors that hide that dimension; what it does is done for every
    example at the same time. Calls nest, and derivatives may be taken outside and inside.

    Parameters
    ----------
    func : callable
        Takes containers of tensors and other things, at least one tensor among them, and returns
        containers of tensors. Keyword arguments are handed to it unmapped.
    in_dims : int or tuple
        Which dimension of the arguments is mapped: one number for all, or containers like those of
        the arguments. None leaves an argument as it is: every example sees all of it.
    out_dims : int, None or tuple
        Where that dimension is in the results; None hands a result on that does not depend on it.
    randomness : {"error", "different", "same"}
        Whether random operators raise, or draw numbers for each example or once for all.
    chunk_size : int, optional
        How many examples are computed at the same time; all of them by default.

    Returns
    -------
    callable
        A result that does not depend on the mapped arguments is expanded: its memory is there once.

    Raises
    ------
    ValueError
        If `chunk_size` is not positive; in the call, if dimensions, sizes, arguments or results do
        not fit what was said.
    RuntimeError
        If `randomness` is none of the three. In the call, if an operator cannot be mapped: where
        its result depends on the values of one example, as `item()` and `nonzero()`.

    Examples
    --------
    >>> import redispatch as rd
    >>> rows, v = rd.arange(6.).reshape(3, 2), rd.tensor([1., 10.])
    >>> rd.vmap(rd.dot, in_dims=(0, None))(rows, v)
    tensor([10., 32., 54.])
    >>> outer = rd.vmap(rd.vmap(rd.mul, in_dims=(None, 0)), in_dims=(0, None))
    >>> outer(v, rd.tensor([1., 2., 3.]))
    tensor([[ 1.,  2.,  3.],
            [10., 20., 30.]])
    """
    if randomness not in RANDOMNESS:
        raise RuntimeError(
            explain_error(
                "vmap",
                "Only allowed values for randomness are 'error', 'different', or 'same'. "
                f"Got {randomness}",
            )
        )
    if chunk_size is not None and not chunk_size > 0:
        raise ValueError(
            explain_error(
                "vmap",
                f"chunk_size should be None or greater than 0. (got {chunk_size})",
            )
        )

    @functools.wraps(func)
    def mapped(*args: Any, **kwargs: Any) -> Any:
        check_out_dims(func, out_dims)
        inputs = mapped_inputs(func, in_dims, args)
        if chunk_size is None or inputs.size <= chunk_size:
            return _all_at_once(func, inputs, out_dims, randomness, kwargs)
        return _in_chunks(func, inputs, out_dims, randomness, chunk_size, kwargs)

    return mapped


def vmap_of_autograd(func: Callable[..., Any]) -> Callable[..., Any]:
    """Return the same for what autograd computes: nothing is recorded that is not asked for."""

    def mapped(*args: Any) -> Any:
        return _all_at_once(func, mapped_inputs(func, 0, args), 0, "error", {}, of_autograd=True)

    return mapped


def _all_at_once(
    func: Callable[..., Any],
    inputs: Mapped,
    out_dims: OutDims,
    randomness: str,
    kwargs: dict[str, Any],
    of_autograd: bool = False,
) -> Any:
    """Call the function with tensors that hide their batch, and return what it made of all."""
    with VmapLevel(inputs.size, randomness, of_autograd) as level:
        inside = [
            value if dim is None else batched(value, level, dim)
            for value, dim in zip(inputs.leaves, inputs.dims, strict=True)
        ]
        outputs = func(*tree_unflatten(inside, inputs.spec), **kwargs)
        values, _, spec = mapped_outputs(func, out_dims, outputs, level)
    return tree_unflatten(values, spec)


def _in_chunks(
    func: Callable[..., Any],
    inputs: Mapped,
    out_dims: OutDims,
    randomness: str,
    chunk_size: int,
    kwargs: dict[str, Any],
) -> Any:
    """Compute some examples after the other, and put their results together."""
    state = get_rng_state() if randomness == "same" else None
    columns: list[list[Any]] = []
    for chunk in _chunks(inputs, chunk_size):
        if state is not None:
            set_rng_state(state)
        with VmapLevel(chunk.size, randomness) as level:
            inside = [
                value if dim is None else batched(value, level, dim)
                for value, dim in zip(chunk.leaves, chunk.dims, strict=True)
            ]
            outputs = func(*tree_unflatten(inside, chunk.spec), **kwargs)
            values, dims, spec = mapped_outputs(func, out_dims, outputs, level)
        columns.append(values)
    joined = [
        column[0] if dim is None else cat(column, dim)
        for dim, column in zip(dims, zip(*columns, strict=True), strict=True)
    ]
    return tree_unflatten(joined, spec)


def _chunks(inputs: Mapped, chunk_size: int) -> Iterator[Mapped]:
    """Yield the arguments of so many examples each."""
    for start in range(0, inputs.size, chunk_size):
        size = min(chunk_size, inputs.size - start)
        part = [
            value if dim is None else narrow(value, dim, start, size)
            for value, dim in zip(inputs.leaves, inputs.dims, strict=True)
        ]
        yield inputs._replace(leaves=part, size=size)


__all__ = ["vmap", "vmap_of_autograd"]
