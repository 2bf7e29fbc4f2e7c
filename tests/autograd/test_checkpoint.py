"""Checkpointing, both forms, against the same function without it."""

from __future__ import annotations

import functools
import gc
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np
import pytest

import redispatch as rd
from redispatch.autograd import graph
from redispatch.utils.checkpoint import (
    CheckpointError,
    CheckpointPolicy,
    checkpoint,
    checkpoint_sequential,
    create_selective_checkpoint_contexts,
    set_checkpoint_early_stop,
)

BOTH = pytest.mark.parametrize("reentrant", [True, False])


def leaf(*values: float) -> Any:
    return rd.tensor(list(values), dtype=rd.float64, requires_grad=True)


def chain(x: Any) -> Any:
    return (x.sin() * x).exp().sin()


def gradient(x: np.ndarray) -> np.ndarray:
    """The derivative of `chain`, by hand."""
    inner = np.exp(np.sin(x) * x)
    found: np.ndarray = np.cos(inner) * inner * (np.cos(x) * x + np.sin(x))
    return found


@BOTH
def test_gradients(reentrant: bool) -> None:
    x = leaf(0.3, -1.2)
    checkpoint(chain, x, use_reentrant=reentrant).sum().backward()
    np.testing.assert_allclose(x.grad.numpy(), gradient(np.array([0.3, -1.2])))


@pytest.mark.parametrize("outer", [True, False])
@pytest.mark.parametrize("inner", [True, False])
def test_nesting(outer: bool, inner: bool) -> None:
    calls: list[int] = []

    def part(x: Any) -> Any:
        calls.append(1)
        return checkpoint(chain, x, use_reentrant=inner) * 2

    x = leaf(0.3, -1.2)
    checkpoint(part, x, use_reentrant=outer).sum().backward()
    np.testing.assert_allclose(x.grad.numpy(), 2 * gradient(np.array([0.3, -1.2])))
    assert len(calls) == 2


@BOTH
def test_random_numbers_are_repeated(reentrant: bool) -> None:
    def noisy(x: Any) -> Any:
        return (x * rd.rand(1000, dtype=rd.float64)).exp()

    def run(wrapped: bool) -> tuple[Any, Any]:
        rd.manual_seed(3)
        x = rd.ones(1000, dtype=rd.float64, requires_grad=True)
        y = checkpoint(noisy, x, use_reentrant=reentrant) if wrapped else noisy(x)
        between = rd.rand(3)
        y.sum().backward()
        return x.grad, (between, rd.rand(3))

    plain, after = run(False)
    again, after_again = run(True)
    assert (plain == again).all().item()
    for a, b in zip(after, after_again, strict=True):
        assert (a == b).all().item()  # recomputation leaves the outer state alone


@BOTH
def test_without_preserving_random_numbers(reentrant: bool) -> None:
    x = rd.ones(1000, requires_grad=True)
    seen: list[Any] = []

    def noisy(t: Any) -> Any:
        seen.append(rd.rand(3).tolist())
        return t * t

    checkpoint(noisy, x, use_reentrant=reentrant, preserve_rng_state=False).sum().backward()
    assert seen[0] != seen[1]


@BOTH
def test_a_second_backward(reentrant: bool) -> None:
    x = leaf(0.3)
    y = checkpoint(chain, x, use_reentrant=reentrant).sum()
    y.backward(retain_graph=True)
    y.backward(retain_graph=True)
    np.testing.assert_allclose(x.grad.numpy(), 2 * gradient(np.array([0.3])))
    y.backward()
    with pytest.raises(RuntimeError, match="second time"):
        y.backward()


@BOTH
def test_inputs_that_were_written_to_are_noticed(reentrant: bool) -> None:
    x = leaf(0.3)
    z = x * 1
    y = checkpoint(chain, z, use_reentrant=reentrant).sum()
    with rd.no_grad():
        z.add_(1)
    with pytest.raises(RuntimeError, match="modified by an inplace operation"):
        y.backward()


@BOTH
def test_errors_keep_their_type(reentrant: bool) -> None:
    calls: list[int] = []

    def fails(x: Any) -> Any:
        calls.append(1)
        if len(calls) == 2:
            raise KeyError("second")
        return x.exp()

    y = checkpoint(fails, leaf(1.0), use_reentrant=reentrant)
    with pytest.raises(KeyError, match="second"):
        y.sum().backward()
    with pytest.raises(ZeroDivisionError):
        checkpoint(lambda x: 1 / 0, leaf(1.0), use_reentrant=reentrant)
    x = leaf(1.0)
    x.exp().backward()
    assert x.grad is not None  # the engine still works


@BOTH
def test_the_state_of_the_call_is_carried(reentrant: bool) -> None:
    seen: list[bool] = []

    class Saw(rd.DispatchMode):
        def __torch_dispatch__(
            self, func: Any, types: Any, args: Any = (), kwargs: Any = None
        ) -> Any:
            seen.append(func.name == "rd::exp")
            return func(*args, **(kwargs or {}))

    x = leaf(0.5)
    with Saw():
        y = checkpoint(lambda t: t.exp() * 2, x, use_reentrant=reentrant)
    count = seen.count(True)
    y.sum().backward()
    assert seen.count(True) == 2 * count == 2


