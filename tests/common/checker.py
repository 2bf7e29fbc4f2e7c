"""Derivatives checked: both orders, forward and reverse, over payloads and over tensors."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

import redispatch as rd
from redispatch.autograd import grad, gradcheck, gradgradcheck

Array = np.ndarray[Any, Any]
TOLERANCE: dict[str, Any] = {"atol": 1e-6, "rtol": 1e-5}


def check_derivatives(fn: Callable[..., Any], arrays: Sequence[Array]) -> None:
    """Check a function of tensors of float64 or complex128 against finite differences.

    Raises
    ------
    AssertionError, redispatch.autograd.GradcheckError
        If a derivative is wrong, or the two ways backward give different gradients.
    """
    gradcheck(fn, leaves(arrays), check_forward_ad=True, **TOLERANCE)
    gradgradcheck(fn, leaves(arrays), check_fwd_over_rev=True, **TOLERANCE)
    check_both_ways(fn, arrays)


def leaves(arrays: Sequence[Array]) -> list[rd.Tensor]:
    """Return tensors that require grad."""
    return [rd.tensor(a, requires_grad=True) for a in arrays]


def check_both_ways(fn: Callable[..., Any], arrays: Sequence[Array]) -> None:
    """Compare `backward()`, which runs on payloads, with `create_graph=True`, on tensors."""
    by_payloads, by_tensors = leaves(arrays), leaves(arrays)
    output = fn(*by_tensors)
    if not output.requires_grad:
        return
    random = np.random.default_rng(1)
    values = random.uniform(0.5, 1.5, output.shape)
    if output.is_complex():
        values = values + 1j * random.uniform(0.5, 1.5, output.shape)
    weights = rd.tensor(values)
    fn(*by_payloads).backward(weights)
    found = grad(output, by_tensors, weights, create_graph=True, allow_unused=True)
    for leaf, g in zip(by_payloads, found, strict=True):
        assert (leaf.grad is None) == (g is None)
        if leaf.grad is not None and g is not None:
            left, right = leaf.grad.numpy(), g.detach().numpy()
            assert (left.shape, left.dtype) == (right.shape, right.dtype)
            np.testing.assert_allclose(left, right, rtol=1e-12, atol=1e-12)
