"""Composites that put elements in order."""

from __future__ import annotations

from ...dispatch.generated.functions import sort
from ...dispatch.registry import composite
from ...dispatch.tensor import Tensor


@composite("msort")
def msort(self: Tensor) -> Tensor:
    values: Tensor = sort(self, 0)[0]
    return values