def test_reentrant_restrictions() -> None:
    x = leaf(0.3)
    with pytest.warns(UserWarning, match="None of the inputs"):
        assert not checkpoint(chain, x.detach(), use_reentrant=True).requires_grad
    y = checkpoint(chain, x, use_reentrant=True).sum()
    with pytest.raises(RuntimeError, match="incompatible"):
        rd.autograd.grad(y, x, retain_graph=True)
    with pytest.raises(RuntimeError, match="incompatible"):
        y.backward(inputs=[x])
    with pytest.raises(RuntimeError, match="not necessary"):
        checkpoint(lambda t: t.detach(), x, use_reentrant=True).sum().backward()
    with pytest.raises(ValueError, match="Unexpected keyword"):
        checkpoint(chain, x, use_reentrant=True, other=1)
    with pytest.raises(ValueError, match="debug"):
        checkpoint(chain, x, use_reentrant=True, debug=True)
    with pytest.warns(UserWarning, match="use_reentrant"):
        checkpoint(chain, x)


def test_what_only_the_other_form_can() -> None:
    x, w = leaf(0.3, -1.2), leaf(2.0, 0.5)

    def function(given: Any, *, scale: float) -> Any:
        return given["x"].exp() * w * scale

    y = checkpoint(function, {"x": x}, use_reentrant=False, scale=3.0)
    (g,) = rd.autograd.grad(y.sum(), x, create_graph=True)
    expected = np.exp([0.3, -1.2]) * [2.0, 0.5] * 3
    np.testing.assert_allclose(g.detach().numpy(), expected)
    (h,) = rd.autograd.grad(g.sum(), x)
    np.testing.assert_allclose(h.numpy(), expected)
    assert not checkpoint(chain, x.detach(), use_reentrant=False).requires_grad


def test_recomputation_stops_early() -> None:
    calls: list[str] = []

    def function(x: Any) -> Any:
        y = x.exp()
        calls.append("before")
        y = y.sin()
        calls.append("after")
        return y + 1

    checkpoint(function, leaf(1.0), use_reentrant=False).sum().backward()
    assert calls == ["before", "after", "before"]
    calls.clear()
    with set_checkpoint_early_stop(False):
        y = checkpoint(function, leaf(1.0), use_reentrant=False).sum()
    y.backward()
    assert calls == ["before", "after"] * 2


def changing(*results: Any) -> Any:
    """Return a function that does something else each time."""
    rest = list(results)
    return lambda x: rest.pop(0)(x)


def test_recomputation_that_saves_less() -> None:
    function = changing(lambda x: x.sin().exp().sin(), lambda x: x.exp())
    y = checkpoint(function, leaf(1.0), use_reentrant=False).sum()
    with pytest.raises(CheckpointError, match="A different number of tensors"):
        y.backward()


def test_recomputation_that_saves_more() -> None:
    def function() -> Any:
        return changing(lambda x: x.exp(), lambda x: x.exp().sin().sin())

    checkpoint(function(), leaf(1.0), use_reentrant=False).sum().backward()  # it stops before
    with set_checkpoint_early_stop(False):
        y = checkpoint(function(), leaf(1.0), use_reentrant=False).sum()
    with pytest.raises(CheckpointError, match="A different number of tensors"):
        y.backward()


def test_recomputation_of_other_sizes() -> None:
    def function() -> Any:
        return changing(lambda x: x.exp(), lambda x: x[:1].exp())

    y = checkpoint(function(), leaf(1.0, 2.0), use_reentrant=False).sum()
    with pytest.raises(CheckpointError, match="different metadata"):
        y.backward()
    y = checkpoint(function(), leaf(1.0, 2.0), use_reentrant=False, determinism_check="none").sum()
    y.backward()
    with pytest.raises(ValueError, match="determinism_check"):
        checkpoint(chain, leaf(1.0), use_reentrant=False, determinism_check="other")


def test_debug_shows_the_operators_that_differ() -> None:
    function = changing(lambda x: x.sin().exp() * x, lambda x: x.sin().cos() + x)
    y = checkpoint(function, leaf(1.0), use_reentrant=False, debug=True).sum()
    with pytest.raises(CheckpointError) as caught:
        y.backward()
    text = str(caught.value)
    assert "       0  SinBackward0 redispatch.float64 [1]" in text
    assert "  -    1  ExpBackward0" in text and "  +    1  CosBackward0" in text
    assert "  -    2  MulBackward0" in text and "  +    2  AddBackward0" in text
    assert __file__ in text


def test_reading_saved_tensors_twice_in_one_backward() -> None:
    class Twice(rd.autograd.Function):
        @staticmethod
        def forward(ctx: Any, x: Any) -> Any:
            ctx.save_for_backward(x)
            return x * 1

        @staticmethod
        def backward(ctx: Any, g: Any) -> Any:
            ctx.saved_tensors  # noqa: B018
            return g * ctx.saved_tensors[0]

    y = checkpoint(lambda x: Twice.apply(x.sin()), leaf(1.0), use_reentrant=False)
    node = y.grad_fn
    assert node.saved_tensors[0].tolist() == node.saved_tensors[0].tolist()  # outside: both
    with pytest.raises(CheckpointError, match="already unpacked once"):
        y.sum().backward()


