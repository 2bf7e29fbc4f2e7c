"""The payload of meta tensors: what is known of an array that has no elements.

Decides what a layout is and which ones results get. Must not know operators.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import prod
from typing import Any, Final, final

from ..dtypes import NpDType
from ..shapes import Shape
from ..strides import (
    contiguous_strides,
    is_contiguous,
    result_order,
    strides_in_order,
)


@final
class Storage:
    """The memory that an array would have, of so many bytes; views share it."""

    __slots__ = ("nbytes",)

    def __init__(self, nbytes: int) -> None:
        self.nbytes = nbytes


@final
class MetaArray:
    """An array without elements: sizes, strides in elements, NumPy's dtype, and its memory.

    Attributes
    ----------
    shape, strides : tuple of int
    dtype : np.dtype
    storage : Storage
        The same object for all views of one array.
    offset : int
        How many elements of the memory stand before the first one.
    """

    __slots__ = ("dtype", "offset", "shape", "storage", "strides")
    shape: Final[Shape]  # type: ignore[misc]
    strides: Final[Shape]  # type: ignore[misc]
    dtype: Final[NpDType]  # type: ignore[misc]
    storage: Final[Storage]  # type: ignore[misc]
    offset: Final[int]  # type: ignore[misc]

    def __init__(
        self,
        shape: Shape,
        dtype: NpDType,
        strides: Shape | None = None,
        storage: Storage | None = None,
        offset: int = 0,
    ) -> None:
        put = object.__setattr__
        put(self, "shape", shape)
        put(self, "dtype", dtype)
        put(self, "strides", contiguous_strides(shape) if strides is None else strides)
        put(self, "offset", offset)
        put(self, "storage", storage or Storage(dtype.itemsize * prod(shape)))

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a MetaArray is immutable: cannot set {name!r}")

    def __repr__(self) -> str:
        return f"MetaArray({self.shape}, {self.dtype.name}, strides={self.strides})"

    def __reduce__(self) -> tuple[type[MetaArray], tuple[Any, ...]]:
        return MetaArray, (self.shape, self.dtype, self.strides)

    @property
    def ndim(self) -> int:
        """The number of dimensions."""
        return len(self.shape)

    @property
    def size(self) -> int:
        """The number of elements that there would be."""
        return prod(self.shape)

    def view(
        self, shape: Shape, strides: Shape, further: int = 0, dtype: NpDType | None = None
    ) -> MetaArray:
        """Return another look at the same memory, so many elements further on."""
        d = dtype or self.dtype
        return MetaArray(shape, d, strides, self.storage, self.offset + further)


def like(array: MetaArray, dtype: NpDType | None = None) -> MetaArray:
    """Return a new array in the layout that a clone has: the order of the strides, without gaps."""
    shape, strides = array.shape, array.strides
    d = array.dtype if dtype is None else dtype
    if 0 in strides or is_contiguous(shape, strides):
        return MetaArray(shape, d)
    order = sorted(range(len(shape)), key=lambda i: -abs(strides[i]))
    return MetaArray(shape, d, strides_in_order(shape, order))


def combined(shape: Shape, dtype: NpDType, operands: Sequence[MetaArray]) -> MetaArray:
    """Return the new array of a pointwise result, in the layout that its operands suggest."""
    if all(is_contiguous(a.shape, a.strides) for a in operands):
        return MetaArray(shape, dtype)
    ndim = len(shape)
    spread = []
    for a in operands:
        own = [s if n != 1 else 0 for n, s in zip(a.shape, a.strides, strict=True)]
        spread.append((0,) * (ndim - a.ndim) + tuple(own))
    return MetaArray(shape, dtype, strides_in_order(shape, result_order(ndim, spread)))
