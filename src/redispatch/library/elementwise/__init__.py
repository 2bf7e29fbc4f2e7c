"""Operators from scalar functions.

A user's function is read into a program (source, reading, expressions, loops), whose derivatives
are programs too (primitives, forward, reverse, derive), and each program is an operator with a
kernel for NumPy and one for Numba (numpy_source, loop_source, numba_kernel, operators).
"""

from __future__ import annotations

from .function import ElementwiseFunction, elementwise

__all__ = ["ElementwiseFunction", "elementwise"]
