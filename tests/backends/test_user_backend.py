"""A backend from outside: registered, computed on, differentiated through, removed."""

from __future__ import annotations

import copy
import pickle
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from box import load

import redispatch as rd
from redispatch.backends import register_backend
from redispatch.dispatch import KeyRemovedError, RegistrationError, kernel

example = load()


@pytest.fixture
def toy() -> Iterator[Any]:
    backend = example.Toy()
    with register_backend(backend):
        for name, function in example.KERNELS.items():
            kernel(name, "Toy")(example.boxed(function))
        yield backend


def test_it_computes_with_its_own_payload(toy: Any) -> None:
    x = rd.tensor([[1.0, 2.0], [3.0, 4.0]], device="toy")
    y = (x @ x + 1).exp().log() * 2
    assert type(y._data) is example.Box
    assert np.allclose(y.tolist(), [[16.0, 22.0], [32.0, 46.0]])
    assert toy.fallbacks == {}
    assert (x + rd.tensor([[1], [2]], device="toy")).dtype is rd.float32
    assert (rd.tensor([1, 2], device="toy").exp()).dtype is rd.float32


@pytest.mark.filterwarnings("ignore:.*reference cycle")
@pytest.mark.parametrize("create_graph", [False, True])
def test_gradients(toy: Any, create_graph: bool) -> None:
    results = []
    for device in ("toy", "numpy"):
        x = rd.tensor([[0.5, -1.0], [2.0, 0.1]], device=device, requires_grad=True)
        w = rd.tensor([[1.0, 2.0]], device=device, requires_grad=True)
        y = ((x * w + 1).tanh() @ x.transpose(0, 1)).relu().mean()
        y.backward(create_graph=create_graph)
        results.append([x.grad, w.grad])
    for ours, theirs in zip(*results, strict=True):
        assert str(ours.device) == "toy"
        assert np.allclose(ours.tolist(), theirs.tolist())
    assert "rd::relu" in toy.fallbacks


def test_training(toy: Any) -> None:
    assert example.train("toy", 150) < 1e-4
    assert toy.fallbacks["rd::mean"] == 150


def test_in_place_gives_a_new_payload(toy: Any) -> None:
    x = rd.zeros(2, 2, device="toy")
    payload = x._data
    assert x.add_(1).mul_(rd.tensor(2.0)) is x
    assert x._data is not payload and x._version == 2
    assert x.tolist() == [[2.0, 2.0], [2.0, 2.0]]
    x.zero_()  # no kernel: written on NumPy and brought back
    assert x.tolist() == [[0.0, 0.0], [0.0, 0.0]] and toy.fallbacks["rd::zero_"] == 1
    with pytest.raises(RuntimeError, match="can't be cast"):
        rd.zeros(2, dtype=rd.int64, device="toy").add_(0.5)
    with pytest.raises(RuntimeError, match="doesn't match the broadcast shape"):
        rd.zeros(2, device="toy").add_(rd.zeros(3, 2, device="toy"))


def test_in_place_is_recorded(toy: Any) -> None:
    x = rd.tensor([1.0, 2.0], device="toy", requires_grad=True)
    y = x * 1
    y.mul_(x).add_(1)
    y.sum().backward()
    assert x.grad is not None and x.grad.tolist() == [2.0, 4.0]
    y = x.exp()
    y.add_(1)
    with pytest.raises(RuntimeError, match="modified by an inplace operation"):
        y.sum().backward()


def test_policies() -> None:
    toy = example.Toy()
    with register_backend(toy):
        x = rd.tensor([1.0, 4.0], device="toy")
        assert x.sqrt().tolist() == [1.0, 2.0] and toy.fallbacks == {"rd::sqrt": 1}
    for policy in ("warn", "raise"):
        toy = example.Toy()
        toy.fallback = policy
        with register_backend(toy):
            x = rd.tensor([1.0, 4.0], device="toy")
            if policy == "warn":
                with pytest.warns(RuntimeWarning, match="rd::sqrt has no kernel for Toy"):
                    assert x.sqrt().tolist() == [1.0, 2.0]
            else:
                with pytest.raises(NotImplementedError, match="(?s)rd::sqrt.*no rule for Toy"):
                    x.sqrt()


def test_fallback_keeps_modes(toy: Any) -> None:
    x = rd.tensor([1.0, 4.0], device="toy")
    with rd.inference_mode():
        assert x.sqrt().is_inference()
    assert not x.sqrt().is_inference()


def test_printing(toy: Any) -> None:
    x = rd.tensor([1.0, 2.0], device="toy", requires_grad=True)
    assert repr(x) == "tensor([1., 2.], device='toy', requires_grad=True)"
    assert repr(x * 2) == "tensor([2., 4.], device='toy', grad_fn=<MulBackward0>)"


def test_pickling_and_copying(toy: Any) -> None:
    x = rd.tensor([1.0, 2.0], device="toy", requires_grad=True)
    x.sum().backward()
    for twin in (pickle.loads(pickle.dumps(x)), copy.deepcopy(x)):
        assert repr(twin) == repr(x)
        assert type(twin._data) is example.Box and twin._data is not x._data
    twin = copy.deepcopy(x)
    assert twin.grad is not None and twin.grad.tolist() == [1.0, 1.0]


