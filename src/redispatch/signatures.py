"""Functions to which PyTorch gives several signatures, or tensors one after the other.

Decides which operators such a call stands for. Must not know kernels or layers.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from typing import Any

from .backends.factories import zeros
from .backends.shapes import broadcast_shapes
from .dispatch.generated import functions as plain
from .dispatch.tensor import Tensor, bind


def _tensors(given: tuple[Any, ...]) -> list[Tensor]:
    """Return tensors given one after the other, or in one list."""
    if len(given) == 1 and isinstance(given[0], (list, tuple)):
        given = tuple(given[0])
    return list(given)


def where(condition: Tensor, input: Any = None, other: Any = None) -> Any:
    """Take elements of `input` where the condition holds, else of `other`.

    With the condition alone, return where it holds: a tensor of indices for each dimension.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.where(rd.tensor([True, False]), rd.tensor([1., 2.]), 0.)
    tensor([1., 0.])
    >>> rd.where(rd.tensor([False, True]))
    (tensor([1]),)
    """
    if input is None and other is None:
        return nonzero(condition, as_tuple=True)
    return plain.where(condition, input, other)


def where_method(self: Tensor, condition: Tensor, other: Any) -> Tensor:
    """Keep elements where the condition holds; take those of `other` elsewhere."""
    return plain.where(condition, self, other)


def nonzero(input: Tensor, *, as_tuple: bool = False) -> Any:
    """Return a row of indices for each element that is not zero, or a tensor for each dimension.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.nonzero(rd.tensor([0, 5]), as_tuple=True)
    (tensor([1]),)
    """
    if not as_tuple:
        return plain.nonzero(input)
    rows = plain.nonzero(input.reshape(1) if input.dim() == 0 else input)
    return tuple(plain.unbind(rows, 1))


def scatter(
    input: Tensor,
    dim: int,
    index: Tensor,
    src: Any = None,
    *,
    value: Any = None,
    reduce: Any = None,
) -> Tensor:
    """Write `src`, or one value, along a dimension at indices given for each element.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.scatter(rd.zeros(3), 0, rd.tensor([1]), value=2.)
    tensor([0., 2., 0.])
    """
    return plain.scatter(input, dim, index, value if src is None else src, reduce=reduce)


def scatter_(
    self: Tensor, dim: int, index: Tensor, src: Any = None, *, value: Any = None, reduce: Any = None
) -> Tensor:
    """Write `src`, or one value, along a dimension at indices given for each element, in place."""
    return plain.scatter_(self, dim, index, value if src is None else src, reduce=reduce)


def einsum(equation: str, *operands: Any) -> Tensor:
    """Return the sums of products that an equation of letters describes.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.einsum("ij,ij->i", rd.ones(2, 3), rd.ones(2, 3))
    tensor([3., 3.])
    """
    return plain.einsum(equation, _tensors(operands))


def chain_matmul(*matrices: Any) -> Tensor:
    """Multiply several matrices, in the order that costs least.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.chain_matmul(rd.ones(2, 3), rd.ones(3, 4), rd.ones(4, 1)).shape
    (2, 1)
    """
    return plain.chain_matmul(_tensors(matrices))


def broadcast_tensors(*tensors: Any) -> list[Tensor]:
    """Return views of the tensors, broadcast to one shape.

    Examples
    --------
    >>> import redispatch as rd
    >>> a, b = rd.broadcast_tensors(rd.zeros(2, 1), rd.zeros(3))
    >>> a.shape, b.shape
    ((2, 3), (2, 3))
    """
    given = _tensors(tensors)
    shape = broadcast_shapes(*[tuple(t.shape) for t in given])
    return [t.expand(shape) for t in given]


def meshgrid(*tensors: Any, indexing: str = "ij") -> list[Tensor]:
    """Return, for vectors of coordinates, the coordinates of all points of their grid.

    Raises
    ------
    RuntimeError
        If `indexing` is neither "ij" (rows first) nor "xy" (columns first).

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.meshgrid(rd.tensor([1, 2]), rd.tensor([3, 4, 5]))[0].shape
    (2, 3)
    """
    given = [t.reshape(1) if t.dim() == 0 else t for t in _tensors(tensors)]
    if indexing not in ("ij", "xy"):
        raise RuntimeError(
            f"meshgrid: indexing must be one of 'xy' or 'ij', but received: {indexing}"
        )
    if any(t.dim() != 1 for t in given):
        raise RuntimeError("meshgrid: Expected 0D or 1D tensors")
    turn = indexing == "xy" and len(given) > 1
    if turn:
        given[:2] = given[1::-1]
    shape = tuple([t.shape[0] for t in given])
    grids = [
        t.reshape((1,) * i + (-1,) + (1,) * (len(given) - i - 1)).expand(shape)
        for i, t in enumerate(given)
    ]
    if turn:
        grids[:2] = grids[1::-1]
    return grids


def _each(function: Any, tensors: tuple[Any, ...]) -> Any:
    if len(tensors) == 1 and isinstance(tensors[0], Tensor):
        return function(tensors[0])
    return tuple([function(t) for t in _tensors(tensors)])


def atleast_1d(*tensors: Any) -> Any:
    """Return tensors with at least one dimension.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.atleast_1d(rd.tensor(1.)).shape
    (1,)
    """
    return _each(lambda t: t.reshape(1) if t.dim() == 0 else t, tensors)


def atleast_2d(*tensors: Any) -> Any:
    """Return tensors with at least two dimensions; new ones come first.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.atleast_2d(rd.zeros(3)).shape
    (1, 3)
    """
    return _each(lambda t: t if t.dim() > 1 else t.reshape(1, -1), tensors)


def atleast_3d(*tensors: Any) -> Any:
    """Return tensors with at least three dimensions, as NumPy does.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.atleast_3d(rd.zeros(3)).shape
    (1, 3, 1)
    """

    def wider(t: Tensor) -> Tensor:
        return t.unsqueeze(-1) if t.dim() == 2 else t if t.dim() > 2 else t.reshape(1, -1, 1)

    return _each(wider, tensors)


def block_diag(*tensors: Any) -> Tensor:
    """Put matrices on the diagonal of a matrix of zeros.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.block_diag(rd.tensor([[1]]), rd.tensor([[2]]))
    tensor([[1, 0],
            [0, 2]])
    """
    given = [atleast_2d(t) for t in _tensors(tensors)]
    if any(t.dim() > 2 for t in given):
        raise RuntimeError("block_diag: Input tensors must have 2 or fewer dimensions")
    width = sum(t.shape[1] for t in given)
    rows, start = [], 0
    for t in given:
        rows.append(plain.constant_pad_nd(t, (start, width - start - t.shape[1])))
        start += t.shape[1]
    return plain.cat(rows) if rows else zeros(1, 0)


def cartesian_prod(*tensors: Any) -> Tensor:
    """Return all combinations of one element of each vector, as rows.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.cartesian_prod(rd.tensor([1, 2]), rd.tensor([3, 4])).shape
    (4, 2)
    """
    given = _tensors(tensors)
    if len(given) == 1:
        return given[0]
    return plain.stack([g.reshape(-1) for g in meshgrid(given)], 1)


def combinations(input: Tensor, r: int = 2, with_replacement: bool = False) -> Tensor:
    """Return all combinations of r elements of a vector, as rows.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.combinations(rd.tensor([1, 2, 3])).shape
    (3, 2)
    """
    if input.dim() != 1:
        raise RuntimeError("combinations: expects a 1D vector")
    if r < 0:
        raise RuntimeError("combinations: expects a non-negative number")
    if r == 0:
        return input[:0]
    choose = itertools.combinations_with_replacement if with_replacement else itertools.combinations
    places = [list(c) for c in choose(range(len(input)), r)]
    return input[places] if places else input[:0].reshape(0, r)


def unique(
    input: Tensor,
    sorted: bool = True,
    return_inverse: bool = False,
    return_counts: bool = False,
    dim: int | None = None,
) -> Any:
    """Return the different elements, or slices of a dimension, in order.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.unique(rd.tensor([3, 1, 3]), return_counts=True)
    (tensor([1, 3]), tensor([1, 2]))
    """
    del sorted  # they always are
    return _asked(plain._unique(input, dim), return_inverse, return_counts)


def unique_consecutive(
    input: Tensor,
    return_inverse: bool = False,
    return_counts: bool = False,
    dim: int | None = None,
) -> Any:
    """Return the elements, or slices of a dimension, that differ from the one before.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.unique_consecutive(rd.tensor([1, 1, 2, 1]))
    tensor([1, 2, 1])
    """
    return _asked(plain._unique_consecutive(input, dim), return_inverse, return_counts)


def _asked(found: Sequence[Tensor], inverse: bool, counts: bool) -> Any:
    wanted = [found[0], *([found[1]] if inverse else []), *([found[2]] if counts else [])]
    return wanted[0] if len(wanted) == 1 else tuple(wanted)


def randint_like(
    input: Tensor, *args: Any, low: Any = None, high: Any = None, **options: Any
) -> Tensor:
    """Return integers from [low, high) in the sizes of a tensor.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.randint_like(rd.zeros(2), 3, 4)
    tensor([3., 3.])
    """
    bounds = [*args, *[v for v in (low, high) if v is not None]]
    if len(bounds) == 1:
        bounds = [0, *bounds]
    return plain._randint_like(input, *bounds, **options)


for _name, _method in {
    "where": where_method,
    "nonzero": nonzero,
    "scatter": scatter,
    "scatter_": scatter_,
    "unique": unique,
    "unique_consecutive": unique_consecutive,
}.items():
    bind(_name, _method)

__all__ = [
    "atleast_1d",
    "atleast_2d",
    "atleast_3d",
    "block_diag",
    "broadcast_shapes",
    "broadcast_tensors",
    "cartesian_prod",
    "chain_matmul",
    "combinations",
    "einsum",
    "meshgrid",
    "nonzero",
    "randint_like",
    "scatter",
    "unique",
    "unique_consecutive",
    "where",
]
