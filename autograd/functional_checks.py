"""Arguments and results of the functions in functional.py: checked, and in the form users gave.

Decides what is refused. Must not know what is computed from it.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from ..dispatch.generated.functions import reshape as _reshape
from ..dispatch.generated.functions import zeros_like as _zeros_like
from ..dispatch.tensor import Tensor
from .backward import grad

Tensors = tuple[Tensor, ...]


def as_tuple(given: Any, what: str, where: str) -> tuple[bool, Tensors]:
    """Return whether tensors were given as a tuple, and the tuple."""
    several = isinstance(given, tuple)
    listed = given if several else (given,)
    for place, each in enumerate(listed):
        if not isinstance(each, Tensor):
            at = f"value at index {place}" if several else f"given {what}"
            raise TypeError(
                f"The {what} given to {where} must be either a Tensor or a tuple of Tensors but "
                f"the {at} has type {type(each)}."
            )
    return several, listed


def as_inputs(given: Any, where: str, create_graph: bool) -> tuple[bool, Tensors]:
    """Return tensors that stand for the inputs in a graph of their own, or go on with theirs."""
    several, inputs = as_tuple(given, "inputs", where)
    fresh = []
    for each in inputs:
        if create_graph and each.requires_grad:
            fresh.append(_reshape(each, tuple(each.shape)))
        else:
            fresh.append(each.detach().requires_grad_(True))
    return several, tuple(fresh)


def as_outputs(given: Any, where: str) -> tuple[bool, Tensors]:
    """Return whether outputs are a tuple, and the tuple."""
    return as_tuple(given, "outputs of the user-provided function", where)


def as_vector(v: Any, where: str, like: Tensors, several: bool, create_graph: bool) -> Tensors:
    """Return v as a tuple, checked against what it is multiplied with."""
    _, vector = as_tuple(v, "v", where)
    if len(vector) != len(like):
        if several:
            raise RuntimeError(
                f"v is a tuple of invalid length: should be {len(like)} but got {len(vector)}."
            )
        raise RuntimeError("The given v should contain a single Tensor.")
    for place, (mine, other) in enumerate(zip(vector, like, strict=True)):
        if tuple(mine.shape) != tuple(other.shape):
            entry = f"Entry {place} in " if several else ""
            raise RuntimeError(
                f"{entry}v has invalid size: should be torch.Size({list(other.shape)}) but got "
                f"torch.Size({list(mine.shape)})."
            )
    return vector if create_graph else tuple([t.detach() for t in vector])


def check_scalar(outputs: Tensors, several: bool, where: str) -> None:
    """Refuse outputs that are not one tensor of one element."""
    if several:
        raise RuntimeError(f"The function given to {where} should return a single Tensor")
    if math.prod(outputs[0].shape) != 1:
        raise RuntimeError(
            f"The Tensor returned by the function given to {where} should contain a single element"
        )


_INDEPENDENT = {
    "outputs": "Output {} of the user-provided function does not require gradients. The outputs "
    "must be computed in a differentiable manner from the input when running in strict mode.",
    "grad_inputs": "The gradient with respect to input {} is independent of the inputs of the "
    "user-provided function. This is not allowed in strict mode.",
    "jacobian": "The jacobian of the user-provided function with respect to input {} is "
    "independent of the input. This is not allowed in strict mode.",
    "hessian": "The hessian of the user-provided function with respect to input {} is independent "
    "of the input. This is not allowed in strict mode.",
}
_NONE = {
    "back": "The output of the user-provided function is independent of input {}.",
    "back_trick": "The gradient with respect to the input is independent of entry {} in the "
    "grad_outputs when using the double backward trick to compute forward mode gradients.",
    "double_back": "The jacobian of the user-provided function is independent of input {}.",
    "double_back_trick": "The hessian of the user-provided function is independent of entry {} in "
    "the grad_jacobian.",
}


def check_dependence(tensors: Sequence[Tensor | None], what: str, strict: bool) -> None:
    """Refuse what depends on nothing, in strict mode."""
    for place, each in enumerate(tensors if strict else ()):
        if each is None:
            raise RuntimeError(_NONE["back"].format(place) + " This is not allowed in strict mode.")
        if not each.requires_grad:
            raise RuntimeError(_INDEPENDENT[what].format(place))


def filled_in(
    found: Sequence[Tensor | None], like: Tensors, strict: bool, create_graph: bool, stage: str
) -> Tensors:
    """Return zeros where there is no gradient, or refuse that in strict mode."""
    filled = []
    for place, (g, other) in enumerate(zip(found, like, strict=True)):
        if strict and g is None:
            raise RuntimeError(_NONE[stage].format(place) + " This is not allowed in strict mode.")
        if strict and create_graph and g is not None and not g.requires_grad:
            what = "hessian" if "double" in stage else "jacobian"
            raise RuntimeError(
                f"The {what} of the user-provided function is independent of input {place}. This "
                "is not allowed in strict mode when create_graph=True."
            )
        filled.append(_zeros_like(other.detach()) if g is None else g)
    return tuple(filled)


def gradients(
    outputs: Sequence[Tensor | None],
    inputs: Tensors,
    seeds: Sequence[Tensor | None] | None,
    create_graph: bool,
    keep: bool | None = None,
) -> Sequence[Tensor | None]:
    """Return gradients with None for what is not used, also where nothing requires grad."""
    seeds = [None] * len(outputs) if seeds is None else seeds
    pairs = [
        (o, s) for o, s in zip(outputs, seeds, strict=True) if o is not None and o.requires_grad
    ]
    if not pairs:
        return (None,) * len(inputs)
    return grad(
        [o for o, _ in pairs],
        inputs,
        [s for _, s in pairs],
        create_graph=create_graph,
        retain_graph=keep,
        allow_unused=True,
    )


def as_given(tensors: Tensors, several: bool, create_graph: bool) -> Any:
    """Return tensors in the form that the user gave, outside the graph unless it is wanted."""
    kept = tensors if create_graph else tuple([t.detach() for t in tensors])
    return kept if several else kept[0]
