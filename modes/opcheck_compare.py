"""Where two results differ: the first entry, with both values.

Decides what counts as equal and how a difference is written. Must not know operators.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np

from ..dispatch.tensor import Tensor, backend_of

# How far results may be from each other, absolutely and relatively, by the size of their reals.
_TOLERANCES = {2: (1e-3, 1e-3), 4: (1e-5, 1.3e-6), 8: (1e-7, 1e-7), 16: (1e-7, 1e-7)}


class Difference(NamedTuple):
    """The first entry, in row-major order, in which two arrays differ."""

    entry: tuple[int, ...]
    left: Any
    right: Any
    wrong: int
    size: int

    def _many(self) -> str:
        return f"; {self.wrong} of {self.size} entries differ" if self.size > 1 else ""

    def written(self) -> str:
        """Say what was there and what is there now."""
        return f"entry {list(self.entry)} was {self.left}, now {self.right}{self._many()}"

    def told(self, left: str, right: str) -> str:
        """Say what each of the two has."""
        values = f"{self.left} ({left}), {self.right} ({right})"
        return f"entry {list(self.entry)} is {values}{self._many()}"


def values_of(tensor: Tensor) -> Any:
    """Return a copy of a tensor's values, or None if it has no data."""
    if tensor.device.type == "meta":
        return None
    return np.array(backend_of(tensor).to_numpy(tensor._data))


def first_difference(
    left: Any, right: Any, atol: float = 0.0, rtol: float = 0.0
) -> Difference | None:
    """Return the first entry in which arrays of one shape differ; NaN equals NaN."""
    if atol or rtol:
        with np.errstate(all="ignore"):
            same = np.isclose(left, right, rtol=rtol, atol=atol, equal_nan=True)
    else:
        same = (left == right) | ((left != left) & (right != right))  # noqa: PLR0124 - NaN
    wrong = ~np.asarray(same)
    if not wrong.any():
        return None
    index = tuple(int(i) for i in np.argwhere(wrong)[0])
    return Difference(index, left[index].item(), right[index].item(), int(wrong.sum()), wrong.size)


def differences(
    left: Any,
    right: Any,
    *,
    exact: bool = False,
    atol: float | None = None,
    rtol: float | None = None,
    name: str = "output",
) -> Iterator[tuple[str, Difference]]:
    """Yield the tensors of two results that differ, with the first entry that does."""
    if isinstance(left, Tensor) and isinstance(right, Tensor):
        shapes = tuple(left.shape), tuple(right.shape)
        if shapes[0] != shapes[1]:
            raise RuntimeError(f"{name} has the sizes {shapes[0]} once, and {shapes[1]} then")
        values, others = values_of(left), values_of(right)
        if values is None or others is None:
            return
        wide = (0.0, 0.0) if exact else _TOLERANCES.get(_width(left), (0.0, 0.0))
        found = first_difference(
            values,
            others,
            wide[0] if atol is None or exact else atol,
            wide[1] if rtol is None or exact else rtol,
        )
        if found is not None:
            yield name, found
    elif isinstance(left, (list, tuple)) and isinstance(right, (list, tuple)):
        for place, (one, two) in enumerate(zip(left, right, strict=False)):
            yield from differences(
                one, two, exact=exact, atol=atol, rtol=rtol, name=f"{name}[{place}]"
            )
        if len(left) != len(right):
            raise RuntimeError(f"{name} has {len(left)} parts once, and {len(right)} then")
    elif left != right:
        yield name, Difference((), left, right, 1, 1)


def _width(tensor: Tensor) -> int:
    """Return the bytes of a real number of a tensor's dtype; 0 where numbers are exact."""
    kind = tensor.dtype
    if kind.is_complex:
        return int(kind.itemsize) // 2
    return int(kind.itemsize) if kind.is_floating_point else 0
