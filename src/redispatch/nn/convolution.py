"""Convolutions as functions.

Decides what the arguments mean: batches, padding by name. Must not know how a convolution is
computed.
"""

from __future__ import annotations

from typing import Any

from ..dispatch.errors import explain_error
from ..dispatch.generated.functions import _conv, _conv_input, constant_pad_nd
from ..dispatch.tensor import Tensor
from .windows import (
    Numbers,
    batched,
    cut,
    per_dimension,
    span,
)


def _check(weight: Tensor, dims: int, who: str) -> None:
    if weight.dim() != dims + 2:
        shape = list(weight.shape)
        raise RuntimeError(
            explain_error(who, f"weight has sizes {shape}", accepted=f"{dims + 2} dimensions")
        )


def _add_bias(result: Tensor, bias: Tensor | None, dims: int) -> Tensor:
    return result if bias is None else result + bias.reshape((-1, *(1,) * dims))


def _padding(
    input: Tensor, padding: Any, kernel: Any, stride: Any, dilation: Any, dims: int
) -> tuple[Tensor, tuple[int, ...]]:
    """Return the padding, and the input with what cannot be as much before as after it."""
    if not isinstance(padding, str):
        return input, per_dimension(padding, dims, "padding")
    if padding == "valid":
        return input, (0,) * dims
    if padding != "same":
        raise ValueError(f"Invalid padding string {padding!r}, should be one of 'valid', 'same'")
    if max(stride) > 1:
        raise ValueError("padding='same' is not supported for strided convolutions")
    missing = [span(k, d) - 1 for k, d in zip(kernel, dilation, strict=True)]
    if any(total % 2 for total in missing):
        sides = tuple([n for total in reversed(missing) for n in (0, total % 2)])
        input = constant_pad_nd(input, sides)
    return input, tuple([total // 2 for total in missing])


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
    _check(weight, dims, who)
    step, apart = per_dimension(stride, dims, "stride"), per_dimension(dilation, dims, "dilation")
    whole, around = _padding(whole, padding, weight.shape[2:], step, apart, dims)
    result = _conv(whole, weight, bias, step, around, apart, groups)
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
    kernel = tuple(weight.shape[2:])
    _check_transposed(whole, weight, groups, step, apart, more)
    reach = [
        (count - 1) * s + span(k, d)
        for count, s, k, d in zip(whole.shape[2:], step, kernel, apart, strict=True)
    ]
    outer = (whole.shape[0], weight.shape[1] * groups)
    sizes = [r - 2 * p + m for r, p, m in zip(reach, around, more, strict=True)]
    if all(0 < n and m < s for n, m, s in zip(sizes, more, step, strict=True)):
        result = _conv_input(whole, weight, (*outer, *sizes), step, around, apart, groups)
    else:  # places that no window reaches, or none at all
        exact = _conv_input(whole, weight, (*outer, *reach), step, (0, 0), apart, groups)
        room = [max(0, p + n - r) for r, p, n in zip(reach, around, sizes, strict=True)]
        if any(room):
            exact = constant_pad_nd(exact, tuple([k for n in reversed(room) for k in (0, n)]))
        result = cut(exact, around, sizes)
    result = _add_bias(result, bias, 2)
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
