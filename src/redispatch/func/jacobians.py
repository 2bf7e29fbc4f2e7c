"""`jacrev`, `jacfwd` and `hessian`: whole Jacobians, by products with the unit vectors.

Decides in which containers a Jacobian stands and how many products are computed together. Must not
know how a product is computed (vjp.py, jvp.py), nor how several are (vmap.py).
"""

from __future__ import annotations

import functools
import math
from collections.abc import Callable, Sequence
from typing import Any

from ..dispatch.errors import explain_error
from ..dispatch.generated.functions import cat, movedim, reshape, split_with_sizes
from ..dispatch.tensor import Tensor
from ..utils._pytree import tree_flatten, tree_unflatten
from .arguments import Argnums, Function, Inputs
from .jvp import jvp_by
from .vjp import pullback
from .vmap import vmap


def unit_vectors(tensors: Sequence[Tensor]) -> list[Tensor]:
    """Return for each tensor the directions along all elements of all of them, one after another.

    Together, row i of the results is the i-th unit vector.
    """
    sizes = [math.prod(t.shape) for t in tensors]
    total, start = sum(sizes), 0
    found = []
    for t, size in zip(tensors, sizes, strict=True):
        rows = t.new_zeros((total, size))
        rows.diagonal(-start).fill_(1)
        found.append(reshape(rows, (total, *t.shape)))
        start += size
    return found


def _want_real(who: str, what: str, tensors: Sequence[Tensor]) -> None:
    """Raise RuntimeError if one is complex: its Jacobian would need two numbers for each pair."""
    for t in tensors:
        if t.dtype.is_complex:
            raise RuntimeError(
                explain_error(
                    who,
                    f"Expected all {what} to be real but received complex tensor of dtype "
                    f"{t.dtype}",
                    accepted="real tensors; view_as_real and view_as_complex convert",
                )
            )


def _parts(rows: Tensor, by: Sequence[Tensor]) -> list[Tensor]:
    """Return the rows of a Jacobian that belong to each of the tensors."""
    return list(split_with_sizes(rows, [math.prod(t.shape) for t in by], 0))


def jacrev(
    func: Function,
    argnums: Argnums = 0,
    *,
    has_aux: bool = False,
    chunk_size: int | None = None,
) -> Function:
    """Return a function that computes the Jacobian of another by reverse mode.

    Parameters
    ----------
    func : callable
        From tensors, or containers of them, to the same.
    argnums : int or tuple of int
        Which positional arguments the derivative is taken by.
    has_aux : bool
        Whether `func` returns a tuple of its outputs and of tensors that are handed on as they are.
    chunk_size : int, optional
        How many rows are computed together; all of them by default. 1 needs the least memory.

    Returns
    -------
    callable
        It returns, in place of each output, what is like the argument, with the sizes of the output
        and then those of the argument; with `has_aux` a tuple of that and of what is handed on.

    Raises
    ------
    ValueError
        If `chunk_size` is not positive.
    RuntimeError
        In the call, if outputs or arguments are not as above.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.func.jacrev(lambda x: x * x)(rd.tensor([1., 3.]))
    tensor([[2., 0.],
            [0., 6.]])
    """
    if chunk_size is not None and not chunk_size > 0:
        raise ValueError(
            explain_error("jacrev", f"`chunk_size` should be greater than 0, got {chunk_size}")
        )

    @functools.wraps(func)
    def jacobian(*args: Any) -> Any:
        who = "jacrev(f)(*args)"
        inputs = Inputs(who, args, argnums, {})
        _want_real("jacrev", "inputs", inputs.leaves)
        back = pullback("vjp(f, *primals)", func, inputs, has_aux)
        _want_real("jacrev", "outputs", back.values)
        columns = _in_chunks(back.__call__, unit_vectors(back.values), chunk_size)
        parts = [_parts(rows, back.values) for rows in columns]
        found = []
        for i, out in enumerate(back.values):
            blocks = [
                reshape(part[i], (*out.shape, *leaf.shape))
                for part, leaf in zip(parts, inputs.leaves, strict=True)
            ]
            found.append(tree_unflatten(blocks, inputs.spec))
        result = tree_unflatten(found, back.spec)
        return (result, back.aux) if has_aux else result

    return jacobian


def _in_chunks(
    pull: Callable[..., list[Tensor]], basis: list[Tensor], size: int | None
) -> list[Tensor]:
    """Return what `pull` gives for every row of the basis, so many at a time."""

    def mapped(*rows: Tensor) -> list[Tensor]:
        return pull(rows)

    total = basis[0].shape[0]
    if size == 1:
        rows = [pull([b[i] for b in basis]) for i in range(total)]
        found = [[each.unsqueeze(0) for each in row] for row in rows]
        return [cat(list(column), 0) for column in zip(*found, strict=True)]
    together: list[Tensor] = vmap(mapped, chunk_size=size)(*basis)
    return together


def jacfwd(
    func: Function, argnums: Argnums = 0, has_aux: bool = False, *, randomness: str = "error"
) -> Function:
    """Return a function that computes the Jacobian of another by forward mode.

    Cheaper than `jacrev` where there are more outputs than inputs. Parameters and results are those
    of `jacrev`, and:

    Parameters
    ----------
    func, argnums, has_aux
        As for `jacrev`.
    randomness : {"error", "different", "same"}
        What random operators do, as for `vmap`: `func` is mapped over the directions.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.func.jacfwd(lambda x: x * x)(rd.tensor([1., 3.]))
    tensor([[2., 0.],
            [0., 6.]])
    """

    @functools.wraps(func)
    def jacobian(*args: Any) -> Any:
        inputs = Inputs("jacfwd(f)(*args)", args, argnums, {})
        _want_real("jacfwd", "inputs", inputs.leaves)

        def push(*direction: Tensor) -> Any:
            tangents = tree_unflatten(direction, inputs.spec)
            return jvp_by(func, args, tangents, argnums, has_aux=has_aux)[1:]

        basis = unit_vectors(inputs.leaves)
        out_dims = (0, None) if has_aux else (0,)
        pushed, *aux = vmap(push, 0, out_dims, randomness)(*basis)
        columns, spec = tree_flatten(pushed)
        _want_real("jacfwd", "outputs", columns)
        found = []
        for column in columns:
            size = tuple(column.shape[1:])
            blocks = [
                reshape(movedim(part, 0, -1), (*size, *leaf.shape))
                for part, leaf in zip(_parts(column, inputs.leaves), inputs.leaves, strict=True)
            ]
            found.append(tree_unflatten(blocks, inputs.spec))
        result = tree_unflatten(found, spec)
        return (result, aux[0]) if has_aux else result

    return jacobian


def hessian(func: Function, argnums: Argnums = 0) -> Function:
    """Return a function that computes the second derivatives of another, forward over reverse.

    Parameters and results are those of `jacfwd(jacrev(func, argnums), argnums)`, which it is.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.func.hessian(lambda x: (x ** 3).sum())(rd.tensor([1., 2.]))
    tensor([[ 6.,  0.],
            [ 0., 12.]])
    """
    return jacfwd(jacrev(func, argnums), argnums)


__all__ = ["hessian", "jacfwd", "jacrev"]
