"""What the tables of batching rules share: how one is registered, and where dimensions go.

Note [Dimensions of a batch]
~~~~~~~~~~~~~~~~~~~~~~~~~~~~
Rules here get the batch of every batched tensor in dimension 0. So the dimension that the user
calls `dim` is `dim + 1` of the tensor, where a negative one counts from the end as ever; it is
checked against the sizes the user sees before it is moved, or -3 would name the batch. A tensor
without dimensions passes for one with a single dimension of one element, in examples as in
PyTorch; so that dimension is put in before the call and taken out of the results.

What does not fit is not judged here: a rule raises `NotForBatches`, and the error is then that
which the operator raises for the first example, in the sizes that the user knows.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from ....backends.shapes import infer_shape, numel, wrap_dim
from ....dispatch.generated import functions as rd
from ....dispatch.operator import Operator
from ....dispatch.registry import lookup, register
from ....dispatch.rules import REGISTRARS, Rule
from ....dispatch.tensor import Tensor
from ..batching import BatchInfo, NotForBatches

REGISTRARS.add(__name__)
BatchRule = Callable[..., Any]


def batch_rule(*names: str) -> Callable[[Any], Any]:
    """Register a batching rule for operators, or for those of a tag as ``"*pointwise"``."""

    def keep(fn: Any) -> Any:
        for name in names:
            register(name, "Vmap", Rule(fn, "row"))
        return fn

    return keep


def in_terms_of_others(*names: str) -> Callable[[Any], Any]:
    """Register what operators are made of under vmap: a function of one example."""

    def keep(fn: Any) -> Any:
        for name in names:
            register(name, "Vmap", Rule(fn, "tensor"))
        return fn

    return keep


# ----- examples and batches of them -----


def moved(dim: int, value: Tensor) -> int:
    """Return where a dimension of an example is in a batch of them."""
    return wrap_dim(dim, value.dim() - 1) + 1


def example_shape(value: Tensor, dim: int | None) -> tuple[int, ...]:
    """Return the sizes of one example."""
    return tuple(value.shape) if dim is None else tuple(value.shape[1:])


def rank_of(value: Tensor, dim: int | None) -> int:
    """Return the number of dimensions of one example."""
    return value.dim() - (dim is not None)


def with_rank(value: Tensor, rank: int) -> Tensor:
    """Return a batch whose examples have so many dimensions: ones are put after the batch."""
    missing = rank - (value.dim() - 1)
    if missing <= 0:
        return value
    shape = value.shape
    return rd.reshape(value, (shape[0], *(1,) * missing, *shape[1:]))


def in_front(value: Tensor, dim: int | None, size: int) -> Tensor:
    """Return a tensor with a batch in front: its own, or itself for every example."""
    return value if dim == 0 else rd.expand(value, (size, *value.shape))


def fronts(values: Sequence[Tensor], dims: Sequence[int | None], size: int) -> list[Tensor]:
    """Return tensors that all have a batch in front."""
    return [in_front(v, d, size) for v, d in zip(values, dims, strict=False)]


def ranks(args: Sequence[Any], in_dims: Sequence[Any]) -> int:
    """Return the largest number of dimensions that an example has among the tensors of a call."""
    found = 0
    for value, dim in zip(args, in_dims, strict=True):
        if isinstance(value, Tensor):
            found = max(found, rank_of(value, dim))
    return found


def aligned(args: Sequence[Any], in_dims: Sequence[Any]) -> list[Any]:
    """Return tensors whose dimensions broadcasting pairs as it does for one example."""
    rank = ranks(args, in_dims)
    return [with_rank(v, rank) if d == 0 else v for v, d in zip(args, in_dims, strict=True)]


def needs(fits: bool) -> None:
    """Raise the error of an example, unless something holds."""
    if not fits:
        raise NotForBatches("does not fit")


# ----- rows -----


class Row:
    """A rule in words: which arguments name dimensions, and which hold the sizes of an example.

    Parameters
    ----------
    name : of the operator; its in-place form has the same rule.
    dims : names of arguments that are a dimension, or several.
    sizes : names of arguments that get the number of examples in front.
    more : how many dimensions are to be counted beyond those of the first tensor.
    scalars : whether an example may be without dimensions; None where that means nothing special.
    like : the tensor argument that decides whether results have none either.
    rank : the dimensions that an example must have at least.

    Notes
    -----
    None, or no dimension, in a list of them means all of an example. An operator that takes one
    dimension, or None for all, is given an example in a row.
    """

    def __init__(
        self,
        name: str,
        dims: str = "",
        sizes: str = "",
        *,
        more: int = 0,
        scalars: bool | None = True,
        like: str = "",
        rank: int = 0,
    ) -> None:
        self.operator = operator = lookup(name)
        places = {a.name: i for i, a in enumerate(operator.schema.arguments)}
        self.dims = [(places[n], operator.schema.arguments[places[n]].type) for n in dims.split()]
        self.sizes = [places[n] for n in sizes.split()]
        self.tensors = [i for i, a in operator.tensors if not a.is_tensor_list]
        self.like = places[like] if like else self.tensors[0]
        self.keepdim = places.get("keepdim", -1)
        self.more, self.scalars, self.rank = more, scalars, rank

    def __call__(self, info: BatchInfo, in_dims: Any, *args: Any) -> Any:
        size, values = info.batch_size, list(args)
        lifted = False
        for i in self.tensors:
            value = values[i]
            if not isinstance(value, Tensor):
                continue
            value = in_front(value, in_dims[i], size)
            if value.dim() == 1 and self.dims and not self.more and self.scalars is not None:
                needs(self.scalars)
                lifted = lifted or i == self.like
                value = rd.unsqueeze(value, 1)
            values[i] = value
        first = values[self.tensors[0]]
        rank = first.dim() - 1
        needs(rank - lifted >= self.rank)
        for i, kind in self.dims:
            if kind.list:
                values[i] = self._several(values[i], rank)
            elif values[i] is None:
                return self._in_a_row(values, i, 0 if lifted else rank), 0
            else:
                values[i] = wrap_dim(values[i], rank + self.more) + 1
        for i in self.sizes:
            values[i] = (size, *values[i])
        result = self.operator.again(tuple(values))
        return (_dropped(result) if lifted else result), 0

    def _several(self, dims: Any, rank: int) -> tuple[int, ...]:
        if dims is None or dims == () or dims == []:
            return tuple(range(1, rank + 1))
        return tuple([wrap_dim(d, rank + self.more) + 1 for d in dims])

    def _in_a_row(self, values: list[Any], at: int, rank: int) -> Any:
        first = values[self.tensors[0]]
        values[self.tensors[0]] = rd.reshape(first, (first.shape[0], numel(first.shape[1:])))
        values[at] = 1
        keepdim = self.keepdim >= 0 and values[self.keepdim]
        if self.keepdim >= 0:
            values[self.keepdim] = False
        result = self.operator.call(tuple(values))
        return rd.reshape(result, (first.shape[0], *(1,) * rank)) if keepdim else result


def _dropped(result: Any) -> Any:
    """Return results without the dimension that a batch of numbers was given."""
    if isinstance(result, Tensor):
        return rd.select(result, 1, 0) if result.dim() > 1 else result
    each = [_dropped(r) for r in result]
    return type(result)(*each) if hasattr(result, "_fields") else type(result)(each)


def rows(table: Iterable[tuple[Any, ...]], **words: Any) -> None:
    """Register rows: names of operators, then what `Row` takes; also for their in-place forms."""
    for names, *how in table:
        options = how.pop() if how and isinstance(how[-1], dict) else {}
        for name in names.split():
            for each in (name, *forms_of(lookup(name))):
                batch_rule(each)(Row(each, *how, **{**words, **options}))


def forms_of(operator: Operator) -> list[str]:
    """Return the in-place form of an operator that computes, which has the same rule."""
    if operator.schema.is_view:
        return []
    return [form.name for form in operator.forms if form.schema.is_inplace]


def inferred(value: Tensor, sizes: Sequence[int]) -> tuple[int, ...]:
    """Return sizes of an example with their -1 worked out."""
    return infer_shape(tuple(sizes), numel(value.shape[1:]))
