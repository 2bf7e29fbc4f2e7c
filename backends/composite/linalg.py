"""Composites of products: einsum and what is like it."""

from __future__ import annotations

import functools
import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from ...dispatch.generated.functions import (
    bmm,
    diagonal,
    matmul,
    mm,
    outer,
    permute,
    reshape,
    sum,
    tensordot,
    unsqueeze,
)
from ...dispatch.registry import composite
from ...dispatch.tensor import Tensor
from ..shapes import wrap_dim


@composite("inner")
def inner(self: Tensor, other: Tensor) -> Tensor:
    if not self.dim() or not other.dim():
        return self * other
    if self.shape[-1] != other.shape[-1]:
        raise RuntimeError(
            "inner() the last dimension must match on both input tensors but got shapes "
            f"{list(self.shape)} and {list(other.shape)}"
        )
    return tensordot(self, other, ([-1], [-1]))


composite("ger")(lambda self, vec2: outer(self, vec2))


@composite("kron")
def kron(self: Tensor, other: Tensor) -> Tensor:
    rank = max(self.dim(), other.dim())
    a = (1,) * (rank - self.dim()) + tuple(self.shape)
    b = (1,) * (rank - other.dim()) + tuple(other.shape)
    left = reshape(self, tuple([n for size in a for n in (size, 1)]))
    right = reshape(other, tuple([n for size in b for n in (1, size)]))
    return reshape(left * right, tuple([n * m for n, m in zip(a, b, strict=True)]))


@composite("tensordot")
def tensordot_(self: Tensor, other: Tensor, dims: Any = 2) -> Tensor:
    if isinstance(dims, Tensor):
        dims = dims.tolist()
    if isinstance(dims, int):
        if dims < 0:
            raise RuntimeError(f"tensordot expects dims >= 0, but got dims={dims}")
        if dims > min(self.dim(), other.dim()):
            raise RuntimeError(f"tensordot expects dims < ndim_a or ndim_b, but got dims={dims}")
        dims = (range(self.dim() - dims, self.dim()), range(dims))
    of_self, of_other = ([d] if isinstance(d, int) else list(d) for d in dims)
    if len(of_self) != len(of_other):
        raise RuntimeError("both dimension lists should have same length")
    first = [wrap_dim(d, self.dim()) for d in of_self]
    second = [wrap_dim(d, other.dim()) for d in of_other]
    for i, j in zip(first, second, strict=True):
        if self.shape[i] == 1:  # broadcast: the same number is multiplied with each
            other = sum(other, (j,), True)
        elif other.shape[j] == 1:
            self = sum(self, (i,), True)
        elif self.shape[i] != other.shape[j]:
            raise RuntimeError(
                f"contracted dimensions need to match, but first has size {self.shape[i]} in dim "
                f"{i} and second has size {other.shape[j]} in dim {j}"
            )
    rest = [d for d in range(self.dim()) if d not in first]
    others = [d for d in range(other.dim()) if d not in second]
    common = math.prod([self.shape[d] for d in first])
    left = [self.shape[d] for d in rest]
    right = [other.shape[d] for d in others]
    a = reshape(permute(self, (*rest, *first)), (math.prod(left), common))
    b = reshape(permute(other, (*second, *others)), (common, math.prod(right)))
    return reshape(mm(a, b), (*left, *right))


@composite("bilinear")
def bilinear(input1: Tensor, input2: Tensor, weight: Tensor, bias: Tensor | None = None) -> Tensor:
    if input1.shape[:-1] != input2.shape[:-1]:
        raise RuntimeError(
            f"bilinear(): input dimensions do not match: got {list(input1.shape)} and "
            f"{list(input2.shape)}"
        )
    if input1.shape[-1] != weight.shape[1] or input2.shape[-1] != weight.shape[2]:
        raise RuntimeError(
            f"bilinear(): input sizes do not match weight: got {list(input1.shape)}, "
            f"{list(input2.shape)} and weight {list(weight.shape)}"
        )
    lead, (n, left, right) = tuple(input1.shape[:-1]), weight.shape
    rows = math.prod(lead)
    # (rows, left) @ (left, n * right), then each row with its own vector
    table = reshape(permute(weight, (1, 0, 2)), (left, n * right))
    halfway = reshape(mm(reshape(input1, (rows, left)), table), (rows, n, right))
    vectors = reshape(input2, (rows, right, 1))
    result = reshape(bmm(halfway, vectors), (*lead, n))
    return result if bias is None else result + bias


