"""Convolutions as modules."""

from __future__ import annotations

import math
from typing import Any, ClassVar

from ..backends.dtypes import dtype as DType
from ..dispatch.tensor import Tensor
from . import functional as F  # noqa: N812 - as everybody names it
from . import init
from .linear import new_parameter
from .module import Module
from .windows import Numbers, per_dimension, span

MODES = ("zeros", "reflect", "replicate", "circular")


class _Convolution(Module):
    """What convolutions share.

    Parameters
    ----------
    in_channels, out_channels : int
    kernel_size : int or ints
    stride, dilation : int or ints
        Steps between windows, and within one.
    padding : int, ints, "valid" or "same"
    groups : int
        Into how many independent parts the channels are divided.
    bias : bool
    padding_mode : {"zeros", "reflect", "replicate", "circular"}
    device, dtype
        Of the parameters.

    Raises
    ------
    ValueError
        If the groups do not divide the channels, or a mode is not known.
    """

    dims: ClassVar[int]
    function: ClassVar[Any]

    def __init__(
        self,
        in_channels: int,
        out_channels: int,
        kernel_size: Numbers,
        stride: Numbers = 1,
        padding: Numbers | str = 0,
        dilation: Numbers = 1,
        groups: int = 1,
        bias: bool = True,
        padding_mode: str = "zeros",
        device: Any = None,
        dtype: DType | None = None,
    ) -> None:
        super().__init__()
        self._check(in_channels, out_channels, groups, padding, padding_mode)
        dims = self.dims
        self.in_channels, self.out_channels = in_channels, out_channels
        self.kernel_size = per_dimension(kernel_size, dims, "kernel_size")
        self.stride = per_dimension(stride, dims, "stride")
        known = isinstance(padding, str)
        self.padding: Any = padding if known else per_dimension(padding, dims, "padding")
        self.dilation = per_dimension(dilation, dims, "dilation")
        self.groups = groups
        self.padding_mode = padding_mode
        sizes = (*self._channels(), *self.kernel_size)
        self.weight = new_parameter(*sizes, device=device, dtype=dtype)
        if bias:
            self.bias = new_parameter(out_channels, device=device, dtype=dtype)
        else:
            self.register_parameter("bias", None)
        self.reset_parameters()

    def _channels(self) -> tuple[int, int]:
        return self.out_channels, self.in_channels // self.groups

    @staticmethod
    def _check(
        in_channels: int, out_channels: int, groups: int, padding: Any, padding_mode: str
    ) -> None:
        if groups <= 0:
            raise ValueError("groups must be a positive integer")
        if in_channels % groups:
            raise ValueError("in_channels must be divisible by groups")
        if out_channels % groups:
            raise ValueError("out_channels must be divisible by groups")
        if isinstance(padding, str) and padding not in ("valid", "same"):
            raise ValueError(
                f"Invalid padding string {padding!r}, should be one of 'same', 'valid'"
            )
        if padding_mode not in MODES:
            raise ValueError(
                f"padding_mode must be one of {set(MODES)}, but got padding_mode='{padding_mode}'"
            )

    def reset_parameters(self) -> None:
        """Draw the parameters anew."""
        init.kaiming_uniform_(self.weight, a=math.sqrt(5))
        if self.bias is not None:
            fan_in = self.weight.shape[1] * math.prod(self.kernel_size)
            if fan_in:
                init.uniform_(self.bias, -1 / math.sqrt(fan_in), 1 / math.sqrt(fan_in))

    def _sides(self) -> tuple[int, ...]:
        """Return what is put before and after each dimension, the last one first."""
        found: list[int] = []
        for i in reversed(range(self.dims)):
            if self.padding == "same":
                missing = span(self.kernel_size[i], self.dilation[i]) - 1
                found += [missing // 2, missing - missing // 2]
            else:
                found += [0, 0] if self.padding == "valid" else [self.padding[i]] * 2
        return tuple(found)

    def forward(self, input: Tensor) -> Tensor:
        """Return the convolution."""
        padding = self.padding
        if self.padding_mode != "zeros":
            input, padding = F.pad(input, self._sides(), mode=self.padding_mode), 0
        result: Tensor = type(self).function(
            input, self.weight, self.bias, self.stride, padding, self.dilation, self.groups
        )
        return result

    def extra_repr(self) -> str:
        """Return the sizes and what is not usual."""
        text = f"{self.in_channels}, {self.out_channels}, kernel_size={self.kernel_size}"
        text += f", stride={self.stride}"
        if self.padding != (0,) * self.dims:
            shown = f"'{self.padding}'" if isinstance(self.padding, str) else self.padding
            text += f", padding={shown}"
        if self.dilation != (1,) * self.dims:
            text += f", dilation={self.dilation}"
        if self.groups != 1:
            text += f", groups={self.groups}"
        if self.bias is None:
            text += ", bias=False"
        return (
            text if self.padding_mode == "zeros" else text + f", padding_mode={self.padding_mode}"
        )


class Conv1d(_Convolution):
    """Convolves signals (N, C, L) with weights that are learnt; see `Conv2d`.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.nn.Conv1d(3, 8, 5, padding=2)(rd.zeros(2, 3, 10)).shape
    (2, 8, 10)
    """

    dims = 1
    function = staticmethod(F.conv1d)


class Conv2d(_Convolution):
    """Convolves images (N, C, H, W), or one (C, H, W), with weights that are learnt.

    Parameters
    ----------
    in_channels, out_channels : int
    kernel_size : int or (int, int)
    stride, dilation : int or (int, int)
        Steps between windows, and within one.
    padding : int, (int, int), "valid" or "same"
    groups : int
        Into how many independent parts the channels are divided.
    bias : bool
    padding_mode : {"zeros", "reflect", "replicate", "circular"}
    device, dtype
        Of the parameters.

    Raises
    ------
    ValueError
        If the groups do not divide the channels, or a mode is not known.

    Examples
    --------
    >>> import redispatch as rd
    >>> layer = rd.nn.Conv2d(3, 8, kernel_size=3, padding=1)
    >>> layer
    Conv2d(3, 8, kernel_size=(3, 3), stride=(1, 1), padding=(1, 1))
    >>> layer(rd.zeros(2, 3, 10, 10)).shape
    (2, 8, 10, 10)
    """

    dims = 2
    function = staticmethod(F.conv2d)


class Conv3d(_Convolution):
    """Convolves volumes (N, C, D, H, W) with weights that are learnt; see `Conv2d`.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.nn.Conv3d(1, 2, 2)(rd.zeros(1, 1, 3, 3, 3)).shape
    (1, 2, 2, 2, 2)
    """

    dims = 3
    function = staticmethod(F.conv3d)


class ConvTranspose2d(_Convolution):
    """Applies the transpose of a convolution to images (N, C, H, W).

    Parameters
    ----------
    in_channels, out_channels, kernel_size, stride, padding, groups, bias, dilation
        As for `Conv2d`.
    output_padding : int or (int, int)
        What is added to one side of the result.
    device, dtype
        Of the parameters.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.nn.ConvTranspose2d(3, 8, 2, stride=2)(rd.zeros(2, 3, 5, 5)).shape
    (2, 8, 10, 10)
    """

    dims = 2

    def __init__(
        self,
        in_channels: int,
        out_channels: int,
        kernel_size: Numbers,
        stride: Numbers = 1,
        padding: Numbers = 0,
        output_padding: Numbers = 0,
        groups: int = 1,
        bias: bool = True,
        dilation: Numbers = 1,
        device: Any = None,
        dtype: DType | None = None,
    ) -> None:
        super().__init__(
            in_channels,
            out_channels,
            kernel_size,
            stride,
            padding,
            dilation,
            groups,
            bias,
            device=device,
            dtype=dtype,
        )
        self.output_padding = per_dimension(output_padding, 2, "output_padding")

    def _channels(self) -> tuple[int, int]:
        return self.in_channels, self.out_channels // self.groups

    def forward(self, input: Tensor) -> Tensor:
        """Return the transposed convolution."""
        return F.conv_transpose2d(
            input,
            self.weight,
            self.bias,
            self.stride,
            self.padding,
            self.output_padding,
            self.groups,
            self.dilation,
        )

    def extra_repr(self) -> str:
        """Return the sizes and what is not usual."""
        text = super().extra_repr()
        if self.output_padding != (0, 0):
            text += f", output_padding={self.output_padding}"
        return text
