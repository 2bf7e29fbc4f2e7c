"""Optimizers: values recorded from PyTorch 2.13, groups, closures, state dicts, refusals."""

from __future__ import annotations

import copy
import math
import pickle
from typing import Any

import numpy as np
import pytest

import redispatch as rd
from redispatch import nn, optim

Make = Any


def descend(make: Make, steps: int = 5) -> rd.Tensor:
    p = rd.tensor([1.0, -2.0], dtype=rd.float64, requires_grad=True)
    optimizer = make([p])
    for _ in range(steps):
        optimizer.zero_grad()
        ((p**2).sum() + p.prod()).backward()
        optimizer.step()
    return p


@pytest.mark.parametrize(
    ("make", "wanted"),
    [
        (
            lambda ps: optim.SGD(ps, lr=0.1, momentum=0.9, nesterov=True, weight_decay=0.01),
            [0.006946246746615806, 0.33931801512360577],
        ),
        (lambda ps: optim.Adam(ps, lr=0.1), [0.7507035551735889, -1.502961812708936]),
        (
            lambda ps: optim.AdamW(ps, lr=0.1, amsgrad=True),
            [0.746321998315883, -1.4940514914212941],
        ),
    ],
)
def test_as_pytorch_computes_it(make: Make, wanted: list[float]) -> None:
    np.testing.assert_allclose(descend(make).detach().numpy(), wanted, 1e-12, 1e-12)


@pytest.mark.parametrize("momentum", [0.0, 0.8])
@pytest.mark.parametrize("dampening", [0.0, 0.3])
@pytest.mark.parametrize("maximize", [False, True])
def test_sgd_by_hand(momentum: float, dampening: float, maximize: bool) -> None:
    found = descend(
        lambda ps: optim.SGD(ps, 0.01, momentum, dampening, weight_decay=0.1, maximize=maximize),
        3,
    )
    p, running = np.array([1.0, -2.0]), None
    for _ in range(3):
        grad = 2 * p + p[::-1]
        grad = (-grad if maximize else grad) + 0.1 * p
        if momentum:
            running = grad if running is None else momentum * running + (1 - dampening) * grad
            grad = running
        p = p - 0.01 * grad
    np.testing.assert_allclose(found.detach().numpy(), p, 1e-12)


def test_adam_by_hand() -> None:
    found = descend(lambda ps: optim.Adam(ps, 0.05, (0.8, 0.95), 1e-6, weight_decay=0.1), 4)
    p, m, v = np.array([1.0, -2.0]), np.zeros(2), np.zeros(2)
    for step in range(1, 5):
        grad = 2 * p + p[::-1] + 0.1 * p
        m, v = 0.8 * m + 0.2 * grad, 0.95 * v + 0.05 * grad * grad
        root = np.sqrt(v) / math.sqrt(1 - 0.95**step) + 1e-6
        p = p - 0.05 / (1 - 0.8**step) * m / root
    np.testing.assert_allclose(found.detach().numpy(), p, 1e-12)


@pytest.mark.parametrize("amsgrad", [False, True])
def test_adam_moves_the_parts_of_complex_parameters(amsgrad: bool) -> None:
    z = rd.tensor([1 + 2j, 0.5 - 1j], dtype=rd.complex128, requires_grad=True)
    parts = rd.view_as_real(z.detach()).clone().requires_grad_()
    optimizers = [rd.optim.Adam([p], lr=0.1, amsgrad=amsgrad) for p in (z, parts)]
    for _ in range(3):
        for optimizer, loss in zip(
            optimizers, (z.abs() ** 3, (parts**2).sum(1) ** 1.5), strict=True
        ):
            optimizer.zero_grad()
            loss.sum().backward()
            optimizer.step()
    np.testing.assert_allclose(z.detach().imag.numpy(), parts.detach()[:, 1].numpy(), rtol=1e-12)
    np.testing.assert_allclose(z.detach().real.numpy(), parts.detach()[:, 0].numpy(), rtol=1e-12)


def test_updates_are_in_place_and_not_recorded() -> None:
    p = nn.Parameter(rd.ones(2))
    memory = p._data
    optimizer = optim.Adam([p])
    (p * p).sum().backward()
    optimizer.step()
    assert p._data is memory and p.is_leaf and p.requires_grad and p._version > 0
    state = optimizer.state[p]
    assert state["step"].item() == 1 and not state["exp_avg"].requires_grad


def test_parameters_without_gradient_are_left_alone() -> None:
    p = nn.Parameter(rd.ones(1))
    optimizer = optim.SGD([p], lr=1.0, weight_decay=1.0, momentum=0.5)
    optimizer.step()
    assert p.item() == 1.0 and not optimizer.state


def test_groups() -> None:
    a, b, c = (nn.Parameter(rd.ones(1)) for _ in range(3))
    groups: list[dict[str, Any]] = [{"params": [a], "lr": 0.5}, {"params": b}]
    optimizer = optim.SGD(groups, lr=0.1)
    optimizer.add_param_group({"params": [("c", c)], "maximize": True})
    (a + b + c).sum().backward()
    optimizer.step()
    assert [round(p.item(), 6) for p in (a, b, c)] == [0.5, 0.9, 1.1]
    assert optimizer.param_groups[2]["param_names"] == ["c"]
    named = optim.SGD(nn.Linear(1, 1).named_parameters())
    assert named.param_groups[0]["param_names"] == ["weight", "bias"]


