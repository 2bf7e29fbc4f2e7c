"""What autograd computes for a batch at once: by `vmap`, which stands above it.

Decides where `vmap` is looked for, and that results which are None stay so. Must not know how a
function is mapped.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable, Sequence
from typing import Any

#: The module that has `vmap`, by name: it is loaded when a batch is first computed.
WHERE: list[str] = []


def mapped(function: Callable[..., Sequence[Any]], args: Sequence[Any]) -> list[Any]:
    """Call a function for all entries of the leading dimension of its arguments.

    Parameters
    ----------
    function : callable
        Returns a sequence of tensors and None.
    args : sequence of Tensor
        With a leading dimension of one size.

    Returns
    -------
    list of Tensor or None
        What the function returned, with the leading dimension.
    """
    kept: list[bool] = []

    def tensors_only(*each: Any) -> tuple[Any, ...]:
        found = function(*each)
        kept[:] = [value is not None for value in found]
        return tuple(value for value in found if value is not None)

    vmap = importlib.import_module(WHERE[-1]).vmap_of_autograd
    values = iter(vmap(tensors_only)(*args))
    return [next(values) if there else None for there in kept]


__all__ = ["WHERE", "mapped"]
