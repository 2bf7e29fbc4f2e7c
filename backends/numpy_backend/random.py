"""NumPy kernels that draw random numbers; where they come from is decided in backends/random.py."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...dispatch.registry import raw_kernel
from ..dtypes import FLOATING, dtype, finfo
from ..dtypes import from_numpy as dtype_of
from ..overlap import check_overlap
from ..promotion import Array
from ..random import Generator, drawing, standard_normal, uniform

__warningregistry__ = 0  # Note [Silent arithmetic] in array_backend.py

kernel = raw_kernel("NumPy")


def _dtype(self: Array, dtype: dtype | None) -> Any:
    return self.dtype if dtype is None else dtype.dtype


@kernel("rand_like")
def rand_like(self: Array, dtype: dtype | None = None, generator: Generator | None = None) -> Any:
    with drawing(generator) as source:
        return uniform(source, self.shape, _dtype(self, dtype))


@kernel("randn_like")
def randn_like(self: Array, dtype: dtype | None = None, generator: Generator | None = None) -> Any:
    with drawing(generator) as source:
        return standard_normal(source, self.shape, _dtype(self, dtype))


@kernel("_randint_like")
def randint_like(
    self: Array,
    low: int,
    high: int,
    dtype: dtype | None = None,
    generator: Generator | None = None,
) -> Any:
    if low >= high:
        raise RuntimeError(
            f"random_ expects 'from' to be less than 'to', but got from={low} >= to={high}"
        )
    with drawing(generator) as source:
        return source.integers(low, high, self.shape).astype(_dtype(self, dtype))


@kernel("normal_")
def normal_(
    self: Array, mean: float = 0.0, std: float = 1.0, generator: Generator | None = None
) -> None:
    check_overlap("normal_", self)
    if std < 0:
        raise RuntimeError(f"normal expects std >= 0.0, but found std {std}")
    with drawing(generator) as source:
        drawn = standard_normal(source, self.shape, self.dtype)
    self[...] = drawn * self.dtype.type(std) + self.dtype.type(mean)


@kernel("uniform_")
def uniform_(
    self: Array, low: float = 0.0, high: float = 1.0, generator: Generator | None = None
) -> None:
    check_overlap("uniform_", self)
    if low > high:
        raise RuntimeError(
            f"uniform_ expects to return a [from, to) range, but found from={low} > to={high}"
        )
    with drawing(generator) as source:
        drawn = uniform(source, self.shape, self.dtype)
    self[...] = drawn * self.dtype.type(high - low) + self.dtype.type(low)


@kernel("exponential_")
def exponential_(self: Array, lambd: float = 1.0, generator: Generator | None = None) -> None:
    check_overlap("exponential_", self)
    if lambd <= 0:
        raise RuntimeError(f"exponential_ expects lambda > 0.0, but found lambda={lambd}")
    with drawing(generator) as source:
        self[...] = source.standard_exponential(self.shape) / lambd


@kernel("random_")
def random_(
    self: Array, low: int | None = None, high: int | None = None, generator: Generator | None = None
) -> None:
    check_overlap("random_", self)
    if high is None and low is not None:
        low, high = 0, low
    low = 0 if low is None else low
    if high is None:
        d = self.dtype
        if d.kind == "b":
            high = 2
        else:
            high = np.iinfo(d).max + 1 if d.kind in "iu" else round(2 / finfo(dtype_of(d)).eps) + 1
        high = min(high, 2**63)
    if low >= high:
        raise RuntimeError(
            f"random_ expects 'from' to be less than 'to', but got from={low} >= to={high}"
        )
    with drawing(generator) as source:
        self[...] = source.integers(low, high, self.shape)


def _draw(p: Any, shape: tuple[int, ...], generator: Generator | None) -> Any:
    """Return True with the given probability or probabilities.

    Raises
    ------
    RuntimeError
        If one is not in [0, 1].
    """
    if not np.all((p >= 0) & (p <= 1)):
        raise RuntimeError(
            "Expected p_in >= 0 && p_in <= 1 to be true: a probability is not in [0, 1]"
        )
    with drawing(generator) as source:
        return source.random(shape) < p


@kernel("bernoulli")
def bernoulli(self: Array, p: float | None = None, generator: Generator | None = None) -> Any:
    if p is None and self.dtype.kind not in FLOATING:
        raise NotImplementedError(f"bernoulli is not implemented for {self.dtype.name}")
    return _draw(self if p is None else np.float64(p), self.shape, generator).astype(self.dtype)


@kernel("bernoulli_")
def bernoulli_(self: Array, p: Any = 0.5, generator: Generator | None = None) -> None:
    check_overlap("bernoulli_", self)
    self[...] = _draw(np.asarray(p), self.shape, generator)


@kernel("multinomial")
def multinomial(
    self: Array, num_samples: int, replacement: bool = False, generator: Generator | None = None
) -> Any:
    if self.ndim not in (1, 2):
        raise RuntimeError("prob_dist must be 1 or 2 dim")
    if num_samples <= 0:
        raise RuntimeError("cannot sample n_sample <= 0 samples")
    rows = np.asarray(self.reshape(-1, self.shape[-1]), np.float64)
    if not replacement and num_samples > rows.shape[1]:
        raise RuntimeError(
            "cannot sample n_sample > prob_dist.size(-1) samples without replacement"
        )
    if not np.isfinite(rows).all() or (rows < 0).any():
        raise RuntimeError("probability tensor contains either `inf`, `nan` or element < 0")
    if (rows.sum(1) <= 0).any():
        raise RuntimeError("invalid multinomial distribution (sum of probabilities <= 0)")
    with drawing(generator) as source:
        if replacement:
            steps = np.cumsum(rows, 1)
            drawn = source.random((len(rows), num_samples)) * steps[:, -1:]
            places = [np.searchsorted(s, d, "right") for s, d in zip(steps, drawn, strict=True)]
            found = np.array(places, np.int64).reshape(len(rows), num_samples)
        else:  # the smallest of exponential times: each weight is a rate
            times = source.standard_exponential(rows.shape)
            with np.errstate(all="ignore"):
                times = np.where(rows > 0, times / rows, np.inf)
            found = times.argsort(1, "stable")[:, :num_samples]
    return found.reshape((*self.shape[:-1], num_samples))


@kernel("native_dropout")
def native_dropout(
    self: Array, p: float, train: bool | None = True, generator: Generator | None = None
) -> Any:
    if not 0 <= p <= 1:
        raise RuntimeError(f"dropout probability has to be between 0 and 1, but got {p}")
    if self.dtype.kind not in "fcV":
        raise RuntimeError(
            f"result type Float can't be cast to the desired output type {self.dtype.name}"
        )
    if train is False or p == 0:
        return self.copy(), np.ones(self.shape, bool)
    if p == 1:
        return self * self.dtype.type(0), np.zeros(self.shape, bool)
    with drawing(generator) as source:
        mask = source.random(self.shape, np.float32) >= p
    result = self * mask
    return np.multiply(result, self.dtype.type(1 / (1 - p))), mask
