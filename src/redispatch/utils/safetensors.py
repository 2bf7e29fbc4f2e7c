"""Files of the safetensors format, which other frameworks read: only tensors by name.

Needs the package `safetensors`: `pip install redispatch[safetensors]`.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Any

import numpy as np

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
    arrays = _package().load_file(filename)
    return {name: from_numpy(array).to(device) for name, array in arrays.items()}


def save(tensors: Mapping[str, Tensor], metadata: dict[str, str] | None = None) -> bytes:
    """Return what `save_file` would write."""
    arrays = {name: _array(name, value) for name, value in tensors.items()}
    found: bytes = _package().save(arrays, metadata)
    return found


def load(data: bytes) -> dict[str, Tensor]:
    """Return the tensors of what `save` returned."""
    return {name: from_numpy(array) for name, array in _package().load(data).items()}


__all__ = ["load", "load_file", "save", "save_file"]
