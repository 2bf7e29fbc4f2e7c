"""NumPy kernels of the products of matrices and vectors."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from ...dispatch.registry import raw_kernel
from ..create import fill_constant
from ..dtypes import NpDType
from ..promotion import Array, python_scalar
from ..shapes import matmul_error

__warningregistry__ = 0  # Note [Silent arithmetic] in array_backend.py

kernel = raw_kernel("NumPy")

_BOOL: Final[NpDType] = np.dtype(bool)


def _check_dtypes(self: Array, other: Array, name: str) -> None:
    d = self.dtype
    if d is not other.dtype and d != other.dtype:
        raise RuntimeError(
            f"expected both operands of {name} to have the same dtype, "
            f"but got: {d.name} != {other.dtype.name}"
        )
    if d is _BOOL:
        raise NotImplementedError(f"{name} is not implemented for bool")


@kernel("matmul")
def matmul(self: Array, other: Array) -> Any:
    m, n = self.ndim, other.ndim
    _check_dtypes(self, other, "matmul")
    try:
        # 310 ns for small matrices, where np.matmul takes 930; nor does dot look at the
        # floating-point flags, which BLAS may set without cause.
        if m and n and m <= 2 and n <= 2:
            return self.dot(other)
        if m > 2 and 0 < n <= 2 and self.flags.c_contiguous and self.size:
            # one product of a tall matrix instead of one per batch
            shape = self.shape
            rows = self.reshape(-1, shape[-1])
            return rows.dot(other).reshape(shape[:-1] + other.shape[1:])
        if m and n:
            return np.matmul(self, other)
    except ValueError:
        pass
    raise matmul_error(self.shape, other.shape)


# ----- products that say how many dimensions their operands have -----


def check_dims(a: int, b: int, name: str, dims: tuple[int, int]) -> None:
    """Refuse operands of other numbers of dimensions than a product takes."""
    if (a, b) != dims:
        nouns = {1: "vector", 2: "matrix", 3: "batch of matrices"}
        raise RuntimeError(
            f"{name}: expected a {nouns[dims[0]]} and a {nouns[dims[1]]}, got {a}D and {b}D tensors"
        )


def _product(self: Array, other: Array, name: str, dims: tuple[int, int]) -> Any:
    """Multiply operands of exactly these numbers of dimensions."""
    check_dims(self.ndim, other.ndim, name, dims)
    _check_dtypes(self, other, name)
    try:
        return self.dot(other) if dims[0] < 3 else np.matmul(self, other)
    except ValueError:
        raise matmul_error(self.shape, other.shape) from None


@kernel("mm")
def mm(self: Array, mat2: Array) -> Any:
    return _product(self, mat2, "mm", (2, 2))


@kernel("bmm")
def bmm(self: Array, mat2: Array) -> Any:
    if self.shape[:1] != mat2.shape[:1]:
        raise RuntimeError(
            "bmm: expected batches of one size, got shapes "
            f"{list(self.shape)} and {list(mat2.shape)}"
        )
    return _product(self, mat2, "bmm", (3, 3))


@kernel("mv")
def mv(self: Array, vec: Array) -> Any:
    return _product(self, vec, "mv", (2, 1))


@kernel("dot")
def dot(self: Array, tensor: Array) -> Any:
    return _product(self, tensor, "dot", (1, 1))


@kernel("vdot")
def vdot(self: Array, other: Array) -> Any:
    return _product(self.conj() if self.dtype.kind == "c" else self, other, "vdot", (1, 1))


@kernel("outer")
def outer(self: Array, vec2: Array) -> Any:
    if self.ndim != 1 or vec2.ndim != 1:
        raise RuntimeError(
            f"outer: Expected 1-D arguments, but got {self.ndim}-D and {vec2.ndim}-D"
        )
    return np.multiply(self[:, None], vec2)


@kernel("linear")
def linear(self: Array, weight: Array, bias: Array | None = None) -> Any:
    _check_dtypes(self, weight, "linear")
    try:
        if self.ndim <= 2:
            result = self.dot(weight.T)
        else:
            shape = self.shape
            rows = self.reshape(-1, shape[-1]) if self.size else self
            result = rows.dot(weight.T).reshape(shape[:-1] + weight.shape[:1])
    except ValueError:
        raise matmul_error(self.shape, weight.T.shape) from None
    if bias is None:
        return result
    _check_dtypes(self, bias, "linear")
    if result.__class__ is np.ndarray and result.ndim >= bias.ndim:
        return np.add(result, bias, result)
    return np.add(result, bias)


@kernel("trace")
def trace(self: Array) -> Any:
    if self.ndim != 2:
        raise RuntimeError("trace: expected a matrix")
    kind = self.dtype.kind
    return np.trace(self, dtype=self.dtype if kind in "fc" else np.int64)


# ----- beta * input + alpha * product -----


def _scaled(value: Any, factor: object) -> Any:
    number = python_scalar(factor)
    if number == 1:
        return value
    return np.multiply(value, fill_constant(value.dtype, number))  # of integers, cut off


def _added(self: Array, product: Any, beta: object, alpha: object, name: str) -> Any:
    """Return `beta * self + alpha * product`, in the shape of the product."""
    if self.dtype != product.dtype:
        _check_dtypes(self, product, name)
    product = _scaled(np.asarray(product), alpha)
    check_added(self.shape, product.shape, name)
    if python_scalar(beta) == 0:  # then not even nan in `self` counts
        return product
    return np.add(_scaled(self, beta), product)


def check_added(shape: tuple[int, ...], target: tuple[int, ...], name: str) -> None:
    """Refuse an operand that does not broadcast to the sizes of the product."""
    if shape == target[len(target) - len(shape) :]:
        return
    pairs = zip(reversed(shape), reversed(target), strict=False)
    if len(shape) > len(target) or any(n not in (1, m) for n, m in pairs):
        raise RuntimeError(
            f"{name}: The expanded size of the tensor {list(target)} must match the "
            f"existing size {list(shape)}"
        )


@kernel("addmm")
def addmm(self: Array, mat1: Array, mat2: Array, beta: object = 1, alpha: object = 1) -> Any:
    return _added(self, mm(mat1, mat2), beta, alpha, "addmm")


@kernel("addmv")
def addmv(self: Array, mat: Array, vec: Array, beta: object = 1, alpha: object = 1) -> Any:
    return _added(self, mv(mat, vec), beta, alpha, "addmv")


@kernel("baddbmm")
def baddbmm(self: Array, batch1: Array, batch2: Array, beta: object = 1, alpha: object = 1) -> Any:
    return _added(self, bmm(batch1, batch2), beta, alpha, "baddbmm")


@kernel("addbmm")
def addbmm(self: Array, batch1: Array, batch2: Array, beta: object = 1, alpha: object = 1) -> Any:
    products = bmm(batch1, batch2)
    wide = np.float32 if products.dtype == np.float16 else products.dtype
    total = products.sum(0, dtype=wide).astype(products.dtype, copy=False)
    return _added(self, total, beta, alpha, "addbmm")


@kernel("addr")
def addr(self: Array, vec1: Array, vec2: Array, beta: object = 1, alpha: object = 1) -> Any:
    return _added(self, outer(vec1, vec2), beta, alpha, "addr")
