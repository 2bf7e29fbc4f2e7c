"""Batching rules of losses with classes, and of the mean squared error.

Examples are so many more samples of one loss that is not reduced; the sums and means of each are
taken afterwards, and for a gradient put in before.
"""

from __future__ import annotations

from typing import Any

from ....backends.shapes import numel
from ....dispatch.generated import functions as rd
from ....dispatch.tensor import Tensor
from .common import aligned, batch_rule, fronts, in_front, needs, with_rank


class _Samples:
    """The operands of a loss with classes, with all examples as samples of one."""

    def __init__(self, info: Any, in_dims: Any, self_: Tensor, target: Tensor) -> None:
        self.size = size = info.batch_size
        self_, target = fronts((self_, target), in_dims, size)
        self.shape = shape = tuple(self_.shape)
        needs(len(shape) > 1)
        self.of_classes = len(shape) == 2  # an example is one sample
        self.losses = shape[:1] if self.of_classes else (*shape[:2], *shape[3:])
        self.has_indices = not (tuple(target.shape) == shape and target.dtype.is_floating_point)
        if self.has_indices and self.of_classes:
            needs(tuple(target.shape[1:]) in ((), (1,)))
            target = rd.reshape(target, (size,))
        needs(not self.has_indices or tuple(target.shape) == self.losses)
        self.target = target
        self.input = self.merged(self_)
        self.merged_target = self.merged(target)

    def merged(self, value: Tensor) -> Tensor:
        """Return the samples of all examples."""
        if self.of_classes:
            return value
        return rd.reshape(value, (self.size * value.shape[1], *value.shape[2:]))

    def parted(self, value: Tensor) -> Tensor:
        """Return the samples of each example."""
        if self.of_classes:
            return value
        return rd.reshape(value, (self.size, self.shape[1], *value.shape[1:]))

    def total(self, weight: Tensor | None, ignore_index: int, dtype: Any) -> Any:
        """Return what the mean of each example divides by."""
        if not self.has_indices:
            return numel(self.losses[1:])
        dims = tuple(range(1, len(self.losses)))
        counted = rd.ne(self.target, ignore_index)
        if weight is None:
            each = counted.to(dtype)
        else:
            places = rd.where(counted, self.target, 0)
            each = rd.where(counted, rd.index(weight, [places]), 0)
        return rd.sum(each, dims) if dims else each

    def reduced(self, losses: Tensor, reduction: str, total: Any) -> Tensor:
        """Return the losses, their sum or their mean for each example."""
        if reduction == "none":
            return losses
        if losses.dim() > 1:
            losses = rd.sum(losses, tuple(range(1, losses.dim())))
        return losses / total() if reduction == "mean" else losses

    def spread(self, grad: Tensor, dim: Any, reduction: str, total: Any) -> Tensor:
        """Return the gradient of each loss, all samples in a row."""
        grad = in_front(grad, dim, self.size)
        if reduction == "mean":
            grad = grad / total()
        if reduction != "none":
            ones = (1,) * (len(self.losses) - 1)
            grad = rd.expand(rd.reshape(grad, (self.size, *ones)), self.losses)
        return self.merged(grad)


@batch_rule("cross_entropy")
def cross_entropy(
    info: Any, in_dims: Any, self: Any, target: Any, weight: Any, reduction: str,
    ignore_index: int, label_smoothing: float,
) -> Any:  # fmt: skip
    if in_dims[2] is not None or not info.batch_size:
        return NotImplemented
    s = _Samples(info, in_dims, self, target)
    words: Any = {"ignore_index": ignore_index, "label_smoothing": label_smoothing}
    losses = rd.cross_entropy(s.input, s.merged_target, weight, reduction="none", **words)
    total = lambda: s.total(weight, ignore_index, self.dtype)  # noqa: E731
    return s.reduced(s.parted(losses), reduction, total), 0


def _gradient(name: str) -> None:
    operator = getattr(rd, name)

    def rule(
        info: Any, in_dims: Any, grad: Any, self: Any, target: Any, weight: Any, reduction: str,
        ignore_index: int, label_smoothing: float,
    ) -> Any:  # fmt: skip
        if in_dims[3] is not None or not info.batch_size:
            return NotImplemented
        s = _Samples(info, in_dims[1:], self, target)
        total = lambda: s.total(weight, ignore_index, self.dtype)  # noqa: E731
        each = s.spread(grad, in_dims[0], reduction, total)
        rest = ("none", ignore_index, label_smoothing)
        return s.parted(operator(each, s.input, s.merged_target, weight, *rest)), 0

    batch_rule(name)(rule)


_gradient("cross_entropy_backward")
_gradient("cross_entropy_factor")


