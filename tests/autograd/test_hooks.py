"""Hooks: their order, what they may return, and how they come and go."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import redispatch as rd
from redispatch.autograd import grad


def leaf(*values: float) -> Any:
    return rd.tensor(list(values), dtype=rd.float64, requires_grad=True)


# ----- tensor hooks -----


def test_a_hook_sees_the_gradient() -> None:
    x = leaf(1.0, 2.0)
    y = x * 3
    seen: list[Any] = []
    y.register_hook(lambda g: seen.append(g))
    (y * y).sum().backward()
    assert seen[0].tolist() == [6.0, 12.0] and not seen[0].requires_grad


def test_a_hook_replaces_the_gradient() -> None:
    x = leaf(1.0, 2.0)
    y = x * 3
    y.register_hook(lambda g: g * 10)
    y.register_hook(lambda g: None)
    y.register_hook(lambda g: g + 1)
    y.sum().backward()
    assert x.grad.tolist() == [33.0, 33.0]


def test_leaf_hooks_run_before_accumulation_on_every_run() -> None:
    x = leaf(1.0)
    x.register_hook(lambda g: g * 2)
    for _ in range(3):
        (x * 3).backward()
    assert x.grad.tolist() == [18.0]


def test_leaf_hooks_may_be_registered_after_the_forward() -> None:
    x = leaf(1.0)
    y = x * 3
    x.register_hook(lambda g: g * 2)
    y.backward()
    assert x.grad.tolist() == [6.0]


def test_a_hook_sees_the_sum_once() -> None:
    x = leaf(1.0)
    seen: list[float] = []
    x.register_hook(lambda g: seen.append(g.item()))
    y = x * 1
    y.register_hook(lambda g: seen.append(g.item()))
    (y * 2 + y * 3 + x * 10).backward()
    assert sorted(seen) == [5.0, 15.0]


@pytest.mark.parametrize("inputs", [True, False])
def test_hooks_of_a_leaf_run_once(inputs: bool) -> None:
    x = leaf(1.0)
    seen: list[Any] = []
    x.register_hook(seen.append)
    y = x * 2
    y.backward(inputs=[x]) if inputs else y.backward()
    assert len(seen) == 1 and x.grad.tolist() == [2.0]


def test_hooks_run_in_grad() -> None:
    x = leaf(1.0)
    x.register_hook(lambda g: g * 2)
    y = x * 3
    y.register_hook(lambda g: g * 5)
    assert grad(y * 1, [x, y])[0].tolist() == [30.0]
    assert grad(y * 1, y)[0].tolist() == [5.0]  # captured after the hooks


def test_pruned_hooks_do_not_run() -> None:
    a, b = leaf(1.0), leaf(2.0)
    seen: list[Any] = []
    b.register_hook(seen.append)
    c = b * 1
    c.register_hook(seen.append)
    (a + c).backward(inputs=[a])
    assert seen == []


@pytest.mark.parametrize("value", [1.0, [1.0], np.ones(1), "g"])
def test_a_hook_returns_a_tensor(value: Any) -> None:
    x = leaf(1.0)
    y = x * 3
    y.register_hook(lambda g: value)
    with pytest.raises(TypeError, match="hook"):
        y.backward()
    assert x.grad is None


@pytest.mark.parametrize("of", ["a tensor", "a leaf", "a node, before", "a node, after"])
def test_a_hook_keeps_shape_dtype_and_device(of: str) -> None:
    bads = (
        lambda g: g[None],
        lambda g: g.sum(),
        lambda g: g.to(rd.float32),
        lambda g: g.to("numba"),
    )
    for bad in bads:
        x = leaf(1.0, 2.0)
        y = x.exp()
        if of == "a tensor":
            y.register_hook(bad)
        elif of == "a leaf":
            x.register_hook(bad)
        elif of == "a node, before":
            y.grad_fn.register_prehook(lambda gs, bad=bad: (bad(gs[0]),))
        else:
            y.grad_fn.register_hook(lambda gs, _, bad=bad: (bad(gs[0]),))
        with pytest.raises(RuntimeError, match="hook .* has changed the size, dtype or device"):
            y.sum().backward()
        assert x.grad is None


def test_registration_refuses() -> None:
    with pytest.raises(RuntimeError, match="doesn't require grad"):
        rd.ones(1).register_hook(print)
    with rd.no_grad():
        y = leaf(1.0) * 2
    with pytest.raises(RuntimeError, match="doesn't require grad"):
        y.register_hook(print)


def test_handles() -> None:
    x = leaf(1.0)
    seen: list[Any] = []
    handle = x.register_hook(seen.append)
    handle.remove()
    handle.remove()
    (x * 2).backward()
    with x.register_hook(seen.append):
        (x * 2).backward()
    (x * 2).backward()
    assert len(seen) == 1


def test_hooks_may_change_the_set_of_hooks() -> None:
    x = leaf(1.0)
    order: list[str] = []

    def once(g: Any) -> None:
        order.append("once")
        handle.remove()
        x.register_hook(lambda g: order.append("added"))

    handle = x.register_hook(once)
    (x * 2).backward()
    assert order == ["once"]
    (x * 2).backward()
    assert order == ["once", "added"]


def test_hooks_stay_with_the_old_value_after_a_write() -> None:
    x = leaf(1.0)
    y = x * 2
    seen: list[float] = []
    y.register_hook(lambda g: seen.append(g.item()))
    y.mul_(3)
    y.register_hook(lambda g: seen.append(g.item()))
    (y * 5).backward()
    assert seen == [5.0, 15.0]  # the new value first, then the old one


def test_hooks_and_create_graph() -> None:
    x = leaf(2.0)
    y = x * x
    y.register_hook(lambda g: g * x)
    (g,) = grad(y * 1, x, create_graph=True)
    assert g.tolist() == [8.0]
    assert grad(g, x)[0].tolist() == [8.0]


def test_what_a_hook_keeps_is_not_written_to_later() -> None:
    x = leaf(1.0, 2.0)
    kept: list[Any] = []
    y = x * 3
    y.register_hook(kept.append)

    def keep_all(inputs: Any, outputs: Any) -> None:
        kept.extend([*inputs, *outputs])

    y.grad_fn.register_hook(keep_all)
    x.register_hook(kept.append)
    (y.sum() + y.mean()).backward(retain_graph=True)
    values = [k.tolist() for k in kept if k is not None]
    x.grad.mul_(100)
    (y * 2).sum().backward()
    assert [k.tolist() for k in kept[: len(values)] if k is not None] == values


# ----- retain_grad among hooks -----


def test_retained_gradients_are_those_after_the_hooks() -> None:
    x = leaf(1.0)
    y = x * 3
    y.retain_grad()
    y.register_hook(lambda g: g * 7)
    y.backward()
    assert y.grad.tolist() == [7.0] and x.grad.tolist() == [21.0]


# ----- node hooks -----


def test_the_order_of_hooks() -> None:
    x = leaf(1.0)
    y = x * 3
    order: list[str] = []
    accumulator = y.grad_fn.next_functions[0][0]
    node = y.grad_fn
    note = order.append
    node.register_hook(lambda gi, go: note("post1"))
    node.register_hook(lambda gi, go: note("post2"))
    node.register_prehook(lambda go: note("pre1"))
    node.register_prehook(lambda go: note("pre2"))
    y.register_hook(lambda g: note("t1"))
    y.register_hook(lambda g: note("t2"))
    x.register_hook(lambda g: note("leaf"))
    accumulator.register_prehook(lambda go: note("acc_pre"))
    accumulator.register_hook(lambda gi, go: note("acc_post"))
    x.register_post_accumulate_grad_hook(lambda t: note("post_acc"))
    y.backward()
    assert order == [
        "t1", "t2", "pre1", "pre2", "post1", "post2", "leaf", "acc_pre", "post_acc", "acc_post",
    ]  # fmt: skip


def test_prehooks_replace_gradients_of_outputs() -> None:
    x = leaf(1.0)
    y = x * 3
    y.grad_fn.register_prehook(lambda go: (go[0] * 2,))
    y.backward()
    assert x.grad.tolist() == [6.0]


def test_posthooks_replace_gradients_of_inputs() -> None:
    a, b = leaf(1.0), leaf(2.0)
    y = a * b
    seen: list[Any] = []

    def hook(inputs: Any, outputs: Any) -> Any:
        seen.append(([g.item() for g in inputs], [g.item() for g in outputs]))
        return (inputs[0] * 10, None)

    y.grad_fn.register_hook(hook)
    y.backward()
    assert seen == [([2.0, 1.0], [1.0])]
    assert a.grad.tolist() == [20.0] and b.grad is None


@pytest.mark.parametrize(
    ("value", "error"),
    [
        ([1], TypeError), (rd.ones(1), TypeError), ((), RuntimeError), ((None, None), RuntimeError),
        ((rd.ones(2, dtype=rd.float64),), RuntimeError),
    ],
)  # fmt: skip
@pytest.mark.parametrize("kind", ["pre", "post"])
def test_what_node_hooks_may_not_return(kind: str, value: Any, error: type[Exception]) -> None:
    x = leaf(1.0)
    y = x.exp()
    node = y.grad_fn
    if kind == "pre":
        node.register_prehook(lambda go: value)
    else:
        node.register_hook(lambda gi, go: value)
    with pytest.raises(error, match="hook"):
        y.backward()
    assert x.grad is None


def test_a_none_gradient_may_not_be_replaced() -> None:
    a, c = leaf(1.0), rd.ones(1, dtype=rd.float64)
    y = a * c
    y.grad_fn.register_hook(lambda gi, go: (gi[0], go[0]))
    with pytest.raises(RuntimeError, match="None"):
        y.backward()


def test_node_hooks_do_not_run_where_a_tensor_is_only_captured() -> None:
    x = leaf(1.0)
    y = x * 3
    order: list[str] = []
    y.register_hook(lambda g: order.append("tensor"))
    y.grad_fn.register_prehook(lambda go: order.append("pre"))
    y.grad_fn.register_hook(lambda gi, go: order.append("post"))
    z = y * 2
    grad(z, y, retain_graph=True)
    assert order == ["tensor"]
    grad(z, [y, x])
    assert order == ["tensor", "tensor", "pre", "post"]


def test_hooks_of_a_leafs_node_are_lost_with_the_node() -> None:
    x = leaf(1.0)
    y = x * 3
    seen: list[Any] = []
    y.grad_fn.next_functions[0][0].register_prehook(seen.append)
    y.backward()
    assert seen == [] and x.grad.tolist() == [3.0]


# ----- post-accumulate hooks -----


def test_post_accumulate_hooks() -> None:
    x = leaf(1.0)
    seen: list[Any] = []

    def hook(t: Any) -> None:
        seen.append((t is x, t.grad.item()))
        t.grad = None

    handle = x.register_post_accumulate_grad_hook(hook)
    (x * 2).backward()
    assert seen == [(True, 2.0)] and x.grad is None
    grad(x * 2, x)
    assert len(seen) == 1
    handle.remove()
    (x * 2).backward()
    assert x.grad.tolist() == [2.0]  # type: ignore[attr-defined]


def test_post_accumulate_hooks_are_for_leaves() -> None:
    for t in (rd.ones(1), leaf(1.0) * 2):
        with pytest.raises(RuntimeError, match="post accumulate grad hooks"):
            t.register_post_accumulate_grad_hook(print)


def test_post_accumulate_hooks_return_none() -> None:
    x = leaf(1.0)
    x.register_post_accumulate_grad_hook(lambda t: t)
    with pytest.raises(TypeError, match="return None"):
        (x * 2).backward()


def test_a_hook_may_write_to_leaves() -> None:
    """The optimizer step in the backward pass."""
    x = leaf(1.0)

    def step(t: Any) -> None:
        t.sub_(t.grad * 0.5)
        t.grad = None

    x.register_post_accumulate_grad_hook(step)
    (x * 2).backward()
    assert x.tolist() == [0.0] and x.requires_grad and x.is_leaf
