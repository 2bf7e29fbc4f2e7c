"""Arrays with any strides over the memory of another array.

Decides what the memory of an array is, and how another look at it is made. Works on NumPy arrays
only; must not know operators.

Note [The memory of an array]
~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
NumPy keeps in the base of a view the array that owns the memory, however many views lie between; so
one step leads there. `as_strided` of NumPy breaks that chain (and takes 5 us), so arrays are made
over a buffer instead. An array that was taken from a user has the user's array as its owner: what
`as_strided` can reach is all of that.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence

import numpy as np

from .dtypes import NpDType
from .overlap import dense
from .promotion import Array


def owner_of(array: Array) -> Array:
    """Return the array that owns the memory of an array: itself, or its base."""
    while array.base.__class__ is np.ndarray:
        array = array.base
    return array


def address(array: Array) -> int:
    """Return the address of the first element."""
    found: int = array.__array_interface__["data"][0]
    return found


def memory_of(array: Array) -> Array:
    """Return all bytes of the memory of an array as an array of one dimension.

    Examples
    --------
    >>> import numpy as np
    >>> memory_of(np.zeros((2, 3), np.float32)[1:]).shape
    (24,)
    """
    owner = owner_of(array)
    if not owner.flags.c_contiguous:
        order = sorted(range(owner.ndim), key=lambda i: -owner.strides[i])
        turned = owner.transpose(order)  # what owns its memory fills it, in some order
        if not turned.flags.c_contiguous:
            return _span(owner)
        owner = turned
    return owner.reshape(-1).view(np.uint8)


def _span(owner: Array) -> Array:
    """Return the bytes from the first to the last of an array with gaps."""
    if not owner.size:
        return owner.reshape(-1).view(np.uint8)
    low, high = np.lib.array_utils.byte_bounds(owner)
    first = owner[(*[-1 if s < 0 else 0 for s in owner.strides], ...)]
    start = first.reshape(1).view(np.uint8)
    return np.lib.stride_tricks.as_strided(
        start, (high - low,), (1,), writeable=owner.flags.writeable
    )


def bytes_before(array: Array, memory: Array) -> int:
    """Return how many bytes of the memory stand before the first element of an array."""
    return address(array) - address(memory)


def strided(
    array: Array, shape: Sequence[int], strides: Sequence[int], *, start: int | None = None
) -> Array:
    """Return another look at the memory of an array.

    Parameters
    ----------
    array : ndarray
    shape : sequence of int
    strides : sequence of int
        In bytes.
    start : int or None
        Where in the memory the first element stands, in bytes; None for where `array` starts.

    Raises
    ------
    ValueError, TypeError
        NumPy's, if the memory does not reach so far.
    """
    owner = owner_of(array)
    if owner.flags.c_contiguous:
        if start is None:
            start = address(array) - address(owner)
        return np.ndarray(shape, array.dtype, owner, start, strides)
    memory = memory_of(array)
    if start is None:
        start = bytes_before(array, memory)
    return np.ndarray(shape, array.dtype, memory, start, strides)


def reach(shape: Sequence[int], strides: Sequence[int]) -> int:
    """Return how many elements of memory a look with these strides needs: none if it is empty."""
    if 0 in shape:
        return 0
    return sum([(n - 1) * s for n, s in zip(shape, strides, strict=True)]) + 1


def in_memory(
    memory: Array, dtype: NpDType, shape: Sequence[int], strides: Sequence[int], offset: int
) -> Array:
    """Return the array of a dtype at an offset in memory; strides and offset count elements."""
    unit = dtype.itemsize
    return np.ndarray(shape, dtype, memory, offset * unit, [s * unit for s in strides])


def arranged(array: Array, strides: Sequence[int]) -> Array:
    """Return a copy with these strides, which count elements."""
    copy = in_memory(np.empty(array.nbytes, np.uint8), array.dtype, array.shape, strides, 0)
    np.copyto(copy, array)
    return copy


def like_memory(like: Array, dtype: NpDType) -> Array:
    """Return an array of its own in the sizes and the order of strides of another one.

    Where that is a part of its memory, the new one is the same part of memory of its own, which
    holds zeros elsewhere: `as_strided` finds the same places in both. An array in which elements
    share a place, or whose strides are negative, has no such counterpart.
    """
    part = like.base is not None and min(like.strides, default=0) >= 0 and not _shares_places(like)
    if part:
        before = bytes_before(like, memory_of(like)) // like.itemsize
        if before or not dense(like):
            strides = [s // like.itemsize for s in like.strides]
            count = before + reach(like.shape, strides)
            memory = np.zeros(count * dtype.itemsize, np.uint8)
            return in_memory(memory, dtype, like.shape, strides, before)
    return np.empty_like(like, dtype=dtype, order="K")


def _shares_places(array: Array) -> bool:
    """Whether elements may share a place: as if they did, where that is expensive to prove."""
    sizes = sorted((s, n) for s, n in zip(array.strides, array.shape, strict=True) if n > 1)
    return any(s * n > after for (s, n), (after, _) in itertools.pairwise(sizes)) or any(
        s == 0 for s, _ in sizes
    )
