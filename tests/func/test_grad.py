"""Derivatives as functions: values from closed forms, nesting, and what is refused."""

from __future__ import annotations

import threading
from typing import Any

import numpy as np
import pytest

import redispatch as rd
from redispatch.func import (
    functional_call,
    grad,
    grad_and_value,
    hessian,
    jacfwd,
    jacrev,
    jvp,
    linearize,
    stack_module_state,
    vjp,
    vmap,
)

A = np.array([[2.0, 1.0], [0.5, 3.0]])
X = np.array([0.3, -0.7])
STRANGE: Any = "0"


def tensor(values: Any) -> Any:
    return rd.tensor(values, dtype=rd.float64)


def near(t: Any, expected: Any) -> None:
    """Assert values, and that nothing of a level is left on them."""
    assert type(t._data) is np.ndarray
    np.testing.assert_allclose(t.detach().numpy(), expected, rtol=1e-12, atol=1e-12)


# ----- grad -----


def test_grad_of_a_number() -> None:
    near(grad(lambda x: x**3)(tensor(2.0)), 12.0)
    near(grad(grad(lambda x: x**3))(tensor(2.0)), 12.0)
    near(grad(grad(grad(lambda x: x**4)))(tensor(2.0)), 48.0)


def test_grad_by_containers_and_several_arguments() -> None:
    def f(p: Any, x: Any, *, scale: Any) -> Any:
        return scale * (p["w"] * x + p["b"]).sum()

    x, scale = tensor(X), tensor(5.0)
    by_p, by_x = grad(f, argnums=(0, -1))(
        {"w": tensor([2.0, 3.0]), "b": tensor(1.0)}, x, scale=scale
    )
    near(by_p["w"], 5 * X)
    near(by_p["b"], 10.0)
    near(by_x, [10.0, 15.0])
    gradient, value = grad_and_value(lambda x: x.sin().sum())(x)
    near(gradient, np.cos(X))
    near(value, np.sin(X).sum())
    gradient, (value, aux) = grad_and_value(lambda x: (x.sum(), x * 2), has_aux=True)(x)
    near(gradient, [1.0, 1.0])
    near(aux, 2 * X)


def test_what_the_value_does_not_depend_on_has_zeros() -> None:
    near(grad(lambda x: tensor(3.0))(tensor(X)), [0.0, 0.0])


def test_inputs_stay_connected_to_the_graph_around() -> None:
    x = tensor(X).requires_grad_()
    inner = grad(lambda y: (y**3).sum())(x)
    (second,) = rd.autograd.grad(inner.sum(), x)
    near(second, 6 * X)
    w = tensor(2.0).requires_grad_()  # a closure
    (by_w,) = rd.autograd.grad(grad(lambda y: (w * y**2).sum())(tensor(X)).sum(), w)
    near(by_w, (2 * X).sum())


def test_grad_modes() -> None:
    x = tensor(X).requires_grad_()
    with rd.no_grad():
        found = grad(lambda y: (y**2).sum())(x)
    near(found, 2 * X)
    assert not found.requires_grad

    def cut(y: Any) -> Any:
        with rd.no_grad():
            constant = y**2
        return (y * constant).sum()

    near(grad(cut)(tensor(X)), X**2)
    with rd.inference_mode():
        near(grad(lambda y: (y**2).sum())(tensor(X)), 2 * X)


def test_writes_within_the_function() -> None:
    def f(x: Any) -> Any:
        y = x.clone()
        y.mul_(3)
        y[0] = y[1].clone() ** 2
        return y.sum()

    near(grad(f)(tensor(X)), [0.0, 3 + 18 * X[1]])
    outside = rd.zeros(2, dtype=rd.float64)

    def write_around(x: Any) -> Any:
        outside.add_(x)
        return x.sum()

    with pytest.raises(RuntimeError):
        grad(write_around)(tensor(X))
    assert outside.tolist() == [0.0, 0.0]


def test_branches_on_values() -> None:
    def f(x: Any) -> Any:
        return x * 2 if x > 0 else x * 5

    near(grad(f)(tensor(1.0)), 2.0)
    near(grad(f)(tensor(-1.0)), 5.0)


