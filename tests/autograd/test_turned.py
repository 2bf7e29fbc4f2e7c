"""`transpose_` and its like: the tensor itself is turned, with its place in the graph."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import redispatch as rd
from redispatch.autograd import forward_ad

X = np.arange(6.0).reshape(2, 1, 3)
Turn = Callable[[Any], Any]
TURNS: dict[str, tuple[Turn, Turn]] = {
    "transpose_": (lambda x: x.transpose_(0, 2), lambda a: a.swapaxes(0, 2)),
    "swapaxes_": (lambda x: x.swapaxes_(0, 1), lambda a: a.swapaxes(0, 1)),
    "swapdims_": (lambda x: x.swapdims_(-1, 0), lambda a: a.swapaxes(-1, 0)),
    "squeeze_": (lambda x: x.squeeze_(1), lambda a: a.squeeze(1)),
    "unsqueeze_": (lambda x: x.unsqueeze_(0), lambda a: a[None]),
}
each = pytest.mark.parametrize("name", TURNS)


@each
def test_the_tensor_itself_changes(name: str) -> None:
    turn, right = TURNS[name]
    x = rd.from_numpy(X.copy())
    address = x.data_ptr()
    assert turn(x) is x
    np.testing.assert_array_equal(x.numpy(), right(X))
    assert (x.data_ptr(), x._version) == (address, 1)
    assert turn(rd.zeros(2, 1, 3, device="meta")).shape == right(X).shape


@each
def test_gradients(name: str) -> None:
    turn, right = TURNS[name]
    x = rd.tensor(X, requires_grad=True)
    y = turn(x * 2)
    weights = np.arange(6.0).reshape(y.shape) + 1
    (y * y * rd.from_numpy(weights)).sum().backward()
    back = np.empty_like(X)
    right(back)[...] = weights
    np.testing.assert_array_equal(x.grad.numpy(), 8 * X * back)  # type: ignore[union-attr]


@each
def test_views_are_turned_as_views(name: str) -> None:
    turn, right = TURNS[name]
    x = rd.tensor(np.stack([X, X + 10]), requires_grad=True)
    y = x * 1
    part = turn(y[1])
    assert part._base is y
    assert part._version == y._version == 1
    part.mul_(2)
    np.testing.assert_array_equal(y[1].detach().numpy(), (X + 10) * 2)
    (part * part).sum().backward()
    assert x.grad is not None
    np.testing.assert_array_equal(x.grad.numpy()[1], 8 * (X + 10))


def test_what_was_saved_before_is_noticed() -> None:
    x = rd.ones(2, 3, requires_grad=True)
    y = x * 1
    z = y * y
    y.t_()
    with pytest.raises(RuntimeError, match="modified by an inplace"):
        z.sum().backward()


def test_refusals() -> None:
    leaf = rd.zeros(2, 3, requires_grad=True)
    with pytest.raises(RuntimeError, match="leaf"):
        leaf.t_()
    with pytest.raises(RuntimeError, match="multiple views"):
        (leaf * 1).unbind()[0].unsqueeze_(0)
    with rd.inference_mode():
        made = rd.zeros(2, 3)
        assert made.t_().shape == (3, 2)
    with pytest.raises(RuntimeError, match="inference"):
        made.t_()
    with rd.no_grad():
        assert leaf.t_().shape == (3, 2)


@each
def test_tangents_are_turned_too(name: str) -> None:
    turn, right = TURNS[name]
    with forward_ad.dual_level():
        x = forward_ad.make_dual(rd.from_numpy(X.copy()), rd.from_numpy(X + 1))
        turn(x)
        found = forward_ad.unpack_dual(x * x).tangent
        np.testing.assert_array_equal(found.numpy(), right(2 * X * (X + 1)))  # type: ignore[union-attr]


def test_the_tangent_of_a_turned_view_is_that_of_its_base() -> None:
    with forward_ad.dual_level():
        x = forward_ad.make_dual(rd.from_numpy(X.copy()), rd.from_numpy(X + 1))
        part = x[1].unsqueeze_(0)
        part.mul_(3)
        whole, own = (forward_ad.unpack_dual(t).tangent.numpy() for t in (x, part))  # type: ignore[union-attr]
    np.testing.assert_array_equal(whole, np.stack([X[0] + 1, 3 * (X[1] + 1)]))
    np.testing.assert_array_equal(own, 3 * (X[1] + 1)[None])


def test_retained_gradients_follow() -> None:
    x = rd.ones(2, 3, requires_grad=True)
    y = x * 2
    y.retain_grad()
    y.t_()
    (y * rd.arange(6.0).reshape(3, 2)).sum().backward()
    assert y.grad is not None
    assert y.grad.tolist() == [[0, 1], [2, 3], [4, 5]]


def test_iteration_gives_views_that_refuse_writes() -> None:
    y = rd.ones(2, 3, requires_grad=True) * 1
    for row in y:
        with pytest.raises(RuntimeError, match="multiple views"):
            row.mul_(2)


def test_clone_heeds_a_format() -> None:
    x = rd.zeros(2, 3).t()
    assert x.clone().stride() == (1, 3)
    assert x.clone(memory_format=rd.contiguous_format).stride() == (2, 1)
    assert rd.clone(x, memory_format=rd.preserve_format).stride() == (1, 3)


def test_views_made_before_are_refused_rather_than_wrong() -> None:
    for square in (True, False):
        x = rd.tensor(np.arange(9.0 if square else 6.0).reshape(3, -1), requires_grad=True)
        y = x * 1
        early = y[0]
        y.t_()
        late = y[0]
        with pytest.raises(RuntimeError, match="its base was transposed, squeezed"):
            early * 2
        with pytest.raises(RuntimeError, match="its base was transposed, squeezed"):
            early.mul_(2.0)
        late.mul_(2.0)
        late.sum().backward()
        assert x.grad is not None
        assert x.grad[:, 0].tolist() == [2.0] * 3 and float(x.grad.sum()) == 6.0


def test_a_plain_base_that_is_turned_may_still_get_a_history() -> None:
    x: Any = rd.tensor([1.0, 2.0, 3.0], requires_grad=True)
    base = rd.zeros(2, 3)
    early = base[0]
    base.t_()
    with pytest.raises(RuntimeError, match="its base was transposed, squeezed"):
        early.copy_(x)
    assert base.tolist() == [[0.0, 0.0]] * 3
    base[:, 1].copy_(x)
    (base * rd.tensor([[1.0, 2.0]])).sum().backward()
    assert x.grad.tolist() == [2.0, 2.0, 2.0]


@pytest.mark.parametrize("mode", [rd.no_grad, rd.inference_mode])
@pytest.mark.parametrize("view", [False, True])
def test_the_history_is_kept_where_nothing_is_recorded(mode: Any, view: bool) -> None:
    x: Any = rd.tensor([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]], requires_grad=True)
    y = x * 2
    z = y[:] if view else y
    z.retain_grad()
    with mode():
        z.t_()
        x.t_()
        x.t_()
    assert x.is_leaf and x.requires_grad
    (z * rd.tensor([[1.0, 2.0]])).sum().backward()
    assert x.grad.tolist() == [[2.0, 2.0, 2.0], [4.0, 4.0, 4.0]]
    assert z.grad.tolist() == [[1.0, 2.0]] * 3
