"""Linear layers, and those that only change sizes."""

from __future__ import annotations

import math
from typing import Any

from ..backends.dtypes import dtype as DType
from ..backends.ranges import empty
from ..dispatch.generated import functions as ops
from ..dispatch.tensor import Tensor
from . import init
from .module import Module
from .parameter import Parameter


def new_parameter(*size: int, device: Any = None, dtype: DType | None = None) -> Parameter:
    """Return a parameter whose values are yet to be written."""
    return Parameter(empty(*size, device=device, dtype=dtype))


class Identity(Module):
    """Returns its input; takes any arguments.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.nn.Identity(54, unused=True)(rd.tensor([1.]))
    tensor([1.])
    """

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__()

    def forward(self, input: Tensor) -> Tensor:
        """Return the input."""
        return input


class Linear(Module):
    """Multiplies the last dimension by a matrix and adds a bias: x Wᵀ + b.

    Parameters
    ----------
    in_features, out_features : int
    bias : bool
    device, dtype
        Of the parameters.

    Attributes
    ----------
    weight : Parameter
        Of sizes (out_features, in_features); it and the bias start evenly between ±1/√in_features.
    bias : Parameter or None

    Examples
    --------
    >>> import redispatch as rd
    >>> layer = rd.nn.Linear(3, 2)
    >>> layer(rd.ones(5, 3)).shape
    (5, 2)
    """

    def __init__(
        self,
        in_features: int,
        out_features: int,
        bias: bool = True,
        device: Any = None,
        dtype: DType | None = None,
    ) -> None:
        super().__init__()
        self.in_features = in_features
        self.out_features = out_features
        self.weight = new_parameter(out_features, in_features, device=device, dtype=dtype)
        if bias:
            self.bias = new_parameter(out_features, device=device, dtype=dtype)
        else:
            self.register_parameter("bias", None)
        self.reset_parameters()

    def reset_parameters(self) -> None:
        """Draw the parameters anew."""
        init.kaiming_uniform_(self.weight, a=math.sqrt(5))
        if self.bias is not None:
            bound = 1 / math.sqrt(self.in_features) if self.in_features > 0 else 0
            init.uniform_(self.bias, -bound, bound)

    def forward(self, input: Tensor) -> Tensor:
        """Return x Wᵀ + b."""
        parameters: Any = self._parameters  # in a third of the time of `self.weight`
        if "weight" in parameters and "bias" in parameters:
            return ops.linear(input, parameters["weight"], parameters["bias"])
        return ops.linear(input, self.weight, self.bias)

    def extra_repr(self) -> str:
        """Return the sizes."""
        return (
            f"in_features={self.in_features}, out_features={self.out_features}, "
            f"bias={self.bias is not None}"
        )


class Bilinear(Module):
    """Returns x1 W x2 + b along the last dimensions.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.nn.Bilinear(2, 3, 4)(rd.ones(5, 2), rd.ones(5, 3)).shape
    (5, 4)
    """

    def __init__(
        self,
        in1_features: int,
        in2_features: int,
        out_features: int,
        bias: bool = True,
        device: Any = None,
        dtype: DType | None = None,
    ) -> None:
        super().__init__()
        self.in1_features = in1_features
        self.in2_features = in2_features
        self.out_features = out_features
        sizes = (out_features, in1_features, in2_features)
        self.weight = new_parameter(*sizes, device=device, dtype=dtype)
        if bias:
            self.bias = new_parameter(out_features, device=device, dtype=dtype)
        else:
            self.register_parameter("bias", None)
        self.reset_parameters()

    def reset_parameters(self) -> None:
        """Draw the parameters anew."""
        bound = 1 / math.sqrt(self.in1_features)
        init.uniform_(self.weight, -bound, bound)
        if self.bias is not None:
            init.uniform_(self.bias, -bound, bound)

    def forward(self, input1: Tensor, input2: Tensor) -> Tensor:
        """Return x1 W x2 + b."""
        return ops.bilinear(input1, input2, self.weight, self.bias)

    def extra_repr(self) -> str:
        """Return the sizes."""
        return (
            f"in1_features={self.in1_features}, in2_features={self.in2_features}, "
            f"out_features={self.out_features}, bias={self.bias is not None}"
        )


class Flatten(Module):
    """Makes one dimension of several, by default of all but the first.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.nn.Flatten()(rd.zeros(2, 3, 4)).shape
    (2, 12)
    """

    def __init__(self, start_dim: int = 1, end_dim: int = -1) -> None:
        super().__init__()
        self.start_dim = start_dim
        self.end_dim = end_dim

    def forward(self, input: Tensor) -> Tensor:
        """Return the input with fewer dimensions."""
        return ops.flatten(input, self.start_dim, self.end_dim)

    def extra_repr(self) -> str:
        """Return the dimensions."""
        return f"start_dim={self.start_dim}, end_dim={self.end_dim}"


class Unflatten(Module):
    """Makes several dimensions of one.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.nn.Unflatten(1, (3, 4))(rd.zeros(2, 12)).shape
    (2, 3, 4)
    """

    def __init__(self, dim: int, unflattened_size: tuple[int, ...]) -> None:
        super().__init__()
        self.dim = dim
        self.unflattened_size = tuple(unflattened_size)

    def forward(self, input: Tensor) -> Tensor:
        """Return the input with more dimensions."""
        return ops.unflatten(input, self.dim, self.unflattened_size)

    def extra_repr(self) -> str:
        """Return the dimension and its sizes."""
        return f"dim={self.dim}, unflattened_size={self.unflattened_size}"