@batch_rule("nll_loss")
def nll_loss(
    info: Any, in_dims: Any, self: Any, target: Any, weight: Any, ignore_index: int, reduction: str
) -> Any:
    if in_dims[2] is not None or not info.batch_size:
        return NotImplemented
    s = _Samples(info, in_dims, self, target)
    words: Any = {"ignore_index": ignore_index, "reduction": "none"}
    losses = rd.nll_loss(s.input, s.merged_target, weight, **words)
    total = lambda: s.total(weight, ignore_index, self.dtype)  # noqa: E731
    return s.reduced(s.parted(losses), reduction, total), 0


@batch_rule("nll_loss_backward")
def nll_loss_backward(
    info: Any, in_dims: Any, grad: Any, self: Any, target: Any, weight: Any, ignore_index: int,
    reduction: str,
) -> Any:  # fmt: skip
    if in_dims[3] is not None or not info.batch_size:
        return NotImplemented
    s = _Samples(info, in_dims[1:], self, target)
    total = lambda: s.total(weight, ignore_index, self.dtype)  # noqa: E731
    each = s.spread(grad, in_dims[0], reduction, total)
    found = rd.nll_loss_backward(each, s.input, s.merged_target, weight, ignore_index, "none")
    return s.parted(found), 0


@batch_rule("mse_loss")
def mse_loss(info: Any, in_dims: Any, self: Any, target: Any, reduction: str) -> Any:
    losses = rd.mse_loss(*aligned((self, target), in_dims[:2]), reduction="none")
    dims = tuple(range(1, losses.dim()))
    if reduction == "none" or not dims:
        needs(reduction in ("none", "mean", "sum"))
        return losses, 0
    needs(reduction in ("mean", "sum"))
    return (rd.mean if reduction == "mean" else rd.sum)(losses, dims), 0


# ----- normalisation -----


def _fits(self: Tensor, dim: Any, shape: Any) -> int:
    """Return how many dimensions of an example stand before those that are normalised."""
    lead = self.dim() - (dim is not None) - len(shape)
    needs(lead >= 0)
    return lead


@batch_rule("native_layer_norm")
def native_layer_norm(
    info: Any, in_dims: Any, self: Any, normalized_shape: Any, weight: Any, bias: Any, eps: float
) -> Any:
    _fits(self, in_dims[0], normalized_shape)
    if in_dims[2] is None and in_dims[3] is None:
        found = rd.native_layer_norm(self, normalized_shape, weight, bias, eps)
        return tuple(found), 0
    plain, mean, rstd = rd.native_layer_norm(self, normalized_shape, None, None, eps)
    rank = self.dim() - (in_dims[0] is not None)
    output = plain if in_dims[0] is not None else rd.unsqueeze(plain, 0)
    if weight is not None:
        output = output * (weight if in_dims[2] is None else with_rank(weight, rank))
    if bias is not None:
        output = output + (bias if in_dims[3] is None else with_rank(bias, rank))
    return (output, mean, rstd), (0, in_dims[0], in_dims[0])


@batch_rule("layer_norm_backward")
def layer_norm_backward(
    info: Any, in_dims: Any, grad: Any, self: Any, mean: Any, rstd: Any, weight: Any,
    normalized_shape: Any, eps: float,
) -> Any:  # fmt: skip
    _fits(self, in_dims[1], normalized_shape)
    whole = fronts((grad, self, mean, rstd), in_dims, info.batch_size)
    if in_dims[4] is not None:
        whole[0] = whole[0] * with_rank(weight, whole[0].dim() - 1)
        weight = None
    grad, self, mean, rstd = whole
    return rd.layer_norm_backward(grad, self, mean, rstd, weight, normalized_shape, eps), 0


@batch_rule("layer_norm_bias_backward")
def layer_norm_bias_backward(
    info: Any, in_dims: Any, grad: Any, self: Any, normalized_shape: Any
) -> Any:
    grad = in_front(grad, in_dims[0], info.batch_size)
    dims = tuple(range(1, 1 + _fits(grad, 0, normalized_shape)))
    return (rd.sum(grad, dims) if dims else grad), 0


@batch_rule("layer_norm_weight_backward")
def layer_norm_weight_backward(
    info: Any, in_dims: Any, grad: Any, self: Any, mean: Any, rstd: Any, normalized_shape: Any,
    eps: float,
) -> Any:  # fmt: skip
    grad, self, mean, rstd = fronts((grad, self, mean, rstd), in_dims, info.batch_size)
    each = grad * ((self - mean) * rstd)
    dims = tuple(range(1, 1 + _fits(grad, 0, normalized_shape)))
    return (rd.sum(each, dims) if dims else each), 0
