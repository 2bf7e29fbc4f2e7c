"""Raw kernels of the device "numba" that add elements up: reductions, running sums, by index.

Decides which arrays go to a compiled loop, seen as rows or as rows of columns; all others go to
NumPy's kernel, which also says what is wrong. Must not import Numba: Note [Launching] in launch.py.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from ...dispatch.registry import raw_kernel
from ..dtypes import dtype as DType
from ..numpy_backend import index as numpy_index
from ..numpy_backend import reduce as numpy_reduce
from ..numpy_backend import scan as numpy_scan
from ..numpy_backend import select as numpy_select
from ..numpy_backend import statistics as numpy_statistics
from ..promotion import python_scalar
from ..shapes import reduced_axes, wrap_dim
from .choices import LARGE, SMALL
from .launch import CONTIGUOUS, FLOAT32, FLOAT64, INT64, Array, Loop, flat, unless_few

__warningregistry__ = 0  # Note [Silent arithmetic] in backends/array_backend.py

kernel = raw_kernel("Numba")
PART = 16384  # elements of a part of a sum of all
BLOCK = 64  # rows of a part of a sum of columns
Dims = int | Sequence[int] | None

SUM = Loop("row_loops.sum_all", "vv")
SUM_ROWS = Loop("sum_loops.sum_rows", "MV")
SUM_PARTS = Loop("sum_loops.sum_parts", "vioW")
SUM_COLUMNS = Loop("sum_loops.sum_columns", "miioV")
SUM_BLOCKS = Loop("sum_loops.sum_blocks", "miioM")
MEAN_ROWS = Loop("sum_loops.mean_rows", "MV")
VAR_ROWS = Loop("sum_loops.var_rows", "MdV")
STD_ROWS = Loop("sum_loops.std_rows", "MdV")
LOGSUMEXP_ROWS = Loop("sum_loops.logsumexp_rows", "MV")
CUMSUM_ROWS = Loop("sum_loops.cumsum_rows", "MM")
CUMSUM_COLUMNS = Loop("sum_loops.cumsum_columns", "mim")
REVERSE_ROWS = Loop("sum_loops.reverse_cumsum_rows", "MM")
REVERSE_COLUMNS = Loop("sum_loops.reverse_cumsum_columns", "mim")
CUMPROD_ROWS = Loop("sum_loops.cumprod_rows", "MM")
CUMPROD_COLUMNS = Loop("sum_loops.cumprod_columns", "mim")
INDEX_ADD = Loop("sum_loops.index_add", "nmsim")
SCATTER_ADD = Loop("sum_loops.scatter_add", "nmiim")


def fits(x: Array, least: int) -> bool:
    """Whether an array is large, contiguous and of a dtype that loops take."""
    return (
        x.size >= least
        and x.flags.num & CONTIGUOUS == CONTIGUOUS
        and (x.dtype is FLOAT32 or x.dtype is FLOAT64)
    )


def parts(shape: tuple[int, ...], axes: tuple[int, ...] | None) -> tuple[int, int, int] | None:
    """Return the sizes before, of and after neighbouring axes; None of others."""
    if axes is None:
        return 1, math.prod(shape), 1
    first, last = min(axes), max(axes)
    if last - first + 1 != len(axes):
        return None
    within = math.prod(shape[first : last + 1])
    return math.prod(shape[:first]), within, math.prod(shape[last + 1 :])


def kept_shape(shape: tuple[int, ...], axes: Any, keepdim: bool) -> tuple[int, ...]:
    """Return the sizes of a reduction."""
    over = range(len(shape)) if axes is None else axes
    if keepdim:
        return tuple([1 if i in over else n for i, n in enumerate(shape)])
    return tuple([n for i, n in enumerate(shape) if i not in over])


def reduced(
    by_rows: Loop, average: bool | None, x: Array, dim: Dims, keepdim: bool, *numbers: Any
) -> Any:
    """Reduce along rows or columns; None if an array does not fit.

    `average` says what columns give: their mean, their sum, or (None) nothing.
    """
    axes = reduced_axes(dim, x.ndim)
    sizes = parts(x.shape, axes)
    if sizes is None or not x.ndim:
        return None
    outer, mid, inner = sizes
    out: Any = None
    if outer == inner == 1 and average is not None and mid >= 4 * PART:
        out = _in_parts(flat(x), mid if average else 1)
    elif inner == 1:
        run = by_rows[x.dtype]
        if run is None or mid == 1:
            return None
        out = np.empty(outer, x.dtype)
        run(x.reshape(outer, mid), *numbers, out)
    else:
        out = None if average is None else _columns(x, outer, mid, inner, mid if average else 1)
    return None if out is None else out.reshape(kept_shape(x.shape, axes, keepdim))


def _in_parts(x: Array, by: int) -> Any:
    """Return the sum of a long row in an array of one, divided by a number; None if not here.

    It is added up in parts, the same whoever does it, which threads share.
    """
    run, sums = SUM_PARTS[x.dtype], np.empty(-(-x.size // PART))
    if run is None:
        return None
    run(x, PART, 0, sums)
    return np.divide(np.add.reduce(sums, keepdims=True), by).astype(x.dtype)


def _columns(x: Array, outer: int, mid: int, inner: int, by: int) -> Any:
    """Return sums of columns, divided by a number; None if there is no loop."""
    run, given = SUM_COLUMNS[x.dtype], x.reshape(-1, inner)
    if run is None:
        return None
    if mid >= 4 * BLOCK and x.size >= 4 * PART and inner <= PART:
        # in blocks of rows, the same whoever adds them up, of which threads share some
        some, each = SUM_BLOCKS[x.dtype], -(-mid // BLOCK)
        if some is not None:
            sums = np.empty((outer * each, inner), x.dtype)
            some(given, mid, BLOCK, 0, sums)
            given, mid = sums, each
    out = np.empty(outer * inner, x.dtype)
    run(given, mid, by, 0, out)
    return out


def in_two(x: Array, dim: Dims, keepdim: bool) -> Any:
    """Sum along dimensions that are no neighbours, by the last of them first; None if it is not so.

    The gradient of a weight for each channel of (N, C, H, W) is such a sum.
    """
    axes = sorted(reduced_axes(dim, x.ndim) or ())
    first = len(axes) - 1
    while first > 0 and axes[first - 1] == axes[first] - 1:
        first -= 1
    if first <= 0:
        return None
    some = reduced(SUM_ROWS, False, x, axes[first:], True)
    if some is None:
        return None
    found = sum_plain(some, axes[:first], True)
    return found.reshape(kept_shape(x.shape, axes, keepdim))


def _sum_of_all(x: Array) -> Any:
    """Return the sum of a row in an array of one; None if there is no loop."""
    if x.size >= 4 * PART:
        return _in_parts(x, 1)
    run, out = SUM[x.dtype], np.empty(1, x.dtype)
    if run is None:
        return None
    run(x, out)
    return out


def sum_plain(self: Array, dim: Dims = None, keepdim: bool = False) -> Any:
    if self.size < LARGE or not fits(self, LARGE):
        return numpy_reduce.sum_plain(self, dim, keepdim)
    if dim is None and not keepdim:
        found = _sum_of_all(flat(self))
        if found is not None:
            return found[0]
    found = reduced(SUM_ROWS, False, self, dim, keepdim)
    if found is None:
        found = in_two(self, dim, keepdim)
    return numpy_reduce.sum_plain(self, dim, keepdim) if found is None else found


@kernel("sum", plain=sum_plain)
def sum(self: Array, dim: Dims = None, keepdim: bool = False, dtype: DType | None = None) -> Any:
    if dtype is None:
        return sum_plain(self, dim, keepdim)
    return numpy_reduce.sum(self, dim, keepdim, dtype)


def mean_plain(self: Array, dim: Dims = None, keepdim: bool = False) -> Any:
    found = None
    if self.size >= LARGE and fits(self, LARGE):
        found = reduced(MEAN_ROWS, True, self, dim, keepdim)
    return numpy_reduce.mean_plain(self, dim, keepdim) if found is None else found


@kernel("mean", plain=mean_plain)
def mean(self: Array, dim: Dims = None, keepdim: bool = False, dtype: DType | None = None) -> Any:
    if dtype is None:
        return mean_plain(self, dim, keepdim)
    return numpy_reduce.mean(self, dim, keepdim, dtype)


def logsumexp(self: Array, dim: Dims, keepdim: bool = False) -> Any:
    found = reduced(LOGSUMEXP_ROWS, None, self, dim, keepdim) if fits(self, SMALL) else None
    return numpy_reduce.logsumexp(self, dim, keepdim) if found is None else found


kernel("logsumexp", unless_few(logsumexp, numpy_reduce.logsumexp, SMALL))


def _spread(name: str, loop: Loop) -> None:
    theirs = getattr(numpy_statistics, name)

    def run(
        self: Array, dim: Dims = None, correction: float | None = 1, keepdim: bool = False
    ) -> Any:
        found = None
        if fits(self, SMALL):
            sizes = parts(self.shape, reduced_axes(dim, self.ndim))
            left = 0 if sizes is None else sizes[1] - (1 if correction is None else correction)
            if left > 0:
                found = reduced(loop, None, self, dim, keepdim, float(left))
        return theirs(self, dim, correction, keepdim) if found is None else found

    run.__name__ = run.__qualname__ = name
    kernel(name, unless_few(run, theirs, SMALL))


_spread("var", VAR_ROWS)
_spread("std", STD_ROWS)

# Running sums and products. ------------------------------------------------------------------


def running(by_rows: Loop, by_columns: Loop, x: Array, dim: int) -> Any:
    """Return the running sums along a dimension; None if an array does not fit."""
    if not fits(x, SMALL) or not x.ndim:
        return None
    axis = wrap_dim(dim, x.ndim)
    mid, inner = x.shape[axis], math.prod(x.shape[axis + 1 :])
    run = (by_rows if inner == 1 else by_columns)[x.dtype]
    if run is None:
        return None
    out = np.empty(x.shape, x.dtype)
    if inner == 1:
        run(x.reshape(-1, mid), out.reshape(-1, mid))
    else:
        run(x.reshape(-1, inner), mid, out.reshape(-1, inner))
    return out


def _scan(name: str, by_rows: Loop, by_columns: Loop, theirs: Callable[..., Any]) -> None:
    def run(self: Array, dim: int, dtype: DType | None = None) -> Any:
        found = running(by_rows, by_columns, self, dim) if dtype is None else None
        return theirs(self, dim, dtype) if found is None else found

    run.__name__ = run.__qualname__ = name
    kernel(name, unless_few(run, theirs, SMALL))


_scan("cumsum", CUMSUM_ROWS, CUMSUM_COLUMNS, numpy_scan.cumsum)
_scan("cumprod", CUMPROD_ROWS, CUMPROD_COLUMNS, numpy_scan.cumprod)


@kernel("_reverse_cumsum")
def reverse_cumsum(self: Array, dim: int) -> Any:
    found = running(REVERSE_ROWS, REVERSE_COLUMNS, self, dim)
    return numpy_scan.reverse_cumsum(self, dim) if found is None else found


# By index. -----------------------------------------------------------------------------------


def _add_rows(result: Array, axis: int, places: Array, values: Array, alpha: Any) -> bool:
    """Add slices of values to those of a new array; whether that could be done here."""
    run = INDEX_ADD[result.dtype] if fits(values, SMALL) and values.size else None
    if run is None or result.flags.num & CONTIGUOUS != CONTIGUOUS or not result.flags.writeable:
        return False
    size, inner = result.shape[axis], math.prod(result.shape[axis + 1 :])
    where = np.require(places, INT64, ("C", "A"))
    run(where, values.reshape(-1, inner), alpha, size, result.reshape(-1, inner))
    return True


@kernel("index_add_")
def index_add_(self: Array, dim: int, index: Array, source: Array, alpha: Any = 1) -> None:
    if source.size >= SMALL and self.ndim and source.dtype is self.dtype:
        _, key, values = numpy_select.target_of(self, dim, index, source, "index_add")
        more: Any = python_scalar(alpha)
        if _add_rows(self, len(key) - 1, key[-1], np.ascontiguousarray(values), more):
            return
    numpy_select.index_add_(self, dim, index, source, alpha)


def index_add(self: Array, dim: int, index: Array, source: Array, alpha: Any = 1) -> Any:
    result = self.copy()
    index_add_(result, dim, index, source, alpha)
    return result


kernel("index_add", unless_few(index_add, numpy_select.index_add, SMALL, "source"))


@kernel("embedding_backward")
def embedding_backward(
    grad: Array, indices: Array, num_weights: int, padding_idx: int, scale_grad_by_freq: bool
) -> Any:
    if not scale_grad_by_freq and grad.size >= SMALL:
        rows, places = grad.reshape(-1, grad.shape[-1]), indices.reshape(-1)
        if padding_idx >= 0:
            kept = places != padding_idx
            rows, places = rows[kept], places[kept]
        in_range = places.size and places.min() >= 0 and places.max() < num_weights
        result = np.zeros((num_weights, grad.shape[-1]), grad.dtype)
        if in_range and _add_rows(result, 0, places, np.ascontiguousarray(rows), 1):
            return result
    theirs = numpy_select.embedding_backward
    return theirs(grad, indices, num_weights, padding_idx, scale_grad_by_freq)


@kernel("index_put")
def index_put(
    self: Array, indices: Sequence[Array | None], values: Array, accumulate: bool = False
) -> Any:
    theirs = numpy_index.index_put
    used = [i for i in indices if i is not None]
    if not accumulate or len(used) != 1 or used[0].dtype.kind != "i" or not self.ndim:
        return theirs(self, indices, values, accumulate)
    places, axis = used[0].reshape(-1), next(i for i, v in enumerate(indices) if v is not None)
    size = self.shape[axis] if axis < self.ndim else 0
    wanted = (*self.shape[:axis], *used[0].shape, *self.shape[axis + 1 :])
    if values.shape != wanted or values.dtype is not self.dtype or values.size < SMALL:
        return theirs(self, indices, values, accumulate)
    if places.min() < -size or places.max() >= size:
        return theirs(self, indices, values, accumulate)
    result = self.copy()
    places = np.where(places < 0, places + size, places)
    if _add_rows(result, axis, places, np.ascontiguousarray(values), 1):
        return result
    return theirs(self, indices, values, accumulate)


@kernel("scatter_add_")
def scatter_add_(self: Array, dim: int, index: Array, src: Array) -> None:
    theirs = numpy_index.scatter_add_
    if src.shape != index.shape or index.ndim != self.ndim or not self.ndim:
        return theirs(self, dim, index, src)
    axis = wrap_dim(dim, self.ndim)
    rest = [n for i, n in enumerate(self.shape) if i != axis]
    same = rest == [n for i, n in enumerate(index.shape) if i != axis]
    if not same or src.dtype is not self.dtype or index.dtype is not INT64 or not index.size:
        return theirs(self, dim, index, src)
    values = np.ascontiguousarray(src)
    run = SCATTER_ADD[self.dtype] if fits(values, SMALL) else None
    plain = self.flags.num & CONTIGUOUS == CONTIGUOUS and self.flags.writeable
    if run is None or not plain or index.min() < 0 or index.max() >= self.shape[axis]:
        return theirs(self, dim, index, src)
    inner = math.prod(self.shape[axis + 1 :])
    where = np.require(index, requirements=("C", "A")).reshape(-1)
    count, size = index.shape[axis], self.shape[axis]
    run(where, values.reshape(-1, inner), count, size, self.reshape(-1, inner))


def scatter_add(self: Array, dim: int, index: Array, src: Array) -> Any:
    result = self.copy()
    scatter_add_(result, dim, index, src)
    return result


kernel("scatter_add", unless_few(scatter_add, numpy_index.scatter_add, SMALL, "src"))
