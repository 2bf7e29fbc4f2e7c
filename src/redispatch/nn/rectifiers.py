"""Activations with a kink, as modules: each calls the function of the same name."""

from __future__ import annotations

from typing import Any

from ..backends.dtypes import dtype as DType
from ..backends.factories import full
from ..dispatch.tensor import Tensor
from . import functional as F  # noqa: N812 - as everybody names it
from .activation import Activation, InplaceActivation
from .module import Module
from .parameter import Parameter


class ReLU(InplaceActivation):
    """Replaces what is negative by 0.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.nn.ReLU()(rd.tensor([-1., 2.]))
    tensor([0., 2.])
    """

    function = staticmethod(F.relu)


class ReLU6(InplaceActivation):
    """Clamps to between 0 and 6.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.nn.ReLU6()(rd.tensor([-1., 8.]))
    tensor([0., 6.])
    """

    function = staticmethod(F.relu6)


class LeakyReLU(Activation):
    """Multiplies what is negative by a slope.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.nn.LeakyReLU()(rd.tensor([-1., 2.]))
    tensor([-0.0100,  2.0000])
    """

    function = staticmethod(F.leaky_relu)
    settings = ("negative_slope", "inplace")

    def __init__(self, negative_slope: float = 0.01, inplace: bool = False) -> None:
        super().__init__()
        self.negative_slope = negative_slope
        self.inplace = inplace


class ELU(Activation):
    """Replaces what is negative by alpha * (exp(x) - 1).

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.nn.ELU()(rd.tensor([-1., 2.]))
    tensor([-0.6321,  2.0000])
    """

    function = staticmethod(F.elu)
    settings = ("alpha", "inplace")

    def __init__(self, alpha: float = 1.0, inplace: bool = False) -> None:
        super().__init__()
        self.alpha = alpha
        self.inplace = inplace


class CELU(Activation):
    """Replaces what is negative by alpha * (exp(x / alpha) - 1).

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.nn.CELU()(rd.tensor([-1., 2.]))
    tensor([-0.6321,  2.0000])
    """

    function = staticmethod(F.celu)
    settings = ("alpha", "inplace")

    def __init__(self, alpha: float = 1.0, inplace: bool = False) -> None:
        super().__init__()
        self.alpha = alpha
        self.inplace = inplace


class SELU(InplaceActivation):
    """ELU with the two numbers that keep mean 0 and variance 1.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.nn.SELU()(rd.tensor([-1., 2.]))
    tensor([-1.1113,  2.1014])
    """

    function = staticmethod(F.selu)


class Hardsigmoid(InplaceActivation):
    """Clamps x / 6 + 1 / 2 to between 0 and 1.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.nn.Hardsigmoid()(rd.tensor([-3., 0.]))
    tensor([0.0000, 0.5000])
    """

    function = staticmethod(F.hardsigmoid)


class Hardswish(InplaceActivation):
    """Multiplies by the hardsigmoid.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.nn.Hardswish()(rd.tensor([-3., 3.]))
    tensor([0., 3.])
    """

    function = staticmethod(F.hardswish)


class Hardtanh(Activation):
    """Clamps to between two numbers.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.nn.Hardtanh()(rd.tensor([-2., 2.]))
    tensor([-1.,  1.])
    """

    function = staticmethod(F.hardtanh)
    settings = ("min_val", "max_val", "inplace")

    def __init__(self, min_val: float = -1.0, max_val: float = 1.0, inplace: bool = False) -> None:
        super().__init__()
        self.min_val = min_val
        self.max_val = max_val
        self.inplace = inplace


class Threshold(Activation):
    """Replaces what is not above a threshold by a value.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.nn.Threshold(0., 9.)(rd.tensor([-1., 2.]))
    tensor([9., 2.])
    """

    function = staticmethod(F.threshold)
    settings = ("threshold", "value", "inplace")

    def __init__(self, threshold: float, value: float, inplace: bool = False) -> None:
        super().__init__()
        self.threshold = threshold
        self.value = value
        self.inplace = inplace


class Hardshrink(Activation):
    """Replaces by 0 what is between -lambd and lambd.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.nn.Hardshrink()(rd.tensor([-1., 0.2]))
    tensor([-1.,  0.])
    """

    function = staticmethod(F.hardshrink)
    settings = ("lambd",)

    def __init__(self, lambd: float = 0.5) -> None:
        super().__init__()
        self.lambd = lambd

    def extra_repr(self) -> str:
        """Return the settings."""
        return f"{self.lambd}"


class Softshrink(Activation):
    """Moves by lambd towards 0.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.nn.Softshrink()(rd.tensor([-1., 0.2]))
    tensor([-0.5000,  0.0000])
    """

    function = staticmethod(F.softshrink)
    settings = ("lambd",)

    def __init__(self, lambd: float = 0.5) -> None:
        super().__init__()
        self.lambd = lambd

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
