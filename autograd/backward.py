"""`backward` and `grad`: the arguments a user gives, checked, and handed to the engine.

Decides what is refused before anything runs. Must not know the order of a run.
"""

from __future__ import annotations

import math
import warnings
from collections.abc import Iterator, Sequence
from typing import Any

from ..dispatch.errors import explain_error
from ..dispatch.generated.functions import ones_like
from ..dispatch.keys import TRANSFORMS
from ..dispatch.registry import lookup
from ..dispatch.state import state_bits
from ..dispatch.tensor import Tensor, backend_of_keys
from .batches import mapped
from .engine import run
from .gradient_edge import GradientEdge, engine_edge
from .input_metadata import output_like
from .meta import NULL, Edge, current_edge, requires_grad

Place = Tensor | GradientEdge  # what stands for a place in the graph
Tensors = Place | Sequence[Place]


def _listed(value: Any) -> list[Any]:
    if isinstance(value, Iterator):
        return list(value)
    if not isinstance(value, (tuple, list)) or value.__class__ is GradientEdge:
        return [value]
    return list(value)


def _root(tensor: Any, number: int) -> Edge:
    if not isinstance(tensor, Tensor):
        if isinstance(tensor, GradientEdge):
            return engine_edge(tensor)
        raise TypeError(
            explain_error("backward", f"got {type(tensor).__name__}", accepted="tensors")
        )
    edge = current_edge(tensor)
    if edge is None or edge is NULL:
        raise RuntimeError(
            f"element {number} of tensors does not require grad and does not have a grad_fn"
        )
    return edge


def seed(tensor: Any, gradient: Any, place: int) -> Tensor:
    """Return the gradient that starts at a root, checked against it."""
    if tensor.__class__ is GradientEdge:
        return _seed_of_edge(tensor, gradient)
    if gradient is None:
        if backend_of_keys(tensor._keys).numel(tensor._data) != 1:
            raise RuntimeError("grad can be implicitly created only for scalar outputs")
        if tensor.dtype.is_complex:
            raise RuntimeError("grad can be implicitly created only for real scalar outputs")
        return ones_like(tensor)
    if not isinstance(gradient, Tensor):
        raise TypeError(
            "gradients can be either Tensors or None, but got " + type(gradient).__name__
        )
    backend = backend_of_keys(tensor._keys)
    if backend_of_keys(gradient._keys) is backend:
        if backend.like(gradient._data) == backend.like(tensor._data):
            return gradient
    if gradient.shape != tensor.shape:
        raise RuntimeError(
            f"Mismatch in shape: grad_output[{place}] has a shape of {tuple(gradient.shape)} and "
            f"output[{place}] has a shape of {tuple(tensor.shape)}."
        )
    if gradient.dtype.is_complex != tensor.dtype.is_complex:
        raise RuntimeError(
            "For complex Tensors, both grad_output and output are required to have the same dtype"
        )
    if gradient.device != tensor.device:
        raise RuntimeError(f"gradient is on {gradient.device}, expected device {tensor.device}")
    if gradient.dtype is not tensor.dtype:
        gradient = gradient.to(tensor.dtype)
    seed: Tensor = gradient
    return seed


def _seed_of_edge(edge: GradientEdge, gradient: Any) -> Tensor:
    """Return the gradient that starts at a gradient edge, as far as its sizes are known."""
    like = output_like(edge.node, edge.output_nr)
    shape = like.shape
    if gradient is None:
        if shape is None or math.prod(shape) != 1:
            raise RuntimeError(
                "grad can be implicitly created only for scalar outputs"
                + ("" if shape is not None else f", and nobody knows that of {edge.node.name()}")
            )
        if like.dtype.is_complex:
            raise RuntimeError("grad can be implicitly created only for real scalar outputs")
        backend = backend_of_keys(edge.node.keys)
        return ones_like(backend.tensor(backend.zeros(shape, like.dtype)))
    if not isinstance(gradient, Tensor):
        raise TypeError(
            "gradients can be either Tensors or None, but got " + type(gradient).__name__
        )
    if shape is not None and tuple(gradient.shape) != shape:
        raise RuntimeError(
            f"Mismatch in shape: grad_output has a shape of {tuple(gradient.shape)} and output has "
            f"a shape of {shape}"
        )
    return gradient


def root(tensor: Tensor, gradient: Any) -> tuple[Edge, Tensor]:
    """Return where a run from one tensor starts, and the gradient it starts with."""
    return _root(tensor, 0), seed(tensor, gradient, 0)


def _roots(tensors: list[Any], gradients: list[Any]) -> list[tuple[Edge, Tensor]]:
    if len(gradients) < len(tensors):
        raise RuntimeError(f"got {len(tensors)} tensors and {len(gradients)} gradients")
    edges = [_root(t, i) for i, t in enumerate(tensors)]
    rows = zip(edges, tensors, gradients, strict=False)
    return [(edge, seed(t, g, place)) for place, (edge, t, g) in enumerate(rows)]


