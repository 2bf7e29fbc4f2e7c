"""Batching rules of convolutions and pooling.

A batch of inputs that meet one weight is more samples. A batch of weights is more channels: of the
result, where they meet one input, and groups, where each example has an input of its own.
"""

from __future__ import annotations

from typing import Any

from ....dispatch.generated import functions as rd
from ....dispatch.registry import lookup
from ....dispatch.tensor import Tensor
from .common import Row, batch_rule, in_front, needs, rank_of


def _merged(value: Tensor, dim: int) -> Tensor:
    """Return a batch as part of one dimension of its examples: it counts slower."""
    if dim:
        value = rd.movedim(value, (0,), (dim,))
    shape = value.shape
    return rd.reshape(value, (*shape[:dim], shape[dim] * shape[dim + 1], *shape[dim + 2 :]))


def _parted(value: Tensor, dim: int, size: int) -> Tensor:
    """Undo `_merged`."""
    shape = value.shape
    each = shape[dim] // size if size else 0
    value = rd.reshape(value, (*shape[:dim], size, each, *shape[dim + 1 :]))
    return rd.movedim(value, (dim,), (0,)) if dim else value


def _by_group(value: Tensor, groups: int) -> Tensor:
    """Return a batch (B, g * n, ...) as (g * B * n, ...): the batch within each group."""
    size, count = value.shape[:2]
    rest = tuple(value.shape[2:])
    apart = rd.reshape(value, (size, groups, count // groups, *rest))
    return rd.reshape(rd.transpose(apart, 0, 1), (size * count, *rest))


_CONV, _INPUT, _WEIGHT = (lookup(name).call for name in ("_conv", "_conv_input", "_conv_weight"))


def _many_weights(self: Tensor, weight: Tensor, windows: Any, size: int) -> Tensor:
    """Convolve one input with a batch of weights."""
    groups = windows[-1]
    result = _CONV((self, _by_group(weight, groups), None, *windows))
    samples, channels, *sizes = result.shape
    apart = rd.reshape(result, (samples, groups, size, channels // (groups * size), *sizes))
    return rd.reshape(rd.movedim(apart, (2,), (0,)), (size, samples, channels // size, *sizes))


@batch_rule("_conv")
def conv(info: Any, in_dims: Any, self: Any, weight: Any, bias: Any, *windows: Any) -> Any:
    size = info.batch_size
    if not size:
        return NotImplemented
    needs(rank_of(self, in_dims[0]) == rank_of(weight, in_dims[1]))
    if in_dims[1] is None and in_dims[0] == 0:
        one = bias if in_dims[2] is None else None
        result = _parted(_CONV((_merged(self, 0), weight, one, *windows)), 0, size)
        if in_dims[2] is None:
            return result, 0
    elif in_dims[1] is None:
        result = rd.unsqueeze(_CONV((self, weight, None, *windows)), 0)
    elif in_dims[0] is None:
        result = _many_weights(self, weight, windows, size)
    else:
        more = (*windows[:-1], windows[-1] * size)
        result = _parted(_CONV((_merged(self, 1), _merged(weight, 0), None, *more)), 1, size)
    if bias is None:
        return result, 0
    ones = (1,) * (result.dim() - 3)
    lead = (size,) if in_dims[2] == 0 else ()
    return result + rd.reshape(bias, (*lead, 1, bias.shape[-1], *ones)), 0


@batch_rule("_conv_input")
def conv_input(info: Any, in_dims: Any, grad: Any, weight: Any, shape: Any, *windows: Any) -> Any:
    size = info.batch_size
    if not size:
        return NotImplemented
    grad = in_front(grad, in_dims[0], size)
    if in_dims[1] is None:
        found = _INPUT((_merged(grad, 0), weight, (shape[0] * size, *shape[1:]), *windows))
        return _parted(found, 0, size), 0
    whole = (shape[0], shape[1] * size, *shape[2:])
    more = (*windows[:-1], windows[-1] * size)
    return _parted(_INPUT((_merged(grad, 1), _merged(weight, 0), whole, *more)), 1, size), 0


@batch_rule("_conv_weight")
def conv_weight(info: Any, in_dims: Any, grad: Any, self: Any, shape: Any, *windows: Any) -> Any:
    size = info.batch_size
    if not size:
        return NotImplemented
    grad, self = in_front(grad, in_dims[0], size), in_front(self, in_dims[1], size)
    whole, more = (shape[0] * size, *shape[1:]), (*windows[:-1], windows[-1] * size)
    return _parted(_WEIGHT((_merged(grad, 1), _merged(self, 1), whole, *more)), 0, size), 0


@batch_rule("_conv_bias")
def conv_bias(info: Any, in_dims: Any, grad: Any, self: Any) -> Any:
    size = info.batch_size
    if not size:
        return NotImplemented
    grad, self = in_front(grad, in_dims[0], size), in_front(self, in_dims[1], size)
    return _parted(rd._conv_bias(_merged(grad, 1), _merged(self, 1)), 0, size), 0


class MoreSamples(Row):
    """The rule of an operator on (N, C, sizes...) for which examples are so many more samples."""

    def __call__(self, info: Any, in_dims: Any, *args: Any) -> Any:
        size, values = info.batch_size, list(args)
        if not size:
            return NotImplemented
        for i in self.tensors:
            needs(args[i].dim() - (in_dims[i] == 0) > 2)
            values[i] = _merged(in_front(values[i], in_dims[i], size), 0)
        result = self.operator.call(tuple(values))
        if isinstance(result, Tensor):
            return _parted(result, 0, size), 0
        return type(result)(*[_parted(each, 0, size) for each in result]), 0


for _name in ("_max_pool", "_sum_pool", "_max_pool_backward", "_sum_pool_backward"):
    batch_rule(_name)(MoreSamples(_name))
