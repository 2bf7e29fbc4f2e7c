"""What a mapped function may do with its tensors, and what is refused there as in PyTorch."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import redispatch as rd
from redispatch.func import vmap

X = np.arange(6.0).reshape(3, 2)


def inside(action: Callable[[Any], Any], x: Any = X) -> list[Any]:
    """Do something with the tensor of a mapped function, and return what came of it."""
    found: list[Any] = []

    def f(a: Any) -> Any:
        found.append(action(a))
        return a

    vmap(f)(rd.from_numpy(x))
    return found


REFUSED: dict[str, tuple[Callable[[Any], Any], type[Exception], str]] = {
    "item": (lambda a: a[0].item(), RuntimeError, r"calling \.item\(\) on a Tensor"),
    "float": (lambda a: float(a[0]), RuntimeError, r"calling \.item\(\) on a Tensor"),
    "int": (lambda a: int(a[0]), RuntimeError, r"calling \.item\(\) on a Tensor"),
    "index": (lambda a: range(9)[a[0].long()], RuntimeError, r"calling \.item\(\) on a Tensor"),
    "bool": (lambda a: 1 if a[0] else 2, RuntimeError, "data-dependent control flow"),
    "in": (lambda a: 1.0 in a, RuntimeError, "data-dependent control flow"),
    "tolist": (lambda a: a.tolist(), RuntimeError, "reading its values"),
    "numpy": (lambda a: a.numpy(), RuntimeError, "reading its values"),
    "asarray": (np.asarray, RuntimeError, "reading its values"),
    "tensor of it": (lambda a: rd.tensor([a[0], 1.0]), RuntimeError, "reading its values"),
    "full of it": (lambda a: rd.full((2,), a[0]), RuntimeError, "reading its values"),
    "data_ptr": (lambda a: a.data_ptr(), RuntimeError, "Cannot access data pointer"),
    "storage": (lambda a: a.untyped_storage(), NotImplementedError, "Cannot access storage"),
    "deepcopy": (copy.deepcopy, NotImplementedError, "Cannot access storage"),
    "pickle": (pickle.dumps, NotImplementedError, "Cannot access storage"),
    "data": (lambda a: a.data, RuntimeError, "accessing `data` under vmap"),
    "set data": (lambda a: setattr(rd.ones(2), "data", a), RuntimeError, "mutating directly with"),
    "requires_grad_": (lambda a: a.requires_grad_(), RuntimeError, "inside of a function being tr"),
    "of a fresh one": (lambda a: rd.ones(2).requires_grad_(), RuntimeError, "inside of a function"),
    "retain_grad": (lambda a: a.retain_grad(), RuntimeError, "has requires_grad=False"),
    "backward": (lambda a: a.sum().backward(), RuntimeError, r"backward\(\) called inside"),
    "autograd.backward": (lambda a: rd.autograd.backward(a.sum()), RuntimeError, "called inside"),
    "nonzero": (lambda a: a.nonzero(), RuntimeError, "can output dynamic shape"),
    "mask": (lambda a: a[a > 0], RuntimeError, "indexing with a boolean mask"),
    "equal": (lambda a: rd.equal(a, a), RuntimeError, "could not generate a fallback"),
    "out=": (lambda a: rd.add(a, a, out=a.clone()), RuntimeError, "doesn't work on out="),
    "into fresh zeros": (lambda a: rd.zeros(2).copy_(a), RuntimeError, "has more elements than `s"),
    "item of zeros": (
        lambda a: rd.zeros(2).__setitem__(0, a[0]), RuntimeError, "has more elements than `self`",
    ),
}  # fmt: skip


@pytest.mark.parametrize("what", REFUSED)
def test_refused_inside(what: str) -> None:
    action, kind, words = REFUSED[what]
    with pytest.raises(kind, match=words):
        inside(action)


def test_retain_grad_of_what_is_recorded_is_refused_inside() -> None:
    leaf = rd.ones(2, requires_grad=True)
    with pytest.raises(RuntimeError, match="retain_grad"):
        inside(lambda a: (leaf * 1).retain_grad())


def test_backward_inside_changes_no_gradient() -> None:
    leaf = rd.ones(2, requires_grad=True)
    with pytest.raises(RuntimeError, match="called inside"):
        inside(lambda a: (leaf * 1).sum().backward())
    assert leaf.grad is None


def test_what_it_looks_like_inside() -> None:
    leaf = rd.from_numpy(X).requires_grad_()

    def f(a: Any) -> Any:
        assert tuple(a.shape) == (2,) and a.dim() == 1 and a.numel() == 2 and len(a) == 2
        assert a.stride() == (1,) and a.is_contiguous() and a.dtype is rd.float64
        assert not a.requires_grad and a.is_leaf and a.grad_fn is None and a.grad is None
        assert not a.is_inference() and a._version == 0 and str(a.device) == "numpy"
        assert a.cpu() is a and a.to("cpu") is a
        assert repr(a).startswith("BatchedTensor(lvl=1, bdim=0, value=")
        assert [tuple(each.shape) for each in a] == [(), ()]
        return a * 2

    assert vmap(f)(leaf).requires_grad


def test_a_parameter_can_be_made_of_it() -> None:
    (made,) = inside(rd.nn.Parameter)
    assert made.requires_grad and tuple(made.shape) == (2,)


def test_new_tensors_beside_it_have_memory_for_every_example() -> None:
    def f(a: Any) -> Any:
        zeros = a.new_zeros(2)
        zeros[0] = a[1]
        full = a.new_full((2,), 3)
        full.add_(a)
        strided = a.new_empty_strided((2, 2), (1, 2))
        assert strided.stride() == (1, 2)
        strided.copy_(rd.stack([a, a]))
        return zeros, full, rd.ones_like(a).mul_(a), a.new_ones(1), strided

    zeros, full, like, ones, strided = vmap(f)(rd.from_numpy(X))
    np.testing.assert_array_equal(zeros.numpy(), np.stack([X[:, 1], 0 * X[:, 1]], 1))
    np.testing.assert_array_equal(full.numpy(), X + 3)
    np.testing.assert_array_equal(like.numpy(), X)
    np.testing.assert_array_equal(ones.numpy(), np.ones((3, 1)))
    np.testing.assert_array_equal(strided.numpy(), np.stack([X, X], 1))


def test_fresh_tensors_may_require_grad() -> None:
    (made,) = inside(lambda a: rd.ones(2, requires_grad=True))
    assert made.requires_grad


def test_another_device_is_reached_inside() -> None:
    result = vmap(lambda a: a.to("meta"))(rd.from_numpy(X))
    assert str(result.device) == "meta" and tuple(result.shape) == (3, 2)


def test_a_tensor_that_escaped_is_dead() -> None:
    (escaped,) = inside(lambda a: a * 1)
    assert tuple(escaped.shape) == (2,) and "BatchedTensor" in repr(escaped)
    with pytest.raises(RuntimeError, match="escaped from inside a function being vmapped"):
        escaped + 1
    with pytest.raises(RuntimeError, match="escaped from inside a function being vmapped"):
        vmap(lambda a: a * escaped)(rd.from_numpy(X))


def test_explain_tells_the_rule_that_acts() -> None:
    def told(name: str, *args: Any) -> str:
        (line,) = rd.explain(name, *args).walk[0].asks
        return line

    (lines,) = inside(
        lambda a: [told("exp", a), told("matmul", a, a), told("var_mean", a), told("normal_", a)]
    )
    assert all(line.startswith("vmap level 1, 3 examples: ") for line in lines)
    assert "the rule of tag pointwise" in lines[0] and "pointwise.py" in lines[0]
    assert "its own rule" in lines[1] and "linalg.py" in lines[1]
    assert "composite" in lines[2]
    assert "the rule of tag random" in lines[3]
    (rules,) = inside(lambda a: [r for r in rd.explain("exp", a).rules if r.slot == "Vmap"])
    assert [r.lost for r in rules] == [""]
