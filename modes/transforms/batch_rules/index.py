"""Batching rules of operators that read or write elements by their indices.

Note [Indices of a batch]
~~~~~~~~~~~~~~~~~~~~~~~~~
`index` and `index_put` are brought into one form: the dimensions that are indexed stand first, a
mask is the indices of where it holds, and where the tensor has a batch, every example is indexed by
its own number. So what is read has the sizes (batch, those of the indices, the rest); the sizes of
the indices are then moved to where the dimensions stood, if these stood next to each other, and
else they stay in front, as in NumPy.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from ....backends.dtypes import bool as bool_dtype
from ....backends.dtypes import int64, uint8
from ....backends.factories import full
from ....backends.ranges import arange
from ....backends.shapes import broadcast_shapes, numel, wrap_dim
from ....dispatch.generated import functions as rd
from ....dispatch.registry import lookup
from ....dispatch.tensor import Tensor
from ..batching import RefusedByVmap
from .common import (
    aligned,
    batch_rule,
    example_shape,
    in_front,
    in_terms_of_others,
    moved,
    needs,
    rank_of,
    ranks,
    rows,
    with_rank,
)

rows(
    (
        ("gather", "dim", {"like": "index"}),
        ("scatter scatter_add scatter_reduce", "dim"),
    )
)


# ----- index and index_put -----


class _Form(NamedTuple):
    """A way to index; see Note [Indices of a batch]."""

    order: tuple[int, ...]  # of the dimensions of an example: those indexed first
    indices: list[Tensor]  # one for each of them
    rank: int  # of the indices of an example, after broadcasting
    lead: int  # how many dimensions of the result stand before those of the indices


def _form(rank: int, indices: Sequence[Any], dims: Sequence[Any]) -> _Form:
    """Return the form of an index into a tensor whose examples have so many dimensions."""
    at, places, found, batched = 0, list[int](), list[Tensor](), list[Any]()
    slots = [i for i, each in enumerate(indices) if each is not None]
    for each, dim in zip(indices, dims, strict=True):
        if each is None:
            at += 1
            continue
        if each.dtype is bool_dtype or each.dtype is uint8:
            if dim is not None:
                raise RefusedByVmap(
                    "vmap: We do not support batching operators that can support dynamic shape. "
                    "Attempting to batch over indexing with a boolean mask. Accepted: "
                    "where(mask, a, b), or a mask that all examples share"
                )
            parts = rd.unbind(rd.nonzero(each), 1)
        else:
            parts = [each]
        places += range(at, at + len(parts))
        found += parts
        batched += [dim] * len(parts)
        at += len(parts)
    needs(at <= rank and bool(found))
    together = slots[-1] - slots[0] + 1 == len(slots)
    order = (*places, *[d for d in range(rank) if d not in places])
    wide = aligned(found, batched)
    return _Form(order, wide, ranks(found, batched), places[0] if together else 0)


def _of_examples(self: Tensor, form: _Form, size: int) -> tuple[Tensor, list[Tensor]]:
    """Return a batch with the indexed dimensions next to it, and indices for it and them."""
    own = rd.reshape(arange(size, dtype=int64, device=self.device), (size, *(1,) * form.rank))
    return rd.permute(self, (0, *[d + 1 for d in form.order])), [own, *form.indices]


def _placed(result: Tensor, form: _Form) -> Tensor:
    """Return what was read with the sizes of the indices where they belong."""
    if not form.lead or not form.rank:
        return result
    here = range(1, 1 + form.rank)
    return rd.movedim(result, tuple(here), tuple([d + form.lead for d in here]))


@batch_rule("index")
def index_(info: Any, in_dims: Any, self: Any, indices: Any) -> Any:
    dims = in_dims[1] or (None,) * len(indices)
    form = _form(rank_of(self, in_dims[0]), indices, dims)
    if in_dims[0] is None:
        result = rd.index(rd.permute(self, form.order), form.indices)
    elif all(d is None for d in dims):
        order = (0, *[d + 1 for d in form.order])
        result = rd.index(rd.permute(self, order), [None, *form.indices])
    else:
        whole, numbers = _of_examples(self, form, info.batch_size)
        result = rd.index(whole, numbers)
    return _placed(result, form), 0


def _put(put: Any, info: Any, in_dims: Any, args: Any) -> tuple[Any, _Form]:
    self, indices, values, accumulate = args
    dims = in_dims[1] or (None,) * len(indices)
    self = in_front(self, in_dims[0], info.batch_size)
    form = _form(self.dim() - 1, indices, dims)
    rank = self.dim() - 1 - len(form.indices) + form.rank
    needs(rank_of(values, in_dims[2]) <= rank)
    values = with_rank(in_front(values, in_dims[2], info.batch_size), rank)
    if form.lead and form.rank:
        here = range(1, 1 + form.rank)
        values = rd.movedim(values, tuple([d + form.lead for d in here]), tuple(here))
    whole, numbers = _of_examples(self, form, info.batch_size)
    return put(whole, numbers, values, accumulate), form


@batch_rule("index_put")
def index_put(info: Any, in_dims: Any, *args: Any) -> Any:
    result, form = _put(rd.index_put, info, in_dims, args)
    back = [form.order.index(d) + 1 for d in range(len(form.order))]
    return rd.permute(result, (0, *back)), 0


@batch_rule("index_put_")
def index_put_(info: Any, in_dims: Any, *args: Any) -> Any:
    _put(rd.index_put_, info, in_dims, args)
    return None, 0


# ----- along one dimension, or all elements in a row: other words for them -----


def _indices(dim: int, rank: int, index: Tensor, at: Any) -> tuple[Any, Any]:
    """Return what indexes one dimension, and where it has its batch."""
    before = [None] * wrap_dim(dim, rank)
    return [*before, index], ((*before, at) if at is not None else None)


@batch_rule("index_select")
def index_select(info: Any, in_dims: Any, self: Any, dim: int, index: Any) -> Any:
    rank = rank_of(self, in_dims[0])
    if not rank or rank_of(index, in_dims[2]) != 1:
        return NotImplemented
    if in_dims[2] is None:
        return rd.index_select(self, moved(dim, self), index), 0
    indices, dims = _indices(dim, rank, index, in_dims[2])
    return index_(info, (in_dims[0], dims), self, indices)


def _along(put: str) -> Any:
    """Return the rule of an operator that writes slices at the indices of a dimension."""
    operator, accumulate = lookup(put), put == "index_add"

    def rule(
        info: Any, in_dims: Any, self: Any, dim: int, index: Any, source: Any, alpha: Any = None
    ) -> Any:
        rank = rank_of(self, in_dims[0])
        if not rank or rank_of(index, in_dims[2]) != 1:
            return NotImplemented
        more = () if alpha is None else (alpha,)
        if in_dims[2] is None:
            self = in_front(self, in_dims[0], info.batch_size)
            source = in_front(source, in_dims[3], info.batch_size)
            return operator.call((self, moved(dim, self), index, source, *more)), 0
        needs(rank_of(source, in_dims[3]) == rank)
        if alpha not in (None, 1):
            source = source * alpha
        indices, dims = _indices(dim, rank, index, in_dims[2])
        places = (in_dims[0], dims, in_dims[3])
        return index_put(info, places, self, indices, source, accumulate)

    return rule


for _name in ("index_add", "index_copy"):
    batch_rule(_name)(_along(_name))


@batch_rule("index_fill")
def index_fill(info: Any, in_dims: Any, self: Any, dim: int, index: Any, value: Any) -> Any:
    rank = rank_of(self, in_dims[0])
    if not rank or rank_of(index, in_dims[2]) != 1:
        return NotImplemented
    if in_dims[2] is None and in_dims[3] is None:
        return rd.index_fill(self, moved(dim, self), index, value), 0
    if not isinstance(value, Tensor):
        value = full((), value, dtype=self.dtype, device=self.device)
    indices, dims = _indices(dim, rank, index, in_dims[2])
    places = (in_dims[0], dims, in_dims[3])
    return index_put(info, places, self, indices or [index], value.to(self.dtype), False)


def _row(value: Tensor, dim: int | None) -> Tensor:
    """Return all elements of each example in a row."""
    shape = () if dim is None else value.shape[:1]
    return rd.reshape(value, (*shape, numel(example_shape(value, dim))))


@batch_rule("take")
def take(info: Any, in_dims: Any, self: Any, index: Any) -> Any:
    places = (in_dims[0], (in_dims[1],) if in_dims[1] is not None else None)
    return index_(info, places, _row(self, in_dims[0]), [index])


@batch_rule("put")
def put(info: Any, in_dims: Any, self: Any, index: Any, source: Any, accumulate: bool) -> Any:
    self = in_front(self, in_dims[0], info.batch_size)
    places = (0, (in_dims[1],) if in_dims[1] is not None else None, in_dims[2])
    numbers, values = _row(index, in_dims[1]), _row(source, in_dims[2])
    needs(numbers.shape[-1] == values.shape[-1])
    result, _ = index_put(info, places, _row(self, 0), [numbers], values, accumulate)
    return rd.reshape(result, self.shape), 0


# ----- masks -----


def _order(mask: Tensor) -> Tensor:
    """Return for each place of a mask how many hold before it."""
    return rd.cumsum(rd.reshape(mask, (-1,)), 0, dtype=int64) - rd.reshape(mask, (-1,)).to(int64)


@in_terms_of_others("masked_scatter")
def masked_scatter(self: Any, mask: Any, source: Any) -> Any:
    shape = broadcast_shapes(tuple(self.shape), tuple(mask.shape))
    self, mask = rd.expand(self, shape), rd.expand(mask, shape)
    if self.dtype is not source.dtype:
        raise RuntimeError("masked_scatter: expected self and source to have same dtypes")
    last = numel(source.shape) - 1
    if last < 0:
        return rd.clone(self)
    places = rd.clamp(_order(mask), 0, last)
    values = rd.take(source, places)
    return rd.where(mask, rd.reshape(values, tuple(self.shape)), self)


@in_terms_of_others("masked_scatter_backward")
def masked_scatter_backward(grad: Any, mask: Any, sizes: Any) -> Any:
    mask = rd.reshape(rd.expand(mask, tuple(grad.shape)), (-1,))
    count = numel(sizes)
    places = rd.where(mask, rd.clamp(_order(mask), 0, count), count)
    values = rd.where(mask, rd.reshape(grad, (-1,)), 0)
    found = rd.scatter_add(grad.new_zeros(count + 1), 0, places, values.to(grad.dtype))
    return rd.reshape(rd.slice(found, 0, 0, count), tuple(sizes))


# ----- rows of a matrix, classes, sorted rows -----


def _own_rows(indices: Tensor, dim: int | None, count: int, size: int) -> Tensor:
    """Return indices of rows where the matrices of all examples stand below each other."""
    indices = in_front(indices, dim, size)
    first = arange(size, dtype=indices.dtype, device=indices.device) * count
    return indices + rd.reshape(first, (size, *(1,) * (indices.dim() - 1)))


@batch_rule("embedding")
def embedding(
    info: Any, in_dims: Any, weight: Any, indices: Any, padding_idx: int, scale: bool, sparse: bool
) -> Any:
    if in_dims[0] is None:
        return rd.embedding(weight, indices, padding_idx, scale, sparse), 0
    if padding_idx >= 0:
        return NotImplemented
    needs(weight.dim() == 3)
    count = weight.shape[1]
    table = rd.reshape(weight, (info.batch_size * count, weight.shape[2]))
    numbers = _own_rows(indices, in_dims[1], count, info.batch_size)
    return rd.embedding(table, numbers, -1, scale, sparse), 0


@batch_rule("embedding_backward")
def embedding_backward(
    info: Any, in_dims: Any, grad: Any, indices: Any, num_weights: int, padding_idx: int,
    scale: bool,
) -> Any:  # fmt: skip
    size = info.batch_size
    grad = in_front(grad, in_dims[0], size)
    indices = in_front(indices, in_dims[1], size)
    if padding_idx >= 0:
        grad = rd.masked_fill(grad, rd.unsqueeze(indices == padding_idx, -1), 0)
    numbers = _own_rows(indices, 0, num_weights, size)
    found = rd.embedding_backward(grad, numbers, num_weights * size, -1, scale)
    return rd.reshape(found, (size, num_weights, grad.shape[-1])), 0


@batch_rule("one_hot")
def one_hot(info: Any, in_dims: Any, self: Any, num_classes: int) -> Any:
    if num_classes < 0:
        raise RefusedByVmap(
            "When vmap-ing nn.functional.one_hot, please provide an explicit positive num_classes "
            "argument: how many there are depends on the values of each example"
        )
    return rd.one_hot(self, num_classes), 0


@batch_rule("searchsorted")
def searchsorted(
    info: Any, in_dims: Any, sequence: Any, self: Any, out_int32: bool, right: bool, side: Any,
    sorter: Any,
) -> Any:  # fmt: skip
    words = {"out_int32": out_int32, "right": right, "side": side}
    if not isinstance(self, Tensor):
        self = full((), self, dtype=sequence.dtype, device=sequence.device)
    if in_dims[0] is None and in_dims[5] is None and sequence.dim() == 1:
        return rd.searchsorted(sequence, self, sorter=sorter, **words), 0
    size = info.batch_size
    sequence = in_front(sequence, in_dims[0], size)
    self = in_front(self, in_dims[1], size)
    if sorter is not None:
        sorter = in_front(sorter, in_dims[5], size)
    if sequence.dim() != 2:
        return rd.searchsorted(sequence, self, sorter=sorter, **words), 0
    found = rd.searchsorted(sequence, _row(self, 0), sorter=sorter, **words)
    return rd.reshape(found, self.shape), 0


@batch_rule("bucketize")
def bucketize(
    info: Any, in_dims: Any, self: Any, boundaries: Any, out_int32: bool, right: bool
) -> Any:
    places = (in_dims[1], in_dims[0], None, None, None, None)
    return searchsorted(info, places, boundaries, self, out_int32, right, None, None)


@batch_rule("isin")
def isin(
    info: Any, in_dims: Any, elements: Any, test_elements: Any, assume_unique: bool, invert: bool
) -> Any:
    if in_dims[1] is None:
        words = {"assume_unique": assume_unique, "invert": invert}
        return rd.isin(elements, test_elements, **words), 0
    tests = _row(test_elements, 0)
    if isinstance(elements, Tensor):
        rank = rank_of(elements, in_dims[0])
        elements = rd.unsqueeze(elements, -1)
        tests = with_rank(tests, rank + 1)
    found = rd.any(elements == tests, (-1,))
    return (rd.logical_not(found) if invert else found), 0
