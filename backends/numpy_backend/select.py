"""NumPy kernels that read and write whole slices, or elements in a row, by their indices."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import numpy as np

from ...dispatch.registry import raw_kernel
from ..create import fill_constant
from ..dtypes import NpDType
from ..overlap import check_overlap
from ..promotion import Array, python_scalar
from ..shapes import broadcast_shapes, wrap_dim
from .places import fresh, outside, steps, take_along

__warningregistry__ = 0  # Note [Silent arithmetic] in array_backend.py

kernel = raw_kernel("NumPy")

_BOOL: Final[NpDType] = np.dtype(bool)
_INT32: Final[NpDType] = np.dtype(np.int32)
_INT64: Final[NpDType] = np.dtype(np.int64)


def _places(self: Array, dim: int, index: Array, name: str) -> tuple[Array, int, Array]:
    """Return an array of at least one dimension, the axis, and the indices in one dimension."""
    axis = wrap_dim(dim, self.ndim)
    if index.dtype.kind != "i":
        raise RuntimeError(f"{name}(): Expected dtype int32/int64 for index")
    if index.ndim > 1:
        raise IndexError(f"{name}(): Index is supposed to be a vector, got {index.ndim} dimensions")
    if not self.ndim:
        self = self.reshape(1)
    size = self.shape[axis]
    bad = outside(index, size)
    if bad is not None:
        raise IndexError(
            f"{name}(): index {bad} is out of bounds for dimension {axis} with size {size}"
        )
    return self, axis, index if index.ndim else index.reshape(1)


@kernel("index_select")
def index_select(self: Array, dim: int, index: Array) -> Any:
    whole, axis, places = _places(self, dim, index, "index_select")
    result = whole.take(places, axis)
    return result if self.ndim else result.reshape(())


def target_of(
    self: Array, dim: int, index: Array, source: Array, name: str
) -> tuple[Array, tuple[Any, ...], Array]:
    """Return target, key and source of a write of slices."""
    if self.base is not None:
        check_overlap(name, self)
    whole, axis, places = _places(self, dim, index, name)
    if source.dtype != self.dtype:
        raise RuntimeError(
            f"{name}(): self and source expected to have the same dtype, but got (self) "
            f"{self.dtype.name} and (source) {source.dtype.name}"
        )
    wanted = (*whole.shape[:axis], places.size, *whole.shape[axis + 1 :])
    if source.shape != wanted and not (
        source.ndim <= 1 and whole.ndim <= 1 and source.size == places.size
    ):
        raise RuntimeError(
            f"{name}(): Source/destination tensor must have same slice shapes: expected "
            f"{list(wanted)}, got {list(source.shape)}"
        )
    return whole, (*[slice(None)] * axis, places), source.reshape(wanted)


@kernel("index_add_")
def index_add_(self: Array, dim: int, index: Array, source: Array, alpha: object = 1) -> None:
    with np.errstate(all="ignore"):  # it cannot be repeated: it would add twice
        _add(self, dim, index, source, alpha)


def _add(self: Array, dim: int, index: Array, source: Array, alpha: object) -> None:
    whole, key, values = target_of(self, dim, index, source, "index_add")
    number = python_scalar(alpha)
    if number != 1:
        values = np.multiply(values, fill_constant(values.dtype, number))
    np.add.at(whole, key, values)


@kernel("index_add")
def index_add(self: Array, dim: int, index: Array, source: Array, alpha: object = 1) -> Any:
    result = fresh(self)
    _add(result, dim, index, source, alpha)
    return result


@kernel("index_copy_")
def index_copy_(self: Array, dim: int, index: Array, source: Array) -> None:
    whole, key, values = target_of(self, dim, index, source, "index_copy")
    whole[key] = values


@kernel("index_copy")
def index_copy(self: Array, dim: int, index: Array, source: Array) -> Any:
    result = fresh(self)
    index_copy_(result, dim, index, source)
    return result


@kernel("index_fill_")
def index_fill_(self: Array, dim: int, index: Array, value: Any) -> None:
    check_overlap("index_fill", self)
    whole, axis, places = _places(self, dim, index, "index_fill")
    if isinstance(value, np.ndarray):
        if value.ndim:
            raise RuntimeError(
                "index_fill_ only supports a 0-dimensional value tensor, but got tensor with "
                f"{value.ndim} dimension(s)."
            )
        value = value[()]
    key: tuple[Any, ...] = (*[slice(None)] * axis, places)
    whole[key] = fill_constant(self.dtype, value)


@kernel("index_fill")
def index_fill(self: Array, dim: int, index: Array, value: Any) -> Any:
    result = fresh(self)
    index_fill_(result, dim, index, value)
    return result


# ----- all elements in a row -----


@kernel("take")
def take(self: Array, index: Array) -> Any:
    _check_row(self, index, "take")
    return self.take(index)


def _check_row(self: Array, index: Array, name: str) -> None:
    if index.dtype.kind != "i":
        raise RuntimeError(
            f"{name}(): Expected a long tensor for index, but got {index.dtype.name}"
        )
    n = self.size
    if index.size and (index.min() < -n or index.max() >= n):
        raise IndexError(f"{name}(): index out of range: tensor of {n} elements")


@kernel("put")
def put(self: Array, index: Array, source: Array, accumulate: bool = False) -> Any:
    _check_row(self, index, "put_")
    if self.dtype != source.dtype:
        raise RuntimeError(
            f"put_(): self and source expected to have the same dtype, but got self.dtype = "
            f"{self.dtype.name} and source.dtype = {source.dtype.name}"
        )
    if index.size != source.size:
        raise RuntimeError(
            "put_(): Expected source and index to have the same number of elements, but got "
            f"source.numel() = {source.size}, index.numel() = {index.size}"
        )
    result = self.copy("C")
    flat, places, values = result.reshape(-1), index.reshape(-1), source.reshape(-1)
    with np.errstate(all="ignore"):
        if accumulate:
            np.add.at(flat, places, values)
        else:
            flat[places] = values
    return result


def as_mask(mask: Array, name: str) -> Array:
    """Return a mask as booleans, having refused other dtypes."""
    if mask.dtype is _BOOL:
        return mask
    if mask.dtype == np.uint8:
        return mask.astype(_BOOL)
    raise RuntimeError(f"{name}: expected BoolTensor for mask, got {mask.dtype.name}")


@kernel("masked_select")
def masked_select(self: Array, mask: Array) -> Any:
    mask = as_mask(mask, "masked_select")
    if self.shape != mask.shape:
        shape = broadcast_shapes(self.shape, mask.shape)
        self, mask = np.broadcast_to(self, shape), np.broadcast_to(mask, shape)
    return self[mask] if self.ndim else self.reshape(1)[mask.reshape(1)]


@kernel("masked_scatter")
def masked_scatter(self: Array, mask: Array, source: Array) -> Any:
    if self.dtype != source.dtype:
        raise RuntimeError(
            f"masked_scatter: expected self and source to have same dtypes but got "
            f"{self.dtype.name} and {source.dtype.name}"
        )
    mask = as_mask(mask, "masked_scatter")
    shape = broadcast_shapes(self.shape, mask.shape)
    result = np.broadcast_to(self, shape).copy()
    chosen = np.broadcast_to(mask, shape)
    count = int(np.count_nonzero(chosen))
    if count > source.size:
        raise RuntimeError(
            "masked_scatter: expected the source to have at least as many elements as the mask "
            f"holds ({count}), but got {source.size}"
        )
    result[chosen] = source.reshape(-1)[:count]
    return result


@kernel("masked_scatter_backward")
def masked_scatter_backward(grad: Array, mask: Array, sizes: Sequence[int]) -> Any:
    result = np.zeros(tuple(sizes), grad.dtype)
    chosen = masked_select(grad, mask)
    result.reshape(-1)[: chosen.size] = chosen
    return result


# ----- rows of a matrix, and classes -----


@kernel("embedding")
def embedding(
    weight: Array, indices: Array, padding_idx: int = -1, scale_grad_by_freq: bool = False,
    sparse: bool = False,
) -> Any:  # fmt: skip
    if weight.ndim != 2:
        raise RuntimeError("'weight' must be 2-D")
    _check_integers(indices, "embedding")
    if outside(indices, weight.shape[0]) is not None:
        raise IndexError("index out of range in self")
    return weight.take(indices, 0)


def _check_integers(indices: Array, name: str) -> None:
    if indices.dtype.kind != "i":
        raise RuntimeError(
            f"{name}: expected indices of dtype int64 or int32, but got {indices.dtype.name}"
        )


@kernel("embedding_backward")
def embedding_backward(
    grad: Array, indices: Array, num_weights: int, padding_idx: int, scale_grad_by_freq: bool
) -> Any:
    rows, places = grad.reshape(-1, grad.shape[-1]), indices.reshape(-1)
    if padding_idx >= 0:
        kept = places != padding_idx
        rows, places = rows[kept], places[kept]
    result = np.zeros((num_weights, grad.shape[-1]), grad.dtype)
    with np.errstate(all="ignore"):
        if scale_grad_by_freq:
            counts = np.bincount(places, minlength=num_weights)
            rows = (rows / counts[places][:, None]).astype(grad.dtype, copy=False)
        np.add.at(result, places, rows)
    return result


@kernel("one_hot")
def one_hot(self: Array, num_classes: int = -1) -> Any:
    if self.dtype != _INT64:
        raise RuntimeError("one_hot is only applicable to index tensor of type LongTensor.")
    if not self.size:
        if num_classes <= 0:
            raise RuntimeError("Can not infer total number of classes from empty tensor.")
        return np.zeros((*self.shape, num_classes), _INT64)
    if self.item(self.argmin()) < 0:
        raise RuntimeError("Class values must be non-negative.")
    largest = self.item(self.argmax())
    if num_classes == -1:
        num_classes = largest + 1
    if largest >= num_classes:
        raise RuntimeError("Class values must be smaller than num_classes.")
    return np.equal(self[..., None], steps(num_classes)).astype(_INT64)


@kernel("nonzero")
def nonzero(self: Array) -> Any:
    if not self.ndim:
        return np.empty((int(bool(self)), 0), _INT64)
    return np.argwhere(self)


kernel("argwhere")(nonzero)


# ----- where values belong -----


def _search(row: Array, values: Array, right: bool) -> Any:
    return np.searchsorted(row, values, "right" if right else "left")


@kernel("searchsorted")
def searchsorted(
    sorted_sequence: Array, self: Any, out_int32: bool = False, right: bool = False,
    side: str | None = None, sorter: Array | None = None,
) -> Any:  # fmt: skip
    if side not in (None, "left", "right"):
        raise RuntimeError(f"side can only be 'left' or 'right' but got {side}")
    if side == "left" and right:
        raise RuntimeError(
            "side and right can't be set to opposites, got side of left while right was True"
        )
    right = right or side == "right"
    rows = sorted_sequence
    if sorter is not None:
        rows = take_along(rows, sorter, rows.ndim - 1)
    values = self if isinstance(self, np.ndarray) else np.asarray(self)
    target = _INT32 if out_int32 else _INT64
    if rows.ndim == 1:
        return np.asarray(_search(rows, values, right)).astype(target, copy=False)
    if rows.shape[:-1] != values.shape[:-1]:
        raise RuntimeError(
            "boundaries tensor should be 1 dimension or the first N-1 dimensions of boundaries "
            f"tensor and input value tensor must match, but we got boundaries tensor "
            f"{list(rows.shape)} and input value tensor {list(values.shape)}"
        )
    result = np.empty(values.shape, target)
    for place in np.ndindex(rows.shape[:-1]):
        result[place] = _search(rows[place], values[place], right)
    return result


@kernel("bucketize")
def bucketize(self: Any, boundaries: Array, out_int32: bool = False, right: bool = False) -> Any:
    if boundaries.ndim != 1:
        raise RuntimeError(
            f"bucketize(): boundaries tensor must be 1 dimension, but got dim({boundaries.ndim})"
        )
    return searchsorted(boundaries, self, out_int32, right)
