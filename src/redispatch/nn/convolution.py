"""Convolutions as functions: windows, put in columns, times a matrix of weights.

Decides what the arguments mean and what is refused. Must not know how windows are read.
"""

from __future__ import annotations

import math
from typing import Any

from ..dispatch.errors import explain_error
from ..dispatch.generated.functions import constant_pad_nd, matmul
from ..dispatch.tensor import Tensor
from .windows import (
    Numbers,
    add_windows,
    batched,
    check_windows,
    columns,
    cut,
    pad_evenly,
    per_dimension,
    span,
    windows,
)


def _check(input: Tensor, weight: Tensor, groups: int, dims: int, who: str) -> None:
    shape = list(weight.shape)
    if weight.dim() != dims + 2:
        raise RuntimeError(
            explain_error(who, f"weight has sizes {shape}", accepted=f"{dims + 2} dimensions")
        )
    if groups <= 0:
        raise RuntimeError("non-positive groups is not supported")
    if input.shape[1] != shape[1] * groups:
        raise RuntimeError(
            f"Given groups={groups}, weight of size {shape}, expected input{list(input.shape)} to "
            f"have {shape[1] * groups} channels, but got {input.shape[1]} channels instead"
        )
    if shape[0] % groups:
        raise RuntimeError(
            f"Given groups={groups}, expected weight to be divisible by {groups} at dimension 0, "
            f"but got weight of size {shape} instead"
        )


def _add_bias(result: Tensor, bias: Tensor | None, dims: int) -> Tensor:
    return result if bias is None else result + bias.reshape((-1, *(1,) * dims))


