"""Small helpers for code about modes, at PyTorch's place."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ..modes.dispatch_mode import no_dispatch


def all_same_mode(modes: Sequence[Any]) -> bool:
    """Return whether all are the same mode as the first."""
    return all(mode is modes[0] for mode in modes)


__all__ = ["all_same_mode", "no_dispatch"]
