"""The version slot of a tensor: how often its memory was written to.

Decides what may stand in the slot: None (never written, never shared: version 0), a counter that
all aliases of the memory share, or the mark of an inference tensor. Must not know who makes
aliases: that is the Version layer.
"""

from __future__ import annotations

from typing import final


@final
class VersionCounter:
    """Counts writes to one piece of memory; `last` says what wrote last, if that is recorded."""

    __slots__ = ("last", "value")

    def __init__(self, value: int = 0) -> None:
        self.value = value
        self.last: str | None = None


class _InferenceVersion:
    """Stands in the slot of inference tensors, whose writes nobody counts."""

    __slots__ = ()

    @property
    def value(self) -> int:
        raise RuntimeError(
            "Inference tensors cannot be saved for backward, since they do not track a version "
            "counter; make a normal tensor of it with .clone() outside inference mode"
        )


INFERENCE_VERSION = _InferenceVersion()
