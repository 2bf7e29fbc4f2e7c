"""Signatures of generalised kernels: which dimensions of each argument a kernel sees.

Decides how `(m,n),(n)->(m)` is read, which sizes fit it, and what sizes the results have. Must not
know operators nor backends.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import final

import numpy as np

Core = tuple[str, ...]
Shape = tuple[int, ...]


@final
class Signature:
    """The core dimensions of inputs and outputs; a number instead of a name is a fixed size."""

    __slots__ = ("inputs", "outputs", "text")

    def __init__(self, text: str) -> None:
        self.text = re.sub(r"\s", "", text)
        sides = self.text.split("->")
        if len(sides) != 2 or not all(re.fullmatch(r"\(.*\)", s) for s in sides):
            raise ValueError(_wrong(text, "it has no '->' between lists in parentheses"))
        self.inputs, self.outputs = (_cores(text, side) for side in sides)
        known = {n for core in self.inputs for n in core}
        for name in (n for core in self.outputs for n in core):
            if name not in known and not name.isdigit():
                raise ValueError(_wrong(text, f"the size of {name!r} is known from no input"))

    def __str__(self) -> str:
        return self.text

    def bind(self, who: str, names: Sequence[str], shapes: Sequence[Shape]) -> tuple[Shape, Sizes]:
        """Return the batch shape and the size of each core dimension.

        Raises
        ------
        RuntimeError
            If an argument has too few dimensions, or sizes differ.
        """
        sizes: Sizes = {}
        first: dict[str, str] = {}
        batches = []
        for name, shape, core in zip(names, shapes, self.inputs, strict=True):
            if len(shape) < len(core):
                raise RuntimeError(
                    f"{who}: {name!r} has {len(shape)} dimension(s), but {self} wants at least "
                    f"{len(core)}"
                )
            batches.append(shape[: len(shape) - len(core)])
            for dim, size in zip(core, shape[len(shape) - len(core) :], strict=True):
                wanted = int(dim) if dim.isdigit() else sizes.setdefault(dim, size)
                first.setdefault(dim, name)
                if wanted != size:
                    raise RuntimeError(
                        f"{who}: dimension {dim} of {self} is {size} in {name!r} and {wanted} in "
                        f"{first[dim]!r}"
                    )
        try:
            return np.broadcast_shapes(*batches), sizes
        except ValueError:
            shown = ", ".join(str(b) for b in batches)
            raise RuntimeError(f"{who}: the batch dimensions {shown} do not broadcast") from None

    def results(self, batch: Shape, sizes: Sizes) -> list[Shape]:
        """Return the sizes of the outputs."""
        return [
            batch + tuple([int(d) if d.isdigit() else sizes[d] for d in core])
            for core in self.outputs
        ]


Sizes = dict[str, int]


def _cores(text: str, side: str) -> tuple[Core, ...]:
    found = re.findall(r"\(([^()]*)\)", side)
    if ",".join(f"({f})" for f in found) != side:
        raise ValueError(_wrong(text, f"{side!r} is no list of dimensions in parentheses"))
    cores = tuple([tuple([d for d in f.split(",") if d]) for f in found])
    for dim in (d for core in cores for d in core):
        if not re.fullmatch(r"\d+|[A-Za-z_]\w*", dim):
            raise ValueError(_wrong(text, f"{dim!r} is neither a name nor a number"))
    return cores


def _wrong(text: str, why: str) -> str:
    return f"kernel: the signature {text!r} cannot be read: {why}; write it as '(m,n),(n)->(m)'"
