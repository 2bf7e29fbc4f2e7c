"""NumPy kernels of the cross entropy and its gradient.

The target holds class indices or class probabilities. Both kernels see the input as rows of
classes, one row per sample and position; the checks and that form are made in one place. float16 is
computed in float32.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple, Protocol

import numpy as np

from ...dispatch.registry import raw_kernel
from ..dtypes import FLOATING, NpDType
from ..promotion import Array, promote
from ..shapes import numel
from .places import steps
from .reduce import add_reduce, kept_sums, log_softmax, shifted, softmax

__warningregistry__ = 0  # Note [Silent arithmetic] in array_backend.py

kernel = raw_kernel("NumPy")

_INT64: Final[NpDType] = np.dtype(np.int64)
_FLOAT16: Final[NpDType] = np.dtype(np.float16)
_FLOAT32: Final[NpDType] = np.dtype(np.float32)
_FLOAT64: Final[NpDType] = np.dtype(np.float64)


class Described(Protocol):
    """Anything with a shape and a dtype, whether or not it has elements."""

    @property
    def shape(self) -> tuple[int, ...]:
        """The sizes."""
        ...

    @property
    def dtype(self) -> NpDType:
        """NumPy's dtype."""
        ...


class _Problem(NamedTuple):
    """The checked arguments of a cross entropy in one form."""

    x: Array  # (rows, classes)
    target: Array  # (rows,) of indices, or (rows, classes) of probabilities
    is_index: bool
    shape: tuple[int, ...]  # of the losses before they are reduced


def _problem(self: Array, target: Array, weight: Array | None, ignore_index: int) -> _Problem:
    """Check the operands against each other and bring them into one form."""
    is_index, losses = check_operands(self, target, weight, ignore_index)
    return _Problem(
        _rows(self), target.reshape(-1) if is_index else _rows(target), is_index, losses
    )


def check_operands(
    self: Described, target: Described, weight: Described | None, ignore_index: int
) -> tuple[bool, tuple[int, ...]]:
    """Return whether the target holds indices, and the shape of the losses before they are reduced.

    Raises
    ------
    RuntimeError, ValueError
        If the operands do not fit each other.
    """
    shape = self.shape
    if not shape:
        raise RuntimeError("cross_entropy expects an input of at least 1 dimension, got 0")
    classes = shape[1] if len(shape) > 1 else shape[0]
    if weight is not None and weight.shape != (classes,):
        raise RuntimeError(
            f"weight tensor should be defined either for all {classes} classes or no classes "
            f"but got weight tensor of shape: {list(weight.shape)}"
        )
    if weight is not None and weight.dtype != self.dtype:
        raise RuntimeError(
            f"expected weight to have the dtype of the input, {self.dtype.name}, "
            f"but found {weight.dtype.name}"
        )
    losses = shape[:1] + shape[2:] if len(shape) > 1 else ()
    if target.shape == shape and target.dtype.kind in FLOATING:
        if ignore_index >= 0:
            raise RuntimeError("ignore_index is not supported for floating point target")
        return False, losses
    _check_indices(target, shape, losses)
    return True, losses


def _is_simple(self: Array, target: Array) -> bool:
    """Return whether this is the usual case: float32 or float64 rows and a class for each."""
    d = self.dtype
    return (
        (d is _FLOAT32 or d is _FLOAT64)
        and target.dtype is _INT64
        and self.ndim == 2
        and target.shape == self.shape[:1]
        and self.size != 0
    )


def _rows(x: Array) -> Array:
    """Return (N, C, ...) as (N * ..., C), and (C,) as (1, C)."""
    shape = x.shape
    if len(shape) == 2:
        return x
    if len(shape) == 1:
        return x[None]
    positions = numel(shape[2:])
    flat = x.reshape(shape[0], shape[1], positions)
    return flat.swapaxes(1, 2).reshape(shape[0] * positions, shape[1])


def _from_rows(rows: Array, shape: tuple[int, ...]) -> Array:
    """Return what `_rows` made of an array of `shape` in that shape again."""
    if len(shape) == 2:
        return rows
    if len(shape) == 1:
        return rows.reshape(shape)
    return rows.reshape(shape[0], numel(shape[2:]), shape[1]).swapaxes(1, 2).reshape(shape)


