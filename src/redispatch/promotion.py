"""Which dtype comes out: PyTorch's functions about promotion.

Decides nothing: the table and the tiers are those of the backends.
"""

from __future__ import annotations

from typing import Any

from .backends import promotion as _promotion
from .backends.backend import Backend
from .backends.dtypes import as_dtype
from .backends.dtypes import dtype as DType


def promote_types(type1: DType, type2: DType) -> DType:
    """Return the smallest dtype that holds both.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.promote_types(rd.int64, rd.float16)
    redispatch.float16
    """
    return as_dtype(_promotion.promote_types(as_dtype(type1).dtype, as_dtype(type2).dtype))


def result_type(tensor1: Any, tensor2: Any) -> DType:
    """Return the dtype that an operator would promote two operands to.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.result_type(rd.ones(2, dtype=rd.int32), 1.5)
    redispatch.float32
    """
    found: DType = Backend.host.common_dtype([tensor1, tensor2])
    return found


__all__ = ["promote_types", "result_type"]
