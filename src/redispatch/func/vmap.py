"""`vmap`: a function of examples becomes a function of batches.

Decides what `in_dims`, `out_dims`, `randomness` and `chunk_size` mean and refuse. Must not know how
operators are computed on batches (modes/transforms).
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

from ..modes.transforms.batched import Batch, VmapLevel, batched
from ..dispatch.tensor import Tensor
from ..utils._pytree import tree_flatten, tree_unflatten


def vmap(func, in_dims=0, out_dims=0, randomness="error", *, chunk_size=None):
    """Return a function that maps `func` over a dimension of its arguments."""

    @functools.wraps(func)
    def mapped(*args, **kwargs):
        leaves, spec = tree_flatten(args)
        size = leaves[0].shape[0]
        with VmapLevel(size, randomness) as level:
            inside = [batched(v, level) for v in leaves]
            out = func(*tree_unflatten(inside, spec), **kwargs)
            found, out_spec = tree_flatten(out)
            values = [v._data.value for v in found]
        return tree_unflatten(values, out_spec)

    return mapped
