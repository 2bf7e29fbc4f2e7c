"""Which element types exist, what they are called, and which one is the default.

There is one `dtype` object per NumPy dtype we support. Payloads keep NumPy's own dtypes and hot
code compares those; the objects here are what users see. This module must not know about tensors,
operators or promotion.

Note [Sixteen bits]
~~~~~~~~~~~~~~~~~~~
NumPy has no bfloat16; the package ml_dtypes adds one, of NumPy's kind "V". The object `bfloat16` is
always there, so that it can be named and compared; who first asks for its NumPy dtype imports the
package, and whoever keeps tables by NumPy dtype adds a row then (`when_used`). Until then nothing
knows of it and nothing waits for it. float16 is told of in the same way, since some backends
compute in both with other functions (backends/narrow.py), which others shall not pay for.
"""

from __future__ import annotations

import builtins
from collections.abc import Callable
from threading import RLock
from typing import Any, Final, Self, TypeAlias, final

import numpy as np

__all__ = [  # noqa: F822 - the types are made below
    "bfloat16", "bool", "cdouble", "cfloat", "complex64", "complex128", "double", "dtype", "finfo",
    "float", "float16", "float32", "float64", "get_default_dtype", "half", "iinfo", "int", "int8",
    "int16", "int32", "int64", "long", "set_default_dtype", "short", "uint8", "uint16", "uint32",
    "uint64",
]  # fmt: skip

NpDType = np.dtype[Any]


@final
class dtype:  # noqa: N801 - named as users write it
    """An element type, for example ``redispatch.float32``.

    There is exactly one object per type, so ``is`` compares them, and pickling and copying return
    the same object. NumPy accepts it wherever it accepts a dtype, and equality with NumPy's dtypes
    holds.

    Attributes
    ----------
    dtype : np.dtype
        NumPy's dtype; NumPy finds it under this name.
    name : str
        For example ``"float32"``.
    kind : str
        NumPy's letter for the category: ``b`` bool, ``i`` and ``u`` integers, ``f`` floating, ``c``
        complex.
    itemsize : int
        Bytes per element.
    is_floating_point, is_complex, is_signed : bool

    Examples
    --------
    >>> import numpy as np
    >>> from redispatch.backends.dtypes import float32
    >>> np.zeros(2, dtype=float32).dtype
    dtype('float32')
    >>> float32
    redispatch.float32
    """

    __slots__ = (
        "dtype",
        "name",
        "kind",
        "itemsize",
        "is_floating_point",
        "is_complex",
        "is_signed",
    )

    dtype: NpDType
    name: str
    kind: str
    itemsize: int
    is_floating_point: builtins.bool
    is_complex: builtins.bool
    is_signed: builtins.bool

    def __new__(cls, *args: object) -> Self:
        raise TypeError(
            "dtype objects cannot be made; use redispatch.float32, redispatch.int64 and so on, "
            "or redispatch.backends.dtypes.as_dtype for a NumPy dtype or a Python type"
        )

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"{self!r} is immutable: cannot set {name!r}")

    def __getattr__(self, name: str) -> Any:
        if name == "dtype":  # the two of 16 bits are made without it
            return _first_use(self)
        raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")

    def __repr__(self) -> str:
        return f"redispatch.{self.name}"

    # Equality is object's: it returns NotImplemented for a np.dtype, whose own == then converts us
    # and compares. Hence the hash must be the one of the np.dtype.
    def __hash__(self) -> builtins.int:
        try:
            return hash(self.dtype)
        except ImportError:  # then there is no np.dtype that could be equal
            return hash(self.name)

    def __reduce__(self) -> tuple[Any, tuple[str]]:
        return _by_name, (self.name,)

    def to_complex(self) -> _DType:
        """Return the complex type that holds this one; a complex type returns itself.

        There is no half-precision complex type, so 16 bits give complex64. Integers and bool give
        the default complex type.
        """
        if self.kind == "c":
            return self
        if self.kind != "f":
            return DEFAULT.complex
        return complex128 if self is float64 else complex64

    def to_real(self) -> _DType:
        """Return the floating type of a complex type's parts; any other type returns itself."""
        if self.kind != "c":
            return self
        return float64 if self is complex128 else float32


# Inside the class the name `dtype` is its attribute.
_DType: TypeAlias = dtype

_NAMES: Final = (
    "float64", "float32", "float16", "bfloat16", "complex64", "complex128", "int64", "int32",
    "int16", "int8", "uint64", "uint32", "uint16", "uint8", "bool",
)  # fmt: skip
_TABLE: dict[str, dtype] = {}
BY_NUMPY: dict[NpDType, dtype] = {}


