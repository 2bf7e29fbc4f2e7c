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
from .layers import dropout, embedding, layer_norm
from .padding import pad


def _with_inplace(name: str) -> Callable[[Tensor, bool], Tensor]:
    operator: Callable[[Tensor], Tensor] = getattr(_plain, name)
    write: Callable[[Tensor], Tensor] = getattr(_plain, f"{name}_")

    def function(input: Tensor, inplace: bool = False) -> Tensor:
        return write(input) if inplace else operator(input)

    function.__name__ = function.__qualname__ = name
    function.__doc__ = operator.__doc__
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
    "bilinear",
    "binary_cross_entropy",
    "binary_cross_entropy_with_logits",
    "celu",
    "cross_entropy",
    "dropout",
    "elu",
    "embedding",
    "gelu",
    "glu",
    "hardshrink",
    "hardsigmoid",
    "hardswish",
    "hardtanh",
    "huber_loss",
    "kl_div",
    "l1_loss",
    "layer_norm",
    "leaky_relu",
    "linear",
    "log_softmax",
    "logsigmoid",
    "mish",
    "mse_loss",
    "nll_loss",
    "one_hot",
    "pad",
    "prelu",
    "relu",
    "relu6",
    "selu",
    "sigmoid",
    "silu",
    "smooth_l1_loss",
    "softmax",
    "softmin",
    "softplus",
    "softshrink",
    "softsign",
    "tanh",
    "tanhshrink",
    "threshold",
]
