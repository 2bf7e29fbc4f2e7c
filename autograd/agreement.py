"""Whether derivatives agree with finite differences, and how a disagreement is told.

Decides tolerances and the report: which output, which input, and the entry with the largest error.
Must not know how Jacobians are computed (numerical.py) nor what else backward must do
(gradcheck.py).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from ..dispatch.tensor import Tensor
from .gradcheck import GradcheckError
from .numerical import (
    PARTS,
    Array,
    Differences,
    Subject,
    difference,
    differences,
    directions,
    expected_gradients,
    gradient_rows,
    jacobian_of,
    tangents,
    unit,
)


@dataclass(frozen=True)
class Options:
    """What is checked, and how closely; see `gradcheck`."""

    eps: float
    atol: float
    rtol: float
    nondet_tol: float
    undefined: bool
    dtypes: bool
    batched: bool
    forward: bool
    backward: bool
    fast: bool


# ----- every entry -----


def check_every_entry(
    subject: Subject, outputs: list[Any], checked: list[int], options: Options
) -> None:
    numerical = differences(subject, options.eps)
    if not checked:
        if any(np.any(d != 0) for along in numerical.values() for d in along):
            raise GradcheckError("Numerical gradient for function expected to be zero")
        return
    if options.backward:
        for number in checked:
            _check_reverse(subject, outputs[number], number, numerical, options)
    if options.forward:
        _check_forward(subject, outputs, checked, numerical, options)


def _check_reverse(
    subject: Subject, output: Tensor, number: int, numerical: Differences, options: Options
) -> None:
    parts = PARTS if output.dtype.is_complex else {"real": 1}
    for part, value in parts.items():
        seeds = [unit(output, entry, value) for entry in range(output.numel())]
        jacobians = _twice(subject, output, seeds, options)
        for place, analytical in zip(subject.places, jacobians, strict=True):
            along = numerical.get((place, number))
            if along is None:
                continue
            expected = expected_gradients(along, part, output.dtype.is_complex)
            prefix = ""
            if output.dtype.is_complex:
                prefix = f"While considering the {part} part of complex outputs only, "
            shapes = (tuple(subject.inputs[place].shape), tuple(output.shape))
            _compare(analytical, expected, number, place, shapes, options, prefix)


def _twice(subject: Subject, output: Tensor, seeds: list[Array], options: Options) -> list[Array]:
    """Return the Jacobians by reverse mode, computed twice to see whether they are the same."""
    inputs = subject.differentiable()
    both = []
    for _ in range(2):
        rows = gradient_rows(output, inputs, seeds)
        columns = [[row[i] for row in rows] for i in range(len(inputs))]
        for tensor, column in zip(inputs, columns, strict=True):
            _check_attributes(tensor, column, options)
        both.append([jacobian_of(c, t) for c, t in zip(columns, inputs, strict=True)])
    for first, second in zip(*both, strict=True):
        if first.size and np.max(np.abs(first - second)) > options.nondet_tol:
            raise GradcheckError(
                "Backward is not reentrant, i.e., running backward with same input and grad_output "
                "multiple times gives different values, although analytical gradient matches "
                f"numerical gradient. The tolerance for nondeterminism was {options.nondet_tol}."
            )
    return both[0]


def _check_attributes(tensor: Tensor, gradients: list[Tensor | None], options: Options) -> None:
    for g in gradients:
        if g is None:
            continue
        if options.dtypes and g.dtype is not tensor.dtype:
            raise GradcheckError(f"Gradient has dtype mismatch: {g.dtype}, expected {tensor.dtype}")
        if tuple(g.shape) != tuple(tensor.shape):
            raise GradcheckError(
                f"Analytical gradient has incorrect size: {list(g.shape)}, expected "
                f"{list(tensor.shape)}"
            )


def _check_forward(
    subject: Subject, outputs: list[Any], checked: list[int], numerical: Differences,
    options: Options,
) -> None:  # fmt: skip
    for place in subject.places:
        tensor = subject.inputs[place]
        for direction, way in enumerate(directions(tensor)):
            columns = [
                tangents(subject, place, unit(tensor, entry, way))
                for entry in range(tensor.numel())
            ]
            for number in checked:
                along = numerical.get((place, number))
                if along is None:
                    continue
                analytical = np.stack([column[number] for column in columns])
                prefix = ""
                if tensor.dtype.is_complex:
                    part = ("real", "imaginary")[direction]
                    prefix = f"While considering the {part} part of complex inputs only, "
                shapes = (tuple(tensor.shape), tuple(outputs[number].shape))
                _compare(
                    analytical, along[direction], number, place, shapes, options, prefix,
                    "computed with forward mode ",
                )  # fmt: skip


def _compare(
    analytical: Array,
    numerical: Array,
    number: int,
    place: int,
    shapes: tuple[tuple[int, ...], tuple[int, ...]],
    options: Options,
    prefix: str = "",
    mode: str = "",
) -> None:
    """Raise unless two Jacobians are close, and tell where they are farthest apart."""
    near = np.isclose(analytical, numerical, rtol=options.rtol, atol=options.atol)
    if near.all():
        return
    error = np.abs(analytical - numerical)
    rank = np.where(near, -1.0, np.where(np.isnan(error), np.inf, error))
    at = np.unravel_index(int(np.argmax(rank)), rank.shape)
    entries = [
        tuple(int(n) for n in np.unravel_index(int(i), shape)) if shape else ()
        for i, shape in zip(at, shapes, strict=True)
    ]
    allowed = options.atol + options.rtol * abs(numerical[at])
    raise GradcheckError(
        f"{prefix}Jacobian {mode}mismatch for output {number} with respect to input {place}: the "
        f"largest error is at entry {entries[1]} of the output and entry {entries[0]} of the "
        "input: "
        f"numerical {numerical[at]:.9g}, analytical {analytical[at]:.9g}, error {error[at]:.3g} "
        f"({allowed:.3g} is allowed); {int((~near).sum())} of {near.size} entries differ\n"
        f"numerical:{numerical}\nanalytical:{analytical}\n"
    )


# ----- one random projection -----


def check_projection(
    subject: Subject, outputs: list[Any], checked: list[int], options: Options
) -> None:
    random = np.random.default_rng(0)
    steps = {p: _direction(random, subject.inputs[p]) for p in subject.places}
    seeds = {i: _direction(random, outputs[i]) for i in checked}
    numerical = {p: difference(subject, p, steps[p], options.eps) for p in subject.places}
    if not checked:
        if any(d is not None and np.any(d != 0) for ds in numerical.values() for d in ds):
            raise GradcheckError("Numerical gradient for function expected to be zero")
        return
    failed = False
    for i in checked:
        jacobians = _twice(subject, outputs[i], [seeds[i]], options) if options.backward else []
        for p, jacobian in zip(subject.places, jacobians, strict=False):
            projected = np.sum(seeds[i].reshape(-1) * numerical[p][i])
            found = np.sum(jacobian[:, 0] * steps[p].reshape(-1))
            atol = options.atol * np.abs(steps[p]).sum() * np.abs(seeds[i]).sum()
            failed = failed or not np.isclose(found, projected, rtol=options.rtol, atol=atol)
    for p in subject.places if options.forward else ():
        found = tangents(subject, p, steps[p])
        for i in checked:
            atol = options.atol * np.abs(steps[p]).sum()
            near = np.isclose(found[i], numerical[p][i], rtol=options.rtol, atol=atol)
            failed = failed or not near.all()
    if failed:
        check_every_entry(subject, outputs, checked, options)
        raise GradcheckError(
            "A projection of the Jacobian differs from its numerical value, although every entry "
            "of it is within the tolerances: fast_mode=False passes"
        )


def _direction(random: np.random.Generator, tensor: Tensor) -> Array:
    """Return a direction of length one without small entries, in the shape of a tensor."""
    step = random.uniform(0.5, 1.5, tuple(tensor.shape))
    length = np.sqrt((step * step).sum())
    return step / length if length else step