def _make(name: str) -> dtype:
    np_dtype = np.dtype(name)
    new = _describe(name, np_dtype.kind, np_dtype.itemsize)
    object.__setattr__(new, "dtype", np_dtype)
    BY_NUMPY[np_dtype] = new
    return new


def _describe(name: str, kind: str, itemsize: builtins.int) -> dtype:
    new: dtype = object.__new__(dtype)
    for field, value in {
        "name": name,
        "kind": kind,
        "itemsize": itemsize,
        "is_floating_point": kind == "f",
        "is_complex": kind == "c",
        "is_signed": kind in "ifc",
    }.items():
        object.__setattr__(new, field, value)
    _TABLE[name] = new
    return new


_LOADING: Final = RLock()
_LISTENERS: Final[list[Callable[[NpDType], None]]] = []


def _first_use(d: dtype) -> NpDType:
    """Return NumPy's dtype of a type of 16 bits, having told everybody who waits for it."""
    np_dtype = np.dtype(np.float16) if d is float16 else _load_bfloat16()
    with _LOADING:
        if np_dtype not in BY_NUMPY:
            for listener in _LISTENERS:
                listener(np_dtype)
            BY_NUMPY[np_dtype] = d
            object.__setattr__(d, "dtype", np_dtype)
    return np_dtype


def when_used(listener: Callable[[NpDType], None]) -> None:
    """Have a function called with each dtype of 16 bits that is used. See Note [Sixteen bits]."""
    with _LOADING:
        _LISTENERS.append(listener)
        for np_dtype in [n for n, d in BY_NUMPY.items() if d is float16 or d is bfloat16]:
            listener(np_dtype)


def _load_bfloat16() -> NpDType:
    try:
        from ml_dtypes import bfloat16 as scalar
    except ImportError as error:
        raise ImportError(
            "redispatch.bfloat16 needs the package ml_dtypes, which adds the type to NumPy: "
            "install it, or redispatch[bfloat16]",
            name="ml_dtypes",
        ) from error
    loaded: NpDType = np.dtype(scalar)
    return loaded


def _by_name(name: str) -> dtype:
    return _TABLE[name]


float16 = half = _describe("float16", "f", 2)  # Note [Sixteen bits]
bfloat16 = _describe("bfloat16", "f", 2)
FLOATING: Final = "fV"  # NumPy's kinds of what is floating-point here; V is bfloat16's
float32 = float = _make("float32")
float64 = double = _make("float64")
complex64 = cfloat = _make("complex64")
complex128 = cdouble = _make("complex128")
int8 = _make("int8")
int16 = short = _make("int16")
int32 = int = _make("int32")
int64 = long = _make("int64")
uint8 = _make("uint8")
uint16 = _make("uint16")
uint32 = _make("uint32")
uint64 = _make("uint64")
bool = _make("bool")


@final
class _Default:
    """The default dtypes of this process, as objects and as NumPy's (`np_real`, `np_complex`)."""

    __slots__ = ("real", "complex", "np_real", "np_complex")

    def __init__(self, real: dtype) -> None:
        self.set(real)

    def set(self, real: dtype) -> None:
        self.real, self.np_real = real, real.dtype
        self.complex = complex128 if real is float64 else complex64
        self.np_complex = self.complex.dtype


DEFAULT: Final = _Default(float32)


def get_default_dtype() -> dtype:
    """Return the floating type that Python floats become.

    Examples
    --------
    >>> from redispatch.backends.dtypes import get_default_dtype
    >>> get_default_dtype()
    redispatch.float32
    """
    return DEFAULT.real


def set_default_dtype(d: dtype) -> None:
    """Set the floating type that Python floats become, for the whole process.

    Python complex numbers become complex128 if it is float64, else complex64.

    Raises
    ------
    TypeError
        If `d` is not a floating-point `dtype`.
    """
    if not isinstance(d, dtype) or not d.is_floating_point:
        raise TypeError(
            f"only floating-point types are supported as the default type, got {d!r}; "
            "accepted are redispatch.float16, bfloat16, float32 and float64"
        )
    DEFAULT.set(d)


def from_numpy(np_dtype: NpDType) -> dtype:
    """Return the `dtype` of a NumPy dtype.

    Raises
    ------
    TypeError
        If there is none, also for a byte order that is not the machine's.
    """
    found = BY_NUMPY.get(np_dtype)
    if found is None:
        found = _TABLE.get(np_dtype.name)
        if found is None or found.dtype != np_dtype:
            raise unsupported(np_dtype)
    return found


