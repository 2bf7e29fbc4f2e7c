"""DataLoader: batches of a data set, in order or shuffled, read ahead by threads if asked for.

Decides which samples make a batch and in which order batches come: that of the sampler, however
many threads read. Must not know what is in a sample.
"""

from __future__ import annotations

import itertools
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from ...backends.factories import tensor
from ...backends.random import Generator
from ...dispatch.errors import explain_error
from ...dispatch.state import restore, snapshot
from .collate import default_collate, default_convert
from .dataset import IterableDataset, TensorDataset
from .sampler import BatchSampler, RandomSampler, SequentialSampler


class DataLoader:
    """Yields batches of a data set, one epoch each time it is iterated over.

    Parameters
    ----------
    dataset : Dataset
        What has `__getitem__` and `__len__`; or an IterableDataset.
    batch_size : int or None
        None yields samples as they are.
    shuffle : bool
        Read in random order, a new one for each epoch.
    sampler, batch_sampler : iterable, optional
        The numbers of the samples, or lists of them for each batch, in place of `shuffle`.
    num_workers : int
        How many threads read samples ahead; 0 reads when asked. Threads help where reading waits
        for files, or NumPy works without the interpreter's lock; batches and their order are the
        same.
    collate_fn : function, optional
        Makes a batch of a list of samples; `default_collate` if left out.
    pin_memory, timeout, multiprocessing_context, persistent_workers, pin_memory_device, in_order
        Accepted for PyTorch's sake.
    drop_last : bool
        Leave out a last batch that is smaller.
    worker_init_fn : function, optional
        Called with the number of each thread before it reads.
    generator : Generator, optional
        Where random orders come from: the same seed gives the same epochs.
    prefetch_factor : int, optional
        How many batches are read ahead for each thread; 2 if left out.

    Raises
    ------
    ValueError
        If arguments exclude each other.

    Examples
    --------
    >>> import redispatch as rd
    >>> data = rd.utils.data.TensorDataset(rd.arange(5))
    >>> for (batch,) in rd.utils.data.DataLoader(data, batch_size=2):
    ...     print(batch)
    tensor([0, 1])
    tensor([2, 3])
    tensor([4])
    """

    def __init__(
        self,
        dataset: Any,
        batch_size: int | None = 1,
        shuffle: bool | None = None,
        sampler: Iterable[Any] | None = None,
        batch_sampler: Iterable[Any] | None = None,
        num_workers: int = 0,
        collate_fn: Callable[[Any], Any] | None = None,
        pin_memory: bool = False,
        drop_last: bool = False,
        timeout: float = 0,
        worker_init_fn: Callable[[int], Any] | None = None,
        multiprocessing_context: Any = None,
        generator: Generator | None = None,
        *,
        prefetch_factor: int | None = None,
        persistent_workers: bool = False,
        pin_memory_device: str = "",
        in_order: bool = True,
    ) -> None:
        del multiprocessing_context, pin_memory_device, in_order
        self.dataset = dataset
        self._iterable = isinstance(dataset, IterableDataset)
        _check_workers(num_workers, prefetch_factor)
        _check_choices(self._iterable, batch_size, shuffle, sampler, batch_sampler, drop_last)
        self.num_workers = num_workers
        self.prefetch_factor = 2 if prefetch_factor is None else prefetch_factor
        self.pin_memory, self.timeout = pin_memory, timeout
        self.persistent_workers = persistent_workers
        self.worker_init_fn = worker_init_fn
        self.generator = generator
        self.drop_last = drop_last
        if batch_sampler is not None:
            batch_size = None
        elif sampler is None and not self._iterable:
            sampler = (
                RandomSampler(dataset, generator=generator)
                if shuffle
                else SequentialSampler(dataset)
            )
        if batch_size is not None and not self._iterable:
            assert sampler is not None
            batch_sampler = BatchSampler(sampler, batch_size, drop_last)
        self.batch_size = batch_size
        self.sampler = sampler
        self.batch_sampler = batch_sampler
        batched = batch_size is not None or batch_sampler is not None
        self._batched = batched
        plain: Callable[[Any], Any] = default_collate if batched else default_convert
        self.collate_fn = plain if collate_fn is None else collate_fn

    def __class_getitem__(cls, sample: Any) -> type[DataLoader]:
        return cls  # for annotations: what collating makes of samples is not known

    def __iter__(self) -> Iterator[Any]:
        if self._iterable:
            return self._from_stream()
        numbers: Any = self.batch_sampler if self.batch_sampler is not None else self.sampler
        if self.num_workers:
            return self._ahead(iter(numbers))
        return (self._read(chosen) for chosen in iter(numbers))

    def __len__(self) -> int:
        """Return the number of batches of an epoch."""
        if not self._iterable:
            numbers: Any = self.batch_sampler if self.batch_sampler is not None else self.sampler
            return len(numbers)
        count = len(self.dataset)
        if self.batch_size is None:
            return count
        return count // self.batch_size if self.drop_last else -(-count // self.batch_size)

    def _read(self, chosen: Any) -> Any:
        """Return the batch, or the sample, of what a sampler gave."""
        if not self._batched:
            return self.collate_fn(self.dataset[chosen])
        if type(self.dataset) is TensorDataset and self.collate_fn is default_collate:
            rows = tensor(list(chosen))  # the same batch in one operator for each tensor
            return [t[rows] for t in self.dataset.tensors]
        many = getattr(self.dataset, "__getitems__", None)
        samples = many(chosen) if many else [self.dataset[i] for i in chosen]
        return self.collate_fn(samples)

    def _from_stream(self) -> Iterator[Any]:
        """Yield batches of a data set that is read in order, by this thread."""
        samples = iter(self.dataset)
        if self.batch_size is None:
            for sample in samples:
                yield self.collate_fn(sample)
            return
        while batch := list(itertools.islice(samples, self.batch_size)):
            if len(batch) == self.batch_size or not self.drop_last:
                yield self.collate_fn(batch)

    def _ahead(self, numbers: Iterator[Any]) -> Iterator[Any]:
        """Yield batches that threads read ahead, in the order of the sampler.

        Modes of the consumer (no_grad and the like) hold in the threads too. What a sample raises,
        is raised here, in its turn.
        """
        from concurrent.futures import Future, ThreadPoolExecutor

        modes, places = snapshot(), itertools.count()

        def begin() -> None:
            if self.worker_init_fn is not None:
                self.worker_init_fn(next(places))

        def read(chosen: Any) -> Any:
            with restore(modes):
                return self._read(chosen)

        pool = ThreadPoolExecutor(self.num_workers, "DataLoader", begin)
        waiting: deque[Future[Any]] = deque()
        try:
            for chosen in itertools.islice(numbers, self.num_workers * self.prefetch_factor):
                waiting.append(pool.submit(read, chosen))
            while waiting:
                batch = waiting.popleft().result()
                for chosen in itertools.islice(numbers, 1):
                    waiting.append(pool.submit(read, chosen))
                yield batch
        finally:
            pool.shutdown(wait=True, cancel_futures=True)


