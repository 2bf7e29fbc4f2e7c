"""What the tables of batching rules share: how one is registered, and where dimensions go.

Note [Dimensions of a batch]
~~~~~~~~~~~~~~~~~~~~~~~~~~~~
Rules here get the batch of every batched tensor in dimension 0. So the dimension that the user
calls `dim` is `dim + 1` of the tensor, where a negative one counts from the end as ever; it is
checked against the sizes the user sees before it is moved, or -3 would name the batch.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from ....backends.shapes import wrap_dim
from ....dispatch.registry import register
from ....dispatch.rules import REGISTRARS, Rule
from ....dispatch.tensor import Tensor

REGISTRARS.add(__name__)


def batch_rule(*names: str) -> Callable[[Any], Any]:
    """Register a batching rule for operators, or for those of a tag as ``"*pointwise"``."""

    def keep(fn: Any) -> Any:
        for name in names:
            register(name, "Vmap", Rule(fn, "row"))
        return fn

    return keep


def moved(dim: int, value: Tensor) -> int:
    """Return where a dimension of an example is in a batch of them."""
    return wrap_dim(dim, len(value.shape) - 1) + 1


def example_shape(value: Tensor, dim: int | None) -> tuple[int, ...]:
    """Return the sizes of one example."""
    return tuple(value.shape) if dim is None else tuple(value.shape[1:])


def with_rank(value: Tensor, rank: int) -> Tensor:
    """Return a batch whose examples have so many dimensions: ones are put after the batch."""
    missing = rank - (len(value.shape) - 1)
    if missing <= 0:
        return value
    return value.reshape((value.shape[0], *(1,) * missing, *value.shape[1:]))


def in_front(value: Tensor, dim: int | None, size: int) -> Tensor:
    """Return a tensor with a batch in front: its own, or itself for every example."""
    return value if dim == 0 else value.expand((size, *value.shape))


def ranks(args: Sequence[Any], in_dims: Sequence[Any]) -> int:
    """Return the largest number of dimensions that an example has among the tensors of a call."""
    found = 0
    for value, dim in zip(args, in_dims, strict=True):
        if isinstance(value, Tensor):
            found = max(found, len(example_shape(value, dim)))
    return found
