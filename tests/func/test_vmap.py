"""`vmap`: what its arguments mean, and what is refused, by PyTorch's rules; values by NumPy."""

from __future__ import annotations

import functools
import threading
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import redispatch as rd
from redispatch.func import vmap
from redispatch.modes.transforms.levels import LEVELS

RANDOM = np.random.default_rng(7)


def some(*shape: int) -> Any:
    """Return numbers as an array."""
    return RANDOM.standard_normal(shape)


def same(result: Any, wanted: Any) -> None:
    """Assert that a tensor holds the values of an array, and has its shape."""
    assert tuple(result.shape) == np.shape(wanted)
    np.testing.assert_allclose(result.detach().numpy(), wanted, rtol=1e-12, atol=1e-12)


@pytest.fixture(autouse=True)
def nothing_is_left_in_force() -> Any:
    yield
    assert LEVELS.get().modes == ()


def test_it_is_found_at_both_places() -> None:
    assert rd.vmap is rd.func.vmap is vmap


@pytest.mark.parametrize("dim", [0, 1, -1, -2])
def test_in_dims_names_a_dimension_of_each_argument(dim: int) -> None:
    x, y = some(3, 4), some(3, 5)
    moved = rd.from_numpy(np.moveaxis(x, 0, dim))
    result = vmap(lambda a, b: a.sum() * b, in_dims=(dim, 0))(moved, rd.from_numpy(y))
    same(result, x.sum(1)[:, None] * y)


def test_none_leaves_an_argument_as_it_is() -> None:
    x, y = some(3, 4), some(4)
    same(vmap(rd.dot, in_dims=(0, None))(rd.from_numpy(x), rd.from_numpy(y)), x @ y)
    same(vmap(rd.dot, (0, None), 0)(rd.from_numpy(x), rd.from_numpy(y)), x @ y)


def test_arguments_and_results_are_containers() -> None:
    x, y, z = some(3, 4), some(4, 3), some(4)

    def f(pair: dict[str, Any], rest: Any) -> Any:
        (a, (b, word)) = pair["a"], rest
        assert word == "word" and tuple(a.shape) == tuple(b.shape) == (4,)
        return {"sum": a + b, "both": (a, [pair["c"]])}

    dims = ({"a": 0, "c": None}, (1, None))
    arguments = ({"a": rd.from_numpy(x), "c": rd.from_numpy(z)}, (rd.from_numpy(y), "word"))
    result = vmap(f, in_dims=dims)(*arguments)
    same(result["sum"], x + y.T)
    same(result["both"][0], x)
    same(result["both"][1][0], np.broadcast_to(z, (3, 4)))


def test_a_result_without_a_batch_is_expanded_and_not_copied() -> None:
    result = vmap(lambda a: rd.ones(2))(rd.zeros(3))
    assert tuple(result.shape) == (3, 2) and result.stride() == (0, 1)


@pytest.mark.parametrize("dim", [0, 1, 2, -1, -3])
def test_out_dims_says_where_the_batch_is(dim: int) -> None:
    x = some(5, 2, 3)
    same(vmap(lambda a: a * 2, out_dims=dim)(rd.from_numpy(x)), np.moveaxis(x * 2, 0, dim))


def test_out_dims_of_containers() -> None:
    x = some(5, 2)
    first, (second, word) = vmap(lambda a: (a, (a.sum(), "word")), out_dims=(1, (0, None)))(
        rd.from_numpy(x)
    )
    same(first, x.T)
    same(second, x.sum(1))
    assert word == "word"


def test_keyword_arguments_are_not_mapped() -> None:
    x, w = some(3, 4), some(3, 4)
    result = vmap(lambda a, *, w, times: a + w.sum() * times)(
        rd.from_numpy(x), w=rd.from_numpy(w), times=2
    )
    same(result, x + w.sum() * 2)


def test_calls_nest() -> None:
    x, y = some(3), some(4)
    outer = vmap(vmap(rd.mul, in_dims=(None, 0)), in_dims=(0, None))
    same(outer(rd.from_numpy(x), rd.from_numpy(y)), np.outer(x, y))
    m = some(2, 3, 4)
    same(vmap(vmap(lambda a: a.sum(), in_dims=1), in_dims=0)(rd.from_numpy(m)), m.sum(1))


def test_a_captured_tensor_of_an_outer_level_has_its_batch() -> None:
    x, y = some(3, 2), some(4, 2)
    result = vmap(lambda a: vmap(lambda b: (a * b).sum())(rd.from_numpy(y)))(rd.from_numpy(x))
    same(result, x @ y.T)


