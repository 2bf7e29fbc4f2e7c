"""Normalisation as functions: over a batch, over groups of channels, and of vectors.

Decides which statistics are used and how running ones are updated. Must not know kernels.

Note [Batch norm by layer norm]
~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
With the channels first, normalising a channel over the batch is what layer norm does to a row. So
batch norm is a transposed layer norm, which has one operator forward and one for its gradient, and
derivatives of any order; and the mean and the variance come with it.
"""

from __future__ import annotations

import math
from typing import Any

from ..backends.shapes import broadcast_shapes
from ..dispatch.errors import explain_error
from ..dispatch.generated.functions import linalg_vector_norm, native_layer_norm
from ..dispatch.tensor import Tensor
from ..modes import no_grad


def _per_channel(values: Tensor, dims: int) -> Tensor:
    return values.reshape((-1, *(1,) * (dims - 2)))


def _by_batch(
    input: Tensor,
    running_mean: Tensor | None,
    running_var: Tensor | None,
    momentum: float,
    eps: float,
) -> Tensor:
    """Normalise each channel over the batch, and let the running statistics follow."""
    count = input.numel() // max(1, input.shape[1])
    if count <= 1 and input.numel():
        raise ValueError(
            f"Expected more than 1 value per channel when training, got input size "
            f"{tuple(input.shape)}"
        )
    turned = input.transpose(0, 1)
    found: Any = native_layer_norm(turned, tuple(turned.shape[1:]), None, None, eps)
    with no_grad():
        if running_mean is not None:
            mean = found.mean.detach().reshape(-1)
            running_mean.lerp_(mean.to(running_mean.dtype), momentum)
        if running_var is not None:
            spread = found.rstd.detach().reshape(-1).to(running_var.dtype) ** -2 - eps
            spread = spread.clamp_min(0.0) * (count / (count - 1))
            running_var.lerp_(spread, momentum)
    result: Tensor = found.output.transpose(0, 1)
    return result


def batch_norm(
    input: Tensor,
    running_mean: Tensor | None,
    running_var: Tensor | None,
    weight: Tensor | None = None,
    bias: Tensor | None = None,
    training: bool = False,
    momentum: float = 0.1,
    eps: float = 1e-05,
) -> Tensor:
    """Bring each channel (dimension 1) to mean 0 and variance 1, then scale and shift it.

    In training by the statistics of the batch, which are also mixed into the running ones (the
    variance with n - 1 in the denominator); otherwise by the running ones.

    Raises
    ------
    ValueError
        If there is one value for a channel in training.
    RuntimeError
        If there are no running statistics and it is not training, or sizes do not match.

    Examples
    --------
    >>> import redispatch as rd
    >>> x = rd.tensor([[1.], [3.]])
    >>> rd.nn.functional.batch_norm(x, None, None, training=True)
    tensor([[-1.0000],
            [ 1.0000]])
    """
    dims = input.dim()
    channels = input.shape[1] if dims > 1 else 0
    given = {
        "running_mean": running_mean,
        "running_var": running_var,
        "weight": weight,
        "bias": bias,
    }
    for name, values in given.items():
        if values is not None and values.shape != (channels,) and values.numel() != channels:
            raise RuntimeError(f"{name} should contain {channels} elements not {values.numel()}")
    if dims < 2 and not input.numel():  # no channel, and no value
        return input.clone()
    if training:
        normal = _by_batch(input, running_mean, running_var, momentum, eps)
        if weight is not None:
            normal = normal * _per_channel(weight, dims)
        return normal if bias is None else normal + _per_channel(bias, dims)
    if running_mean is None or running_var is None:
        raise RuntimeError(
            explain_error(
                "batch_norm", "has no running statistics", accepted="them, or training=True"
            )
        )
    scale = (running_var + eps).rsqrt()
    if weight is not None:
        scale = scale * weight
    shift = -running_mean * scale if bias is None else bias - running_mean * scale
    return input * _per_channel(scale, dims) + _per_channel(shift, dims)


def group_norm(
    input: Tensor,
    num_groups: int,
    weight: Tensor | None = None,
    bias: Tensor | None = None,
    eps: float = 1e-05,
) -> Tensor:
    """Bring each group of channels of each sample to mean 0 and variance 1, then scale and shift.

    Raises
    ------
    RuntimeError
        If the groups do not divide the channels.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.nn.functional.group_norm(rd.tensor([[1., 3., 5., 5.]]), 2)
    tensor([[-1.0000,  1.0000,  0.0000,  0.0000]])
    """
    n, channels = input.shape[:2]
    if num_groups <= 0 or channels % num_groups:
        raise RuntimeError(
            f"Expected number of channels in input to be divisible by num_groups, but got input of "
            f"shape {list(input.shape)} and num_groups={num_groups}"
        )
    within = input.numel() // max(1, n * num_groups)
    rows = input.reshape((n, num_groups, within))
    normal: Tensor = native_layer_norm(rows, (within,), None, None, eps)[0].reshape(input.shape)
    if weight is not None:
        normal = normal * _per_channel(weight, input.dim())
    return normal if bias is None else normal + _per_channel(bias, input.dim())


