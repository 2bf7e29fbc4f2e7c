"""Functions of neural networks, under PyTorch's names.

Most are operators as they are; those here take `inplace=` as in PyTorch.
"""

from __future__ import annotations

from collections.abc import Callable

from ..dispatch.generated import functions as _plain
from ..dispatch.generated.functions import (
    bilinear,
    binary_cross_entropy,
    binary_cross_entropy_with_logits,
    cross_entropy,
    gelu,
    glu,
    hardshrink,
    huber_loss,
    kl_div,
    l1_loss,
    linear,
    log_softmax,
    logsigmoid,
    mse_loss,
    nll_loss,
    one_hot,
    prelu,
    sigmoid,
    smooth_l1_loss,
    softmax,
    softmin,
    softplus,
    softshrink,
    softsign,
    tanh,
    tanhshrink,
)
from ..dispatch.tensor import Tensor
from ..modes.function_protocol import overridden as _overridden
from ..modes.mode_stack import IN_USE as _IN_USE
from ..modes.seen_functions import make_overridable as _make_overridable
from .convolution import conv1d, conv2d, conv3d, conv_transpose2d
from .layers import alpha_dropout, dropout, dropout1d, dropout2d, embedding, layer_norm
from .more_losses import (
    cosine_embedding_loss,
    gaussian_nll_loss,
    gumbel_softmax,
    hinge_embedding_loss,
    margin_ranking_loss,
    multilabel_soft_margin_loss,
    poisson_nll_loss,
    soft_margin_loss,
    triplet_margin_loss,
)
from .normalization import (
    batch_norm,
    cosine_similarity,
    group_norm,
    instance_norm,
    normalize,
    pairwise_distance,
    rms_norm,
    scaled_dot_product_attention,
)
from .padding import pad
from .pooling import (
    adaptive_avg_pool2d,
    adaptive_max_pool2d,
    avg_pool1d,
    avg_pool2d,
    max_pool1d,
    max_pool2d,
)
from .windows import fold, unfold


def _with_inplace(name: str) -> Callable[[Tensor, bool], Tensor]:
    operator: Callable[[Tensor], Tensor] = getattr(_plain, name)
    write: Callable[[Tensor], Tensor] = getattr(_plain, f"{name}_")

    def function(input: Tensor, inplace: bool = False) -> Tensor:
        if _IN_USE:  # here, and not around it: the commonest functions should not pay for that
            answer = _overridden(function, (input,), {"inplace": inplace})
            if answer is not None:
                return answer[0]  # type: ignore[no-any-return]
        return write(input) if inplace else operator(input)

    function.__name__ = function.__qualname__ = name
    function.__doc__ = operator.__doc__
    function.asks_handlers = True  # type: ignore[attr-defined]
    return function


relu = _with_inplace("relu")
relu6 = _with_inplace("relu6")
silu = _with_inplace("silu")
mish = _with_inplace("mish")
selu = _with_inplace("selu")
hardsigmoid = _with_inplace("hardsigmoid")
hardswish = _with_inplace("hardswish")


def elu(input: Tensor, alpha: float = 1.0, inplace: bool = False) -> Tensor:
    """Return x where it is positive, else alpha * (exp(x) - 1), element by element.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.nn.functional.elu(rd.tensor([-1., 2.]), alpha=2.)
    tensor([-1.2642,  2.0000])
    """
    return _plain.elu_(input, alpha) if inplace else _plain.elu(input, alpha)


def celu(input: Tensor, alpha: float = 1.0, inplace: bool = False) -> Tensor:
    """Return x where it is positive, else alpha * (exp(x / alpha) - 1), element by element.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.nn.functional.celu(rd.tensor([-1., 2.]), alpha=2.)
    tensor([-0.7869,  2.0000])
    """
    return _plain.celu_(input, alpha) if inplace else _plain.celu(input, alpha)


def leaky_relu(input: Tensor, negative_slope: float = 0.01, inplace: bool = False) -> Tensor:
    """Return x where it is positive, else negative_slope * x, element by element.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.nn.functional.leaky_relu(rd.tensor([-1., 2.]), 0.1)
    tensor([-0.1000,  2.0000])
    """
    if inplace:
        return _plain.leaky_relu_(input, negative_slope)
    return _plain.leaky_relu(input, negative_slope)


def hardtanh(
    input: Tensor, min_val: float = -1.0, max_val: float = 1.0, inplace: bool = False
) -> Tensor:
    """Return x clamped between two numbers, element by element.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.nn.functional.hardtanh(rd.tensor([-2., 0.5]))
    tensor([-1.0000,  0.5000])
    """
    if inplace:
        return _plain.hardtanh_(input, min_val, max_val)
    return _plain.hardtanh(input, min_val, max_val)


def threshold(input: Tensor, threshold: float, value: float, inplace: bool = False) -> Tensor:
    """Return x where it is above a threshold, else a value, element by element.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.nn.functional.threshold(rd.tensor([-1., 2.]), 0., 9.)
    tensor([9., 2.])
    """
    if inplace:
        return _plain.threshold_(input, threshold, value)
    return _plain.threshold(input, threshold, value)


__all__ = [
    "adaptive_avg_pool2d",
    "adaptive_max_pool2d",
    "alpha_dropout",
    "avg_pool1d",
    "avg_pool2d",
    "batch_norm",
    "bilinear",
    "binary_cross_entropy",
    "binary_cross_entropy_with_logits",
    "celu",
    "conv1d",
    "conv2d",
    "conv3d",
    "conv_transpose2d",
    "cosine_embedding_loss",
    "cosine_similarity",
    "cross_entropy",
    "dropout",
    "dropout1d",
    "dropout2d",
    "elu",
    "embedding",
    "fold",
    "gaussian_nll_loss",
    "gelu",
    "glu",
    "group_norm",
    "gumbel_softmax",
    "hardshrink",
    "hardsigmoid",
    "hardswish",
    "hardtanh",
    "hinge_embedding_loss",
    "huber_loss",
    "instance_norm",
    "kl_div",
    "l1_loss",
    "layer_norm",
    "leaky_relu",
    "linear",
    "log_softmax",
    "logsigmoid",
    "margin_ranking_loss",
    "max_pool1d",
    "max_pool2d",
    "mish",
    "mse_loss",
    "multilabel_soft_margin_loss",
    "nll_loss",
    "normalize",
    "one_hot",
    "pad",
    "pairwise_distance",
    "poisson_nll_loss",
    "prelu",
    "relu",
    "relu6",
    "rms_norm",
    "scaled_dot_product_attention",
    "selu",
    "sigmoid",
    "silu",
    "smooth_l1_loss",
    "soft_margin_loss",
    "softmax",
    "softmin",
    "softplus",
    "softshrink",
    "softsign",
    "tanh",
    "tanhshrink",
    "threshold",
    "triplet_margin_loss",
    "unfold",
]

_make_overridable(globals(), __all__)