def _check_workers(num_workers: int, prefetch_factor: int | None) -> None:
    if num_workers < 0:
        raise ValueError(
            "num_workers option should be non-negative; use num_workers=0 to disable workers"
        )
    if num_workers == 0 and prefetch_factor is not None:
        raise ValueError("prefetch_factor option could only be specified with num_workers > 0")


def _check_choices(
    iterable: bool, batch_size: Any, shuffle: Any, sampler: Any, batch_sampler: Any, drop_last: bool
) -> None:
    """Refuse arguments that exclude each other."""
    if iterable and (shuffle or sampler is not None or batch_sampler is not None):
        raise ValueError(
            explain_error(
                "DataLoader",
                "the data set is read in its own order",
                accepted="neither shuffle nor a sampler with an IterableDataset",
            )
        )
    if sampler is not None and shuffle:
        raise ValueError("sampler option is mutually exclusive with shuffle")
    if batch_sampler is not None and (batch_size != 1 or shuffle or sampler or drop_last):
        raise ValueError(
            "batch_sampler option is mutually exclusive with batch_size, shuffle, sampler, and "
            "drop_last"
        )
    if batch_size is None and drop_last:
        raise ValueError(
            "batch_size=None option disables auto-batching and is mutually exclusive with drop_last"
        )
