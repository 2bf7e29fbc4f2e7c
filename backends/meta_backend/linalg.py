"""Meta kernels of the matrix products."""

from __future__ import annotations

from ...dispatch.registry import lookup, raw_kernel
from ..numpy_backend.linalg import check_added, check_dims
from ..shapes import Shape, broadcast_shapes, matmul_shape
from .asking import ask
from .payload import MetaArray
from .sized import sized

kernel = raw_kernel("Meta")


@kernel("matmul")
def matmul(self: MetaArray, other: MetaArray) -> MetaArray:
    dtype = ask(lookup("matmul"), (self, other)) if self.shape and other.shape else self.dtype
    return MetaArray(matmul_shape(self.shape, other.shape), dtype)


def _product(name: str, dims: tuple[int, int]) -> None:
    """Register a product that says how many dimensions its operands have."""
    operator = lookup(name)

    def product(self: MetaArray, other: MetaArray) -> MetaArray:
        check_dims(self.ndim, other.ndim, name, dims)
        return MetaArray(matmul_shape(self.shape, other.shape), ask(operator, (self, other)))

    product.__name__ = product.__qualname__ = f"meta_{name}"
    kernel(name)(product)


for _name, _dims in {
    "mm": (2, 2), "bmm": (3, 3), "mv": (2, 1), "dot": (1, 1), "vdot": (1, 1),
}.items():  # fmt: skip
    _product(_name, _dims)


@sized("outer")
def outer(self: MetaArray, vec2: MetaArray) -> Shape:
    return (*self.shape, *vec2.shape)


@sized("trace")
def trace(self: MetaArray) -> Shape:
    return ()


@kernel("linear")
def linear(self: MetaArray, weight: MetaArray, bias: MetaArray | None = None) -> MetaArray:
    turned = weight.shape[::-1]
    shape = matmul_shape(self.shape, turned)
    if bias is not None:
        shape = broadcast_shapes(shape, bias.shape)
    return MetaArray(shape, ask(lookup("linear"), (self, weight, bias)))


def _added(name: str, dims: tuple[int, int]) -> None:
    """Register `beta * self + alpha * product`."""
    operator = lookup(name)

    def added(
        self: MetaArray, a: MetaArray, b: MetaArray, beta: object = 1, alpha: object = 1
    ) -> MetaArray:
        check_dims(a.ndim, b.ndim, name, dims)
        shape = (*a.shape, *b.shape) if name == "addr" else matmul_shape(a.shape, b.shape)
        shape = shape[1:] if name == "addbmm" else shape
        check_added(self.shape, shape, name)
        return MetaArray(shape, ask(operator, (self, a, b, beta, alpha)))

    added.__name__ = added.__qualname__ = f"meta_{name}"
    kernel(name)(added)


for _name, _dims in {
    "addmm": (2, 2), "addmv": (2, 1), "baddbmm": (3, 3), "addbmm": (3, 3), "addr": (1, 1),
}.items():  # fmt: skip
    _added(_name, _dims)
