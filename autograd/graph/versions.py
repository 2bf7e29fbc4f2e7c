"""Writes that the framework cannot see.

Decides how a user says that memory was written to. Must not know who reads versions.
"""

from __future__ import annotations

from collections.abc import Iterable

from ...dispatch.tensor import Tensor
from ..arguments import want_tensors
from ..saved import bump, counter_of


def increment_version(tensor: Tensor | Iterable[Tensor]) -> None:
    """Count a write to a tensor's memory that no operator made, so that stale values are noticed.

    Inference tensors, which have no version, are left alone.

    Examples
    --------
    >>> import redispatch as rd
    >>> x = rd.ones(2)
    >>> x.numpy()[0] = 5.0
    >>> rd.autograd.graph.increment_version(x)
    >>> x._version
    1
    """
    given = (tensor,) if isinstance(tensor, Tensor) else tensor
    for each in want_tensors("increment_version", "tensor", given):
        bump(each)


class unsafe_preserve_version_counter:  # noqa: N801 - PyTorch's name, but for its underscore
    """Put the versions of tensors back at the end, so that writes within are never noticed.

    Examples
    --------
    >>> import redispatch as rd
    >>> x = rd.ones(2)
    >>> with rd.autograd._unsafe_preserve_version_counter(x):
    ...     _ = x.add_(1)
    >>> x._version
    0
    """

    def __init__(self, tensors: Tensor | Iterable[Tensor]) -> None:
        given = (tensors,) if isinstance(tensors, Tensor) else tensors
        given = want_tensors("_unsafe_preserve_version_counter", "tensors", given)
        self.counters = [counter_of(each) for each in given]
        self.before: list[list[int]] = []

    def __enter__(self) -> None:
        self.before.append([counter.value for counter in self.counters])

    def __exit__(self, *error: object) -> None:
        for counter, value in zip(self.counters, self.before.pop(), strict=True):
            counter.value = value
