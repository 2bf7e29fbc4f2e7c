"""What autograd computes for batches, by `vmap`: gradients, Jacobians, tangents, checks."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import redispatch as rd
from redispatch.autograd import forward_ad, gradcheck, gradgradcheck
from redispatch.autograd.functional import hessian, jacobian
from redispatch.func import vmap

X = np.random.default_rng(5).standard_normal((3, 2))
T = np.random.default_rng(6).standard_normal((3, 2))


def test_a_batch_of_gradients_is_one_run() -> None:
    x = rd.from_numpy(X).requires_grad_()
    seen = []
    middle = x * x
    middle.register_hook(lambda g: seen.append(tuple(g.shape)))
    (g,) = rd.autograd.grad(middle.sum(1), x, rd.eye(3, dtype=rd.float64), is_grads_batched=True)
    np.testing.assert_allclose(g.numpy(), np.eye(3)[:, :, None] * 2 * X)
    assert seen == [(3, 2)]


def test_an_unused_input_stays_none_in_a_batch() -> None:
    x, y = rd.ones(2, requires_grad=True), rd.ones(2, requires_grad=True)
    seeds = rd.eye(2)
    found = rd.autograd.grad(x * 2, (x, y), seeds, is_grads_batched=True, allow_unused=True)
    assert found[1] is None
    np.testing.assert_array_equal(found[0].numpy(), 2 * np.eye(2))


def test_a_batch_of_gradients_is_differentiated() -> None:
    x = rd.from_numpy(X[0].copy()).requires_grad_()
    (g,) = rd.autograd.grad(
        x**3, x, rd.eye(2, dtype=rd.float64), is_grads_batched=True, create_graph=True
    )
    (again,) = rd.autograd.grad(g.sum(), x)
    np.testing.assert_allclose(again.numpy(), 6 * X[0])


def both(x: Any, y: Any) -> Any:
    return (x.sin() * y).sum(0), x.exp(), y * 2


def written(x: Any, y: Any) -> Any:
    z = rd.zeros(3, 2, dtype=rd.float64)
    z[0] = x[1] * y
    z[1:].copy_(x[:2].sin())
    return z * z


def rearranged(x: Any, y: Any) -> Any:
    m = (x @ x.T).softmax(-1)
    return m.max(0)[0], x.reshape(-1).cumsum(0), x.t()[:, None].expand(2, 4, 3), y.prod()


@pytest.mark.parametrize("function", [both, written, rearranged])
@pytest.mark.parametrize("strategy", ["reverse-mode", "forward-mode"])
def test_jacobians_by_vmap_are_those_of_single_rows(
    function: Callable[..., Any], strategy: str
) -> None:
    at = (rd.from_numpy(X), rd.from_numpy(T[0].copy()))
    wanted = jacobian(function, at)
    found = jacobian(function, at, vectorize=True, strategy=strategy)
    if isinstance(wanted[0], rd.Tensor):
        wanted, found = (wanted,), (found,)
    for row, other in zip(found, wanted, strict=True):
        for block, same in zip(row, other, strict=True):
            assert block.shape == same.shape
            np.testing.assert_allclose(block.numpy(), same.numpy(), atol=1e-12)


@pytest.mark.parametrize("strategy", ["reverse-mode", "forward-mode"])
def test_hessians_by_vmap(strategy: str) -> None:
    x = rd.from_numpy(X[0].copy())
    found = hessian(lambda a: (a**3).sum(), x, vectorize=True, outer_jacobian_strategy=strategy)
    np.testing.assert_allclose(found.numpy(), np.diag(6 * X[0]))


@pytest.mark.parametrize("strategy", ["reverse-mode", "forward-mode"])
def test_jacobians_of_nothing_by_vmap(strategy: str) -> None:
    found = jacobian(lambda a: a * 2, rd.zeros(0), vectorize=True, strategy=strategy)
    assert tuple(found.shape) == (0, 0)


def along(x: Any, t: Any) -> Any:
    """Return the derivative of the sum of squares along t, by dual numbers."""
    with forward_ad.dual_level():
        return forward_ad.unpack_dual((forward_ad.make_dual(x, t) ** 2).sum()).tangent


@pytest.mark.parametrize("dims", [(0, 0), (0, None), (None, 0)])
def test_dual_numbers_inside_of_vmap(dims: Any) -> None:
    x, t = (a if d == 0 else a[0] for a, d in zip((X, T), dims, strict=True))
    found = vmap(along, in_dims=dims)(rd.from_numpy(x.copy()), rd.from_numpy(t.copy()))
    np.testing.assert_allclose(found.numpy(), (2 * x * t).sum(1))


def test_dual_numbers_of_two_levels() -> None:
    x, t = rd.from_numpy(X), rd.from_numpy(T)
    wanted = 2 * X @ T.T
    found = vmap(lambda a: vmap(lambda s: along(a, s))(t))(x)
    np.testing.assert_allclose(found.numpy(), wanted)
    found = vmap(lambda s: vmap(lambda a: along(a, s))(x))(t)
    np.testing.assert_allclose(found.numpy(), wanted.T)


def test_dual_numbers_around_vmap() -> None:
    with forward_ad.dual_level():
        dual = forward_ad.make_dual(rd.from_numpy(X), rd.from_numpy(T))
        found: Any = forward_ad.unpack_dual(vmap(lambda a: a * a)(dual)).tangent
    np.testing.assert_allclose(found.numpy(), 2 * X * T)


@pytest.mark.parametrize(
    "function",
    [
        lambda x: (x @ x.T).softmax(-1),
        lambda x: x.exp()[1:] * x[:2],
        lambda x: rd.nn.functional.layer_norm(x, (2,)),
        lambda x: (x.sum(), x.prod(1), x.cumsum(0)),
    ],
)
def test_gradcheck_of_batches_passes_what_is_right(function: Callable[..., Any]) -> None:
    x = rd.from_numpy(X).requires_grad_()
    assert gradcheck(
        function, (x,), check_forward_ad=True, check_batched_grad=True,
        check_batched_forward_grad=True,
    )  # fmt: skip
    assert gradgradcheck(function, (x,), check_batched_grad=True)


class Reading(rd.autograd.Function):
    """A backward and a jvp that read the values, which those of a batch are not."""

    @staticmethod
    def forward(ctx: Any, x: Any) -> Any:
        return x * 2

    @staticmethod
    def backward(ctx: Any, g: Any) -> Any:
        return rd.from_numpy(g.numpy() * 2)

    @staticmethod
    def jvp(ctx: Any, t: Any) -> Any:
        return rd.from_numpy(t.numpy() * 2)


def test_gradcheck_of_batches_tells_what_cannot_be_mapped() -> None:
    x = rd.from_numpy(X).requires_grad_()
    with pytest.raises(rd.autograd.GradcheckError, match="While computing batched gradients"):
        gradcheck(Reading.apply, (x,), check_batched_grad=True, check_undefined_grad=False)
    with pytest.raises(rd.autograd.GradcheckError, match="computing batched forward gradients"):
        gradcheck(
            Reading.apply, (x,), check_forward_ad=True, check_batched_forward_grad=True,
            check_undefined_grad=False,
        )  # fmt: skip
