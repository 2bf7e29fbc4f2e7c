"""Methods that change a tensor's dtype or device: `to` and its short forms.

Decides how the arguments of `to` are read. Must not know how tensors are cast or moved: the
operators `_to_copy` and `to_device` do that, and record it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ..dispatch.errors import ArgumentError, explain_error
from ..dispatch.generated.functions import _alias_on, _to_copy, clone, to_device
from ..dispatch.tensor import Tensor, backend_of, bind
from . import dtypes
from .backend import backend_named
from .device import device as Device
from .dtypes import as_dtype
from .dtypes import dtype as DType

KEYWORDS = ("device", "dtype", "non_blocking", "copy", "memory_format")
ACCEPTED = "to(dtype), to(device), to(device, dtype) or to(other), then non_blocking, copy"


def to(self: Tensor, *args: Any, **kwargs: Any) -> Tensor:
    """Return the tensor with another dtype and/or on another device; itself if nothing changes.

    Parameters
    ----------
    *args
        A dtype, a device or its name, both, or a tensor that has both; then `non_blocking` and
        `copy`.
    dtype, device, copy
        The same by keyword. `copy=True` copies also where nothing changes; `copy=False`, said in
        so many words, gives a view on another device of NumPy arrays, where the default copies.
    non_blocking, memory_format
        Accepted for PyTorch's sake; nothing here is asynchronous, and the layout is kept.

    Raises
    ------
    DeviceError
        If no backend has the device, or with `copy=False` cannot share memory with it.

    Examples
    --------
    >>> import redispatch as rd
    >>> x = rd.tensor([1.5])
    >>> x.to(rd.int64), x.to("cpu") is x
    (tensor([1]), True)
    """
    if len(args) == 1 and not kwargs and args[0].__class__ is DType:
        return _cast(self, args[0])
    where, dtype, copy = _read(args, kwargs)
    result = self
    if where is not None and backend_named(where) is not backend_of(self):
        move = _alias_on if copy is False else to_device
        result = move(result, Device(where))
    if dtype is not None:
        result = _cast(result, dtype)
    if copy and result is self:
        result = clone(self)
    return result


def _cast(tensor: Tensor, dtype: DType) -> Tensor:
    """Return the tensor with a dtype; itself if it is that already."""
    return tensor if tensor.dtype is dtype else _to_copy(tensor, dtype)


def _read(args: tuple[Any, ...], kwargs: dict[str, Any]) -> tuple[Any, DType | None, bool | None]:
    """Return device, dtype and copy as `to` was given them."""
    for name in kwargs:
        if name not in KEYWORDS:
            raise ArgumentError(
                explain_error(
                    "to", f"got an unexpected keyword argument {name!r}", accepted=ACCEPTED
                )
            )
    where, dtype, copy = kwargs.get("device"), kwargs.get("dtype"), kwargs.get("copy")
    flags: list[bool] = []
    for value in args:
        if isinstance(value, bool):
            flags.append(value)
        elif isinstance(value, Tensor):
            where, dtype = value.device, value.dtype
        elif isinstance(value, (str, Device)):
            where = value
        elif value is not None:
            dtype = value
    if len(flags) > 1:
        copy = flags[1]
    try:
        return (
            where,
            None if dtype is None else as_dtype(dtype),
            None if copy is None else bool(copy),
        )
    except TypeError as error:
        raise ArgumentError(explain_error("to", str(error), accepted=ACCEPTED)) from None


def cpu(self: Tensor) -> Tensor:
    """Return the tensor on the device "numpy"; itself if it is there."""
    return to(self, "numpy")


def type_as(self: Tensor, other: Tensor) -> Tensor:
    """Return the tensor with the dtype and on the device of another one."""
    return to(self, other)


# What PyTorch calls the type of a tensor of each dtype.
TYPE_NAMES = {
    "float64": "Double", "float32": "Float", "float16": "Half",
    "bfloat16": "BFloat16", "int64": "Long", "int32": "Int",
    "int16": "Short", "int8": "Char", "uint8": "Byte", "bool": "Bool", "uint16": "UInt16",
    "uint32": "UInt32", "uint64": "UInt64", "complex64": "ComplexFloat",
    "complex128": "ComplexDouble",
}  # fmt: skip


def type_(self: Tensor, dtype: Any = None, non_blocking: bool = False) -> Any:
    """Return the tensor with another dtype; without one, the name of its type.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.tensor([1.5]).type(rd.int32), rd.tensor([1.5]).type()
    (tensor([1], dtype=redispatch.int32), 'redispatch.FloatTensor')
    """
    del non_blocking
    if dtype is None:
        return f"redispatch.{TYPE_NAMES[self.dtype.name]}Tensor"
    if isinstance(dtype, str):
        short = dtype.rpartition(".")[2].removesuffix("Tensor")
        named = {v: k for k, v in TYPE_NAMES.items()}.get(short)
        if named is None:
            raise ValueError(f"invalid type: {dtype!r}; names are {', '.join(TYPE_NAMES.values())}")
        dtype = getattr(dtypes, named)
    elif isinstance(dtype, type):
        known = getattr(dtype, "dtype", None)  # a legacy type, as LongTensor
        dtype = known if isinstance(known, DType) else dtype
    return to(self, dtype)


def _cast_to(name: str, target: DType) -> Callable[..., Tensor]:
    def cast(self: Tensor, memory_format: Any = None) -> Tensor:
        return _cast(self, target)

    cast.__name__ = cast.__qualname__ = name
    cast.__doc__ = f"Return the tensor as {target.name}; itself if it is that already."
    return cast


CASTS = {
    "double": dtypes.float64, "float": dtypes.float32, "half": dtypes.float16,
    "bfloat16": dtypes.bfloat16,
    "long": dtypes.int64, "int": dtypes.int32, "short": dtypes.int16, "char": dtypes.int8,
    "byte": dtypes.uint8, "bool": dtypes.bool, "cfloat": dtypes.complex64,
    "cdouble": dtypes.complex128,
}  # fmt: skip

for _name, _dtype in CASTS.items():
    bind(_name, _cast_to(_name, _dtype))
bind("to", to)
bind("cpu", cpu)
bind("type", type_)
bind("type_as", type_as)