@composite("chain_matmul")
def chain_matmul(matrices: Sequence[Tensor]) -> Tensor:
    if not matrices:
        raise RuntimeError("chain_matmul(): Expected one or more matrices")
    letters = [chr(97 + i) for i in range(len(matrices) + 1)]
    pairs = ",".join(a + b for a, b in zip(letters[:-1], letters[1:], strict=True))
    return einsum(f"{pairs}->{letters[0]}{letters[-1]}", matrices)


# ----- einsum -----
#
# Each operand becomes a tensor whose dimensions are different letters; then pairs are contracted,
# each by one bmm, of three operands and more in the order that NumPy's einsum_path finds.


@functools.lru_cache(maxsize=512)
def parse(equation: str, ranks: tuple[int, ...]) -> tuple[list[list[Any]], list[Any]]:
    """Return the letters of each operand and of the result; an ellipsis becomes numbers.

    Raises
    ------
    RuntimeError
        If the equation does not fit the operands.
    """
    left, arrow, right = equation.replace(" ", "").partition("->")
    terms = left.split(",")
    if len(terms) != len(ranks):
        raise RuntimeError(
            f"einsum(): the equation has {len(terms)} operands, but {len(ranks)} were provided"
        )
    labels: list[list[Any]] = []
    widest = 0
    for term, rank in zip(terms, ranks, strict=True):
        before, dots, after = term.partition("...")
        given = [*before, *after]
        if not all(c.isalpha() for c in given):
            raise RuntimeError(
                f"einsum(): invalid subscript given in {term!r}, subscripts must be letters"
            )
        extra = rank - len(given)
        if extra < 0 or (extra and not dots):
            raise RuntimeError(
                f"einsum(): the number of subscripts in the equation ({len(given)}) does not match "
                f"the number of dimensions ({rank}) for an operand, and no ellipsis was given"
            )
        widest = max(widest, extra)
        labels.append([*before, *range(-extra, 0), *after])
    if arrow:
        before, dots, after = right.partition("...")
        result: list[Any] = [*before, *(range(-widest, 0) if dots else ()), *after]
    else:
        every = [c for term in labels for c in term if isinstance(c, str)]
        once = sorted(c for c in set(every) if every.count(c) == 1)
        result = [*range(-widest, 0), *once]
    known = {c for term in labels for c in term}
    for c in result:
        if result.count(c) > 1:
            raise RuntimeError(
                f"einsum(): output subscript {c} appears more than once in the output"
            )
        if c not in known:
            raise RuntimeError(
                f"einsum(): output subscript {c} does not appear in the equation for any input "
                "operand"
            )
    return labels, result


def _distinct(operand: Tensor, labels: list[Any]) -> tuple[Tensor, list[Any]]:
    """Take the diagonal of dimensions that have one letter."""
    if len(set(labels)) == len(labels):
        return operand, labels
    labels = list(labels)
    for c in list(labels):
        while labels.count(c) > 1:
            first = labels.index(c)
            second = labels.index(c, first + 1)
            if operand.shape[first] != operand.shape[second]:
                raise RuntimeError(
                    f"einsum(): subscript {c} is repeated for an operand but the sizes don't "
                    f"match, {operand.shape[second]} != {operand.shape[first]}"
                )
            operand = diagonal(operand, 0, first, second)
            labels = [k for i, k in enumerate(labels) if i not in (first, second)] + [c]
    return operand, labels


def _summed(operand: Tensor, labels: list[Any], kept: set[Any]) -> tuple[Tensor, list[Any]]:
    """Sum over the letters that nobody else needs."""
    gone = tuple([i for i, c in enumerate(labels) if c not in kept])
    return (sum(operand, gone), [c for c in labels if c in kept]) if gone else (operand, labels)


def _arranged(operand: Tensor, labels: list[Any], wanted: list[Any]) -> Tensor:
    """Bring an operand into the order of letters wanted, with size one where it has none."""
    if labels == wanted:
        return operand
    order = tuple([labels.index(c) for c in wanted if c in labels])
    operand = permute(operand, order) if order != tuple(range(len(order))) else operand
    for i, c in enumerate(wanted):
        if c not in labels:
            operand = unsqueeze(operand, i)
    return operand