def _check_indices(target: Described, shape: tuple[int, ...], losses: tuple[int, ...]) -> None:
    name = target.dtype.name
    if target.dtype != _INT64 and target.dtype != np.uint8:
        raise RuntimeError(f"expected target dtype to be int64 or uint8, but got {name}")
    if target.shape == losses or (not losses and target.shape == (1,)):
        return
    if target.shape == shape:
        raise RuntimeError(
            f"Expected floating point type for target with class probabilities, got {name}"
        )
    batch, wanted = target.shape[:1] or (1,), losses[:1] or (1,)
    if batch != wanted:
        raise ValueError(
            f"Expected input batch_size ({wanted[0]}) to match target batch_size ({batch[0]})."
        )
    raise RuntimeError(f"Expected target size {list(losses)}, got {list(target.shape)}")


def _indices(target: Array, classes: int, ignore: int) -> tuple[Array, Array | None]:
    """Return the class of each row, and where it counts; None for everywhere.

    Raises
    ------
    IndexError
        If an index is neither a class nor the one to ignore.
    """
    index = target.astype(_INT64, copy=False)
    if not index.size:
        return index, None
    unsigned = index.view(np.uint64)  # so that one comparison finds negative ones too
    # argmax takes 140 ns, np.maximum.reduce 850
    if not 0 <= ignore < classes and unsigned.item(unsigned.argmax()) < classes:
        return index, None
    counted = np.not_equal(index, ignore)
    bad = np.logical_and(counted, np.greater_equal(unsigned, classes))
    if np.logical_or.reduce(bad, None):
        raise IndexError(f"Target {int(index[bad][0])} is out of bounds.")
    if np.logical_and.reduce(counted, None):
        return index, None
    return np.where(counted, index, 0), counted


def _row_weights(weight: Array | None, index: Array, counted: Array | None) -> tuple[Any, Any]:
    """Return the weight of each row's class (1 for all without `weight`) and their sum."""
    if weight is None:
        total = index.size if counted is None else int(add_reduce(counted, None, _INT64))
        return 1, total
    w = weight[index]
    if counted is not None:
        w = np.multiply(w, counted)
    return w, add_reduce(w, None)


@kernel("cross_entropy")
def cross_entropy(
    self: Array,
    target: Array,
    weight: Array | None = None,
    reduction: str = "mean",
    ignore_index: int = -100,
    label_smoothing: float = 0.0,
) -> Any:
    if reduction == "mean" and weight is None and not label_smoothing and _is_simple(self, target):
        # 7 us for 4 rows, where the general way takes 14
        index, counted = _indices(target, self.shape[1], ignore_index)
        if counted is None:
            x = shifted(self, 1)
            picked = x[steps(index.size), index]
            losses = np.subtract(np.log(kept_sums(np.exp(x), 1)[:, 0]), picked)
            return add_reduce(losses, None) / index.size
    check_options(reduction, label_smoothing)
    p = _problem(self, target, weight, ignore_index)
    wide = self.dtype is _FLOAT16
    if wide:
        p = p._replace(x=p.x.astype(np.float32))
        weight = None if weight is None else weight.astype(np.float32)
    logp = log_softmax(p.x, 1)
    if p.is_index:
        losses, total = _index_losses(p, logp, weight, ignore_index, label_smoothing)
    else:
        probabilities = _smoothed(p.target, weight, label_smoothing)
        a, b = promote(logp, probabilities)
        losses, total = np.negative(add_reduce(np.multiply(a, b), 1)), logp.shape[0]
    if reduction == "none":
        result = losses.reshape(p.shape)
    else:
        result = add_reduce(losses, None)
        if reduction == "mean":
            result = np.true_divide(result, total)
    return result.astype(_FLOAT16) if wide else result


def check_options(reduction: str, label_smoothing: float) -> None:
    """Refuse a reduction that does not exist and a smoothing that is no fraction."""
    if reduction not in ("mean", "sum", "none"):
        raise ValueError(f"{reduction} is not a valid value for reduction; use mean, sum or none")
    if not 0.0 <= label_smoothing <= 1.0:
        raise RuntimeError(f"label_smoothing must be between 0.0 and 1.0. Got: {label_smoothing:g}")


