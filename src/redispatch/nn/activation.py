"""Activations as modules: each calls the function of the same name with its settings."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

from ..dispatch.tensor import Tensor
from . import functional as F  # noqa: N812 - as everybody names it
from .module import Module


class Activation(Module):
    """Calls a function with the settings of the module.

    Attributes
    ----------
    function : what is called.
    settings : the names of what it gets after the input, in order.
    """

    function: ClassVar[Callable[..., Tensor]]
    settings: ClassVar[tuple[str, ...]] = ()

    def forward(self, input: Tensor) -> Tensor:
        """Return what the function returns."""
        return self.function(input, *[getattr(self, name) for name in self.settings])

    def extra_repr(self) -> str:
        """Return the settings; `inplace` only where it is on."""
        shown = {name: getattr(self, name) for name in self.settings}
        if not shown.get("inplace", True):
            del shown["inplace"]
        return ", ".join(f"{name}={value!r}" for name, value in shown.items())


class InplaceActivation(Activation):
    """Calls a function whose only setting is whether it writes into its input."""

    settings = ("inplace",)

    def __init__(self, inplace: bool = False) -> None:
        super().__init__()
        self.inplace = inplace


class SiLU(InplaceActivation):
    """Multiplies by the sigmoid.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.nn.SiLU()(rd.tensor([-1., 2.]))
    tensor([-0.2689,  1.7616])
    """

    function = staticmethod(F.silu)


class Mish(InplaceActivation):
    """Multiplies by tanh(softplus(x)).

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.nn.Mish()(rd.tensor([-1., 2.]))
    tensor([-0.3034,  1.9440])
    """

    function = staticmethod(F.mish)


class GELU(Activation):
    """Multiplies by the normal distribution function, or by its approximation by tanh.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.nn.GELU()(rd.tensor([-1., 2.]))
    tensor([-0.1587,  1.9545])
    """

    function = staticmethod(F.gelu)
    settings = ("approximate",)

    def __init__(self, approximate: str = "none") -> None:
        super().__init__()
        self.approximate = approximate

    def forward(self, input: Tensor) -> Tensor:
        """Return what the function returns, which takes its setting by name only."""
        return F.gelu(input, approximate=self.approximate)


class Softplus(Activation):
    """Returns log(1 + exp(beta x)) / beta, and x where beta x is above the threshold.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.nn.Softplus()(rd.tensor([0., 30.]))
    tensor([ 0.6931, 30.0000])
    """

    function = staticmethod(F.softplus)
    settings = ("beta", "threshold")

    def __init__(self, beta: float = 1.0, threshold: float = 20.0) -> None:
        super().__init__()
        self.beta = beta
        self.threshold = threshold


class Softsign(Activation):
    """Returns x / (1 + |x|).

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.nn.Softsign()(rd.tensor([-1., 3.]))
    tensor([-0.5000,  0.7500])
    """

    function = staticmethod(F.softsign)


class Tanhshrink(Activation):
    """Returns x - tanh(x).

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.nn.Tanhshrink()(rd.tensor([0., 2.]))
    tensor([0.0000, 1.0360])
    """

    function = staticmethod(F.tanhshrink)


class Tanh(Activation):
    """Returns the hyperbolic tangent.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.nn.Tanh()(rd.tensor([0., 2.]))
    tensor([0.0000, 0.9640])
    """

    function = staticmethod(F.tanh)


class Sigmoid(Activation):
    """Returns 1 / (1 + exp(-x)).

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.nn.Sigmoid()(rd.tensor([0., 2.]))
    tensor([0.5000, 0.8808])
    """

    function = staticmethod(F.sigmoid)


class LogSigmoid(Activation):
    """Returns log(sigmoid(x)) without overflow.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.nn.LogSigmoid()(rd.tensor([0., 2.]))
    tensor([-0.6931, -0.1269])
    """

    function = staticmethod(F.logsigmoid)


class GLU(Activation):
    """Multiplies the first half along a dimension by the sigmoid of the second.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.nn.GLU()(rd.tensor([2., 0.]))
    tensor([1.])
    """

    function = staticmethod(F.glu)
    settings = ("dim",)

    def __init__(self, dim: int = -1) -> None:
        super().__init__()
        self.dim = dim


class Softmax(Activation):
    """Returns exp(x) scaled to sum to one along a dimension.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.nn.Softmax(0)(rd.tensor([1., 1.]))
    tensor([0.5000, 0.5000])
    """

    function = staticmethod(F.softmax)
    settings = ("dim",)

    def __init__(self, dim: int) -> None:
        super().__init__()
        self.dim = dim


class Softmin(Activation):
    """Returns exp(-x) scaled to sum to one along a dimension.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.nn.Softmin(0)(rd.tensor([1., 1.]))
    tensor([0.5000, 0.5000])
    """

    function = staticmethod(F.softmin)
    settings = ("dim",)

    def __init__(self, dim: int) -> None:
        super().__init__()
        self.dim = dim


class LogSoftmax(Activation):
    """Returns the logarithm of the softmax along a dimension.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.nn.LogSoftmax(0)(rd.tensor([1., 1.]))
    tensor([-0.6931, -0.6931])
    """

    function = staticmethod(F.log_softmax)
    settings = ("dim",)

    def __init__(self, dim: int) -> None:
        super().__init__()
        self.dim = dim
