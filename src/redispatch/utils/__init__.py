"""Data, files, checkpointing: what programs around a network need."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..dispatch.later import later

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

__getattr__, __dir__ = later(__name__, {}, " ".join((*__all__, *_PRIVATE)))
