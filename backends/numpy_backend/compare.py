"""NumPy kernels of tests of elements, logic and bits."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...dispatch.registry import raw_kernel
from ..promotion import Array

__warningregistry__ = 0  # Note [Silent arithmetic] in backends/array_backend.py

kernel = raw_kernel("NumPy")

for _name, _ufunc in {
    "isnan": np.isnan,
    "isinf": np.isinf,
    "isfinite": np.isfinite,
    "logical_and": np.logical_and,
    "logical_or": np.logical_or,
    "logical_xor": np.logical_xor,
}.items():
    kernel(_name)(_ufunc)


@kernel("isin")
def isin(
    elements: Any, test_elements: Any, assume_unique: bool = False, invert: bool = False
) -> Any:
    return np.isin(elements, test_elements, assume_unique=assume_unique, invert=invert)


@kernel("isposinf")
def isposinf(self: Array) -> Any:
    if self.dtype.kind == "c":
        raise RuntimeError("isposinf does not support complex inputs.")
    return np.equal(self, np.inf)


@kernel("isneginf")
def isneginf(self: Array) -> Any:
    if self.dtype.kind == "c":
        raise RuntimeError("isneginf does not support complex inputs.")
    return np.equal(self, -np.inf)


def _bits(name: str, ufunc: Any, shift: bool = False) -> None:
    """Register a ufunc of integers, which refuses other dtypes in PyTorch's type of error."""
    refused = "bfc" if shift else "fc"

    def on_bits(self: Array, other: Array) -> Any:
        if self.dtype.kind in refused:
            raise NotImplementedError(f"{name} is not implemented for {self.dtype.name}")
        return ufunc(self, other)

    kernel(name)(on_bits)


_bits("bitwise_and", np.bitwise_and)
_bits("bitwise_or", np.bitwise_or)
_bits("bitwise_xor", np.bitwise_xor)
_bits("bitwise_left_shift", np.left_shift, shift=True)
_bits("bitwise_right_shift", np.right_shift, shift=True)


@kernel("bitwise_not")
def bitwise_not(self: Array) -> Any:
    if self.dtype.kind in "fc":
        raise NotImplementedError(f"bitwise_not is not implemented for {self.dtype.name}")
    return np.invert(self)


@kernel("equal")
def equal(self: Array, other: Array) -> bool:
    return bool(np.array_equal(self, other))
