"""Random numbers: seeds, states, threads, distributions, and gradients of what is drawn."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import redispatch as rd

DRAWS: dict[str, Callable[[Any], Any]] = {
    "rand": lambda g: rd.rand(5, generator=g),
    "randn": lambda g: rd.randn(2, 3, generator=g),
    "randint": lambda g: rd.randint(0, 100, (5,), generator=g),
    "randperm": lambda g: rd.randperm(9, generator=g),
    "normal": lambda g: rd.normal(0.0, 1.0, (5,), generator=g),
    "normal_": lambda g: rd.zeros(5).normal_(generator=g),
    "uniform_": lambda g: rd.zeros(5).uniform_(-1, 1, generator=g),
    "exponential_": lambda g: rd.zeros(5).exponential_(generator=g),
    "random_": lambda g: rd.zeros(5).random_(0, 100, generator=g),
    "bernoulli": lambda g: rd.bernoulli(rd.full((20,), 0.5), generator=g),
    "bernoulli_": lambda g: rd.zeros(20).bernoulli_(0.5, generator=g),
    "multinomial": lambda g: rd.multinomial(rd.ones(9), 5, generator=g),
    "native_dropout": lambda g: rd.native_dropout(rd.ones(20), 0.5, generator=g)[0],
    "rand_like": lambda g: rd.rand_like(rd.zeros(5), generator=g),
    "randn_like": lambda g: rd.randn_like(rd.zeros(5), generator=g),
}


@pytest.mark.parametrize("name", DRAWS)
def test_a_seed_gives_the_same_numbers_again(name: str) -> None:
    draw = DRAWS[name]
    own = rd.Generator().manual_seed(7)
    first, second = draw(own), draw(own)
    assert first.tolist() == draw(own.manual_seed(7)).tolist()
    assert first.tolist() != second.tolist()
    rd.manual_seed(7)
    assert first.tolist() == draw(None).tolist()


@pytest.mark.parametrize("name", DRAWS)
def test_a_state_gives_the_same_numbers_again(name: str) -> None:
    draw = DRAWS[name]
    rd.randint(3, (5,))  # a half of a 64-bit number may be left over
    state = rd.get_rng_state()
    first = draw(None)
    rd.set_rng_state(state)
    assert first.tolist() == draw(None).tolist()
    twin = rd.default_generator.clone_state()
    assert draw(twin).tolist() == draw(None).tolist()


def test_generators() -> None:
    g = rd.Generator()
    assert g.manual_seed(3) is g
    assert g.initial_seed() == 3
    assert g.seed() == g.initial_seed()
    assert g.manual_seed(-1).initial_seed() == 2**64 - 1
    assert g.get_state().dtype is rd.uint8
    with pytest.raises(RuntimeError, match="64 bits"):
        g.manual_seed(2**64)
    with pytest.raises(RuntimeError, match="bytes"):
        g.set_state(rd.zeros(3, dtype=rd.uint8))
    rd.manual_seed(5)
    assert rd.initial_seed() == 5


def test_threads_share_the_default_generator() -> None:
    rd.manual_seed(0)
    found: list[float] = []

    def draw() -> None:
        for _ in range(200):
            found.append(rd.rand(1, dtype=rd.float64).item())

    threads = [threading.Thread(target=draw) for _ in range(4)]
    for t in threads:
        t.start()
    for t in threads:
        t.join()
    rd.manual_seed(0)
    assert sorted(found) == sorted(rd.rand(1, dtype=rd.float64).item() for _ in range(800))


def test_distributions() -> None:
    rd.manual_seed(0)
    n = 20_000
    assert abs(rd.rand(n).mean().item() - 0.5) < 0.02
    assert abs(rd.randn(n).numpy().std() - 1) < 0.02
    x = rd.empty(n).normal_(3, 2).numpy()
    assert abs(x.mean() - 3) < 0.1
    assert abs(x.std() - 2) < 0.1
    assert abs(rd.empty(n).exponential_(4).mean().item() - 0.25) < 0.02
    assert abs(rd.full((n,), 0.3).bernoulli().mean().item() - 0.3) < 0.02
    drawn = rd.multinomial(rd.tensor([1.0, 0.0, 3.0]), n, replacement=True).numpy()
    assert abs((drawn == 2).mean() - 0.75) < 0.02
    assert not (drawn == 1).any()
    each = rd.multinomial(rd.ones(3, 4), 4)
    assert np.sort(each.numpy(), 1).tolist() == [[0, 1, 2, 3]] * 3
    assert rd.rand(3, dtype=rd.complex64).dtype is rd.complex64
    assert (rd.rand(n, dtype=rd.float16).numpy() < 1).all()


def test_dtypes_and_devices() -> None:
    assert rd.rand(2, dtype=rd.float64).dtype is rd.float64
    assert rd.randn(2, device="meta").shape == (2,)
    assert rd.randint(2, (3,)).dtype is rd.int64
    assert rd.randperm(3, dtype=rd.int32).dtype is rd.int32
    assert rd.rand(2, requires_grad=True).requires_grad
    assert rd.randint_like(rd.zeros(2), 5).dtype is rd.float32
    assert rd.rand_like(rd.zeros(2), dtype=rd.float64).dtype is rd.float64


@pytest.mark.parametrize(
    "call",
    [
        lambda: rd.randint(3, 3, (2,)),
        lambda: rd.zeros(2).random_(4, 4),
        lambda: rd.zeros(2).uniform_(1, 0),
        lambda: rd.zeros(2).normal_(0, -1),
        lambda: rd.tensor([1.5]).bernoulli(),
        lambda: rd.multinomial(rd.ones(2), 3),
        lambda: rd.multinomial(rd.tensor([-1.0, 2.0]), 1),
        lambda: rd.multinomial(rd.zeros(2), 1),
        lambda: rd.randperm(-1),
        lambda: rd.native_dropout(rd.ones(2), 1.5),
        lambda: rd.zeros(1).expand(3).normal_(),
    ],
)
def test_refusals(call: Callable[[], Any]) -> None:
    with pytest.raises(RuntimeError):
        call()


def test_dropout() -> None:
    dropout = rd.nn.functional.dropout
    x = rd.ones(1000, requires_grad=True)
    rd.manual_seed(0)
    y = dropout(x, 0.25)
    kept = y.detach().numpy() != 0
    assert 0.7 < kept.mean() < 0.8
    np.testing.assert_allclose(y.detach().numpy()[kept], 4 / 3, rtol=1e-6)
    (g,) = rd.autograd.grad(y.sum(), x)
    np.testing.assert_array_equal(g.numpy(), y.detach().numpy())
    assert dropout(x, 0.5, training=False) is x
    assert dropout(x, 1.0).sum().item() == 0
    z = rd.ones(10)
    assert dropout(z, 0.5, inplace=True) is z
    with pytest.raises(ValueError, match="between 0 and 1"):
        dropout(x, 1.5)


def test_what_is_drawn_depends_on_no_input() -> None:
    x = rd.full((3,), 0.5, requires_grad=True)
    for y in (x.bernoulli(), (x * 2).normal_(), (x * 2).uniform_(), (x * 2).bernoulli_()):
        (g,) = rd.autograd.grad(y.sum(), x)
        assert g.tolist() == [0, 0, 0]
    with pytest.raises(RuntimeError, match="leaf"):
        x.normal_()
    with rd.no_grad():
        x.normal_()
    assert x._version == 1


def test_forward_mode() -> None:
    from redispatch.autograd.forward_ad import dual_level, make_dual, unpack_dual

    with dual_level():
        x = make_dual(rd.full((3,), 0.5), rd.ones(3))

        def tangent(t: rd.Tensor) -> Any:
            return unpack_dual(t).tangent.tolist()  # type: ignore[union-attr]

        assert tangent(x.bernoulli()) == [0, 0, 0]
        rd.manual_seed(0)
        y, mask = rd.native_dropout(x, 0.5)
        assert tangent(y) == (mask * 2.0).tolist()
        assert tangent((x * 2).normal_()) == [0, 0, 0]
