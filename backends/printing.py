"""How a tensor prints: PyTorch's layout, number for number.

Works on arrays and finished facts about the tensor; must not know about tensors or autograd.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import numpy as np

from .dtypes import DEFAULT, NpDType, from_numpy
from .promotion import Array

PRECISION: Final = 4
THRESHOLD: Final = 1000
EDGE: Final = 3
LINE_WIDTH: Final = 80

# Note [How numbers are printed]
# ~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
# One form for the whole tensor, chosen from its finite, nonzero numbers: scientific if the largest
# is more than 1000 times the smallest or above 1e8, or the smallest is below 1e-4; without digits
# after the point if all are whole; else four digits. The width is that of the longest such number:
# zeros, nan and inf do not count. If the tensor is summarised, only what is shown counts.


class _Format:
    """The form of one tensor's real numbers. See Note [How numbers are printed]."""

    __slots__ = ("spec", "suffix", "width")

    def __init__(self, array: Array) -> None:
        self.spec, self.suffix, self.width = "", "", 1
        if array.dtype.kind != "f":
            self.width = max(len(str(v)) for v in array.ravel().tolist())
            return
        self.spec, self.suffix = ".0f", "."
        with np.errstate(all="ignore"):
            numbers = array[np.isfinite(array) & (array != 0)]
        if not numbers.size:
            return
        sizes = np.abs(numbers).astype(np.float64)
        low, high = float(sizes.min()), float(sizes.max())
        whole = bool((numbers == np.ceil(numbers)).all())
        if high / low > 1000.0 or high > 1.0e8 or low < 1.0e-4:
            self.spec, self.suffix = f".{PRECISION}e", ""
        elif not whole:
            self.spec, self.suffix = f".{PRECISION}f", ""
        self.width = max(len(format(v, self.spec)) for v in numbers.tolist()) + len(self.suffix)

    def __call__(self, value: Any) -> str:
        text = format(value, self.spec) if self.spec else str(value)
        if self.suffix and text[-1].isdigit():
            text += self.suffix
        return text.rjust(self.width)


class _ComplexFormat:
    """The forms of the real and the imaginary parts, each chosen for itself."""

    __slots__ = ("imag", "real", "width")

    def __init__(self, array: Array) -> None:
        self.real, self.imag = _Format(array.real), _Format(array.imag)
        self.width = self.real.width + self.imag.width + 1

    def __call__(self, value: complex) -> str:
        imag = self.imag(value.imag).lstrip() + "j"
        return self.real(value.real) + (imag if imag[0] in "+-" else "+" + imag)


_Formatter = _Format | _ComplexFormat


def _shown(array: Array) -> Array:
    """Return the part of an array that a summary shows."""
    for axis, n in enumerate(array.shape):
        if n > 2 * EDGE:
            array = array.take([*range(EDGE), *range(n - EDGE, n)], axis)
    return array


def _lines(array: Array, indent: int, formatter: _Formatter, summarize: bool) -> str:
    """Return the numbers in nested brackets, the outermost one standing at column `indent`."""
    if array.ndim == 0:
        return formatter(array.item())
    cut = summarize and len(array) > 2 * EDGE
    if array.ndim == 1:
        if cut:
            words = [formatter(v) for v in array[:EDGE].tolist()]
            words += [" ...", *(formatter(v) for v in array[-EDGE:].tolist())]
        else:
            words = [formatter(v) for v in array.tolist()]
        per_line = max(1, (LINE_WIDTH - indent) // (formatter.width + 2))
        lines = [", ".join(words[i : i + per_line]) for i in range(0, len(words), per_line)]
        return "[" + (",\n" + " " * (indent + 1)).join(lines) + "]"
    rows = [*array[:EDGE], None, *array[-EDGE:]] if cut else list(array)
    parts = [
        "..." if row is None else _lines(row, indent + 1, formatter, summarize) for row in rows
    ]
    return "[" + ("," + "\n" * (array.ndim - 1) + " " * (indent + 1)).join(parts) + "]"


def _is_default(d: NpDType) -> bool:
    """Return whether a tensor of this dtype prints without it."""
    return d in (DEFAULT.np_real, DEFAULT.np_complex) or d.kind == "b" or d == np.int64


def format_tensor(
    array: Array,
    *,
    requires_grad: bool = False,
    grad_fn_name: str | None = None,
    device: str | None = None,
    dtype_is_default: bool | None = None,
    extra: Sequence[str] = (),
    prefix: str = "tensor(",
) -> str:
    """Return what `repr` shows of a tensor.

    Parameters
    ----------
    array : np.ndarray
        The numbers.
    requires_grad : bool
        Shown unless there is a `grad_fn_name`.
    grad_fn_name : str, optional
        The class of the tensor's node, for example ``"AddBackward0"``.
    device : str, optional
        Shown if given.
    dtype_is_default : bool, optional
        Whether to leave the dtype out; by default that follows from the dtype.
    extra : sequence of str
        Further facts to show last, for example ``"tangent=..."``.
    prefix : str
        What stands before the numbers, for subclasses.

    Examples
    --------
    >>> import numpy as np
    >>> from redispatch.backends.printing import format_tensor
    >>> print(format_tensor(np.array([1.0, 2.5]), requires_grad=True))
    tensor([1.0000, 2.5000], dtype=redispatch.float64, requires_grad=True)
    """
    indent, own = len(prefix), array.dtype
    if own.kind == "V":  # bfloat16: its numbers are written like those of NumPy's own types
        array = array.astype(np.float32)
    default = _is_default(own) if dtype_is_default is None else dtype_is_default
    suffixes = [] if device is None else [f"device='{device}'"]
    if array.size == 0:
        text = "[]"
        if array.ndim != 1:
            suffixes.append(f"size={array.shape}")
        default = default and own == DEFAULT.np_real
    else:
        summarize = array.size > THRESHOLD
        shown = _shown(array) if summarize else array
        kind = _ComplexFormat if array.dtype.kind == "c" else _Format
        text = _lines(array, indent, kind(shown), summarize)
    if not default:
        suffixes.append(f"dtype={from_numpy(own)!r}")
    if grad_fn_name is not None:
        suffixes.append(f"grad_fn=<{grad_fn_name}>")
    elif requires_grad:
        suffixes.append("requires_grad=True")
    suffixes += extra
    return _with_suffixes(prefix + text, suffixes, indent)


def format_shape(
    shape: tuple[int, ...], np_dtype: NpDType, *, device: str, extra: Sequence[str] = ()
) -> str:
    """Return what `repr` shows of a tensor that has no numbers.

    Examples
    --------
    >>> import numpy as np
    >>> from redispatch.backends.printing import format_shape
    >>> format_shape((2, 3), np.dtype("float32"), device="meta")
    "tensor(..., device='meta', size=(2, 3))"
    """
    suffixes = [f"device='{device}'", f"size={shape}"]
    if np_dtype != DEFAULT.np_real:
        suffixes.append(f"dtype={from_numpy(np_dtype)!r}")
    return _with_suffixes("tensor(...", [*suffixes, *extra], len("tensor("))


def _with_suffixes(text: str, suffixes: list[str], indent: int) -> str:
    """Return the text with the suffixes, on a new line where they do not fit."""
    used = len(text) - text.rfind("\n") + 1
    for suffix in suffixes:
        if used + len(suffix) + 2 > LINE_WIDTH:
            text += ",\n" + " " * indent + suffix
            used = indent + len(suffix)
        else:
            text += ", " + suffix
            used += len(suffix) + 2
    return text + ")"
