"""How tensors were made before they had a dtype: of values, or of sizes without values.

Decides how the arguments of `Tensor.new` and of the legacy types are read. Must not know kernels.
"""

from __future__ import annotations

from typing import Any

from ..dispatch.errors import ArgumentError, explain_error
from ..dispatch.tensor import Tensor, bind
from .dtypes import dtype
from .factories import tensor
from .ranges import empty
from .size import Size


def made_of(dtype: dtype, args: tuple[Any, ...], device: Any = None) -> Tensor:
    """Return a tensor of sizes given as ints, or of values; a tensor of this dtype is shared."""
    if len(args) == 1 and isinstance(args[0], Size):
        return empty(tuple(args[0]), dtype=dtype, device=device)
    if len(args) == 1 and not isinstance(args[0], int):
        return _of_values(dtype, args[0], device)
    return empty(args or (0,), dtype=dtype, device=device)


def _of_values(dtype: dtype, given: Any, device: Any) -> Tensor:
    if not isinstance(given, Tensor):
        return tensor(given, dtype=dtype, device=device)
    if given.dtype is not dtype:
        raise ArgumentError(
            explain_error("a legacy type", f"got a tensor of {given.dtype}", accepted=f"{dtype}")
        )
    return given.detach()


def new(self: Tensor, *args: Any) -> Tensor:
    """Return a tensor of the same dtype and device: of sizes without values, or of values.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.ones(2).new([3.0, 4.0]), rd.ones(2).new(2, 3).shape
    (tensor([3., 4.]), (2, 3))
    """
    return made_of(self.dtype, args, self.device)


bind("new", new)
