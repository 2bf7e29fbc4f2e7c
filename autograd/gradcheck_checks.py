"""What `gradcheck` checks, and in which order; what backward must do beside giving right numbers.

Whether numbers agree is decided in agreement.py; how Jacobians are computed is in numerical.py.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable
from typing import Any

import numpy as np

from ..dispatch.keys import AUTOGRAD
from ..dispatch.registry import OPERATORS
from ..dispatch.tensor import Tensor
from .agreement import Options, check_every_entry, check_projection
from .backward import grad
from .gradcheck import GradcheckError
from .meta import Edge, current_edge, next_seq
from .node import Node
from .numerical import Subject, array_of, as_tuple, gradient_rows, is_number, like
from .tensor_methods import detach


def _differentiable(outputs: Any) -> list[Tensor]:
    return [o for o in as_tuple(outputs) if isinstance(o, Tensor) and o.requires_grad]


def random_seeds(func: Callable[..., Any], inputs: tuple[Any, ...], gaps: bool) -> tuple[Any, ...]:
    """Return random gradients for the outputs; the same ones in every run."""
    random = np.random.default_rng(0)
    seeds = []
    for output in _differentiable(func(*inputs)):
        shape = tuple(output.shape)
        array = random.uniform(-1, 1, (*shape, 2))
        if output.dtype.is_complex:
            array = array + 1j * random.uniform(-1, 1, (*shape, 2))
        values = array[..., 0] if gaps else array[..., 0].copy()
        seeds.append(like(output, values).requires_grad_())
    return tuple(seeds)


def gradients_of(
    func: Callable[..., Any], inputs: tuple[Any, ...], seeds: tuple[Any, ...]
) -> Callable[..., Any]:
    """Return the function from inputs and gradients of outputs to gradients of inputs."""
    needs = [isinstance(t, Tensor) and t.requires_grad for t in (*inputs, *seeds)]
    count = len(inputs)

    def gradients(*args: Any) -> tuple[Tensor, ...]:
        for value, need in zip(args, needs, strict=True):
            if need:  # forward mode detaches
                value.requires_grad_()
        outputs = _differentiable(func(*args[:count]))
        targets = [a for a, need in zip(args[:count], needs, strict=False) if need]
        found = grad(outputs, targets, list(args[count:]), create_graph=True, allow_unused=True)
        return tuple(g for g in found if g is not None)

    return gradients


def check(func: Callable[..., Any], inputs: tuple[Any, ...], options: Options) -> None:
    """Run all checks of `gradcheck` in order; GradcheckError if one fails."""
    subject = Subject(func, inputs, _places(inputs))
    outputs = subject()
    numbers = [i for i, o in enumerate(outputs) if is_number(o)]
    checked = [i for i in numbers if outputs[i].requires_grad]
    if options.fast and not any(
        t.dtype.is_complex for t in (*subject.differentiable(), *(outputs[i] for i in numbers))
    ):
        check_projection(subject, outputs, checked, options)
    else:
        check_every_entry(subject, outputs, checked, options)
    if not options.backward or not checked:
        return
    roots = [outputs[i] for i in checked]
    if options.batched:
        _check_batched(subject, roots)
    _check_multiplied(subject, roots)
    if options.undefined:
        _check_undefined(subject, checked)


def _places(inputs: tuple[Any, ...]) -> tuple[int, ...]:
    """Return which inputs are checked; warn of those that are not precise enough."""
    places = tuple(i for i, t in enumerate(inputs) if isinstance(t, Tensor) and t.requires_grad)
    if not places:
        raise ValueError(
            "gradcheck expects at least one input tensor to require gradient, but none of them "
            "have requires_grad=True."
        )
    for i in places:
        tensor = inputs[i]
        if tensor.dtype.itemsize < (16 if tensor.dtype.is_complex else 8):
            warnings.warn(
                f"Input #{i} requires gradient and is not a double precision floating point or "
                "complex. This check will likely fail if all the inputs are not of double "
                "precision floating point or complex.",
                UserWarning,
                stacklevel=4,
            )
        strides = getattr(tensor._data, "strides", ())
        overlap = any(s == 0 and n > 1 for s, n in zip(strides, tensor.shape, strict=False))
        if overlap and tensor.numel():
            raise RuntimeError(
                f"The {i}th input has a dimension with stride 0. gradcheck only supports inputs "
                "that are non-overlapping to be able to compute the numerical gradients correctly. "
                "You should pass its .clone() to gradcheck."
            )
    return places


# ----- rules of backward -----


def _check_multiplied(subject: Subject, roots: list[Tensor]) -> None:
    """A zero gradient of the outputs must give zero gradients, of the right kind."""
    inputs = subject.differentiable()
    zeros = [like(o, np.zeros(tuple(o.shape))) for o in roots]
    found = grad(roots, inputs, zeros, allow_unused=True, retain_graph=True)
    for g, tensor in zip(found, inputs, strict=True):
        if g is None:
            continue
        if np.any(array_of(g) != 0):
            raise GradcheckError("backward not multiplied by grad_output")
        for what in ("dtype", "device", "shape"):
            if getattr(g, what) != getattr(tensor, what):
                raise GradcheckError(
                    f"grad is incorrect {what}: {getattr(g, what)}, expected "
                    f"{getattr(tensor, what)}"
                )


def _check_batched(subject: Subject, roots: list[Tensor]) -> None:
    """Gradients for a batch are those for each of its parts; so far a batch is a loop."""
    if "rd::stack" not in OPERATORS:
        return
    inputs = subject.differentiable()
    random = np.random.default_rng(0)
    for root in roots:
        seeds = random.uniform(-1, 1, (2, *root.shape))
        batch = grad(root, inputs, like(root, seeds), retain_graph=True, allow_unused=True,
                     is_grads_batched=True)  # fmt: skip
        for number, row in enumerate(gradient_rows(root, inputs, list(seeds))):
            for whole, g in zip(batch, row, strict=True):
                if g is not None and not np.allclose(array_of(whole)[number], array_of(g)):
                    raise GradcheckError("batched gradients differ from those in a loop")


class UndefinedGrad(Node):
    """A node that lets no gradient through."""

    __slots__ = ("next_",)
    next_: Edge
    single = True

    def edges(self) -> tuple[Edge, ...]:
        """Return the only edge."""
        return (self.next_,)

    def apply(self, g: Any) -> Any:
        """Return no gradient."""
        return None


def _undefined(tensor: Tensor) -> Tensor:
    """Return a tensor whose gradient gets lost on the way to another one."""
    node = UndefinedGrad()
    node.extra = None
    node.next_ = current_edge(tensor)
    node.keys = tensor._keys
    node.seq = next_seq()
    cut = detach(tensor)
    cut._autograd = (node.seq, node)
    cut._keys |= AUTOGRAD.bit
    return cut


def _check_undefined(subject: Subject, checked: list[int]) -> None:
    """Missing gradients of outputs, of all and of each one, must act as zeros."""
    inputs = subject.differentiable()
    for lost in [set(checked), *({i} for i in checked if len(checked) > 1)]:
        outputs = subject()
        roots = [_undefined(outputs[i]) if i in lost else outputs[i] for i in checked]
        zeros = [like(o, np.zeros(tuple(o.shape))) for o in roots]
        try:
            found = grad(roots, inputs, zeros, allow_unused=True)
        except (RuntimeError, TypeError, AttributeError) as error:
            raise GradcheckError(
                "Expected backward function to handle undefined output grads: None must act as "
                f"zeros, but {type(error).__name__} was raised: {error} "
                "(check_undefined_grad=False leaves this check out)"
            ) from error
        if any(g is not None and np.any(array_of(g) != 0) for g in found):
            raise GradcheckError(
                "Expected all input grads to be undefined or zero when all output grads are "
                "undefined or zero."
            )


__all__ = ["Options", "as_tuple", "check", "gradients_of", "random_seeds"]