def _gradients(tensors: list[Any], given: Any) -> list[Any]:
    if given is None:
        return [None] * len(tensors)
    if not isinstance(given, (Tensor, list, tuple)):
        raise TypeError(
            f"gradients must be a tensor, or a sequence of tensors and None; "
            f"{type(given).__name__} is not iterable"
        )
    return _listed(given)


def backward(
    tensors: Tensors,
    grad_tensors: Any = None,
    retain_graph: bool | None = None,
    create_graph: bool = False,
    grad_variables: Any = None,
    inputs: Any = None,
) -> None:
    """Accumulate the gradients of tensors into the leaves they were computed from.

    Parameters
    ----------
    tensors : Tensor or sequence of Tensor
        What is differentiated.
    grad_tensors : Tensor, None or sequence of them, optional
        The gradients to start with, of the same shapes; may be left out for tensors of one element.
    retain_graph : bool, optional
        Keep what the graph has saved, for another run; the default is `create_graph`.
    create_graph : bool
        Record the computation of the gradients. What is stored in `.grad` then leads back to the
        leaf: a reference cycle, which is warned of; `grad` makes none.
    grad_variables
        The old name of `grad_tensors`.
    inputs : Tensor or sequence of Tensor, optional
        Accumulate into these only.

    Raises
    ------
    RuntimeError
        If a tensor does not require grad, a gradient does not fit, or saved values are gone.

    Examples
    --------
    >>> import redispatch as rd
    >>> x = rd.tensor([1., 2.], requires_grad=True)
    >>> rd.autograd.backward((x * x).sum())
    >>> x.grad
    tensor([2., 4.])
    """
    if grad_variables is not None:
        grad_tensors = _old_name(grad_tensors, grad_variables)
    run_backward(tensors, grad_tensors, retain_graph, create_graph, inputs)


def run_backward(
    tensors: Tensors, grad_tensors: Any, retain_graph: bool | None, create_graph: bool, inputs: Any
) -> None:
    """Do what `backward` and `Tensor.backward` are for; warnings name the line that called them."""
    refuse_inside()
    outputs = _listed(tensors)
    keep = create_graph if retain_graph is None else retain_graph
    if not outputs:
        return
    targets = None if inputs is None else _listed(inputs)
    if targets is not None and not targets:
        raise RuntimeError("`inputs` argument to `backward` cannot be empty.")
    roots = _roots(outputs, _gradients(outputs, grad_tensors))
    if create_graph:
        warnings.warn(CYCLE, UserWarning, stacklevel=3)
    wanted = None if targets is None else _retaining_inputs(targets)
    real = grad_tensors is None
    run(roots, keep=keep, create_graph=create_graph, wanted=wanted, real=real)


def refuse_inside() -> None:
    """Raise RuntimeError inside a function that is transformed: `.grad` is for real leaves."""
    if state_bits().facts.included & TRANSFORMS.bit:
        raise RuntimeError(
            explain_error(
                "backward()",
                "backward() called inside a function transform. This is not supported",
                accepted="redispatch.autograd.grad, or backward() outside of vmap and its like",
            )
        )


CYCLE = (
    "backward() with create_graph=True makes a reference cycle between a leaf and its gradient: "
    "use autograd.grad, or reset .grad to None afterwards, for the memory to be freed at once"
)


def _old_name(grad_tensors: Any, grad_variables: Any) -> Any:
    """Return the gradients given by their old name."""
    warnings.warn(
        "`grad_variables` is deprecated. Use `grad_tensors` instead.", FutureWarning, stacklevel=3
    )
    if grad_tensors is not None:
        raise RuntimeError(
            "`grad_tensors` and `grad_variables` (deprecated) arguments both passed to "
            "`backward()`. Please only use `grad_tensors`."
        )
    return grad_variables


def _retaining_inputs(inputs: list[Any]) -> list[Edge]:
    """Return the edges of the inputs of `backward`, which all keep what arrives there."""
    for t in inputs:
        if isinstance(t, Tensor) and not requires_grad(t):
            raise RuntimeError("can't retain_grad on Tensor that has requires_grad=False")
    edges = _wanted_inputs(inputs)
    for t in inputs:
        if isinstance(t, Tensor) and not t.is_leaf:
            t.retain_grad()
    return edges


def _wanted_inputs(inputs: list[Any]) -> list[Edge]:
    edges = []
    for t in inputs:
        if isinstance(t, GradientEdge):
            edges.append(engine_edge(t))
            continue
        if not isinstance(t, Tensor):
            raise TypeError(f"inputs must be tensors, got {type(t).__name__}")
        edge = current_edge(t)
        if edge is None or not requires_grad(t):
            raise RuntimeError("One of the differentiated Tensors does not require grad")
        edges.append(edge)
    return edges


