"""Writes that the framework cannot see.

Decides how a user says that memory was written to. Must not know who reads versions.
"""

from __future__ import annotations

from collections.abc import Iterable

from ...dispatch.tensor import Tensor
from ..saved import bump


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
    for each in (tensor,) if isinstance(tensor, Tensor) else tensor:
        bump(each)
