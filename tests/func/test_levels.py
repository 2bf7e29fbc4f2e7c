"""What holds within a level that differentiates: constants, writes, views, hooks, tangents."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import redispatch as rd
from redispatch.func import grad, hessian, jacfwd, jacrev, jvp, vjp, vmap

X = np.array([0.3, -0.7])


def tensor(values: Any) -> Any:
    return rd.tensor(values, dtype=rd.float64)


def near(t: Any, expected: Any) -> None:
    np.testing.assert_allclose(t.detach().numpy(), expected, rtol=1e-12, atol=1e-12)


@pytest.mark.parametrize(
    "make",
    [
        lambda x, c: rd.zeros_like(x),
        lambda x, c: rd.zeros_like(c),
        lambda x, c: rd.zeros(2, dtype=rd.float64),
        lambda x, c: tensor([0.0, 0.0]),
        lambda x, c: x.new_zeros(2),
        lambda x, c: c * 0,
    ],
)
def test_what_is_made_within_may_be_written_to(make: Any) -> None:
    c = tensor([5.0, 6.0])

    def f(x: Any) -> Any:
        z = make(x, c)
        z.copy_(x)
        return (z * z).sum()

    near(grad(f)(tensor(X)), 2 * X)
    near(hessian(f)(tensor(X)), 2 * np.eye(2))
    assert c.tolist() == [5.0, 6.0]


@pytest.mark.parametrize("write", [lambda c, x: c.add_(1), lambda c, x: c[:1].copy_(x[:1])])
def test_what_is_around_may_not_be_written_to(write: Any) -> None:
    c = tensor([5.0, 6.0])
    with pytest.raises(RuntimeError, match="captured"):
        grad(lambda x: (write(c, x), x.sum())[1])(tensor(X))
    assert c.tolist() == [5.0, 6.0]


def test_a_view_knows_that_its_base_was_written_to() -> None:
    def f(x: Any) -> Any:
        y = x.clone()
        first = y[0]
        y.sin_()
        return first

    near(grad(f)(tensor(X)), [np.cos(X[0]), 0.0])
    _, pull = vjp(f, tensor(X))
    near(pull(tensor(2.0))[0], [2 * np.cos(X[0]), 0.0])


def test_a_write_through_a_view_of_turned_memory() -> None:
    m = np.arange(6.0).reshape(2, 3)

    def f(x: Any) -> Any:
        y = x.t().clone()  # keeps the order of memory of what is turned
        y[0].mul_(y[1].detach().clone())
        return (y * y).sum()

    expected = 2 * m
    expected[:, 0] = 2 * m[:, 0] * m[:, 1] ** 2
    near(grad(f)(tensor(m)), expected)
    near(vmap(grad(f))(tensor(np.stack([m, 2 * m])))[0], expected)


def test_masks_select_what_is_written() -> None:
    def f(x: Any) -> Any:
        y = x.clone()
        y[y > 0] = 0
        return y.sum()

    near(grad(f)(tensor(X)), (X <= 0).astype(float))


def test_memory_for_every_example_within_grad() -> None:
    def f(y: Any, x: Any) -> Any:
        z = x.new_zeros((2,))
        z.copy_(y)
        return (z * z).sum() * x

    rows, scale = np.array([[1.0, 2.0], [3.0, 4.0]]), np.array([2.0, 10.0])
    near(vmap(grad(f))(tensor(rows), tensor(scale)), 2 * rows * scale[:, None])


def test_a_direction_with_a_batch_is_written_beside_none() -> None:
    def f(x: Any, y: Any) -> Any:
        z = x * 1
        z[:1] = y
        return z * z

    near(jacfwd(f, argnums=1)(tensor(X), tensor([2.0])), [[4.0], [0.0]])


@pytest.mark.parametrize("cut", ["detach", "no_grad"])
def test_what_is_cut_is_cut_at_all_levels(cut: str) -> None:
    def f(y: Any) -> Any:
        if cut == "detach":
            return (y * y).detach() * y
        with rd.no_grad():
            z = y * y
        return z * y

    assert grad(grad(f))(tensor(3.0)).item() == 0.0
    p = tensor(3.0).requires_grad_()
    first = grad(f)(p)
    assert first.item() == 9.0
    assert not first.requires_grad


def test_tensors_of_levels_further_out_are_constants() -> None:
    def outer(x: Any) -> Any:
        return x * grad(lambda y: x * y * y)(x)  # 2 x**3

    near(grad(outer)(tensor(3.0)), 54.0)
    near(jvp(outer, (tensor(3.0),), (tensor(2.0),))[1], 108.0)


def test_gradients_within_may_be_asked_of_autograd() -> None:
    def f(x: Any) -> Any:
        y = (x**3).sum()
        (slope,) = rd.autograd.grad(y, x, create_graph=True)
        return slope.sum()

    near(grad(f)(tensor(X)), 6 * X)


def test_hooks_of_tensors_run_with_the_gradients() -> None:
    def f(x: Any) -> Any:
        y = x * 3
        y.register_hook(lambda g: g * 10)
        return y.sum()

    near(grad(f)(tensor(X)), [30.0, 30.0])


@pytest.mark.parametrize("transform", [grad, jacrev, hessian, lambda f: lambda x: vjp(f, x)])
def test_hooks_on_saved_tensors_are_refused(transform: Any) -> None:
    hooks = rd.autograd.graph.saved_tensors_hooks(lambda t: t, lambda t: t)
    with hooks, pytest.raises(RuntimeError, match="saved tensor hooks"):
        transform(lambda x: x * x)(tensor(3.0))
    near(grad(lambda x: x * x)(tensor(3.0)), 6.0)


def test_an_exception_within_leaves_no_level_behind() -> None:
    def f(x: Any) -> Any:
        grad(lambda y: y * x)(x)
        raise KeyError("mine")

    with rd.no_grad():
        with pytest.raises(KeyError):
            vmap(grad(f))(tensor(X))
        assert not rd.is_grad_enabled()
    assert rd.is_grad_enabled()
    assert rd.zeros(1).requires_grad_().requires_grad


def test_complex_jacobians_are_refused() -> None:
    z = rd.tensor([1 + 1j])
    for jacobian in (jacrev, jacfwd):
        with pytest.raises(RuntimeError, match="to be real"):
            jacobian(lambda x: x)(z)


class Same(rd.autograd.Function):
    @staticmethod
    def forward(x: Any) -> Any:
        return x

    @staticmethod
    def setup_context(ctx: Any, inputs: tuple[Any, ...], output: Any) -> None:
        ctx.save_for_backward(inputs[0])

    @staticmethod
    def backward(ctx: Any, g: Any) -> Any:
        return g


def test_an_input_that_is_returned_may_not_be_saved() -> None:
    for call in (grad(lambda x: Same.apply(x.clone())), Same.apply):
        with pytest.raises(RuntimeError, match="returned as-is"):
            call(tensor(2.0))
