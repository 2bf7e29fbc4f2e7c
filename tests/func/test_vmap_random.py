"""Random operators under `vmap`: what "error", "different" and "same" mean for each."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import redispatch as rd
from redispatch.func import vmap

F = rd.nn.functional
Draw = Callable[[Any], Any]

#: What draws whatever its arguments are, and what fills a tensor of the level.
DRAWS: dict[str, Draw] = {
    "rand": lambda a: rd.rand(8),
    "randn": lambda a: rd.randn(2, 4),
    "randint": lambda a: rd.randint(0, 10**6, (8,)),
    "randint without low": lambda a: rd.randint(10**6, (8,)),
    "randperm": lambda a: rd.randperm(64),
    "rand_like of one for all": lambda a: rd.rand_like(rd.zeros(8)),
    "randn_like": lambda a: rd.randn_like(a.new_zeros(8)),
    "normal": lambda a: rd.normal(rd.zeros(8), 1.0),
    "normal_": lambda a: a.new_zeros(8).normal_(),
    "uniform_": lambda a: a.new_zeros(8).uniform_(),
    "bernoulli_": lambda a: a.new_zeros(64).bernoulli_(0.5),
    "bernoulli of one for all": lambda a: rd.bernoulli(rd.full((64,), 0.5)),
    "dropout": lambda a: F.dropout(a.new_ones(64)),
    "dropout of one for all": lambda a: F.dropout(rd.ones(64)),
    "dropout2d": lambda a: F.dropout2d(a.new_ones(1, 64, 1, 1)),
    "multinomial of one for all": lambda a: rd.multinomial(rd.ones(64), 8),
}
#: What cannot be the same for examples that differ.
BY_EXAMPLE: dict[str, Draw] = {
    "bernoulli": lambda a: rd.bernoulli(a.new_full((64,), 0.5)),
    "bernoulli_": lambda a: a.new_zeros(64).bernoulli_(a.new_full((64,), 0.5)),
    "multinomial": lambda a: rd.multinomial(a.new_ones(64), 8),
}


def drawn(how: str, draw: Draw) -> Any:
    """Return what is drawn for three examples, as rows."""
    return vmap(draw, randomness=how)(rd.zeros(3, 2)).numpy().reshape(3, -1)


@pytest.mark.parametrize("what", [*DRAWS, *BY_EXAMPLE])
def test_by_default_it_is_refused(what: str) -> None:
    with pytest.raises(RuntimeError, match="called random operation while in randomness error"):
        drawn("error", (DRAWS | BY_EXAMPLE)[what])


@pytest.mark.parametrize("what", [*DRAWS, *BY_EXAMPLE])
def test_different_draws_for_each_example(what: str) -> None:
    rows = drawn("different", (DRAWS | BY_EXAMPLE)[what])
    assert not (rows[0] == rows[1]).all() and not (rows[1] == rows[2]).all()


@pytest.mark.parametrize("what", DRAWS)
def test_same_draws_once_for_all(what: str) -> None:
    rows = drawn("same", DRAWS[what])
    assert (rows == rows[0]).all()
    assert len(np.unique(rows[0])) > 1


@pytest.mark.parametrize("what", BY_EXAMPLE)
def test_same_is_refused_where_it_depends_on_the_example(what: str) -> None:
    with pytest.raises(RuntimeError, match="same randomness with a batched tensor input"):
        drawn("same", BY_EXAMPLE[what])


def test_different_numbers_cannot_be_written_into_what_all_examples_share() -> None:
    with pytest.raises(RuntimeError, match="different inplace randomness on an unbatched tensor"):
        drawn("different", lambda a: rd.zeros(3).normal_())
    rows = drawn("same", lambda a: rd.zeros(3).normal_())
    assert (rows == rows[0]).all()


def test_what_draws_nothing_is_not_refused() -> None:
    rows = drawn("error", lambda a: F.dropout(a.new_ones(4), training=False))
    np.testing.assert_array_equal(rows, np.ones((3, 4)))


@pytest.mark.parametrize("outer", ["different", "same"])
@pytest.mark.parametrize("inner", ["different", "same"])
def test_each_level_has_its_own_say(outer: str, inner: str) -> None:
    def rows(a: Any) -> Any:
        return vmap(lambda b: rd.randn(8), randomness=inner)(a)

    found = vmap(rows, randomness=outer)(rd.zeros(3, 2)).numpy()
    assert (found[0] == found[1]).all() == (outer == "same")
    assert (found[:, 0] == found[:, 1]).all() == (inner == "same")


def test_chunks_that_draw_the_same_start_alike() -> None:
    rows = vmap(lambda a: rd.randn(4), randomness="same", chunk_size=2)(rd.zeros(5)).numpy()
    assert (rows == rows[0]).all()


def test_a_seed_gives_the_numbers_that_it_gives_outside() -> None:
    rd.manual_seed(3)
    inside = vmap(lambda a: rd.randn(4), randomness="different")(rd.zeros(3))
    rd.manual_seed(3)
    np.testing.assert_array_equal(inside.numpy(), rd.randn(3, 4).numpy())


def test_dropout_is_scaled_and_differentiated() -> None:
    x = rd.ones(3, 50, requires_grad=True)
    result = vmap(lambda a: F.dropout(a, 0.25), randomness="different")(x)
    assert set(np.unique(result.detach().numpy())) == {np.float32(0), np.float32(1 / 0.75)}
    result.sum().backward()
    grad: Any = x.grad
    np.testing.assert_array_equal(grad.numpy(), result.detach().numpy())


def test_a_generator_is_drawn_from() -> None:
    g = rd.Generator().manual_seed(1)
    first = vmap(lambda a: rd.rand(2, generator=g), randomness="same")(rd.zeros(2)).numpy()
    again = rd.rand(2, generator=g.manual_seed(1)).numpy()
    np.testing.assert_array_equal(first, np.stack([again, again]))
