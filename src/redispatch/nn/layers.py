"""Layers as functions: normalisation, dropout, embeddings.

Decides which operators PyTorch's functions with options stand for. Must not know kernels.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from ..backends.factories import ones
from ..dispatch.generated.functions import embedding as _embedding
from ..dispatch.generated.functions import native_dropout, native_layer_norm
from ..dispatch.tensor import Tensor
from ..modes import no_grad


def layer_norm(
    input: Tensor,
    normalized_shape: Sequence[int],
    weight: Tensor | None = None,
    bias: Tensor | None = None,
    eps: float = 1e-05,
) -> Tensor:
    """Bring the last dimensions to mean 0 and variance 1, then scale by weight and shift by bias.

    Raises
    ------
    RuntimeError
        If `normalized_shape` is not what the sizes of `input` end with.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.nn.functional.layer_norm(rd.tensor([[1., 3.]]), (2,))
    tensor([[-1.0000,  1.0000]])
    """
    if normalized_shape.__class__ is not tuple:
        normalized_shape = tuple(normalized_shape)
    result: Tensor = native_layer_norm(input, normalized_shape, weight, bias, eps)[0]
    return result


def dropout(input: Tensor, p: float = 0.5, training: bool = True, inplace: bool = False) -> Tensor:
    """Set elements to zero with the probability p and scale the others by 1 / (1 - p).

    Without `training`, return the input itself.

    Raises
    ------
    ValueError
        If p is no probability.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.nn.functional.dropout(rd.tensor([1., 2.]), training=False)
    tensor([1., 2.])
    """
    if p < 0.0 or p > 1.0:
        raise ValueError(f"dropout probability has to be between 0 and 1, but got {p}")
    if not training or (p == 0.0 and not inplace):
        return input
    if inplace:
        kept = native_dropout(input.detach(), p)[1]
        return input.mul_(kept if p in (0.0, 1.0) else kept / (1 - p))
    result: Tensor = native_dropout(input, p)[0]
    return result


def dropout1d(
    input: Tensor, p: float = 0.5, training: bool = True, inplace: bool = False
) -> Tensor:
    """Set whole channels of (N, C, L), or (C, L), to zero with the probability p.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.nn.functional.dropout1d(rd.ones(1, 2, 3), training=False).sum()
    tensor(6.)
    """
    return _drop_channels(input, p, training, inplace, 1)


def dropout2d(
    input: Tensor, p: float = 0.5, training: bool = True, inplace: bool = False
) -> Tensor:
    """Set whole channels of (N, C, H, W) to zero with the probability p.

    Examples
    --------
    >>> import redispatch as rd
    >>> dropped = rd.nn.functional.dropout2d(rd.ones(1, 8, 3, 3)).sum((2, 3))
    >>> bool(((dropped == 0) | (dropped == 18)).all())
    True
    """
    return _drop_channels(input, p, training, inplace, 2)


def _drop_channels(input: Tensor, p: float, training: bool, inplace: bool, dims: int) -> Tensor:
    if p < 0.0 or p > 1.0:
        raise ValueError(f"dropout probability has to be between 0 and 1, but got {p}")
    if not training or p == 0.0:
        return input
    kept = (*input.shape[: input.dim() - dims], *(1,) * dims)
    mask = native_dropout(new_ones(input, kept), p)[0]
    return input.mul_(mask) if inplace else input * mask


def alpha_dropout(
    input: Tensor, p: float = 0.5, training: bool = False, inplace: bool = False
) -> Tensor:
    """Drop elements so that mean and variance of what SELU returns are kept.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.nn.functional.alpha_dropout(rd.tensor([1., 2.]))
    tensor([1., 2.])
    """
    if p < 0.0 or p > 1.0:
        raise ValueError(f"dropout probability has to be between 0 and 1, but got {p}")
    if not training or p == 0.0:
        return input
    if p == 1.0:
        return input.mul_(0.0) if inplace else input * 0.0
    alpha = 1.7580993408473766  # what SELU tends to, without its sign
    scale = 1 / math.sqrt((alpha**2 * p + 1) * (1 - p))
    kept = (native_dropout(new_ones(input, input.shape), p)[0] != 0).to(input.dtype)
    shift = (kept - 1) * (alpha * scale) + alpha * scale * p
    return input.mul_(kept * scale).add_(shift) if inplace else input * (kept * scale) + shift


def new_ones(input: Tensor, sizes: Sequence[int]) -> Tensor:
    """Return ones of the dtype and on the device of a tensor."""
    return ones(*sizes, dtype=input.dtype, device=input.device)


def embedding(
    input: Tensor,
    weight: Tensor,
    padding_idx: int | None = None,
    max_norm: float | None = None,
    norm_type: float = 2.0,
    scale_grad_by_freq: bool = False,
    sparse: bool = False,
) -> Tensor:
    """Read rows of a matrix; the row `padding_idx` gets no gradient.

    Raises
    ------
    NotImplementedError
        If `max_norm` is given.
    IndexError
        If an index names no row.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.nn.functional.embedding(rd.tensor([1]), rd.tensor([[1.], [2.]]))
    tensor([[2.]])
    """
    if max_norm is not None:
        _renormalize(weight, input, max_norm, norm_type)
    place = -1 if padding_idx is None else padding_idx
    if padding_idx is not None and padding_idx < 0:
        place += weight.shape[0]
        if place < 0:
            raise AssertionError("Padding_idx must be within num_embeddings")
    elif place >= weight.shape[0]:
        raise AssertionError("Padding_idx must be within num_embeddings")
    return _embedding(weight, input, place, scale_grad_by_freq, sparse)


def _renormalize(weight: Tensor, rows: Tensor, max_norm: float, norm_type: float) -> None:
    """Scale the rows that are read down to a norm, in place and unrecorded."""
    with no_grad():
        places = rows.reshape(-1).unique()
        chosen = weight[places]
        norms = (chosen.abs() ** norm_type).sum(1, keepdim=True) ** (1 / norm_type)
        scale: Any = (norms > max_norm) * (max_norm / (norms + 1e-7)) + (norms <= max_norm) * 1.0
        weight[places] = chosen * scale
