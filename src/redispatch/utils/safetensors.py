"""Files of the safetensors format, which other frameworks read: only tensors by name.

Needs the package `safetensors`: `pip install redispatch[safetensors]`.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from ..backends import dtypes
from ..backends.factories import from_numpy
from ..dispatch.errors import explain_error
from ..dispatch.tensor import Tensor, backend_of


def _package() -> Any:
    try:
        import safetensors.numpy
    except ImportError as error:
        raise ImportError(
            "redispatch.utils.safetensors needs the package safetensors: "
            "pip install redispatch[safetensors]"
        ) from error
    return safetensors.numpy


# What the format calls the dtypes; the package's own reader of arrays does not know bfloat16.
_DTYPES = {
    "F64": dtypes.float64, "F32": dtypes.float32, "F16": dtypes.float16, "BF16": dtypes.bfloat16,
    "I64": dtypes.int64, "I32": dtypes.int32, "I16": dtypes.int16, "I8": dtypes.int8,
    "U64": dtypes.uint64, "U32": dtypes.uint32, "U16": dtypes.uint16, "U8": dtypes.uint8,
    "BOOL": dtypes.bool, "C64": dtypes.complex64,
}  # fmt: skip


def _read(data: bytes) -> dict[str, Tensor]:
    """Return the tensors of a file's bytes."""
    found = {}
    for name, view in _package().deserialize(data):
        if view["dtype"] not in _DTYPES:
            raise ValueError(
                explain_error(
                    "load", f"{name!r} has the dtype {view['dtype']}", accepted=", ".join(_DTYPES)
                )
            )
        kind = _DTYPES[view["dtype"]].dtype
        array = np.frombuffer(view["data"], np.uint8).view(kind).reshape(view["shape"])
        found[name] = from_numpy(array)
    return found


def _array(name: str, value: Any) -> np.ndarray[Any, Any]:
    if not isinstance(value, Tensor):
        raise ValueError(
            explain_error(
                "save_file", f"{name!r} is {type(value).__name__}", accepted="tensors by name"
            )
        )
    # the package writes the memory as it lies, whatever the strides say
    array: np.ndarray[Any, Any] = backend_of(value).to_numpy(value._data)
    return np.ascontiguousarray(array).reshape(array.shape)


def save_file(
    tensors: Mapping[str, Tensor],
    filename: str | os.PathLike[str],
    metadata: dict[str, str] | None = None,
) -> None:
    """Write tensors by name.

    Raises
    ------
    ImportError
        If the package safetensors is not there.
    ValueError
        If something is no tensor.
    """
    arrays = {name: _array(name, value) for name, value in tensors.items()}
    _package().save_file(arrays, filename, metadata)


def load_file(filename: str | os.PathLike[str], device: Any = "numpy") -> dict[str, Tensor]:
    """Return the tensors of a file by name.

    Raises
    ------
    ImportError
        If the package safetensors is not there.
    """
    found = _read(Path(filename).read_bytes())
    return {name: value.to(device) for name, value in found.items()}


def save(tensors: Mapping[str, Tensor], metadata: dict[str, str] | None = None) -> bytes:
    """Return what `save_file` would write."""
    arrays = {name: _array(name, value) for name, value in tensors.items()}
    found: bytes = _package().save(arrays, metadata)
    return found


def load(data: bytes) -> dict[str, Tensor]:
    """Return the tensors of what `save` returned."""
    return _read(data)


__all__ = ["load", "load_file", "save", "save_file"]
