"""In-place operators: what is refused, and gradients equal to those of the out-of-place program."""

from __future__ import annotations

import gc
import weakref
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import redispatch as rd
from redispatch.autograd import grad
from redispatch.dispatch.registry import lookup

STALE = "modified by an inplace operation"


def leaf(values: Any) -> Any:
    return rd.tensor(values, dtype=rd.float64, requires_grad=True)


WRITES: dict[str, Callable[[Any], Any]] = {
    "add_": lambda t: t.add_(1),
    "mul_": lambda t: t.mul_(2),
    "copy_": lambda t: t.copy_(rd.ones(t.shape, dtype=rd.float64)),
    "zero_": lambda t: t.zero_(),
    "fill_": lambda t: t.fill_(3.0),
    "sin_": lambda t: t.sin_(),
    "exp_": lambda t: t.exp_(),
    "+=": lambda t: t.__iadd__(1),
}


# ----- refusals -----


@pytest.mark.parametrize("name", WRITES)
def test_a_leaf_is_not_written_to(name: str) -> None:
    x = leaf([1.0, 2.0])
    with pytest.raises(RuntimeError, match="leaf Variable that requires grad"):
        WRITES[name](x)
    assert x.tolist() == [1.0, 2.0] and x._version == 0 and x.is_leaf and x.requires_grad
    with rd.no_grad():
        assert WRITES[name](x) is x
    assert x._version == 1 and x.is_leaf and x.requires_grad


@pytest.mark.parametrize("name", WRITES)
def test_a_view_of_a_leaf_is_not_written_to(name: str) -> None:
    x = leaf([1.0, 2.0])
    for view in (x[0:1], x[None][0], x.expand(2)):
        with pytest.raises(RuntimeError, match="a view of a leaf Variable"):
            WRITES[name](view)
    assert x.tolist() == [1.0, 2.0] and x._version == 0


@pytest.mark.parametrize("name", WRITES)
def test_a_view_made_under_no_grad_is_not_written_to(name: str) -> None:
    y = leaf([1.0, 2.0]) * 1
    with rd.no_grad():
        view = y[0:1]
    for v in (view, view[:]):
        with pytest.raises(RuntimeError, match="created in no_grad mode"):
            WRITES[name](v)
    assert y.tolist() == [1.0, 2.0] and y._version == 0
    with rd.no_grad():
        WRITES[name](view)
    assert y._version == 1


def test_a_view_made_under_no_grad_of_a_plain_tensor() -> None:
    base = rd.zeros(3, dtype=rd.float64)
    with rd.no_grad():
        view = base[1:]
    view.add_(1)
    assert base.tolist() == [0.0, 1.0, 1.0]
    with pytest.raises(RuntimeError, match="created in no_grad mode"):
        view.add_(leaf([1.0, 2.0]))
    assert base.tolist() == [0.0, 1.0, 1.0]


def test_reading_a_view_made_under_no_grad_after_its_base_was_written_to() -> None:
    y = leaf([1.0, 2.0]) * 1
    with rd.no_grad():
        view = y[0]
    y.mul_(2)
    for read in (lambda: view.grad_fn, lambda: view.is_leaf, lambda: view * 2, lambda: view[None]):
        with pytest.raises(RuntimeError, match="modified inplace"):
            read()  # type: ignore[no-untyped-call]
    assert view.requires_grad
    assert view.detach().item() == 2.0
    with rd.no_grad():
        assert (view * 2).item() == 4.0
    assert "Invalid" in repr(view)


def test_views_made_and_written_to_under_no_grad() -> None:
    x = leaf([1.0, 2.0])
    with rd.no_grad():
        view = x[0]
        view.mul_(3)
    assert x.tolist() == [3.0, 2.0] and x._version == 1
    with pytest.raises(RuntimeError, match="modified inplace"):
        view * 2


def test_a_view_made_in_inference_mode_is_not_written_to_outside() -> None:
    y = leaf([1.0, 2.0]) * 1
    with rd.inference_mode():
        view = y[0]
        view.mul_(2)
    assert y.tolist() == [2.0, 2.0] and y._version == 1
    with pytest.raises(RuntimeError, match="inference"):
        view.mul_(2)


