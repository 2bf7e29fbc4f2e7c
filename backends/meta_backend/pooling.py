"""Meta kernels of pooling."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from ...dispatch.registry import raw_kernel
from .payload import MetaArray
from .sized import same_as

kernel = raw_kernel("Meta")


@kernel("_max_pool")
def max_pool(
    self: MetaArray, kernel: Any, stride: Any, padding: Any, dilation: Any, places: Sequence[int]
) -> tuple[MetaArray, MetaArray]:
    shape = (*self.shape[:2], *places)
    return MetaArray(shape, self.dtype), MetaArray(shape, np.dtype(np.int64))


@kernel("_sum_pool")
def sum_pool(
    self: MetaArray, kernel: Any, stride: Any, padding: Any, places: Sequence[int]
) -> MetaArray:
    return MetaArray((*self.shape[:2], *places), self.dtype)


same_as("_max_pool_backward", 1)
same_as("_sum_pool_backward", 1)
