"""Pooling as functions: the largest or the mean of each window.

Decides where windows lie and what counts. Must not know how windows are read.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Sequence
from typing import Any

from ..backends.factories import ones
from ..dispatch.errors import explain_error
from ..dispatch.generated.functions import _max_pool, _sum_pool
from ..dispatch.overloads import max as max_op
from ..dispatch.tensor import Tensor
from .windows import Numbers, batched, check_windows, per_dimension, span

Ints = tuple[int, ...]


def _overhang(size: int, kernel: int, stride: int, padding: int, dilation: int) -> int:
    """Return how far the last window reaches over the end where `ceil_mode` begins one more."""
    room = size + 2 * padding - span(kernel, dilation)
    count = -(-room // stride) + 1
    if (count - 1) * stride >= size + padding:  # it would begin in the padding at the end
        count -= 1
    return max(0, (count - 1) * stride + span(kernel, dilation) - size - 2 * padding)


def _sides(
    sizes: Sequence[int], kernel: Ints, stride: Ints, padding: Ints, dilation: Ints, ceil: bool
) -> Ints:
    """Return what is put before and after each dimension, the last one first."""
    found: list[int] = []
    for i in reversed(range(len(kernel))):
        more = 0
        if ceil:
            more = _overhang(sizes[i], kernel[i], stride[i], padding[i], dilation[i])
        found += [padding[i], padding[i] + more]
    return tuple(found)


def _numbers(
    dims: int, kernel_size: Any, stride: Any, padding: Any, dilation: Any
) -> tuple[Ints, Ints, Ints, Ints]:
    kernel = per_dimension(kernel_size, dims, "kernel_size")
    no_stride = stride is None or (isinstance(stride, Sequence) and not stride)
    step = kernel if no_stride else per_dimension(stride, dims, "stride")
    around = per_dimension(padding, dims, "padding")
    return kernel, step, around, per_dimension(dilation, dims, "dilation")


def _pooled_max(
    input: Tensor,
    dims: int,
    kernel_size: Any,
    stride: Any,
    padding: Any,
    dilation: Any,
    ceil_mode: bool,
    return_indices: bool,
) -> Any:
    who = f"max_pool{dims}d"
    whole, had_batch = batched(input, dims, who)
    kernel, step, around, apart = _numbers(dims, kernel_size, stride, padding, dilation)
    places = _places(who, tuple(whole.shape[2:]), kernel, step, around, apart, ceil_mode)
    found: Any = _max_pool(whole, kernel, step, around, apart, places)
    values = found.values if had_batch else found.values.squeeze(0)
    if not return_indices:
        return values
    return values, found.indices if had_batch else found.indices.squeeze(0)


@functools.lru_cache(maxsize=512)  # it takes 10 us, the sum over four places of a window 5
def _places(
    who: str, sizes: Ints, kernel: Ints, stride: Ints, padding: Ints, dilation: Ints, ceil: bool
) -> Ints:
    """Return how many windows there are in each dimension."""
    if any(2 * p > span(k, d) for p, k, d in zip(padding, kernel, dilation, strict=True)):
        raise RuntimeError(
            explain_error(
                who,
                f"the padding is {padding} for a window of {kernel}",
                accepted="at most half of the window",
            )
        )
    sides = _sides(sizes, kernel, stride, padding, dilation, ceil)
    ends = zip(reversed(sides[::2]), reversed(sides[1::2]), strict=True)
    padded = [n + low + high for n, (low, high) in zip(sizes, ends, strict=True)]
    check_windows(who, padded, kernel, stride, dilation)
    numbers = zip(padded, kernel, stride, dilation, strict=True)
    return tuple([(n - span(k, d)) // s + 1 for n, k, s, d in numbers])


def max_pool1d(
    input: Tensor,
    kernel_size: Numbers,
    stride: Numbers | None = None,
    padding: Numbers = 0,
    dilation: Numbers = 1,
    ceil_mode: bool = False,
    return_indices: bool = False,
) -> Any:
    """Return the largest element of each window of signals (N, C, L); see `max_pool2d`.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.nn.functional.max_pool1d(rd.tensor([[[1., 3., 2., 0.]]]), 2)
    tensor([[[3., 2.]]])
    """
    return _pooled_max(input, 1, kernel_size, stride, padding, dilation, ceil_mode, return_indices)


def max_pool2d(
    input: Tensor,
    kernel_size: Numbers,
    stride: Numbers | None = None,
    padding: Numbers = 0,
    dilation: Numbers = 1,
    ceil_mode: bool = False,
    return_indices: bool = False,
) -> Any:
    """Return the largest element of each window of images (N, C, H, W).

    Parameters
    ----------
    input : Tensor
    kernel_size : int or (int, int)
    stride : int or (int, int), optional
        As large as the window if left out.
    padding, dilation : int or (int, int)
        The padding never wins.
    ceil_mode : bool
        Whether a last window may reach over the end.
    return_indices : bool
        Return also where the elements stand in each image, counted through.

    Raises
    ------
    RuntimeError
        If a window is larger than the padded image, or the padding than half a window.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.nn.functional.max_pool2d(rd.arange(16.).reshape(1, 1, 4, 4), 2)
    tensor([[[[ 5.,  7.],
              [13., 15.]]]])
    """
    return _pooled_max(input, 2, kernel_size, stride, padding, dilation, ceil_mode, return_indices)


def _avg_pool(
    input: Tensor,
    dims: int,
    kernel_size: Any,
    stride: Any,
    padding: Any,
    ceil_mode: bool,
    count_include_pad: bool,
    divisor_override: int | None,
) -> Tensor:
    who = f"avg_pool{dims}d"
    if divisor_override == 0:
        raise RuntimeError("divisor must be not zero")
    whole, had_batch = batched(input, dims, who)
    kernel, step, around, apart = _numbers(dims, kernel_size, stride, padding, 1)
    sizes = tuple(whole.shape[2:])
    places = _places(who, sizes, kernel, step, around, apart, ceil_mode)
    total = _sum_pool(whole, kernel, step, around, places)
    if divisor_override is not None:
        result = total / divisor_override
    elif not (any(around) or ceil_mode) or (count_include_pad and not ceil_mode):
        result = total / math.prod(kernel)
    else:
        extra = around if count_include_pad else (0,) * dims
        counted = [n + 2 * p for n, p in zip(sizes, extra, strict=True)]
        less = tuple([p - e for p, e in zip(around, extra, strict=True)])
        there = ones(1, 1, *counted, dtype=whole.dtype, device=whole.device)
        result = total / _sum_pool(there, kernel, step, less, places)
    return result if had_batch else result.squeeze(0)


def avg_pool1d(
    input: Tensor,
    kernel_size: Numbers,
    stride: Numbers | None = None,
    padding: Numbers = 0,
    ceil_mode: bool = False,
    count_include_pad: bool = True,
) -> Tensor:
    """Return the mean of each window of signals (N, C, L).

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.nn.functional.avg_pool1d(rd.tensor([[[1., 3., 2., 0.]]]), 2)
    tensor([[[2., 1.]]])
    """
    return _avg_pool(input, 1, kernel_size, stride, padding, ceil_mode, count_include_pad, None)


def avg_pool2d(
    input: Tensor,
    kernel_size: Numbers,
    stride: Numbers | None = None,
    padding: Numbers = 0,
    ceil_mode: bool = False,
    count_include_pad: bool = True,
    divisor_override: int | None = None,
) -> Tensor:
    """Return the mean of each window of images (N, C, H, W).

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.nn.functional.avg_pool2d(rd.arange(16.).reshape(1, 1, 4, 4), 2)
    tensor([[[[ 2.5000,  4.5000],
              [10.5000, 12.5000]]]])
    """
    return _avg_pool(
        input, 2, kernel_size, stride, padding, ceil_mode, count_include_pad, divisor_override
    )


def _parts(size: int, count: int) -> list[tuple[int, int]]:
    """Return start and end of the parts of a dimension; they overlap if it is no multiple."""
    return [(i * size // count, -(-(i + 1) * size // count)) for i in range(count)]


def adaptive_avg_pool2d(input: Tensor, output_size: Any) -> Tensor:
    """Return images of a given size, each element the mean of its share of the input.

    Parameters
    ----------
    input : Tensor
    output_size : int or (int or None, int or None)
        None keeps a size.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.nn.functional.adaptive_avg_pool2d(rd.arange(16.).reshape(1, 1, 4, 4), 1)
    tensor([[[[7.5000]]]])
    """
    return _adaptive(input, output_size, lambda part, axis: part.mean(axis, keepdim=True))


def adaptive_max_pool2d(input: Tensor, output_size: Any, return_indices: bool = False) -> Any:
    """Return images of a given size, each element the largest of its share of the input.

    Parameters
    ----------
    input : Tensor
    output_size : int or (int or None, int or None)
        None keeps a size.
    return_indices : bool
        Whether to return the place of each element in its plane, counted row by row, as well; of
        equal elements the first.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.nn.functional.adaptive_max_pool2d(rd.arange(16.).reshape(1, 1, 4, 4), 1)
    tensor([[[[15.]]]])
    """
    if return_indices:
        return _adaptive_places(input, output_size)
    return _adaptive(input, output_size, lambda part, axis: max_op(part, axis, True).values)


def _adaptive_places(input: Tensor, output_size: Any) -> tuple[Tensor, Tensor]:
    """Return the largest elements and their places: first along rows, so that the first wins."""
    from ..dispatch.generated.functions import cat

    wanted = output_size if isinstance(output_size, (tuple, list)) else (output_size,) * 2
    batched(input, 2, "adaptive pooling")
    values, places = input, []
    for axis, count in ((-1, wanted[1]), (-2, wanted[0])):
        size = input.shape[axis]
        found, at = [], []
        for a, b in _parts(size, size if count is None else count):
            part = max_op(values.narrow(axis, a, b - a), axis, True)
            found.append(part.values)
            at.append(part.indices + a)
        values = cat(found, axis)
        places.append(cat(at, axis))
    columns, rows = places
    return values, rows * input.shape[-1] + columns.gather(-2, rows)


def _adaptive(input: Tensor, output_size: Any, take: Any) -> Tensor:
    from ..dispatch.generated.functions import cat

    wanted = output_size if isinstance(output_size, (tuple, list)) else (output_size,) * 2
    batched(input, 2, "adaptive pooling")
    result = input
    for axis, count in zip((-2, -1), wanted, strict=True):
        size = input.shape[axis]
        if count is None or count == size:
            continue
        if size % count == 0:
            apart = result.unflatten(axis, (count, size // count))
            result = take(apart, axis).squeeze(axis)
        else:
            parts = [take(result.narrow(axis, a, b - a), axis) for a, b in _parts(size, count)]
            result = cat(parts, axis)
    return result