def test_a_result_may_not_be_broader() -> None:
    y = leaf([1.0, 2.0]) * 1
    with pytest.raises(RuntimeError, match="doesn't match the broadcast shape"):
        y.add_(rd.ones(3, 2, dtype=rd.float64))
    with pytest.raises(RuntimeError, match="broadcast shape|must match the size"):
        y.copy_(rd.ones(1, 2, dtype=rd.float64))
    assert y.tolist() == [1.0, 2.0] and y.grad_fn.name() == "MulBackward0" and y._version == 0


def test_a_result_may_not_change_its_category() -> None:
    i = rd.tensor([1, 2])
    with pytest.raises(RuntimeError, match="can't be cast"):
        i.add_(leaf([1.0, 2.0]))
    with pytest.raises(RuntimeError, match="can't be cast"):
        i.add_(1.5)
    assert i.tolist() == [1, 2] and i._version == 0 and not i.requires_grad


def test_expanded_memory_is_not_written_to() -> None:
    y = (leaf([1.0]) * 1).expand(3)
    with pytest.raises(RuntimeError, match="single memory location"):
        y.add_(1)
    with pytest.raises(RuntimeError, match="single memory location"):
        y.copy_(rd.ones(3, dtype=rd.float64))
    y.fill_(4.0)
    assert y.tolist() == [4.0, 4.0, 4.0]


def test_out_refuses_what_requires_grad() -> None:
    x, out = leaf([1.0, 2.0]), rd.zeros(2, dtype=rd.float64)
    add = lookup("add.out")
    with pytest.raises(RuntimeError, match="automatic differentiation"):
        add(x, x, out=out)
    assert out.tolist() == [0.0, 0.0] and out._version == 0
    with pytest.raises(RuntimeError, match="automatic differentiation"):
        add(out, out, out=x * 1)
    with rd.no_grad():
        assert add(x, x, out=out) is out
    assert out.tolist() == [2.0, 4.0] and not out.requires_grad


# ----- what is saved by in-place operators -----


@pytest.mark.parametrize(
    ("write", "slope"),
    [
        (lambda t: t.sin_(), np.cos),
        (lambda t: t.cos_(), lambda v: -np.sin(v)),
        (lambda t: t.log_(), lambda v: 1 / v),
        (lambda t: t.pow_(3), lambda v: 3 * v**2),
        (lambda t: t.abs_(), np.sign),
        (lambda t: t.exp_(), np.exp),
        (lambda t: t.sqrt_(), lambda v: 0.5 / np.sqrt(v)),
        (lambda t: t.tanh_(), lambda v: 1 - np.tanh(v) ** 2),
        (lambda t: t.sigmoid_(), lambda v: np.exp(-v) / (1 + np.exp(-v)) ** 2),
        (lambda t: t.relu_(), np.sign),
        (lambda t: t.neg_(), lambda v: -np.ones_like(v)),
        (lambda t: t.mul_(3), lambda v: 3 * np.ones_like(v)),
        (lambda t: t.div_(4), lambda v: np.ones_like(v) / 4),
        (lambda t: t.zero_(), np.zeros_like),
        (lambda t: t.mul_(2).mul_(3), lambda v: 6 * np.ones_like(v)),
        (lambda t: t.add_(t), lambda v: 2 * np.ones_like(v)),
        (lambda t: t.sub_(t), np.zeros_like),
        (lambda t: t.sin_().mul_(2), lambda v: 2 * np.cos(v)),
    ],
)
def test_gradients_of_writes(write: Any, slope: Any) -> None:
    values = np.array([0.4, 0.9])
    x = leaf(values)
    y = x * 1
    write(y)
    y.sum().backward()
    np.testing.assert_allclose(x.grad.numpy(), slope(values), rtol=1e-12)


@pytest.mark.parametrize(
    "write",
    [
        lambda t: t.exp_().exp_(), lambda t: t.sigmoid_().mul_(2), lambda t: t.relu_().relu_(),
        lambda t: t.tanh_().add_(1), lambda t: t.mul_(t), lambda t: t.div_(t),
        lambda t: t[0].mul_(t[1]), lambda t: t.mul_(t.detach()),
    ],
)  # fmt: skip
def test_writes_that_destroy_what_was_saved(write: Any) -> None:
    y = leaf([0.4, 0.9]) * 1
    write(y)
    with pytest.raises(RuntimeError, match=STALE):
        y.sum().backward()


