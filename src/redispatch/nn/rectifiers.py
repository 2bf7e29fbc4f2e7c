"""Activations with a kink, as modules: each calls the function of the same name."""

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
