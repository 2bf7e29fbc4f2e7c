"""Memory that is written to while several elements, or an operand, share it.

Decides which writes are refused for that. Works on anything with `strides`, `shape` and, for two
arrays, memory. Must not know operators.

Note [Overlap]
~~~~~~~~~~~~~~
What is refused is what PyTorch refuses, so that a program means the same there: an expanded tensor,
and an operand that shares a part of the memory or has it in another order. Where one of the two has
gaps, overlap is expensive to prove and not looked for; NumPy then computes as if the operand had
been copied.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np

from ..dispatch.errors import explain_error


def check_overlap(name: str, target: Any) -> None:
    """Refuse to write where several elements are one memory location (an expanded tensor)."""
    if (
        0 in target.strides
        and target.size
        and any(s == 0 and n > 1 for s, n in zip(target.strides, target.shape, strict=True))
    ):
        raise RuntimeError(
            explain_error(
                name,
                "unsupported operation: more than one element of the written-to tensor refers to a "
                "single memory location",
                accepted="a dense tensor: write to its .clone()",
            )
        )


def dense(array: Any) -> bool:
    """Whether an array fills its memory without gaps or overlap, in some order of dimensions."""
    order = sorted(range(array.ndim), key=lambda i: array.strides[i])
    expected = array.itemsize
    for i in order:
        if array.shape[i] > 1:
            if array.strides[i] != expected:
                return False
            expected *= array.shape[i]
    return True


def partly_shared(target: Any, other: Any) -> bool:
    """Whether two arrays share memory, but not element by element; see Note [Overlap]."""
    if target is other or not np.may_share_memory(target, other):
        return False
    same = target.shape == other.shape and target.strides == other.strides
    if same and target.ctypes.data == other.ctypes.data:
        return False
    return dense(target) and dense(other)


def needs_care(target: Any, other: Any) -> bool:
    """Whether a ufunc had better not write to `target` at once: it is not dense, or partly shared.

    Asked only if one of the two is a view of other memory.
    """
    return not target.flags.c_contiguous or partly_shared(target, other)


def check_partial_overlap(name: str, target: Any, operands: Iterable[Any]) -> None:
    """Refuse to write where an operand shares memory, but not element by element."""
    for other in operands:
        if isinstance(other, np.ndarray) and partly_shared(target, other):
            raise RuntimeError(
                explain_error(
                    name,
                    "unsupported operation: some elements of the input tensor and the written-to "
                    "tensor refer to a single memory location",
                    accepted="an operand of its own memory: .clone() it before the operation",
                )
            )
