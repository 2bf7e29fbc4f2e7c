"""NumPy kernels that read and write elements by their indices.

What is decided here: which indices are refused. Only `index`, `index_put`, `take` and `put` let
negative indices count from the end, as in PyTorch.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import numpy as np

from ...dispatch.registry import raw_kernel
from ..create import fill_constant
from ..dtypes import NpDType
from ..overlap import check_overlap
from ..promotion import Array, python_scalar
from ..shapes import wrap_dim
from .places import Key, along, fresh, outside

__warningregistry__ = 0  # Note [Silent arithmetic] in array_backend.py

kernel = raw_kernel("NumPy")

_BOOL: Final[NpDType] = np.dtype(bool)
_UINT8: Final[NpDType] = np.dtype(np.uint8)
_INT32: Final[NpDType] = np.dtype(np.int32)
_INT64: Final[NpDType] = np.dtype(np.int64)

# ----- by a tensor for each dimension -----


def key_of(indices: Sequence[Array | None], shape: tuple[int, ...]) -> Key:
    """Return the key that NumPy takes for a list of index arrays, masks and None.

    Raises
    ------
    IndexError
        If there are too many, or one is of a dtype that is no index.
    """
    key: list[Any] = []
    dim = 0
    for index in indices:
        if index is None:
            key.append(slice(None))
            dim += 1
            continue
        d = index.dtype
        if d is _BOOL or d == _UINT8:
            _check_mask(index, shape, dim)
            # 0-d masks stay masks: each adds a dimension, of size one or zero
            key.append(index if d is _BOOL else index.astype(_BOOL))
            dim += index.ndim
            continue
        if d is not _INT64 and d != _INT32 and d.kind != "i":
            raise IndexError("tensors used as indices must be long, int, byte or bool tensors")
        key.append(index)
        dim += 1
    if dim > len(shape):
        raise IndexError(f"too many indices for tensor of dimension {len(shape)}")
    return tuple(key)


def _check_mask(mask: Array, shape: tuple[int, ...], dim: int) -> None:
    if shape[dim : dim + mask.ndim] != mask.shape:
        if dim + mask.ndim > len(shape):
            raise IndexError(f"too many indices for tensor of dimension {len(shape)}")
        raise IndexError(
            f"The shape of the mask {list(mask.shape)} at index {dim} does not match the shape of "
            f"the indexed tensor {list(shape)} at index {dim}"
        )


def _index_error(error: IndexError, key: Key) -> IndexError:
    """Return NumPy's error in PyTorch's words."""
    text = str(error)
    if "broadcast" in text:
        shapes = ", ".join(str(list(np.shape(k))) for k in key if isinstance(k, np.ndarray))
        return IndexError(
            f"shape mismatch: indexing tensors could not be broadcast together with shapes {shapes}"
        )
    return IndexError(text.replace("for axis", "for dimension"))


@kernel("index")
def index(self: Array, indices: Sequence[Array | None]) -> Any:
    key = key_of(indices, self.shape)
    try:
        result = self[key]
    except IndexError as error:
        raise _index_error(error, key) from None
    if result.base is not None and np.may_share_memory(result, self):
        return result.copy()  # of 0-d index arrays only, NumPy makes a view
    return result


def _write(self: Array, key: Key, values: Array, accumulate: bool) -> None:
    """Write or add values at a key."""
    if values.dtype.kind == "c" != self.dtype.kind:
        values = values.real
    try:
        with np.errstate(all="ignore"):
            if not accumulate:
                self[key] = values
            elif self.dtype is _BOOL:
                np.logical_or.at(self, key, values)
            else:
                np.add.at(self, key, values.astype(self.dtype, copy=False))
    except IndexError as error:
        raise _index_error(error, key) from None
    except (ValueError, TypeError) as error:  # of masks, NumPy says it by a TypeError
        if "read-only" in str(error):
            raise
        raise RuntimeError(
            f"shape mismatch: value tensor of shape {list(values.shape)} cannot be broadcast to "
            f"indexing result of shape {list(self[key].shape)}"
        ) from None


def _same_dtype(self: Array, other: Array, name: str) -> None:
    if self.dtype is not other.dtype and self.dtype != other.dtype:
        raise RuntimeError(
            f"{name} requires the source and destination dtypes match, got {self.dtype.name} for "
            f"the destination and {other.dtype.name} for the source."
        )


@kernel("index_put_")
def index_put_(
    self: Array, indices: Sequence[Array | None], values: Array, accumulate: bool = False
) -> None:
    _same_dtype(self, values, "Index put")
    check_overlap("index_put_", self)
    _write(self, key_of(indices, self.shape), values, accumulate)


@kernel("index_put")
def index_put(
    self: Array, indices: Sequence[Array | None], values: Array, accumulate: bool = False
) -> Any:
    result = fresh(self)
    index_put_(result, indices, values, accumulate)
    return result


# ----- along one dimension -----


def _in_range(index: Array, size: int, axis: int) -> None:
    """Refuse indices that the dimension does not have; negative ones too."""
    bad = outside(index, size)
    if bad is not None:
        raise RuntimeError(f"index {bad} is out of bounds for dimension {axis} with size {size}")


def _mesh(self: Array, dim: int, index: Array, name: str) -> tuple[Array, Array, Key]:
    """Return operands of at least one dimension, and the key of `index` along a dimension.

    Raises
    ------
    RuntimeError
        If `index` has another number of dimensions, is no integer, or names places that are not.
    """
    axis = wrap_dim(dim, self.ndim)
    if index.dtype.kind != "i":
        raise RuntimeError(f"{name}(): Expected dtype int32/int64 for index")
    if max(self.ndim, 1) != max(index.ndim, 1) and index.size:
        raise RuntimeError(
            "Index tensor must have the same number of dimensions as the tensor it is used on"
        )
    if not self.ndim:
        self = self.reshape(1)
    if not index.ndim:
        index = index.reshape(1)
    shape = self.shape
    if index.size:
        for i, n in enumerate(index.shape):
            if n > shape[i] and i != axis:
                raise RuntimeError(
                    f"Size does not match at dimension {i} expected index {list(index.shape)} to "
                    f"be no larger than self {list(shape)} apart from dimension {axis}"
                )
        _in_range(index, shape[axis], axis)
    return self, index, along(index, axis)


@kernel("gather")
def gather(self: Array, dim: int, index: Array, sparse_grad: bool = False) -> Any:
    if not index.size:
        wrap_dim(dim, self.ndim)
        return np.empty(index.shape, self.dtype)
    whole, places, key = _mesh(self, dim, index, "gather")
    found = whole[key]
    return found if index.ndim else found.reshape(())


def _scatter_operands(
    self: Array, dim: int, index: Array, src: Any, name: str
) -> tuple[Array, Key, Any] | None:
    """Return target, key and source of a scatter, cut to the sizes of `index`; None if empty."""
    if self.base is not None:
        check_overlap(name, self)
    if not index.size:
        wrap_dim(dim, self.ndim)
        return None
    target, places, key = _mesh(self, dim, index, name)
    if not isinstance(src, np.ndarray):
        return target, key, fill_constant(self.dtype, src)
    if src.dtype != self.dtype:
        raise RuntimeError(f"{name}(): Expected self.dtype to be equal to src.dtype")
    source = src if src.ndim else src.reshape(1)
    for i, (n, m) in enumerate(zip(places.shape, source.shape, strict=False)):
        if n > m or source.ndim != places.ndim:
            raise RuntimeError(
                f"Expected index {list(index.shape)} to be no larger than src {list(src.shape)} "
                f"(dimension {i})"
            )
    if source.shape != places.shape:
        source = source[tuple([slice(n) for n in places.shape])]
    return target, key, source


@kernel("scatter_")
def scatter_(self: Array, dim: int, index: Array, src: Any, reduce: str | None = None) -> None:
    if isinstance(src, np.ndarray) and not src.ndim and index.ndim:
        src = python_scalar(src[()])
    found = _scatter_operands(self, dim, index, src, "scatter")
    if reduce not in (None, "add", "multiply"):
        raise RuntimeError("reduce argument must be either add or multiply.")
    if found is None:
        return
    target, key, source = found
    with np.errstate(all="ignore"):
        if reduce is None:
            target[key] = source
        elif reduce == "add":
            np.add.at(target, key, source)
        else:
            np.multiply.at(target, key, source)


@kernel("scatter")
def scatter(self: Array, dim: int, index: Array, src: Any, reduce: str | None = None) -> Any:
    result = fresh(self)
    scatter_(result, dim, index, src, reduce)
    return result


@kernel("scatter_add_")
def scatter_add_(self: Array, dim: int, index: Array, src: Array) -> None:
    found = _scatter_operands(self, dim, index, src, "scatter_add")
    if found is None:
        return
    target, key, source = found
    with np.errstate(all="ignore"):  # it cannot be repeated: it would add twice
        np.add.at(target, key, source)


@kernel("scatter_add")
def scatter_add(self: Array, dim: int, index: Array, src: Array) -> Any:
    result = fresh(self)
    found = _scatter_operands(result, dim, index, src, "scatter_add")
    if found is not None:
        target, key, source = found
        np.add.at(target, key, source)
    return result


_COMBINE: Final[dict[str, Any]] = {
    "sum": np.add,
    "mean": np.add,
    "prod": np.multiply,
    "amax": np.maximum,
    "amin": np.minimum,
}


@kernel("scatter_reduce")
def scatter_reduce(
    self: Array, dim: int, index: Array, src: Array, reduce: str, include_self: bool = True
) -> Any:
    if reduce not in _COMBINE:
        raise RuntimeError(
            f"reduce argument must be either sum, prod, mean, amax or amin, got {reduce}."
        )
    result = fresh(self)
    found = _scatter_operands(result, dim, index, src, "scatter_reduce")
    if found is None:
        return result
    target, key, source = found
    with np.errstate(all="ignore"):
        if not include_self:
            target[key] = _neutral(reduce, self.dtype)
        _COMBINE[reduce].at(target, key, source)
        if reduce == "mean":
            count = np.full(target.shape, int(include_self), np.int64)
            np.add.at(count, key, 1)
            _divide(target, np.maximum(count, 1))
    return result


def _divide(target: Array, count: Array) -> None:
    if target.dtype.kind in "fc":
        np.copyto(target, target / count, casting="unsafe")
    else:
        np.copyto(target, target // count, casting="unsafe")


def _neutral(reduce: str, d: NpDType) -> Any:
    """Return the value that changes nothing."""
    if reduce in ("sum", "mean"):
        return 0
    if reduce == "prod":
        return 1
    if d.kind == "f":
        return -np.inf if reduce == "amax" else np.inf
    if d.kind == "b":
        return reduce == "amin"
    info = np.iinfo(d)
    return info.min if reduce == "amax" else info.max
