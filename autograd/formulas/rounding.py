"""Derivatives of rounding, remainders and signs."""

from __future__ import annotations

from typing import Any

from ...dispatch.generated.functions import div, where, zeros_like
from ..derivatives import derivative


def zero(g: Any) -> Any:
    return zeros_like(g)


def pass_on(g: Any) -> Any:
    return g


def fmod_other(g: Any, self: Any, other: Any) -> Any:
    return -g * div(self, other, rounding_mode="trunc")


def remainder_other(g: Any, self: Any, other: Any) -> Any:
    return -g * div(self, other, rounding_mode="floor")


def copysign_self(g: Any, self: Any, result: Any) -> Any:
    return where(self == 0, 0.0, g * (result / self))


for _name in ("floor", "ceil", "trunc", "round"):
    derivative(_name, self=zero)
derivative("floor_divide", self=zero, other=zero)
derivative("frac", self=pass_on)
derivative("fmod", self=pass_on, other=fmod_other)
derivative("remainder", self=pass_on, other=remainder_other)
derivative("copysign", self=copysign_self, other=zero)
