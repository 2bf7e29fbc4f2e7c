"""`autograd.Function` under `vmap`: its own rule, or the one that is made of its functions."""

from __future__ import annotations

import gc
import weakref
from typing import Any

import numpy as np
import pytest

import redispatch as rd
from redispatch.autograd import forward_ad
from redispatch.func import vmap

Function = rd.autograd.Function


def some(*shape: int) -> Any:
    """Return numbers that require grad."""
    numbers = np.random.default_rng(len(shape)).standard_normal(shape)
    return rd.from_numpy(numbers).requires_grad_()


def tangent(value: Any) -> Any:
    """Return the tangent of a dual tensor as an array."""
    found: Any = forward_ad.unpack_dual(value).tangent
    return found.numpy()


class Scaled(Function):
    """x times the sum of y, and exp(x)."""

    generate_vmap_rule = True

    @staticmethod
    def forward(x: Any, y: Any) -> Any:
        return x * y.sum(), x.exp()

    @staticmethod
    def setup_context(ctx: Any, inputs: Any, output: Any) -> None:
        ctx.save_for_backward(*inputs, output[1])
        ctx.save_for_forward(*inputs, output[1])
        ctx.count = len(inputs)

    @staticmethod
    def backward(ctx: Any, g: Any, h: Any) -> Any:
        x, y, e = ctx.saved_tensors
        assert ctx.count == 2 and len(ctx.needs_input_grad) == 2
        return g * y.sum() + h * e, (g * x).sum().expand(y.shape)

    @staticmethod
    def jvp(ctx: Any, x_t: Any, y_t: Any) -> Any:
        x, y, e = ctx.saved_tensors
        return x_t * y.sum() + x * y_t.sum(), x_t * e


def by_operators(x: Any, y: Any) -> Any:
    """Return the same, written in operators."""
    return x * y.sum(), x.exp()


CASES: list[tuple[list[Any], tuple[Any, ...]]] = [
    ([(0, 0)], ((3, 2), (3, 4))),
    ([(0, None)], ((3, 2), (4,))),
    ([(None, 1)], ((2,), (4, 3))),
    ([(0, 0), (0, None)], ((3, 5, 2), (3, 4))),
    ([(0, None), (None, 0)], ((3, 2), (3, 4))),
]


@pytest.mark.parametrize("dims, shapes", CASES)
def test_a_generated_rule_is_the_function_of_each_example(dims: Any, shapes: Any) -> None:
    """Values, gradients and second gradients are those of the operators it stands for."""
    args = [some(*shape) for shape in shapes]
    rows = []
    for function in (Scaled.apply, by_operators):
        for dim in reversed(dims):
            function = vmap(function, in_dims=dim)
        first, second = function(*args)
        loss = first.sin().sum() + (second * second).sum()
        grads = rd.autograd.grad(loss, args, create_graph=True)
        again = rd.autograd.grad(rd.stack([(g * g).sum() for g in grads]).sum(), args)
        rows.append([first, second, *grads, *again])
    for mine, wanted in zip(*rows, strict=True):
        assert mine.shape == wanted.shape
        np.testing.assert_allclose(mine.detach().numpy(), wanted.detach().numpy(), rtol=1e-9)


def test_a_generated_rule_has_tangents() -> None:
    x, y = some(3, 2).detach(), some(4).detach()
    with forward_ad.dual_level():
        dual = forward_ad.make_dual(x, rd.ones_like(x))
        first, second = vmap(Scaled.apply, in_dims=(0, None))(dual, y)
        np.testing.assert_allclose(tangent(first), np.full((3, 2), y.numpy().sum()))
        np.testing.assert_allclose(tangent(second), np.exp(x.numpy()))


def test_a_generated_rule_does_not_keep_its_function() -> None:
    class Passing(Function):
        generate_vmap_rule = True

        @staticmethod
        def forward(x: Any) -> Any:
            return x * 1

        @staticmethod
        def setup_context(ctx: Any, inputs: Any, output: Any) -> None:
            pass

    vmap(Passing.apply)(rd.ones(2))
    known = weakref.ref(Passing)
    del Passing
    gc.collect()
    assert known() is None


