"""Samplers: in which order samples are read, and which make a batch.

Decides where randomness comes from: a generator, so that an order can be had again.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence, Sized
from typing import Any, Generic, TypeVar

from ...backends.factories import as_tensor
from ...backends.random import Generator, default_generator, randint, randperm
from ...dispatch.errors import explain_error
from ...dispatch.generated.functions import multinomial

T = TypeVar("T", covariant=True)


class Sampler(Generic[T]):
    """The base of samplers: a subclass gives `__iter__`, and `__len__` if it has an end."""

    def __init__(self, data_source: Any = None) -> None:
        del data_source

    def __iter__(self) -> Iterator[T]:
        raise NotImplementedError("Subclasses of Sampler should implement __iter__.")


class SequentialSampler(Sampler[int]):
    """All numbers in order.

    Examples
    --------
    >>> import redispatch as rd
    >>> list(rd.utils.data.SequentialSampler(range(3)))
    [0, 1, 2]
    """

    def __init__(self, data_source: Sized) -> None:
        self.data_source = data_source

    def __iter__(self) -> Iterator[int]:
        return iter(range(len(self.data_source)))

    def __len__(self) -> int:
        return len(self.data_source)


class RandomSampler(Sampler[int]):
    """All numbers in random order, or numbers drawn independently of each other.

    Parameters
    ----------
    data_source : sized
    replacement : bool
        Whether a number may come again.
    num_samples : int, optional
        As many as there are samples if left out.
    generator : Generator, optional

    Raises
    ------
    ValueError
        If the number of samples is not positive.

    Examples
    --------
    >>> import redispatch as rd
    >>> sorted(rd.utils.data.RandomSampler(range(3)))
    [0, 1, 2]
    """

    def __init__(
        self,
        data_source: Sized,
        replacement: bool = False,
        num_samples: int | None = None,
        generator: Generator | None = None,
    ) -> None:
        if num_samples is not None and num_samples <= 0:
            raise ValueError(
                f"num_samples should be a positive integer value, but got num_samples={num_samples}"
            )
        self.data_source = data_source
        self.replacement = replacement
        self.generator = generator
        self._num_samples = num_samples

    @property
    def num_samples(self) -> int:
        """How many numbers come."""
        return len(self.data_source) if self._num_samples is None else self._num_samples

    def __iter__(self) -> Iterator[int]:
        source = default_generator if self.generator is None else self.generator
        count, wanted = len(self.data_source), self.num_samples
        if self.replacement:
            yield from randint(count, (wanted,), generator=source).tolist()
            return
        while wanted > 0:
            numbers = randperm(count, generator=source).tolist()[:wanted]
            yield from numbers
            wanted -= len(numbers)

    def __len__(self) -> int:
        return self.num_samples


class SubsetRandomSampler(Sampler[int]):
    """The given numbers in random order."""

    def __init__(self, indices: Sequence[int], generator: Generator | None = None) -> None:
        self.indices = indices
        self.generator = generator

    def __iter__(self) -> Iterator[int]:
        source = default_generator if self.generator is None else self.generator
        for i in randperm(len(self.indices), generator=source).tolist():
            yield self.indices[i]

    def __len__(self) -> int:
        return len(self.indices)


class WeightedRandomSampler(Sampler[int]):
    """Numbers drawn with given weights."""

    def __init__(
        self,
        weights: Sequence[float],
        num_samples: int,
        replacement: bool = True,
        generator: Generator | None = None,
    ) -> None:
        self.weights = as_tensor(weights)
        self.num_samples = num_samples
        self.replacement = replacement
        self.generator = generator

    def __iter__(self) -> Iterator[int]:
        drawn = multinomial(
            self.weights, self.num_samples, self.replacement, generator=self.generator
        )
        yield from drawn.tolist()

    def __len__(self) -> int:
        return self.num_samples


class BatchSampler(Sampler[list[int]]):
    """What another sampler gives, in lists of one size.

    Raises
    ------
    ValueError
        If the size is not positive.

    Examples
    --------
    >>> import redispatch as rd
    >>> list(rd.utils.data.BatchSampler(range(5), batch_size=2, drop_last=False))
    [[0, 1], [2, 3], [4]]
    """

    def __init__(self, sampler: Iterable[Any], batch_size: int, drop_last: bool) -> None:
        if isinstance(batch_size, bool) or not isinstance(batch_size, int) or batch_size <= 0:
            raise ValueError(
                explain_error("batch_size", f"is {batch_size!r}", accepted="a positive int")
            )
        self.sampler = sampler
        self.batch_size = batch_size
        self.drop_last = drop_last

    def __iter__(self) -> Iterator[list[int]]:
        batch: list[int] = []
        for number in self.sampler:
            batch.append(number)
            if len(batch) == self.batch_size:
                yield batch
                batch = []
        if batch and not self.drop_last:
            yield batch

    def __len__(self) -> int:
        count = len(self.sampler)  # type: ignore[arg-type]
        return count // self.batch_size if self.drop_last else -(-count // self.batch_size)
