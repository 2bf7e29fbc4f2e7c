"""Pooling and other layers without parameters, as modules."""

from __future__ import annotations

from typing import Any, ClassVar

from ..dispatch.tensor import Tensor
from . import functional as F  # noqa: N812 - as everybody names it
from .module import Module
from .windows import Numbers


class _MaxPool(Module):
    """What the max pools share."""

    function: ClassVar[Any]

    def __init__(
        self,
        kernel_size: Numbers,
        stride: Numbers | None = None,
        padding: Numbers = 0,
        dilation: Numbers = 1,
        return_indices: bool = False,
        ceil_mode: bool = False,
    ) -> None:
        super().__init__()
        self.kernel_size = kernel_size
        self.stride = kernel_size if stride is None else stride
        self.padding = padding
        self.dilation = dilation
        self.return_indices = return_indices
        self.ceil_mode = ceil_mode

    def forward(self, input: Tensor) -> Any:
        """Return the largest element of each window."""
        return type(self).function(
            input,
            self.kernel_size,
            self.stride,
            self.padding,
            self.dilation,
            self.ceil_mode,
            self.return_indices,
        )

    def extra_repr(self) -> str:
        """Return the settings."""
        return (
            f"kernel_size={self.kernel_size}, stride={self.stride}, padding={self.padding}, "
            f"dilation={self.dilation}, ceil_mode={self.ceil_mode}"
        )


class MaxPool1d(_MaxPool):
    """Returns the largest element of each window of signals.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.nn.MaxPool1d(2)(rd.tensor([[[1., 3., 2., 0.]]]))
    tensor([[[3., 2.]]])
    """

    function = staticmethod(F.max_pool1d)


class MaxPool2d(_MaxPool):
    """Returns the largest element of each window of images.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.nn.MaxPool2d(2)(rd.arange(16.).reshape(1, 1, 4, 4))
    tensor([[[[ 5.,  7.],
              [13., 15.]]]])
    """

    function = staticmethod(F.max_pool2d)


class _AvgPool(Module):
    """What the average pools share."""

    function: ClassVar[Any]

    def __init__(
        self,
        kernel_size: Numbers,
        stride: Numbers | None = None,
        padding: Numbers = 0,
        ceil_mode: bool = False,
        count_include_pad: bool = True,
    ) -> None:
        super().__init__()
        self.kernel_size = kernel_size
        self.stride = kernel_size if stride is None else stride
        self.padding = padding
        self.ceil_mode = ceil_mode
        self.count_include_pad = count_include_pad

    def forward(self, input: Tensor) -> Tensor:
        """Return the mean of each window."""
        result: Tensor = type(self).function(
            input,
            self.kernel_size,
            self.stride,
            self.padding,
            self.ceil_mode,
            self.count_include_pad,
        )
        return result

    def extra_repr(self) -> str:
        """Return the settings."""
        return f"kernel_size={self.kernel_size}, stride={self.stride}, padding={self.padding}"


class AvgPool1d(_AvgPool):
    """Returns the mean of each window of signals.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.nn.AvgPool1d(2)(rd.tensor([[[1., 3., 2., 0.]]]))
    tensor([[[2., 1.]]])
    """

    function = staticmethod(F.avg_pool1d)


class AvgPool2d(_AvgPool):
    """Returns the mean of each window of images.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.nn.AvgPool2d(2)(rd.arange(4.).reshape(1, 1, 2, 2))
    tensor([[[[1.5000]]]])
    """

    function = staticmethod(F.avg_pool2d)

    def __init__(
        self,
        kernel_size: Numbers,
        stride: Numbers | None = None,
        padding: Numbers = 0,
        ceil_mode: bool = False,
        count_include_pad: bool = True,
        divisor_override: int | None = None,
    ) -> None:
        super().__init__(kernel_size, stride, padding, ceil_mode, count_include_pad)
        self.divisor_override = divisor_override

    def forward(self, input: Tensor) -> Tensor:
        """Return the mean of each window."""
        return F.avg_pool2d(
            input,
            self.kernel_size,
            self.stride,
            self.padding,
            self.ceil_mode,
            self.count_include_pad,
            self.divisor_override,
        )


class _Adaptive(Module):
    """What the pools to a given size share."""

    function: ClassVar[Any]

    def __init__(self, output_size: Any) -> None:
        super().__init__()
        self.output_size = output_size

    def forward(self, input: Tensor) -> Tensor:
        """Return images of the given size."""
        result: Tensor = type(self).function(input, self.output_size)
        return result

    def extra_repr(self) -> str:
        """Return the size."""
        return f"output_size={self.output_size}"


class AdaptiveAvgPool2d(_Adaptive):
    """Returns images of a given size, of means.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.nn.AdaptiveAvgPool2d((1, None))(rd.zeros(2, 3, 4, 5)).shape
    (2, 3, 1, 5)
    """

    function = staticmethod(F.adaptive_avg_pool2d)


class AdaptiveMaxPool2d(_Adaptive):
    """Returns images of a given size, of the largest elements; with their places, if asked.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.nn.AdaptiveMaxPool2d(2)(rd.zeros(2, 3, 5, 5)).shape
    (2, 3, 2, 2)
    """

    def __init__(self, output_size: Any, return_indices: bool = False) -> None:
        super().__init__(output_size)
        self.return_indices = return_indices

    def forward(self, input: Tensor) -> Any:
        """Return images of the given size, and the places if asked."""
        return F.adaptive_max_pool2d(input, self.output_size, self.return_indices)


class CosineSimilarity(Module):
    """Returns the cosine of the angle between vectors along a dimension.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.nn.CosineSimilarity(dim=0)(rd.tensor([1., 0.]), rd.tensor([1., 1.]))
    tensor(0.7071)
    """

    def __init__(self, dim: int = 1, eps: float = 1e-8) -> None:
        super().__init__()
        self.dim = dim
        self.eps = eps

    def forward(self, x1: Tensor, x2: Tensor) -> Tensor:
        """Return the cosine."""
        return F.cosine_similarity(x1, x2, self.dim, self.eps)


class PairwiseDistance(Module):
    """Returns the norm of the differences along the last dimension.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.nn.PairwiseDistance()(rd.tensor([[3., 0.]]), rd.tensor([[0., 4.]]))
    tensor([5.])
    """

    def __init__(self, p: float = 2.0, eps: float = 1e-6, keepdim: bool = False) -> None:
        super().__init__()
        self.norm = p
        self.eps = eps
        self.keepdim = keepdim

    def forward(self, x1: Tensor, x2: Tensor) -> Tensor:
        """Return the distances."""
        return F.pairwise_distance(x1, x2, self.norm, self.eps, self.keepdim)


class Unfold(Module):
    """Returns the windows of images as columns.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.nn.Unfold(2)(rd.zeros(1, 3, 4, 5)).shape
    (1, 12, 12)
    """

    def __init__(
        self,
        kernel_size: Numbers,
        dilation: Numbers = 1,
        padding: Numbers = 0,
        stride: Numbers = 1,
    ) -> None:
        super().__init__()
        self.kernel_size = kernel_size
        self.dilation = dilation
        self.padding = padding
        self.stride = stride

    def forward(self, input: Tensor) -> Tensor:
        """Return the columns."""
        return F.unfold(input, self.kernel_size, self.dilation, self.padding, self.stride)

    def extra_repr(self) -> str:
        """Return the settings."""
        return (
            f"kernel_size={self.kernel_size}, dilation={self.dilation}, padding={self.padding}, "
            f"stride={self.stride}"
        )
