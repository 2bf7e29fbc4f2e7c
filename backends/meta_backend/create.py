"""Meta kernels of what makes tensors like another, and of the cast."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ...dispatch.registry import lookup, raw_kernel
from .asking import ask
from .payload import MetaArray, like

kernel = raw_kernel("Meta")


@kernel("zeros_like")
def zeros_like(self: MetaArray, dtype: Any = None) -> MetaArray:
    return like(self, None if dtype is None else dtype.dtype)


@kernel("empty_like")
def empty_like(self: MetaArray, dtype: Any = None) -> MetaArray:
    return like(self, None if dtype is None else dtype.dtype)


@kernel("_new_zeros")
def new_zeros(self: MetaArray, size: Sequence[int]) -> MetaArray:
    return MetaArray(tuple(size), self.dtype)


@kernel("ones_like")
def ones_like(self: MetaArray, dtype: Any = None) -> MetaArray:
    return like(self, None if dtype is None else dtype.dtype)


@kernel("full_like")
def full_like(self: MetaArray, fill_value: object, dtype: Any = None) -> MetaArray:
    return like(self, ask(lookup("full_like"), (self, fill_value, dtype)))


@kernel("_to_copy")
def to_copy(self: MetaArray, dtype: Any) -> MetaArray:
    return like(self, dtype.dtype)
