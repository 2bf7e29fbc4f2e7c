"""Batching rules of products: all are `matmul`, with the batch among the dimensions in front."""

from __future__ import annotations

from typing import Any

from ....dispatch.generated import functions as rd
from ....dispatch.tensor import Tensor
from .common import batch_rule, example_shape, in_terms_of_others, needs, rank_of, with_rank


def product(a: Tensor, b: Tensor, dims: Any) -> Tensor:
    """Return the batch of the products of matrices or vectors, of which one has a batch."""
    left, right = rank_of(a, dims[0]), rank_of(b, dims[1])
    needs(left > 0 and right > 0)
    if dims[1] is None and right <= 2:  # many rows, one matrix
        if left > 1 or right == 2:
            return rd.matmul(a, b)
    if dims[0] is None and left == 2 and right == 1:
        return rd.matmul(b, rd.transpose(a, 0, 1))
    if left == 1:
        a = rd.unsqueeze(a, -2)
    if right == 1:
        b = rd.unsqueeze(b, -1)
    rank = max(left, right, 2)
    a = with_rank(a, rank) if dims[0] == 0 else a
    b = with_rank(b, rank) if dims[1] == 0 else b
    result = rd.matmul(a, b)
    if left == 1:
        result = rd.select(result, -2 if right > 1 else -1, 0)
    if right == 1:
        result = rd.select(result, -1, 0)
    return result


def _of_ranks(left: int, right: int) -> Any:
    """Return the rule of a product of tensors with just so many dimensions."""

    def rule(info: Any, in_dims: Any, a: Any, b: Any) -> Any:
        needs(rank_of(a, in_dims[0]) == left and rank_of(b, in_dims[1]) == right)
        needs(a.dtype is b.dtype)
        if left == 3:
            needs(example_shape(a, in_dims[0])[0] == example_shape(b, in_dims[1])[0])
        return product(a, b, in_dims), 0

    return rule


for _name, _ranks in {"mm": (2, 2), "bmm": (3, 3), "mv": (2, 1), "dot": (1, 1)}.items():
    batch_rule(_name)(_of_ranks(*_ranks))


@batch_rule("matmul")
def matmul(info: Any, in_dims: Any, self: Any, other: Any) -> Any:
    return product(self, other, in_dims), 0


@batch_rule("linear")
def linear(info: Any, in_dims: Any, self: Any, weight: Any, bias: Any) -> Any:
    rank = rank_of(weight, in_dims[1])
    needs(rank in (1, 2))
    if in_dims[1] is None and in_dims[2] is None:
        return rd.linear(self, weight, bias), 0
    if rank == 2:
        weight = rd.transpose(weight, -2, -1)
    result = product(self, weight, in_dims) if in_dims[:2] != (None, None) else None
    if result is None:
        result = rd.unsqueeze(rd.matmul(self, weight), 0)
    if bias is None:
        return result, 0
    if in_dims[2] is not None:
        bias = with_rank(bias, result.dim() - 1)
    return result + bias, 0


# ----- in other words, of one example -----


@in_terms_of_others("vdot")
def vdot(self: Any, other: Any) -> Any:
    return rd.dot(rd.conj_physical(self), other)


@in_terms_of_others("outer")
def outer(self: Any, vec2: Any) -> Any:
    for name, each in (("self", self), ("vec2", vec2)):
        if each.dim() != 1:
            raise RuntimeError(f"outer: Expected 1-D argument {name}, but got {each.dim()}-D")
    return rd.unsqueeze(self, 1) * vec2


@in_terms_of_others("trace")
def trace(self: Any) -> Any:
    if self.dim() != 2:
        raise RuntimeError(f"trace: expected a matrix, but got tensor with dim {self.dim()}")
    return rd.sum(rd.diagonal(self))


def _added(self: Any, product: Any, beta: Any, alpha: Any) -> Any:
    """Return beta * self + alpha * product; nothing of `self` where beta is 0."""
    if alpha != 1:
        product = product * alpha
    if beta == 0:
        return product
    self = rd.expand(self, tuple(product.shape))
    return product + (self if beta == 1 else self * beta)


def _scaled(name: str, multiply: Any) -> None:
    def made(self: Any, first: Any, second: Any, beta: Any = 1, alpha: Any = 1) -> Any:
        return _added(self, multiply(first, second), beta, alpha)

    in_terms_of_others(name)(made)


_scaled("addmm", rd.mm)
_scaled("addmv", rd.mv)
_scaled("baddbmm", rd.bmm)
_scaled("addr", rd.outer)
_scaled("addbmm", lambda a, b: rd.sum(rd.bmm(a, b), (0,)))
