"""Padding: a value around a tensor, or its own elements repeated outwards.

Decides which elements the modes put where. Must not know kernels.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ..backends.dtypes import int64
from ..backends.factories import tensor
from ..dispatch.generated.functions import constant_pad_nd, index_select
from ..dispatch.tensor import Tensor


def pad(
    input: Tensor, pad: Sequence[int], mode: str = "constant", value: float | None = None
) -> Tensor:
    """Make dimensions longer at both ends, the last one first; negative numbers make them shorter.

    Parameters
    ----------
    input : Tensor
    pad : sequence of int
        Before and after the last dimension, before and after the one before it, and so on.
    mode : {"constant", "reflect", "replicate", "circular"}
        What the new places hold: `value`, or elements of the dimension.
    value : number, optional
        For "constant"; 0 if left out.

    Raises
    ------
    RuntimeError
        If there are more numbers than dimensions, or a dimension would get a negative size.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.nn.functional.pad(rd.tensor([1, 2]), (1, 2), value=7)
    tensor([7, 1, 2, 7, 7])
    """
    amounts = tuple(pad)
    if mode == "constant":
        return constant_pad_nd(input, amounts, 0 if value is None else value)
    if mode not in SOURCES:
        raise NotImplementedError(f"Unrecognised padding mode {mode}")
    if value not in (None, 0):
        raise ValueError(f'Padding mode "{mode}" doesn\'t take in value argument')
    if len(amounts) % 2 or len(amounts) > 2 * input.dim():
        raise RuntimeError(
            "Padding length must be divisible by 2 and at most twice the number of dimensions, "
            f"got {len(amounts)} for {input.dim()} dimensions"
        )
    result = input
    for i in range(len(amounts) // 2):
        axis = input.dim() - 1 - i
        result = _along(result, axis, amounts[2 * i], amounts[2 * i + 1], mode)
    return result


def _along(input: Tensor, axis: int, before: int, after: int, mode: str) -> Tensor:
    """Pad one dimension by reading from it at the places that the mode says."""
    if before == 0 == after:
        return input
    n = input.shape[axis]
    if n + before + after < 0 or (n == 0 and max(before, after) > 0):
        raise RuntimeError(
            f"pad: a dimension of size {n} cannot be padded by {before} and {after} ({mode})"
        )
    if mode == "circular" and min(before, after) < 0:  # what is cut off does not come around
        kept = (max(0, -before), n - max(0, -after))
        return _along(
            input.narrow(axis, kept[0], kept[1] - kept[0]),
            axis,
            max(0, before),
            max(0, after),
            mode,
        )
    longest = max(before, after)
    if (mode == "reflect" and longest >= n) or (mode == "circular" and longest > n):
        raise RuntimeError(
            f"Padding size should be less than the corresponding input dimension, but got: padding "
            f"({before}, {after}) at dimension {axis} of input {list(input.shape)}"
        )
    places = [SOURCES[mode](i, n) for i in range(-before, n + after)]
    return index_select(input, axis, tensor(places, dtype=int64, device=input.device))


def _reflected(i: int, n: int) -> int:
    return -i if i < 0 else 2 * (n - 1) - i if i >= n else i


SOURCES: dict[str, Callable[[int, int], int]] = {
    "reflect": _reflected,
    "replicate": lambda i, n: min(max(i, 0), n - 1),
    "circular": lambda i, n: i % n,
}
