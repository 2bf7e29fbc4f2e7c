"""Jacobians three ways: by differences, by the graph, and by tangents.

Decides how entries are perturbed and in which form the three are compared. Must not know tolerances
or what is said when they differ (gradcheck.py).

Note [Form of a Jacobian]
~~~~~~~~~~~~~~~~~~~~~~~~~
An array of shape (entries of the input, entries of the output). A complex input has two directions
for each entry, along 1 and along 1j, and a complex output is checked as its real and its imaginary
part. `Differences` keeps one such array for each direction; what a gradient should be for one part
of the output is the derivative along 1, plus 1j times the one along 1j.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, NamedTuple

import numpy as np

from ..dispatch.tensor import Tensor, backend_of
from . import forward_ad
from .backward import grad
from .gradcheck import GradcheckError
from .graph.versions import unsafe_preserve_version_counter
from .tensor_methods import detach

Array = Any
PARTS = {"imaginary": 1j, "real": 1}  # in this order: a missing conj shows in the first


class Subject(NamedTuple):
    """A function with the inputs at which it is checked, and the entries of inputs that count."""

    func: Callable[..., Any]
    inputs: tuple[Any, ...]
    places: tuple[int, ...]

    def __call__(self) -> list[Any]:
        """Call the function and return what it returns, as a list."""
        return list(as_tuple(self.func(*self.inputs)))

    def differentiable(self) -> list[Tensor]:
        """Return the inputs that are checked."""
        return [self.inputs[place] for place in self.places]


def as_tuple(value: Any) -> tuple[Any, ...]:
    """Return a tuple of what a function takes or gives: one thing, or several."""
    return tuple(value) if isinstance(value, (tuple, list)) else (value,)


def is_number(value: Any) -> bool:
    """Whether something is a tensor of real or complex numbers."""
    return isinstance(value, Tensor) and (value.dtype.is_floating_point or value.dtype.is_complex)


def array_of(tensor: Tensor) -> Array:
    """Return the values of a tensor in an array of their own."""
    if is_hollow(tensor):
        flat = tensor.detach().reshape(-1)
        numbers = [flat[i].item() for i in range(flat.numel())]
        return np.array(numbers, tensor.dtype.dtype).reshape(tuple(tensor.shape))
    return np.array(backend_of(tensor).to_numpy(tensor._data))


def is_hollow(tensor: Tensor) -> bool:
    """Whether only the handler of a wrapper can read and write its values, by operators."""
    return hasattr(backend_of(tensor), "stands_for")


def like(tensor: Tensor, array: Array) -> Tensor:
    """Return a new tensor with these values, of the backend and dtype of another one."""
    backend = backend_of(tensor)
    backend = getattr(backend, "stands_for", backend)
    values = np.asarray(array).astype(tensor.dtype.dtype, copy=False)
    made: Tensor = backend.tensor(backend.from_numpy(values))
    return made


def directions(tensor: Tensor) -> tuple[complex, ...]:
    """Return the directions along which an entry is perturbed."""
    return (1, 1j) if tensor.dtype.is_complex else (1,)


@contextmanager
def moved(tensor: Tensor, by: Array) -> Iterator[None]:
    """Add an array to the values of a tensor for a while, unseen by versions and graphs."""
    if is_hollow(tensor):
        with _written(tensor, by):
            yield
        return
    backend, payload = backend_of(tensor), tensor._data
    values = backend.to_numpy(payload)
    before = np.array(values)
    after = before + by
    if values is payload and values.flags.writeable:  # also seen by what shares this memory
        values[...] = after
        try:
            yield
        finally:
            values[...] = before
        return
    tensor._data = backend.from_numpy(after.astype(before.dtype))
    try:
        yield
    finally:
        tensor._data = payload


@contextmanager
def _written(tensor: Tensor, by: Array) -> Iterator[None]:
    alias = tensor.detach()
    before = alias.clone()
    with unsafe_preserve_version_counter(tensor):
        alias.add_(like(tensor, by))
    try:
        yield
    finally:
        with unsafe_preserve_version_counter(tensor):
            alias.copy_(before)


def difference(subject: Subject, place: int, step: Array, eps: float) -> list[Array]:
    """Return the central difference of each output along a step of one input, or None."""
    sides = []
    for sign in (1, -1):
        with moved(subject.inputs[place], sign * eps * step):
            sides.append([array_of(o) if is_number(o) else None for o in subject()])
    found: list[Array] = []
    for number, (plus, minus) in enumerate(zip(*sides, strict=True)):
        if plus is None or minus is None:
            found.append(None)
            continue
        for what in ("shape", "dtype"):
            if getattr(plus, what) != getattr(minus, what):
                raise AssertionError(
                    f"gradcheck: expects func to return outputs with the same {what} when inputs "
                    f"are perturbed by eps: the {what} of output {number} is "
                    f"{getattr(plus, what)} or {getattr(minus, what)}, by input {place}"
                )
        found.append(((plus - minus) / (2 * eps)).reshape(-1))
    return found


def unit(tensor: Tensor, entry: int, value: complex = 1) -> Array:
    """Return zeros in the shape of a tensor with one entry set."""
    kind = complex if isinstance(value, complex) else float
    array = np.zeros(tuple(tensor.shape), kind)
    array.reshape(-1)[entry] = value
    return array


Differences = dict[tuple[int, int], list[Array]]


def differences(subject: Subject, eps: float) -> Differences:
    """Return the Jacobians by finite differences.

    For (place of the input, number of the output) a list with one array for each direction; see
    Note [Form of a Jacobian].
    """
    found: Differences = {}
    for place in subject.places:
        tensor = subject.inputs[place]
        for way in directions(tensor):
            rows = [
                difference(subject, place, unit(tensor, entry, way), eps)
                for entry in range(tensor.numel())
            ]
            for number, column in enumerate(zip(*rows, strict=True)):
                if column and column[0] is not None:
                    found.setdefault((place, number), []).append(np.stack(column))
    return found


def expected_gradients(along: Sequence[Array], part: str, complex_output: bool) -> Array:
    """Return what gradients should be for one part of an output, from its differences."""
    pick = [(d.real if part == "real" else d.imag) if complex_output else d for d in along]
    return pick[0] if len(pick) == 1 else pick[0] + 1j * pick[1]


def gradient_rows(
    output: Tensor, inputs: list[Tensor], seeds: list[Array]
) -> list[list[Tensor | None]]:
    """Return the gradients of the inputs for each of some gradients of an output."""
    return [
        list(grad(output, inputs, like(output, seed), retain_graph=True, allow_unused=True))
        for seed in seeds
    ]


def jacobian_of(rows: list[Tensor | None], tensor: Tensor) -> Array:
    """Return gradients, one for each entry of an output, as a Jacobian; no gradient is zeros."""
    kind = complex if tensor.dtype.is_complex else float
    found = np.zeros((tensor.numel(), len(rows)), kind)
    for entry, g in enumerate(rows):
        if g is not None:
            values = array_of(g).reshape(-1)
            found[:, entry] = values if kind is complex else values.real
    return found


def tangents(subject: Subject, place: int, step: Array) -> list[Array]:
    """Return the tangent of each output along a step of one input, by forward mode.

    None stands for what is no tensor of numbers; an output without a tangent has zeros.
    """
    with forward_ad.dual_level():
        given = list(subject.inputs)
        for each in subject.places:
            source = subject.inputs[each]
            along = step if each == place else np.zeros(tuple(source.shape))
            given[each] = forward_ad.make_dual(detach(source), like(source, along))
        found: list[Array] = []
        for output in as_tuple(subject.func(*given)):
            if not is_number(output):
                found.append(None)
                continue
            tangent = forward_ad.unpack_dual(output).tangent
            shape = tuple(output.shape)
            if tangent is not None and tuple(tangent.shape) != shape:
                raise GradcheckError(
                    f"a tangent has the shape {list(tangent.shape)}, its output {list(shape)}"
                )
            values = np.zeros(shape) if tangent is None else array_of(tangent)
            found.append(values.reshape(-1))
    return found
