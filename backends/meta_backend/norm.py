"""Meta kernels of normalisation, forward and backward."""

from __future__ import annotations

from collections.abc import Sequence

from ...dispatch.registry import raw_kernel
from ..numpy_backend.norm import check_norm
from .payload import MetaArray
from .sized import same_as

kernel = raw_kernel("Meta")


@kernel("native_layer_norm")
def native_layer_norm(
    self: MetaArray,
    normalized_shape: Sequence[int],
    weight: MetaArray | None = None,
    bias: MetaArray | None = None,
    eps: float = 1e-5,
) -> tuple[MetaArray, MetaArray, MetaArray]:
    check_norm(self, normalized_shape, weight, bias)
    kept = self.shape[: self.ndim - len(normalized_shape)] + (1,) * len(normalized_shape)
    saved = MetaArray(kept, self.dtype)
    return MetaArray(self.shape, self.dtype), saved, MetaArray(kept, self.dtype)


same_as("layer_norm_backward", 1)
same_as("softmax_backward")
same_as("log_softmax_backward")


@kernel("layer_norm_weight_backward")
def layer_norm_weight_backward(
    grad: MetaArray,
    self: MetaArray,
    mean: MetaArray,
    rstd: MetaArray,
    normalized_shape: Sequence[int],
    eps: float,
) -> MetaArray:
    return MetaArray(tuple(normalized_shape), self.dtype)


@kernel("layer_norm_bias_backward")
def layer_norm_bias_backward(
    grad: MetaArray, self: MetaArray, normalized_shape: Sequence[int]
) -> MetaArray:
    return MetaArray(tuple(normalized_shape), grad.dtype)
