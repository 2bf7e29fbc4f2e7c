"""Normalisation as modules: what is learnt, and the running statistics."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

from ..backends.dtypes import dtype as DType
from ..backends.dtypes import int64
from ..backends.factories import ones, zeros
from ..backends.ranges import scalar_tensor
from ..dispatch.tensor import Tensor
from ..modes import no_grad
from . import functional as F  # noqa: N812 - as everybody names it
from .module import Module
from .parameter import Parameter


class LayerNorm(Module):
    """Brings the last dimensions to mean 0 and variance 1, then scales and shifts.

    Parameters
    ----------
    normalized_shape : int or ints
        The sizes of the dimensions that are normalised together.
    eps : float
        Added to the variance.
    elementwise_affine, bias : bool
        Whether a scale is learnt, and with it a shift.
    device, dtype
        Of the parameters.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.nn.LayerNorm(2, elementwise_affine=False)(rd.tensor([[1., 3.]]))
    tensor([[-1.0000,  1.0000]])
    """

    def __init__(
        self,
        normalized_shape: int | Sequence[int],
        eps: float = 1e-5,
        elementwise_affine: bool = True,
        bias: bool = True,
        device: Any = None,
        dtype: DType | None = None,
    ) -> None:
        super().__init__()
        one = isinstance(normalized_shape, int)
        self.normalized_shape: tuple[int, ...] = (
            (normalized_shape,) if one else tuple(normalized_shape)  # type: ignore[assignment,arg-type]
        )
        self.eps = eps
        self.elementwise_affine = elementwise_affine
        sizes = self.normalized_shape
        self.register_parameter("weight", None)
        self.register_parameter("bias", None)
        if elementwise_affine:
            self.register_parameter("weight", Parameter(ones(*sizes, device=device, dtype=dtype)))
            if bias:
                shift = Parameter(zeros(*sizes, device=device, dtype=dtype))
                self.register_parameter("bias", shift)

    def reset_parameters(self) -> None:
        """Set the scale to ones and the shift to zeros."""
        _reset(self)

    def forward(self, input: Tensor) -> Tensor:
        """Return the input normalised."""
        return F.layer_norm(input, self.normalized_shape, self.weight, self.bias, self.eps)

    def extra_repr(self) -> str:
        """Return the settings."""
        text = f"{self.normalized_shape}, eps={self.eps}"
        text += f", elementwise_affine={self.elementwise_affine}"
        return text + f", bias={self.bias is not None}"


def _reset(module: Module) -> None:
    with no_grad():
        if module.weight is not None:
            module.weight.fill_(1.0)
        if getattr(module, "bias", None) is not None:
            module.bias.zero_()


class RMSNorm(Module):
    """Divides by the root of the mean square of the last dimensions, then scales.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.nn.RMSNorm(2, elementwise_affine=False)(rd.tensor([[3., 4.]]))
    tensor([[0.8485, 1.1314]])
    """

    def __init__(
        self,
        normalized_shape: int | Sequence[int],
        eps: float | None = None,
        elementwise_affine: bool = True,
        device: Any = None,
        dtype: DType | None = None,
    ) -> None:
        super().__init__()
        one = isinstance(normalized_shape, int)
        self.normalized_shape: tuple[int, ...] = (
            (normalized_shape,) if one else tuple(normalized_shape)  # type: ignore[assignment,arg-type]
        )
        self.eps = eps
        self.elementwise_affine = elementwise_affine
        self.register_parameter("weight", None)
        if elementwise_affine:
            scale = Parameter(ones(*self.normalized_shape, device=device, dtype=dtype))
            self.register_parameter("weight", scale)

    def reset_parameters(self) -> None:
        """Set the scale to ones."""
        _reset(self)

    def forward(self, input: Tensor) -> Tensor:
        """Return the input normalised."""
        return F.rms_norm(input, self.normalized_shape, self.weight, self.eps)

    def extra_repr(self) -> str:
        """Return the settings."""
        return (
            f"{self.normalized_shape}, eps={self.eps}, elementwise_affine={self.elementwise_affine}"
        )


class GroupNorm(Module):
    """Brings each group of channels of each sample to mean 0 and variance 1.

    Raises
    ------
    ValueError
        If the groups do not divide the channels.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.nn.GroupNorm(2, 4, affine=False)(rd.tensor([[1., 3., 5., 5.]]))
    tensor([[-1.0000,  1.0000,  0.0000,  0.0000]])
    """

    def __init__(
        self,
        num_groups: int,
        num_channels: int,
        eps: float = 1e-5,
        affine: bool = True,
        device: Any = None,
        dtype: DType | None = None,
        *,
        bias: bool = True,
    ) -> None:
        super().__init__()
        if num_channels % num_groups:
            raise ValueError(
                f"num_channels ({num_channels}) must be divisible by num_groups ({num_groups})"
            )
        self.num_groups = num_groups
        self.num_channels = num_channels
        self.eps = eps
        self.affine = affine
        self.register_parameter("weight", None)
        self.register_parameter("bias", None)
        if affine:
            made = {"device": device, "dtype": dtype}
            self.register_parameter("weight", Parameter(ones(num_channels, **made)))
            if bias:
                self.register_parameter("bias", Parameter(zeros(num_channels, **made)))

    def reset_parameters(self) -> None:
        """Set the scale to ones and the shift to zeros."""
        _reset(self)

    def forward(self, input: Tensor) -> Tensor:
        """Return the input normalised."""
        return F.group_norm(input, self.num_groups, self.weight, self.bias, self.eps)

    def extra_repr(self) -> str:
        """Return the settings."""
        text = f"{self.num_groups}, {self.num_channels}, eps={self.eps}, affine={self.affine}"
        return text + f", bias={self.bias is not None}"


class _BatchNorm(Module):
    """What the batch norms share.

    Parameters
    ----------
    num_features : int
        The number of channels, dimension 1.
    eps : float
        Added to the variance.
    momentum : float or None
        The share of a batch in the running statistics; None gives all batches the same.
    affine : bool
        Whether scale and shift are learnt.
    track_running_stats : bool
        Without, statistics are those of the batch also in evaluation.
    device, dtype
        Of parameters and buffers.
    bias : bool
        Whether, with `affine`, there is a shift.
    """

    allowed: ClassVar[tuple[int, ...]]

    def __init__(
        self,
        num_features: int,
        eps: float = 1e-5,
        momentum: float | None = 0.1,
        affine: bool = True,
        track_running_stats: bool = True,
        device: Any = None,
        dtype: DType | None = None,
        *,
        bias: bool = True,
    ) -> None:
        super().__init__()
        self.num_features = num_features
        self.eps = eps
        self.momentum = momentum
        self.affine = affine
        self.track_running_stats = track_running_stats
        made = {"device": device, "dtype": dtype}
        self.register_parameter("weight", None)
        self.register_parameter("bias", None)
        if affine:
            self.register_parameter("weight", Parameter(ones(num_features, **made)))
            if bias:
                self.register_parameter("bias", Parameter(zeros(num_features, **made)))
        track = track_running_stats
        self.register_buffer("running_mean", zeros(num_features, **made) if track else None)
        self.register_buffer("running_var", ones(num_features, **made) if track else None)
        count = scalar_tensor(0, dtype=int64, device=device) if track else None
        self.register_buffer("num_batches_tracked", count)

    def reset_running_stats(self) -> None:
        """Forget all batches."""
        if self.track_running_stats:
            self.running_mean.zero_()
            self.running_var.fill_(1.0)
            self.num_batches_tracked.zero_()

    def reset_parameters(self) -> None:
        """Forget all batches, set the scale to ones and the shift to zeros."""
        self.reset_running_stats()
        _reset(self)

    def forward(self, input: Tensor) -> Tensor:
        """Return the input normalised; in training the running statistics follow.

        Raises
        ------
        ValueError
            If the input has a wrong number of dimensions.
        """
        if input.dim() not in self.allowed:
            wanted = " or ".join(f"{n}D" for n in self.allowed)
            raise ValueError(f"expected {wanted} input (got {input.dim()}D input)")
        mean, var, counted = self.running_mean, self.running_var, self.num_batches_tracked
        share = 0.0 if self.momentum is None else self.momentum
        if self.training and counted is not None:
            counted.add_(1)
            if self.momentum is None:
                share = 1.0 / counted.item()
        by_batch = self.training or mean is None or var is None
        follow = not self.training or self.track_running_stats
        if not follow or (by_batch and not self.training):
            mean = var = None
        return F.batch_norm(input, mean, var, self.weight, self.bias, by_batch, share, self.eps)

    def extra_repr(self) -> str:
        """Return the settings."""
        return (
            f"{self.num_features}, eps={self.eps}, momentum={self.momentum}, affine={self.affine}, "
            f"bias={self.bias is not None}, track_running_stats={self.track_running_stats}"
        )


class BatchNorm1d(_BatchNorm):
    """Brings each channel of (N, C) or (N, C, L) to mean 0 and variance 1; see `BatchNorm2d`.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.nn.BatchNorm1d(1, affine=False)(rd.tensor([[1.], [3.]]))
    tensor([[-1.0000],
            [ 1.0000]])
    """

    allowed = (2, 3)


class BatchNorm2d(_BatchNorm):
    """Brings each channel of (N, C, H, W) to mean 0 and variance 1, then scales and shifts.

    In training by the statistics of the batch, of which the running ones keep a share; in
    evaluation by the running ones.

    Parameters
    ----------
    num_features : int
        The number of channels.
    eps : float
        Added to the variance.
    momentum : float or None
        The share of a batch in the running statistics; None gives all batches the same.
    affine : bool
        Whether scale and shift are learnt.
    track_running_stats : bool
        Without, statistics are those of the batch also in evaluation.
    device, dtype
        Of parameters and buffers.
    bias : bool
        Whether, with `affine`, there is a shift.

    Raises
    ------
    ValueError
        When called, if the input has not four dimensions, or one value for a channel in training.

    Examples
    --------
    >>> import redispatch as rd
    >>> layer = rd.nn.BatchNorm2d(1, affine=False)
    >>> layer(rd.tensor([[[[1., 3.]]]]))
    tensor([[[[-1.0000,  1.0000]]]])
    >>> layer.running_mean, layer.running_var
    (tensor([0.2000]), tensor([1.1000]))
    """

    allowed = (4,)
