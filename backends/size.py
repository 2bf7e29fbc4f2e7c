"""The sizes of a tensor, as users see them.

Decides what `tensor.shape` can do beyond a tuple. Must not know tensors.
"""

from __future__ import annotations

from typing import Any, SupportsIndex


class Size(tuple[int, ...]):
    """The sizes of a tensor: a tuple that knows its product.

    Sums and multiples of it are sizes too. A slice is a tuple: indexing has no code of its own,
    which would cost as much again as reading `shape[0]` does.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.zeros(2, 3).shape.numel()
    6
    >>> (rd.zeros(2, 3).shape + (4,)).numel()
    24
    """

    __slots__ = ()

    def numel(self) -> int:
        """Return the product of the sizes."""
        product = 1
        for n in self:
            product *= n
        return product

    def __add__(self, other: Any, /) -> Any:
        found = tuple.__add__(self, other)
        return found if found is NotImplemented else Size(found)

    def __radd__(self, other: Any, /) -> Any:
        return Size(other + tuple(self)) if isinstance(other, tuple) else NotImplemented

    def __mul__(self, count: SupportsIndex, /) -> Size:
        return Size(tuple.__mul__(self, count))

    __rmul__ = __mul__