def test_the_saved_original_belongs_to_the_old_graph() -> None:
    x = leaf([0.4])
    y = x * x
    y.sin_()
    (first,) = grad(y, x, create_graph=True)
    (second,) = grad(first, x)
    t = 0.4
    expected = 2 * np.cos(t * t) - 4 * t * t * np.sin(t * t)
    np.testing.assert_allclose(second.numpy(), [expected], rtol=1e-12)


# ----- tensors get a history -----


def test_writing_into_a_plain_tensor() -> None:
    x, t = leaf([1.0, 2.0]), rd.zeros(2, dtype=rd.float64)
    assert t.add_(x) is t
    assert t.requires_grad and not t.is_leaf and t._version == 1
    (t * t).sum().backward()
    assert x.grad.tolist() == [2.0, 4.0]


@pytest.mark.parametrize("kept", [True, False])
def test_a_leaf_that_moved_into_the_graph_takes_no_gradient(kept: bool) -> None:
    x = leaf([1.0, 2.0])
    if kept:
        x.grad = rd.zeros(2, dtype=rd.float64)
    y = x + 1
    x.requires_grad = False
    x.add_(leaf([1.0, 1.0]))
    with pytest.raises(RuntimeError, match="moved into the graph interior"):
        y.sum().backward()


def test_under_no_grad_the_history_stays() -> None:
    y = leaf([1.0, 2.0]) * 2
    node = y.grad_fn
    with rd.no_grad():
        y.add_(1)
    assert y.grad_fn is node and y._version == 1


def test_copies_cast_and_broadcast_their_gradient() -> None:
    x: Any = rd.tensor([2.0], requires_grad=True)
    t = rd.zeros(2, 3, dtype=rd.float64)
    t.copy_(x)
    (t * 2).sum().backward()
    assert x.grad.dtype is rd.float32 and x.grad.tolist() == [12.0]


def test_filling_with_a_tensor() -> None:
    v = leaf(2.0)
    y = leaf([1.0, 2.0]) * 1
    y.fill_(v)
    (y * rd.tensor([1.0, 10.0], dtype=rd.float64)).sum().backward()
    assert v.grad.item() == 11.0


def test_an_int_tensor_takes_values_without_history() -> None:
    i = rd.tensor([1, 2])
    i.copy_(leaf([3.5, 4.5]))
    assert i.tolist() == [3, 4] and not i.requires_grad


# ----- writes through views -----


def agree(inplace: Any, functional: Any, *shapes: tuple[int, ...]) -> None:
    """Check values and gradients of a program with writes against one without."""
    generator = np.random.default_rng(0)
    data = [generator.uniform(0.2, 1.5, s) for s in shapes]
    first, second = [leaf(d) for d in data], [leaf(d) for d in data]
    a, b = inplace(*first), functional(*second)
    np.testing.assert_allclose(a.detach().numpy(), b.detach().numpy(), rtol=1e-12)
    weights = rd.tensor(generator.uniform(-1, 1, tuple(a.shape)))
    for create_graph in (False, True):
        ga = grad((a * a * weights).sum(), first, create_graph=create_graph, retain_graph=True,
                  materialize_grads=True)  # fmt: skip
        gb = grad((b * b * weights).sum(), second, create_graph=create_graph, retain_graph=True,
                  materialize_grads=True)  # fmt: skip
        for g, h in zip(ga, gb, strict=True):
            np.testing.assert_allclose(
                g.detach().numpy(), h.detach().numpy(), rtol=1e-10, atol=1e-12
            )
    sa: Any = sum((g * g).sum() for g in ga)
    sb: Any = sum((g * g).sum() for g in gb)
    if sb.requires_grad:
        for g, h in zip(
            grad(sa, first, materialize_grads=True), grad(sb, second, materialize_grads=True),
            strict=True,
        ):  # fmt: skip
            np.testing.assert_allclose(g.numpy(), h.numpy(), rtol=1e-9, atol=1e-12)


