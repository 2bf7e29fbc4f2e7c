"""Dropout as modules: they do nothing unless the module is in training."""

from __future__ import annotations

from ..dispatch.tensor import Tensor
from . import functional as F  # noqa: N812 - as everybody names it
from .module import Module


class _Dropout(Module):
    """What the kinds of dropout share.

    Parameters
    ----------
    p : float
        The probability of a zero.
    inplace : bool

    Raises
    ------
    ValueError
        If p is no probability.
    """

    def __init__(self, p: float = 0.5, inplace: bool = False) -> None:
        super().__init__()
        if p < 0 or p > 1:
            raise ValueError(f"dropout probability has to be between 0 and 1, but got {p}")
        self.p = p
        self.inplace = inplace

    def extra_repr(self) -> str:
        """Return the settings."""
        return f"p={self.p}, inplace={self.inplace}"


class Dropout(_Dropout):
    """Sets elements to zero with the probability p in training, and scales the others.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.nn.Dropout(0.2).eval()(rd.tensor([1., 2.]))
    tensor([1., 2.])
    """

    def forward(self, input: Tensor) -> Tensor:
        """Return the input with zeros in training, itself otherwise."""
        return F.dropout(input, self.p, self.training, self.inplace)


class Dropout1d(_Dropout):
    """Sets whole channels of (N, C, L) to zero with the probability p in training.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.nn.Dropout1d().eval()(rd.ones(1, 2, 3)).sum()
    tensor(6.)
    """

    def forward(self, input: Tensor) -> Tensor:
        """Return the input with zeros in training, itself otherwise."""
        return F.dropout1d(input, self.p, self.training, self.inplace)


class Dropout2d(_Dropout):
    """Sets whole channels of (N, C, H, W) to zero with the probability p in training.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.nn.Dropout2d().eval()(rd.ones(1, 2, 3, 3)).sum()
    tensor(18.)
    """

    def forward(self, input: Tensor) -> Tensor:
        """Return the input with zeros in training, itself otherwise."""
        return F.dropout2d(input, self.p, self.training, self.inplace)


class AlphaDropout(_Dropout):
    """Dropout that keeps mean and variance of what SELU returns.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.nn.AlphaDropout().eval()(rd.tensor([1., 2.]))
    tensor([1., 2.])
    """

    def forward(self, input: Tensor) -> Tensor:
        """Return the input with other values in training, itself otherwise."""
        return F.alpha_dropout(input, self.p, self.training)
