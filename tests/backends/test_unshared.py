"""Views and aliases of payloads that share no memory see each other's writes, in every mode."""

from __future__ import annotations

import gc
import weakref
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from box import load

import redispatch as rd
from redispatch.backends.unshared import place_of

example = load()


@pytest.fixture(autouse=True)
def toy() -> Iterator[Any]:
    backend = example.Toy()
    with example.register(backend):
        yield backend


def grid(**options: Any) -> Any:
    return rd.tensor([[0.0, 1.0, 2.0], [3.0, 4.0, 5.0]], device="toy", **options)


def test_a_write_reaches_base_views_and_aliases() -> None:
    x = grid()
    row, turned, alias, part = x[1], x.t(), x.detach(), x[1][1:]
    part.mul_(10)
    right = np.array([[0, 1, 2], [3, 40, 50]])
    for tensor, values in ((x, right), (row, right[1]), (turned, right.T), (alias, right)):
        assert np.array_equal(tensor.tolist(), values)
    turned[0].zero_()
    assert x.tolist() == [[0, 1, 2], [0, 40, 50]] and row.tolist() == [0, 40, 50]
    x.add_(1)
    assert part.tolist() == [41, 51] and x._version == part._version == 3


def test_several_outputs_are_views_each() -> None:
    x = grid()
    first, second = x.unbind(0)
    with rd.no_grad():
        second.zero_()
    assert x.tolist() == [[0, 1, 2], [0, 0, 0]] and first.tolist() == [0, 1, 2]


@pytest.mark.parametrize("mode", [rd.no_grad, rd.inference_mode, rd.enable_grad])
def test_in_every_mode(mode: Any) -> None:
    with mode():
        x = grid()
        x[0].add_(1)
        assert x.tolist() == [[1, 2, 3], [3, 4, 5]]


def test_data_parameters_and_turned_tensors_share() -> None:
    x = grid()
    parameter = rd.nn.Parameter(x)
    x.add_(1)
    assert parameter.tolist() == x.tolist()
    parameter.data[0].zero_()
    assert x[0].tolist() == [0, 0, 0] and x._version == 1
    x.t_()
    x[0].fill_(7)
    assert parameter.tolist() == [[7, 0, 0], [7, 5, 6]]


def test_set_data_leaves_the_old_memory_for_the_new() -> None:
    x, y = grid(), grid()
    view = x[0]
    x.data = y
    y.zero_()
    assert x.tolist() == y.tolist() and view.tolist() == [0, 1, 2]
    x.add_(1)
    assert y[0].tolist() == [1, 1, 1] and view.tolist() == [0, 1, 2]


def test_reshape_is_a_view_where_it_would_be_with_strides() -> None:
    x = grid()
    x.reshape(-1).add_(1)
    x.flatten()[:1].zero_()
    assert x.tolist() == [[0, 2, 3], [4, 5, 6]]
    x.t().reshape(-1).add_(1)  # a copy: turned, it is not row-major
    assert x.tolist() == [[0, 2, 3], [4, 5, 6]]


def test_elements_that_are_one_are_not_written() -> None:
    x = rd.zeros(1, device="toy")
    with pytest.raises(RuntimeError, match="rd::add_: .*single memory location"):
        x.expand(3).add_(1)
    assert x.tolist() == [0.0] and x._version == 0
    x.expand(3).zero_()  # filling is the same to all


def test_a_write_that_fails_has_changed_nothing(toy: Any) -> None:
    x = grid()
    views = [x[0], x.t(), x[:, 1]]
    before = [v.tolist() for v in (x, *views)]
    calls: list[int] = []
    make, limit = toy.from_numpy, 0

    def failing(array: Any) -> Any:
        calls.append(1)
        if len(calls) == limit:
            raise OSError("no room")
        return make(array)

    while limit < 12:
        limit += 1
        calls.clear()
        toy.from_numpy = failing
        try:
            views[0].mul_(5)
        except OSError:
            pass
        else:
            break
        finally:
            toy.from_numpy = make
        assert [v.tolist() for v in (x, *views)] == before
    else:
        pytest.fail("it never came through")
    assert limit > 2 and x[0].tolist() == [0, 5, 10]


def test_gradients_through_writes_to_views() -> None:
    results = []
    for device in ("numpy", "toy"):
        leaf = rd.tensor([[1.0, 2.0], [3.0, 4.0]], device=device, requires_grad=True)
        x = leaf * 2
        x[0].mul_(3)
        x[:, 1].add_(x[:, 0].clone() * x[1, 1].clone())
        x.t()[0].copy_(leaf[0].exp())
        (x * x).sum().backward()
        assert leaf.grad is not None
        results.append(leaf.grad.tolist())
    assert np.allclose(*results)


def test_views_keep_nothing_alive() -> None:
    x = grid()
    for _ in range(100):
        x[0]
    gc.collect()
    assert len(place_of(x).memory.members) == 1
    gone = weakref.ref(x)
    view = x[0]
    del x
    gc.collect()
    view.add_(1)
    assert view.tolist() == [1, 2, 3]
    del view
    gc.collect()
    assert gone() is None


def test_a_tensor_without_views_has_no_link() -> None:
    x = grid()
    assert "_place" not in (x + 1).add_(1).__dict__
