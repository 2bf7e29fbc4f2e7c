"""Windows that move over the last dimensions: the common part of convolution and pooling.

Decides how windows are read as a view and added up again, so that both are linear operators whose
derivatives, of any order and in both modes, are known. Must not know what is done with a window.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from ..dispatch.errors import explain_error
from ..dispatch.generated.functions import slice as slice_op
from ..dispatch.generated.functions import slice_backward, unfold_backward
from ..dispatch.generated.functions import unfold as unfold_op
from ..dispatch.tensor import Tensor

Numbers = int | Sequence[int]


def per_dimension(value: Any, count: int, name: str) -> tuple[int, ...]:
    """Return one int for each dimension.

    Raises
    ------
    RuntimeError
        If there are more or fewer.
    """
    if value.__class__ is int:
        return (value,) * count
    if hasattr(value, "__index__"):
        return (value.__index__(),) * count
    found = tuple([n.__index__() for n in value])
    if len(found) == 1:
        found *= count
    if len(found) != count:
        raise RuntimeError(
            explain_error(
                name, f"has {len(found)} values: {found}", accepted=f"an int, or {count} of them"
            )
        )
    return found


def span(kernel: int, dilation: int) -> int:
    """Return how many places a window reaches over."""
    return dilation * (kernel - 1) + 1


def check_windows(
    who: str, sizes: Sequence[int], kernel: Sequence[int], stride: Sequence[int], dilation: Any
) -> None:
    """Refuse windows that do not fit.

    Raises
    ------
    RuntimeError
        If a window is larger than what it moves over, or a number is not positive.
    """
    for name, values in (("kernel size", kernel), ("stride", stride), ("dilation", dilation)):
        if min(values) <= 0:
            raise RuntimeError(explain_error(who, f"{name} is {tuple(values)}", accepted="> 0"))
    reach = [span(k, d) for k, d in zip(kernel, dilation, strict=True)]
    if any(r > n for r, n in zip(reach, sizes, strict=True)):
        shown = " x ".join(map(str, reach))
        raise RuntimeError(
            f"{who}: Calculated padded input size per channel: ({' x '.join(map(str, sizes))}). "
            f"Kernel size: ({shown}). Kernel size can't be greater than actual input size"
        )


def windows(
    input: Tensor, kernel: Sequence[int], stride: Sequence[int], dilation: Sequence[int]
) -> Tensor:
    """Return a view (N, C, window..., places...) of an input (N, C, sizes...).

    Places stay last at every step, so that what the derivative adds up lies side by side in memory.
    """
    found = input
    for i, (size, step, apart) in enumerate(zip(kernel, stride, dilation, strict=True)):
        found = unfold_op(found, 2 + 2 * i, span(size, apart), step)
        if apart > 1:
            found = slice_op(found, -1, 0, None, apart)
        found = found.permute(_moved(found.dim(), -1, 2 + i))
    return found


def add_windows(
    found: Tensor,
    sizes: Sequence[int],
    kernel: Sequence[int],
    stride: Sequence[int],
    dilation: Sequence[int],
) -> Tensor:
    """Add (N, C, window..., places...) up to (N, C, sizes...): the transpose of `windows`."""
    for i in reversed(range(len(kernel))):
        found = found.permute(_moved(found.dim(), 2 + i, -1))
        reach = span(kernel[i], dilation[i])
        if dilation[i] > 1:
            spread = (*found.shape[:-1], reach)
            found = slice_backward(found, spread, found.dim() - 1, 0, reach, dilation[i])
        shape = [*found.shape[:-1]]
        shape[2 + 2 * i] = sizes[i]
        found = unfold_backward(found, tuple(shape), 2 + 2 * i, reach, stride[i])
    return found


def _moved(rank: int, source: int, target: int) -> tuple[int, ...]:
    """Return the order of dimensions in which one has moved."""
    order = list(range(rank))
    order.insert(target % rank, order.pop(source))
    return tuple(order)


def batched(input: Tensor, dims: int, who: str) -> tuple[Tensor, bool]:
    """Return an input with a batch dimension, and whether it had one.

    Raises
    ------
    RuntimeError
        If it has neither `dims` + 1 nor `dims` + 2 dimensions.
    """
    if input.dim() == dims + 2:
        return input, True
    if input.dim() == dims + 1:
        return input.unsqueeze(0), False
    raise RuntimeError(
        f"Expected {dims + 1}D (unbatched) or {dims + 2}D (batched) input to {who}, but got input "
        f"of size: {list(input.shape)}"
    )


def unfold(
    input: Tensor,
    kernel_size: Numbers,
    dilation: Numbers = 1,
    padding: Numbers = 0,
    stride: Numbers = 1,
) -> Tensor:
    """Return the windows of images as columns: (N, C, H, W) to (N, C * window, places).

    Raises
    ------
    RuntimeError
        If a window does not fit.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.nn.functional.unfold(rd.zeros(1, 3, 4, 5), 2).shape
    (1, 12, 12)
    """
    kernel = per_dimension(kernel_size, 2, "kernel_size")
    apart = per_dimension(dilation, 2, "dilation")
    step = per_dimension(stride, 2, "stride")
    whole, had_batch = batched(input, 2, "unfold")
    padded = pad_evenly(whole, per_dimension(padding, 2, "padding"))
    check_windows("unfold", padded.shape[2:], kernel, step, apart)
    found = columns(windows(padded, kernel, step, apart), 2)
    return found if had_batch else found.squeeze(0)


def columns(found: Tensor, dims: int) -> Tensor:
    """Return (N, C, window..., places...) as (N, C * window, places)."""
    shape = tuple(found.shape)
    height = math.prod(shape[1 : 2 + dims])
    return found.reshape((shape[0], height, math.prod(shape[2 + dims :])))


def pad_evenly(input: Tensor, padding: Sequence[int], value: float = 0.0) -> Tensor:
    """Return an input with as many new places before as after each of the last dimensions."""
    if not any(padding):
        return input
    from ..dispatch.generated.functions import constant_pad_nd

    return constant_pad_nd(input, tuple([p for n in reversed(padding) for p in (n, n)]), value)


def fold(
    input: Tensor,
    output_size: Numbers,
    kernel_size: Numbers,
    dilation: Numbers = 1,
    padding: Numbers = 0,
    stride: Numbers = 1,
) -> Tensor:
    """Add columns of windows up to images: (N, C * window, places) to (N, C, H, W).

    Raises
    ------
    RuntimeError
        If the sizes of the columns are not those of such windows.

    Examples
    --------
    >>> import redispatch as rd
    >>> columns = rd.nn.functional.unfold(rd.ones(1, 1, 3, 3), 2)
    >>> rd.nn.functional.fold(columns, 3, 2)
    tensor([[[[1., 2., 1.],
              [2., 4., 2.],
              [1., 2., 1.]]]])
    """
    sizes = per_dimension(output_size, 2, "output_size")
    kernel = per_dimension(kernel_size, 2, "kernel_size")
    apart = per_dimension(dilation, 2, "dilation")
    step = per_dimension(stride, 2, "stride")
    around = per_dimension(padding, 2, "padding")
    had_batch = input.dim() == 3
    whole = input if had_batch else input.unsqueeze(0)
    padded = [n + 2 * p for n, p in zip(sizes, around, strict=True)]
    check_windows("fold", padded, kernel, step, apart)
    places = [
        (n - span(k, d)) // s + 1 for n, k, d, s in zip(padded, kernel, apart, step, strict=True)
    ]
    n, height, width = whole.shape
    if height % (kernel[0] * kernel[1]) or width != places[0] * places[1]:
        raise RuntimeError(
            explain_error(
                "fold",
                f"the columns have sizes {list(whole.shape)}",
                accepted=f"[N, a multiple of {kernel[0] * kernel[1]}, {places[0] * places[1]}]",
            )
        )
    apart_again = whole.reshape((n, height // (kernel[0] * kernel[1]), *kernel, *places))
    found = add_windows(apart_again, padded, kernel, step, apart)
    found = cut(found, around, sizes)
    return found if had_batch else found.squeeze(0)


def cut(input: Tensor, start: Sequence[int], sizes: Sequence[int]) -> Tensor:
    """Return the part of the last dimensions that begins at `start`."""
    for i, (first, size) in enumerate(zip(start, sizes, strict=True)):
        if first or size != input.shape[2 + i]:
            input = slice_op(input, 2 + i, first, first + size)
    return input