@pytest.mark.parametrize("size", [1, 2, 3, 6, 7, 100])
def test_chunks_give_what_all_at_once_gives(size: int) -> None:
    x, y = some(6, 2), some(2, 6)
    seen = []

    def f(a: Any, b: Any) -> Any:
        seen.append(0)
        return a * b, b.sum()

    result = vmap(f, in_dims=(0, 1), out_dims=(1, 0), chunk_size=size)(
        rd.from_numpy(x), rd.from_numpy(y)
    )
    same(result[0], (x * y.T).T)
    same(result[1], y.sum(0))
    assert len(seen) == -(-6 // size)


def test_a_batch_of_none_has_the_sizes_of_an_example() -> None:
    result = vmap(lambda a, b: (a @ b, a.sum(), b.softmax(-1)))(
        rd.zeros(0, 2, 3), rd.zeros(0, 3, 3)
    )
    assert [tuple(r.shape) for r in result] == [(0, 2, 3), (0,), (0, 3, 3)]


def test_gradients_pass_through() -> None:
    x, w = some(3, 2), some(2)
    leaf = rd.from_numpy(w).requires_grad_()
    result = vmap(lambda a: (a * leaf).sum().sin())(rd.from_numpy(x))
    result.sum().backward()
    same(leaf.grad, (np.cos(x @ w)[:, None] * x).sum(0))


def test_it_is_a_decorator() -> None:
    @functools.partial(vmap, in_dims=(0, None))
    def scaled(a: Any, b: Any) -> Any:
        """Scale."""
        return a * b

    assert scaled.__name__ == "scaled" and scaled.__doc__ == "Scale."
    same(scaled(rd.ones(2), rd.tensor(3.0)), [3.0, 3.0])


def test_modules_and_partial_functions_are_mapped() -> None:
    layer = rd.nn.Linear(2, 3)
    x = rd.randn(4, 5, 2)
    w, b = layer.weight.detach().numpy(), layer.bias.detach().numpy()
    np.testing.assert_allclose(
        vmap(layer)(x).detach().numpy(), x.numpy() @ w.T + b, rtol=1e-4, atol=1e-6
    )
    same(vmap(functools.partial(rd.mul, rd.tensor(2.0)))(rd.ones(3)), [2.0] * 3)


def test_an_exception_half_way_leaves_nothing_behind() -> None:
    def f(a: Any) -> Any:
        def g(b: Any) -> Any:
            raise KeyError("mine")

        return vmap(g)(a)

    with pytest.raises(KeyError, match="mine"):
        vmap(f)(rd.ones(2, 2))
    assert LEVELS.get().modes == ()
    same(rd.ones(2) + 1, [2.0, 2.0])


def test_threads_do_not_see_each_others_levels() -> None:
    inside, go = threading.Event(), threading.Event()
    found: list[Any] = []

    def f(a: Any) -> Any:
        inside.set()
        assert go.wait(10)
        return a * 2

    def work() -> None:
        found.append(vmap(f)(rd.ones(3, 2)))

    other = threading.Thread(target=work)
    other.start()
    assert inside.wait(10)
    assert LEVELS.get().modes == ()
    assert rd.rand(2).shape == (2,)  # random numbers are refused inside only
    go.set()
    other.join()
    same(found[0], np.full((3, 2), 2.0))


def test_a_generator_may_map_between_two_yields() -> None:
    def numbers() -> Any:
        for k in range(2):
            yield vmap(lambda a, k=k: a + k)(rd.zeros(2))

    same(rd.stack(list(numbers())), [[0.0, 0.0], [1.0, 1.0]])


def twice(a: Any) -> Any:
    """Return twice the value."""
    return a * 2


REFUSED: list[tuple[Callable[[], Any], type[Exception], str]] = [
    (lambda: vmap(twice, in_dims=[0])(rd.ones(2)), ValueError, "expected `in_dims` to be int or"),  # type: ignore[arg-type]
    (lambda: vmap(twice, in_dims=None)(rd.ones(2)), ValueError, "expected `in_dims` to be int or"),  # type: ignore[arg-type]
    (lambda: vmap(twice)(), ValueError, "got no inputs"),
    (lambda: vmap(twice, in_dims=(0, 0))(rd.ones(2)), ValueError, "not compatible with the struct"),
    (
        lambda: vmap(twice, in_dims=((0, 0),))(rd.ones(2)),
        ValueError,
        "not compatible with the stru",
    ),
    (lambda: vmap(twice, in_dims=("a",))(rd.ones(2)), ValueError, "Got in_dim=a for an input but"),
    (lambda: vmap(twice)(3), ValueError, "cannot vmap over non-Tensor arguments"),
    (lambda: vmap(twice, in_dims=1)(rd.ones(2)), ValueError, "-1 <= in_dim < 1"),
    (lambda: vmap(twice, in_dims=-2)(rd.ones(2)), ValueError, "-1 <= in_dim < 1"),
    (lambda: vmap(twice)(rd.ones(())), ValueError, "dimensionality 0"),
    (lambda: vmap(twice, in_dims=(None,))(rd.ones(2)), ValueError, "at least one Tensor to vmap"),
    (lambda: vmap(rd.add)(rd.ones(2), rd.ones(3)), ValueError, r"got sizes \[2, 3\]"),
    (lambda: vmap(lambda a: 3)(rd.ones(2)), ValueError, "must only return Tensors, got type"),
    (lambda: vmap(lambda a: None)(rd.ones(2)), ValueError, "must only return Tensors, got type"),
    (lambda: vmap(twice, out_dims=None)(rd.ones(2)), ValueError, "can not return a BatchedTensor"),
    (lambda: vmap(twice, out_dims="a")(rd.ones(2)), ValueError, "`out_dims` must be an int, None"),  # type: ignore[arg-type]
    (lambda: vmap(twice, out_dims=(0, 0))(rd.ones(2)), ValueError, "not compatible with the struc"),
    (
        lambda: vmap(lambda a: (a, a), out_dims=(0,))(rd.ones(2)),
        ValueError,
        "out_dims has structur",
    ),
    (lambda: vmap(twice, out_dims=1)(rd.ones(2)), IndexError, "Dimension out of range"),
    (lambda: vmap(twice, randomness="some"), RuntimeError, "'error', 'different', or 'same'"),
    (lambda: vmap(twice, chunk_size=0), ValueError, "chunk_size should be None or greater than 0"),
]


@pytest.mark.parametrize("case", REFUSED, ids=[words for _, _, words in REFUSED])
def test_what_does_not_fit_is_refused(case: tuple[Callable[[], Any], type[Exception], str]) -> None:
    call, kind, words = case
    with pytest.raises(kind, match=words):
        call()
