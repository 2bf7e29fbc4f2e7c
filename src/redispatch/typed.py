"""`FloatTensor`, `LongTensor` and the other types from before tensors had a dtype.

Decides how these names make and recognise tensors. Must not know kernels: they call what everybody
calls.
"""

from __future__ import annotations

from typing import Any

from .backends import dtypes
from .backends.conversion import TYPE_NAMES
from .backends.dtypes import dtype
from .backends.legacy import made_of
from .dispatch.tensor import Tensor


class TypedMeta(type):
    """The class of these types: a tensor is an instance of the one for its dtype."""

    dtype: dtype

    def __instancecheck__(cls, value: object) -> bool:
        return isinstance(value, Tensor) and value.dtype is cls.dtype

    def __call__(cls, *args: Any) -> Any:
        """Return a tensor: of given values, or of given sizes without values.

        Examples
        --------
        >>> import redispatch as rd
        >>> rd.LongTensor([1, 2]), rd.FloatTensor(2, 3).shape
        (tensor([1, 2]), (2, 3))
        >>> isinstance(rd.tensor([1.0]), rd.FloatTensor)
        True
        """
        return made_of(cls.dtype, args)


def _typed(dtype_name: str, name: str) -> Any:
    made = TypedMeta(f"{name}Tensor", (), {"dtype": getattr(dtypes, dtype_name)})
    made.__module__ = "redispatch"
    made.__doc__ = f"Makes tensors of {dtype_name}; any such tensor is an instance."
    return made


globals().update({f"{name}Tensor": _typed(known, name) for known, name in TYPE_NAMES.items()})
