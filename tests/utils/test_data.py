"""Data sets, samplers, collating and the loader, in one thread and in several."""

from __future__ import annotations

import threading
import time
from collections import OrderedDict, namedtuple
from typing import Any

import numpy as np
import pytest

import redispatch as rd
from redispatch.utils import data as d


class Squares(d.Dataset[rd.Tensor]):
    """i * i, read slowly for small i."""

    def __init__(self, count: int = 10) -> None:
        self.count = count
        self.threads: set[str] = set()

    def __len__(self) -> int:
        return self.count

    def __getitem__(self, i: int) -> rd.Tensor:
        self.threads.add(threading.current_thread().name)
        time.sleep(0.002 * (i % 3 == 0))
        if i == 99:
            raise LookupError("no such sample")
        return rd.tensor(i * i)


def test_tensor_dataset() -> None:
    both = d.TensorDataset(rd.arange(4.0), rd.arange(4))
    assert len(both) == 4 and [t.item() for t in both[2]] == [2.0, 2]
    assert [t.shape for t in both[1:3]] == [(2,), (2,)]
    with pytest.raises(AssertionError, match="first sizes"):
        d.TensorDataset(rd.zeros(2), rd.zeros(3))


def test_concatenated_and_parts() -> None:
    joined = Squares(3) + Squares(2)
    assert len(joined) == 5 and [joined[i].item() for i in (2, 3, -1)] == [4, 0, 1]
    with pytest.raises(IndexError):
        joined[5]
    part = d.Subset(Squares(), [3, 1])
    assert len(part) == 2 and part[0].item() == 9


@pytest.mark.parametrize("lengths", [[7, 2, 1], [0.7, 0.2, 0.1], [0.5, 0.5]])
def test_random_split(lengths: list[float]) -> None:
    parts = d.random_split(range(10), lengths, rd.Generator().manual_seed(1))
    again = d.random_split(range(10), lengths, rd.Generator().manual_seed(1))
    assert [p.indices for p in parts] == [p.indices for p in again]
    assert sorted(i for p in parts for i in p.indices) == list(range(10))
    with pytest.raises(ValueError, match="Sum of input lengths"):
        d.random_split(range(10), [3, 3])


def test_samplers() -> None:
    source = rd.Generator().manual_seed(0)
    assert list(d.SequentialSampler(range(3))) == [0, 1, 2]
    order = list(d.RandomSampler(range(50), generator=source))
    assert sorted(order) == list(range(50)) and order != list(range(50))
    drawn = d.RandomSampler(range(3), replacement=True, num_samples=40, generator=source)
    assert len(drawn) == len(list(drawn)) == 40 and set(drawn) <= {0, 1, 2}
    assert len(list(d.RandomSampler(range(3), num_samples=7))) == 7
    assert sorted(d.SubsetRandomSampler([4, 7], source)) == [4, 7]
    weighted = d.WeightedRandomSampler([0.0, 1.0, 0.0], 5, generator=source)
    assert list(weighted) == [1] * 5
    batches = d.BatchSampler(range(5), 2, drop_last=True)
    assert list(batches) == [[0, 1], [2, 3]] and len(batches) == 2
    for wrong in (0, 1.5, True):
        with pytest.raises(ValueError, match="batch_size"):
            d.BatchSampler(range(5), wrong, False)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="num_samples"):
        d.RandomSampler(range(3), num_samples=0)


def test_collating_structures() -> None:
    Point = namedtuple("Point", "x y")
    batch = d.default_collate(
        [
            {"t": rd.ones(2), "n": 1, "f": 0.5, "s": "a", "p": Point(1, 2.0), "l": [1, (2,)]},
            {"t": rd.zeros(2), "n": 2, "f": 1.5, "s": "b", "p": Point(3, 4.0), "l": [3, (4,)]},
        ]
    )
    assert batch["t"].tolist() == [[1.0, 1.0], [0.0, 0.0]]
    assert batch["n"].tolist() == [1, 2] and batch["f"].dtype is rd.float64
    assert batch["s"] == ["a", "b"] and batch["p"].y.tolist() == [2.0, 4.0]
    assert batch["l"][1][0].tolist() == [2, 4]
    assert isinstance(d.default_collate([OrderedDict(a=1)]), OrderedDict)
    arrays = d.default_collate([np.float32(1), np.float32(2)])
    assert arrays.dtype is rd.float32 and arrays.tolist() == [1.0, 2.0]
    assert d.default_collate([True, False]).tolist() == [True, False]
    for wrong in ([object()], [np.array(["a"])]):
        with pytest.raises(TypeError, match="default_collate"):
            d.default_collate(wrong)
    with pytest.raises(RuntimeError, match="equal size"):
        d.default_collate([[1], [1, 2]])


