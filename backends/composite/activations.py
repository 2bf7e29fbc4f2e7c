"""Composites of activation functions."""

from __future__ import annotations

from typing import Any

from ...dispatch.generated.functions import (
    _prelu_kernel,
    elu,
    hardtanh,
    reshape,
    sigmoid,
    slice,
    softmax,
    tanh,
)
from ...dispatch.generated.functions import abs as absolute
from ...dispatch.registry import composite
from ..shapes import wrap_dim

SELU_ALPHA = 1.6732632423543772848170429916717
SELU_SCALE = 1.0507009873554804934193349852946


@composite("celu")
def celu(self: Any, alpha: float = 1.0) -> Any:
    if alpha == 0:
        raise RuntimeError("ZeroDivisionError: alpha cannot be 0 for CELU")
    return elu(self, alpha, 1.0, 1 / alpha)


@composite("selu")
def selu(self: Any) -> Any:
    return elu(self, SELU_ALPHA, SELU_SCALE, 1.0)


@composite("relu6")
def relu6(self: Any) -> Any:
    return hardtanh(self, 0.0, 6.0)


@composite("tanhshrink")
def tanhshrink(self: Any) -> Any:
    return self - tanh(self)


@composite("softsign")
def softsign(self: Any) -> Any:
    return self / (absolute(self) + 1)


@composite("prelu")
def prelu(self: Any, weight: Any) -> Any:
    count = weight.numel()
    if count != 1:
        if not self.shape:
            raise RuntimeError("Not allow zero-dim input tensor.")
        channels = self.shape[1] if len(self.shape) > 1 else 1
        if channels != count:
            raise RuntimeError(
                "Mismatch of parameter numbers and input channel size. Found parameter numbers = "
                f"{count} and channel size = {channels}."
            )
    if len(weight.shape) > 1:
        raise RuntimeError(
            "prelu: Expected `weight` to be a scalar or 1D tensor, but got: ndim = "
            f"{len(weight.shape)}"
        )
    rank = len(self.shape)
    place = (1, count) if rank > 1 else (count,) if rank else ()
    return _prelu_kernel(self, reshape(weight, (*place, *(1,) * (rank - 2))))


@composite("glu")
def glu(self: Any, dim: int = -1) -> Any:
    if not self.shape:
        raise RuntimeError("glu does not support 0-dimensional tensors")
    dim = wrap_dim(dim, len(self.shape))
    half, odd = divmod(self.shape[dim], 2)
    if odd:
        raise RuntimeError(
            f"Halving dimension must be even, but dimension {dim} is size {self.shape[dim]}"
        )
    return slice(self, dim, 0, half) * sigmoid(slice(self, dim, half, 2 * half))


@composite("softmin")
def softmin(self: Any, dim: int, dtype: Any = None) -> Any:
    return softmax(-self, dim, dtype)
