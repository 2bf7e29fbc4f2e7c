"""Data sets: samples by number, or one after the other.

Decides how data sets are put together and divided. Must not know how batches are made.
"""

from __future__ import annotations

import bisect
import itertools
import math
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Generic, TypeVar

from ...backends.random import Generator, default_generator, randperm
from ...dispatch.errors import explain_error
from ...dispatch.tensor import Tensor

T = TypeVar("T", covariant=True)


class Dataset(Generic[T]):
    """The base of data sets: a subclass gives `__getitem__`, and `__len__` if it has an end.

    Examples
    --------
    >>> import redispatch as rd
    >>> class Squares(rd.utils.data.Dataset):
    ...     def __len__(self):
    ...         return 4
    ...     def __getitem__(self, i):
    ...         return rd.tensor(i * i)
    >>> next(iter(rd.utils.data.DataLoader(Squares(), batch_size=4)))
    tensor([0, 1, 4, 9])
    """

    def __getitem__(self, index: Any) -> T:
        raise NotImplementedError("Subclasses of Dataset should implement __getitem__.")

    def __add__(self, other: Dataset[Any]) -> ConcatDataset[Any]:
        return ConcatDataset([self, other])


class IterableDataset(Dataset[T]):
    """The base of data sets that are read in order: a subclass gives `__iter__`."""

    def __iter__(self) -> Iterator[T]:
        raise NotImplementedError("Subclasses of IterableDataset should implement __iter__.")


class TensorDataset(Dataset[tuple[Tensor, ...]]):
    """Samples that are the slices of tensors along their first dimensions.

    Raises
    ------
    AssertionError
        If the first sizes differ.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.utils.data.TensorDataset(rd.tensor([1., 2.]), rd.tensor([0, 1]))[1]
    (tensor(2.), tensor(1))
    """

    tensors: tuple[Tensor, ...]

    def __init__(self, *tensors: Tensor) -> None:
        if any(t.shape[0] != tensors[0].shape[0] for t in tensors):
            raise AssertionError(
                explain_error(
                    "TensorDataset",
                    f"the first sizes are {[t.shape[0] for t in tensors]}",
                    accepted="the same for all tensors",
                )
            )
        self.tensors = tensors

    def __getitem__(self, index: Any) -> tuple[Tensor, ...]:
        return tuple([t[index] for t in self.tensors])

    def __len__(self) -> int:
        return int(self.tensors[0].shape[0])


class ConcatDataset(Dataset[T]):
    """The samples of several data sets, one set after the other."""

    def __init__(self, datasets: Iterable[Dataset[Any]]) -> None:
        self.datasets = list(datasets)
        if not self.datasets:
            raise AssertionError("datasets should not be an empty iterable")
        sizes = [len(d) for d in self.datasets]  # type: ignore[arg-type]
        self.cumulative_sizes = list(itertools.accumulate(sizes))

    def __len__(self) -> int:
        return self.cumulative_sizes[-1]

    def __getitem__(self, index: int) -> T:
        place = index + len(self) if index < 0 else index
        if not 0 <= place < len(self):
            raise IndexError(f"index {index} is out of range for {len(self)} samples")
        which = bisect.bisect_right(self.cumulative_sizes, place)
        before = self.cumulative_sizes[which - 1] if which else 0
        sample: T = self.datasets[which][place - before]
        return sample


class Subset(Dataset[T]):
    """Some samples of a data set, by their numbers."""

    def __init__(self, dataset: Dataset[T], indices: Sequence[int]) -> None:
        self.dataset = dataset
        self.indices = indices

    def __getitem__(self, index: Any) -> T:
        if isinstance(index, list):
            return self.dataset[[self.indices[i] for i in index]]
        return self.dataset[self.indices[index]]

    def __len__(self) -> int:
        return len(self.indices)


def random_split(
    dataset: Any,
    lengths: Sequence[float],
    generator: Generator | None = None,
) -> list[Subset[Any]]:
    """Divide a data set into parts that share no sample.

    Parameters
    ----------
    dataset : Dataset
    lengths : sequence of int, or of fractions that sum to one
    generator : Generator, optional

    Raises
    ------
    ValueError
        If the lengths do not sum to that of the data set.

    Examples
    --------
    >>> import redispatch as rd
    >>> g = rd.Generator().manual_seed(0)
    >>> parts = rd.utils.data.random_split(range(10), [0.7, 0.3], generator=g)
    >>> [len(part) for part in parts], sorted([*parts[0], *parts[1]]) == list(range(10))
    ([7, 3], True)
    """
    count = len(dataset)
    if math.isclose(sum(lengths), 1) and sum(lengths) <= 1:
        if any(not 0 <= share <= 1 for share in lengths):
            raise ValueError("each fraction of random_split must be between 0 and 1")
        sizes = [math.floor(count * share) for share in lengths]
        for i in range(count - sum(sizes)):
            sizes[i % len(sizes)] += 1
    else:
        sizes = [int(n) for n in lengths]
    if sum(sizes) != count:
        raise ValueError("Sum of input lengths does not equal the length of the input dataset!")
    source = default_generator if generator is None else generator
    order = randperm(count, generator=source).tolist()
    ends = itertools.accumulate(sizes)
    return [Subset(dataset, order[end - n : end]) for end, n in zip(ends, sizes, strict=True)]
