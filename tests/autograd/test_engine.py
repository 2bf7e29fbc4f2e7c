"""Runs: what backward and grad take, how gradients add up, and graphs of every shape and size."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

import redispatch as rd
from redispatch.autograd import backward, grad


def leaf(values: Any, dtype: Any = rd.float64) -> Any:
    return rd.tensor(values, dtype=dtype, requires_grad=True)


def close(actual: Any, expected: Any) -> None:
    np.testing.assert_allclose(actual.detach().numpy(), expected, rtol=1e-10, atol=1e-12)


# ----- arguments of backward -----


@pytest.mark.parametrize("shape", [(2,), (0,), (2, 2)])
def test_only_one_element_starts_by_itself(shape: tuple[int, ...]) -> None:
    x = rd.zeros(shape, requires_grad=True)
    with pytest.raises(RuntimeError, match="implicitly created only for scalar outputs"):
        (x * 2).backward()
    assert x.grad is None


@pytest.mark.parametrize("shape", [(), (1,), (1, 1, 1)])
def test_one_element_of_any_shape(shape: tuple[int, ...]) -> None:
    x: Any = rd.zeros(shape, requires_grad=True)
    (x * 2).backward()
    assert x.grad.shape == shape and x.grad.item() == 2


def test_complex_outputs_need_a_gradient() -> None:
    x: Any = rd.tensor([1 + 1j], requires_grad=True)
    with pytest.raises(RuntimeError, match="real scalar outputs"):
        (x * 1).backward()


def test_outputs_without_history() -> None:
    x = leaf([1.0])
    with pytest.raises(RuntimeError, match="element 0 of tensors does not require grad"):
        rd.ones(1).backward()
    with pytest.raises(RuntimeError, match="element 1 of tensors does not require grad"):
        backward([x * 2, rd.ones(1)])
    assert x.grad is None
    with rd.no_grad():
        y = x * 2
    with pytest.raises(RuntimeError, match="does not require grad"):
        y.backward()


def test_backward_of_a_leaf_copies_the_gradient() -> None:
    x, g = leaf([1.0, 2.0]), rd.tensor([3.0, 4.0], dtype=rd.float64)
    x.backward(g)
    x.backward(g)
    assert x.grad.tolist() == [6.0, 8.0] and g.tolist() == [3.0, 4.0]


@pytest.mark.parametrize("shape", [(), (1,), (1, 2), (3,), (2, 1)])
def test_the_gradient_has_exactly_the_shape(shape: tuple[int, ...]) -> None:
    x = leaf([1.0, 2.0])
    with pytest.raises(RuntimeError, match="[Mm]ismatch in shape"):
        (x * 2).backward(rd.ones(shape, dtype=rd.float64))
    assert x.grad is None


@pytest.mark.parametrize("dtype", [rd.float32, rd.int64, rd.bool, rd.float16])
def test_the_gradient_is_cast(dtype: Any) -> None:
    x = leaf([1.0, 2.0])
    (x * 2).backward(rd.tensor([1, 1]).to(dtype))
    assert x.grad.dtype is rd.float64 and x.grad.tolist() == [2.0, 2.0]


def test_complex_and_real_do_not_mix() -> None:
    x = leaf([1.0])
    with pytest.raises(RuntimeError, match="same dtype"):
        (x * 2).backward(rd.tensor([1j]))


@pytest.mark.parametrize("gradient", [2.0, [1.0, 1.0], np.ones(2), (3.0,)])
def test_gradients_are_tensors(gradient: Any) -> None:
    x = leaf([1.0, 2.0])
    with pytest.raises(TypeError):
        (x * 2).backward(gradient)
    assert x.grad is None


def test_fewer_and_more_gradients_than_tensors() -> None:
    x = leaf([1.0])
    g = rd.ones(1, dtype=rd.float64)
    with pytest.raises(RuntimeError, match="2 tensors and 1 gradients"):
        backward([x * 2, x * 3], [g])
    backward([x * 2], [g, g, g])
    assert x.grad.tolist() == [2.0]


def test_none_among_gradients() -> None:
    x = leaf([1.0])
    backward([x * 2, x * 3], [None, rd.tensor([10.0], dtype=rd.float64)])
    assert x.grad.tolist() == [32.0]


def test_no_tensors_is_nothing() -> None:
    backward([])
    backward(())


def test_the_same_tensor_twice_is_summed() -> None:
    x = leaf([1.0])
    y = x * 2
    backward([y, y])
    assert x.grad.tolist() == [4.0]


def test_several_roots_share_a_graph() -> None:
    x = leaf([3.0])
    y = x * x
    backward([y, y * 2, x])
    assert x.grad.tolist() == [6.0 + 12.0 + 1.0]


def test_inputs() -> None:
    a, b = leaf([1.0]), leaf([2.0])
    y = a * 3 + b * 5
    y.backward(inputs=[a], retain_graph=True)
    assert a.grad.tolist() == [3.0] and b.grad is None
    y.backward(inputs=b)
    assert a.grad.tolist() == [3.0] and b.grad.tolist() == [5.0]  # type: ignore[attr-defined]


def test_inputs_may_be_interior() -> None:
    x = leaf([2.0])
    y = x * 3
    z = y * y
    z.backward(inputs=[y])
    assert y.grad.tolist() == [12.0] and x.grad is None


def test_inputs_may_be_unreachable() -> None:
    x, other = leaf([2.0]), leaf([1.0])
    (x * 2).backward(inputs=[other])
    assert other.grad is None and x.grad is None


def test_bad_inputs() -> None:
    x = leaf([2.0])
    with pytest.raises(RuntimeError, match="cannot be empty"):
        (x * 2).backward(inputs=[])
    with pytest.raises(RuntimeError, match="requires_grad=False"):
        (x * 2).backward(inputs=[rd.ones(1)])
    with pytest.raises((RuntimeError, TypeError)):
        (x * 2).backward(inputs=[3])
    assert x.grad is None


def test_create_graph_without_retain_graph() -> None:
    x = leaf([3.0])
    (g,) = grad(x * x, x, create_graph=True, retain_graph=False)
    close(grad(g, x)[0], [2.0])


# ----- grad -----


def test_grad_writes_no_grad() -> None:
    x = leaf([3.0])
    (g,) = grad(x * x, x)
    assert g.tolist() == [6.0] and x.grad is None and not g.requires_grad


def test_grad_of_the_same_input_twice() -> None:
    x = leaf([3.0])
    assert [g.tolist() for g in grad(x * x, [x, x])] == [[6.0], [6.0]]


def test_grad_of_an_output_with_respect_to_itself() -> None:
    y = leaf([1.0, 2.0]) * 2
    g = rd.tensor([3.0, 4.0], dtype=rd.float64)
    assert grad(y, y, g)[0].tolist() == [3.0, 4.0]
    x = leaf(5.0)
    assert grad(x, x)[0].item() == 1.0


def test_grad_of_intermediate_and_leaf() -> None:
    x = leaf([2.0])
    y = x * 3
    z = y * y * x
    gy, gx = grad(z, [y, x])
    assert gy.tolist() == [2 * 6 * 2.0] and gx.tolist() == [9 * 3 * 4.0]


def test_grad_of_an_intermediate_stops_there() -> None:
    x = leaf([2.0])
    y = x.exp()
    z = y * 2
    grad(z, y)
    y.backward()  # exp was not run, so it was not released
    assert x.grad is not None


def test_grad_after_a_write_is_of_the_new_value() -> None:
    x = leaf([2.0])
    y = x * 3
    y.mul_(5)
    assert grad(y * 7, y)[0].tolist() == [7.0]


def test_unused_inputs() -> None:
    x, other = leaf([2.0]), leaf([1.0])
    with pytest.raises(RuntimeError, match="not have been used"):
        grad(x * 2, [x, other])
    first, second = grad(x * 2, [x, other], allow_unused=True)
    assert first.tolist() == [2.0] and second is None
    first, second = grad(x * 2, [x, other], materialize_grads=True)
    assert second.tolist() == [0.0] and not second.requires_grad
    with pytest.raises(ValueError, match="allow_unused"):
        grad(x * 2, x, allow_unused=False, materialize_grads=True)


def test_a_view_made_aside_is_unused() -> None:
    x = leaf([1.0, 2.0])
    y, aside = x * 2, x[0]
    with pytest.raises(RuntimeError, match="not have been used"):
        grad(y.sum(), aside)


def test_bad_inputs_of_grad() -> None:
    x = leaf([2.0])
    with pytest.raises(RuntimeError, match="does not require grad"):
        grad(x * 2, rd.ones(1))
    with pytest.raises(RuntimeError, match="does not require grad"):
        grad(rd.ones(1), x)
    with pytest.raises((RuntimeError, TypeError)):
        grad(x * 2, [3])  # type: ignore[list-item]
    with pytest.raises((RuntimeError, TypeError)):
        grad(x * 2, 3)  # type: ignore[arg-type]
    with pytest.raises((RuntimeError, ValueError)):
        grad(x * 2, [])


def test_the_gradient_of_a_linear_function_needs_no_grad() -> None:
    x = leaf([2.0])
    (g,) = grad(x * 3, x, create_graph=True)
    assert not g.requires_grad
    with pytest.raises(RuntimeError, match="does not require grad"):
        grad(g, x)


# ----- accumulation -----


def test_accumulation_is_in_place() -> None:
    x = leaf([1.0, 2.0])
    (x * 2).sum().backward()
    first = x.grad
    (x * 3).sum().backward()
    assert x.grad is first and first.tolist() == [5.0, 5.0] and first._version == 1
    x.grad = None
    (x * 2).sum().backward()
    assert x.grad is not first


def test_gradients_of_two_leaves_do_not_share_memory() -> None:
    for op in (lambda a, b: a + b, lambda a, b: a - b, rd.maximum):
        a, b = leaf([1.0, 2.0]), leaf([3.0, 4.0])
        op(a, b).backward(rd.ones(2, dtype=rd.float64))
        kept = b.grad.tolist()
        a.grad.mul_(100)
        assert b.grad.tolist() == kept


@pytest.mark.parametrize(
    "call",
    [
        lambda x: x * 1, lambda x: x + 0, lambda x: x.clone(), lambda x: x.reshape(2, 1),
        lambda x: x[None], lambda x: x[:], lambda x: x, lambda x: x.expand(2),
        lambda x: x.neg().neg(),
        lambda x: x.sum(0, True).expand(2), lambda x: x.transpose(0, 0), lambda x: x.permute(0),
    ],
)  # fmt: skip
def test_a_users_gradient_is_never_taken_over(call: Any) -> None:
    x = leaf([1.0, 2.0])
    y = call(x)
    g = rd.ones(y.shape, dtype=rd.float64)
    y.backward(g)
    x.grad.mul_(100)
    assert g.tolist() == rd.ones(y.shape).tolist()
    g.mul_(7)
    assert x.grad.numpy().max() >= 100


def test_a_gradient_seen_by_a_hook_is_not_taken_over() -> None:
    x = leaf([1.0, 2.0])
    seen: list[Any] = []
    x.register_hook(seen.append)
    y = x * 2
    y.register_hook(seen.append)
    y.sum().backward()
    x.grad.mul_(100)
    assert [s.tolist() for s in seen] == [[1.0, 1.0], [2.0, 2.0]]


def test_the_first_gradient_is_dense_and_writable() -> None:
    x = leaf([1.0, 2.0, 3.0])
    x.sum().backward()  # arrives as an expanded scalar
    x.grad[0].mul_(5)
    assert x.grad.tolist() == [5.0, 1.0, 1.0]


@pytest.mark.filterwarnings("ignore:.*reference cycle")
def test_create_graph_accumulates_out_of_place() -> None:
    x = leaf([3.0])
    (x * x).sum().backward(create_graph=True)
    first = x.grad
    assert first.requires_grad
    (x * x).sum().backward(create_graph=True)
    assert x.grad is not first and first.tolist() == [6.0] and x.grad.tolist() == [12.0]


@pytest.mark.filterwarnings("ignore:.*reference cycle")
def test_gradients_through_a_kept_gradient() -> None:
    x = leaf([3.0])
    (x * x * x).backward(create_graph=True)
    g = x.grad
    x.grad = None
    g.backward()
    assert x.grad.tolist() == [18.0]


# ----- shapes and dtypes of gradients -----


@pytest.mark.parametrize(
    ("left", "right"),
    [
        ((), (2,)), ((1,), (3,)), ((2, 1), (1, 3)), ((3,), (2, 3)), ((0,), (1,)), ((2, 3), ()),
        ((1, 1), (4, 2, 3)), ((0, 1), (1, 2)),
    ],
)  # fmt: skip
@pytest.mark.parametrize(
    "op",
    [
        lambda a, b: a + b, lambda a, b: a * b, lambda a, b: a - b, lambda a, b: a / (b + 1),
        lambda a, b: rd.where(a > b, a, b), rd.maximum,
    ],
)  # fmt: skip
def test_broadcast_operands_get_gradients_of_their_shape(left: Any, right: Any, op: Any) -> None:
    generator = np.random.default_rng(0)
    a, b = leaf(generator.random(left).tolist()), leaf(generator.random(right).tolist())
    a, b = leaf(np.zeros(left)) if 0 in left else a, leaf(np.zeros(right)) if 0 in right else b
    result = op(a, b)
    result.sum().backward()
    for t in (a, b):
        assert t.grad.shape == t.shape and t.grad.dtype is t.dtype


@pytest.mark.filterwarnings("ignore:.*reference cycle")
@pytest.mark.parametrize("create_graph", [False, True])
def test_mixed_dtypes(create_graph: bool) -> None:
    a, b = leaf([1.0, 2.0], rd.float32), leaf([3.0, 4.0])
    y = a * b
    assert y.dtype is rd.float64
    y.sum().backward(create_graph=create_graph)
    assert a.grad.dtype is rd.float32 and a.grad.tolist() == [3.0, 4.0]
    assert b.grad.dtype is rd.float64 and b.grad.tolist() == [1.0, 2.0]


def test_a_0d_operand_keeps_its_dtype() -> None:
    a, b = leaf([1.0, 2.0], rd.float32), leaf(3.0)
    y = a * b
    assert y.dtype is rd.float32
    y.sum().backward()
    assert a.grad.dtype is rd.float32 and b.grad.dtype is rd.float64 and b.grad.item() == 3.0


@pytest.mark.parametrize("dtype", [rd.float16, rd.float32, rd.float64])
@pytest.mark.parametrize(
    "call",
    [
        lambda x: x.exp(), lambda x: x.log(), lambda x: x.relu(), lambda x: x.abs(),
        lambda x: x.sqrt(), lambda x: x.sigmoid(), lambda x: x.tanh(), lambda x: x**2,
        lambda x: x**1.5, lambda x: 2**x, lambda x: rd.amax(x, 0), lambda x: x.mean(),
        lambda x: rd.softmax(x, 0), lambda x: rd.log_softmax(x, 0), lambda x: x / 3,
        lambda x: rd.where(x > 1, x, 2.0), lambda x: rd.maximum(x, x), lambda x: x @ x,
        lambda x: x.to(rd.float64).to(rd.float32), lambda x: x.sin() * x.cos(),
    ],
)  # fmt: skip
def test_gradients_have_the_dtype_of_their_leaf(dtype: Any, call: Any) -> None:
    x = leaf([1.0, 2.0], dtype)
    seen: list[Any] = []
    y = x * 1
    y.register_hook(lambda g: seen.append(g.dtype))
    result = call(y)
    result.sum().backward()
    assert x.grad.dtype is dtype and seen == [dtype]


# ----- shapes of graphs -----


def test_a_diamond_with_many_paths_is_linear() -> None:
    x = leaf(1.0)
    y = x
    for _ in range(20):
        y = y + y
    y.backward()
    assert x.grad.item() == 2**20


def test_deep_diamonds_add_up_before_they_run() -> None:
    x = leaf(1.0)
    seen: list[float] = []
    y = x * 1
    y.register_hook(lambda g: seen.append(g.item()))
    z = y * 2 + y * 3 + y * 5
    z.backward()
    assert seen == [10.0] and x.grad.item() == 10.0


def chain(length: int) -> tuple[Any, Any]:
    x = leaf(1.0)
    y = x
    for _ in range(length):
        y = y + 1.0
    return x, y


def test_a_chain_of_100_000_nodes() -> None:
    x, y = chain(100_000)
    y.backward()
    assert x.grad.item() == 1.0 and y.item() == 100_001.0
    del y


def test_a_long_chain_is_freed_without_recursion_when_never_run() -> None:
    _, y = chain(100_000)
    del y


def test_a_long_chain_under_create_graph_and_inputs() -> None:
    x, y = chain(50_000)
    (g,) = grad(y * y, x, create_graph=True)
    close(g, 2 * 50_001.0)
    (h,) = grad(g, x)
    close(h, 2.0)


@pytest.mark.slow
def test_a_chain_of_a_million_nodes() -> None:
    x, y = chain(1_000_000)
    y.backward()
    assert x.grad.item() == 1.0
    del y
    _, y = chain(1_000_000)
    del y


def test_long_chains_of_views_and_writes() -> None:
    x = leaf([1.0, 2.0])
    y = x * 1
    for _ in range(3_000):
        y.add_(1.0)
    for _ in range(3_000):
        y = y[None][0]
    y.sum().backward()
    assert x.grad.tolist() == [1.0, 1.0]


def test_wide_graphs() -> None:
    x = leaf([1.0, 2.0])
    total = x * 0
    for i in range(1_000):
        total = total + x * i
    total.sum().backward()
    assert x.grad.tolist() == [499_500.0, 499_500.0]


# ----- no gradient is not a zero gradient -----


def test_dropped_gradients_stay_none() -> None:
    x = leaf([1.0, 2.0])
    with rd.no_grad():
        view = x[0]
    (view * 2).backward()
    assert x.grad is None
    with pytest.raises(RuntimeError, match="does not require grad|not have been used"):
        grad(view * 2, view)


def test_branches_that_do_not_lead_to_a_leaf() -> None:
    x, c = leaf([2.0]), rd.ones(1, dtype=rd.float64)
    (x * c + c * 3).backward()
    assert x.grad.tolist() == [1.0] and c.grad is None


# ----- exceptions -----


class Boom(Exception):
    pass


def test_exceptions_keep_their_type_and_leave_the_engine_usable() -> None:
    x = leaf([2.0])
    y = x * 2

    def hook(g: Any) -> None:
        raise Boom("in a hook")

    handle = y.register_hook(hook)
    z = y * y
    for _ in range(3):
        with pytest.raises(Boom, match="in a hook"):
            z.backward(retain_graph=True)
    assert x.grad is None and rd.is_grad_enabled()
    handle.remove()
    z.backward()
    assert x.grad.tolist() == [16.0]  # type: ignore[attr-defined]


def test_exceptions_under_create_graph_restore_grad_mode() -> None:
    x = leaf([2.0])
    y = x * 2
    y.register_hook(lambda g: 1 / 0)
    z = y.exp()
    with rd.no_grad():
        with pytest.raises(ZeroDivisionError):
            grad(z, x, create_graph=True)
        assert not rd.is_grad_enabled()
    assert rd.is_grad_enabled()
    assert (x * 2).requires_grad


def test_keyboard_interrupts_pass() -> None:
    x = leaf([2.0])
    y = x * 2

    def hook(g: Any) -> None:
        raise KeyboardInterrupt

    y.register_hook(hook)
    with pytest.raises(KeyboardInterrupt):
        y.backward()
    (x * 3).backward()
    assert x.grad.tolist() == [3.0]


# ----- grad mode -----


@pytest.mark.parametrize("ambient", [True, False])
@pytest.mark.parametrize("create_graph", [True, False])
def test_grad_mode_of_a_run_is_create_graph(ambient: bool, create_graph: bool) -> None:
    x = leaf([2.0])
    y = x * x
    seen: list[bool] = []
    y.register_hook(lambda g: seen.append(rd.is_grad_enabled()))
    x.register_hook(lambda g: seen.append(rd.is_grad_enabled()))
    with rd.set_grad_enabled(ambient):
        (g,) = grad(y, x, create_graph=create_graph)
        assert rd.is_grad_enabled() is ambient
    assert seen == [create_graph] * 2
    assert g.requires_grad is create_graph


def test_backward_under_inference_mode() -> None:
    x = leaf([2.0])
    y = x * x
    with rd.inference_mode():
        y.backward()
    assert x.grad.tolist() == [4.0]


# ----- reentrant runs -----


def test_backward_inside_a_hook() -> None:
    x, w = leaf([2.0]), leaf([3.0])

    def hook(g: Any) -> None:
        with rd.enable_grad():
            (w * w).backward()

    y = x * 5
    y.register_hook(hook)
    y.backward()
    assert x.grad.tolist() == [5.0] and w.grad.tolist() == [6.0]


def test_backward_into_the_same_leaf_inside_a_hook() -> None:
    x = leaf([2.0])

    def hook(g: Any) -> None:
        with rd.enable_grad():
            (x * 100).backward()

    y = x * 5
    y.register_hook(hook)
    y.backward()
    assert x.grad.tolist() == [105.0]


@pytest.mark.parametrize("depth", [10, 120])
def test_nested_backward(depth: int) -> None:
    w = leaf([1.0])
    reached: list[int] = []

    def nested(level: int) -> None:
        reached.append(level)
        x = leaf([2.0])
        y = x * w

        def hook(g: Any) -> None:
            if level < depth:
                with rd.enable_grad():
                    nested(level + 1)

        y.register_hook(hook)
        y.backward()
        assert x.grad.tolist() == [1.0]

    nested(1)
    assert reached == list(range(1, depth + 1))
    assert w.grad.tolist() == [2.0 * depth]


def test_errors_of_deeply_nested_runs_keep_their_type() -> None:
    def nested(level: int) -> None:
        x = leaf([2.0])

        def hook(g: Any) -> None:
            if level == 110:
                raise Boom("deep")
            with rd.enable_grad():
                nested(level + 1)

        y = x * 1
        y.register_hook(hook)
        y.backward()

    with pytest.raises(Boom, match="deep"):
        nested(1)
    assert rd.is_grad_enabled()


# ----- higher orders -----


def derivatives(call: Any, at: float, order: int) -> list[float]:
    x = leaf(at)
    value, found = call(x), []
    for _ in range(order):
        (value,) = grad(value, x, create_graph=True)
        found.append(value.item())
    return found


@pytest.mark.parametrize(
    ("call", "expected"),
    [
        (lambda x: x.exp(), lambda t: [math.exp(t)] * 3),
        (lambda x: x.sin(), lambda t: [math.cos(t), -math.sin(t), -math.cos(t)]),
        (lambda x: x.cos(), lambda t: [-math.sin(t), -math.cos(t), math.sin(t)]),
        (lambda x: x.log(), lambda t: [1 / t, -1 / t**2, 2 / t**3]),
        (lambda x: x**4, lambda t: [4 * t**3, 12 * t**2, 24 * t]),
        (lambda x: x * x * x * x, lambda t: [4 * t**3, 12 * t**2, 24 * t]),
        (lambda x: 1 / x, lambda t: [-1 / t**2, 2 / t**3, -6 / t**4]),
        (lambda x: x.sqrt(), lambda t: [0.5 * t**-0.5, -0.25 * t**-1.5, 0.375 * t**-2.5]),
        (lambda x: 2**x, lambda t: [2**t * math.log(2) ** k for k in (1, 2, 3)]),
        (
            lambda x: x.tanh(),
            lambda t: [
                1 - math.tanh(t) ** 2,
                -2 * math.tanh(t) * (1 - math.tanh(t) ** 2),
                (1 - math.tanh(t) ** 2) * (6 * math.tanh(t) ** 2 - 2),
            ],
        ),
        (
            lambda x: x**x,
            lambda t: [
                t**t * (math.log(t) + 1),
                t**t * ((math.log(t) + 1) ** 2 + 1 / t),
                t**t * ((math.log(t) + 1) ** 3 + 3 * (math.log(t) + 1) / t - 1 / t**2),
            ],
        ),
        (
            lambda x: (x * 1).sin_().mul_(2),
            lambda t: [2 * math.cos(t), -2 * math.sin(t), -2 * math.cos(t)],
        ),
        (lambda x: (x * 1).exp_(), lambda t: [math.exp(t)] * 3),
        (lambda x: rd.softmax(rd.where(rd.tensor([True, False]), x, 0.0), 0)[0], None),
    ],
)
def test_three_orders(call: Any, expected: Any) -> None:
    at = 0.7
    found = derivatives(call, at, 3)
    if expected is None:
        s = 1 / (1 + math.exp(-at))
        d = s * (1 - s)
        wanted = [d, d * (1 - 2 * s), d * (1 - 6 * s + 6 * s * s)]
    else:
        wanted = expected(at)
    np.testing.assert_allclose(found, wanted, rtol=1e-9)


def test_second_order_through_matmul() -> None:
    a, b = leaf([[1.0, 2.0], [3.0, 4.0]]), leaf([[0.5, -1.0], [2.0, 1.5]])
    loss = (a @ b @ a).sum()
    (first,) = grad(loss, a, create_graph=True)
    (second,) = grad((first * first).sum(), a)
    an, bn, one = a.detach().numpy(), b.detach().numpy(), np.ones((2, 2))

    def gradient(m: Any) -> Any:
        return one @ (bn @ m).T + (m @ bn).T @ one

    numeric = np.zeros((2, 2))
    step = 1e-6
    for i in range(2):
        for j in range(2):
            up, down = an.copy(), an.copy()
            up[i, j] += step
            down[i, j] -= step
            numeric[i, j] = ((gradient(up) ** 2).sum() - (gradient(down) ** 2).sum()) / (2 * step)
    close(first, gradient(an))
    np.testing.assert_allclose(second.numpy(), numeric, rtol=1e-6)


def test_gradients_and_values_agree_between_the_two_compilations() -> None:
    """A run with create_graph computes by operators, one without by raw kernels."""
    generator = np.random.default_rng(1)
    data = generator.random((3, 4)) + 0.2
    calls: list[Any] = [
        lambda x: rd.softmax(x, 1) * x, lambda x: rd.log_softmax(x, 0) * x, lambda x: rd.amax(x, 1),
        lambda x: (x @ x.transpose(0, 1)).tanh(), lambda x: x[1:, ::2] * 3, lambda x: x**x,
        lambda x: (x * 2).relu().sqrt(), lambda x: rd.maximum(x, x[0]), lambda x: x.mean(0) / x,
        lambda x: (x * 1).copy_(x[0]) * x, lambda x: x[0].expand(3, 4) * x, lambda x: abs(x - 0.5),
        lambda x: rd.where(x > 0.5, x.sin(), x.cos()), lambda x: x.sigmoid().log(),
    ]  # fmt: skip
    for call in calls:
        x = leaf(data)
        plain = grad(call(x).sum(), x)[0]
        recorded = grad(call(x).sum(), x, create_graph=True)[0]
        close(recorded, plain.numpy())
