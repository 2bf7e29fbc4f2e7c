"""Losses as modules: each calls the function of the same name with its settings."""

from __future__ import annotations

from ..dispatch.tensor import Tensor
from . import functional as F  # noqa: N812 - as everybody names it
from .module import Module


class Loss(Module):
    """What losses share: how the losses of the elements become one.

    Parameters
    ----------
    reduction : {"mean", "sum", "none"}
    """

    def __init__(self, reduction: str = "mean") -> None:
        super().__init__()
        self.reduction = reduction


class WeightedLoss(Loss):
    """What losses share that weigh elements or classes by a buffer.

    Parameters
    ----------
    weight : Tensor, optional
    reduction : {"mean", "sum", "none"}
    """

    def __init__(self, weight: Tensor | None = None, reduction: str = "mean") -> None:
        super().__init__(reduction)
        self.register_buffer("weight", weight)


class MSELoss(Loss):
    """Returns the squares of the differences.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.nn.MSELoss()(rd.tensor([1., 3.]), rd.tensor([1., 1.]))
    tensor(2.)
    """

    def forward(self, input: Tensor, target: Tensor) -> Tensor:
        """Return what the function returns."""
        return F.mse_loss(input, target, reduction=self.reduction)


class L1Loss(Loss):
    """Returns the absolute differences.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.nn.L1Loss()(rd.tensor([1., 3.]), rd.tensor([1., 1.]))
    tensor(1.)
    """

    def forward(self, input: Tensor, target: Tensor) -> Tensor:
        """Return what the function returns."""
        return F.l1_loss(input, target, reduction=self.reduction)


class SmoothL1Loss(Loss):
    """Returns differences, squared where they are smaller than beta.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.nn.SmoothL1Loss()(rd.tensor([1., 3.]), rd.tensor([1., 1.]))
    tensor(0.7500)
    """

    def __init__(
        self,
        reduction: str = "mean",
        beta: float = 1.0,
    ) -> None:
        super().__init__(reduction)
        self.beta = beta

    def forward(self, input: Tensor, target: Tensor) -> Tensor:
        """Return what the function returns."""
        return F.smooth_l1_loss(input, target, reduction=self.reduction, beta=self.beta)


class HuberLoss(Loss):
    """Returns half the squares of differences, linear from delta on.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.nn.HuberLoss()(rd.tensor([1., 3.]), rd.tensor([1., 1.]))
    tensor(0.7500)
    """

    def __init__(
        self,
        reduction: str = "mean",
        delta: float = 1.0,
    ) -> None:
        super().__init__(reduction)
        self.delta = delta

    def forward(self, input: Tensor, target: Tensor) -> Tensor:
        """Return what the function returns."""
        return F.huber_loss(input, target, reduction=self.reduction, delta=self.delta)


class KLDivLoss(Loss):
    """Returns the Kullback-Leibler divergence; the input holds logarithms.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.nn.KLDivLoss(reduction="sum")(rd.tensor([0.5, 0.5]).log(), rd.tensor([0.5, 0.5]))
    tensor(0.)
    """

    def __init__(
        self,
        reduction: str = "mean",
        log_target: bool = False,
    ) -> None:
        super().__init__(reduction)
        self.log_target = log_target

    def forward(self, input: Tensor, target: Tensor) -> Tensor:
        """Return what the function returns."""
        return F.kl_div(input, target, reduction=self.reduction, log_target=self.log_target)


class CrossEntropyLoss(WeightedLoss):
    """Returns the cross entropy between scores (N, C, ...) and classes or probabilities.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.nn.CrossEntropyLoss()(rd.tensor([[0., 0.]]), rd.tensor([1]))
    tensor(0.6931)
    """

    def __init__(
        self,
        weight: Tensor | None = None,
        ignore_index: int = -100,
        reduction: str = "mean",
        label_smoothing: float = 0.0,
    ) -> None:
        super().__init__(weight, reduction)
        self.ignore_index = ignore_index
        self.label_smoothing = label_smoothing

    def forward(self, input: Tensor, target: Tensor) -> Tensor:
        """Return what the function returns."""
        return F.cross_entropy(
            input,
            target,
            self.weight,
            reduction=self.reduction,
            ignore_index=self.ignore_index,
            label_smoothing=self.label_smoothing,
        )


class NLLLoss(WeightedLoss):
    """Returns minus the logarithmic probabilities (N, C, ...) of the classes.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.nn.NLLLoss()(rd.tensor([[-1., -2.]]), rd.tensor([1]))
    tensor(2.)
    """

    def __init__(
        self,
        weight: Tensor | None = None,
        ignore_index: int = -100,
        reduction: str = "mean",
    ) -> None:
        super().__init__(weight, reduction)
        self.ignore_index = ignore_index

    def forward(self, input: Tensor, target: Tensor) -> Tensor:
        """Return what the function returns."""
        return F.nll_loss(
            input, target, self.weight, ignore_index=self.ignore_index, reduction=self.reduction
        )


class BCELoss(WeightedLoss):
    """Returns the binary cross entropy of probabilities.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.nn.BCELoss()(rd.tensor([0.5]), rd.tensor([1.]))
    tensor(0.6931)
    """

    def forward(self, input: Tensor, target: Tensor) -> Tensor:
        """Return what the function returns."""
        return F.binary_cross_entropy(input, target, self.weight, reduction=self.reduction)


class BCEWithLogitsLoss(WeightedLoss):
    """Returns the binary cross entropy of scores.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.nn.BCEWithLogitsLoss()(rd.tensor([0.]), rd.tensor([1.]))
    tensor(0.6931)
    """

    def __init__(
        self,
        weight: Tensor | None = None,
        reduction: str = "mean",
        pos_weight: Tensor | None = None,
    ) -> None:
        super().__init__(weight, reduction)
        self.register_buffer("pos_weight", pos_weight)

    def forward(self, input: Tensor, target: Tensor) -> Tensor:
        """Return what the function returns."""
        return F.binary_cross_entropy_with_logits(
            input, target, self.weight, reduction=self.reduction, pos_weight=self.pos_weight
        )
