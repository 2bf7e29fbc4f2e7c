"""What backends answer about the memory of their payloads, for storages, `set_` and `resize_`.

Decides that for payloads without memory and for NumPy arrays. Must not know operators.

Note [Memory that grows]
~~~~~~~~~~~~~~~~~~~~~~~~
The memory of an array cannot grow while other arrays look at it. So `resize_` beyond the memory
copies it into more; other tensors keep the old one, where PyTorch lets all of them look at the new.
A storage itself never changes its size.
"""

from __future__ import annotations

import math
import sys
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from ..dispatch.errors import explain_error
from .layout import format_strides, preserve_format, suggested_format
from .strided import address, bytes_before, in_memory, memory_of, owner_of, reach
from .strides import contiguous_strides
from .strides import is_contiguous as contiguous


def check_sizes(size: Sequence[int], itemsize: int) -> None:
    """Refuse sizes that no memory can have."""
    if min(size, default=0) < 0:
        raise RuntimeError(explain_error("resize_", f"got the negative size {list(size)}"))
    stride = 1
    for n in size[1:]:
        stride *= max(n, 1)
    if stride > sys.maxsize:
        raise RuntimeError(f"Stride calculation overflowed with sizes={list(size)}")
    if math.prod(size) * itemsize > sys.maxsize:
        raise RuntimeError(f"Storage size calculation overflowed with sizes={list(size)}")


def check_look(
    size: Sequence[int], stride: Sequence[int], offset: int, dtype: Any, nbytes: int
) -> None:
    """Refuse a look at memory that has other numbers of sizes and strides, or reaches beyond it."""
    if len(size) != len(stride):
        raise RuntimeError(f"unequal size length ({len(size)}) and stride length ({len(stride)})")
    if offset < 0:
        raise RuntimeError(f"Tensor: invalid storage offset {offset}")
    if min([*size, *stride], default=0) < 0:
        raise RuntimeError(f"sizes {list(size)} and strides {list(stride)} cannot be negative")
    count = nbytes // dtype.itemsize
    if reach(size, stride) and offset + reach(size, stride) > count:
        raise RuntimeError(
            explain_error(
                "set_",
                f"sizes {list(size)} with strides {list(stride)} at offset {offset} reach beyond "
                f"the {count} elements of the storage",
                accepted="a look within the storage: the memory of an array cannot grow",
            )
        )


class NoMemory:
    """The answers of a backend whose payloads have no memory that could be looked at."""

    device: Any
    shape: Callable[[Any], tuple[int, ...]]

    def _no_memory(self, what: str) -> NotImplementedError:
        return NotImplementedError(
            explain_error(
                f"{what} on {self.device}",
                "payloads there have no memory that could be looked at",
                accepted="a tensor on a device with arrays: move it with .to(device)",
            )
        )

    def strides(self, payload: Any) -> tuple[int, ...]:
        """Return the strides in elements; of payloads without memory, as if they were row-major."""
        return contiguous_strides(self.shape(payload))

    def is_contiguous(self, payload: Any) -> bool:
        """Whether the elements are row-major in memory without gaps."""
        return contiguous(self.shape(payload), self.strides(payload))

    def storage_offset(self, payload: Any) -> int:
        """Return how many elements of the memory stand before the first one."""
        return 0

    def data_ptr(self, payload: Any) -> int:
        """Return the address of the first element, 0 where there is none."""
        return 0

    def memory(self, payload: Any) -> Any:
        """Return the whole memory that a payload looks at, as what `over` takes."""
        raise self._no_memory("untyped_storage")

    def memory_size(self, memory: Any) -> int:
        """Return the number of bytes of memory."""
        raise self._no_memory("untyped_storage")

    def over(
        self,
        memory: Any,
        dtype: Any,
        size: Sequence[int],
        stride: Sequence[int] | None,
        offset: int,
    ) -> Any:
        """Return the payload of these sizes over memory; stride and offset count elements."""
        raise self._no_memory("set_")

    def resized(self, payload: Any, size: tuple[int, ...], memory_format: Any) -> Any:
        """Return a payload of other sizes over the same memory, or over more with its contents."""
        raise self._no_memory("resize_")

    def format_like(self, payload: Any, memory_format: Any) -> Any:
        """Return a memory format; for preserve_format, the one that a payload is in."""
        return memory_format

    def memory_of_storage(self, storage: Any, dtype: Any) -> Any:
        """Return the memory behind a storage that a user gave, for elements of a dtype.

        Raises
        ------
        TypeError, RuntimeError
            If it is no storage, or one of another device or dtype.
        """
        from .storage import memory_behind

        return memory_behind(self, storage, dtype)


class ArrayMemory:
    """The answers of a backend whose payloads are NumPy arrays."""

    def strides(self, payload: Any) -> tuple[int, ...]:
        """Return the strides in elements."""
        unit = payload.itemsize
        return tuple([s // unit for s in payload.strides])

    def storage_offset(self, payload: Any) -> int:
        """Return where the array starts in the array that owns its memory."""
        owner = owner_of(payload)
        if owner is payload:
            return 0
        start = address(owner) if owner.flags.c_contiguous else address(memory_of(owner))
        return int((address(payload) - start) // payload.itemsize)

    def data_ptr(self, payload: Any) -> int:
        """Return the address of the first element."""
        return address(payload)

    def memory(self, payload: Any) -> Any:
        """Return all bytes as an array; its base is the array that owns them."""
        return memory_of(payload)

    def memory_size(self, memory: Any) -> int:
        """Return the number of bytes of memory."""
        return int(memory.size)

    def over(
        self,
        memory: Any,
        dtype: Any,
        size: Sequence[int],
        stride: Sequence[int] | None,
        offset: int,
    ) -> Any:
        """Return the array of these sizes over memory."""
        steps = contiguous_strides(tuple(size)) if stride is None else stride
        check_look(size, steps, offset, dtype, memory.size)
        return in_memory(memory, dtype.dtype, size, steps, offset)

    def resized(self, payload: Any, size: tuple[int, ...], memory_format: Any) -> Any:
        """Return an array of other sizes; see Note [Memory that grows]."""
        check_sizes(size, payload.itemsize)
        strides = format_strides(size, memory_format)
        memory = memory_of(payload)
        offset = bytes_before(payload, memory) // payload.itemsize
        needed = (offset + reach(size, strides)) * payload.itemsize
        if needed > memory.size:
            more = np.empty(needed, np.uint8)
            more[: memory.size] = memory
            memory = more
        return in_memory(memory, payload.dtype, size, strides, offset)

    def format_like(self, payload: Any, memory_format: Any) -> Any:
        """Return a memory format; for preserve_format, the one that an array is in."""
        if memory_format is not preserve_format:
            return memory_format
        return suggested_format(payload.shape, self.strides(payload))
