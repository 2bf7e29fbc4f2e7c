"""Operators made by @kernel: core and batch dimensions, derivatives by another kernel."""

from __future__ import annotations

import math
import pickle
from typing import Any

import numpy as np
import pytest
from scalars import function

import redispatch as rd
from redispatch.autograd import forward_ad
from redispatch.autograd.gradcheck import gradcheck, gradgradcheck
from redispatch.dispatch.errors import RegistrationError
from redispatch.dispatch.registry import OPERATORS
from redispatch.library.core_dims import Signature


@rd.kernel("(n),(n),(),(n),(n)->(),(n),(n)")
def dot_backward_backward(hx, hy, g, x, y, dg, dx, dy):  # type: ignore[no-untyped-def]
    s = 0.0
    for i in range(x.size):
        s += hx[i] * y[i] + hy[i] * x[i]
        dx[i] = hy[i] * g
        dy[i] = hx[i] * g
    dg[0] = s


@rd.kernel("(),(n),(n)->(n),(n)", derivative=dot_backward_backward)
def dot_backward(g, x, y, dx, dy):  # type: ignore[no-untyped-def]
    for i in range(x.size):
        dx[i] = g * y[i]
        dy[i] = g * x[i]


@rd.kernel("(n),(n),(n),(n)->()")
def dot_tangent(x, y, tx, ty, out):  # type: ignore[no-untyped-def]
    out[0] = 0.0
    for i in range(x.size):
        out[0] += tx[i] * y[i] + x[i] * ty[i]


@rd.kernel("(n),(n)->()", derivative=dot_backward, tangent=dot_tangent)
def dot(x, y, out):  # type: ignore[no-untyped-def]
    s = 0.0
    for i in range(x.size):
        s += x[i] * y[i]
    out[0] = s


@rd.kernel("(m,n),(n)->(m),()")
def product_and_norm(a, v, out, norm):  # type: ignore[no-untyped-def]
    for i in range(a.shape[0]):
        out[i] = 0.0
        for j in range(a.shape[1]):
            out[i] += a[i, j] * v[j]
    norm[0] = math.sqrt((v * v).sum())


def double(*shape: int, seed: int = 0) -> rd.Tensor:
    values = np.random.default_rng(seed).normal(size=shape)
    return rd.tensor(values.tolist(), dtype=rd.float64, requires_grad=True)


@pytest.mark.parametrize(
    "shapes", [((5,), (5,)), ((3, 1, 5), (4, 5)), ((0, 5), (5,)), ((2, 0), (0,))]
)
def test_batch_dimensions_broadcast(shapes: Any) -> None:
    x, y = (np.random.default_rng(i).normal(size=s) for i, s in enumerate(shapes))
    found = dot(rd.from_numpy(x), rd.from_numpy(y))
    np.testing.assert_allclose(found.numpy(), (x * y).sum(-1))


def test_several_outputs_and_dimensions() -> None:
    a, v = double(2, 3, 4).detach(), double(4, seed=1).detach()
    product, norm = product_and_norm(a, v)
    np.testing.assert_allclose(product.numpy(), a.numpy() @ v.numpy())
    np.testing.assert_allclose(norm.numpy(), np.full(2, np.linalg.norm(v.numpy())))


def test_strided_operands_and_dtypes() -> None:
    x = rd.arange(12).reshape(3, 4).t()
    found = dot(x, x)
    assert found.dtype is rd.float32 and found.tolist() == [80.0, 107.0, 140.0, 179.0]
    assert dot(x, rd.ones(3, dtype=rd.float64)).dtype is rd.float64
    with pytest.raises(RuntimeError, match="kernel of real numbers, not of complex64"):
        dot(rd.ones(2, dtype=rd.complex64), rd.ones(2))


def test_derivatives() -> None:
    x, y = double(2, 1, 3), double(4, 3, seed=1)
    assert gradcheck(dot, (x, y), check_forward_ad=True)
    assert gradgradcheck(dot, (x, y))


def test_a_tangent_without_a_forward_derivative_is_refused() -> None:
    with forward_ad.dual_level():
        g = forward_ad.make_dual(rd.ones(()), rd.ones(()))
        with pytest.raises(NotImplementedError, match="give kernel.*tangent="):
            dot_backward(g, rd.ones(2), rd.ones(2))


def test_without_a_derivative_backward_says_so() -> None:
    x = double(2, 3)
    y = dot_tangent(x, x, x, x)
    with pytest.raises(RuntimeError, match="dot_tangent"):
        y.sum().backward()


def test_meta_tensors() -> None:
    a, v = rd.zeros(5, 2, 3, device="meta"), rd.zeros(3, device="meta", dtype=rd.float64)
    product, norm = product_and_norm(a, v)
    assert tuple(product.shape) == (5, 2) and tuple(norm.shape) == (5,)
    assert product.dtype is rd.float64


def test_sizes_that_do_not_fit_are_named() -> None:
    with pytest.raises(
        RuntimeError, match=r"dimension n of \(n\),\(n\)->\(\) is 4 in 'y' and 3 in 'x'"
    ):
        dot(rd.zeros(3), rd.zeros(4))
    with pytest.raises(RuntimeError, match="'x' has 0 dimension"):
        dot(rd.zeros(()), rd.zeros(4))
    with pytest.raises(RuntimeError, match=r"batch dimensions \(2,\), \(3,\) do not broadcast"):
        dot(rd.zeros(2, 4), rd.zeros(3, 4))


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("(n),(n)", "no '->'"),
        ("n->n", "no '->'"),
        ("(n),m->(n)", "no '->'|no list"),
        ("(n)->(m)", "the size of 'm' is known from no input"),
        ("(n!)->(n)", "neither a name nor a number"),
    ],
)
def test_signatures_that_cannot_be_read(text: str, reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        Signature(text)


def test_a_fixed_size() -> None:
    signature = Signature("(3), (n, 3) -> (n), (2)")
    batch, sizes = signature.bind("f", ["a", "b"], [(3,), (7, 5, 3)])
    assert signature.results(batch, sizes) == [(7, 5), (7, 2)]
    with pytest.raises(RuntimeError, match="dimension 3 of .* is 4"):
        signature.bind("f", ["a", "b"], [(4,), (5, 3)])


def test_what_does_not_fit_the_signature_is_refused() -> None:
    before = dict(OPERATORS)
    f = function("def few(x):\n    pass\n")
    with pytest.raises(RegistrationError, match="has 1 parameter.* 1 input.* 1 output"):
        rd.kernel("(n)->()")(f)
    g = function("def other(x, out):\n    pass\n")
    with pytest.raises(RegistrationError, match=r"has derivative=.*\n.*\n.*\(\),\(n\)->\(n\)"):
        rd.kernel("(n)->()", derivative=dot_backward)(g)
    with pytest.raises(TypeError, match="expected a function"):
        rd.kernel("(n)->()")(math.sin)
    assert before == OPERATORS


def test_defined_again_it_is_replaced() -> None:
    text = "def again(x, out):\n    out[0] = {}\n"
    first = rd.kernel("()->()")(function(text.format(1.0)))
    second = rd.kernel("()->()")(function(text.format(2.0)))
    assert first.name == second.name and second(rd.zeros(2)).tolist() == [2.0, 2.0]
    second.undo()
    assert second.name not in OPERATORS


def test_it_can_be_pickled() -> None:
    assert pickle.loads(pickle.dumps(dot)) is dot
