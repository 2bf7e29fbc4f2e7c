"""Flags, leaves, `.grad`, detach and data: what a tensor is to autograd, apart from any run."""

from __future__ import annotations

import copy
import warnings
from typing import Any

import numpy as np
import pytest

import redispatch as rd
from redispatch.autograd.meta import Leaf, Plain


def leaf(*values: float) -> Any:
    return rd.tensor(list(values), dtype=rd.float64, requires_grad=True)


# ----- laziness -----


def test_a_plain_tensor_keeps_an_empty_slot() -> None:
    x = rd.tensor([1.0, 2.0])
    y = x * 2 + x
    for t in (x, y):
        assert t.requires_grad is False
        assert t.grad is None
        assert t.grad_fn is None
        assert t.is_leaf
        assert t.output_nr == 0
        assert t._version == 0
        assert not t.retains_grad
        assert t._base is None and not t._is_view()
        t.requires_grad_(False)
        t.requires_grad = False
        t.grad = None
        del t.grad
        assert t._autograd is None
        assert t._counter is None


def test_reading_allocates_nothing_on_an_output() -> None:
    y = leaf(1.0) * 2
    slot = y._autograd
    assert slot.__class__ is tuple
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        assert y.grad is None
    assert y.grad_fn is y.grad_fn
    assert y.requires_grad and not y.is_leaf and y.output_nr == 0
    assert y._autograd is slot


def test_no_grad_results_keep_an_empty_slot() -> None:
    x = leaf(1.0)
    with rd.no_grad():
        y = x * 2
    assert y._autograd is None and not y.requires_grad


# ----- requires_grad -----


@pytest.mark.parametrize("dtype", [rd.int64, rd.bool, rd.uint8])
def test_only_floats_may_require_grad(dtype: Any) -> None:
    t = rd.tensor([1, 0]).to(dtype)
    with pytest.raises(RuntimeError, match="floating point"):
        t.requires_grad_()
    with pytest.raises(RuntimeError, match="floating point"):
        t.requires_grad = True
    assert t.requires_grad_(False) is t
    assert not t.requires_grad and t._autograd is None


def test_factories_refuse_ints() -> None:
    with pytest.raises(RuntimeError, match="floating point"):
        rd.tensor([1, 2], requires_grad=True)


@pytest.mark.parametrize("dtype", [rd.float16, rd.float32, rd.float64, rd.complex64])
def test_floats_and_complex_may_require_grad(dtype: Any) -> None:
    assert rd.tensor([1.0]).to(dtype).requires_grad_().requires_grad


def test_requires_grad_on_an_interior_tensor() -> None:
    y = leaf(1.0) * 2
    assert y.requires_grad_() is y
    assert y.requires_grad_(True) is y
    with pytest.raises(RuntimeError, match="detach"):
        y.requires_grad_(False)
    for value in (True, False):
        with pytest.raises(RuntimeError, match="leaf variables"):
            y.requires_grad = value
    assert y.requires_grad and y.grad_fn is not None


@pytest.mark.parametrize("value", [1, None, "yes"])
def test_requires_grad_takes_only_bools(value: Any) -> None:
    x = rd.tensor([1.0])
    with pytest.raises(RuntimeError, match="must be a bool"):
        x.requires_grad = value
    assert not x.requires_grad


def test_requires_grad_cannot_be_deleted() -> None:
    with pytest.raises((RuntimeError, AttributeError)):
        del leaf(1.0).requires_grad


def test_switching_on_and_off() -> None:
    x: Any = rd.tensor([1.0])
    x.requires_grad = True
    assert type(x._autograd) is Leaf
    x.requires_grad = False
    assert type(x._autograd) is Plain  # type: ignore[comparison-overlap]
    assert (x * 2)._autograd is None
    x.requires_grad_()
    (x * 2).backward()
    assert x.grad.tolist() == [2.0]


def test_a_leaf_switched_off_after_the_forward_gets_no_gradient() -> None:
    x = leaf(1.0)
    y = (x * 2).sum()
    x.requires_grad = False
    y.backward()
    assert x.grad is None


def test_grad_mode_does_not_matter_for_flags() -> None:
    with rd.no_grad():
        x: Any = rd.tensor([1.0], requires_grad=True)
        y = rd.tensor([1.0]).requires_grad_()
    assert x.requires_grad and x.is_leaf and y.requires_grad and y.is_leaf


def test_comparisons_have_no_history() -> None:
    x = leaf(1.0, 2.0)
    for t in (x > 1, x == x, rd.zeros_like(x), rd.ones_like(x), x.to(rd.int64)):
        assert not t.requires_grad and t.grad_fn is None


def test_sign_keeps_a_history_of_zeros() -> None:
    x = leaf(1.0, -2.0)
    y = x.sign()
    assert y.grad_fn is not None
    y.sum().backward()
    assert x.grad.tolist() == [0.0, 0.0]


