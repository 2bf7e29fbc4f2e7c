"""`vjp`: a function's value, and the function that pulls gradients back through it.

Decides when a level is in force and when its graph is run. Must not know what is done at a level
(modes/transforms/tracked.py) nor how the engine works.

Note [Gradients after the level]
~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
The level ends with the function. Its graph is run afterwards, in the state and at the levels of
whoever asks for gradients, as often as they ask: what the graph has saved then stands for what is
in it, so gradients are computed by operators of the levels around, and recorded there.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from ..autograd.backward import seed
from ..autograd.engine import run
from ..autograd.meta import NULL, Edge, Leaf, current_edge
from ..autograd.saved_hooks import disable_saved_tensors_hooks
from ..dispatch.errors import explain_error
from ..dispatch.generated.functions import zeros_like
from ..dispatch.keys import AUTOGRAD
from ..dispatch.state import facts
from ..dispatch.tensor import Tensor
from ..modes.transforms.tracked import TrackedLevel, is_of, lift, unwrap
from ..utils._pytree import tree_flatten, tree_unflatten
from .arguments import Argnums, Function, Inputs, outputs_of, unwrapped_aux, with_aux

NO_HOOKS = disable_saved_tensors_hooks(
    "func.{grad, vjp, jacrev, hessian} don't yet support saved tensor hooks: the graph of a level "
    "has the length of a call, and keeps what it saves"
)


def tracked(value: Tensor, level: TrackedLevel) -> Tensor:
    """Return a leaf of a level.

    Raises
    ------
    RuntimeError
        If its dtype can have no gradient.
    """
    kind = value.dtype
    if not (kind.is_floating_point or kind.is_complex):
        raise RuntimeError(
            explain_error(
                "a transform that differentiates",
                f"only Tensors of floating point dtype can require gradients, got {kind}",
            )
        )
    t = lift(value, level)
    t._autograd = Leaf()
    t._keys |= AUTOGRAD.bit
    return t


def edge_at(out: Tensor, level: TrackedLevel) -> Edge:
    """Return the place of a tensor in the graph of a level; None for one from around it."""
    return current_edge(out) if is_of(out, level) else None


def pulled(
    level: TrackedLevel,
    edges: Sequence[Edge],
    seeds: Sequence[Tensor | None],
    inputs: Sequence[Tensor],
    keep: bool,
) -> list[Tensor]:
    """Return the gradients of a level's inputs, as tensors of the levels around; zeros if none.

    The edges are those that the outputs had at the level: that of a view is made by replay. Seeds
    fit their outputs.
    """
    roots: list[Any] = [
        (edge, given)
        for edge, given in zip(edges, seeds, strict=True)
        if edge is not None and edge is not NULL and given is not None
    ]
    found: list[Any] = [None] * len(inputs)
    if roots:
        known = facts()
        found = run(
            roots, keep=keep, create_graph=known.grad and not known.inference,
            wanted=list(inputs), accumulating=False,
        )  # fmt: skip
    return [
        zeros_like(unwrap(t, level)) if g is None else unwrap(g, level)
        for t, g in zip(inputs, found, strict=True)
    ]


class Pullback(NamedTuple):
    """A function at a point, ready to pull gradients back.

    Attributes
    ----------
    edges : the places of what it returned in the graph of the level.
    values, spec : what it returned, as tensors of the levels around, and the containers.
    inputs : what gradients are taken by, as leaves of the level.
    aux : what it handed on beside.
    """

    level: TrackedLevel
    edges: list[Edge]
    values: list[Tensor]
    spec: Any
    inputs: list[Tensor]
    aux: Any

    def __call__(self, seeds: Sequence[Tensor | None], keep: bool = True) -> list[Tensor]:
        """Return the gradients of the inputs for those of the outputs."""
        given = [
            g if g is None else seed(out, g, place)
            for place, (out, g) in enumerate(zip(self.values, seeds, strict=True))
        ]
        return pulled(self.level, self.edges, given, self.inputs, keep)


def pullback(who: str, func: Function, inputs: Inputs, has_aux: bool) -> Pullback:
    """Call a function at a level of its own; see Note [Gradients after the level]."""
    with NO_HOOKS, TrackedLevel() as level:
        leaves = [tracked(leaf, level) for leaf in inputs.leaves]
        found, aux = with_aux(who, inputs.call(func, leaves, level), has_aux)
        outputs, spec = outputs_of(who, found)
        edges = [edge_at(out, level) for out in outputs]
        if has_aux:
            aux = unwrapped_aux(aux, level)
    values = [unwrap(out, level) for out in outputs]
    return Pullback(level, edges, values, spec, leaves, aux)


def vjp(func: Function, *primals: Any, has_aux: bool = False) -> Any:
    """Return a function's outputs, and the function that multiplies with its Jacobian from left.

    Parameters
    ----------
    func : callable
        From tensors, or containers of them, to the same.
    *primals
        What it is called with; every leaf is a tensor with a floating-point dtype.
    has_aux : bool
        Whether `func` returns a tuple of its outputs and of tensors that are handed on as they are.

    Returns
    -------
    tuple
        The outputs; a function from cotangents, in containers like those of the outputs, to a tuple
        of gradients like `primals`, which may be called again; and what was handed on, if
        `has_aux`.

    Raises
    ------
    RuntimeError
        If the outputs are no tensors; from the function, if cotangents do not fit the outputs.
    ValueError
        If a leaf of `primals` is no tensor.

    Examples
    --------
    >>> import redispatch as rd
    >>> out, pull = rd.func.vjp(lambda x, y: x * y, rd.tensor([1., 2.]), rd.tensor([3., 4.]))
    >>> out, pull(rd.tensor([1., 10.]))
    (tensor([3., 8.]), (tensor([ 3., 40.]), tensor([ 1., 20.])))
    """
    return vjp_by(func, primals, None, has_aux)


def vjp_by(func: Function, primals: tuple[Any, ...], argnums: Argnums | None, has_aux: bool) -> Any:
    """Do the same by some of the arguments; None is all, and gives a tuple."""
    who = "vjp(f, *primals)"
    inputs = Inputs(who, primals, argnums, {})
    back = pullback(who, func, inputs, has_aux)

    def pull(cotangents: Any) -> Any:
        given, spec = tree_flatten(cotangents)
        if spec != back.spec:
            raise RuntimeError(
                explain_error(
                    who,
                    "Expected pytree structure of cotangents to be the same as pytree structure of "
                    f"outputs to the function. cotangents: {spec}, primal output: {back.spec}",
                )
            )
        _check_shapes(given, back.values)
        return tree_unflatten(back(given), inputs.spec)

    outputs = tree_unflatten(back.values, back.spec)
    return (outputs, pull, back.aux) if has_aux else (outputs, pull)


def _check_shapes(given: Sequence[Any], values: Sequence[Tensor]) -> None:
    """Refuse cotangents of other sizes, also where nothing depends on the inputs."""
    for place, (g, value) in enumerate(zip(given, values, strict=True)):
        if isinstance(g, Tensor) and tuple(g.shape) != tuple(value.shape):
            raise RuntimeError(
                f"Mismatch in shape: grad_output[{place}] has a shape of {tuple(g.shape)} and "
                f"output[{place}] has a shape of {tuple(value.shape)}."
            )


Pull = Callable[[Any], Any]

__all__ = ["vjp"]
