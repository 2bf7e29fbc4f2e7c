"""Batching rules of operators that bring a tensor to another device."""

from __future__ import annotations

from typing import Any

from ....dispatch.generated import functions as rd
from .common import batch_rule


@batch_rule("to_device")
def to_device(info: Any, in_dims: Any, self: Any, device: Any) -> Any:
    return rd.to_device(self, device), 0


@batch_rule("_alias_on")
def alias_on(info: Any, in_dims: Any, self: Any, device: Any) -> Any:
    return rd._alias_on(self, device), 0
