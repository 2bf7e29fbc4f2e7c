"""Data, files, checkpointing: what programs around a network need."""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from . import _mode_utils as _mode_utils
    from . import _python_dispatch as _python_dispatch
    from . import _pytree as _pytree
    from . import checkpoint, data, dlpack, safetensors, serialization

__all__ = ["checkpoint", "data", "dlpack", "safetensors", "serialization"]
_PRIVATE = (
    "_mode_utils",
    "_python_dispatch",
    "_pytree",
)  # PyTorch's places; code imports from there


def __getattr__(name: str) -> Any:
    if name in __all__ or name in _PRIVATE:
        return importlib.import_module(f"{__name__}.{name}")
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
