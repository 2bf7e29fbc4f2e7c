"""Clipping gradients: together by their norm, or each element by its size.

Decides what the norm of many gradients is and what happens where it is no number.
"""

from __future__ import annotations

import math
from collections.abc import Iterable

from ...backends.factories import tensor
from ...dispatch.errors import explain_error
from ...dispatch.generated.functions import linalg_vector_norm, stack
from ...dispatch.tensor import Tensor
from ...modes import no_grad

Tensors = Tensor | Iterable[Tensor]


def _listed(tensors: Tensors) -> list[Tensor]:
    return [tensors] if isinstance(tensors, Tensor) else list(tensors)


def _gradients(parameters: Tensors) -> list[Tensor]:
    return [p.grad for p in _listed(parameters) if p.grad is not None]


@no_grad()
def get_total_norm(
    tensors: Tensors,
    norm_type: float = 2.0,
    error_if_nonfinite: bool = False,
    foreach: bool | None = None,
) -> Tensor:
    """Return the norm of several tensors as if they were one vector.

    Raises
    ------
    RuntimeError
        If it is not finite and `error_if_nonfinite` is set.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.nn.utils.get_total_norm([rd.tensor([3.]), rd.tensor([4.])])
    tensor(5.)
    """
    del foreach
    found = _listed(tensors)
    if not found:
        return tensor(0.0)
    norm_type = float(norm_type)
    norms = [linalg_vector_norm(t, norm_type) for t in found]
    if len(norms) == 1:
        total = norms[0]
    else:
        place = norms[0].device
        total = linalg_vector_norm(stack([n.to(place) for n in norms]), norm_type)
    if error_if_nonfinite and not math.isfinite(total.item()):
        raise RuntimeError(
            f"The total norm of order {norm_type} for gradients from `parameters` is non-finite, "
            "so it cannot be clipped. To disable this error and scale the gradients by the "
            "non-finite norm anyway, set `error_if_nonfinite=False`"
        )
    return total


@no_grad()
def clip_grads_with_norm_(
    parameters: Tensors, max_norm: float, total_norm: Tensor, foreach: bool | None = None
) -> None:
    """Scale gradients in place so that a total norm, which is given, becomes at most `max_norm`."""
    del foreach
    factor = (float(max_norm) / (total_norm + 1e-6)).clamp(max=1.0)
    for grad in _gradients(parameters):
        grad.mul_(factor.to(grad.device))


def clip_grad_norm_(
    parameters: Tensors,
    max_norm: float,
    norm_type: float = 2.0,
    error_if_nonfinite: bool = False,
    foreach: bool | None = None,
) -> Tensor:
    """Scale all gradients in place so that their norm together is at most `max_norm`.

    Parameters
    ----------
    parameters : Tensor or iterable of Tensor
        Those without a gradient are skipped.
    max_norm : float
    norm_type : float
        Also `inf`.
    error_if_nonfinite : bool
    foreach
        Accepted for PyTorch's sake.

    Returns
    -------
    Tensor
        The norm before.

    Raises
    ------
    RuntimeError
        If the norm is not finite and `error_if_nonfinite` is set; nothing is changed then.

    Examples
    --------
    >>> import redispatch as rd
    >>> p = rd.nn.Parameter(rd.zeros(2))
    >>> p.grad = rd.tensor([3., 4.])
    >>> rd.nn.utils.clip_grad_norm_([p], 1.)
    tensor(5.)
    >>> p.grad
    tensor([0.6000, 0.8000])
    """
    found = _listed(parameters)  # an iterator can be read once
    total = get_total_norm(_gradients(found), norm_type, error_if_nonfinite)
    clip_grads_with_norm_(found, max_norm, total)
    return total


@no_grad()
def clip_grad_value_(parameters: Tensors, clip_value: float, foreach: bool | None = None) -> None:
    """Clamp every element of the gradients, in place, to between ±clip_value.

    Raises
    ------
    ValueError
        If the value is negative.

    Examples
    --------
    >>> import redispatch as rd
    >>> p = rd.nn.Parameter(rd.zeros(2))
    >>> p.grad = rd.tensor([3., -0.5])
    >>> rd.nn.utils.clip_grad_value_([p], 1.)
    >>> p.grad
    tensor([ 1.0000, -0.5000])
    """
    del foreach
    limit = float(clip_value)
    if limit < 0:
        raise ValueError(
            explain_error("clip_grad_value_", f"clip_value is {limit}", accepted="a number >= 0")
        )
    for grad in _gradients(parameters):
        grad.clamp_(-limit, limit)
