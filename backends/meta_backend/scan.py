"""Meta kernels of running sums and products, and of what stands at indices."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ...dispatch.operator import Operator
from ...dispatch.registry import lookup, raw_kernel
from ..shapes import wrap_dim
from .asking import ask
from .payload import MetaArray, combined, like

kernel = raw_kernel("Meta")


def _same_sizes(name: str) -> None:
    """Register the kernel of an operator whose result has the sizes of its first argument."""
    operator: Operator = lookup(name)

    def computed(*args: Any) -> MetaArray:
        return combined(args[0].shape, ask(operator, args), [args[0]])

    kernel(name)(computed)


for _name in ("cumsum", "cumprod", "_reverse_cumsum", "_cumprod_backward", "_prod_others"):
    _same_sizes(_name)


@kernel("_fill_diagonal")
def fill_diagonal(self: MetaArray, value: Any) -> MetaArray:
    return like(self)


@kernel("_upper")
def upper(self: MetaArray) -> MetaArray:
    return like(self)


@kernel("_pick")
def pick(self: MetaArray, indices: MetaArray, dim: int, keepdim: bool = False) -> MetaArray:
    wrap_dim(dim, self.ndim)
    return MetaArray(indices.shape, self.dtype)


@kernel("_place")
def place(
    grad: MetaArray, indices: MetaArray, sizes: Sequence[int], dim: int, keepdim: bool = False
) -> MetaArray:
    wrap_dim(dim, len(sizes))
    return MetaArray(tuple(sizes), grad.dtype)
