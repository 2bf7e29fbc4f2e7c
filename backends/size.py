"""The sizes of a tensor, as users see them.

Decides what `tensor.shape` can do beyond a tuple. Must not know tensors.
"""

from __future__ import annotations

import operator
from collections.abc import Iterable
from typing import Any, SupportsIndex, overload

# Makes one without looking at the numbers, which have been looked at: half the price.
of_sizes = tuple.__new__
_item = tuple.__getitem__


class Size(tuple[int, ...]):
    """The sizes of a tensor: a tuple that knows its product.

    Parts, sums and multiples of it are sizes too.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.zeros(2, 3).shape.numel()
    6
    >>> rd.zeros(2, 3, 4).shape[1:].numel()
    12
    """

    __slots__ = ()

    def __new__(cls, sizes: Iterable[SupportsIndex] = ()) -> Size:
        try:
            return of_sizes(cls, [operator.index(n) for n in sizes])
        except TypeError:
            raise TypeError(f"Size() takes an iterable of int, not {sizes!r}") from None

    def numel(self) -> int:
        """Return the product of the sizes."""
        product = 1
        for n in self:
            product *= n
        return product

    @overload
    def __getitem__(self, place: SupportsIndex, /) -> int: ...
    @overload
    def __getitem__(self, place: slice, /) -> Size: ...
    def __getitem__(self, place: Any, /) -> Any:
        found = _item(self, place)
        return of_sizes(Size, found) if place.__class__ is slice else found

    def __add__(self, other: Any, /) -> Any:
        found = tuple.__add__(self, other)
        return found if found is NotImplemented else of_sizes(Size, found)

    def __radd__(self, other: Any, /) -> Any:
        return of_sizes(Size, other + tuple(self)) if isinstance(other, tuple) else NotImplemented

    def __mul__(self, count: SupportsIndex, /) -> Size:
        return of_sizes(Size, tuple.__mul__(self, count))

    __rmul__ = __mul__
