"""Arithmetic of strides, counted in elements: which layouts NumPy and PyTorch give to results.

Works on plain ints and tuples; must not know about arrays or tensors.
"""

from __future__ import annotations

from collections.abc import Sequence

from .shapes import Shape


def contiguous_strides(shape: Shape) -> Shape:
    """Return the strides of row-major memory without gaps.

    Examples
    --------
    >>> from redispatch.backends.strides import contiguous_strides
    >>> contiguous_strides((2, 3, 4))
    (12, 4, 1)
    """
    strides, step = [], 1
    for n in reversed(shape):
        strides.append(step)
        step *= max(n, 1)
    return tuple(reversed(strides))


def is_contiguous(shape: Shape, strides: Shape) -> bool:
    """Return whether memory is row-major without gaps; dimensions of size one do not count."""
    if 0 in shape:
        return True
    step = 1
    for n, stride in zip(reversed(shape), reversed(strides), strict=True):
        if n != 1 and stride != step:
            return False
        step *= n
    return True


def channels_last_strides(shape: Shape) -> Shape:
    """Return the strides of memory in which the second dimension is the innermost.

    Examples
    --------
    >>> from redispatch.backends.strides import channels_last_strides
    >>> channels_last_strides((1, 2, 3, 4))
    (24, 1, 8, 2)
    """
    return strides_in_order(shape, (0, *range(2, len(shape)), 1))


def strides_in_order(shape: Shape, order: Sequence[int]) -> Shape:
    """Return the strides of memory without gaps, whose dimensions are given outermost first."""
    strides, step = [0] * len(shape), 1
    for dim in reversed(order):
        strides[dim] = step
        step *= max(shape[dim], 1)
    return tuple(strides)


def result_order(ndim: int, operands: Sequence[Shape]) -> list[int]:
    """Return the dimensions of a pointwise result, outermost first, as NumPy's iterator has them.

    A dimension stands further in than another if its stride is smaller in the first operand that
    says so; operands that are broadcast along either say nothing. `operands` have a stride for
    each dimension of the result.
    """
    order = [*range(ndim)]
    # NumPy's insertion sort, from the innermost dimension: the relation is not transitive, so
    # another way of sorting would give another order.
    inner = order[::-1]
    for i in range(1, ndim):
        place = i
        for j in range(i - 1, -1, -1):
            verdict = _is_inner(inner[i], inner[j], operands)
            if verdict is True:
                place = j
            elif verdict is False:
                break
        inner.insert(place, inner.pop(i))
    return inner[::-1]


def _is_inner(dim: int, other: int, operands: Sequence[Shape]) -> bool | None:
    """Return whether `dim` belongs further in than `other`; None if no operand says."""
    verdict: bool | None = None
    for strides in operands:
        a, b = abs(strides[other]), abs(strides[dim])
        if a and b:
            if a <= b:
                return False
            verdict = True
    return verdict


def reshaped_strides(shape: Shape, strides: Shape, target: Shape) -> Shape | None:
    """Return the strides of a view in another shape, or None where only a copy has that shape.

    Examples
    --------
    >>> from redispatch.backends.strides import reshaped_strides
    >>> reshaped_strides((2, 3), (3, 1), (3, 2)), reshaped_strides((3, 2), (1, 3), (6,))
    ((2, 1), None)
    """
    if 0 in shape:
        return contiguous_strides(target)
    old = [(n, s) for n, s in zip(shape, strides, strict=True) if n != 1]
    result: list[int] = []
    place = 0
    while place < len(target):
        if target[place] == 1:
            result.append(0)  # settled below
            place += 1
            continue
        if not old:
            return None
        n, stride = old.pop(0)
        wanted, end = target[place], place + 1
        while wanted != n:
            if wanted < n:
                wanted *= target[end]
                end += 1
            else:
                following, inner = old.pop(0)
                if stride != following * inner:
                    return None
                n, stride = n * following, inner
        pieces = []
        for size in reversed(target[place:end]):
            pieces.append(stride)
            stride *= size
        result += reversed(pieces)
        place = end
    for i in range(len(target) - 1, -1, -1):
        if target[i] == 1:
            last = i + 1 == len(target)
            result[i] = 1 if last else result[i + 1] * target[i + 1]
    return tuple(result)
