"""`jvp` and `linearize`: a function's value, and how it changes in a direction.

Decides what directions are accepted. Must not know how tangents are computed.
"""

from __future__ import annotations

from typing import Any

from ..autograd.tangents import Level as DualLevel
from ..autograd.tangents import like_layout, set_tangent, tangent_of
from ..dispatch.errors import explain_error
from ..dispatch.generated.functions import zeros_like
from ..dispatch.tensor import Tensor
from ..modes.transforms.tracked import TrackedLevel, is_of, lift, unwrap
from ..utils._pytree import tree_flatten, tree_unflatten
from .arguments import Argnums, Function, Inputs, outputs_of, unwrapped_aux, with_aux
from .vjp import vjp_by

WHO = "jvp(f, primals, tangents)"


def jvp(
    func: Function, primals: Any, tangents: Any, *, strict: bool = False, has_aux: bool = False
) -> Any:
    """Return a function's outputs, and the product of its Jacobian with a direction.

    Parameters
    ----------
    func : callable
        From tensors, or containers of them, to the same.
    primals, tangents : tuple
        What it is called with, and the direction, in the same containers and of the same sizes.
    strict : bool
        Whether an output that does not depend on the primals is refused, instead of zeros.
    has_aux : bool
        Whether `func` returns a tuple of its outputs and of tensors that are handed on as they are.

    Returns
    -------
    tuple
        The outputs and their tangents; and what was handed on, if `has_aux`.

    Raises
    ------
    RuntimeError
        If primals and tangents are no tuples, or do not fit.
    ValueError
        If one has a dtype without gradients.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.func.jvp(rd.sin, (rd.tensor(0.),), (rd.tensor(2.),))
    (tensor(0.), tensor(2.))
    """
    if not isinstance(primals, tuple):
        raise RuntimeError(
            explain_error(
                WHO,
                f"Expected primals to be a tuple, got {type(primals)}",
                accepted="a tuple: it should be valid to call f(*primals)",
            )
        )
    return jvp_by(func, primals, tangents, None, strict, has_aux)


def jvp_by(
    func: Function, primals: tuple[Any, ...], tangents: Any, argnums: Argnums | None,
    strict: bool = False, has_aux: bool = False,
) -> Any:  # fmt: skip
    """Do the same in directions of some of the arguments; None is all."""
    _check_leaves("primals", tree_flatten(primals)[0] if argnums is None else [])
    inputs = Inputs(WHO, primals, argnums, {})
    directions, spec = tree_flatten(tangents)
    if spec != inputs.spec:
        raise RuntimeError(
            explain_error(
                WHO,
                "Expected primals and tangents to have the same python structure. Got primals with "
                f"structure {inputs.spec} and tangents with structure {spec}",
            )
        )
    if not inputs.leaves:
        raise RuntimeError(explain_error(WHO, "Expected primals to contain at least one Tensor."))
    _check_leaves("tangents", directions)
    for primal, tangent in zip(inputs.leaves, directions, strict=True):
        _check_pair(primal, tangent)
    with TrackedLevel() as level:
        dual = level.dual = DualLevel()
        inside = [_dual(p, t, level, dual) for p, t in zip(inputs.leaves, directions, strict=True)]
        found, aux = with_aux(WHO, inputs.call(func, inside, level), has_aux)
        outputs, out_spec = outputs_of(WHO, found)
        tangents = [tangent_of(out) if is_of(out, level) else None for out in outputs]
        if has_aux:
            aux = unwrapped_aux(aux, level)
    if strict and any(t is None for t in tangents):
        raise RuntimeError(
            explain_error(
                f"{WHO[:-1]}, strict=True)",
                "The output of f is independent of the inputs. This is not allowed with "
                "strict=True.",
            )
        )
    flat = [unwrap(out, level) for out in outputs]
    changes = [
        zeros_like(value) if t is None else unwrap(t, level)
        for value, t in zip(flat, tangents, strict=True)
    ]
    values, pushed = tree_unflatten(flat, out_spec), tree_unflatten(changes, out_spec)
    return (values, pushed, aux) if has_aux else (values, pushed)


def _check_leaves(what: str, leaves: list[Any]) -> None:
    for leaf in leaves:
        if not isinstance(leaf, Tensor):
            raise RuntimeError(
                explain_error(WHO, f"Expected {what} to only contain Tensors, got {type(leaf)}")
            )


def _check_pair(primal: Tensor, tangent: Tensor) -> None:
    for what, each in (("primal", primal), ("tangent", tangent)):
        if not (each.dtype.is_floating_point or each.dtype.is_complex):
            raise ValueError(
                explain_error(
                    WHO,
                    f"Expected {what} to be floating point or complex, but got: {each.dtype}",
                )
            )
    if tuple(primal.shape) != tuple(tangent.shape):
        raise RuntimeError(
            explain_error(
                WHO,
                "Trying to set a forward gradient that has a different size than that of the "
                f"original Tensor, this is not supported. Tensor is of size {list(primal.shape)} "
                f"while the given forward gradient is of size {list(tangent.shape)}.",
            )
        )


def _dual(primal: Tensor, tangent: Tensor, level: TrackedLevel, dual: DualLevel) -> Tensor:
    """Return a tensor of a level that has a tangent there."""
    t = lift(primal, level)
    set_tangent(t, like_layout(lift(tangent, level), t), dual)
    return t


def linearize(func: Function, *primals: Any) -> tuple[Any, Function]:
    """Return a function's outputs, and the linear function that it is near there.

    `func` is called once; the linear function multiplies a direction with the Jacobian without
    calling it again. See Note [Twice backward is forward] in autograd/functional.py.

    Parameters
    ----------
    func : callable
        From tensors, or containers of them, to the same.
    *primals
        Where it is linearized.

    Returns
    -------
    tuple
        The outputs, and a function of directions like `primals`.

    Raises
    ------
    RuntimeError
        From the linear function, if the directions do not fit the primals.

    Examples
    --------
    >>> import redispatch as rd
    >>> value, near = rd.func.linearize(lambda x: x * x, rd.tensor([1., 3.]))
    >>> value, near(rd.tensor([1., 10.]))
    (tensor([1., 9.]), tensor([ 2., 60.]))
    """
    outputs, pull = vjp_by(func, primals, None, False)
    leaves, spec = tree_flatten(primals)
    found, out_spec = tree_flatten(outputs)
    nothing = tree_unflatten([zeros_like(each) for each in found], out_spec)
    _, push = vjp_by(pull, (nothing,), 0, False)

    def near(*tangents: Any) -> Any:
        given, own = tree_flatten(tangents)
        if own != spec:
            raise RuntimeError(
                explain_error(
                    "linearize",
                    f"Expected the tangents {own} to have the same argspec as the primals {spec}",
                )
            )
        for place, (t, p) in enumerate(zip(given, leaves, strict=True)):
            if tuple(t.shape) != tuple(p.shape) or t.dtype is not p.dtype:
                raise RuntimeError(
                    explain_error(
                        "linearize",
                        f"tangent:{place} with shape {tuple(t.shape)} and dtype {t.dtype} in "
                        f"flattened pytree doesn't match the shape {tuple(p.shape)} and dtype "
                        f"{p.dtype} of the corresponding primal.",
                    )
                )
        return push(tangents)

    return outputs, near


__all__ = ["jvp", "linearize"]
