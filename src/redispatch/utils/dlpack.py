"""PyTorch's place for the DLPack protocol; see backends/dlpack.py."""

from __future__ import annotations

from typing import Any

from ..backends.dlpack import from_dlpack
from ..dispatch.tensor import Tensor


def to_dlpack(tensor: Tensor) -> Any:
    """Return a capsule of the tensor's memory, which may be read once.

    Examples
    --------
    >>> import redispatch as rd
    >>> from redispatch.utils.dlpack import to_dlpack
    >>> type(to_dlpack(rd.ones(2))).__name__
    'PyCapsule'
    """
    return tensor.__dlpack__()


__all__ = ["from_dlpack", "to_dlpack"]
