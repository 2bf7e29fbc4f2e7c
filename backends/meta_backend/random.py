"""Meta kernels of operators that draw random numbers: they draw none."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...dispatch.registry import raw_kernel
from ..overlap import check_overlap
from .payload import MetaArray
from .sized import same_as

kernel = raw_kernel("Meta")


def _like(name: str) -> None:
    def computed(self: MetaArray, *options: Any) -> MetaArray:
        dtype = options[-2]
        return MetaArray(self.shape, self.dtype if dtype is None else dtype.dtype)

    computed.__name__ = computed.__qualname__ = f"meta_{name}"
    kernel(name)(computed)


for _name in ("rand_like", "randn_like", "_randint_like"):
    _like(_name)
same_as("bernoulli")


def _written(name: str) -> None:
    def written(self: MetaArray, *options: Any) -> None:
        check_overlap(name, self)

    written.__name__ = written.__qualname__ = f"meta_{name}"
    kernel(name)(written)


for _name in ("normal_", "uniform_", "exponential_", "random_", "bernoulli_"):
    _written(_name)


@kernel("multinomial")
def multinomial(
    self: MetaArray, num_samples: int, replacement: bool = False, generator: Any = None
) -> MetaArray:
    if self.ndim not in (1, 2):
        raise RuntimeError("prob_dist must be 1 or 2 dim")
    return MetaArray((*self.shape[:-1], num_samples), np.dtype(np.int64))


@kernel("native_dropout")
def native_dropout(
    self: MetaArray, p: float, train: bool | None = True, generator: Any = None
) -> tuple[MetaArray, MetaArray]:
    return MetaArray(self.shape, self.dtype), MetaArray(self.shape, np.dtype(bool))
