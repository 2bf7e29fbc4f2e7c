"""Raw kernels of the device "numba" that see arrays as rows: softmax, layer norm, cross-entropy.

Decides which arrays go to a compiled loop; all others go to NumPy's kernel. Must not import Numba:
Note [Launching] in launch.py.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from ...dispatch.registry import raw_kernel
from ..dtypes import dtype as DType
from ..numpy_backend import loss as numpy_loss
from ..numpy_backend import losses as numpy_losses
from ..numpy_backend import norm as numpy_norm
from ..numpy_backend import reduce as numpy_reduce
from .choices import CHANNEL, SMALL
from .launch import CONTIGUOUS, INT64, Array, Loop, flat, gradient_rows, rows, unless_few

__warningregistry__ = 0  # Note [Silent arithmetic] in backends/array_backend.py

kernel = raw_kernel("Numba")


def few(theirs: Callable[..., Any]) -> Callable[[Any], Any]:
    """Say that for few elements another kernel answers."""
    return lambda run: unless_few(run, theirs, SMALL)


SOFTMAX = Loop("row_loops.softmax", "MM")
LOG_SOFTMAX = Loop("row_loops.log_softmax", "MM")
SOFTMAX_BACKWARD = Loop("row_loops.softmax_backward", "MMM")
LOG_SOFTMAX_BACKWARD = Loop("row_loops.log_softmax_backward", "MMM")
SQUARES_APART = Loop("row_loops.squares_apart", "vvw")
CROSS_ENTROPY = Loop("row_loops.cross_entropy", "mniw")
CROSS_ENTROPY_BACKWARD = Loop("row_loops.cross_entropy_backward", "vmnim")
LAYER_NORM = Loop("row_loops.layer_norm", "MvvsMVV")
LAYER_NORM_BACKWARD = Loop("row_loops.layer_norm_backward", "MMVVvM")
LAYER_NORM_WEIGHT = Loop("row_loops.layer_norm_weight", "mmvvv")
CHANNEL_NORM = Loop("row_loops.channel_norm", "mismvv")
CHANNEL_NORM_BACKWARD = Loop("row_loops.channel_norm_backward", "mmivvm")


def _by_rows(loop: Loop, self: Array, dim: int) -> Any:
    """Return the entry of a loop if the rows of an array are along `dim`, else None."""
    n = self.ndim
    if (dim == n - 1 or dim == -1) and self.size >= SMALL:
        if self.flags.num & CONTIGUOUS == CONTIGUOUS:
            return loop[self.dtype]
    return None


@kernel("softmax")
@few(numpy_reduce.softmax)
def softmax(self: Array, dim: int, dtype: DType | None = None) -> Any:
    run = _by_rows(SOFTMAX, self, dim) if dtype is None else None
    if run is None:
        return numpy_reduce.softmax(self, dim, dtype)
    out = np.empty(self.shape, self.dtype)
    run(rows(self), rows(out))
    return out


@kernel("log_softmax")
@few(numpy_reduce.log_softmax)
def log_softmax(self: Array, dim: int, dtype: DType | None = None) -> Any:
    run = _by_rows(LOG_SOFTMAX, self, dim) if dtype is None else None
    if run is None:
        return numpy_reduce.log_softmax(self, dim, dtype)
    out = np.empty(self.shape, self.dtype)
    run(rows(self), rows(out))
    return out


@kernel("softmax_backward")
@few(numpy_norm.softmax_backward)
def softmax_backward(grad: Array, output: Array, dim: int) -> Any:
    run = _by_rows(SOFTMAX_BACKWARD, output, dim)
    if run is None or grad.dtype is not output.dtype or grad.shape != output.shape:
        return numpy_norm.softmax_backward(grad, output, dim)
    out = np.empty(output.shape, output.dtype)
    run(gradient_rows(grad, output.shape[-1]), rows(output), rows(out))
    return out


@kernel("log_softmax_backward")
@few(numpy_norm.log_softmax_backward)
def log_softmax_backward(grad: Array, output: Array, dim: int) -> Any:
    run = _by_rows(LOG_SOFTMAX_BACKWARD, output, dim)
    if run is None or grad.dtype is not output.dtype or grad.shape != output.shape:
        return numpy_norm.log_softmax_backward(grad, output, dim)
    out = np.empty(output.shape, output.dtype)
    run(gradient_rows(grad, output.shape[-1]), rows(output), rows(out))
    return out


def _by_class(
    loop: Loop,
    self: Array,
    target: Array,
    weight: Array | None,
    reduction: str,
    label_smoothing: float,
) -> Any:
    """Return the entry of a loop for rows of logits with a class for each, else None."""
    if (
        weight is None
        and not label_smoothing
        and (reduction == "mean" or reduction == "sum")
        and self.ndim == 2
        and target.shape == self.shape[:1]
        and target.dtype is INT64
        and self.size >= SMALL
        and self.flags.num & target.flags.num & CONTIGUOUS == CONTIGUOUS
    ):
        return loop[self.dtype]
    return None


@kernel("cross_entropy")
@few(numpy_loss.cross_entropy)
def cross_entropy(
    self: Array,
    target: Array,
    weight: Array | None = None,
    reduction: str = "mean",
    ignore_index: int = -100,
    label_smoothing: float = 0.0,
) -> Any:
    run = _by_class(CROSS_ENTROPY, self, target, weight, reduction, label_smoothing)
    if run is not None:
        total = np.empty(1)
        count = run(self, target, ignore_index, total)
        if count > 0:
            loss = total[0] / count if reduction == "mean" else total[0]
            return loss.astype(self.dtype)
    return numpy_loss.cross_entropy(self, target, weight, reduction, ignore_index, label_smoothing)


@kernel("cross_entropy_backward")
def cross_entropy_backward(
    grad: Array,
    self: Array,
    target: Array,
    weight: Array | None,
    reduction: str,
    ignore_index: int,
    label_smoothing: float,
) -> Any:
    run = _by_class(CROSS_ENTROPY_BACKWARD, self, target, weight, reduction, label_smoothing)
    if run is not None and grad.size == 1:
        count = 1
        if reduction == "mean":
            count = int(np.count_nonzero(np.not_equal(target, ignore_index)))
        if count:
            each = np.true_divide(grad.reshape(1), count, dtype=self.dtype)
            out = np.empty(self.shape, self.dtype)
            if run(each, self, target, ignore_index, out) == 0:
                return out
    return numpy_loss.cross_entropy_backward(
        grad, self, target, weight, reduction, ignore_index, label_smoothing
    )


@kernel("mse_loss")
@few(numpy_losses.mse_loss)
def mse_loss(self: Array, target: Array, reduction: str = "mean") -> Any:
    if (
        (reduction == "mean" or reduction == "sum")
        and self.size >= SMALL
        and target.shape == self.shape
        and target.dtype is self.dtype
        and self.flags.num & target.flags.num & CONTIGUOUS == CONTIGUOUS
    ):
        run = SQUARES_APART[self.dtype]
        if run is not None:
            total = np.empty(1)
            run(flat(self), flat(target), total)
            loss = total[0] / self.size if reduction == "mean" else total[0]
            return loss.astype(self.dtype)
    return numpy_losses.mse_loss(self, target, reduction)


def _normalised(
    loop: Loop, self: Array, shape: Sequence[int], *others: Array | None
) -> tuple[Any, Array, int]:
    """Return the entry of a loop, the rows that are normalised and their length, if arrays fit.

    The other arrays have the normalized shape, or are None.
    """
    wanted = tuple(shape)
    if wanted and self.shape[-len(wanted) :] == wanted and self.size >= SMALL:
        if self.flags.num & CONTIGUOUS == CONTIGUOUS and all(
            a is None or (a.shape == wanted and a.dtype is self.dtype) for a in others
        ):
            run = loop[self.dtype]
            if run is not None:
                n = math.prod(wanted)
                return run, self.reshape(-1, n), n
    return None, self, 0


def _row(array: Array | None, n: int, number: int, like: Array) -> Array:
    """Return a weight or bias as a contiguous row; where there is none, a row of a number."""
    if array is None:
        return np.full(n, number, like.dtype)
    return np.require(array, requirements=("C", "A")).reshape(n)


def _by_channel(loop: Loop, self: Array, shape: Sequence[int], *others: Array | None) -> Any:
    """Return the entry of a loop and the batch (N, C, ...) whose transposed form `self` is.

    So batch norm arrives here: all dimensions but the channels are normalised, without weights.
    """
    if self.ndim > 2 and len(shape) == self.ndim - 1 and tuple(shape) == self.shape[1:]:
        batch = self.swapaxes(0, 1)
        long = self.size >= SMALL and self.size >= CHANNEL * self.shape[0] * self.shape[1]
        if (
            long
            and batch.flags.num & CONTIGUOUS == CONTIGUOUS
            and not any(other is not None for other in others)
        ):
            return loop[self.dtype], batch
    return None, self


@kernel("native_layer_norm")
@few(numpy_norm.native_layer_norm)
def native_layer_norm(
    self: Array,
    normalized_shape: Sequence[int],
    weight: Array | None = None,
    bias: Array | None = None,
    eps: float = 1e-5,
) -> Any:
    run, batch = _by_channel(CHANNEL_NORM, self, normalized_shape, weight, bias)
    if run is not None:
        channels, dtype = self.shape[0], self.dtype
        kept = (channels, *(1,) * len(normalized_shape))
        out, mean, rstd = np.empty_like(batch), np.empty(kept, dtype), np.empty(kept, dtype)
        rows_of = (channels * len(batch), -1)
        run(batch.reshape(rows_of), channels, eps, out.reshape(rows_of), flat(mean), flat(rstd))
        return out.swapaxes(0, 1), mean, rstd
    run, x, n = _normalised(LAYER_NORM, self, normalized_shape, weight, bias)
    if run is None:
        return numpy_norm.native_layer_norm(self, normalized_shape, weight, bias, eps)
    out, mean, rstd = np.empty_like(x), np.empty(len(x), x.dtype), np.empty(len(x), x.dtype)
    run(x, _row(weight, n, 1, x), _row(bias, n, 0, x), eps, out, mean, rstd)
    kept = self.shape[: self.ndim - len(normalized_shape)] + (1,) * len(normalized_shape)
    return out.reshape(self.shape), mean.reshape(kept), rstd.reshape(kept)


@kernel("layer_norm_backward")
def layer_norm_backward(
    grad: Array,
    self: Array,
    mean: Array,
    rstd: Array,
    weight: Array | None,
    normalized_shape: Sequence[int],
    eps: float,
) -> Any:
    run, x, n = None, self, 0
    if grad.shape == self.shape and grad.dtype is mean.dtype is rstd.dtype is self.dtype:
        run, batch = _by_channel(CHANNEL_NORM_BACKWARD, self, normalized_shape, weight)
        if run is not None:
            channels = self.shape[0]
            rows_of = (channels * len(batch), -1)
            g = np.ascontiguousarray(grad.swapaxes(0, 1)).reshape(rows_of)
            out, centre = (
                np.empty_like(batch),
                np.require(mean, requirements=("C", "A")).reshape(-1),
            )
            spread = np.require(rstd, requirements=("C", "A")).reshape(-1)
            run(g, batch.reshape(rows_of), channels, centre, spread, out.reshape(rows_of))
            return out.swapaxes(0, 1)
        run, x, n = _normalised(LAYER_NORM_BACKWARD, self, normalized_shape, weight)
    if run is None:
        return numpy_norm.layer_norm_backward(grad, self, mean, rstd, weight, normalized_shape, eps)
    out = np.empty_like(x)
    g, w = gradient_rows(grad, n), _row(weight, n, 1, x)
    run(g, x, _row(mean, len(x), 0, x), _row(rstd, len(x), 0, x), w, out)
    return out.reshape(self.shape)


@kernel("layer_norm_weight_backward")
def layer_norm_weight_backward(
    grad: Array,
    self: Array,
    mean: Array,
    rstd: Array,
    normalized_shape: Sequence[int],
    eps: float,
) -> Any:
    run, x, n = None, self, 0
    if grad.shape == self.shape and grad.dtype is mean.dtype is rstd.dtype is self.dtype:
        run, x, n = _normalised(LAYER_NORM_WEIGHT, self, normalized_shape)
    if run is None:
        return numpy_norm.layer_norm_weight_backward(grad, self, mean, rstd, normalized_shape, eps)
    out = np.empty(n, x.dtype)
    run(gradient_rows(grad, n), x, _row(mean, len(x), 0, x), _row(rstd, len(x), 0, x), out)
    return out.reshape(normalized_shape)
