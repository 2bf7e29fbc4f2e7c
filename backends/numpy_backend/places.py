"""Where elements stand: positions along dimensions, and which indices are no positions.

What is decided here is how kernels read and write along one dimension. NumPy's own functions for
that (take_along_axis, put_along_axis, ogrid) are written in Python and take 3 to 8 us on a small
array; a key of index arrays takes 1. Must not know operators.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from ..dtypes import NpDType
from ..promotion import Array

_INT64: Final[NpDType] = np.dtype(np.int64)
_UINT64: Final[NpDType] = np.dtype(np.uint64)
_STEPS: Final[Array] = np.arange(1024)
_STEPS.flags.writeable = False

Key = tuple[Any, ...]


def fresh(array: Any) -> Any:
    """Return a row-major copy to write to; of a gradient that is a NumPy scalar, an array."""
    return array.copy() if array.__class__ is np.ndarray else np.array(array)


def steps(n: int) -> Array:
    """Return the positions along a dimension of size n, to be read only."""
    return _STEPS[:n] if n <= 1024 else np.arange(n)


def outside(index: Array, size: int) -> int | None:
    """Return an index that a dimension of this size does not have, None if it has them all.

    Read as unsigned numbers, negative ones are the largest; and argmax takes 0.2 us, where
    np.maximum.reduce takes 0.8.
    """
    if not index.size:
        return None
    if index.dtype is not _INT64:
        index = index.astype(_INT64)
    unsigned = index.view(_UINT64)
    place = unsigned.argmax()
    return None if unsigned.item(place) < size else int(index.item(place))


def with_axis(array: Array, axis: int) -> Any:
    """Return a view with one more dimension of size one."""
    return array[None] if axis == 0 else array[(slice(None),) * axis + (None,)]


def along(index: Array, axis: int) -> Key:
    """Return the key that reads along an axis at the places of `index`, which has all dimensions.

    It holds the positions in each dimension but that one, such that they broadcast to `index`.
    """
    shape = index.shape
    last = len(shape) - 1
    if last == 0:
        return (index,)
    if last == 1:
        return (steps(shape[0])[:, None], index) if axis else (index, steps(shape[1]))
    return tuple(
        [
            index if i == axis else steps(n).reshape((n,) + (1,) * (last - i))
            for i, n in enumerate(shape)
        ]
    )


def across(index: Array, axis: int) -> Key:
    """Return the same key for an `index` that lacks the dimension along which is read."""
    shape = index.shape
    key: list[Any] = [
        steps(n).reshape((n,) + (1,) * (len(shape) - i - 1)) for i, n in enumerate(shape)
    ]
    key.insert(axis, index)
    return tuple(key)


def take_along(array: Array, index: Array, axis: int) -> Any:
    """Return the elements at the places of `index` along an axis."""
    return array[along(index, axis)]
