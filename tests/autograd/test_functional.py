"""Derivatives of functions, against formulas worked out by hand."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import redispatch as rd
from redispatch.autograd import functional as F

A = np.array([[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]])


def t(values: Any) -> Any:
    return rd.tensor(values, dtype=rd.float64)


def squares(x: Any) -> Any:
    """A (x * x), whose Jacobian is A diag(2x)."""
    return t(A.tolist()) @ (x * x)


X = np.array([0.5, -2.0])
JACOBIAN = A * (2 * X)


def test_vjp_and_jvp() -> None:
    v, u = np.array([1.0, 2.0, 3.0]), np.array([5.0, 7.0])
    out, back = F.vjp(squares, t(X), t(v))
    np.testing.assert_allclose(out.numpy(), A @ (X * X))
    np.testing.assert_allclose(back.numpy(), v @ JACOBIAN)
    out, forward = F.jvp(squares, t(X), t(u))
    np.testing.assert_allclose(forward.numpy(), JACOBIAN @ u)
    assert not out.requires_grad and not forward.requires_grad


@pytest.mark.parametrize("how", [{}, {"vectorize": True}, {"strict": True}])
def test_jacobian(how: Any) -> None:
    np.testing.assert_allclose(F.jacobian(squares, t(X), **how).numpy(), JACOBIAN)


def test_jacobian_by_columns() -> None:
    found = F.jacobian(squares, t(X), vectorize=True, strategy="forward-mode")
    np.testing.assert_allclose(found.numpy(), JACOBIAN)


def test_jacobian_of_several() -> None:
    def both(x: Any, y: Any) -> Any:
        return x * y.sum(), y.exp()

    x, y = np.array([1.0, 2.0]), np.array([0.0, 0.5, 1.0])
    (xx, xy), (yx, yy) = F.jacobian(both, (t(x), t(y)))
    np.testing.assert_allclose(xx.numpy(), y.sum() * np.eye(2))
    np.testing.assert_allclose(xy.numpy(), np.outer(x, np.ones(3)))
    assert yx.shape == (3, 2) and not yx.numpy().any()
    np.testing.assert_allclose(yy.numpy(), np.diag(np.exp(y)))


def cubes(x: Any, y: Any) -> Any:
    return (x**3).sum() + (x * y).sum()


def test_hessian() -> None:
    (xx, xy), (yx, yy) = F.hessian(cubes, (t(X), t([3.0, 4.0])))
    np.testing.assert_allclose(xx.numpy(), np.diag(6 * X))
    np.testing.assert_allclose(xy.numpy(), np.eye(2))
    np.testing.assert_allclose(yx.numpy(), np.eye(2))
    np.testing.assert_allclose(yy.numpy(), np.zeros((2, 2)))


@pytest.mark.parametrize("product", [F.vhp, F.hvp])
def test_products_with_the_hessian(product: Any) -> None:
    v = (np.array([1.0, 10.0]), np.array([2.0, -3.0]))
    out, (gx, gy) = product(cubes, (t(X), t([3.0, 4.0])), (t(v[0]), t(v[1])))
    assert out.item() == pytest.approx((X**3).sum() + X @ [3.0, 4.0])
    np.testing.assert_allclose(gx.numpy(), 6 * X * v[0] + v[1])
    np.testing.assert_allclose(gy.numpy(), v[0])


def test_results_can_be_differentiated() -> None:
    x = rd.tensor(3.0, dtype=rd.float64, requires_grad=True)
    (third,) = rd.autograd.grad(F.hessian(lambda z: z**4, x, create_graph=True), x)
    assert third.item() == pytest.approx(24 * 3.0)
    _, forward = F.jvp(lambda z: z**3, x, create_graph=True)
    assert rd.autograd.grad(forward, x)[0].item() == pytest.approx(18.0)
    assert x.grad is None


def test_they_work_under_no_grad() -> None:
    with rd.no_grad():
        np.testing.assert_allclose(F.jacobian(squares, t(X)).numpy(), JACOBIAN)
        _, back = F.vjp(squares, t(X), t([1.0, 0.0, 0.0]))
    np.testing.assert_allclose(back.numpy(), JACOBIAN[0])


@pytest.mark.parametrize(
    ("call", "error", "words"),
    [
        (lambda: F.vjp(squares, [t(X)]), TypeError, "inputs given to vjp"),
        (lambda: F.jacobian(lambda x: [x], t(X)), TypeError, "outputs of the user-provided"),
        (lambda: F.vjp(squares, t(X)), RuntimeError, "v can only be None"),
        (lambda: F.jvp(squares, t(X)), RuntimeError, "v can only be None"),
        (lambda: F.jvp(squares, t(X), t([1.0])), RuntimeError, "v has invalid size"),
        (lambda: F.jvp(squares, t(X), (t(X), t(X))), RuntimeError, "a single Tensor"),
        (lambda: F.hessian(squares, t(X)), RuntimeError, "single element"),
        (lambda: F.vhp(lambda x: (x, x), t(X), t(X)), RuntimeError, "single Tensor"),
        (lambda: F.jacobian(lambda x: t([1.0]), t(X), strict=True), RuntimeError, "Output 0"),
        (
            lambda: F.jacobian(lambda x: x.detach() * 1, t(X), strict=True),
            RuntimeError,
            "does not require gradients",
        ),
        (
            lambda: F.jacobian(squares, t(X), strict=True, vectorize=True),
            RuntimeError,
            "not supported together",
        ),
        (
            lambda: F.jacobian(squares, t(X), strategy="forward-mode"),
            NotImplementedError,
            "vectorize",
        ),
        (lambda: F.jacobian(squares, t(X), strategy="other"), AssertionError, "strategy"),
        (
            lambda: F.hessian(lambda x: x.sum(), t(X), strict=True),
            RuntimeError,
            "independent of the input",
        ),
    ],
)
def test_refusals(call: Any, error: Any, words: str) -> None:
    with pytest.raises(error, match=words):
        call()


def test_what_is_independent_gives_zeros() -> None:
    assert F.jacobian(lambda x: t([1.0]), t(X)).tolist() == [[0.0, 0.0]]
    assert F.vhp(lambda x: x.sum(), t(X), t(X))[1].tolist() == [0.0, 0.0]
