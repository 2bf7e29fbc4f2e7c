"""Meta kernels of convolution."""

from __future__ import annotations

from collections.abc import Sequence

from ...dispatch.registry import raw_kernel
from ..numpy_backend.convolution import (
    Ints,
    Sizes,
    check_bias,
    check_convolution,
    check_gradient,
)
from .payload import MetaArray

kernel = raw_kernel("Meta")


@kernel("_conv")
def conv(
    self: MetaArray,
    weight: MetaArray,
    bias: MetaArray | None,
    stride: Ints,
    padding: Ints,
    dilation: Ints,
    groups: int,
) -> MetaArray:
    places = check_convolution(self, weight, stride, padding, dilation, groups)
    check_bias(bias, weight)
    return MetaArray((self.shape[0], weight.shape[0], *places), self.dtype)


@kernel("_conv_input")
def conv_input(
    grad: MetaArray,
    weight: MetaArray,
    shape: Sequence[int],
    stride: Ints,
    padding: Ints,
    dilation: Ints,
    groups: int,
) -> MetaArray:
    sizes = Sizes(shape, grad.dtype)
    places = check_convolution(sizes, weight, stride, padding, dilation, groups)
    check_gradient(grad, weight.shape, shape, places)
    return MetaArray(tuple(shape), grad.dtype)


@kernel("_conv_bias")
def conv_bias(grad: MetaArray, self: MetaArray) -> MetaArray:
    return MetaArray((grad.shape[1],), grad.dtype)


@kernel("_conv_weight")
def conv_weight(
    grad: MetaArray,
    self: MetaArray,
    shape: Sequence[int],
    stride: Ints,
    padding: Ints,
    dilation: Ints,
    groups: int,
) -> MetaArray:
    sizes = Sizes(shape, self.dtype)
    places = check_convolution(self, sizes, stride, padding, dilation, groups)
    check_gradient(grad, shape, self.shape, places)
    return MetaArray(tuple(shape), grad.dtype)
