"""Operators of users under `vmap`: their rules, those made for them, and one example at a time."""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

import redispatch as rd
from redispatch import library
from redispatch.func import vmap, vmap_fallbacks

X = np.random.default_rng(2).standard_normal((3, 2))


@pytest.fixture
def scaled() -> Iterator[Any]:
    """An operator that only NumPy computes."""

    @library.custom_op("batches::scaled", mutates_args=())
    def scaled(x: rd.Tensor, *, by: float = 2.0) -> rd.Tensor:
        return rd.from_numpy(np.asarray(x.numpy() * by))

    def setup(ctx: Any, inputs: Any, keyword_only_inputs: Any, output: Any) -> None:
        ctx.by = keyword_only_inputs["by"]

    scaled.register_autograd(lambda ctx, g: scaled(g, by=ctx.by), setup_context=setup)
    yield scaled
    vmap_fallbacks.pop("batches::scaled", None)
    scaled.undo()


def test_without_a_rule_it_is_called_for_one_example_after_the_other(scaled: Any) -> None:
    with pytest.warns(UserWarning, match="performance drop.*batches::scaled") as told:
        result = vmap(lambda a: scaled(a, by=3.0))(rd.from_numpy(X))
    np.testing.assert_array_equal(result.numpy(), X * 3)
    assert [w.filename for w in told] == [__file__]
    with warnings.catch_warnings():
        warnings.simplefilter("error")  # the first call has said it
        vmap(scaled)(rd.from_numpy(X))
    assert vmap_fallbacks["batches::scaled"] == 2


@pytest.mark.filterwarnings("ignore:.*performance drop")
def test_one_after_the_other_nests_and_is_differentiated(scaled: Any) -> None:
    x = rd.from_numpy(X).requires_grad_()
    result = vmap(vmap(scaled))(x)
    np.testing.assert_array_equal(result.detach().numpy(), X * 2)
    (g,) = rd.autograd.grad(result.sin().sum(), x)
    np.testing.assert_allclose(g.numpy(), np.cos(X * 2) * 2)


@pytest.mark.parametrize("by_name", [False, True])
def test_a_rule_is_asked_and_gets_keywords_by_name(scaled: Any, by_name: bool) -> None:
    seen = []

    def rule(info: Any, in_dims: Any, x: Any, *, by: float) -> Any:
        seen.append((info.batch_size, in_dims, by))
        return scaled(x, by=by), in_dims[0]

    if by_name:
        library.register_vmap("batches::scaled", rule)
    else:
        scaled.register_vmap(rule)
    result = vmap(lambda a: scaled(a, by=3.0), in_dims=1)(rd.from_numpy(X))
    np.testing.assert_array_equal(result.numpy(), X.T * 3)
    assert seen == [(2, (0,), 3.0)]
    assert vmap_fallbacks["batches::scaled"] == 0


def test_a_rule_must_return_dimensions(scaled: Any) -> None:
    scaled.register_vmap(lambda info, in_dims, x, *, by: x)
    with pytest.raises(RuntimeError, match="to have two returns"):
        vmap(scaled)(rd.from_numpy(X))


def test_an_error_of_a_rule_is_its_own(scaled: Any) -> None:
    def rule(info: Any, in_dims: Any, x: Any, *, by: float) -> Any:
        raise ValueError("mine")

    scaled.register_vmap(rule)
    with pytest.raises(ValueError, match="^mine$"):
        vmap(scaled)(rd.from_numpy(X))


def test_an_operator_that_writes_is_mapped() -> None:
    @library.custom_op("batches::clip_", mutates_args={"x"})
    def clip_(x: rd.Tensor, most: float) -> None:
        np.minimum(x.numpy(), most, out=x.numpy())

    def f(a: Any) -> Any:
        b = a.clone()
        assert clip_(b, 0.5) is None
        return b

    try:
        with pytest.warns(UserWarning, match="performance drop"):
            result = vmap(f)(rd.from_numpy(X))
        np.testing.assert_array_equal(result.numpy(), np.minimum(X, 0.5))
        clip_.register_vmap(lambda info, in_dims, x, most: (clip_(x, most), None))
        np.testing.assert_array_equal(vmap(f)(rd.from_numpy(X)).numpy(), np.minimum(X, 0.5))
    finally:
        vmap_fallbacks.pop("batches::clip_", None)
        clip_.undo()