@contextmanager
def collector_off() -> Iterator[None]:
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


def layers(x: Any, weights: list[Any], wrapped: bool) -> Any:
    def layer(h: Any, w: Any) -> Any:
        return (h @ w).sin().exp().sin()

    for w in weights:
        x = checkpoint(layer, x, w, use_reentrant=False) if wrapped else layer(x, w)
    return x.sum()


def test_it_keeps_less_than_half() -> None:
    rd.manual_seed(0)
    weights: list[Any] = [rd.rand(64, 64, requires_grad=True) for _ in range(4)]
    x = rd.rand(256, 64)
    plain = layers(x, weights, False)
    saved = graph.memory(layers(x, weights, True)).graph
    assert saved == 3 * 256 * 64 * 4  # the inputs of the layers but the first, which is ours
    assert saved < graph.memory(plain).graph / 2
    plain.backward()
    expected = [w.grad.numpy().copy() for w in weights]
    for w in weights:
        w.grad = None
    layers(x, weights, True).backward()
    for w, g in zip(weights, expected, strict=True):
        assert (w.grad.numpy() == g).all()


@BOTH
def test_nothing_is_left_behind(reentrant: bool) -> None:
    import weakref

    with collector_off():
        x = leaf(0.3)
        y = checkpoint(chain, x * 1, use_reentrant=reentrant).sum()
        node = weakref.ref(y.grad_fn)
        y.backward()
        del y
        assert node() is None


@BOTH
def test_sequential(reentrant: bool) -> None:
    functions = [rd.sin, rd.exp, rd.sin, rd.exp, rd.sin]
    for segments in (1, 2, 5):
        x = leaf(0.3, 0.7)
        y = checkpoint_sequential(functions, segments, x, use_reentrant=reentrant)
        plain = leaf(0.3, 0.7)
        z = functools.reduce(lambda v, f: f(v), functions, plain)
        y.sum().backward()
        z.sum().backward()
        np.testing.assert_array_equal(x.grad.numpy(), plain.grad.numpy())


# selective ----------------------------------------------------------------------------------------


def counted(calls: list[str]) -> Any:
    class Count(rd.DispatchMode):
        def __torch_dispatch__(
            self, func: Any, types: Any, args: Any = (), kwargs: Any = None
        ) -> Any:
            calls.append(func.name)
            return func(*args, **(kwargs or {}))

    return Count()


@pytest.mark.parametrize("as_list", [True, False])
def test_a_policy_says_what_is_kept(as_list: bool) -> None:
    told: list[bool] = []

    def policy(ctx: Any, func: Any, *args: Any, **kwargs: Any) -> CheckpointPolicy:
        told.append(ctx.is_recompute)
        if func.name == "rd::matmul":
            return CheckpointPolicy.MUST_SAVE
        return CheckpointPolicy.PREFER_RECOMPUTE

    chosen: Any = [rd.dispatch.lookup("matmul")] if as_list else policy
    contexts = functools.partial(create_selective_checkpoint_contexts, chosen)
    w: Any = rd.rand(3, 3, dtype=rd.float64, requires_grad=True)
    calls: list[str] = []
    with counted(calls):
        y = checkpoint(
            lambda t: (t @ t).sin().exp(), w, use_reentrant=False, context_fn=contexts
        ).sum()
    assert calls.count("rd::matmul") == 1
    y.backward()
    assert calls.count("rd::sin") == 2 and calls.count("rd::exp") == 2
    plain: Any = w.detach().requires_grad_(True)
    (plain @ plain).sin().exp().sum().backward()
    np.testing.assert_allclose(w.grad.numpy(), plain.grad.numpy())
    assert as_list or (True in told and False in told)


def test_a_policy_keeps_operators_with_several_outputs() -> None:
    contexts = functools.partial(
        create_selective_checkpoint_contexts, [rd.dispatch.lookup("native_dropout")]
    )

    def noisy(t: Any) -> Any:
        return rd.native_dropout(t.exp(), 0.5)[0].sin()

    results = []
    ways: list[dict[str, Any]] = [{}, {"context_fn": contexts}]
    for more in ways:
        rd.manual_seed(4)
        x = rd.ones(100, dtype=rd.float64, requires_grad=True)
        checkpoint(noisy, x, use_reentrant=False, **more).sum().backward()
        results.append(x.grad.numpy())  # type: ignore[union-attr]
    kept = results[0] != 0
    np.testing.assert_allclose(results[0][kept], np.cos(2 * np.e) * 2 * np.e)
    assert 20 < kept.sum() < 80
    np.testing.assert_array_equal(*results)


def test_selective_refusals() -> None:
    with pytest.raises(TypeError):
        create_selective_checkpoint_contexts(3)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="operators"):
        create_selective_checkpoint_contexts(["matmul"])