def _padded(
    input: Tensor, padding: Any, kernel: Any, stride: Any, dilation: Any, dims: int
) -> Tensor:
    if not isinstance(padding, str):
        return pad_evenly(input, per_dimension(padding, dims, "padding"))
    if padding == "valid":
        return input
    if padding != "same":
        raise ValueError(f"Invalid padding string {padding!r}, should be one of 'valid', 'same'")
    if max(stride) > 1:
        raise ValueError("padding='same' is not supported for strided convolutions")
    missing = [span(k, d) - 1 for k, d in zip(kernel, dilation, strict=True)]
    sides = tuple([n for total in reversed(missing) for n in (total // 2, total - total // 2)])
    return constant_pad_nd(input, sides)


def _convolve(
    input: Tensor,
    weight: Tensor,
    bias: Tensor | None,
    stride: Any,
    padding: Any,
    dilation: Any,
    groups: int,
    dims: int,
) -> Tensor:
    who = f"conv{dims}d"
    whole, had_batch = batched(input, dims, who)
    _check(whole, weight, groups, dims, who)
    kernel = tuple(weight.shape[2:])
    step, apart = per_dimension(stride, dims, "stride"), per_dimension(dilation, dims, "dilation")
    padded = _padded(whole, padding, kernel, step, apart, dims)
    check_windows(who, padded.shape[2:], kernel, step, apart)
    found = windows(padded, kernel, step, apart)
    places = tuple(found.shape[2 + dims :])
    table = columns(found, dims)
    n, out = whole.shape[0], weight.shape[0]
    if groups == 1:
        result = matmul(weight.reshape((out, table.shape[1])), table)
    else:
        height = table.shape[1] // groups
        parts = table.reshape((n, groups, height, table.shape[2]))
        result = matmul(weight.reshape((groups, out // groups, height)), parts)
    result = _add_bias(result.reshape((n, out, *places)), bias, dims)
    return result if had_batch else result.squeeze(0)


def conv1d(
    input: Tensor,
    weight: Tensor,
    bias: Tensor | None = None,
    stride: Numbers = 1,
    padding: Numbers | str = 0,
    dilation: Numbers = 1,
    groups: int = 1,
) -> Tensor:
    """Convolve signals (N, C, L) with weights (out, C / groups, k); see `conv2d`.

    Examples
    --------
    >>> import redispatch as rd
    >>> x = rd.tensor([[[1., 2., 4.]]])
    >>> rd.nn.functional.conv1d(x, rd.tensor([[[-1., 1.]]]))
    tensor([[[1., 2.]]])
    """
    return _convolve(input, weight, bias, stride, padding, dilation, groups, 1)


def conv2d(
    input: Tensor,
    weight: Tensor,
    bias: Tensor | None = None,
    stride: Numbers = 1,
    padding: Numbers | str = 0,
    dilation: Numbers = 1,
    groups: int = 1,
) -> Tensor:
    """Convolve images (N, C, H, W), or one (C, H, W), with weights (out, C / groups, kh, kw).

    Parameters
    ----------
    input, weight : Tensor
    bias : Tensor, optional
        One number for each output channel.
    stride, dilation : int or (int, int)
        Steps between windows, and within one.
    padding : int, (int, int), "valid" or "same"
        Zeros put around.
    groups : int
        Into how many independent parts the channels are divided.

    Raises
    ------
    RuntimeError
        If the channels do not match, or a window is larger than the padded image.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.nn.functional.conv2d(rd.ones(1, 1, 3, 3), rd.ones(1, 1, 2, 2))
    tensor([[[[4., 4.],
              [4., 4.]]]])
    """
    return _convolve(input, weight, bias, stride, padding, dilation, groups, 2)


def conv3d(
    input: Tensor,
    weight: Tensor,
    bias: Tensor | None = None,
    stride: Numbers = 1,
    padding: Numbers | str = 0,
    dilation: Numbers = 1,
    groups: int = 1,
) -> Tensor:
    """Convolve volumes (N, C, D, H, W) with weights (out, C / groups, kd, kh, kw); see `conv2d`.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.nn.functional.conv3d(rd.ones(1, 1, 3, 3, 3), rd.ones(2, 1, 2, 2, 2)).shape
    (1, 2, 2, 2, 2)
    """
    return _convolve(input, weight, bias, stride, padding, dilation, groups, 3)


def conv_transpose2d(
    input: Tensor,
    weight: Tensor,
    bias: Tensor | None = None,
    stride: Numbers = 1,
    padding: Numbers = 0,
    output_padding: Numbers = 0,
    groups: int = 1,
    dilation: Numbers = 1,
) -> Tensor:
    """Apply the transpose of `conv2d`, with weights (in, out / groups, kh, kw).

    Raises
    ------
    RuntimeError
        If the channels do not match, or the output padding is not smaller than stride or dilation.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.nn.functional.conv_transpose2d(rd.ones(1, 1, 2, 2), rd.ones(1, 1, 2, 2))
    tensor([[[[1., 2., 1.],
              [2., 4., 2.],
              [1., 2., 1.]]]])
    """
    whole, had_batch = batched(input, 2, "conv_transpose2d")
    step, apart = per_dimension(stride, 2, "stride"), per_dimension(dilation, 2, "dilation")
    around, more = (
        per_dimension(padding, 2, "padding"),
        per_dimension(output_padding, 2, "output_padding"),
    )
    kernel, places = tuple(weight.shape[2:]), tuple(whole.shape[2:])
    _check_transposed(whole, weight, groups, step, apart, more)
    n, channels, out = whole.shape[0], whole.shape[1], weight.shape[1]
    area = math.prod(kernel)
    table = weight.reshape((groups, channels // groups, out * area)).transpose(1, 2)
    parts = whole.reshape((n, groups, channels // groups, math.prod(places)))
    found = matmul(table, parts).reshape((n, groups * out, *kernel, *places))
    reach = [
        (count - 1) * s + span(k, d)
        for count, s, k, d in zip(places, step, kernel, apart, strict=True)
    ]
    sizes = [r - 2 * p + m for r, p, m in zip(reach, around, more, strict=True)]
    room = [max(r, p + size) for r, p, size in zip(reach, around, sizes, strict=True)]
    exact = add_windows(found, reach, kernel, step, apart)
    grown = tuple(
        [
            k
            for r, wanted in zip(reversed(reach), reversed(room), strict=True)
            for k in (0, wanted - r)
        ]
    )
    if any(grown):
        exact = constant_pad_nd(exact, grown)
    result = _add_bias(cut(exact, around, sizes), bias, 2)
    return result if had_batch else result.squeeze(0)


def _check_transposed(
    input: Tensor, weight: Tensor, groups: int, stride: Any, dilation: Any, more: Any
) -> None:
    if input.shape[1] != weight.shape[0] or input.shape[1] % groups:
        raise RuntimeError(
            f"Given transposed=1, weight of size {list(weight.shape)}, expected input"
            f"{list(input.shape)} to have {weight.shape[0]} channels, but got {input.shape[1]} "
            "channels instead"
        )
    if any(m >= max(s, d) for m, s, d in zip(more, stride, dilation, strict=True)):
        raise RuntimeError(
            "output padding must be smaller than either stride or dilation, but got "
            f"output_padding: {more}, stride: {stride}, dilation: {dilation}"
        )
