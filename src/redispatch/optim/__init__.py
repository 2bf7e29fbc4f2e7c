"""Optimizers and schedules of their learning rates, under PyTorch's names.

`lr_scheduler` is loaded when it is first asked for.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

from .adam import Adam, AdamW
from .optimizer import Optimizer
from .sgd import SGD

if TYPE_CHECKING:
    from . import lr_scheduler

__all__ = ["SGD", "Adam", "AdamW", "Optimizer", "lr_scheduler"]


def __getattr__(name: str) -> Any:
    if name == "lr_scheduler":
        return importlib.import_module(f"{__name__}.{name}")
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