def _pair(
    a: tuple[Tensor, list[Any]], b: tuple[Tensor, list[Any]], kept: set[Any], sizes: dict[Any, int]
) -> tuple[Tensor, list[Any]]:
    """Contract two operands: one batch of matrix products."""
    (x, of_x), (y, of_y) = a, b
    # a size of one that stands for a larger one is no partner in a product
    x, of_x = _dropped(x, of_x, of_y, sizes)
    y, of_y = _dropped(y, of_y, of_x, sizes)
    both = [c for c in of_x if c in of_y]
    batch, common = [c for c in both if c in kept], [c for c in both if c not in kept]
    x, of_x = _summed(x, of_x, kept | set(of_y))
    y, of_y = _summed(y, of_y, kept | set(of_x))
    left = [c for c in of_x if c not in both]
    right = [c for c in of_y if c not in both]

    def size(tensor: Tensor, labels: list[Any], names: list[Any]) -> list[int]:
        return [tensor.shape[labels.index(c)] for c in names]

    outer_sizes = (size(x, of_x, batch), size(x, of_x, left), size(y, of_y, right))
    n, rows, columns = map(math.prod, outer_sizes)
    inner_size = math.prod(size(x, of_x, common))
    x = _arranged(x, of_x, [*batch, *left, *common])
    y = _arranged(y, of_y, [*batch, *common, *right])
    names = [*batch, *left, *right]
    if len(names) == 2 and len(left) == len(common) == len(right) == 1:  # matrices as they are
        return matmul(x, y), names
    if batch:
        p, q = reshape(x, (n, rows, inner_size)), reshape(y, (n, inner_size, columns))
        product = bmm(p, q)
    else:
        product = matmul(reshape(x, (rows, inner_size)), reshape(y, (inner_size, columns)))
    return reshape(product, tuple([k for part in outer_sizes for k in part])), names


def _dropped(
    x: Tensor, labels: list[Any], partner: list[Any], sizes: dict[Any, int]
) -> tuple[Tensor, list[Any]]:
    """Drop dimensions of size one that the partner has with a larger size."""
    gone = [i for i, c in enumerate(labels) if c in partner and x.shape[i] == 1 != sizes[c]]
    if not gone:
        return x, labels
    shape = [n for i, n in enumerate(x.shape) if i not in gone]
    return reshape(x, tuple(shape)), [c for i, c in enumerate(labels) if i not in gone]


def _path(operands: list[tuple[Tensor, list[Any]]], result: list[Any]) -> list[tuple[int, ...]]:
    """Return which pairs to contract, in order."""
    if len(operands) < 3:
        return [(0, 1)] * (len(operands) - 1)
    numbers = {c: i for i, c in enumerate(dict.fromkeys(c for _, ls in operands for c in ls))}
    given: list[Any] = []
    for tensor, labels in operands:
        given += [np.broadcast_to(0, tuple(tensor.shape)), [numbers[c] for c in labels]]
    path = np.einsum_path(*given, [numbers[c] for c in result], optimize=("greedy", 2**62))[0][1:]
    return [tuple(sorted(step)) for step in path]


def _sizes(operands: list[tuple[Tensor, list[Any]]]) -> dict[Any, int]:
    """Return the size of each letter.

    Raises
    ------
    RuntimeError
        If operands disagree, and none of the sizes is one.
    """
    sizes: dict[Any, int] = {}
    for tensor, labels in operands:
        for n, c in zip(tensor.shape, labels, strict=True):
            if sizes.get(c, 1) == 1:
                sizes[c] = n
            elif n not in (1, sizes[c]):
                raise RuntimeError(
                    f"einsum(): subscript {c} has size {n} for an operand which does not broadcast "
                    f"with previously seen size {sizes[c]}"
                )
    return sizes


@composite("einsum")
def einsum(equation: str, operands: Sequence[Tensor]) -> Tensor:
    if not operands:
        raise RuntimeError("einsum(): must provide at least one operand")
    labels, result = parse(equation, tuple([t.dim() for t in operands]))
    known = [_distinct(t, ls) for t, ls in zip(operands, labels, strict=True)]
    sizes = _sizes(known)
    steps = iter(_path(known, result))
    while len(known) > 1:
        step = next(steps, (0, 1))
        second, first = known.pop(step[-1]), known.pop(step[0])
        if len(step) > 2:  # no order is better than another: any will do
            steps = iter(())
        kept = set(result) | {c for _, ls in known for c in ls}
        known.append(_pair(first, second, kept, sizes))
    last, names = _summed(*known[0], set(result))
    return _arranged(last, names, result)
