"""Which dtypes combine to which, and which can become which: the functions that users call.

Decides nothing of its own: the table and the tiers are in promotion.py.
"""

from __future__ import annotations

from typing import Any

from ..dispatch.operator import TENSOR_TYPES
from ..dispatch.tensor import Tensor, backend_of
from . import promotion
from .dtypes import as_dtype, from_numpy
from .dtypes import dtype as DType

_CATEGORY = {"b": 0, "i": 1, "u": 1, "f": 2, "c": 3}


def promote_types(type1: Any, type2: Any) -> DType:
    """Return the smallest dtype that holds both.

    Raises
    ------
    RuntimeError
        If uint16, uint32 or uint64 meets another integer type, bool or a complex type.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.promote_types(rd.float64, rd.complex64)
    redispatch.complex128
    """
    return from_numpy(promotion.promote_types(as_dtype(type1).dtype, as_dtype(type2).dtype))


def result_type(tensor1: Any, tensor2: Any) -> DType:
    """Return the dtype of the sum of two tensors or numbers.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.result_type(rd.tensor([1, 2]), 1j)
    redispatch.complex64
    """
    tensors = [v for v in (tensor1, tensor2) if v.__class__ in TENSOR_TYPES]
    if tensors:
        found: DType = backend_of(tensors[0]).common_dtype([tensor1, tensor2])
        return found
    return from_numpy(promotion.result_dtype([tensor1, tensor2]))


def can_cast(from_: Any, to: Any) -> bool:
    """Return whether an in-place operator may write one dtype into memory of another.

    Complex numbers do not become real, floating-point numbers not integers, numbers not truth
    values.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.can_cast(rd.float64, rd.complex64), rd.can_cast(rd.complex64, rd.float64)
    (True, False)
    """
    return _CATEGORY[as_dtype(from_).kind] <= _CATEGORY[as_dtype(to).kind]


def is_floating_point(input: Tensor) -> bool:
    """Return whether the elements are floating-point numbers."""
    return bool(input.dtype.is_floating_point)


def is_complex(input: Tensor) -> bool:
    """Return whether the elements are complex numbers.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.is_complex(rd.tensor([1j]))
    True
    """
    return bool(input.dtype.is_complex)


def is_conj(input: Tensor) -> bool:
    """Return False: a conjugate is computed at once, no tensor waits for it."""
    return bool(input.is_conj())


def is_neg(input: Tensor) -> bool:
    """Return False: a negative is computed at once, no tensor waits for it."""
    return bool(input.is_neg())