class Sine(Function):
    """A sine that only NumPy computes."""

    seen: list[Any] = []  # noqa: RUF012

    @staticmethod
    def forward(x: Any) -> Any:
        return rd.from_numpy(np.sin(x.numpy()))

    @staticmethod
    def setup_context(ctx: Any, inputs: Any, output: Any) -> None:
        ctx.save_for_backward(*inputs)

    @staticmethod
    def backward(ctx: Any, g: Any) -> Any:
        return g * ctx.saved_tensors[0].cos()

    @staticmethod
    def vmap(info: Any, in_dims: Any, x: Any) -> Any:
        Sine.seen.append((info.batch_size, info.randomness, in_dims))
        return Sine.apply(x), in_dims[0]


def test_its_own_rule_is_asked_at_each_level() -> None:
    Sine.seen.clear()
    x = some(3, 2)
    result = vmap(vmap(Sine.apply), randomness="same")(x)
    np.testing.assert_allclose(result.detach().numpy(), np.sin(x.detach().numpy()))
    (g,) = rd.autograd.grad(result.sum(), x)
    np.testing.assert_allclose(g.numpy(), np.cos(x.detach().numpy()))
    assert Sine.seen == [(2, "error", (0,)), (3, "same", (0,))]


def test_without_a_batch_no_rule_is_asked() -> None:
    Sine.seen.clear()
    x = some(2).detach()
    result = vmap(lambda a: a * Sine.apply(x))(rd.ones(3, dtype=rd.float64))
    np.testing.assert_allclose(result.numpy(), np.stack([np.sin(x.numpy())] * 3))
    assert Sine.seen == []


def test_a_rule_may_return_results_without_a_batch_and_in_other_places() -> None:
    class Both(Sine):
        @staticmethod
        def vmap(info: Any, in_dims: Any, x: Any) -> Any:
            return (x.movedim(in_dims[0], 1), rd.ones(5)), (1, None)

    def f(a: Any) -> Any:
        moved, ones = Both.apply(a)
        assert tuple(moved.shape) == (2,) and tuple(ones.shape) == (5,)
        return moved, ones

    x = some(3, 2).detach()
    moved, ones = vmap(f, out_dims=(0, None))(x)
    np.testing.assert_array_equal(moved.numpy(), x.numpy())
    assert tuple(ones.shape) == (5,)


class Old(Function):
    """The old style: forward gets ctx."""

    @staticmethod
    def forward(ctx: Any, x: Any) -> Any:
        return x * 2

    @staticmethod
    def backward(ctx: Any, g: Any) -> Any:
        return g * 2


class Neither(Sine):
    """No rule."""

    vmap: Any = Function.vmap


class Two(Sine):
    """Two rules."""

    generate_vmap_rule = True


class One(Sine):
    """A rule that forgets the dimensions."""

    @staticmethod
    def vmap(info: Any, in_dims: Any, x: Any) -> Any:
        return x


class Many(Sine):
    """A rule with dimensions for two results."""

    @staticmethod
    def vmap(info: Any, in_dims: Any, x: Any) -> Any:
        return x * 1, (0, 0)


@pytest.mark.parametrize(
    "cls, words",
    [
        (Old, "must override the setup_context"),
        (Neither, "does not have vmap support"),
        (Two, "both generate_vmap_rule=True and an overriden vmap"),
        (One, "to have two returns"),
        (Many, "returned an incompatible"),
    ],
)
def test_what_is_refused(cls: Any, words: str) -> None:
    with pytest.raises(RuntimeError, match=words):
        vmap(cls.apply)(rd.ones(3, 2))


def test_the_old_style_is_refused_in_a_mapped_function_also_without_a_batch() -> None:
    with pytest.raises(RuntimeError, match="must override the setup_context"):
        vmap(lambda a: Old.apply(rd.ones(2)))(rd.ones(3))


def test_the_old_style_goes_on_where_autograd_computes_gradients_of_a_batch() -> None:
    class Outer(Function):
        @staticmethod
        def forward(ctx: Any, x: Any) -> Any:
            return x * 1

        @staticmethod
        def backward(ctx: Any, g: Any) -> Any:
            return Old.apply(g)

    x = some(2)
    (g,) = rd.autograd.grad(Outer.apply(x), x, rd.eye(2, dtype=rd.float64), is_grads_batched=True)
    np.testing.assert_array_equal(g.numpy(), 2 * np.eye(2))
