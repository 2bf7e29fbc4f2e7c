"""Derivatives of complex numbers' parts and conjugates; see Note [Complex gradients].

At 0 the slopes of the direction and the angle are 0.
"""

from __future__ import annotations

from typing import Any

from ...dispatch.generated.functions import (
    _to_copy,
    abs,
    complex,
    cos,
    polar,
    select,
    sin,
    view_as_real,
    where,
    zeros_like,
)
from ..conjugate import conj, perhaps_complex
from ..derivatives import derivative


def conjugated(g: Any) -> Any:
    return conj(g)


derivative("conj_physical", self=conjugated, linear=True)


def from_pairs(g: Any) -> Any:
    """Return pairs of real numbers, in any order in memory, as complex ones."""
    return perhaps_complex(complex(select(g, -1, 0), select(g, -1, 1)))


def to_pairs(g: Any) -> Any:
    return view_as_real(g)


derivative("view_as_real", self=from_pairs, linear=True)
derivative("view_as_complex", self=to_pairs, linear=True)


def complex_real(g: Any, real_dtype: Any) -> Any:
    return _to_copy(g, real_dtype)


def complex_imag(g: Any, imag_dtype: Any) -> Any:
    return _to_copy(g * -1j, imag_dtype)


derivative("complex", real=complex_real, imag=complex_imag, linear=True)


def polar_abs(g: Any, abs_dtype: Any, angle: Any) -> Any:
    return _to_copy(g * complex(cos(angle), -sin(angle)), abs_dtype)


def polar_angle(g: Any, angle_dtype: Any, result: Any) -> Any:
    return _to_copy(g * conj(result * 1j), angle_dtype)


def polar_jvp(abs_t: Any, angle_t: Any, angle: Any, result: Any) -> Any:
    return polar(abs_t, angle) + result * complex(zeros_like(angle_t), angle_t)


derivative("polar", abs=polar_abs, angle=polar_angle, jvp=polar_jvp)


# ----- directions and angles -----


def sgn_self(g: Any, self: Any, result: Any) -> Any:
    if not self.dtype.is_complex:
        return zeros_like(g)
    size = abs(self)
    along = _to_copy(g * conj(result), size.dtype)  # changes the length only
    return where(size == 0, 0.0, (g - result * along) / size)


def sgn_jvp(self_t: Any, self: Any, result: Any) -> Any:
    return sgn_self(self_t, self, result)


def angle_self(g: Any, self: Any) -> Any:
    if not self.dtype.is_complex:
        return zeros_like(g)
    return perhaps_complex(where(self == 0, 0.0, g * 1j * (1 / conj(self))))


def angle_jvp(self_t: Any, self: Any, result: Any) -> Any:
    if not self.dtype.is_complex:
        return zeros_like(self_t)
    return _to_copy(where(self == 0, 0.0, self_t / self) * -1j, result.dtype)


derivative("sgn", self=sgn_self, jvp=sgn_jvp)
derivative("angle", self=angle_self, jvp=angle_jvp)
