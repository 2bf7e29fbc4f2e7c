"""Activations as modules: each calls the function of the same name with its settings."""

from __future__ import annotations

from typing import Any

from ..backends.dtypes import dtype as DType
from ..backends.factories import full
from ..dispatch.tensor import Tensor
from . import functional as F  # noqa: N812 - as everybody names it
from .module import Module
from .parameter import Parameter


class ReLU(Module):
    """Replaces what is negative by 0.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.nn.ReLU()(rd.tensor([-1., 2.]))
    tensor([0., 2.])
    """

    def __init__(self, inplace: bool = False) -> None:
        super().__init__()
        self.inplace = inplace

    def forward(self, input: Tensor) -> Tensor:
        """Return what the function returns."""
        return F.relu(input, self.inplace)

    def extra_repr(self) -> str:
        """Return the settings."""
        return "inplace=True" if self.inplace else ""


class ReLU6(Module):
    """Clamps to between 0 and 6.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.nn.ReLU6()(rd.tensor([-1., 8.]))
    tensor([0., 6.])
    """

    def __init__(self, inplace: bool = False) -> None:
        super().__init__()
        self.inplace = inplace

    def forward(self, input: Tensor) -> Tensor:
        """Return what the function returns."""
        return F.relu6(input, self.inplace)

    def extra_repr(self) -> str:
        """Return the settings."""
        return "inplace=True" if self.inplace else ""


class LeakyReLU(Module):
    """Multiplies what is negative by a slope.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.nn.LeakyReLU()(rd.tensor([-1., 2.]))
    tensor([-0.0100,  2.0000])
    """

    def __init__(self, negative_slope: float = 0.01, inplace: bool = False) -> None:
        super().__init__()
        self.negative_slope = negative_slope
        self.inplace = inplace

    def forward(self, input: Tensor) -> Tensor:
        """Return what the function returns."""
        return F.leaky_relu(input, self.negative_slope, self.inplace)

    def extra_repr(self) -> str:
        """Return the settings."""
        text = f"negative_slope={self.negative_slope}"
        return text + (", inplace=True" if self.inplace else "")


class ELU(Module):
    """Replaces what is negative by alpha * (exp(x) - 1).

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.nn.ELU()(rd.tensor([-1., 2.]))
    tensor([-0.6321,  2.0000])
    """

    def __init__(self, alpha: float = 1.0, inplace: bool = False) -> None:
        super().__init__()
        self.alpha = alpha
        self.inplace = inplace

    def forward(self, input: Tensor) -> Tensor:
        """Return what the function returns."""
        return F.elu(input, self.alpha, self.inplace)

    def extra_repr(self) -> str:
        """Return the settings."""
        return f"alpha={self.alpha}" + (", inplace=True" if self.inplace else "")


class CELU(Module):
    """Replaces what is negative by alpha * (exp(x / alpha) - 1).

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.nn.CELU()(rd.tensor([-1., 2.]))
    tensor([-0.6321,  2.0000])
    """

    def __init__(self, alpha: float = 1.0, inplace: bool = False) -> None:
        super().__init__()
        self.alpha = alpha
        self.inplace = inplace

    def forward(self, input: Tensor) -> Tensor:
        """Return what the function returns."""
        return F.celu(input, self.alpha, self.inplace)

    def extra_repr(self) -> str:
        """Return the settings."""
        return f"alpha={self.alpha}" + (", inplace=True" if self.inplace else "")


class SELU(Module):
    """ELU with the two numbers that keep mean 0 and variance 1.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.nn.SELU()(rd.tensor([-1., 2.]))
    tensor([-1.1113,  2.1014])
    """

    def __init__(self, inplace: bool = False) -> None:
        super().__init__()
        self.inplace = inplace

    def forward(self, input: Tensor) -> Tensor:
        """Return what the function returns."""
        return F.selu(input, self.inplace)

    def extra_repr(self) -> str:
        """Return the settings."""
        return "inplace=True" if self.inplace else ""


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