def test_saving(toy: Any, tmp_path: Path) -> None:
    model = rd.nn.Linear(2, 1).to("toy")
    rd.save({"model": model.state_dict(), "x": rd.ones(2, device="toy")}, tmp_path / "a.npz")
    found = rd.load(tmp_path / "a.npz")
    assert type(found["x"]._data) is example.Box and found["x"].tolist() == [1.0, 1.0]
    again = rd.nn.Linear(2, 1).to("toy")
    again.load_state_dict(found["model"])
    assert type(again.weight._data) is example.Box
    assert again.weight.tolist() == model.weight.tolist()
    here = rd.load(tmp_path / "a.npz", map_location="cpu")
    assert str(here["x"].device) == "numpy"


def test_modules_are_copied_pickled_and_trained(toy: Any) -> None:
    model = rd.nn.Sequential(rd.nn.Linear(2, 3), rd.nn.Tanh(), rd.nn.Linear(3, 1)).to("toy")
    twins = [copy.deepcopy(model), pickle.loads(pickle.dumps(model)), copy.deepcopy(model).cpu()]
    x = rd.randn(4, 2)
    for each in (model, *twins):
        optimizer = rd.optim.Adam(each.parameters(), lr=0.1)
        place = next(each.parameters()).device
        for _ in range(3):
            optimizer.zero_grad()
            (each(x.to(place)) ** 2).mean().backward()
            optimizer.step()
    want = [p.tolist() for p in twins[-1].parameters()]
    for each in (model, *twins[:-1]):
        assert {str(p.device) for p in each.parameters()} == {"toy"}
        for ours, theirs in zip(each.parameters(), want, strict=True):
            assert np.allclose(ours.tolist(), theirs, atol=1e-5)


def test_after_removal() -> None:
    with register_backend(example.Toy()):
        x = rd.tensor([1.0, 2.0], device="toy", requires_grad=True)
        y = (x * 2).sum()
    for use in (lambda: x + 1, lambda: repr(x), lambda: x.tolist(), lambda: x.shape, y.backward):
        with pytest.raises(KeyRemovedError, match="Toy.*was removed"):
            use()
    with pytest.raises(RuntimeError, match="device 'toy'"):
        rd.zeros(2, device="toy")
    with register_backend(example.Toy()):  # a new one; the old tensors stay removed
        assert rd.zeros(2, device="toy").tolist() == [0.0, 0.0]
        with pytest.raises(KeyRemovedError):
            x + 1


def test_names_are_unique(toy: Any) -> None:
    with pytest.raises(RegistrationError, match="toy"):
        register_backend(example.Toy())
    with pytest.raises(RegistrationError):
        register_backend(example.Toy("TOY"))
    with pytest.raises(RegistrationError, match="identifier"):
        register_backend(example.Toy("not a name"))
    assert rd.zeros(1, device="toy").tolist() == [0.0]


def test_two_at_once(toy: Any) -> None:
    other = example.Toy("Other")
    with register_backend(other):
        x, y = rd.ones(2, device="toy"), rd.ones(2, device="other")
        assert str((x + 1).device) == "toy" and str((y + 1).device) == "other"
        assert toy.fallbacks == {} and other.fallbacks == {"rd::add": 1}
        with pytest.raises(RuntimeError, match="different devices"):
            x + y
        assert (x + y.to("toy")).tolist() == [2.0, 2.0]


def test_a_kernel_that_declines(toy: Any) -> None:
    calls = []

    def picky(self: Any, other: Any) -> Any:
        calls.append((self, other))
        if not isinstance(self, example.Box) or self.values.ndim != 1:
            return NotImplemented
        return example.boxed(np.multiply)(self, other)

    kernel("mul", "Toy", override=True)(picky)
    x = rd.ones(2, device="toy", requires_grad=True)
    wide = rd.ones(2, 2, device="toy", requires_grad=True)
    assert (x * 2).tolist() == [2.0, 2.0] and toy.fallbacks == {}
    assert (wide * 2).tolist() == [[2.0, 2.0], [2.0, 2.0]] and toy.fallbacks == {"rd::mul": 1}
    (wide * 3).sum().backward()  # also within a formula, where payloads travel
    assert wide.grad is not None and wide.grad.tolist() == [[3.0, 3.0], [3.0, 3.0]]
    assert toy.fallbacks["rd::mul"] == 3


def test_kernels_of_a_tag(toy: Any) -> None:
    def any_pointwise(operator: Any, *args: Any) -> Any:
        values = [a.values if isinstance(a, example.Box) else a for a in args]
        return example.Box(np.asarray(getattr(np, operator.schema.name)(*values)))

    with kernel_registration("*pointwise", any_pointwise):
        x = rd.tensor([4.0], device="toy")
        assert (x.sqrt(), x.cos())[0].tolist() == [2.0] and toy.fallbacks == {}
        assert (x + 1).tolist() == [5.0], "its own kernel comes first"
    x.sqrt()
    assert toy.fallbacks == {"rd::sqrt": 1}


def kernel_registration(name: str, fn: Any) -> Any:
    decorator = kernel(name, "Toy")
    decorator(fn)
    assert decorator.registration is not None
    return decorator.registration


def test_no_warning_without_cause(toy: Any) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        rd.tensor([1.0], device="toy").sqrt()
