"""The one meta kernel of all pointwise operators."""

from __future__ import annotations

from typing import Any

from ...dispatch.operator import Operator
from ...dispatch.registry import raw_kernel
from ..shapes import broadcast_shapes
from .asking import ask
from .payload import MetaArray, combined

kernel = raw_kernel("Meta")


@kernel("*pointwise")
def pointwise(operator: Operator, *args: Any) -> MetaArray:
    """Broadcast the sizes; NumPy's kernel says which dtype comes out."""
    operands = [a for a in args if a.__class__ is MetaArray]
    dtype = ask(operator, args)
    return combined(broadcast_shapes(*[a.shape for a in operands]), dtype, operands)
