"""Derivatives of functions: vjp, jvp, jacobian, hessian, vhp, hvp.

Decides what these functions accept, return and refuse. Must not know how gradients are computed:
they call `grad` and forward mode as users do.

Note [Twice backward is forward]
~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
The gradients of the inputs are a linear function of the gradients u of the outputs: u times the
Jacobian. Differentiated by u and contracted with v, that gives the Jacobian times v. So `jvp` and
`hvp` need no forward formulas; the value of u does not matter.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any

from ..dispatch.generated.functions import movedim as _movedim
from ..dispatch.generated.functions import ones_like as _ones_like
from ..dispatch.generated.functions import reshape as _reshape
from ..dispatch.generated.functions import stack as _stack
from ..dispatch.generated.functions import zeros_like as _zeros_like
from ..dispatch.state import GradSwitch, facts
from ..dispatch.tensor import Tensor
from .backward import grad
from .batches import mapped
from .forward_ad import dual_level, make_dual, unpack_dual
from .functional_checks import (
    Tensors,
    as_given,
    as_inputs,
    as_outputs,
    as_tuple,
    as_vector,
    check_dependence,
    check_scalar,
    filled_in,
    gradients,
)

Function = Callable[..., Any]


# products with the Jacobian -----------------------------------------------------------------------


def vjp(
    func: Function, inputs: Any, v: Any = None, create_graph: bool = False, strict: bool = False
) -> tuple[Any, Any]:
    """Return a function's outputs, and the product of a vector with its Jacobian.

    Parameters
    ----------
    func : callable
        From tensors to a tensor or a tuple of tensors.
    inputs : Tensor or tuple of Tensor
    v : Tensor or tuple of Tensor, optional
        Like the outputs; may be left out if there is one, of one element.
    create_graph : bool
        Whether results can be differentiated.
    strict : bool
        Refuse outputs that do not depend on an input, instead of giving zeros.

    Raises
    ------
    RuntimeError, TypeError
        If v does not fit, or something is no tensor.

    Examples
    --------
    >>> import redispatch as rd
    >>> from redispatch.autograd.functional import vjp
    >>> vjp(lambda x: x * x, rd.tensor([1., 3.]), rd.tensor([1., 10.]))
    (tensor([1., 9.]), tensor([ 2., 60.]))
    """
    with GradSwitch(True):
        several_in, at = as_inputs(inputs, "vjp", create_graph)
        several_out, outputs = as_outputs(func(*at), "vjp")
        check_dependence(outputs, "outputs", strict)
        if v is None and math.prod(outputs[0].shape) * len(outputs) != 1:
            raise RuntimeError(
                "The vector v can only be None if the user-provided function returns a single "
                "Tensor with a single element."
            )
        vector: Sequence[Tensor | None] = (None,)
        if v is not None:
            vector = as_vector(v, "vjp", outputs, several_out, create_graph)
    with GradSwitch(create_graph or facts().grad):
        found = gradients(outputs, at, vector, create_graph)
        product = filled_in(found, at, strict, create_graph, "back")
    return (
        as_given(outputs, several_out, create_graph),
        as_given(product, several_in, create_graph),
    )


def jvp(
    func: Function, inputs: Any, v: Any = None, create_graph: bool = False, strict: bool = False
) -> tuple[Any, Any]:
    """Return a function's outputs, and the product of its Jacobian with a vector.

    Parameters are those of `vjp`, but v is like the inputs.

    Examples
    --------
    >>> import redispatch as rd
    >>> from redispatch.autograd.functional import jvp
    >>> jvp(lambda x: (x * x).sum(), rd.tensor([1., 3.]), rd.tensor([1., 10.]))
    (tensor(10.), tensor(62.))
    """
    with GradSwitch(True):
        several_in, at = as_inputs(inputs, "jvp", create_graph)
        if v is None and (len(at) != 1 or math.prod(at[0].shape) != 1):
            raise RuntimeError(
                "The vector v can only be None if the input to the user-provided function is a "
                "single Tensor with a single element."
            )
        if v is None:
            vector: Tensors = (_ones_like(at[0].detach()),)
        else:
            vector = as_vector(v, "jvp", at, several_in, create_graph)
        several_out, outputs = as_outputs(func(*at), "jvp")
        check_dependence(outputs, "outputs", strict)
        u = tuple([_zeros_like(o.detach()).requires_grad_(True) for o in outputs])
        back = gradients(outputs, at, u, True)
        check_dependence(back, "grad_inputs", strict)
        found = gradients(back, u, vector, create_graph)
        product = filled_in(found, outputs, strict, create_graph, "back_trick")
    return (
        as_given(outputs, several_out, create_graph),
        as_given(product, several_out, create_graph),
    )


def _gradient_of_scalar(
    func: Function, inputs: Any, where: str, create_graph: bool, strict: bool
) -> tuple[bool, Tensors, Tensors, Sequence[Tensor | None]]:
    several, at = as_inputs(inputs, where, create_graph)
    several_out, outputs = as_outputs(func(*at), where)
    check_scalar(outputs, several_out, where)
    check_dependence(outputs, "outputs", strict)
    first = gradients(outputs, at, None, True)
    check_dependence(first, "jacobian", strict)
    return several, at, outputs, first


def vhp(
    func: Function, inputs: Any, v: Any = None, create_graph: bool = False, strict: bool = False
) -> tuple[Any, Any]:
    """Return a scalar function's output, and the product of a vector with its Hessian.

    Parameters are those of `vjp`, but v is like the inputs.

    Examples
    --------
    >>> import redispatch as rd
    >>> from redispatch.autograd.functional import vhp
    >>> vhp(lambda x: (x ** 3).sum(), rd.tensor([1., 3.]), rd.tensor([1., 10.]))
    (tensor(28.), tensor([  6., 180.]))
    """
    with GradSwitch(True):
        several, at, outputs, first = _gradient_of_scalar(func, inputs, "vhp", create_graph, strict)
        vector = _vector_for(v, "vhp", at, several, create_graph)
    with GradSwitch(create_graph or facts().grad):
        found = gradients(first, at, vector, create_graph)
        product = filled_in(found, at, strict, create_graph, "double_back")
    return as_given(outputs, False, create_graph), as_given(product, several, create_graph)


def hvp(
    func: Function, inputs: Any, v: Any = None, create_graph: bool = False, strict: bool = False
) -> tuple[Any, Any]:
    """Return a scalar function's output, and the product of its Hessian with a vector.

    The same as `vhp`, whose cost is less, where second derivatives are continuous. Parameters are
    those of `vjp`, but v is like the inputs.

    Examples
    --------
    >>> import redispatch as rd
    >>> from redispatch.autograd.functional import hvp
    >>> hvp(lambda x: (x ** 3).sum(), rd.tensor([1., 3.]), rd.tensor([1., 10.]))
    (tensor(28.), tensor([  6., 180.]))
    """
    with GradSwitch(True):
        several, at, outputs, first = _gradient_of_scalar(func, inputs, "hvp", create_graph, strict)
        vector = _vector_for(v, "hvp", at, several, create_graph)
        u = tuple([_zeros_like(t.detach()).requires_grad_(True) for t in at])
        back = gradients(first, at, u, True)
        check_dependence(back, "hessian", strict)
    with GradSwitch(create_graph or facts().grad):
        found = gradients(back, u, vector, create_graph)
        product = filled_in(found, at, strict, create_graph, "double_back_trick")
    return as_given(outputs, False, create_graph), as_given(product, several, create_graph)


def _vector_for(v: Any, where: str, at: Tensors, several: bool, create_graph: bool) -> Any:
    if v is not None:
        return as_vector(v, where, at, several, create_graph)
    if len(at) != 1 or math.prod(at[0].shape) != 1:
        raise RuntimeError(
            "The vector v can only be None if the input to the user-provided function is a single "
            "Tensor with a single element."
        )
    return (_ones_like(at[0].detach()),)


# whole matrices -----------------------------------------------------------------------------------


def jacobian(
    func: Function,
    inputs: Any,
    create_graph: bool = False,
    strict: bool = False,
    vectorize: bool = False,
    strategy: str = "reverse-mode",
) -> Any:
    """Return the Jacobian of a function: for each output and input, of the sizes of both.

    Parameters
    ----------
    func, inputs, create_graph, strict : as for `vjp`.
    vectorize : bool
        Compute all rows, or columns, at once, by `vmap`.
    strategy : "reverse-mode" or "forward-mode"
        Forward mode computes columns and wants `vectorize`.

    Returns
    -------
    Tensor, or a tuple over outputs or inputs, or a tuple of tuples over both.

    Examples
    --------
    >>> import redispatch as rd
    >>> from redispatch.autograd.functional import jacobian
    >>> jacobian(lambda x: x * x, rd.tensor([1., 3.]))
    tensor([[2., 0.],
            [0., 6.]])
    """
    assert strategy in ("forward-mode", "reverse-mode"), (
        'Expected strategy to be either "forward-mode" or "reverse-mode".'
    )
    if strict and vectorize:
        raise RuntimeError(
            "jacobian: `strict=True` and `vectorize=True` are not supported together"
        )
    if strategy == "forward-mode":
        if create_graph or not vectorize:
            raise NotImplementedError(
                "jacobian: `strategy='forward-mode'` needs vectorize=True and create_graph=False"
            )
        return _forward_jacobian(func, inputs)
    with GradSwitch(True):
        several_in, at = as_inputs(inputs, "jacobian", create_graph)
        several_out, outputs = as_outputs(func(*at), "jacobian")
        check_dependence(outputs, "outputs", strict)
        whole = []
        for place, out in enumerate(outputs):
            if vectorize:
                blocks = _rows_at_once(out, at, create_graph)
            else:
                rows = _rows(out, place, at, create_graph, strict)
                blocks = [
                    _block([row[column] for row in rows], out, t) for column, t in enumerate(at)
                ]
            whole.append(as_given(tuple(blocks), several_in, create_graph))
    return tuple(whole) if several_out else whole[0]


def _basis(like: Tensor) -> Tensor:
    """Return the tensors with a single one, of the sizes of another tensor, in one tensor."""
    count = math.prod(like.shape)
    flat = _zeros_like(like.detach().new_empty((count, count)))
    with GradSwitch(False):
        flat.diagonal().fill_(1)
    return _reshape(flat, (count, *like.shape))


def _rows_at_once(out: Tensor, at: Tensors, create_graph: bool) -> list[Tensor]:
    """Return for each input the gradients of all elements of an output."""
    found: Sequence[Tensor | None] = [None] * len(at)
    if out.requires_grad and out.numel():
        found = grad(
            out, at, _basis(out), create_graph=create_graph, retain_graph=True, allow_unused=True,
            is_grads_batched=True,
        )  # fmt: skip
    blocks = []
    for g, t in zip(found, at, strict=True):
        sizes = (*tuple(out.shape), *tuple(t.shape))
        blocks.append(t.detach().new_zeros(sizes) if g is None else _reshape(g, sizes))
    return blocks


def _units(like: Tensor) -> list[Tensor]:
    """Return the tensors with a single one, of the sizes of another tensor."""
    like = like.detach()
    found = []
    for position in range(math.prod(like.shape)):
        flat = _reshape(_zeros_like(like), (-1,))
        with GradSwitch(False):
            flat[position] = 1
        found.append(_reshape(flat, tuple(like.shape)))
    return found


def _rows(
    out: Tensor, place: int, at: Tensors, create_graph: bool, strict: bool
) -> list[list[Tensor]]:
    """Return the gradients of each element of an output."""
    rows = []
    for unit in _units(out):
        row = []
        for number, (g, t) in enumerate(
            zip(gradients((out,), at, (unit,), create_graph, keep=True), at, strict=True)
        ):
            if g is None and strict:
                raise RuntimeError(
                    f"Output {place} of the user-provided function is independent of input "
                    f"{number}. This is not allowed in strict mode."
                )
            if g is not None and strict and create_graph and not g.requires_grad:
                raise RuntimeError(
                    f"The jacobian of the user-provided function is independent of input {number}. "
                    "This is not allowed in strict mode when create_graph=True."
                )
            row.append(_zeros_like(t.detach()) if g is None else g)
        rows.append(row)
    return rows


def _block(rows: list[Tensor], out: Tensor, t: Tensor) -> Tensor:
    sizes = (*tuple(out.shape), *tuple(t.shape))
    if not rows:
        empty = _zeros_like(t.detach())
        return _reshape(_stack([empty])[:0], sizes)
    return _reshape(_stack(rows), sizes)


def _forward_jacobian(func: Function, inputs: Any) -> Any:
    several_in, given = as_tuple(inputs, "inputs", "jacobian")
    at = [t.detach() for t in given]
    several_out, outputs = as_outputs(func(*at), "jacobian")
    columns = [_columns_at_once(func, at, place) for place in range(len(at))]
    whole = []
    for number, out in enumerate(outputs):
        blocks = []
        for place, t in enumerate(at):
            sizes = (*tuple(out.shape), *tuple(t.shape))
            blocks.append(_reshape(_movedim(columns[place][number], 0, -1), sizes))
        whole.append(as_given(tuple(blocks), several_in, False))
    return tuple(whole) if several_out else whole[0]


def _columns_at_once(func: Function, at: list[Tensor], place: int) -> list[Tensor]:
    """Return the tangents of all outputs for each element of an input, in front."""

    def one(unit: Tensor) -> list[Tensor]:
        with dual_level():
            duals = [make_dual(o, unit) if n == place else o for n, o in enumerate(at)]
            _, found = as_outputs(func(*duals), "jacobian")
            pairs = [unpack_dual(o) for o in found]
        return [
            _zeros_like(p.primal.detach()) if p.tangent is None else p.tangent.detach()
            for p in pairs
        ]

    return mapped(one, [_basis(at[place])])


def hessian(
    func: Function,
    inputs: Any,
    create_graph: bool = False,
    strict: bool = False,
    vectorize: bool = False,
    outer_jacobian_strategy: str = "reverse-mode",
) -> Any:
    """Return the Hessian of a scalar function: for each pair of inputs, of the sizes of both.

    Parameters are those of `jacobian`.

    Examples
    --------
    >>> import redispatch as rd
    >>> from redispatch.autograd.functional import hessian
    >>> hessian(lambda x: (x ** 3).sum(), rd.tensor([1., 3.]))
    tensor([[ 6.,  0.],
            [ 0., 18.]])
    """
    several, _ = as_tuple(inputs, "inputs", "hessian")
    assert outer_jacobian_strategy in ("forward-mode", "reverse-mode"), (
        'Expected strategy to be either "forward-mode" or "reverse-mode".'
    )
    if strict and vectorize:
        raise RuntimeError("hessian: `strict=True` and `vectorize=True` are not supported together")

    def scalar(*at: Any) -> Any:
        found = func(*at)
        several_out, outputs = as_outputs(found, "hessian")
        check_scalar(outputs, several_out, "hessian")
        check_dependence(outputs, "outputs", strict)
        return found

    def first(*at: Any) -> Any:
        if outer_jacobian_strategy == "forward-mode":  # the inner one must not cut the duals off
            at = tuple([t if t.requires_grad else t.requires_grad_(True) for t in at])
        gradients = jacobian(scalar, at if several else at[0], create_graph=True, strict=False)
        listed = gradients if isinstance(gradients, tuple) else (gradients,)
        check_dependence(listed, "jacobian", strict)
        return tuple([_reshape(g, tuple(t.shape)) for g, t in zip(listed, at, strict=True)])

    whole = jacobian(
        first,
        inputs,
        create_graph=create_graph,
        strict=strict,
        vectorize=vectorize,
        strategy=outer_jacobian_strategy,
    )
    return whole if several else whole[0]
