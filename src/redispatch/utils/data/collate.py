"""Collating: many samples become one batch of the same structure.

Decides what becomes a tensor. Must not know data sets.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from ...backends.dtypes import float64
from ...backends.factories import as_tensor, from_numpy, tensor
from ...dispatch.generated.functions import stack
from ...dispatch.tensor import Tensor


def default_collate(batch: Sequence[Any]) -> Any:
    """Return one batch for a list of samples.

    Tensors and arrays are stacked, numbers become a tensor, text stays a list, and tuples, lists
    and mappings are collated by their parts.

    Raises
    ------
    TypeError
        If samples are nothing of this.
    RuntimeError
        If sequences, or tensors, differ in size.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.utils.data.default_collate([(rd.tensor([1.]), 0), (rd.tensor([2.]), 1)])
    [tensor([[1.],
            [2.]]), tensor([0, 1])]
    """
    first = batch[0]
    if isinstance(first, Tensor):
        return stack(list(batch))
    if isinstance(first, (np.ndarray, np.generic)):
        return _arrays(batch)
    if isinstance(first, float):
        return tensor(list(batch), dtype=float64)
    if isinstance(first, (bool, int)):
        return tensor(list(batch))
    if isinstance(first, (str, bytes)):
        return list(batch)
    if isinstance(first, Mapping):
        return _rebuild(first, {k: default_collate([sample[k] for sample in batch]) for k in first})
    if isinstance(first, tuple) and hasattr(first, "_fields"):
        return type(first)(*[default_collate(column) for column in zip(*batch, strict=True)])
    if isinstance(first, Sequence):
        if any(len(sample) != len(first) for sample in batch):
            raise RuntimeError("each element in list of batch should be of equal size")
        return [default_collate(column) for column in zip(*batch, strict=True)]
    raise TypeError(
        "default_collate: batch must contain tensors, numpy arrays, numbers, dicts or lists; found "
        f"{type(first).__name__}"
    )


def _arrays(batch: Sequence[Any]) -> Any:
    if np.asarray(batch[0]).dtype.kind in "SUO":
        raise TypeError(
            "default_collate: batch must contain tensors, numpy arrays, numbers, dicts or lists; "
            f"found an array of {np.asarray(batch[0]).dtype}"
        )
    return from_numpy(np.stack([np.asarray(a) for a in batch]))


def _rebuild(model: Mapping[Any, Any], found: dict[Any, Any]) -> Any:
    return found if type(model) is dict else type(model)(found)  # type: ignore[call-arg]


def default_convert(data: Any) -> Any:
    """Return data of one sample with arrays as tensors, and all else as it is."""
    if isinstance(data, Tensor):
        return data
    if isinstance(data, (np.ndarray, np.generic)) and np.asarray(data).dtype.kind not in "SUO":
        return as_tensor(np.asarray(data))
    if isinstance(data, Mapping):
        return _rebuild(data, {k: default_convert(v) for k, v in data.items()})
    if isinstance(data, tuple) and hasattr(data, "_fields"):
        return type(data)(*[default_convert(v) for v in data])
    if isinstance(data, tuple):
        return [default_convert(v) for v in data]
    if isinstance(data, Sequence) and not isinstance(data, (str, bytes)):
        return [default_convert(v) for v in data]
    return data
