"""The Meta backend: tensors that have sizes, strides and a dtype, and no elements.

Decides what of a backend's duties needs no elements, and refuses the rest. Must not know operators.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NoReturn

import numpy as np

from ...dispatch.tensor import Tensor
from .. import create
from ..backend import Backend
from ..dtypes import from_numpy
from ..layout import format_strides, preserve_format, suggested_format
from ..overlap import check_overlap
from ..payload_memory import check_look, check_sizes
from ..printing import format_shape
from ..strided import reach
from ..strides import contiguous_strides
from .payload import MetaArray, Storage, like

NO_DATA = "Cannot copy out of meta tensor; no data!"


class MetaBackend(Backend):
    """The backend of the device "meta"."""

    strided = True
    declines = False
    fallback = "raise"

    def from_numpy(self, array: Any) -> MetaArray:
        """Return the sizes, strides and dtype of an array."""
        if not array.size:  # NumPy's strides of empty arrays mean nothing
            return MetaArray(array.shape, array.dtype)
        strides = tuple([s // array.itemsize for s in array.strides])
        return MetaArray(array.shape, array.dtype, strides)

    def adopt(self, array: Any) -> MetaArray:
        """Return the same without copying what is not kept anyway."""
        return self.from_numpy(array)

    def to_numpy(self, payload: Any) -> NoReturn:
        """Refuse: there is nothing to copy."""
        raise NotImplementedError(NO_DATA)

    def full(self, size: tuple[int, ...], value: Any, dtype: Any) -> MetaArray:
        """Return a payload in the dtype that the number would have."""
        return MetaArray(size, create.full((), value, dtype).dtype)

    def zeros(self, shape: tuple[int, ...], dtype: Any) -> MetaArray:
        """Return a payload of these sizes."""
        return MetaArray(tuple(shape), dtype.dtype)

    def pack(self, payload: Any) -> Any:
        """Return the payload: it is all there is."""
        return payload

    def unpack(self, packed: Any) -> Any:
        """Return what was packed."""
        return packed

    def strides(self, payload: Any) -> tuple[int, ...]:
        """Return the strides in elements."""
        strides: tuple[int, ...] = payload.strides
        return strides

    def memory(self, payload: Any) -> Any:
        """Return the memory that there would be."""
        return payload.storage

    def memory_size(self, memory: Any) -> int:
        """Return the number of bytes that there would be."""
        return int(memory.nbytes)

    def over(
        self,
        memory: Any,
        dtype: Any,
        size: Sequence[int],
        stride: Sequence[int] | None,
        offset: int,
    ) -> MetaArray:
        """Return a payload of these sizes over the same memory."""
        shape = tuple(size)
        steps = contiguous_strides(shape) if stride is None else tuple(stride)
        check_look(shape, steps, offset, dtype, memory.nbytes)
        return MetaArray(shape, dtype.dtype, steps, memory, offset)

    def storage_offset(self, payload: Any) -> int:
        """Return how many elements of the memory would stand before the first one."""
        return int(payload.offset)

    def resized(self, payload: Any, size: tuple[int, ...], memory_format: Any) -> MetaArray:
        """Return a payload of other sizes; the memory is another where it would be too small."""
        check_sizes(size, payload.dtype.itemsize)
        strides = format_strides(size, memory_format)
        needed = (payload.offset + reach(size, strides)) * payload.dtype.itemsize
        storage = payload.storage if needed <= payload.storage.nbytes else Storage(needed)
        return MetaArray(size, payload.dtype, strides, storage, payload.offset)

    def format_like(self, payload: Any, memory_format: Any) -> Any:
        """Return a memory format; for preserve_format, the one that a payload is in."""
        if memory_format is not preserve_format:
            return memory_format
        return suggested_format(payload.shape, payload.strides)

    def dtype(self, payload: Any) -> Any:
        """Return the dtype."""
        return from_numpy(payload.dtype)

    def describe(self, payload: Any, extra: Sequence[str]) -> str:
        """Return the text of a tensor without numbers."""
        return format_shape(payload.shape, payload.dtype, device="meta", extra=extra)

    def copy(self, payload: Any) -> MetaArray:
        """Return a payload of its own in the same layout."""
        return like(payload)

    def cast(self, payload: Any, to: Any) -> MetaArray:
        """Return the payload with another dtype."""
        return like(payload, to.dtype)

    def check_write(self, name: str, tensor: Tensor) -> None:
        """Refuse a write to memory in which several elements are one."""
        check_overlap(name, tensor._data)

    def assign(self, tensor: Tensor, result: Tensor) -> None:
        """Write nothing: there are no values, and sizes and dtype stay."""

    def add_payloads(self, old: Any, new: Any, owned: bool) -> MetaArray:
        """Return what the sum of two gradients looks like."""
        del new, owned
        return like(old)

    def fits(self, gradient: Any, leaf: Any) -> bool:
        """Whether a gradient has the layout that one should have."""
        return bool(gradient.shape == leaf.shape and gradient.strides == like(leaf).strides)

    def copy_like(self, gradient: Any, leaf: Any) -> MetaArray:
        """Return a gradient in the layout that `.grad` of a leaf should have."""
        return like(leaf, gradient.dtype)

    def like_strides(self, payload: Any, like_: Any) -> MetaArray:
        """Return a payload in the layout of another one."""
        return like(like_, payload.dtype)

    def shares(self, payload: Any, other: Any) -> bool:
        """Whether two payloads look at the same memory."""
        return payload.storage is other.storage

    def run(self, kernel: Callable[..., Any], args: Sequence[Any], pointwise: bool) -> Any:
        """Call a kernel."""
        return kernel(*args)


def cut(value: Any, fill: int) -> Any:
    """Return a small array in place of a payload: each dimension is cut to at most one element."""
    if value.__class__ is MetaArray:
        return np.full([min(n, 1) for n in value.shape], fill, value.dtype)
    if value.__class__ in (list, tuple) and any(v.__class__ is MetaArray for v in value):
        return [cut(v, fill) for v in value]
    return value
