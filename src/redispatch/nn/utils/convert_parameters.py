"""Many parameters as one vector, and back."""

from __future__ import annotations

from collections.abc import Iterable

from ...dispatch.errors import explain_error
from ...dispatch.generated.functions import cat
from ...dispatch.tensor import Tensor


def parameters_to_vector(parameters: Iterable[Tensor]) -> Tensor:
    """Return the elements of all parameters in one vector; gradients flow back.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.nn.utils.parameters_to_vector([rd.zeros(2), rd.ones(1, 1)])
    tensor([0., 0., 1.])
    """
    return cat([p.reshape(-1) for p in parameters])


def vector_to_parameters(vec: Tensor, parameters: Iterable[Tensor]) -> None:
    """Let parameters hold the elements of a vector, in order; what is left over is not used.

    Raises
    ------
    TypeError
        If it is no tensor.
    RuntimeError
        If there are too few elements; the parameters are then as before.

    Examples
    --------
    >>> import redispatch as rd
    >>> p = rd.nn.Parameter(rd.zeros(2))
    >>> rd.nn.utils.vector_to_parameters(rd.tensor([1., 2.]), [p])
    >>> p
    Parameter containing:
    tensor([1., 2.], requires_grad=True)
    """
    if not isinstance(vec, Tensor):
        raise TypeError(f"expected a Tensor, but got: {type(vec).__name__}")
    found = list(parameters)
    needed = sum(p.numel() for p in found)
    if needed > vec.numel():
        raise RuntimeError(
            explain_error(
                "vector_to_parameters",
                f"got {vec.numel()} elements",
                accepted=f"at least the {needed} of the parameters",
            )
        )
    start = 0
    for p in found:
        part = vec[start : start + p.numel()]
        p.data = part.reshape(p.shape).detach()
        start += p.numel()
