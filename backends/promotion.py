"""Which dtype an operation computes in: PyTorch's type promotion, written once.

Works on payloads (`np.ndarray`) and Python scalars, and answers in NumPy dtypes. Every backend uses
it; it must not know about tensors or operators.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import numpy as np

from .dtypes import DEFAULT, FLOATING, NpDType, from_numpy, when_used

Array = np.ndarray[Any, Any]  # numpy.typing would cost 10 ms at import

_BOOL: Final[NpDType] = np.dtype(bool)
_INT64: Final[NpDType] = np.dtype(np.int64)
_FLOAT16: Final[NpDType] = np.dtype(np.float16)
_FLOAT32_MAX: Final = 3.4e38

# Note [Three tiers]
# ~~~~~~~~~~~~~~~~~~
# Operands fall into three tiers: arrays with dimensions, 0-d arrays, Python scalars. Within a tier
# the wider type wins (`promote_types`). A lower tier counts only if its category (bool < integer <
# floating < complex) is above that of the tiers over it, so that `float32_vector *
# float64_zero_dim` stays float32. A Python scalar never has a width of its own: an int stands for
# int64, a float for the default dtype, and both yield to any array of the same category. NumPy's
# scalars (np.float64(2), np.int8(1)) count as Python scalars of their category.

_CATEGORY: Final = {"b": 0, "i": 1, "u": 1, "f": 2, "V": 2, "c": 3}


def _build_table() -> dict[NpDType, dict[NpDType, NpDType]]:
    ladder = "int8 int16 int32 int64 float16 float32 float64 complex64 complex128".split()
    dtypes: dict[str, NpDType] = {n: np.dtype(n) for n in ["bool", "uint8", *ladder]}
    unsigned: dict[str, NpDType] = {n: np.dtype(n) for n in ("uint16", "uint32", "uint64")}

    def wider(a: str, b: str) -> str:
        if a == b:
            return a
        if "bool" in (a, b):
            return b if a == "bool" else a
        if "uint8" in (a, b):
            other = b if a == "uint8" else a
            return "int16" if other == "int8" else other
        low, high = sorted((a, b), key=ladder.index)
        return "complex128" if (low, high) == ("float64", "complex64") else high

    table = {da: {db: dtypes[wider(a, b)] for b, db in dtypes.items()} for a, da in dtypes.items()}
    # The wide unsigned types meet only themselves and the floating types.
    for d in unsigned.values():
        table[d] = {d: d}
        for name in ("float16", "float32", "float64"):
            table[d][dtypes[name]] = table[dtypes[name]][d] = dtypes[name]
    return table


_TABLE: Final = _build_table()

# The 0-d operands made so far, per result dtype and value; generated code looks here before it
# calls `scalar_operand`. Only the floating types are ever filled: 1, 1.0 and True are one key but,
# for them, also one value. For the same reason whoever probes must have made sure that the value is
# not complex. Zero is never kept (0.0 == -0.0), nor is nan (a new key every time).
SCALARS: Final[dict[NpDType, dict[Any, Array]]] = {d: {} for d in _TABLE}
SCALARS_LIMIT: Final = 1024


def _add_row(new: NpDType) -> None:
    """Add the row of bfloat16: float16 has other bits, so that both are held by float32 only."""
    if new is _FLOAT16:
        return
    row = {d: d if d.kind in "fc" else new for d in _TABLE} | {_FLOAT16: np.dtype(np.float32)}
    for other, wider in row.items():
        _TABLE[other][new] = wider
    _TABLE[new] = row | {new: new}
    SCALARS[new] = {}


when_used(_add_row)


def promote_types(a: NpDType, b: NpDType) -> NpDType:
    """Return the smallest dtype that holds both, by PyTorch's table.

    Raises
    ------
    RuntimeError
        If uint16, uint32 or uint64 meets another integer type, bool or a complex type.

    Examples
    --------
    >>> import numpy as np
    >>> from redispatch.backends.promotion import promote_types
    >>> promote_types(np.dtype("int64"), np.dtype("float16"))
    dtype('float16')
    """
    try:
        return _TABLE[a][b]
    except KeyError:
        from_numpy(a), from_numpy(b)  # a dtype that tensors cannot hold is the better error
        raise RuntimeError(
            "Promotion for uint16, uint32, uint64 types is not supported, "
            f"attempted to promote {a.name} and {b.name}; convert one of them with .to(dtype)"
        ) from None


def python_scalar(value: object) -> bool | int | float | complex:
    """Return a NumPy scalar as the Python scalar it counts as, and a Python scalar as it is.

    Raises
    ------
    TypeError
        If `value` is not a number.
    """
    kind = type(value)
    if kind is float or kind is int or kind is bool or kind is complex:
        return value  # type: ignore[return-value]
    if isinstance(value, np.generic):
        if value.dtype.kind in "biu":
            return value.item()  # type: ignore[no-any-return]
        if value.dtype.kind in FLOATING:
            return float(value)
        if value.dtype.kind == "c":
            return complex(value)
    elif isinstance(value, (int, float, complex)):
        return value
    raise TypeError(
        f"expected a tensor or a number (bool, int, float, complex), got {type(value).__name__}"
    )


def _scalar_dtype(value: bool | int | float | complex) -> NpDType:
    """Return the dtype that a Python scalar has where no array outranks it."""
    if isinstance(value, float):
        return DEFAULT.np_real
    if isinstance(value, bool):
        return _BOOL
    if isinstance(value, int):
        return _INT64
    return DEFAULT.np_complex


def _combine(high: NpDType | None, low: NpDType | None) -> NpDType | None:
    """Return the result of a tier and the tiers below it."""
    if high is None or low is None:
        return high if low is None else low
    ours, theirs = _CATEGORY[high.kind], _CATEGORY[low.kind]
    if theirs <= ours:
        return high
    if theirs == 3:
        # floating meets complex: the width stays
        return from_numpy(high).to_complex().dtype if ours == 2 else low
    return promote_types(high, low)


def result_dtype(operands: Sequence[object]) -> NpDType:
    """Return the dtype in which arrays and Python scalars are combined. See Note [Three tiers].

    Raises
    ------
    TypeError
        If an operand is neither an array nor a number.

    Examples
    --------
    >>> import numpy as np
    >>> from redispatch.backends.promotion import result_dtype
    >>> result_dtype([np.ones(2, np.float32), np.array(1.0)])
    dtype('float32')
    >>> result_dtype([np.ones(2, np.int64), 2.0])
    dtype('float32')
    """
    dimensioned: NpDType | None = None
    zero_dim: NpDType | None = None
    scalar: NpDType | None = None
    for x in operands:
        if isinstance(x, np.ndarray):
            d = x.dtype
            if x.ndim:
                if dimensioned is not d:
                    dimensioned = d if dimensioned is None else promote_types(dimensioned, d)
            elif zero_dim is not d:
                zero_dim = d if zero_dim is None else promote_types(zero_dim, d)
        else:
            d = _scalar_dtype(python_scalar(x))
            scalar = d if scalar is None else promote_types(scalar, d)
    result = _combine(dimensioned, _combine(zero_dim, scalar))
    if result is None:
        raise TypeError("result_dtype() needs at least one operand")
    return result


def promote(*operands: object) -> tuple[Array, ...]:
    """Return the operands as arrays of their common dtype; those that have it already as they are.

    Python scalars become 0-d arrays. Integers out of range wrap.

    Raises
    ------
    TypeError
        If an operand is neither an array nor a number.
    OverflowError
        If a Python int fits in no 64-bit integer where an integer is wanted.

    Examples
    --------
    >>> import numpy as np
    >>> from redispatch.backends.promotion import promote
    >>> promote(np.ones(2, np.uint8), 300)[1]
    array(44, dtype=uint8)
    """
    if len(operands) == 2:
        a, b = operands
        if isinstance(a, np.ndarray) and isinstance(b, np.ndarray) and a.dtype is b.dtype:
            return a, b
    target = result_dtype(operands)
    return tuple(
        cast(x, target) if isinstance(x, np.ndarray) else constant(target, python_scalar(x))
        for x in operands
    )


def cast(array: Array, target: NpDType) -> Array:
    """Return the array in a dtype of the same or a higher category; itself if it has that dtype."""
    source = array.dtype
    if source is target or source == target:
        return array
    # Only these can overflow; NumPy would warn, PyTorch gives inf without a word.
    if target is _FLOAT16 or (source.itemsize > target.itemsize and target.kind in "fcV"):
        with np.errstate(all="ignore"):
            return array.astype(target)
    return array.astype(target)


def scalar_operand(np_dtype: NpDType, value: object) -> Array:
    """Return `value` as a read-only 0-d array of the dtype it and a tensor are combined in.

    The tensor has to be cast if that is not its own dtype. Values for floating types are kept in
    `SCALARS`.

    Raises
    ------
    TypeError
        If `value` is not a number.
    OverflowError
        If a Python int fits in no 64-bit integer where an integer is wanted.

    Examples
    --------
    >>> import numpy as np
    >>> from redispatch.backends.promotion import scalar_operand
    >>> scalar_operand(np.dtype("int32"), 2.5)
    array(2.5, dtype=float32)
    """
    given, kind = type(value), np_dtype.kind
    if (given is int and kind in "iufV") or (given is float and kind in FLOATING):
        return constant(np_dtype, value)  # type: ignore[arg-type] # without the general rule
    number = python_scalar(value)
    target = _combine(np_dtype, _scalar_dtype(number))
    assert target is not None
    return constant(target, number)


def constant(target: NpDType, value: bool | int | float | complex) -> Array:
    """Return a read-only 0-d array, from `SCALARS` if it is there."""
    if target.kind not in FLOATING:
        return _new_constant(target, value)
    known = SCALARS[target]
    found = known.get(value)
    if found is None:
        found = _new_constant(target, value)
        if value != 0 and value == value:
            if len(known) >= SCALARS_LIMIT:
                known.clear()
            known[value] = found
    return found


def _new_constant(target: NpDType, value: bool | int | float | complex) -> Array:
    try:
        if target is _FLOAT16 or (target.kind in "fcV" and abs(value) > _FLOAT32_MAX):
            with np.errstate(over="ignore"):
                made = np.array(value, target)
        else:
            made = np.array(value, target)
    except OverflowError:
        if target.kind in "fcV" or not isinstance(value, int):
            raise
        made = np.array(_wrap(value, target), target)
    made.flags.writeable = False
    return made


def _wrap(value: int, target: NpDType) -> int:
    """Return the integer that `value` is in the two's complement of `target`'s width."""
    if not -(2**63) <= value < 2**64:
        raise OverflowError(f"the integer {value} fits in no 64-bit integer type")
    bits = target.itemsize * 8
    value &= 2**bits - 1
    return value - 2**bits if target.kind == "i" and value >> (bits - 1) else value


def to_float(array: Array) -> Array:
    """Return an array of integers or bools in the default floating dtype, any other as it is."""
    return cast(array, DEFAULT.np_real) if array.dtype.kind in "biu" else array


def can_cast_inplace(result: NpDType, self: NpDType) -> bool:
    """Return whether a result of dtype `result` may be written into a tensor of dtype `self`.

    The category must not fall (no float into int, no int into bool, no complex into float); the
    width may.

    Examples
    --------
    >>> import numpy as np
    >>> from redispatch.backends.promotion import can_cast_inplace
    >>> can_cast_inplace(np.dtype("float64"), np.dtype("float32"))
    True
    """
    return _CATEGORY[result.kind] <= _CATEGORY[self.kind]


class Constants(dict[Any, Any]):
    """One number as a 0-d array of each dtype that it was met beside."""

    __slots__ = ("value",)

    def __init__(self, value: Any) -> None:
        super().__init__()
        self.value = value

    def __missing__(self, dtype: Any) -> Any:
        made = self[dtype] = scalar_operand(dtype, self.value)
        return made