def instance_norm(
    input: Tensor,
    running_mean: Tensor | None = None,
    running_var: Tensor | None = None,
    weight: Tensor | None = None,
    bias: Tensor | None = None,
    use_input_stats: bool = True,
    momentum: float = 0.1,
    eps: float = 1e-05,
) -> Tensor:
    """Bring each channel of each sample to mean 0 and variance 1, then scale and shift it.

    Raises
    ------
    NotImplementedError
        If running statistics are to be updated.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.nn.functional.instance_norm(rd.tensor([[[1., 3.]]]))
    tensor([[[-1.0000,  1.0000]]])
    """
    if not use_input_stats:
        return batch_norm(input, running_mean, running_var, weight, bias, False, momentum, eps)
    if running_mean is not None or running_var is not None:
        raise NotImplementedError(
            explain_error("instance_norm", "keeps no running statistics", accepted="None for them")
        )
    return group_norm(input, input.shape[1], weight, bias, eps)


def rms_norm(
    input: Tensor,
    normalized_shape: Any,
    weight: Tensor | None = None,
    eps: float | None = None,
) -> Tensor:
    """Divide by the root of the mean square of the last dimensions, then scale.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.nn.functional.rms_norm(rd.tensor([[3., 4.]]), (2,))
    tensor([[0.8485, 1.1314]])
    """
    if eps is None:
        from ..backends.dtypes import finfo

        eps = float(finfo(input.dtype).eps)
    axes = tuple(range(-len(normalized_shape), 0))
    normal = input * ((input * input).mean(axes, keepdim=True) + eps).rsqrt()
    return normal if weight is None else normal * weight


def normalize(input: Tensor, p: float = 2.0, dim: Any = 1, eps: float = 1e-12) -> Tensor:
    """Divide by the norm along a dimension, or by eps where that is larger.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.nn.functional.normalize(rd.tensor([[3., 4.]]))
    tensor([[0.6000, 0.8000]])
    """
    axes = (dim,) if isinstance(dim, int) else tuple(dim)
    return input / linalg_vector_norm(input, p, axes, True).clamp_min(eps)


def cosine_similarity(x1: Tensor, x2: Tensor, dim: int = 1, eps: float = 1e-8) -> Tensor:
    """Return the cosine of the angle between vectors along a dimension.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.nn.functional.cosine_similarity(rd.tensor([1., 0.]), rd.tensor([1., 1.]), dim=0)
    tensor(0.7071)
    """
    shape = broadcast_shapes(x1.shape, x2.shape)  # the dimension is one of both together
    x1, x2 = x1.expand(shape), x2.expand(shape)
    first = linalg_vector_norm(x1, 2, (dim,), True).clamp_min(eps)
    second = linalg_vector_norm(x2, 2, (dim,), True).clamp_min(eps)
    return ((x1 / first) * (x2 / second)).sum(dim)


def pairwise_distance(
    x1: Tensor, x2: Tensor, p: float = 2.0, eps: float = 1e-6, keepdim: bool = False
) -> Tensor:
    """Return the norm of the differences along the last dimension.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.nn.functional.pairwise_distance(rd.tensor([[3., 0.]]), rd.tensor([[0., 4.]]))
    tensor([5.])
    """
    return linalg_vector_norm(x1 - x2 + eps, p, (-1,), keepdim)


def scaled_dot_product_attention(
    query: Tensor,
    key: Tensor,
    value: Tensor,
    attn_mask: Tensor | None = None,
    dropout_p: float = 0.0,
    is_causal: bool = False,
    scale: float | None = None,
) -> Tensor:
    """Return softmax(q kᵀ * scale) v over the last two dimensions.

    Parameters
    ----------
    query, key, value : Tensor
        (..., L, E), (..., S, E) and (..., S, V).
    attn_mask : Tensor, optional
        True where it may look, or numbers that are added.
    dropout_p : float
        Applied always: pass 0 when not training.
    is_causal : bool
        Let each place look at those up to itself.
    scale : float, optional
        1/√E if left out.

    Raises
    ------
    RuntimeError
        If there are a mask and `is_causal`.

    Examples
    --------
    >>> import redispatch as rd
    >>> q, v = rd.zeros(2, 4), rd.tensor([[1.], [3.]])
    >>> rd.nn.functional.scaled_dot_product_attention(q, q, v, is_causal=True)
    tensor([[1.],
            [2.]])
    """
    from ..backends.dtypes import bool as bool_dtype
    from ..dispatch.generated.functions import softmax
    from .layers import dropout

    factor = 1 / math.sqrt(query.shape[-1]) if scale is None else scale
    scores = (query * factor) @ key.transpose(-2, -1)
    if is_causal:
        if attn_mask is not None:
            raise RuntimeError("Explicit attn_mask should not be set when is_causal=True")
        from ..backends.factories import ones

        sizes = (query.shape[-2], key.shape[-2])
        attn_mask = ones(*sizes, dtype=bool_dtype, device=query.device).tril()
    if attn_mask is not None:
        if attn_mask.dtype is bool_dtype:
            scores = scores.masked_fill(attn_mask.logical_not(), float("-inf"))
        else:
            scores = scores + attn_mask
    weights = softmax(scores, -1)
    return (dropout(weights, dropout_p) if dropout_p else weights) @ value
