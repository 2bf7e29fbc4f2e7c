"""Losses that are composed of operators, and draws that networks use.

Decides their formulas. Must not know kernels.
"""

from __future__ import annotations

import math
from typing import Any

from ..backends.factories import zeros_like
from ..dispatch.generated.functions import log, softmax, softplus, where
from ..dispatch.tensor import Tensor
from .normalization import cosine_similarity, pairwise_distance


def _reduced(loss: Tensor, reduction: str) -> Tensor:
    if reduction == "mean":
        return loss.mean()
    if reduction == "sum":
        return loss.sum()
    if reduction == "none":
        return loss
    raise ValueError(f"{reduction} is not a valid value for reduction")


def soft_margin_loss(input: Tensor, target: Tensor, reduction: str = "mean") -> Tensor:
    """Return log(1 + exp(-target * input)), for targets of ±1.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.nn.functional.soft_margin_loss(rd.tensor([0.]), rd.tensor([1.]))
    tensor(0.6931)
    """
    return _reduced(softplus(-target * input), reduction)


def hinge_embedding_loss(
    input: Tensor, target: Tensor, margin: float = 1.0, reduction: str = "mean"
) -> Tensor:
    """Return the input where the target is 1, and what it lacks to the margin where it is -1.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.nn.functional.hinge_embedding_loss(rd.tensor([0.2, 0.2]), rd.tensor([1., -1.]))
    tensor(0.5000)
    """
    short = where(target == 1, 0.0, (margin - input).clamp_min(0.0))
    return _reduced(short + where(target == -1, 0.0, input), reduction)


def margin_ranking_loss(
    input1: Tensor, input2: Tensor, target: Tensor, margin: float = 0.0, reduction: str = "mean"
) -> Tensor:
    """Return max(0, -target * (input1 - input2) + margin).

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.nn.functional.margin_ranking_loss(rd.tensor([1.]), rd.tensor([3.]), rd.tensor([1.]))
    tensor(2.)
    """
    return _reduced((-target * (input1 - input2) + margin).clamp_min(0.0), reduction)


def cosine_embedding_loss(
    input1: Tensor, input2: Tensor, target: Tensor, margin: float = 0.0, reduction: str = "mean"
) -> Tensor:
    """Return 1 - cos where the target is 1, and max(0, cos - margin) where it is -1.

    Examples
    --------
    >>> import redispatch as rd
    >>> a, b = rd.tensor([[1., 0.]]), rd.tensor([[0., 1.]])
    >>> rd.nn.functional.cosine_embedding_loss(a, b, rd.tensor([1.]))
    tensor(1.)
    """
    cosine = cosine_similarity(input1, input2, dim=-1)
    near = where(target == 1, 1 - cosine, 0.0)
    return _reduced(near + where(target == -1, (cosine - margin).clamp_min(0.0), 0.0), reduction)


def triplet_margin_loss(
    anchor: Tensor,
    positive: Tensor,
    negative: Tensor,
    margin: float = 1.0,
    p: float = 2.0,
    eps: float = 1e-6,
    swap: bool = False,
    reduction: str = "mean",
) -> Tensor:
    """Return max(0, d(anchor, positive) - d(anchor, negative) + margin).

    Examples
    --------
    >>> import redispatch as rd
    >>> a, b = rd.tensor([[0., 0.]]), rd.tensor([[3., 4.]])
    >>> rd.nn.functional.triplet_margin_loss(a, b, b)
    tensor(1.)
    """
    near = pairwise_distance(anchor, positive, p, eps)
    far = pairwise_distance(anchor, negative, p, eps)
    if swap:
        far = far.minimum(pairwise_distance(positive, negative, p, eps))
    return _reduced((near - far + margin).clamp_min(0.0), reduction)


def poisson_nll_loss(
    input: Tensor,
    target: Tensor,
    log_input: bool = True,
    full: bool = False,
    eps: float = 1e-8,
    reduction: str = "mean",
) -> Tensor:
    """Return the negative log likelihood of counts; `full` adds Stirling's term.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.nn.functional.poisson_nll_loss(rd.tensor([0.]), rd.tensor([2.]))
    tensor(1.)
    """
    if log_input:
        loss = input.exp() - target * input
    else:
        loss = input - target * log(input + eps)
    if full:
        many = target.clamp_min(1.0)  # where there are no more than 1, the term is left out
        stirling = many * log(many) - many + 0.5 * log(2 * math.pi * many)
        loss = loss + where(target > 1, stirling, 0.0)
    return _reduced(loss, reduction)


def gaussian_nll_loss(
    input: Tensor,
    target: Tensor,
    var: Any,
    full: bool = False,
    eps: float = 1e-6,
    reduction: str = "mean",
) -> Tensor:
    """Return the negative log likelihood of a normal distribution with given variances.

    Raises
    ------
    ValueError
        If a variance is negative.

    Examples
    --------
    >>> import redispatch as rd
    >>> one = rd.tensor([1.])
    >>> rd.nn.functional.gaussian_nll_loss(one, one * 3, one)
    tensor(2.)
    """
    if not isinstance(var, Tensor):
        var = zeros_like(input) + var
    if bool((var < 0).any()):
        raise ValueError("var has negative entry/entries")
    if tuple(var.shape) == tuple(input.shape[:-1]) and var.dim() != input.dim():
        var = var.unsqueeze(-1)
    # the gradient passes by the clamp, as in PyTorch
    safe = var + (var.detach().clamp_min(eps) - var.detach())
    loss = 0.5 * (log(safe) + (input - target) ** 2 / safe)
    if full:
        loss = loss + 0.5 * math.log(2 * math.pi)
    return _reduced(loss, reduction)


def multilabel_soft_margin_loss(
    input: Tensor, target: Tensor, weight: Tensor | None = None, reduction: str = "mean"
) -> Tensor:
    """Return the mean over classes of the binary cross entropies of scores.

    Examples
    --------
    >>> import redispatch as rd
    >>> one = rd.tensor([[0., 0.]])
    >>> rd.nn.functional.multilabel_soft_margin_loss(one, one)
    tensor(0.6931)
    """
    loss = target * softplus(-input) + (1 - target) * softplus(input)
    if weight is not None:
        loss = loss * weight
    return _reduced(loss.mean(-1), reduction)


def gumbel_softmax(
    logits: Tensor, tau: float = 1, hard: bool = False, eps: float = 1e-10, dim: int = -1
) -> Tensor:
    """Draw from classes so that the draw can be differentiated.

    Parameters
    ----------
    logits : Tensor
        Logarithms of probabilities, up to a constant.
    tau : float
        The smaller, the nearer to one class.
    hard : bool
        Return one class exactly; the gradient is that of the soft draw.
    eps : float
        Accepted for PyTorch's sake.
    dim : int

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.nn.functional.gumbel_softmax(rd.zeros(3), hard=True).sum()
    tensor(1.)
    """
    del eps
    noise = -zeros_like(logits.detach()).exponential_().log()
    soft = softmax((logits + noise) / tau, dim)
    if not hard:
        return soft
    best = soft.detach().argmax(dim, keepdim=True)
    chosen = zeros_like(soft.detach()).scatter_(dim, best, 1.0)
    return chosen - soft.detach() + soft