def _smoothed(target: Array, weight: Array | None, smoothing: float) -> Array:
    """Return the factor of each log probability, for a target of probabilities."""
    if smoothing:
        target = np.add(np.multiply(target, 1 - smoothing), smoothing / target.shape[1])
    if weight is not None:
        a, b = promote(target, weight)
        target = np.multiply(a, b)
    return target


def _index_losses(
    p: _Problem, logp: Array, weight: Array | None, ignore_index: int, smoothing: float
) -> tuple[Array, Any]:
    """Return the loss of each row and what the mean divides their sum by."""
    index, counted = _indices(p.target, logp.shape[1], ignore_index)
    w, total = _row_weights(weight, index, counted)
    losses = np.negative(logp[steps(index.size), index])
    if weight is not None:
        losses = np.multiply(losses, w)
    if smoothing:
        weighted = logp if weight is None else np.multiply(logp, weight)
        smooth = np.multiply(add_reduce(weighted, 1), smoothing / logp.shape[1])
        losses = np.subtract(np.multiply(losses, 1 - smoothing), smooth)
    if counted is not None:  # not a product: an ignored row may hold nan
        losses = np.where(counted, losses, np.zeros((), losses.dtype))
    return losses, total


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
    if reduction == "mean" and weight is None and not label_smoothing and _is_simple(self, target):
        index, counted = _indices(target, self.shape[1], ignore_index)
        if counted is None:
            result = softmax(self, 1)
            result[steps(index.size), index] -= 1
            return np.multiply(result, np.true_divide(grad, index.size), result)
    p = _problem(self, target, weight, ignore_index)
    x = p.x.astype(np.float32) if self.dtype is _FLOAT16 else p.x
    probability = softmax(x, 1)
    f = _factors(p, grad, x.dtype, weight, reduction, ignore_index, label_smoothing)
    result = np.multiply(probability, f.total[:, None])
    if f.spread is not None:
        result = np.subtract(result, f.spread)
    if f.labels is not None:
        result[steps(f.labels.size), f.labels] -= f.hit
    return _from_rows(result, self.shape).astype(self.dtype, copy=False)


class _Factors(NamedTuple):
    """What a row's log probabilities are multiplied with: d loss / d x = p * total - factors."""

    labels: Array | None
    hit: Any  # the factor at the labels
    spread: Array | None  # the factor of every class, besides
    total: Array  # their sum, for each row


def _factors(
    p: _Problem,
    grad: Array,
    dtype: NpDType,
    weight: Array | None,
    reduction: str,
    ignore_index: int,
    label_smoothing: float,
) -> _Factors:
    """Return the factors of each row, the gradient of the loss included."""
    g = grad.reshape(-1)  # one per row for "none", else one for all
    rows, classes = p.x.shape
    if not p.is_index:
        if reduction == "mean":
            g = np.true_divide(g, rows)
        spread = np.multiply(_smoothed(p.target, weight, label_smoothing), g[:, None])
        return _Factors(None, None, spread, add_reduce(spread, 1))
    index, counted = _indices(p.target, classes, ignore_index)
    w, total = _row_weights(weight, index, counted)
    if reduction == "mean":
        g = np.true_divide(g, total)
    if counted is not None:
        g = np.where(counted, g, np.zeros((), g.dtype))
    hit = np.broadcast_to(np.multiply(g, w), (rows,))
    if not label_smoothing:
        return _Factors(index, hit, None, hit)
    each = np.ones(classes, dtype) if weight is None else weight
    each = np.multiply(each, label_smoothing / classes)
    hit = np.multiply(hit, 1 - label_smoothing)
    spread = np.multiply(g[:, None], each)
    return _Factors(index, hit, spread, np.add(hit, add_reduce(spread, 1)))


@kernel("cross_entropy_factor")
def cross_entropy_factor(
    grad: Array,
    self: Array,
    target: Array,
    weight: Array | None,
    reduction: str,
    ignore_index: int,
    label_smoothing: float,
) -> Any:
    p = _problem(self, target, weight, ignore_index)
    f = _factors(p, grad, p.x.dtype, weight, reduction, ignore_index, label_smoothing)
    shape = (1,) if self.ndim == 1 else (self.shape[0], 1, *self.shape[2:])
    total = np.array(np.broadcast_to(f.total, p.x.shape[:1]))
    if self.ndim < 3:
        return total.reshape(shape)
    return total.reshape(self.shape[0], *self.shape[2:])[:, None]