def grad(
    outputs: Tensors,
    inputs: Tensors,
    grad_outputs: Any = None,
    retain_graph: bool | None = None,
    create_graph: bool = False,
    only_inputs: bool = True,
    allow_unused: bool | None = None,
    is_grads_batched: bool = False,
    materialize_grads: bool = False,
) -> tuple[Tensor, ...]:
    """Return the gradients of outputs with respect to inputs; no `.grad` is written.

    Parameters
    ----------
    outputs, inputs : Tensor or sequence of Tensor
    grad_outputs : as `grad_tensors` of `backward`.
    retain_graph, create_graph : as for `backward`.
    allow_unused : bool, optional
        Return None for an input that no output was computed from, instead of raising.
    materialize_grads : bool
        Return zeros for those; implies `allow_unused`.

    Raises
    ------
    RuntimeError
        If an input does not require grad or was not used.

    Examples
    --------
    >>> import redispatch as rd
    >>> x = rd.tensor(3., requires_grad=True)
    >>> rd.autograd.grad(x * x, x)
    (tensor(6.),)
    """
    if not only_inputs:
        warnings.warn(
            "only_inputs argument is deprecated and is ignored now (defaults to True). To "
            "accumulate gradient for other parts of the graph, please use "
            "torch.autograd.backward.",
            FutureWarning,
            stacklevel=2,
        )
    if materialize_grads and allow_unused is False:
        raise ValueError("Expected allow_unused to be True or not passed when materialize_grads")
    sources, targets = _listed(outputs), _listed(inputs)
    keep = create_graph if retain_graph is None else retain_graph
    if not targets:
        raise RuntimeError("`inputs` argument to `grad` cannot be empty.")
    edges = _wanted_inputs(targets)
    seeds = _gradients(sources, grad_outputs)
    if is_grads_batched:
        return _batched(
            sources, targets, seeds, keep, create_graph, allow_unused, materialize_grads
        )
    roots = _roots(sources, seeds)
    found = run(
        roots, keep=keep, create_graph=create_graph, wanted=edges, accumulating=False,
        real=grad_outputs is None,
    )  # fmt: skip
    return _checked(found, targets, bool(allow_unused), materialize_grads)


def _batched(
    sources: list[Any], targets: list[Any], seeds: list[Any], keep: bool, create_graph: bool,
    allow_unused: bool | None, materialize: bool,
) -> tuple[Tensor, ...]:  # fmt: skip
    """Run once for all entries of the leading dimension of the gradients."""
    _batch_size(sources, seeds)

    def one(*each: Tensor) -> tuple[Any, ...]:
        return grad(
            sources, targets, each, keep, create_graph, True, allow_unused, False, materialize
        )

    return tuple(mapped(one, seeds))


def _batch_size(sources: list[Any], seeds: list[Any]) -> int:
    """Return the length of the dimension over which gradients are batched, the same for all.

    Raises
    ------
    ValueError
        If there is no gradient to take it from.
    RuntimeError
        If a gradient is not a batch of gradients for its output, or sizes differ.
    """
    sizes: set[int] = set()
    for place, (source, seed) in enumerate(zip(sources, seeds, strict=False)):
        if seed is None:
            raise ValueError(
                f"is_grads_batched=True: grad_output[{place}] is None, expected a batch of "
                "gradients, since nothing else says how many there are"
            )
        if not isinstance(seed, Tensor):
            raise TypeError(
                "gradients can be either Tensors or None, but got " + type(seed).__name__
            )
        known = source.shape if isinstance(source, Tensor) else None
        own = tuple(seed.shape)
        if not own or (known is not None and own[1:] != tuple(known)):
            raise RuntimeError(
                f"If `is_grads_batched=True`, we interpret the first dimension of each "
                f"grad_output as the batch dimension. Mismatch in shape: grad_output[{place}] has "
                f"a shape of {own} and output[{place}] has a shape of "
                f"{None if known is None else tuple(known)}."
            )
        sizes.add(own[0])
    if len(sizes) != 1:
        raise RuntimeError(
            f"with is_grads_batched=True all gradients must have one first dimension, but the "
            f"sizes are {sorted(sizes)}"
        )
    return sizes.pop()


def _checked(
    found: list[Any], targets: list[Any], allow_unused: bool, materialize: bool
) -> tuple[Tensor, ...]:
    for place, value in enumerate(found):
        if value is not None:
            continue
        if materialize and isinstance(targets[place], GradientEdge):
            raise RuntimeError(
                "materialize_grads cannot be used when the given input is a GradientEdge"
            )
        if materialize:
            found[place] = lookup("zeros_like")(targets[place].detach())
        elif not allow_unused:
            raise RuntimeError(
                f"One of the differentiated Tensors (input {place}) appears to not have been used "
                "in the graph. Set allow_unused=True if this is the desired behavior."
            )
    return tuple(found)


__all__ = ["backward", "grad"]
