"""Derivatives checked by central differences, first and second order, in both currencies.

`check_derivatives` is the one function to swap when the product's own gradcheck is there.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

import redispatch as rd

Array = np.ndarray[Any, Any]
EPS = 1e-6


def direction(shape: tuple[int, ...], seed: int) -> Array:
    """Return numbers to weigh the elements of an output with."""
    return np.asarray(np.random.default_rng(seed).uniform(0.5, 1.5, shape))


def numeric(fn: Callable[[list[Array]], float], arrays: Sequence[Array]) -> list[Array]:
    """Return the gradient of a number by central differences."""
    gradients = []
    points = [a.copy() for a in arrays]
    for point in points:
        gradient = np.zeros(point.shape)
        for index in np.ndindex(*point.shape):
            old = point[index]
            point[index] = old + EPS
            above = fn(points)
            point[index] = old - EPS
            below = fn(points)
            point[index] = old
            gradient[index] = (above - below) / (2 * EPS)
        gradients.append(gradient)
    return gradients


def leaves(arrays: Sequence[Array]) -> list[Any]:
    """Return tensors that require grad."""
    return [rd.tensor(a, requires_grad=True) for a in arrays]


def grads(output: Any, inputs: list[Any], weights: Any, *, create_graph: bool) -> list[Any]:
    """Return gradients, zeros where there is none."""
    if not output.requires_grad:
        return [rd.zeros_like(t) for t in inputs]
    found = rd.autograd.grad(output, inputs, weights, create_graph=create_graph, allow_unused=True)
    return [rd.zeros_like(t) if g is None else g for t, g in zip(inputs, found, strict=True)]


def agree(found: Sequence[Any], right: Sequence[Array], what: str, tolerance: float) -> None:
    """Compare gradients with what they should be, also in shape and dtype."""
    for position, (g, r) in enumerate(zip(found, right, strict=True)):
        array = g.detach().numpy()
        assert array.shape == r.shape, f"{what} {position}: {array.shape}, right is {r.shape}"
        assert array.dtype == np.float64, f"{what} {position}: {array.dtype}"
        np.testing.assert_allclose(
            array, r, rtol=tolerance, atol=tolerance, err_msg=f"{what} {position}"
        )


def check_derivatives(
    fn: Callable[..., Any], arrays: Sequence[Array], tolerance: float = 1e-5
) -> None:
    """Check first and second derivatives of a function of tensors.

    Raises
    ------
    AssertionError
        If a gradient is wrong, or payloads (`backward()`) and tensors (`create_graph=True`)
        disagree.
    """
    inputs = leaves(arrays)
    output = fn(*inputs)
    weights = direction(tuple(output.shape), 1)

    def value(points: list[Array]) -> float:
        with rd.no_grad():
            return float((fn(*map(rd.tensor, points)).numpy() * weights).sum())

    right = numeric(value, arrays)
    v = rd.tensor(weights, requires_grad=True)
    first = grads(output, inputs, v, create_graph=True)
    agree(first, right, "gradient (tensors) of input", tolerance)
    if output.requires_grad:
        raw = leaves(arrays)
        fn(*raw).backward(rd.tensor(weights))
        for t, g in zip(raw, first, strict=True):
            if t.grad is not None:
                agree([t.grad], [g.detach().numpy()], "gradient (payloads)", 1e-12)
    _check_second(fn, [*arrays, weights], first, [*inputs, v], tolerance)


def _check_second(
    fn: Callable[..., Any],
    arrays: Sequence[Array],
    first: list[Any],
    inputs: list[Any],
    tolerance: float,
) -> None:
    """Check the derivatives of the gradients, for the inputs and for what is sent backward."""
    sides = [direction(tuple(g.shape), 2 + i) for i, g in enumerate(first)]

    def along(points: list[Array]) -> float:
        *values, weights = points
        again = leaves(values)
        found = grads(fn(*again), again, rd.tensor(weights), create_graph=False)
        return float(sum((g.numpy() * side).sum() for g, side in zip(found, sides, strict=True)))

    right = numeric(along, arrays)
    total = [rd.zeros_like(t) for t in inputs]
    for g, side in zip(first, sides, strict=True):
        parts = grads(g, inputs, rd.tensor(side), create_graph=False)
        total = [a + b for a, b in zip(total, parts, strict=True)]
    agree(total, right, "second derivative for input", tolerance)