@pytest.mark.filterwarnings("ignore:.*reference cycle")
def test_zero_grad() -> None:
    p = nn.Parameter(rd.ones(1))
    optimizer = optim.SGD([p])
    (p * p).sum().backward(create_graph=True)
    optimizer.zero_grad(set_to_none=False)
    assert p.grad is not None and p.grad.item() == 0.0 and not p.grad.requires_grad
    optimizer.zero_grad()
    assert p.grad is None


def test_a_closure_is_recorded() -> None:
    p = nn.Parameter(rd.tensor([3.0]))
    optimizer = optim.SGD([p], lr=0.1)

    def closure() -> rd.Tensor:
        optimizer.zero_grad()
        loss = (p * p).sum()
        loss.backward()
        return loss

    assert optimizer.step(closure).item() == 9.0
    assert p.item() == pytest.approx(2.4)


def test_hooks_around_a_step() -> None:
    p, log = nn.Parameter(rd.ones(1)), []
    optimizer = optim.SGD([p])
    handle = optimizer.register_step_pre_hook(lambda o, a, k: log.append("pre"))
    optimizer.register_step_post_hook(lambda o, a, k: log.append("post"))
    optimizer.step()
    handle.remove()
    optimizer.step()
    assert log == ["pre", "post", "post"]


@pytest.mark.parametrize(
    "make",
    [
        lambda ps: optim.SGD(ps, lr=0.1, momentum=0.9),
        lambda ps: optim.Adam(ps, lr=0.1, amsgrad=True),
    ],
)
def test_state_dict_goes_on_where_it_was(make: Make) -> None:
    def steps(optimizer: optim.Optimizer, p: rd.Tensor, count: int) -> None:
        for _ in range(count):
            optimizer.zero_grad()
            (p**4).sum().backward()
            optimizer.step()

    p = rd.tensor([1.0, -2.0], requires_grad=True)
    optimizer = make([p])
    steps(optimizer, p, 3)
    q = p.detach().clone().requires_grad_()
    other = make([q])
    state = optimizer.state_dict()
    assert state["param_groups"][0]["params"] == [0] and list(state["state"]) == [0]
    other.load_state_dict(state)
    steps(optimizer, p, 2)
    steps(other, q, 2)
    assert p.tolist() == q.tolist()  # and the first did not move what the second had copied
    assert copy.deepcopy(other).param_groups[0]["lr"] == 0.1
    assert pickle.loads(pickle.dumps(other)).param_groups[0]["lr"] == 0.1


def test_state_dicts_that_do_not_fit() -> None:
    a, b = nn.Parameter(rd.ones(1)), nn.Parameter(rd.ones(1))
    one, two = optim.SGD([a]), optim.SGD([{"params": [a]}, {"params": [b]}])
    with pytest.raises(ValueError, match="different number of parameter groups"):
        one.load_state_dict(two.state_dict())
    with pytest.raises(ValueError, match="doesn't match the size"):
        one.load_state_dict(optim.SGD([a, b]).state_dict())


@pytest.mark.parametrize(
    ("make", "kind", "message"),
    [
        (lambda p: optim.SGD([]), ValueError, "empty parameter list"),
        (lambda p: optim.SGD(p), TypeError, "iterable of Tensors"),
        (lambda p: optim.SGD([p * 2]), ValueError, "non-leaf"),
        (lambda p: optim.SGD([p, p]), ValueError, "duplicate"),
        (lambda p: optim.SGD([{"params": p}, {"params": p}]), ValueError, "more than one"),
        (lambda p: optim.SGD([{"params": {p}}]), TypeError, "ordered"),
        (lambda p: optim.SGD([p, p, 3]), TypeError, "can only optimize Tensors"),
        (lambda p: optim.SGD([p], lr=-1.0), ValueError, "Invalid learning rate: -1.0"),
        (lambda p: optim.SGD([p], momentum=-1.0), ValueError, "Invalid momentum"),
        (lambda p: optim.SGD([p], nesterov=True), ValueError, "Nesterov"),
        (lambda p: optim.Adam([p], betas=(1.0, 0.9)), ValueError, "beta parameter at index 0"),
        (lambda p: optim.Adam([p], eps=-1.0), ValueError, "Invalid epsilon"),
        (lambda p: optim.AdamW([p], weight_decay=-1.0), ValueError, "Invalid weight_decay"),
    ],
)
def test_refusals(make: Make, kind: type[Exception], message: str) -> None:
    with pytest.raises(kind, match=message):
        make(nn.Parameter(rd.ones(1)))


def test_an_optimizer_of_the_users() -> None:
    class SignDescent(optim.Optimizer):
        def __init__(self, params: Any, lr: float) -> None:
            super().__init__(params, {"lr": lr})

        def update(self, group: dict[str, Any]) -> None:
            for p in group["params"]:
                if p.grad is not None:
                    p.add_(p.grad.sign(), alpha=-group["lr"])

    p = nn.Parameter(rd.tensor([2.0]))
    optimizer = SignDescent([p], lr=0.5)
    (p * p).sum().backward()
    optimizer.step()
    assert p.item() == 1.5
    assert repr(optimizer) == "SignDescent (\nParameter Group 0\n    lr: 0.5\n)"
    with pytest.raises(NotImplementedError, match="update"):
        optim.Optimizer([p], {}).step()
