"""Declarations: the largest element and the sum of each window, over any number of dimensions.

Windows may reach over the ends, by the padding and further; what is not there does not count.
"""

from __future__ import annotations

from .common import declare

_WINDOWS = "int[] kernel, int[] stride, int[] padding"
declare(
    f"_max_pool(Tensor self, {_WINDOWS}, int[] dilation, int[] places) "
    "-> (Tensor values, Tensor indices)",
    doc="Return the largest element of each window of (N, C, sizes...), and where it stands.",
    method=False,
)
declare(
    f"_sum_pool(Tensor self, {_WINDOWS}, int[] places) -> Tensor",
    doc="Return the sum of each window of (N, C, sizes...).",
    method=False,
)
# The gradients depend on no element of the input, but are said to: one requires grad where the
# input does, as in PyTorch.
declare(
    "_max_pool_backward(Tensor grad, Tensor self, Tensor indices) -> Tensor",
    doc="Return the gradient of _max_pool.",
    method=False,
)
declare(
    f"_sum_pool_backward(Tensor grad, Tensor self, {_WINDOWS}) -> Tensor",
    doc="Return the gradient of _sum_pool.",
    method=False,
)
