"""NumPy kernels of the less common views, and of their gradients."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from ...dispatch.registry import raw_kernel
from ..dtypes import from_numpy as dtype_of
from ..promotion import Array
from ..shapes import wrap_dim
from ..strided import bytes_before, memory_of, reach, strided
from .shape import reshape

__warningregistry__ = 0  # Note [Silent arithmetic] in array_backend.py

kernel = raw_kernel("NumPy")


@kernel("view")
def view(self: Array, size: Sequence[int]) -> Any:
    result = reshape(self, size)
    if self.flags.c_contiguous:
        return result
    base = result.base  # a view's base is the array that owns the memory
    if base is None or (base is not self and base is not self.base):
        raise view_error(size)
    return result


@kernel("view.dtype")
def view_dtype(self: Array, dtype: Any) -> Any:
    check_reinterpreted(
        self.shape, self.strides, offset_in_memory(self), dtype_of(self.dtype), dtype
    )
    return self.view(dtype.dtype)


def check_reinterpreted(
    shape: Sequence[int], strides: Sequence[int], offset: int, old: Any, new: Any
) -> None:
    """Refuse to read memory as elements of another size where the old ones do not fit.

    `strides` is in bytes.
    """
    ratio = new.itemsize / old.itemsize
    if ratio == 1:
        return
    how = f"to view {old} as {new} (different element sizes)"
    if not shape:
        raise RuntimeError(f"self.dim() cannot be 0 {how}")
    if strides[-1] != old.itemsize:
        raise RuntimeError(
            f"self.stride(-1) must be 1 {how}, but got {strides[-1] // old.itemsize}"
        )
    if ratio < 1:
        return
    times = new.itemsize // old.itemsize
    if shape[-1] % times:
        raise RuntimeError(f"self.size(-1) must be divisible by {times} {how}, but got {shape[-1]}")
    if offset % times:
        raise RuntimeError(
            f"self.storage_offset() must be divisible by {times} {how}, but got {offset}"
        )
    for dim, step in enumerate(strides[:-1]):
        if step % new.itemsize:
            raise RuntimeError(
                f"self.stride({dim}) must be divisible by {times} {how}, but got "
                f"{step // old.itemsize}"
            )


def view_error(size: Sequence[int]) -> RuntimeError:
    """Return PyTorch's error for a shape that only a copy could have."""
    return RuntimeError(
        f"view size {list(size)} is not compatible with input tensor's size and stride (at "
        "least one dimension spans across two contiguous subspaces). Use .reshape(...) instead."
    )


@kernel("diagonal")
def diagonal(self: Array, offset: int = 0, dim1: int = 0, dim2: int = 1) -> Any:
    first, second = check_diagonal(self.ndim, dim1, dim2)
    result = self.diagonal(offset, first, second)
    result.flags.writeable = self.flags.writeable
    return result


def check_diagonal(ndim: int, dim1: int, dim2: int) -> tuple[int, int]:
    """Return the two dimensions of a diagonal counted from the front, having refused equal ones."""
    first, second = wrap_dim(dim1, ndim), wrap_dim(dim2, ndim)
    if first == second:
        raise RuntimeError(f"diagonal dimensions cannot be identical {dim1}, {dim2}")
    return first, second


def check_windows(shape: Sequence[int], dimension: int, size: int, step: int) -> int:
    """Return the axis of the windows, having refused those that do not fit."""
    axis = wrap_dim(dimension, len(shape))
    n = shape[axis] if shape else 1
    if size > n:
        raise RuntimeError(f"maximum size for tensor at dimension {axis} is {n} but size is {size}")
    if step <= 0:
        raise RuntimeError(f"step is {step} but must be > 0")
    return axis


@kernel("unfold")
def unfold(self: Array, dimension: int, size: int, step: int) -> Any:
    axis = check_windows(self.shape, dimension, size, step)
    if not self.ndim:
        return self[None][:size]
    shape, strides = [*self.shape, size], [*self.strides, self.strides[axis]]
    shape[axis] = (shape[axis] - size) // step + 1
    strides[axis] *= step
    return strided(self, shape, strides)


def check_strides(size: Sequence[int], stride: Sequence[int]) -> None:
    """Refuse sizes and strides that do not go together."""
    if len(size) != len(stride):
        raise RuntimeError("mismatch in length of strides and shape")
    if min(stride, default=0) < 0:
        raise RuntimeError("as_strided: Negative strides are not supported at the moment")