class Hardsigmoid(Module):
    """Clamps x / 6 + 1 / 2 to between 0 and 1.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.nn.Hardsigmoid()(rd.tensor([-3., 0.]))
    tensor([0.0000, 0.5000])
    """

    def __init__(self, inplace: bool = False) -> None:
        super().__init__()
        self.inplace = inplace

    def forward(self, input: Tensor) -> Tensor:
        """Return what the function returns."""
        return F.hardsigmoid(input, self.inplace)

    def extra_repr(self) -> str:
        """Return the settings."""
        return "inplace=True" if self.inplace else ""


class Hardswish(Module):
    """Multiplies by the hardsigmoid.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.nn.Hardswish()(rd.tensor([-3., 3.]))
    tensor([0., 3.])
    """

    def __init__(self, inplace: bool = False) -> None:
        super().__init__()
        self.inplace = inplace

    def forward(self, input: Tensor) -> Tensor:
        """Return what the function returns."""
        return F.hardswish(input, self.inplace)

    def extra_repr(self) -> str:
        """Return the settings."""
        return "inplace=True" if self.inplace else ""


class Hardtanh(Module):
    """Clamps to between two numbers.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.nn.Hardtanh()(rd.tensor([-2., 2.]))
    tensor([-1.,  1.])
    """

    def __init__(self, min_val: float = -1.0, max_val: float = 1.0, inplace: bool = False) -> None:
        super().__init__()
        self.min_val = min_val
        self.max_val = max_val
        self.inplace = inplace

    def forward(self, input: Tensor) -> Tensor:
        """Return what the function returns."""
        return F.hardtanh(input, self.min_val, self.max_val, self.inplace)

    def extra_repr(self) -> str:
        """Return the settings."""
        text = f"min_val={self.min_val}, max_val={self.max_val}"
        return text + (", inplace=True" if self.inplace else "")


class Threshold(Module):
    """Replaces what is not above a threshold by a value.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.nn.Threshold(0., 9.)(rd.tensor([-1., 2.]))
    tensor([9., 2.])
    """

    def __init__(self, threshold: float, value: float, inplace: bool = False) -> None:
        super().__init__()
        self.threshold = threshold
        self.value = value
        self.inplace = inplace

    def forward(self, input: Tensor) -> Tensor:
        """Return what the function returns."""
        return F.threshold(input, self.threshold, self.value, self.inplace)

    def extra_repr(self) -> str:
        """Return the settings."""
        text = f"threshold={self.threshold}, value={self.value}"
        return text + (", inplace=True" if self.inplace else "")


class Hardshrink(Module):
    """Replaces by 0 what is between -lambd and lambd.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.nn.Hardshrink()(rd.tensor([-1., 0.2]))
    tensor([-1.,  0.])
    """

    def __init__(self, lambd: float = 0.5) -> None:
        super().__init__()
        self.lambd = lambd

    def forward(self, input: Tensor) -> Tensor:
        """Return what the function returns."""
        return F.hardshrink(input, self.lambd)

    def extra_repr(self) -> str:
        """Return the settings."""
        return f"{self.lambd}"


class Softshrink(Module):
    """Moves by lambd towards 0.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.nn.Softshrink()(rd.tensor([-1., 0.2]))
    tensor([-0.5000,  0.0000])
    """

    def __init__(self, lambd: float = 0.5) -> None:
        super().__init__()
        self.lambd = lambd

    def forward(self, input: Tensor) -> Tensor:
        """Return what the function returns."""
        return F.softshrink(input, self.lambd)

    def extra_repr(self) -> str:
        """Return the settings."""
        return f"{self.lambd}"


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


class PReLU(Module):
    """Multiplies what is negative by a slope that is learnt, one or one for each channel.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.nn.PReLU()(rd.tensor([-1., 2.]))
    tensor([-0.2500,  2.0000], grad_fn=<PreluKernelBackward0>)
    """

    def __init__(
        self,
        num_parameters: int = 1,
        init: float = 0.25,
        device: Any = None,
        dtype: DType | None = None,
    ) -> None:
        super().__init__()
        self.num_parameters = num_parameters
        self.init = init
        self.weight = Parameter(full((num_parameters,), init, device=device, dtype=dtype))

    def forward(self, input: Tensor) -> Tensor:
        """Return what the function returns."""
        return F.prelu(input, self.weight)

    def extra_repr(self) -> str:
        """Return the number of slopes."""
        return f"num_parameters={self.num_parameters}"