@pytest.mark.parametrize("name", ["grad_fn", "is_leaf", "_version", "output_nr"])
def test_read_only_attributes(name: str) -> None:
    with pytest.raises(AttributeError):
        setattr(leaf(1.0), name, None)


# ----- views and requires_grad -----


def test_a_view_of_a_plain_base_may_require_grad_by_itself() -> None:
    base = rd.zeros(3)
    view = base[1:]
    view.requires_grad_()
    assert view.requires_grad and view.is_leaf and not base.requires_grad
    (view * 2).sum().backward()
    assert view.grad.tolist() == [2.0, 2.0] and base.grad is None  # type: ignore[union-attr]


def test_a_base_that_requires_grad_later_shows_in_its_views() -> None:
    base = rd.zeros(3)
    view = base[1:]
    base.requires_grad_()
    assert view.requires_grad and view.grad_fn is None and view.is_leaf
    result = (view * 2).sum()
    assert result.requires_grad
    result.backward()  # the view was made before: the gradient goes nowhere
    assert base.grad is None


def test_a_view_made_under_no_grad_drops_the_gradient() -> None:
    x = leaf(1.0, 2.0)
    with rd.no_grad():
        view = x[0]
    assert view.requires_grad and view.is_leaf and view.grad_fn is None
    result = view * 2
    assert result.requires_grad and result.grad_fn.next_functions == ((None, 0), (None, 0))
    result.backward()
    assert x.grad is None
    with pytest.raises(RuntimeError, match="does not require grad"):
        view.backward()


# ----- detach, data, detach_, clone -----


def test_detach_shares_memory_and_version() -> None:
    x = leaf(1.0, 2.0)
    y = x * 1
    d = y.detach()
    assert d is not y and not d.requires_grad and d.is_leaf
    assert not d._is_view() and d._base is None
    d.add_(1)
    assert y.tolist() == [2.0, 3.0]
    assert y._version == d._version == 1


def test_data_has_a_version_of_its_own() -> None:
    y = leaf(1.0, 2.0) * 1
    z = y.exp()
    y.data.add_(1)
    assert y.tolist() == [2.0, 3.0] and y._version == 0
    with rd.no_grad():
        y.mul_(1)
    assert y._version == 1 and y.data._version == 0
    assert z.requires_grad


def test_writes_through_data_are_not_noticed() -> None:
    x = leaf(2.0)
    y = x * x
    x.data.fill_(5.0)
    y.backward()
    assert x.grad.tolist() == [10.0]  # the data are read when they are needed


def test_setting_data_keeps_version_flag_and_history() -> None:
    x = leaf(1.0, 2.0)
    y = x * x
    x.data = rd.tensor([3.0, 4.0], dtype=rd.float64)
    assert x.requires_grad and x.is_leaf and x._version == 0 and x.tolist() == [3.0, 4.0]
    y.sum().backward()
    assert x.grad.tolist() == [6.0, 8.0]  # a saved leaf shows its new data


def test_setting_data_refuses() -> None:
    x = leaf(1.0)
    with pytest.raises(TypeError, match="tensor"):
        x.data = np.ones(1)
    with pytest.raises(RuntimeError, match="floating"):
        x.data = rd.tensor([1])
    assert x.tolist() == [1.0]


def test_detach_in_place() -> None:
    x = leaf(1.0, 2.0)
    y = x * 2
    z = y + 1
    version = y._version
    assert y.detach_() is y
    assert not y.requires_grad and y.is_leaf and y.grad_fn is None and y._version == version
    z.sum().backward()  # whoever used it before keeps its edge
    assert x.grad.tolist() == [2.0, 2.0]
    assert leaf(1.0).detach_().requires_grad is False
    assert rd.zeros(2).detach_().requires_grad is False


@pytest.mark.parametrize("requires_grad", [True, False])
def test_views_cannot_be_detached_in_place(requires_grad: bool) -> None:
    view = rd.zeros(3, requires_grad=requires_grad)[1:]
    with pytest.raises(RuntimeError, match="detach"):
        view.detach_()
    assert view._is_view()


def test_clone_passes_the_gradient() -> None:
    x = leaf(1.0, 2.0)
    y = x.clone()
    assert y.grad_fn.name() == "CloneBackward0" and y._version == 0
    (y * rd.tensor([1.0, 3.0], dtype=rd.float64)).sum().backward()
    assert x.grad.tolist() == [1.0, 3.0]


def test_clone_of_an_expanded_tensor_is_dense() -> None:
    y = leaf(1.0).expand(3).clone()
    y.detach().add_(rd.tensor([0.0, 1.0, 2.0], dtype=rd.float64))
    assert y.tolist() == [1.0, 2.0, 3.0]


