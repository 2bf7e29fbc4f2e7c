"""Gradient descent, with momentum."""

from __future__ import annotations

from ..dispatch.generated.functions import _momentum_step_
from .optimizer import Group, Optimizer, Params, check_number, gradients


class SGD(Optimizer):
    """Moves parameters against their gradients, or against a running sum of them.

    Parameters
    ----------
    params : iterable
        Tensors, pairs of name and tensor, or dicts with options of a group.
    lr : float
    momentum : float
        How much of the running sum is kept.
    dampening : float
        How much of a gradient is left out of the running sum.
    weight_decay : float
        How much of a parameter is added to its gradient.
    nesterov : bool
        Look ahead by one momentum.
    maximize : bool
        Move along the gradients.
    foreach, fused
        Accepted for PyTorch's sake.

    Raises
    ------
    ValueError
        If a number is negative, or `nesterov` has no momentum or a dampening.

    Examples
    --------
    >>> import redispatch as rd
    >>> w = rd.tensor([1.], requires_grad=True)
    >>> optimizer = rd.optim.SGD([w], lr=0.1)
    >>> (w * w).sum().backward()
    >>> optimizer.step()
    >>> w
    tensor([0.8000], requires_grad=True)
    """

    def __init__(
        self,
        params: Params,
        lr: float = 1e-3,
        momentum: float = 0,
        dampening: float = 0,
        weight_decay: float = 0,
        nesterov: bool = False,
        *,
        maximize: bool = False,
        foreach: bool | None = None,
        fused: bool | None = None,
    ) -> None:
        check_number("learning rate", lr, lr >= 0.0)
        check_number("momentum value", momentum, momentum >= 0.0)
        check_number("weight_decay value", weight_decay, weight_decay >= 0.0)
        if nesterov and (momentum <= 0 or dampening != 0):
            raise ValueError("Nesterov momentum requires a momentum and zero dampening")
        super().__init__(
            params,
            {
                "lr": lr,
                "momentum": momentum,
                "dampening": dampening,
                "weight_decay": weight_decay,
                "nesterov": nesterov,
                "maximize": maximize,
                "foreach": foreach,
                "fused": fused,
            },
        )

    def update(self, group: Group) -> None:
        """Change the parameters of one group."""
        lr, decay, momentum = group["lr"], group["weight_decay"], group["momentum"]
        for p, grad in gradients(group):
            running = self.state[p].get("momentum_buffer") if momentum else None
            if running is not None:
                dampening, nesterov = group["dampening"], group["nesterov"]
                _momentum_step_(p, grad, running, float(lr), momentum, dampening, decay, nesterov)
                continue
            if decay:
                grad = grad.add(p, alpha=decay)
            if momentum:
                running = self.state[p]["momentum_buffer"] = grad.detach().clone()
                grad = grad.add(running, alpha=momentum) if group["nesterov"] else running
            p.add_(grad, alpha=-lr)