@kernel("as_strided")
def as_strided(
    self: Array, size: Sequence[int], stride: Sequence[int], storage_offset: int | None = None
) -> Any:
    check_strides(size, stride)
    unit = self.itemsize
    steps = [s * unit for s in stride]
    try:
        if storage_offset is None:
            return strided(self, size, steps)
        if storage_offset >= 0:
            return strided(self, size, steps, start=storage_offset * unit)
    except (TypeError, ValueError):  # NumPy's; what follows says more
        pass
    start = offset_in_memory(self) if storage_offset is None else storage_offset
    check_reach(size, stride, start, memory_of(self).size // unit)
    raise RuntimeError(f"as_strided: cannot start at storage offset {start}")


def check_reach(size: Sequence[int], stride: Sequence[int], start: int, count: int) -> None:
    """Refuse a look at memory that reaches beyond its elements."""
    if start < 0:
        raise RuntimeError(f"Tensor: invalid storage offset {start}")
    if 0 not in size and start + reach(size, stride) > count:
        raise RuntimeError(
            f"setStorage: sizes {list(size)}, strides {list(stride)}, storage offset {start} "
            f"are out of bounds for storage of {count} elements"
        )


def offset_in_memory(self: Array) -> int:
    """Return how many elements of its memory stand before the first one of an array."""
    return bytes_before(self, memory_of(self)) // self.itemsize


@kernel("unbind")
def unbind(self: Array, dim: int = 0) -> Any:
    if not self.ndim:
        raise IndexError("Dimension specified as 0 but tensor has no dimensions")
    axis = wrap_dim(dim, self.ndim)
    if axis == 0:
        return [self[i, ...] for i in range(self.shape[0])]
    before: tuple[Any, ...] = (slice(None),) * axis
    return [self[(*before, i, ...)] for i in range(self.shape[axis])]


def pieces(shape: tuple[int, ...], split: Any, dim: int) -> tuple[int, list[int]]:
    """Return the axis that is split and the sizes of the pieces.

    Raises
    ------
    RuntimeError
        If they do not add up to the size of the dimension.
    """
    if not shape:
        raise RuntimeError("split expects at least a 1-dimensional tensor")
    axis = wrap_dim(dim, len(shape))
    n = shape[axis]
    if isinstance(split, int):
        if split < 0:
            raise RuntimeError(
                f"split expects split_size be non-negative, but got split_size={split}"
            )
        if split == 0 and n:
            raise RuntimeError("split_size can only be 0 if dimension size is 0")
        return axis, [min(split, n - start) for start in range(0, n, split or 1)] or [n]
    sizes = [size.__index__() for size in split]
    if min(sizes, default=0) < 0:
        raise RuntimeError(
            f"split_with_sizes expects split_sizes have only non-negative entries, but got {sizes}"
        )
    if sum(sizes) != n:
        raise RuntimeError(
            f"split_with_sizes expects split_sizes to sum exactly to {n} (input tensor's size at "
            f"dimension {axis}), but got split_sizes={sizes}"
        )
    return axis, sizes


@kernel("split")
def split(self: Array, split_size_or_sections: Any, dim: int = 0) -> Any:
    axis, sizes = pieces(self.shape, split_size_or_sections, dim)
    before = (slice(None),) * axis
    start, found = 0, []
    for size in sizes:
        piece = slice(start, start + size)
        found.append(self[(*before, piece)] if axis else self[piece])
        start += size
    return found


@kernel("diagonal_backward")
def diagonal_backward(grad: Array, sizes: Sequence[int], offset: int, dim1: int, dim2: int) -> Any:
    result = np.zeros(tuple(sizes), grad.dtype)
    diagonal(result, offset, dim1, dim2)[...] = grad
    return result


@kernel("unfold_backward")
def unfold_backward(grad: Array, sizes: Sequence[int], dimension: int, size: int, step: int) -> Any:
    result = np.zeros(tuple(sizes), grad.dtype)
    if not sizes:
        result[...] = grad.sum()
        return result
    axis = wrap_dim(dimension, len(sizes))
    before = (slice(None),) * axis
    count = grad.shape[axis]
    with np.errstate(all="ignore"):
        for i in range(size):  # windows overlap, but their elements at one place do not
            places = slice(i, i + (count - 1) * step + 1, step) if count else slice(0, 0)
            result[(*before, places)] += grad[..., i]
    return result


@kernel("as_strided_backward")
def as_strided_backward(
    grad: Array,
    geometry: Any,
    size: Sequence[int],
    stride: Sequence[int],
    storage_offset: int | None,
) -> Any:
    """Add up what was read from each place of the memory, then read it in the sizes of the input.

    Where several elements of the input are one place of the memory, they share its gradient.
    """
    places, read = _both_places(geometry, size, stride, storage_offset)
    return _moved(grad, read, places, places)


@kernel("_as_strided_from")
def as_strided_from(
    self: Array,
    geometry: Any,
    size: Sequence[int],
    stride: Sequence[int],
    storage_offset: int | None,
) -> Any:
    places, read = _both_places(geometry, size, stride, storage_offset)
    return _moved(self, places, read, places)


def _moved(values: Array, to: Array, back: Array, places: Array) -> Array:
    """Add values up in memory, of which the input has `places`, and read it in another order."""
    memory = np.zeros(max(to.max(initial=0), back.max(initial=0)) + 1, values.dtype)
    with np.errstate(all="ignore"):
        np.add.at(memory, to, values)
        if len(np.unique(places)) != places.size:
            memory /= np.maximum(np.bincount(places.reshape(-1), minlength=memory.size), 1)
    return np.asarray(memory[back])


def _both_places(
    geometry: Any, size: Sequence[int], stride: Sequence[int], storage_offset: int | None
) -> tuple[Array, Array]:
    """Return where the elements of an input stand in memory, and where those that are read do."""
    shape, own, offset = geometry
    start = 0 if storage_offset is None else storage_offset - offset
    low = min(0, start)
    return _places(shape, own) - low, _places(tuple(size), tuple(stride)) + (start - low)


def _places(shape: Sequence[int], strides: Sequence[int]) -> Any:
    """Return where in memory each element stands."""
    places = np.zeros(tuple(shape), np.int64)
    for axis, (n, stride) in enumerate(zip(shape, strides, strict=True)):
        steps = np.arange(n, dtype=np.int64) * stride
        places += steps.reshape((n,) + (1,) * (len(shape) - axis - 1))
    return places