@pytest.mark.parametrize(
    ("call", "error", "says"),
    [
        (lambda: grad(lambda x: x)(tensor(X)), RuntimeError, "scalar"),
        (lambda: grad(lambda x: 3.0)(tensor(X)), RuntimeError, "return a Tensor"),
        (lambda: grad(lambda x: x)(3.0), ValueError, "must be Tensor"),
        (lambda: grad(lambda x: x, argnums=1)(tensor(1.0)), RuntimeError, "argnum=1"),
        (lambda: grad(lambda x, y: x, (0, 0))(tensor(1.0), 2.0), RuntimeError, "unique"),
        (lambda: grad(lambda x: x, STRANGE)(tensor(1.0)), RuntimeError, "argnums must be int"),
        (lambda: grad(lambda x: x.sum())(rd.tensor([1])), RuntimeError, "floating point"),
        (lambda: grad(lambda x: x.sum(), has_aux=True)(tensor(X)), RuntimeError, "aux"),
        (lambda: vjp(lambda x: x, tensor(X))[1](tensor([1.0])), RuntimeError, "shape"),
        (lambda: vjp(lambda x: x, tensor(X))[1]((tensor(X),)), RuntimeError, "structure"),
        (lambda: jvp(lambda x: x, tensor(X), (tensor(X),)), RuntimeError, "primals to be a tuple"),
        (lambda: jvp(lambda x: x, (tensor(X),), (tensor(1.0),)), RuntimeError, "size"),
        (lambda: jvp(lambda x: x, (rd.tensor(1),), (rd.tensor(1),)), ValueError, "floating"),
        (lambda: jacrev(lambda x: x, chunk_size=0), ValueError, "chunk_size"),
        (lambda: grad(lambda x: x.sum().backward())(tensor(X)), RuntimeError, "backward"),
        (lambda: grad(lambda x: x.requires_grad_().sum())(tensor(X)), RuntimeError, "_grad_"),
        (lambda: stack_module_state([]), RuntimeError, "at least one model"),
    ],
)  # fmt: skip
def test_refusals_leave_no_level_behind(call: Any, error: Any, says: str) -> None:
    with pytest.raises(error, match=says):
        call()
    near(grad(lambda x: x**2)(tensor(3.0)), 6.0)
    assert not rd.explain(rd.exp, tensor(1.0)).included


def test_a_wrapper_that_escaped_stands_for_its_value() -> None:
    kept = []

    def f(x: Any) -> Any:
        kept.append(x * 2)
        return x.sum()

    grad(f)(tensor(X))
    assert "lvl=-2" in repr(kept[0])
    np.testing.assert_allclose((kept[0] + 1).tolist(), 2 * X + 1)


