"""`grad` and `grad_and_value`: from a function with a scalar value to its gradient.

Decides which functions have one. Must not know how gradients are computed (vjp.py).
"""

from __future__ import annotations

import functools
from typing import Any

from ..dispatch.errors import explain_error
from ..dispatch.generated.functions import ones_like
from ..dispatch.tensor import Tensor
from ..modes.transforms.tracked import TrackedLevel, unwrap
from ..utils._pytree import tree_unflatten
from .arguments import Argnums, Function, Inputs, unwrapped_aux, with_aux
from .vjp import NO_HOOKS, edge_at, pulled, tracked

WHO = "grad_and_value(f)(*args)"


def grad_and_value(func: Function, argnums: Argnums = 0, has_aux: bool = False) -> Function:
    """Return a function that computes the gradient of another, and its value.

    Parameters are those of `grad`.

    Returns
    -------
    callable
        It returns a tuple of the gradient and the value; with `has_aux` the value is a tuple of
        itself and what is handed on.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.func.grad_and_value(lambda x: x ** 3)(rd.tensor(2.))
    (tensor(12.), tensor(8.))
    """

    @functools.wraps(func)
    def differentiated(*args: Any, **kwargs: Any) -> Any:
        gradient, value, aux = _computed(func, argnums, has_aux, args, kwargs)
        return (gradient, (value, aux)) if has_aux else (gradient, value)

    return differentiated


def grad(func: Function, argnums: Argnums = 0, has_aux: bool = False) -> Function:
    """Return a function that computes the gradient of another.

    Parameters
    ----------
    func : callable
        Returns a tensor without dimensions.
    argnums : int or tuple of int
        Which positional arguments the gradient is taken by; negative ones count from the end.
        Keyword arguments are constants.
    has_aux : bool
        Whether `func` returns a tuple of its value and of tensors that are handed on as they are.

    Returns
    -------
    callable
        It returns what is like the argument that `argnums` names, or a tuple of that for a tuple;
        zeros where the value does not depend on it. With `has_aux`, a tuple of that and of what is
        handed on.

    Raises
    ------
    RuntimeError
        In the call, if the value is no tensor without dimensions, a leaf has a dtype without
        gradients, or there are no such arguments.
    ValueError
        In the call, if a leaf of those arguments is no tensor.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.func.grad(rd.sin)(rd.tensor(0.))
    tensor(1.)
    >>> second = rd.func.grad(rd.func.grad(lambda x: x ** 3))
    >>> second(rd.tensor(2.)), rd.vmap(second)(rd.tensor([1., 2.]))
    (tensor(12.), tensor([ 6., 12.]))
    """

    @functools.wraps(func)
    def differentiated(*args: Any, **kwargs: Any) -> Any:
        gradient, _, aux = _computed(func, argnums, has_aux, args, kwargs)
        return (gradient, aux) if has_aux else gradient

    return differentiated


def _computed(
    func: Function, argnums: Argnums, has_aux: bool, args: tuple[Any, ...], kwargs: dict[str, Any]
) -> tuple[Any, Tensor, Any]:
    """Return the gradient, the value, and what is handed on."""
    inputs = Inputs(WHO, args, argnums, kwargs)
    with NO_HOOKS, TrackedLevel() as level:
        leaves = [tracked(leaf, level) for leaf in inputs.leaves]
        found, aux = with_aux(WHO, inputs.call(func, leaves, level), has_aux)
        _check_scalar(found)
        edge = edge_at(found, level)
        if has_aux:
            aux = unwrapped_aux(aux, level)
    value = unwrap(found, level)
    gradients = pulled(level, [edge], [ones_like(value)], leaves, keep=False)
    return tree_unflatten(gradients, inputs.spec), value, aux


def _check_scalar(found: Any) -> None:
    if not isinstance(found, Tensor):
        raise RuntimeError(
            explain_error(WHO, f"Expected f(*args) to return a Tensor, got {type(found)}")
        )
    if len(found.shape):
        raise RuntimeError(
            explain_error(
                WHO,
                "Expected f(*args) to return a scalar Tensor, got tensor with "
                f"{len(found.shape)} dims",
                accepted="a tensor without dimensions, as sum() gives; or vjp, or jacrev",
            )
        )
    if found.dtype.is_complex:
        raise RuntimeError(
            explain_error(
                WHO,
                "grad can be implicitly created only for real scalar outputs but got "
                f"{found.dtype}",
            )
        )


__all__ = ["grad", "grad_and_value"]