def rows(*parts: Any) -> Any:
    """Stack rows by operators that exist: each row is put into zeros."""
    total = None
    for i, part in enumerate(parts):
        put = rd.select_backward(part, (len(parts), *part.shape), 0, i)
        total = put if total is None else total + put
    return total


def test_writing_to_a_row() -> None:
    def inplace(x: Any, w: Any) -> Any:
        y = x * 2
        y[0].mul_(w)
        return y

    agree(inplace, lambda x, w: rows(x[0] * 2 * w, x[1] * 2), (2, 3), (3,))


def test_writing_to_two_rows() -> None:
    def inplace(x: Any, w: Any) -> Any:
        y = x * 2
        first, second = y[0], y[1]
        first.mul_(w)
        second.sin_()
        first.add_(1)
        return y * first

    def functional(x: Any, w: Any) -> Any:
        first = x[0] * 2 * w + 1
        return rows(first, (x[1] * 2).sin()) * first

    agree(inplace, functional, (2, 3), (3,))


def test_reading_a_sibling_after_a_write() -> None:
    def inplace(x: Any) -> Any:
        y = x * x
        row, all_of_it = y[0], y.transpose(0, 1)
        row.mul_(3)
        return all_of_it * 1

    agree(inplace, lambda x: rows(x[0] * x[0] * 3, x[1] * x[1]).transpose(0, 1), (2, 3))


def test_writing_to_a_view_of_a_view() -> None:
    def inplace(x: Any, w: Any) -> Any:
        y = x * 1
        y.transpose(0, 1)[1][None].mul_(w)
        return y

    def functional(x: Any, w: Any) -> Any:
        t = x.transpose(0, 1)
        return rows(t[0] * 1, t[1] * w, t[2] * 1).transpose(0, 1)

    agree(inplace, functional, (2, 3), (2,))


def test_writing_to_the_base_updates_views() -> None:
    def inplace(x: Any, w: Any) -> Any:
        y = x * 1
        row = y[0]
        y.mul_(w)
        return row * row

    def functional(x: Any, w: Any) -> Any:
        row = (x * w)[0]
        return row * row

    agree(inplace, functional, (2, 3), (2, 3))


def test_writing_values_into_a_plain_base() -> None:
    def inplace(x: Any, w: Any) -> Any:
        base = rd.zeros(3, 2, dtype=rd.float64)
        base[0].copy_(x)
        base[2].copy_(w)
        base[2].mul_(x)
        return base

    def functional(x: Any, w: Any) -> Any:
        return rows(x, rd.zeros(2, dtype=rd.float64), w * x)

    agree(inplace, functional, (2,), (2,))


def test_overwriting_parts() -> None:
    def inplace(x: Any) -> Any:
        y = x * 2
        y[0].zero_()
        y[1].fill_(2.0)
        y[1:2, 1:].copy_(x[2:3, 1:])
        return y

    def functional(x: Any) -> Any:
        two = rd.full((2,), 2.0, dtype=rd.float64)
        kept = rd.slice_backward(x[2][1:], (2,), 0, 1, 2, 1)
        return rows(x[0] * 0, two * rd.tensor([1.0, 0.0], dtype=rd.float64) + kept, x[2] * 2)

    agree(inplace, functional, (3, 2))


@pytest.mark.parametrize(
    "view",
    [
        lambda t: t[:], lambda t: t[1:], lambda t: t[:, ::2], lambda t: t.transpose(0, 1),
        lambda t: t.permute(1, 0), lambda t: t.reshape(-1), lambda t: t.unsqueeze(1),
        lambda t: t.reshape(3, 2)[1:], lambda t: t[None, 1, None], lambda t: t[0][1],
        lambda t: t.expand(2, 3), lambda t: t.unsqueeze(0).squeeze(0), lambda t: t[1].reshape(1, 3),
    ],
)  # fmt: skip
@pytest.mark.parametrize("write", ["mul_", "sin_", "exp_", "zero_", "add_"])
def test_every_view_with_every_kind_of_write(view: Any, write: str) -> None:
    """The functional program writes by a mask: y where the view is not, f(y) where it is."""
    operand = {"mul_": (3.0,), "add_": (0.5,)}.get(write, ())
    mask = rd.zeros(2, 3, dtype=rd.float64)
    view(mask).fill_(1.0)
    where = mask > 0.5

    def inplace(x: Any) -> Any:
        y = x * x
        getattr(view(y), write)(*operand)
        return y

    def functional(x: Any) -> Any:
        y = x * x
        if write == "zero_":
            changed = y * 0
        else:
            changed = getattr(rd, write[:-1])(y, *operand)
        return rd.where(where, changed, y)

    agree(inplace, functional, (2, 3))


