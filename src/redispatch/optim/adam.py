"""Adam, and AdamW, which decays weights apart from the gradients."""

from __future__ import annotations

import math
from typing import Any

from ..backends.dtypes import float32
from ..backends.factories import zeros_like
from ..backends.ranges import scalar_tensor
from ..dispatch.generated.functions import _adam_step_, view_as_real
from ..dispatch.tensor import Tensor
from .optimizer import Group, Optimizer, Params, check_number, gradients


class Adam(Optimizer):
    """Moves parameters by the running mean of gradients over the root of that of their squares.

    Parameters
    ----------
    params : iterable
        Tensors, pairs of name and tensor, or dicts with options of a group.
    lr : float
    betas : (float, float)
        How much of the two running means is kept.
    eps : float
        Added to the root.
    weight_decay : float
        How much of a parameter is added to its gradient.
    amsgrad : bool
        Divide by the largest running mean of squares so far.
    foreach, capturable, fused
        Accepted for PyTorch's sake.
    maximize : bool
        Move along the gradients.
    decoupled_weight_decay : bool
        Shrink the parameters instead, as AdamW does.

    Raises
    ------
    ValueError
        If a number is out of its range.

    Examples
    --------
    >>> import redispatch as rd
    >>> w = rd.tensor([1., -1.], requires_grad=True)
    >>> optimizer = rd.optim.Adam([w], lr=0.1)
    >>> (w * w).sum().backward()
    >>> optimizer.step()
    >>> w
    tensor([ 0.9000, -0.9000], requires_grad=True)
    """

    def __init__(
        self,
        params: Params,
        lr: float = 1e-3,
        betas: tuple[float, float] = (0.9, 0.999),
        eps: float = 1e-8,
        weight_decay: float = 0,
        amsgrad: bool = False,
        *,
        foreach: bool | None = None,
        maximize: bool = False,
        capturable: bool = False,
        fused: bool | None = None,
        decoupled_weight_decay: bool = False,
    ) -> None:
        check_number("learning rate", lr, lr >= 0.0)
        check_number("epsilon value", eps, eps >= 0.0)
        for i, beta in enumerate(betas):
            check_number(f"beta parameter at index {i}", beta, 0.0 <= beta < 1.0)
        check_number("weight_decay value", weight_decay, weight_decay >= 0.0)
        super().__init__(
            params,
            {
                "lr": lr,
                "betas": betas,
                "eps": eps,
                "weight_decay": weight_decay,
                "amsgrad": amsgrad,
                "maximize": maximize,
                "foreach": foreach,
                "capturable": capturable,
                "fused": fused,
                "decoupled_weight_decay": decoupled_weight_decay,
            },
        )

    def update(self, group: Group) -> None:
        """Change the parameters of one group."""
        for p, grad in gradients(group):
            state = self.state[p]
            self._begin(p, state, group)
            state["step"].add_(1)
            if group["amsgrad"]:
                self._with_largest(p, grad, state, group)
            else:
                beta1, beta2 = group["betas"]
                mean, square = state["exp_avg"], state["exp_avg_sq"]
                if p.dtype.is_complex:  # the parts are parameters of their own
                    p, grad, mean, square = map(view_as_real, (p, grad, mean, square))
                decay, decoupled = group["weight_decay"], group["decoupled_weight_decay"]
                _adam_step_(
                    p, grad, mean, square, float(group["lr"]), beta1, beta2, group["eps"], decay,
                    decoupled, state["step"].item(),
                )  # fmt: skip

    @staticmethod
    def _begin(p: Tensor, state: dict[str, Any], group: Group) -> None:
        if not state:
            state["step"] = scalar_tensor(0.0, dtype=float32)
            state["exp_avg"] = zeros_like(p.detach())
            state["exp_avg_sq"] = zeros_like(p.detach())
            if group["amsgrad"]:
                state["max_exp_avg_sq"] = zeros_like(p.detach())

    @staticmethod
    def _with_largest(p: Tensor, grad: Tensor, state: dict[str, Any], group: Group) -> None:
        """Take a step that is divided by the largest mean of squares so far."""
        beta1, beta2 = group["betas"]
        decay, step = group["weight_decay"], state["step"].item()
        if decay and group["decoupled_weight_decay"]:
            p.mul_(1 - group["lr"] * decay)
        elif decay:
            grad = grad.add(p, alpha=decay)
        mean, square, largest = state["exp_avg"], state["exp_avg_sq"], state["max_exp_avg_sq"]
        if p.dtype.is_complex:
            p, grad, mean, square, largest = map(view_as_real, (p, grad, mean, square, largest))
        mean.lerp_(grad, 1 - beta1)
        square.mul_(beta2).addcmul_(grad, grad, value=1 - beta2)
        largest.copy_(largest.maximum(square))
        root = largest.sqrt().div_(math.sqrt(1 - beta2**step)).add_(group["eps"])
        p.addcdiv_(mean, root, value=-group["lr"] / (1 - beta1**step))


class AdamW(Adam):
    """Adam that shrinks the parameters in place of adding them to the gradients.

    Parameters
    ----------
    params, lr, betas, eps, amsgrad, maximize, foreach, capturable, fused
        As for `Adam`.
    weight_decay : float
        By which share, times the learning rate, parameters shrink.

    Examples
    --------
    >>> import redispatch as rd
    >>> w = rd.tensor([1.], requires_grad=True)
    >>> optimizer = rd.optim.AdamW([w], lr=0.1, weight_decay=0.5)
    >>> (w * w).sum().backward()
    >>> optimizer.step()
    >>> w
    tensor([0.8500], requires_grad=True)
    """

    def __init__(
        self,
        params: Params,
        lr: float = 1e-3,
        betas: tuple[float, float] = (0.9, 0.999),
        eps: float = 1e-8,
        weight_decay: float = 1e-2,
        amsgrad: bool = False,
        *,
        maximize: bool = False,
        foreach: bool | None = None,
        capturable: bool = False,
        fused: bool | None = None,
    ) -> None:
        super().__init__(
            params,
            lr,
            betas,
            eps,
            weight_decay,
            amsgrad,
            foreach=foreach,
            maximize=maximize,
            capturable=capturable,
            fused=fused,
            decoupled_weight_decay=True,
        )
