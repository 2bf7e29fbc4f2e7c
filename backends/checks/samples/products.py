"""Samples of the products that say how many dimensions they take, and of what is made of them."""

from __future__ import annotations

from typing import Any

import numpy as np

from .linalg import product
from .row import Array, Row, s, x, y, z


def linear(self: Array, weight: Array, bias: Any = None) -> Any:
    """Multiply element by element."""
    result = (self[..., None, :] * weight).sum(-1)
    return result if bias is None else result + bias


def scaled(multiply: Any) -> Any:
    """Return what scales and adds a product."""

    def expected(self: Array, a: Array, b: Array, *, beta: Any = 1, alpha: Any = 1) -> Any:
        return beta * self + alpha * multiply(a, b)

    return expected


def batched_sum(a: Array, b: Array) -> Any:
    """Add up the products of a batch."""
    return product(a, b).sum(0)


def bilinear(a: Array, b: Array, weight: Array, bias: Any = None) -> Any:
    """Multiply element by element."""
    result = (a[..., None, :, None] * weight * b[..., None, None, :]).sum((-1, -2))
    return result if bias is None else result + bias


def einsum(equation: str, operands: list[Array]) -> Any:
    """Let NumPy do it, without an order."""
    return np.einsum(equation, *operands)


FACTORS: dict[str, Any] = {"beta": 2, "alpha": 3}
M, N = x(2, 3), y(3, 4)

ROWS: dict[str, Row] = {
    "mm": Row(product, [s(x(2, 3), y(3, 4)), s(x(0, 3), y(3, 2)), s(x(2, 0), y(0, 3))], "dficz",
        "same"),
    "bmm": Row(product, [s(x(2, 2, 3), y(2, 3, 2)), s(x(0, 2, 3), y(0, 3, 2))], "dficz", "same"),
    "mv": Row(product, [s(x(2, 3), y(3)), s(x(2, 0), y(0))], "dficz", "same"),
    "dot": Row(product, [s(x(3), y(3)), s(x(0), y(0))], "dficz", "same"),
    "vdot": Row(lambda a, b: product(a.conj(), b), [s(x(3), y(3))], "dficz", "same"),
    "outer": Row(np.multiply.outer, [s(x(2), y(3)), s(x(0), y(2))], "dfibcz", "same"),
    "ger": Row(np.multiply.outer, [s(x(2), y(3))], "dfibcz", "same"),
    "linear": Row(linear, [
        s(x(2, 3), y(4, 3)), s(x(2, 3), y(4, 3), z(4)), s(x(3), y(4, 3), z(4)), s(x(2, 2, 3),
        y(4, 3), z(4)),
        s(x(0, 3), y(4, 3), z(4)), s(x(3), y(4, 3)),
    ], "dficz", "same"),
    "trace": Row(np.trace, [s(x(3, 3)), s(x(2, 3)), s(x(0, 2))], "dfibcz", "sum"),
    "inner": Row(np.inner, [s(x(3), y(3)), s(x(2, 3), y(4, 3)), s(x(), y(2))], "dficz", "same"),
    "kron": Row(np.kron, [s(x(2, 3), y(3, 2)), s(x(2), y(2, 2)), s(x(), y(3))], "dficz", "same"),
    "tensordot": Row(lambda a, b, dims=2: np.tensordot(a, b, dims), [
        s(x(2, 3, 4), y(3, 4, 2)), s(x(2, 3), y(3), 1), s(x(2), y(3), 0),
        s(x(2, 3, 4), y(4, 2), ((2, 0), (0, 1))),
    ], "dficz", "same"),
    "bilinear": Row(bilinear, [
        s(x(4, 2), y(4, 3), z(5, 2, 3)), s(x(2), y(3), z(5, 2, 3), x(5)),
    ], "dfcz", "same"),
    "einsum": Row(einsum, [
        s("ij,jk->ik", [M, N]), s("ij->j", [M]), s("i,j->ji", [x(2), y(3)]),
        s("...ij,...jk->...ik", [x(2, 2, 3), y(3, 2)]), s("ij,jk,kl->il", [M, N, x(4, 2)]),
        s("bi,bi->b", [M, y(2, 3)]), s("ij,ij", [M, y(2, 3)]), s("i->", [x(3)]),
        s("ij,kj->", [M, y(4, 3)]), s("ii,i->", [x(3, 3), y(3)]),
    ], "dficz", "same"),
    "chain_matmul": Row(lambda m: np.linalg.multi_dot(m) if len(m) > 1 else m[0], [
        s([M, N]), s([M, N, x(4, 2)]), s([x(2, 3), y(3, 1), z(1, 4), x(4, 2)]),
    ], "dfcz", "same"),
    "addmm": Row(scaled(product), [
        s(z(2, 4), M, N), s(z(4), M, N, **FACTORS), s(z(1, 1), M, N), s(z(2, 1),
        M, N, alpha=0.5, only="df"),
    ], "dficz", "same"),
    "addmv": Row(scaled(product), [s(z(2), M, y(3)), s(z(1), M, y(3), **FACTORS)], "dficz", "same"),
    "baddbmm": Row(scaled(product), [
        s(z(2, 2, 2), x(2, 2, 3), y(2, 3, 2)), s(z(2), x(2, 2, 3), y(2, 3, 2), **FACTORS),
    ], "dficz", "same"),
    "addbmm": Row(scaled(batched_sum), [
        s(z(2, 2), x(2, 2, 3), y(2, 3, 2)), s(z(2), x(2, 2, 3), y(2, 3, 2), **FACTORS),
    ], "dficz", "same"),
    "addr": Row(scaled(np.multiply.outer), [
        s(z(2, 3), x(2), y(3)), s(z(3), x(2), y(3), **FACTORS),
    ], "dficz", "same"),
}  # fmt: skip