def test_structure_after_a_write_to_a_view() -> None:
    y = leaf([[1.0, 2.0], [3.0, 4.0]]) * 1
    old = y.grad_fn
    view, sibling = y[0], y[1]
    view.mul_(2)
    assert y.grad_fn.name() == "torch::autograd::CopySlices"
    assert y.grad_fn.next_functions[0] == (old, 0)
    assert view.grad_fn.name() == "SelectBackward0"
    assert view.grad_fn.next_functions[0] == (y.grad_fn, 0)
    assert sibling.grad_fn.next_functions[0] == (y.grad_fn, 0)
    assert y._version == view._version == sibling._version == 1
    assert view._base is y and view[None]._base is y


def test_a_released_write_through_a_view_is_not_run_again() -> None:
    y = leaf([1.0, 2.0]) * 1
    y[0].mul_(2)
    loss = y.sum()
    loss.backward()
    with pytest.raises(RuntimeError, match="second time"):
        loss.backward()


def test_writes_through_views_twice_with_retain_graph() -> None:
    x = leaf([1.0, 2.0])
    y = x * 1
    y[0].mul_(2)
    loss = y.sum()
    loss.backward(retain_graph=True)
    loss.backward()
    assert x.grad.tolist() == [4.0, 2.0]


def test_retained_gradients_of_a_base_and_a_view() -> None:
    x = leaf([1.0, 2.0])
    y = x * 1
    view = y[0]
    y.retain_grad()
    view.retain_grad()
    view.mul_(5)
    (view * 3 + y.sum()).backward()
    assert y.grad.tolist() == [4.0, 1.0]
    assert view.grad is None or view.grad.item() == 3.0


def test_the_users_gradient_is_not_written_to_by_copyslices() -> None:
    x = leaf([1.0, 2.0])
    y = x * 1
    y[0].zero_()
    g = rd.ones(2, dtype=rd.float64)
    y.backward(g)
    assert g.tolist() == [1.0, 1.0] and x.grad.tolist() == [0.0, 1.0]


def test_indexed_assignment_of_many_rows_in_a_loop() -> None:
    x = leaf([1.0, 2.0, 3.0, 4.0])
    y = x * 1
    for i in range(1, 4):
        y[i].add_(y[i - 1])
    y[3].backward()
    assert x.grad.tolist() == [1.0, 1.0, 1.0, 1.0]
    assert y.tolist() == [1.0, 3.0, 6.0, 10.0]


# ----- a cycle that no backward can use -----


@pytest.mark.parametrize("write", [lambda y: y.add_(y.sin()), lambda y: y.mul_(y.cos().neg())])
def test_a_tensor_behind_what_saved_it_is_left_to_the_collector(write: Any) -> None:
    def written() -> Any:
        y = rd.ones(2, requires_grad=True) * 1
        write(y)
        with pytest.raises(RuntimeError, match="modified by an inplace"):
            y.sum().backward()
        return weakref.ref(y)

    alive = written()
    gc.collect()
    assert alive() is None


@pytest.mark.parametrize(
    "write",
    [
        lambda y: y.add_(y.exp()),  # exp has saved its output
        lambda y: y.add_(y * 2),
        lambda y: y.add_(y),
        lambda y: y.copy_(y.clone().sin()),
        lambda y: y[0].mul_(y[1].clone()),
    ],
)
def test_other_writes_leave_no_cycle(write: Any) -> None:
    def written() -> Any:
        y = rd.ones(2, 2, requires_grad=True) * 1
        write(y)
        y.sum().backward()
        return weakref.ref(y)

    written()  # walks are built
    gc.collect()
    gc.disable()
    try:
        assert written()() is None
    finally:
        gc.enable()
