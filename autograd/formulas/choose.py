"""Derivatives of bounds, choices between elements, and blends of tensors.

At a bound `clamp` passes the gradient on; fmax and fmin give a tie to the first.
"""

from __future__ import annotations

from typing import Any

from ...dispatch.generated.functions import (
    isfinite,
    isnan,
    logical_and,
    logical_or,
    where,
    zeros_like,
)
from ..conjugate import conj
from ..derivatives import derivative


def zero(g: Any) -> Any:
    return zeros_like(g)


def pass_on(g: Any) -> Any:
    return g


def fmax_self(g: Any, self: Any, other: Any) -> Any:
    return where(logical_or(self >= other, isnan(other)), g, 0.0)


def fmax_other(g: Any, self: Any, other: Any) -> Any:
    return where(logical_or(self >= other, isnan(other)), 0.0, g)


def fmin_self(g: Any, self: Any, other: Any) -> Any:
    return where(logical_or(self <= other, isnan(other)), g, 0.0)


def fmin_other(g: Any, self: Any, other: Any) -> Any:
    return where(logical_or(self <= other, isnan(other)), 0.0, g)


def clamp_self(g: Any, self: Any, min: Any, max: Any) -> Any:
    if min is None:
        return where(self <= max, g, 0.0)
    if max is None:
        return where(self >= min, g, 0.0)
    return where(logical_and(self >= min, self <= max), g, 0.0)


def clamp_min_self(g: Any, self: Any, min: Any) -> Any:
    return where(self >= min, g, 0.0)


def clamp_min_min(g: Any, self: Any, min: Any) -> Any:
    return where(self < min, g, 0.0)


def clamp_max_self(g: Any, self: Any, max: Any) -> Any:
    return where(self <= max, g, 0.0)


def clamp_max_max(g: Any, self: Any, max: Any) -> Any:
    return where(self > max, g, 0.0)


def nan_to_num_self(g: Any, self: Any) -> Any:
    return where(isfinite(self), g, 0.0)


def heaviside_values(g: Any, self: Any) -> Any:
    return where(self == 0, g, 0.0)


def masked_fill_self(g: Any, mask: Any) -> Any:
    return where(mask, 0.0, g)


def masked_fill_value(g: Any, mask: Any) -> Any:
    return where(mask, g, 0.0)


def lerp_self(g: Any, weight: Any) -> Any:
    return g * conj(1 - weight)


def lerp_end(g: Any, weight: Any) -> Any:
    return g * conj(weight)


def lerp_weight(g: Any, self: Any, end: Any) -> Any:
    return g * conj(end - self)


def addcmul_tensor1(g: Any, tensor2: Any, value: Any) -> Any:
    return g * conj(tensor2 * value)


def addcmul_tensor2(g: Any, tensor1: Any, value: Any) -> Any:
    return g * conj(tensor1 * value)


def addcdiv_tensor1(g: Any, tensor2: Any, value: Any) -> Any:
    return g * conj(value / tensor2)


def addcdiv_tensor2(g: Any, tensor1: Any, tensor2: Any, value: Any) -> Any:
    return -g * conj((tensor1 * value) / (tensor2 * tensor2))


derivative("fmax", self=fmax_self, other=fmax_other)
derivative("fmin", self=fmin_self, other=fmin_other)
derivative("clamp", self=clamp_self)
derivative("clamp_min", self=clamp_min_self, min=clamp_min_min)
derivative("clamp_max", self=clamp_max_self, max=clamp_max_max)
derivative("nan_to_num", self=nan_to_num_self)
derivative("heaviside", self=zero, values=heaviside_values)
derivative("masked_fill", self=masked_fill_self, value=masked_fill_value)
derivative("lerp", self=lerp_self, end=lerp_end, weight=lerp_weight)
derivative("addcmul", self=pass_on, tensor1=addcmul_tensor1, tensor2=addcmul_tensor2)
derivative("addcdiv", self=pass_on, tensor1=addcdiv_tensor1, tensor2=addcdiv_tensor2)