def numbers(loader: Any) -> list[Any]:
    return [batch.tolist() for batch in loader]


@pytest.mark.parametrize("workers", [0, 3])
def test_batches_in_order(workers: int) -> None:
    squares = Squares(7)
    loader = d.DataLoader(squares, batch_size=3, num_workers=workers)
    assert len(loader) == 3
    assert numbers(loader) == numbers(loader) == [[0, 1, 4], [9, 16, 25], [36]]
    assert len(d.DataLoader(squares, 3, drop_last=True)) == 2
    assert (threading.current_thread().name in squares.threads) == (workers == 0)


@pytest.mark.parametrize("workers", [0, 2])
def test_the_same_seed_gives_the_same_epochs(workers: int) -> None:
    def epochs() -> list[Any]:
        source = rd.Generator().manual_seed(5)
        loader = d.DataLoader(Squares(), 4, shuffle=True, generator=source, num_workers=workers)
        return [numbers(loader), numbers(loader)]

    first = epochs()
    assert first == epochs() and first[0] != first[1]
    assert sorted(sum(first[0], [])) == [i * i for i in range(10)]


def test_batches_of_a_tensor_dataset_are_those_of_its_samples() -> None:
    tensors = d.TensorDataset(rd.randn(7, 2), rd.arange(7))
    fast = d.DataLoader(tensors, 3)
    slow = d.DataLoader(tensors, 3, collate_fn=lambda samples: d.default_collate(samples))
    for a, b in zip(fast, slow, strict=True):
        assert isinstance(a, list) and isinstance(b, list)
        assert all(bool((x == y).all()) for x, y in zip(a, b, strict=True))


def test_samplers_and_collate_of_the_users() -> None:
    assert numbers(d.DataLoader(Squares(), 2, sampler=[3, 1, 2])) == [[9, 1], [4]]
    assert numbers(d.DataLoader(Squares(), batch_sampler=[[3], [1, 2]])) == [[9], [1, 4]]
    assert list(d.DataLoader(Squares(3), 2, collate_fn=len)) == [2, 1]
    single = d.DataLoader(Squares(3), batch_size=None)
    assert [t.item() for t in single] == [0, 1, 4] and len(single) == 3


def test_streams() -> None:
    class Stream(d.IterableDataset[int]):
        def __iter__(self) -> Any:
            return iter(range(5))

    assert numbers(d.DataLoader(Stream(), 2)) == [[0, 1], [2, 3], [4]]
    assert numbers(d.DataLoader(Stream(), 2, drop_last=True)) == [[0, 1], [2, 3]]
    assert list(d.DataLoader(Stream(), None)) == [0, 1, 2, 3, 4]
    with pytest.raises(ValueError, match="own order"):
        d.DataLoader(Stream(), shuffle=True)


def test_threads_raise_in_turn_keep_modes_and_end() -> None:
    seen: list[int] = []
    loader = d.DataLoader(
        Squares(), sampler=[1, 2, 99, 3], num_workers=2, worker_init_fn=seen.append
    )
    batches = iter(loader)
    assert next(batches).item() == 1 and next(batches).item() == 4
    with pytest.raises(LookupError, match="no such sample"):
        next(batches)
    assert set(seen) <= {0, 1} and seen

    class Modes(d.Dataset[int]):
        def __len__(self) -> int:
            return 2

        def __getitem__(self, i: int) -> int:
            return int(rd.is_grad_enabled())

    with rd.no_grad():
        assert numbers(d.DataLoader(Modes(), num_workers=2)) == [[0], [0]]
    assert numbers(d.DataLoader(Modes(), num_workers=2)) == [[1], [1]]
    begun = iter(d.DataLoader(Squares(), num_workers=2))
    next(begun)
    begun.close()  # type: ignore[attr-defined] # leaving early ends the threads
    assert not [t for t in threading.enumerate() if t.name.startswith("DataLoader")]


@pytest.mark.parametrize(
    "settings",
    [
        {"sampler": [0], "shuffle": True},
        {"batch_sampler": [[0]], "batch_size": 2},
        {"batch_size": None, "drop_last": True},
        {"num_workers": -1},
        {"prefetch_factor": 2},
    ],
)
def test_settings_that_exclude_each_other(settings: Any) -> None:
    with pytest.raises(ValueError):
        d.DataLoader(Squares(), **settings)
