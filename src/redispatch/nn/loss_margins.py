"""Losses of margins and of likelihoods, as modules: each calls the function of the same name."""

from __future__ import annotations

from typing import Any

from ..dispatch.tensor import Tensor
from . import functional as F  # noqa: N812 - as everybody names it
from .loss import Loss


class SoftMarginLoss(Loss):
    """Returns log(1 + exp(-target * input)), for targets of ±1.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.nn.SoftMarginLoss()(rd.tensor([0.]), rd.tensor([1.]))
    tensor(0.6931)
    """

    def forward(self, input: Tensor, target: Tensor) -> Tensor:
        """Return what the function returns."""
        return F.soft_margin_loss(input, target, reduction=self.reduction)


class HingeEmbeddingLoss(Loss):
    """Returns the input where the target is 1, what it lacks to the margin where -1.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.nn.HingeEmbeddingLoss()(rd.tensor([0.2]), rd.tensor([-1.]))
    tensor(0.8000)
    """

    def __init__(
        self,
        margin: float = 1.0,
        reduction: str = "mean",
    ) -> None:
        super().__init__(reduction)
        self.margin = margin

    def forward(self, input: Tensor, target: Tensor) -> Tensor:
        """Return what the function returns."""
        return F.hinge_embedding_loss(input, target, self.margin, self.reduction)


class MarginRankingLoss(Loss):
    """Returns max(0, -target * (input1 - input2) + margin).

    Examples
    --------
    >>> import redispatch as rd
    >>> one = rd.tensor([1.])
    >>> rd.nn.MarginRankingLoss()(one, one * 3, one)
    tensor(2.)
    """

    def __init__(
        self,
        margin: float = 0.0,
        reduction: str = "mean",
    ) -> None:
        super().__init__(reduction)
        self.margin = margin

    def forward(self, input1: Tensor, input2: Tensor, target: Tensor) -> Tensor:
        """Return what the function returns."""
        return F.margin_ranking_loss(input1, input2, target, self.margin, self.reduction)


class CosineEmbeddingLoss(Loss):
    """Returns 1 - cos where the target is 1, max(0, cos - margin) where it is -1.

    Examples
    --------
    >>> import redispatch as rd
    >>> a, b = rd.tensor([[1., 0.]]), rd.tensor([[0., 1.]])
    >>> rd.nn.CosineEmbeddingLoss()(a, b, rd.tensor([1.]))
    tensor(1.)
    """

    def __init__(
        self,
        margin: float = 0.0,
        reduction: str = "mean",
    ) -> None:
        super().__init__(reduction)
        self.margin = margin

    def forward(self, input1: Tensor, input2: Tensor, target: Tensor) -> Tensor:
        """Return what the function returns."""
        return F.cosine_embedding_loss(input1, input2, target, self.margin, self.reduction)


class TripletMarginLoss(Loss):
    """Returns max(0, d(anchor, positive) - d(anchor, negative) + margin).

    Examples
    --------
    >>> import redispatch as rd
    >>> a, b = rd.tensor([[0., 0.]]), rd.tensor([[3., 4.]])
    >>> rd.nn.TripletMarginLoss()(a, b, b)
    tensor(1.)
    """

    def __init__(
        self,
        margin: float = 1.0,
        p: float = 2.0,
        eps: float = 1e-6,
        swap: bool = False,
        reduction: str = "mean",
    ) -> None:
        super().__init__(reduction)
        self.margin = margin
        self.p = p
        self.eps = eps
        self.swap = swap

    def forward(self, anchor: Tensor, positive: Tensor, negative: Tensor) -> Tensor:
        """Return what the function returns."""
        return F.triplet_margin_loss(
            anchor, positive, negative, self.margin, self.p, self.eps, self.swap, self.reduction
        )


class PoissonNLLLoss(Loss):
    """Returns the negative log likelihood of counts.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.nn.PoissonNLLLoss()(rd.tensor([0.]), rd.tensor([2.]))
    tensor(1.)
    """

    def __init__(
        self,
        log_input: bool = True,
        full: bool = False,
        eps: float = 1e-8,
        reduction: str = "mean",
    ) -> None:
        super().__init__(reduction)
        self.log_input = log_input
        self.full = full
        self.eps = eps

    def forward(self, input: Tensor, target: Tensor) -> Tensor:
        """Return what the function returns."""
        return F.poisson_nll_loss(
            input, target, self.log_input, self.full, self.eps, self.reduction
        )


class GaussianNLLLoss(Loss):
    """Returns the negative log likelihood of a normal distribution.

    Examples
    --------
    >>> import redispatch as rd
    >>> one = rd.tensor([1.])
    >>> rd.nn.GaussianNLLLoss()(one, one * 3, one)
    tensor(2.)
    """

    def __init__(
        self,
        full: bool = False,
        eps: float = 1e-6,
        reduction: str = "mean",
    ) -> None:
        super().__init__(reduction)
        self.full = full
        self.eps = eps

    def forward(self, input: Tensor, target: Tensor, var: Any) -> Tensor:
        """Return what the function returns."""
        return F.gaussian_nll_loss(input, target, var, self.full, self.eps, self.reduction)