def test_threads_have_levels_of_their_own() -> None:
    found: dict[int, float] = {}

    def work(n: int) -> None:
        for _ in range(20):
            found[n] = grad(grad(lambda x: x**n))(tensor(2.0)).item()

    threads = [threading.Thread(target=work, args=(n,)) for n in range(2, 8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == {n: n * (n - 1) * 2.0 ** (n - 2) for n in range(2, 8)}


# ----- products and Jacobians -----


def quadratic(x: Any) -> Any:
    return (tensor(A) @ x) * x


JACOBIAN = np.diag(A @ X) + X[:, None] * A  # of x_i (A x)_i


def test_vjp_may_be_called_again() -> None:
    out, pull = vjp(quadratic, tensor(X))
    near(out, (A @ X) * X)
    for g in ([1.0, 0.0], [0.5, -2.0]):
        near(pull(tensor(g))[0], np.array(g) @ JACOBIAN)


def test_jvp_and_linearize() -> None:
    v = np.array([1.5, -0.5])
    out, pushed = jvp(quadratic, (tensor(X),), (tensor(v),))
    near(out, (A @ X) * X)
    near(pushed, JACOBIAN @ v)
    out, linear = linearize(quadratic, tensor(X))
    near(linear(tensor(v)), JACOBIAN @ v)
    near(linear(tensor(2 * v)), JACOBIAN @ (2 * v))
    _, zero = jvp(lambda x: tensor(1.0), (tensor(X),), (tensor(v),))
    near(zero, 0.0)
    with pytest.raises(RuntimeError, match="independent"):
        jvp(lambda x: tensor(1.0), (tensor(X),), (tensor(v),), strict=True)


@pytest.mark.parametrize("jac", [jacrev, jacfwd])
def test_jacobians(jac: Any) -> None:
    near(jac(quadratic)(tensor(X)), JACOBIAN)
    by_both = jac(lambda x, y: {"product": x * y}, argnums=(0, 1))(tensor(X), tensor([2.0, 3.0]))
    near(by_both["product"][0], np.diag([2.0, 3.0]))
    near(by_both["product"][1], np.diag(X))


@pytest.mark.parametrize("chunk_size", [1, 2, 3, 7])
def test_chunks_of_a_jacobian(chunk_size: int) -> None:
    found = jacrev(lambda x: x.exp().repeat(3), chunk_size=chunk_size)(tensor(X))
    near(found, np.tile(np.diag(np.exp(X)), (3, 1)))


@pytest.mark.parametrize(
    "second",
    [
        hessian,
        lambda f: jacfwd(jacfwd(f)),
        lambda f: jacrev(jacrev(f)),
        lambda f: jacrev(jacfwd(f)),
        lambda f: jacfwd(grad(f)),
        lambda f: jacrev(grad(f)),
    ],
)
def test_hessians_by_every_nesting(second: Any) -> None:
    def f(x: Any) -> Any:
        return (x * (tensor(A) @ x)).sum() + (x**3).sum()

    near(second(f)(tensor(X)), A + A.T + np.diag(6 * X))


# ----- with vmap -----


def test_gradients_for_each_example() -> None:
    w = tensor([1.0, -2.0])
    xs, ys = np.array([[1.0, 2.0], [3.0, 4.0], [0.5, -1.0]]), np.array([1.0, 0.0, 2.0])

    def loss(w: Any, x: Any, y: Any) -> Any:
        return (w @ x - y) ** 2

    found = vmap(grad(loss), in_dims=(None, 0, 0))(w, tensor(xs), tensor(ys))
    residual = xs @ np.array([1.0, -2.0]) - ys
    near(found, 2 * residual[:, None] * xs)


def test_vmap_inside_of_grad_and_in_between() -> None:
    xs = tensor([[1.0, 2.0], [3.0, 4.0]])
    near(grad(lambda m: vmap(lambda x: (x**2).sum())(m).sum())(xs), 2 * xs.numpy())
    nested = grad(lambda m: vmap(grad(lambda x: (x**3).sum()))(m).sum())(xs)
    near(nested, 6 * xs.numpy())
    rows = vmap(lambda x: jvp(grad(lambda y: (y**3).sum()), (x,), (x,))[1])(xs)
    near(rows, 6 * xs.numpy() ** 2)


def test_a_function_of_the_user_at_every_level() -> None:
    class Cube(rd.autograd.Function):
        @staticmethod
        def forward(x: Any) -> Any:
            return x**3

        @staticmethod
        def setup_context(ctx: Any, inputs: Any, output: Any) -> None:
            ctx.save_for_backward(*inputs)

        @staticmethod
        def backward(ctx: Any, g: Any) -> Any:
            (x,) = ctx.saved_tensors
            return g * 3 * x**2

    near(grad(lambda x: Cube.apply(x).sum())(tensor(X)), 3 * X**2)
    near(grad(grad(Cube.apply))(tensor(2.0)), 12.0)

    class Old(rd.autograd.Function):
        @staticmethod
        def forward(ctx: Any, x: Any) -> Any:
            return x * 2

        @staticmethod
        def backward(ctx: Any, g: Any) -> Any:
            return g * 2

    with pytest.raises(RuntimeError, match="setup_context"):
        grad(Old.apply)(tensor(1.0))


# ----- modules -----


def test_a_module_called_with_other_parameters() -> None:
    layer = rd.nn.Linear(2, 1).double()
    mine = {"weight": tensor([[3.0, -1.0]]), "bias": tensor([0.5])}
    near(functional_call(layer, mine, (tensor(X),)), [3 * X[0] - X[1] + 0.5])
    by = grad(lambda p: functional_call(layer, p, tensor(X)).sum())(mine)
    near(by["weight"], X[None])
    near(by["bias"], [1.0])
    before = [p.tolist() for p in layer.parameters()]
    with pytest.raises(RuntimeError):
        functional_call(layer, {"weight": tensor([[1.0, 2.0, 3.0]])}, (tensor(X),))
    assert before == [p.tolist() for p in layer.parameters()]


def test_an_ensemble_of_modules() -> None:
    layers = [rd.nn.Linear(2, 1).double() for _ in range(3)]
    parameters, buffers = stack_module_state(layers)
    template = rd.nn.Linear(2, 1).double()

    def call(p: Any, b: Any, x: Any) -> Any:
        return functional_call(template, (p, b), (x,))

    found = vmap(call, in_dims=(0, 0, None))(parameters, buffers, tensor(X))
    expected = [w.weight.detach().numpy() @ X + w.bias.detach().numpy() for w in layers]
    near(found, np.stack(expected))
