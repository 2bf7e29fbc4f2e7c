"""What array a user's data becomes: which dtype Python numbers get, and what is refused.

Makes payloads of `tensor(data)` and `full(...)` for every backend that takes NumPy arrays; must not
know tensors.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import numpy as np

from .dtypes import DEFAULT, FLOATING, NpDType, dtype, finfo, from_numpy
from .promotion import Array, constant, promote_types, python_scalar

_INT64: Final[NpDType] = np.dtype(np.int64)
_BOOL: Final[NpDType] = np.dtype(bool)
_PYTHON: Final = (bool, int, float, complex)
NUMBERS: Final = frozenset(_PYTHON)  # the exact types of what needs no look into it

__warningregistry__ = 0  # Note [Silent arithmetic] in array_backend.py


def plain_array(array: Array) -> Array:
    """Return an array as exactly `np.ndarray`, of a dtype that tensors hold, without copying.

    Raises
    ------
    TypeError
        If it is a masked array, or its dtype is not supported.
    """
    if type(array) is not np.ndarray:
        if isinstance(array, np.ma.MaskedArray):
            raise TypeError(
                "masked arrays are not supported, their mask would be lost; "
                "fill them first with array.filled(value)"
            )
        array = array.view(np.ndarray)
    from_numpy(array.dtype)
    return array


def infer_array(data: object, dtype: dtype | None = None, *, copy: bool = True) -> Array:
    """Return the array that `tensor(data, dtype)` holds.

    Without `dtype`, arrays and NumPy scalars keep their own, Python floats get the default dtype,
    ints int64, complex numbers the complex type of the default; in a mixture the widest wins. With
    `copy=False` an array that needs no cast is not copied.

    Raises
    ------
    ValueError
        If nested sequences are ragged, or an int is too large for int64.
    TypeError
        If there is text, a sequence beside a number, a masked array or an unsupported dtype.
    RuntimeError
        If something else is not a number, or a number is out of the range of `dtype`.

    Examples
    --------
    >>> from redispatch.backends.create import infer_array
    >>> infer_array([[1, 2.5], [True, 3]])
    array([[1. , 2.5],
           [1. , 3. ]], dtype=float32)
    """
    target = None if dtype is None else dtype.dtype
    if isinstance(data, np.ndarray):
        array = plain_array(data)
        target = target or array.dtype
        if copy or target != array.dtype:
            return _cast(array, target)
        return array
    if isinstance(data, np.generic):
        return infer_array(np.asarray(data), dtype, copy=False)
    if type(data) in _PYTHON:
        return _from_python(data, target or _number_dtype(type(data)))
    if isinstance(data, str | bytes):
        raise TypeError(f"cannot make a tensor from {type(data).__name__}: expected numbers")
    if not _is_sequence(data):
        return _from_object(data, dtype, copy)
    elements: Any = data if isinstance(data, list | tuple) else list(data)  # type: ignore[call-overload]
    data = elements
    types: set[type] = set(map(type, elements))
    dtypes: set[NpDType] = set()
    if types and types <= NUMBERS:
        return _from_python(data, target or _dtype_of(types, dtypes))
    types.clear()
    shape = _shape(data)
    _scan(data, shape, 0, types, dtypes)
    if 0 in shape:
        return np.empty(shape, target or _dtype_of(types, dtypes))
    return _from_python(data, target or _dtype_of(types, dtypes))


def _is_sequence(x: object) -> bool:
    return isinstance(x, list | tuple) or (
        hasattr(x, "__len__")
        and hasattr(x, "__getitem__")
        and not isinstance(x, dict)
        and not hasattr(x, "__array__")
        and not isinstance(x, str | bytes)
    )


def _from_object(data: object, dtype: dtype | None, copy: bool) -> Array:
    """Return the array of an object that NumPy knows how to read, or of a subclass of a number."""
    if isinstance(data, _PYTHON):
        return infer_array(python_scalar(data), dtype)
    if hasattr(data, "__array__"):
        return infer_array(np.asarray(data), dtype, copy=copy)
    raise RuntimeError(
        f"Could not infer dtype of {type(data).__name__}: "
        "expected a number, a (nested) sequence of numbers or a NumPy array"
    )


def _shape(data: object) -> tuple[int, ...]:
    """Return the shape of nested sequences by their first elements."""
    shape: list[int] = []
    while True:
        if isinstance(data, np.ndarray):
            return (*shape, *data.shape)
        if not _is_sequence(data):
            return tuple(shape)
        n = len(data)  # type: ignore[arg-type]
        shape.append(n)
        if len(shape) > 64:
            raise ValueError("sequences are nested too deeply (more than 64 levels)")
        if n == 0:
            return tuple(shape)
        data = data[0]  # type: ignore[index]


def _scan(
    data: Any, shape: tuple[int, ...], dim: int, types: set[type], dtypes: set[NpDType]
) -> None:
    """Collect the types of all numbers, having checked that the sequences are as `shape` says.

    Raises
    ------
    ValueError
        If a sequence has another length.
    TypeError, RuntimeError
        If an element is not a number, or a sequence stands beside a number.
    """
    if isinstance(data, np.ndarray):
        array = plain_array(data)
        if array.shape != shape[dim:]:
            raise ValueError(
                f"expected array of shape {shape[dim:]} at dim {dim} (got {array.shape})"
            )
        dtypes.add(array.dtype)
        return
    if not _is_sequence(data):
        raise TypeError(f"expected a sequence of length {shape[dim]} at dim {dim}, got {data!r}")
    if len(data) != shape[dim]:
        raise ValueError(f"expected sequence of length {shape[dim]} at dim {dim} (got {len(data)})")
    if dim + 1 < len(shape):
        for row in data:
            _scan(row, shape, dim + 1, types, dtypes)
        return
    for kind in set(map(type, data)):
        if kind in _PYTHON:
            types.add(kind)
        elif issubclass(kind, np.generic):
            dtypes.add(from_numpy(np.dtype(kind)).dtype)
        elif issubclass(kind, np.ndarray):
            dtypes.update(plain_array(x).dtype for x in data if isinstance(x, np.ndarray))
            if any(x.ndim for x in data if isinstance(x, np.ndarray)):
                raise TypeError(f"expected numbers at dim {dim}, got an array with dimensions")
        elif issubclass(kind, _PYTHON):
            types.add(next(t for t in _PYTHON if issubclass(kind, t)))
        elif issubclass(kind, list | tuple):
            raise TypeError(f"expected numbers at dim {dim + 1}, got a {kind.__name__}")
        else:
            error = TypeError if issubclass(kind, str | bytes) else RuntimeError
            raise error(f"Could not infer dtype of {kind.__name__}: expected numbers")


def _dtype_of(types: set[type], dtypes: set[NpDType]) -> NpDType:
    """Return the dtype that numbers of these Python types and NumPy dtypes have together."""
    if len(types) == 1 and not dtypes:
        return _number_dtype(next(iter(types)))
    found = set(dtypes)
    if bool in types:
        found.add(_BOOL)
    if int in types:
        found.add(_INT64)
    if complex in types:
        found.add(DEFAULT.np_complex)
    if float in types or not found:
        found.add(DEFAULT.np_real)
    result = found.pop()
    for d in found:
        result = promote_types(result, d)
    return result


def _number_dtype(kind: type) -> NpDType:
    """Return the dtype that a number of a Python type has by itself."""
    if kind is float:
        return DEFAULT.np_real
    if kind is int:
        return _INT64
    return _BOOL if kind is bool else DEFAULT.np_complex


def _cast(array: Array, target: NpDType) -> Array:
    """Return a contiguous copy in another dtype; silently, as in a cast of a tensor."""
    if array.dtype.kind == "c" and target.kind not in "cb":
        array = array.real
    with np.errstate(all="ignore"):
        return array.astype(target, order="C")


def _from_python(data: Any, target: NpDType) -> Array:
    """Return Python numbers, checked before, in a dtype."""
    try:
        try:
            return np.array(data, target)
        except TypeError:  # Note [Silent arithmetic] in array_backend.py
            with np.errstate(all="ignore"):
                return np.array(data, target)
    except OverflowError as error:
        if target.kind in FLOATING:
            raise
        if target == _INT64:
            raise ValueError(f"Overflow when unpacking int64: {error}") from None
    except ValueError:  # nan to an integer
        pass
    except TypeError:
        raise TypeError(f"must be real number, not complex, for dtype {target.name}") from None
    # Unsigned types take negative numbers as long as their size fits, as in PyTorch.
    whole = np.array(data)
    if target.kind == "u" and whole.dtype == _INT64:
        if (
            np.minimum.reduce(whole, None) >= -np.iinfo(target).max - 0
            and np.maximum.reduce(whole, None) <= np.iinfo(target).max
        ):
            return whole.astype(target)
    raise RuntimeError(f"value cannot be converted to type {target.name} without overflow")


def fill_constant(target: NpDType, value: object) -> Array:
    """Return a number as a 0-d array of a dtype it is to fill; integers cut off a fraction.

    Raises
    ------
    RuntimeError
        If the number is complex and the dtype is not, or if it is out of the dtype's range.
    """
    number = python_scalar(value)
    refuse = RuntimeError(f"value cannot be converted to type {target.name} without overflow")
    if isinstance(number, complex) and target.kind != "c":
        raise refuse
    if target.kind in "iu":
        try:
            whole = int(number.real)
        except (ValueError, OverflowError):  # nan, inf
            raise refuse from None
        info = np.iinfo(target)
        lowest = info.min if target.kind == "i" else -info.max  # unsigned types take -1
        if not lowest <= whole <= info.max:
            raise refuse
        return constant(target, whole)
    if target.kind in "fcV" and finfo(from_numpy(target)).max < abs(number) < float("inf"):
        raise refuse
    return constant(target, number)


def full(size: Sequence[int], fill_value: object, dtype: dtype | None = None) -> Array:
    """Return a new array of one number; without `dtype` in the one the number infers.

    Raises
    ------
    RuntimeError
        If a size is negative, or the number is out of the dtype's range.

    Examples
    --------
    >>> from redispatch.backends.create import full
    >>> full([2], 7)
    array([7, 7])
    """
    for n in size:
        if n < 0:
            raise RuntimeError(f"full(): size {n} is negative: size={list(size)}")
    number = python_scalar(fill_value)
    target = _number_dtype(type(number)) if dtype is None else dtype.dtype
    result = np.empty(tuple(size), target)
    fill(result, number)
    return result


def fill(array: Array, number: Any) -> None:
    """Write one Python number everywhere; integers cut off a fraction.

    Numbers that every dtype of a kind holds go to NumPy as they are: 0.2 us instead of 2.

    Raises
    ------
    RuntimeError
        As `fill_constant`; nothing is written then.
    """
    kind, given = array.dtype.kind, number.__class__
    if given is float:
        plain = kind in FLOATING and -6e4 < number < 6e4
    else:
        plain = given is int and kind in "iufV" and 0 <= number < 128
    if plain:
        array.fill(number)
    else:
        array[...] = fill_constant(array.dtype, number)