def test_deepcopy() -> None:
    x = leaf(1.0, 2.0)
    (x * 2).sum().backward()
    y = copy.deepcopy(x)
    assert y.requires_grad and y.is_leaf and y.grad.tolist() == [2.0, 2.0]
    assert y.grad is not x.grad
    with pytest.raises(RuntimeError, match="graph leaves"):
        copy.deepcopy(x * 2)


# ----- .grad -----


def test_setting_grad() -> None:
    x = leaf(1.0, 2.0)
    g = rd.tensor([5.0, 6.0], dtype=rd.float64)
    x.grad = g
    assert x.grad is g
    x.grad = None
    assert x.grad is None
    x.grad = g
    del x.grad
    assert x.grad is None
    plain, number = rd.zeros(2), rd.tensor([1, 2])
    plain.grad, number.grad = rd.ones(2), rd.tensor([3, 4])
    assert plain.grad.tolist() == [1.0, 1.0] and number.grad.tolist() == [3, 4]
    assert not plain.requires_grad


def test_grad_setter_refuses_and_changes_nothing() -> None:
    x = leaf(1.0, 2.0)
    g = x.grad = rd.zeros(2, dtype=rd.float64)
    with pytest.raises(TypeError, match="Tensor or None"):
        x.grad = [1.0, 2.0]
    with pytest.raises(RuntimeError, match="own grad"):
        x.grad = x
    with pytest.raises(RuntimeError, match="shape"):
        x.grad = rd.zeros(1, dtype=rd.float64)
    with pytest.raises(RuntimeError, match="dtype"):
        x.grad = rd.zeros(2)
    assert x.grad is g


def test_a_preset_gradient_is_added_to_in_place() -> None:
    x = leaf(1.0, 2.0)
    g = x.grad = rd.ones(2, dtype=rd.float64)
    (x * 3).sum().backward()
    assert x.grad is g and g.tolist() == [4.0, 4.0] and g._version == 1


def test_grad_of_an_interior_tensor_warns() -> None:
    y = leaf(1.0) * 2
    with pytest.warns(UserWarning, match="not a leaf"):
        assert y.grad is None
    y.retain_grad()
    assert y.grad is None  # asked for: no warning


def test_a_kept_gradient_survives_a_first_history() -> None:
    t = rd.zeros(2, dtype=rd.float64)
    t.grad = rd.ones(2, dtype=rd.float64)
    t.add_(leaf(1.0, 2.0))
    assert t.grad.tolist() == [1.0, 1.0] and not t.is_leaf


# ----- retain_grad -----


def test_retain_grad() -> None:
    x = leaf(1.0, 2.0)
    y = x * 3
    y.retain_grad()
    y.retain_grad()  # once is enough
    assert y.retains_grad
    y.sum().backward(retain_graph=True)
    first = y.grad
    assert first.tolist() == [1.0, 1.0]
    y.sum().backward()
    assert y.grad.tolist() == [2.0, 2.0]
    assert y.grad is not first and first.tolist() == [1.0, 1.0]


def test_retain_grad_of_leaves_and_others() -> None:
    x = leaf(1.0)
    x.retain_grad()
    assert not x.retains_grad
    with pytest.raises(RuntimeError, match="requires_grad=False"):
        rd.zeros(1).retain_grad()


def test_retained_gradients_follow_the_newest_value() -> None:
    x = leaf(2.0)
    y = x * 1
    old = y * 10
    y.retain_grad()
    y.mul_(3)
    (y * 5).backward(retain_graph=True)
    assert y.grad.tolist() == [5.0]
    old.backward()  # reaches the old value only
    assert y.grad.tolist() == [5.0] and x.grad.tolist() == [25.0]


def test_retained_gradients_are_written_by_grad_too() -> None:
    x = leaf(2.0)
    y = x * 3
    y.retain_grad()
    (gradient,) = rd.autograd.grad(y * 4, x)
    assert gradient.tolist() == [12.0] and y.grad.tolist() == [4.0] and x.grad is None


# ----- leaving the world of tensors -----


def test_numpy_refuses_what_requires_grad() -> None:
    x = leaf(1.0)
    with pytest.raises(RuntimeError, match="detach"):
        x.numpy()
    with pytest.raises(RuntimeError, match="detach"):
        (x * 2).numpy()
    with rd.no_grad():
        assert x.numpy().tolist() == [1.0]
    assert x.numpy(force=True).tolist() == [1.0] and x.detach().numpy().tolist() == [1.0]


def test_numbers() -> None:
    x = leaf(1.5)
    assert x.item() == 1.5 and x.tolist() == [1.5]
    with pytest.warns(UserWarning, match="requires_grad"):
        assert float(x) == 1.5
