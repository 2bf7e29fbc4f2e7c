"""Optimizers and schedules of their learning rates, under PyTorch's names.

`lr_scheduler` is loaded when it is first asked for.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..dispatch.later import later
from .adam import Adam, AdamW
from .optimizer import Optimizer
from .sgd import SGD

if TYPE_CHECKING:
    from . import lr_scheduler

__all__ = ["SGD", "Adam", "AdamW", "Optimizer", "lr_scheduler"]

__getattr__, __dir__ = later(__name__, {}, "lr_scheduler")