def unsupported(np_dtype: NpDType) -> Exception:
    """Return the error for a NumPy dtype that tensors cannot hold, naming those that they can."""
    if not np_dtype.isnative and np_dtype.newbyteorder("=") in BY_NUMPY:
        return TypeError(
            f"the array's byte order ({np_dtype.str!r}) is not this machine's; "
            f"convert it first with array.astype({np_dtype.newbyteorder('=').name!r})"
        )
    return TypeError(
        f"can't convert np.ndarray of type numpy.{np_dtype.type.__name__}. "
        f"The only supported types are: {', '.join(_NAMES[:-1])}, and {_NAMES[-1]}."
    )


def as_dtype(x: object) -> dtype:
    """Return the `dtype` meant by a `dtype`, a NumPy dtype or scalar type, or a Python number type.

    Python's ``float`` means float64 and ``complex`` complex128, as in NumPy and PyTorch.

    Raises
    ------
    TypeError
        If `x` is anything else or names a type that tensors cannot hold.

    Examples
    --------
    >>> from redispatch.backends.dtypes import as_dtype
    >>> import numpy as np
    >>> as_dtype(np.float32), as_dtype(complex)
    (redispatch.float32, redispatch.complex128)
    """
    if isinstance(x, dtype):
        return x
    if isinstance(x, np.dtype):
        return from_numpy(x)
    if isinstance(x, type):
        if issubclass(x, np.generic):
            return from_numpy(np.dtype(x))
        if x in _FROM_PYTHON:
            return _FROM_PYTHON[x]
    raise TypeError(
        f"expected a redispatch.dtype, a numpy.dtype, a NumPy scalar type or one of "
        f"float, int, bool, complex; got {x!r}"
    )


_FROM_PYTHON: Final[dict[type, dtype]] = {
    builtins.float: float64,
    builtins.int: int64,
    builtins.bool: bool,
    builtins.complex: complex128,
}


class _Bfloat16Limits:
    """What `np.finfo`, which does not know the type, would say of 8 bits each of size and value."""

    eps = 2.0**-7
    max = (2 - 2.0**-7) * 2.0**127
    min = -max
    smallest_normal = 2.0**-126
    resolution = 0.01


@final
class finfo:  # noqa: N801
    """The limits of a floating or complex type: `eps`, `max`, `min`, `tiny` and so on.

    Raises
    ------
    TypeError
        If the type is neither floating nor complex.

    Examples
    --------
    >>> from redispatch.backends.dtypes import finfo, float32
    >>> finfo(float32).max
    3.4028234663852886e+38
    """

    __slots__ = ("bits", "eps", "max", "min", "tiny", "smallest_normal", "resolution", "dtype")

    def __init__(self, type: dtype | None = None) -> None:
        d = DEFAULT.real if type is None else as_dtype(type).to_real()
        if not d.is_floating_point:
            raise TypeError(
                f"finfo() requires a floating point input type, got {d!r}; use iinfo for integers"
            )
        info: Any = _Bfloat16Limits if d is bfloat16 else np.finfo(d.dtype)
        self.bits = d.itemsize * 8
        self.dtype = d.name
        self.eps, self.max, self.min = (builtins.float(v) for v in (info.eps, info.max, info.min))
        self.tiny = self.smallest_normal = builtins.float(info.smallest_normal)
        self.resolution = builtins.float(info.resolution)

    def __repr__(self) -> str:
        return (
            f"finfo(resolution={self.resolution:g}, min={self.min:g}, max={self.max:g}, "
            f"eps={self.eps:g}, smallest_normal={self.smallest_normal:g}, "
            f"tiny={self.tiny:g}, dtype={self.dtype})"
        )


@final
class iinfo:  # noqa: N801
    """The limits of an integer type: `bits max min dtype`.

    Raises
    ------
    TypeError
        If the type is not an integer type.

    Examples
    --------
    >>> from redispatch.backends.dtypes import iinfo, int8
    >>> iinfo(int8)
    iinfo(min=-128, max=127, dtype=int8)
    """

    __slots__ = ("bits", "max", "min", "dtype")

    def __init__(self, type: dtype) -> None:
        d = as_dtype(type)
        if d.kind not in "iu":
            raise TypeError(f"iinfo() requires an integer input type, got {d!r}")
        info = np.iinfo(d.dtype)
        self.bits, self.dtype = d.itemsize * 8, d.name
        self.max, self.min = builtins.int(info.max), builtins.int(info.min)

    def __repr__(self) -> str:
        return f"iinfo(min={self.min}, max={self.max}, dtype={self.dtype})"
