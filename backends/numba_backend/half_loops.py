"""Loops that turn the bits of float16 and bfloat16 into float32, and round float32 to them.

Decides how: by an instruction where machines have one, else by the bits. Must not know Numba: jit.py
compiles these functions.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from .vmath import bits_of, from_bits, from_half, to_half


def wide_float16(bits: Any, out: Any) -> None:
    """Turn float16 into float32."""
    for i in range(bits.size):
        out[i] = from_half(bits[i])


def narrow_float16(x: Any, bits: Any) -> None:
    """Round float32 to the nearest float16, halves to even."""
    for i in range(bits.size):
        bits[i] = to_half(x[i])


def wide_bfloat16(bits: Any, out: Any) -> None:
    """Turn bfloat16 into float32, whose upper half it is."""
    for i in range(bits.size):
        out[i] = from_bits(np.int32(np.int32(bits[i]) << np.int32(16)))


def narrow_bfloat16(x: Any, bits: Any) -> None:
    """Round float32 to the nearest bfloat16, halves to even.

    Half of the last bit that is kept, less if that is even, carries into it; nan, which would carry
    over into inf, keeps its upper half and stays quiet.
    """
    for i in range(bits.size):
        b = bits_of(x[i])
        odd = np.int32((b >> np.int32(16)) & np.int32(1))
        near = np.int32(b + np.int32(0x7FFF) + odd)
        is_nan = np.int32(b & np.int32(0x7FFFFFFF)) > np.int32(0x7F800000)
        kept = np.int32(b | np.int32(0x400000)) if is_nan else near
        bits[i] = np.uint16((kept >> np.int32(16)) & np.int32(0xFFFF))
