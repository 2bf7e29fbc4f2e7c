"""Gradients where functions bend, jump or end, and where elements tie: PyTorch's conventions."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import inf, log, nan, pi
from typing import Any

import numpy as np
import pytest

import redispatch

rd: Any = redispatch
F = rd.nn.functional
Function = Callable[..., Any]


def gradients(fn: Function, *operands: Any) -> list[Any]:
    """Return the gradients of the sum of a result for float64 operands."""
    tensors = [rd.tensor(v, dtype=rd.float64).requires_grad_(True) for v in operands]
    found = rd.autograd.grad(fn(*tensors).sum(), tensors, allow_unused=True)
    return [None if g is None else g.tolist() for g in found]


ONE: list[tuple[Function, Sequence[float], Sequence[float]]] = [
    (rd.floor, [0.5, 1.0], [0, 0]),
    (rd.round, [0.5, 1.0], [0, 0]),
    (rd.frac, [0.5, -1.0], [1, 1]),
    (F.relu6, [0, 6, nan, 3], [0, 0, 1, 1]),
    (F.hardtanh, [-1, 1, nan], [0, 0, 1]),
    (F.leaky_relu, [0, nan, 1], [0.01, 0.01, 1]),
    (F.elu, [0, -inf, inf], [1, 0, 1]),
    (F.celu, [0], [1]),
    (F.selu, [0], [1.7580993408473766]),
    (F.gelu, [0], [0.5]),
    (F.silu, [0], [0.5]),
    (F.softplus, [0, 21, -inf], [0.5, 1, 0]),
    (F.logsigmoid, [1000, -1000], [0, 1]),
    (lambda x: F.threshold(x, 1, 5), [1, 2], [0, 1]),
    (F.hardshrink, [0.5, -0.5, 1], [0, 0, 1]),
    (F.softshrink, [0.5, -0.5, 1], [0, 0, 1]),
    (F.hardsigmoid, [3, -3], [0, 0]),
    (F.hardswish, [-3, 3], [0, 1]),
    (rd.rsqrt, [0.0], [-inf]),
    (rd.reciprocal, [0, inf], [-inf, 0]),
    (rd.log2, [0], [inf]),
    (rd.log1p, [-1], [inf]),
    (rd.expm1, [-inf], [0]),
    (rd.asin, [1, -1, 2], [inf, inf, nan]),
    (rd.acos, [1, -1], [-inf, -inf]),
    (rd.atanh, [1, -1], [inf, inf]),
    (rd.acosh, [1], [inf]),
    (rd.erfinv, [1, -1], [inf, inf]),
    (rd.sinc, [0], [0]),
    (rd.lgamma, [0.0, -1], [-inf, nan]),
    (rd.logit, [0, 1, 2], [inf, inf, nan]),
    (lambda x: rd.logit(x, 0.1), [0.05, 0.1, 0.9], [0, 1 / 0.09, 1 / 0.09]),
    (rd.nan_to_num, [nan, inf, -inf, 1], [0, 0, 0, 1]),
    (lambda x: rd.clamp(x, -1, 1), [-1, 1, 2, nan], [1, 1, 0, 0]),
    (lambda x: rd.clamp(x, min=0), [0, -1], [1, 0]),
    (lambda x: rd.clamp(x, 1, -1), [0.5], [0]),
    (rd.max, [1, 3, 3], [0, 0.5, 0.5]),
    (rd.max, [nan, 3, nan], [0.5, 0, 0.5]),
    (lambda x: rd.max(x, 0).values, [3, 1, 3], [1, 0, 0]),
    (lambda x: rd.min(x, 0).values, [3, nan, 3], [0, 1, 0]),
    (rd.amin, [1, 3, 1], [0.5, 0, 0.5]),
    (lambda x: rd.aminmax(x).max, [3, 1, 3], [0.5, 0, 0.5]),
    (rd.amax, [nan, 3], [nan, nan]),
    (rd.median, [1, 0, 1, 0, 1, 0], [0, 1 / 3, 0, 1 / 3, 0, 1 / 3]),
    (rd.median, [nan, 3, nan], [0.5, 0, 0.5]),
    (rd.nanmedian, [nan, 3, 1, nan], [0, 0, 1, 0]),
    (lambda x: rd.median(x, 0).values, [1, 1, 1, 2], [0, 1, 0, 0]),
    (lambda x: rd.median(x, 0).values, [1, nan, nan], [0, 1, 0]),
    (lambda x: rd.nanmedian(x, 0).values, [nan, 3, 1, nan], [0, 0, 1, 0]),
    (lambda x: rd.kthvalue(x, 2).values, [3, 1, 3, 2], [0, 0, 0, 1]),
    (rd.prod, [2, 0, 3], [0, 6, 0]),
    (rd.prod, [0, 0, 3], [0, 0, 0]),
    (lambda x: rd.cumprod(x, 0), [2, 0, 3, 4], [1, 32, 0, 0]),
    (lambda x: rd.cumprod(x, 0), [2, 0, 0, 4], [1, 2, 0, 0]),
    (rd.var, [2], [nan]),
    (lambda x: rd.var(x, correction=0), [2], [0]),
    (rd.std, [2, 2, 2], [0, 0, 0]),
    (rd.nansum, [nan, 1], [0, 1]),
    (rd.nanmean, [nan, 1, 3], [0, 0.5, 0.5]),
    (lambda x: rd.logsumexp(x, 0), [-inf, -inf], [nan, nan]),
    (lambda x: rd.logsumexp(x, 0), [-inf, 1], [0, 1]),
    (lambda x: rd.logsumexp(x, 0), [inf, 0], [nan, 0]),
    *[(lambda x, p=p: rd.norm(x, p), [0, 0], [0, 0]) for p in (2, 1, 0.5, 1.5, 3, inf, -inf)],
    (lambda x: rd.norm(x, 1), [0, 2], [0, 1]),
    (lambda x: rd.norm(x, inf), [2, -2], [0.5, -0.5]),
    (lambda x: F.smooth_l1_loss(x, x.detach() - 1, reduction="sum"), [0, 5], [1, 1]),
    (lambda x: F.l1_loss(x, x.detach(), reduction="sum"), [1, 2], [0, 0]),
]  # fmt: skip


@pytest.mark.parametrize(("fn", "points", "slopes"), ONE)
def test_one_operand(fn: Function, points: Sequence[float], slopes: Sequence[float]) -> None:
    np.testing.assert_allclose(gradients(fn, list(points))[0], np.array(slopes), rtol=1e-6)


TWO: list[tuple[Function, float, float, float, float]] = [
    (rd.fmax, 1, 1, 1, 0),
    (rd.fmin, 1, 1, 1, 0),
    (rd.fmax, nan, 1, 0, 1),
    (rd.fmax, nan, nan, 1, 0),
    (rd.atan2, 0, 0, 0, -0.0),
    (rd.atan2, 0, 1, 1, -0.0),
    (rd.hypot, 0, 0, nan, nan),
    (rd.hypot, inf, 1, nan, 0),
    (rd.remainder, 7, 3, 1, -2),
    (rd.remainder, -7, 3, 1, 3),
    (rd.fmod, -7, 3, 1, 2),
    (rd.xlogy, 0, 0, 0, nan),
    (rd.xlogy, 0, nan, nan, nan),
    (rd.xlogy, 2, 1, 0, 2),
    (rd.logaddexp, -inf, -inf, nan, nan),
    (rd.logaddexp, -inf, 0, 0, 1),
    (rd.copysign, 0, 1, 0, 0),
    (rd.copysign, 2, -1, -1, 0),
    (lambda x, y: rd.clamp(x, y, rd.tensor(5.0, dtype=rd.float64)), 1, 2, 0, 1),
    (lambda x, y: rd.clamp(x, y, rd.tensor(5.0, dtype=rd.float64)), 2, 2, 1, 0),
    (lambda x, y: rd.clamp(x, rd.tensor(5.0, dtype=rd.float64), y), 1, 2, 0, 1),
]


@pytest.mark.parametrize(("fn", "x", "y", "slope_x", "slope_y"), TWO)
def test_two_operands(fn: Function, x: float, y: float, slope_x: float, slope_y: float) -> None:
    np.testing.assert_equal(gradients(fn, x, y), [slope_x, slope_y])


def test_norm_zero_has_no_gradient() -> None:
    assert gradients(lambda x: rd.norm(x, 0), [1.0, 2.0]) == [None]


def test_probabilities_at_the_ends() -> None:
    """The logarithm is cut at -100, its slope at 1e12."""
    target = rd.tensor([0.0, 1.0, 0.0, 1.0], dtype=rd.float64)
    x = rd.tensor([0.0, 1.0, 1.0, 0.0], dtype=rd.float64).requires_grad_(True)
    losses = F.binary_cross_entropy(x, target, reduction="none")
    assert losses.tolist() == [0, 0, 100, 100]
    losses.sum().backward()
    np.testing.assert_allclose(x.grad.tolist(), [0, 0, 1e12, -1e12])


# ----- names that stand for several operators, and several results -----


def test_max_is_three_operators() -> None:
    x = rd.tensor([[1.0, 4.0], [3.0, 2.0]])
    assert rd.max(x).item() == 4 and x.max().item() == 4
    values, indices = rd.max(x, 1)
    assert (values.tolist(), indices.tolist()) == ([4, 3], [1, 0])
    assert x.max(dim=0, keepdim=True).values.tolist() == [[3, 4]]
    assert rd.min(x, 0).indices.tolist() == [0, 1]
    assert rd.max(x, rd.tensor(2.5)).tolist() == [[2.5, 4], [3, 2.5]]
    assert rd.min(x, other=rd.tensor(2.5)).tolist() == [[1, 2.5], [2.5, 2]]


def test_max_of_nothing_is_refused() -> None:
    with pytest.raises(RuntimeError, match="Expected reduction dim to be specified"):
        rd.max(rd.zeros(0))
    with pytest.raises(IndexError, match="non-zero size"):
        rd.max(rd.zeros(2, 0), 1)
    assert rd.max(rd.zeros(0, 2), 1).values.shape == (0,)


def test_unbiased_is_a_correction() -> None:
    x = rd.tensor([1.0, 2.0, 4.0])
    for name in ("var", "std"):
        fn = getattr(rd, name)
        assert fn(x, False).item() == fn(x, correction=0).item()
        assert fn(x, True).item() == fn(x, 0, True).item() == fn(x).item()
        spread, mean = getattr(rd, f"{name}_mean")(x, 0, False, True)
        assert spread.shape == mean.shape == (1,)
        assert spread.item() == fn(x, 0, False).item() and mean.item() == pytest.approx(7 / 3)


def test_several_results_have_gradients() -> None:
    x = rd.tensor([1.0, 2.0, 4.0]).requires_grad_(True)
    low, high = rd.aminmax(x)
    (low + 2 * high).backward()
    assert x.grad.tolist() == [1, 0, 2]
    x.grad = None
    spread, mean = rd.var_mean(x, correction=0)
    (spread + 3 * mean).backward()
    np.testing.assert_allclose(x.grad.tolist(), [1 - 8 / 9, 1 - 2 / 9, 1 + 10 / 9], rtol=1e-6)


def test_whole_tensors_compared() -> None:
    x = rd.tensor([1.0, nan])
    assert not rd.allclose(x, x) and rd.allclose(x, x, equal_nan=True)
    assert rd.equal(rd.tensor([1, 2]), rd.tensor([1, 2]))
    assert not rd.equal(rd.tensor([1, 2]), rd.tensor([[1, 2]]))


def test_in_place_activations() -> None:
    for fn in (F.relu, F.relu6, F.silu, F.mish, F.selu, F.celu, F.elu, F.hardswish, F.leaky_relu):
        x = rd.tensor([-1.0, 0.5, 7.0]).requires_grad_(True)
        y = x * 1
        result = fn(y, inplace=True)
        assert result is y and y._version == 1
        (written,) = rd.autograd.grad(y.sum(), [x])
        (plain,) = rd.autograd.grad(fn(x).sum(), [x])
        assert rd.equal(written, plain), fn


@pytest.mark.parametrize(
    ("x", "order", "right"),
    [
        (1.0, 1, pi**2 / 6),
        (0.5, 1, pi**2 / 2),
        (-0.5, 1, pi**2 / 2 + 4),
        (1.0, 2, -2.4041138063191886),
        (inf, 3, 0.0),
        (-1.0, 1, inf),
    ],
)
def test_polygamma(x: float, order: int, right: float) -> None:
    value = rd.polygamma(order, rd.tensor(x, dtype=rd.float64)).item()
    assert value == pytest.approx(right, rel=1e-13)


def test_second_derivatives_of_products_with_zeros() -> None:
    for fn in (rd.prod, lambda x: rd.cumprod(x, 0)):
        x = rd.tensor([2.0, 0.0, 3.0, 0.0], dtype=rd.float64).requires_grad_(True)
        assert rd.autograd.gradgradcheck(fn, (x,))


def test_logarithms_of_other_bases() -> None:
    assert gradients(rd.log10, [2.0])[0] == [pytest.approx(1 / (2 * log(10)))]
