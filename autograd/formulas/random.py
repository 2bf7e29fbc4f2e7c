"""Derivatives of operators that draw random numbers: what is drawn depends on no input.

Dropout is the exception: the elements it keeps are scaled.
"""

from __future__ import annotations

from typing import Any

from ...dispatch.generated.functions import zeros_like
from ..derivatives import derivative


def nothing(g: Any) -> Any:
    return zeros_like(g)


def no_tangent(self_t: Any) -> Any:
    return zeros_like(self_t)


def holds_gradient(self: Any, *_: Any) -> bool:
    """Whether what is written to can have a gradient."""
    return bool(self.dtype.is_floating_point or self.dtype.is_complex)


derivative("bernoulli", self=nothing, jvp=no_tangent)
for _name in ("normal_", "uniform_", "exponential_", "random_", "bernoulli_"):
    derivative(_name, self=nothing, jvp=no_tangent, when=holds_gradient)


def factor(p: float, train: Any) -> float:
    """Return what dropout scales by."""
    if train is False:
        return 1.0
    return 0.0 if p == 1 else 1 / (1 - p)


def dropout_self(g: Any, mask: Any, p: Any, train: Any) -> Any:
    return g * mask * factor(p, train)


def dropout_jvp(self_t: Any, mask: Any, p: Any, train: Any) -> Any:
    return self_t * mask * factor(p, train)


derivative("native_dropout", self=dropout_self, jvp=dropout_jvp)
