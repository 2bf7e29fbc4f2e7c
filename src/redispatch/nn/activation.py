"""Activations as modules: each calls the function of the same name with its settings."""

from __future__ import annotations

from ..dispatch.tensor import Tensor
from . import functional as F  # noqa: N812 - as everybody names it
from .module import Module


class SiLU(Module):
    """Multiplies by the sigmoid.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.nn.SiLU()(rd.tensor([-1., 2.]))
    tensor([-0.2689,  1.7616])
    """

    def __init__(self, inplace: bool = False) -> None:
        super().__init__()
        self.inplace = inplace

    def forward(self, input: Tensor) -> Tensor:
        """Return what the function returns."""
        return F.silu(input, self.inplace)

    def extra_repr(self) -> str:
        """Return the settings."""
        return "inplace=True" if self.inplace else ""


class Mish(Module):
    """Multiplies by tanh(softplus(x)).

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.nn.Mish()(rd.tensor([-1., 2.]))
    tensor([-0.3034,  1.9440])
    """

    def __init__(self, inplace: bool = False) -> None:
        super().__init__()
        self.inplace = inplace

    def forward(self, input: Tensor) -> Tensor:
        """Return what the function returns."""
        return F.mish(input, self.inplace)

    def extra_repr(self) -> str:
        """Return the settings."""
        return "inplace=True" if self.inplace else ""


class GELU(Module):
    """Multiplies by the normal distribution function, or by its approximation by tanh.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.nn.GELU()(rd.tensor([-1., 2.]))
    tensor([-0.1587,  1.9545])
    """

    def __init__(self, approximate: str = "none") -> None:
        super().__init__()
        self.approximate = approximate

    def forward(self, input: Tensor) -> Tensor:
        """Return what the function returns."""
        return F.gelu(input, approximate=self.approximate)

    def extra_repr(self) -> str:
        """Return the settings."""
        return f"approximate={self.approximate!r}"


class Softplus(Module):
    """Returns log(1 + exp(beta x)) / beta, and x where beta x is above the threshold.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.nn.Softplus()(rd.tensor([0., 30.]))
    tensor([ 0.6931, 30.0000])
    """

    def __init__(self, beta: float = 1.0, threshold: float = 20.0) -> None:
        super().__init__()
        self.beta = beta
        self.threshold = threshold

    def forward(self, input: Tensor) -> Tensor:
        """Return what the function returns."""
        return F.softplus(input, self.beta, self.threshold)

    def extra_repr(self) -> str:
        """Return the settings."""
        return f"beta={self.beta}, threshold={self.threshold}"


class Softsign(Module):
    """Returns x / (1 + |x|).

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.nn.Softsign()(rd.tensor([-1., 3.]))
    tensor([-0.5000,  0.7500])
    """

    def forward(self, input: Tensor) -> Tensor:
        """Return what the function returns."""
        return F.softsign(input)


class Tanhshrink(Module):
    """Returns x - tanh(x).

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.nn.Tanhshrink()(rd.tensor([0., 2.]))
    tensor([0.0000, 1.0360])
    """

    def forward(self, input: Tensor) -> Tensor:
        """Return what the function returns."""
        return F.tanhshrink(input)


class Tanh(Module):
    """Returns the hyperbolic tangent.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.nn.Tanh()(rd.tensor([0., 2.]))
    tensor([0.0000, 0.9640])
    """

    def forward(self, input: Tensor) -> Tensor:
        """Return what the function returns."""
        return F.tanh(input)


class Sigmoid(Module):
    """Returns 1 / (1 + exp(-x)).

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.nn.Sigmoid()(rd.tensor([0., 2.]))
    tensor([0.5000, 0.8808])
    """

    def forward(self, input: Tensor) -> Tensor:
        """Return what the function returns."""
        return F.sigmoid(input)


class LogSigmoid(Module):
    """Returns log(sigmoid(x)) without overflow.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.nn.LogSigmoid()(rd.tensor([0., 2.]))
    tensor([-0.6931, -0.1269])
    """

    def forward(self, input: Tensor) -> Tensor:
        """Return what the function returns."""
        return F.logsigmoid(input)


class GLU(Module):
    """Multiplies the first half along a dimension by the sigmoid of the second.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.nn.GLU()(rd.tensor([2., 0.]))
    tensor([1.])
    """

    def __init__(self, dim: int = -1) -> None:
        super().__init__()
        self.dim = dim

    def forward(self, input: Tensor) -> Tensor:
        """Return what the function returns."""
        return F.glu(input, self.dim)

    def extra_repr(self) -> str:
        """Return the settings."""
        return f"dim={self.dim}"


class Softmax(Module):
    """Returns exp(x) scaled to sum to one along a dimension.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.nn.Softmax(0)(rd.tensor([1., 1.]))
    tensor([0.5000, 0.5000])
    """

    def __init__(self, dim: int) -> None:
        super().__init__()
        self.dim = dim

    def forward(self, input: Tensor) -> Tensor:
        """Return what the function returns."""
        return F.softmax(input, self.dim)

    def extra_repr(self) -> str:
        """Return the settings."""
        return f"dim={self.dim}"


class Softmin(Module):
    """Returns exp(-x) scaled to sum to one along a dimension.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.nn.Softmin(0)(rd.tensor([1., 1.]))
    tensor([0.5000, 0.5000])
    """

    def __init__(self, dim: int) -> None:
        super().__init__()
        self.dim = dim

    def forward(self, input: Tensor) -> Tensor:
        """Return what the function returns."""
        return F.softmin(input, self.dim)

    def extra_repr(self) -> str:
        """Return the settings."""
        return f"dim={self.dim}"


class LogSoftmax(Module):
    """Returns the logarithm of the softmax along a dimension.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.nn.LogSoftmax(0)(rd.tensor([1., 1.]))
    tensor([-0.6931, -0.6931])
    """

    def __init__(self, dim: int) -> None:
        super().__init__()
        self.dim = dim

    def forward(self, input: Tensor) -> Tensor:
        """Return what the function returns."""
        return F.log_softmax(input, self.dim)

    def extra_repr(self) -> str:
        """Return the settings."""
        return f"dim={self.dim}"