def test_results_of_other_sizes_are_refused() -> None:
    @library.custom_op("batches::positive", mutates_args=())
    def positive(x: rd.Tensor) -> rd.Tensor:
        return rd.from_numpy(x.numpy()[x.numpy() > 0])

    try:
        with (
            pytest.warns(UserWarning, match="performance drop"),
            pytest.raises(RuntimeError, match="dynamic shape"),
        ):
            vmap(positive)(rd.tensor([[1.0, -1.0], [1.0, 1.0]]))
    finally:
        vmap_fallbacks.pop("batches::positive", None)
        positive.undo()


def test_opcheck_takes_an_operator_with_a_rule(scaled: Any) -> None:
    scaled.register_fake(lambda x, *, by=2.0: rd.empty_like(x))
    scaled.register_vmap(lambda info, in_dims, x, *, by: (scaled(x, by=by), in_dims[0]))
    assert set(library.opcheck(scaled, (rd.from_numpy(X).requires_grad_(),)).values()) == {
        "SUCCESS"
    }


def test_elementwise_functions_are_mapped_with_their_derivatives() -> None:
    @rd.elementwise
    def bent(x: Any, y: Any) -> Any:
        return x * x * y

    x, y = rd.from_numpy(X).requires_grad_(), rd.from_numpy(X[0].copy()).requires_grad_()
    result = vmap(bent, in_dims=(0, None))(x, y)
    np.testing.assert_allclose(result.detach().numpy(), X * X * X[0])
    gx, gy = rd.autograd.grad(result.sum(), (x, y), create_graph=True)
    np.testing.assert_allclose(gx.detach().numpy(), 2 * X * X[0])
    np.testing.assert_allclose(gy.detach().numpy(), (X * X).sum(0))
    (again,) = rd.autograd.grad(gx.sum(), x)
    np.testing.assert_allclose(again.numpy(), np.broadcast_to(2 * X[0], X.shape))
    whole = rd.autograd.functional.jacobian(lambda a: bent(a, y.detach()), x[0], vectorize=True)
    np.testing.assert_allclose(whole.numpy(), np.diag(2 * X[0] * X[0]))


@pytest.fixture
def dot() -> Any:
    """A kernel with core dimensions."""

    @rd.kernel("(),(n),(n)->(n),(n)")
    def batches_dot_backward(g: Any, x: Any, y: Any, dx: Any, dy: Any) -> None:
        for i in range(x.size):
            dx[i] = g * y[i]
            dy[i] = g * x[i]

    @rd.kernel("(n),(n)->()", derivative=batches_dot_backward)
    def batches_dot(x: Any, y: Any, out: Any) -> None:
        s = 0.0
        for i in range(x.size):
            s += x[i] * y[i]
        out[0] = s

    yield batches_dot
    batches_dot.undo()
    batches_dot_backward.undo()


@pytest.mark.parametrize(
    "dims, shapes",
    [
        ((0, 0), ((3, 4), (3, 4))),
        ((0, None), ((3, 4), (2, 4))),
        ((1, 0), ((4, 3), (3, 2, 4))),
        ((None, 0), ((2, 5, 4), (3, 4))),
        ((None, 1), ((2, 5, 4), (4, 3))),
    ],
)
def test_kernels_have_a_rule_by_their_core_dimensions(dot: Any, dims: Any, shapes: Any) -> None:
    numbers = np.random.default_rng(3)
    arrays = [numbers.standard_normal(s) for s in shapes]
    leaves = [rd.from_numpy(a).requires_grad_() for a in arrays]
    result = vmap(dot, in_dims=dims)(*leaves)
    count = next(a.shape[d] for a, d in zip(arrays, dims, strict=True) if d is not None)

    def example(i: int) -> list[Any]:
        pairs = zip(arrays, dims, strict=True)
        return [a if d is None else np.take(a, i, axis=d) for a, d in pairs]

    wanted = np.stack([(x * y).sum(-1) for x, y in map(example, range(count))])
    np.testing.assert_allclose(result.detach().numpy(), wanted)
    plain = vmap(lambda x, y: (x * y).sum(-1), in_dims=dims)(*leaves)
    mine = rd.autograd.grad(result.sin().sum(), leaves)
    for g, other in zip(mine, rd.autograd.grad(plain.sin().sum(), leaves), strict=True):
        np.testing.assert_allclose(g.numpy(), other.numpy())
    assert not any(name.startswith("user::batches") for name in vmap_fallbacks)


def test_an_error_of_a_kernel_speaks_of_an_example(dot: Any) -> None:
    with pytest.raises(RuntimeError, match="dimension n of .* is 4 in 'y' and 2 in 'x'"):
        vmap(dot)(rd.ones(3, 2), rd.ones(3, 4))
