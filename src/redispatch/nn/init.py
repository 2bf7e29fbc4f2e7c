"""Starting values of parameters, written in place.

Decides the distributions, under PyTorch's names. Must not know modules. Nothing is recorded, and
the tensor is returned.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from ..backends.factories import from_numpy
from ..backends.random import Generator, default_generator
from ..dispatch.tensor import Tensor
from ..modes import no_grad

GAINS = {
    "linear": 1.0, "conv1d": 1.0, "conv2d": 1.0, "conv3d": 1.0, "conv_transpose1d": 1.0,
    "conv_transpose2d": 1.0, "conv_transpose3d": 1.0, "sigmoid": 1.0, "tanh": 5.0 / 3,
    "relu": math.sqrt(2.0), "selu": 3.0 / 4,
}  # fmt: skip


def calculate_gain(nonlinearity: str, param: float | None = None) -> float:
    """Return the factor that keeps the variance through a nonlinearity.

    Parameters
    ----------
    nonlinearity : str
    param : float, optional
        The negative slope of "leaky_relu".

    Raises
    ------
    ValueError
        If the nonlinearity is not known.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.nn.init.calculate_gain("tanh")
    1.6666
    """
    if nonlinearity == "leaky_relu":
        if param is not None and (isinstance(param, bool) or not isinstance(param, (int, float))):
            raise ValueError(f"negative_slope {param} not a valid number")
        slope = 0.01 if param is None else param
        return math.sqrt(2.0 / (1 + slope**2))
    if nonlinearity not in GAINS:
        raise ValueError(f"Unsupported nonlinearity {nonlinearity}")
    return GAINS[nonlinearity]


@no_grad()
def uniform_(
    tensor: Tensor, a: float = 0.0, b: float = 1.0, generator: Generator | None = None
) -> Tensor:
    """Fill with numbers drawn evenly between a and b."""
    return tensor.uniform_(a, b, generator=generator)


@no_grad()
def normal_(
    tensor: Tensor, mean: float = 0.0, std: float = 1.0, generator: Generator | None = None
) -> Tensor:
    """Fill with numbers of a normal distribution."""
    return tensor.normal_(mean, std, generator=generator)


@no_grad()
def trunc_normal_(
    tensor: Tensor,
    mean: float = 0.0,
    std: float = 1.0,
    a: float = -2.0,
    b: float = 2.0,
    generator: Generator | None = None,
) -> Tensor:
    """Fill with numbers of a normal distribution of which only those between a and b are kept.

    Examples
    --------
    >>> import redispatch as rd
    >>> bool((rd.nn.init.trunc_normal_(rd.empty(100), a=-1., b=1.).abs() <= 1).all())
    True
    """
    low = math.erf((a - mean) / std / math.sqrt(2))
    high = math.erf((b - mean) / std / math.sqrt(2))
    tensor.uniform_(low, high, generator=generator)
    return tensor.erfinv_().mul_(std * math.sqrt(2.0)).add_(mean).clamp_(a, b)


@no_grad()
def constant_(tensor: Tensor, val: float) -> Tensor:
    """Fill with one number.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.nn.init.constant_(rd.empty(2), 0.5)
    tensor([0.5000, 0.5000])
    """
    return tensor.fill_(val)


@no_grad()
def ones_(tensor: Tensor) -> Tensor:
    """Fill with ones."""
    return tensor.fill_(1.0)


@no_grad()
def zeros_(tensor: Tensor) -> Tensor:
    """Fill with zeros."""
    return tensor.zero_()


def _write(tensor: Tensor, values: np.ndarray[Any, Any]) -> Tensor:
    with no_grad():
        return tensor.copy_(from_numpy(values))


def eye_(tensor: Tensor) -> Tensor:
    """Make a matrix the identity.

    Raises
    ------
    ValueError
        If it has not two dimensions.
    """
    if tensor.dim() != 2:
        raise ValueError("Only tensors with 2 dimensions are supported")
    return _write(tensor, np.eye(*tensor.shape))


def dirac_(tensor: Tensor, groups: int = 1) -> Tensor:
    """Make the weight of a convolution hand on its input channels.

    Raises
    ------
    ValueError
        If it has not three to five dimensions, or the groups do not divide its first size.
    """
    sizes = tuple(tensor.shape)
    if len(sizes) not in (3, 4, 5):
        raise ValueError("Only tensors with 3, 4, or 5 dimensions are supported")
    if sizes[0] % groups:
        raise ValueError("dim 0 must be divisible by groups")
    values = np.zeros(sizes)
    per_group = sizes[0] // groups
    middle = tuple(n // 2 for n in sizes[2:])
    for group in range(groups):
        for i in range(min(per_group, sizes[1])):
            values[(group * per_group + i, i, *middle)] = 1.0
    return _write(tensor, values)


def _calculate_fan_in_and_fan_out(tensor: Tensor) -> tuple[int, int]:
    """Return how many numbers meet in one output, and how many outputs one input goes to."""
    if tensor.dim() < 2:
        raise ValueError(
            "Fan in and fan out can not be computed for tensor with fewer than 2 dimensions"
        )
    receptive = math.prod(tensor.shape[2:])
    return tensor.shape[1] * receptive, tensor.shape[0] * receptive


def _fan(tensor: Tensor, mode: str) -> int:
    mode = mode.lower()
    if mode not in ("fan_in", "fan_out"):
        raise ValueError(f"Mode {mode} not supported, please use one of ['fan_in', 'fan_out']")
    return _calculate_fan_in_and_fan_out(tensor)[mode == "fan_out"]


def xavier_uniform_(
    tensor: Tensor, gain: float = 1.0, generator: Generator | None = None
) -> Tensor:
    """Fill evenly with the variance gain² * 2 / (fan_in + fan_out).

    Raises
    ------
    ValueError
        If the tensor has fewer than two dimensions.
    """
    bound = math.sqrt(3.0) * gain * math.sqrt(2.0 / sum(_calculate_fan_in_and_fan_out(tensor)))
    return uniform_(tensor, -bound, bound, generator)


def xavier_normal_(tensor: Tensor, gain: float = 1.0, generator: Generator | None = None) -> Tensor:
    """Fill normally with the variance gain² * 2 / (fan_in + fan_out).

    Raises
    ------
    ValueError
        If the tensor has fewer than two dimensions.
    """
    std = gain * math.sqrt(2.0 / sum(_calculate_fan_in_and_fan_out(tensor)))
    return normal_(tensor, 0.0, std, generator)


def kaiming_uniform_(
    tensor: Tensor,
    a: float = 0,
    mode: str = "fan_in",
    nonlinearity: str = "leaky_relu",
    generator: Generator | None = None,
) -> Tensor:
    """Fill evenly with the variance gain² / fan, for layers before a nonlinearity.

    Parameters
    ----------
    tensor : Tensor
    a : float
        The negative slope, for "leaky_relu".
    mode : {"fan_in", "fan_out"}
        Whether the variance is kept forward or backward.
    nonlinearity : str
        See `calculate_gain`.
    generator : Generator, optional

    Raises
    ------
    ValueError
        If the tensor has fewer than two dimensions, or a name is not known.
    """
    bound = math.sqrt(3.0) * calculate_gain(nonlinearity, a) / math.sqrt(_fan(tensor, mode))
    return uniform_(tensor, -bound, bound, generator)


def kaiming_normal_(
    tensor: Tensor,
    a: float = 0,
    mode: str = "fan_in",
    nonlinearity: str = "leaky_relu",
    generator: Generator | None = None,
) -> Tensor:
    """Fill normally with the variance gain² / fan; see `kaiming_uniform_`."""
    std = calculate_gain(nonlinearity, a) / math.sqrt(_fan(tensor, mode))
    return normal_(tensor, 0.0, std, generator)


def orthogonal_(tensor: Tensor, gain: float = 1, generator: Generator | None = None) -> Tensor:
    """Make the rows, or where there are more of them the columns, orthogonal.

    Raises
    ------
    ValueError
        If the tensor has fewer than two dimensions.

    Examples
    --------
    >>> import redispatch as rd
    >>> q = rd.nn.init.orthogonal_(rd.empty(2, 3))
    >>> rd.allclose(q @ q.t(), rd.eye(2), atol=1e-6)
    True
    """
    if tensor.dim() < 2:
        raise ValueError("Only tensors with 2 or more dimensions are supported")
    if tensor.numel() == 0:
        return tensor
    rows, columns = tensor.shape[0], tensor.numel() // tensor.shape[0]
    with (default_generator if generator is None else generator).drawing() as numbers:
        flat = numbers.standard_normal((max(rows, columns), min(rows, columns)))
    q, r = np.linalg.qr(flat)
    q *= np.where(np.diagonal(r) < 0, -1.0, 1.0)
    values = (q.T if rows < columns else q) * gain
    return _write(tensor, values.reshape(tuple(tensor.shape)))


def sparse_(
    tensor: Tensor, sparsity: float, std: float = 0.01, generator: Generator | None = None
) -> Tensor:
    """Fill a matrix normally, then set a share of each column to zero.

    Raises
    ------
    ValueError
        If it has not two dimensions.
    """
    if tensor.dim() != 2:
        raise ValueError("Only tensors with 2 dimensions are supported")
    rows, columns = tensor.shape
    zeros = math.ceil(sparsity * rows)
    with (default_generator if generator is None else generator).drawing() as numbers:
        values = numbers.standard_normal((rows, columns)) * std
        for column in range(columns):
            values[numbers.permutation(rows)[:zeros], column] = 0.0
    return _write(tensor, values)
