"""The profiler: tables, traces and stacks of what ran."""

from enum import Enum

from .modes.profile import Event, profile, record_function


class ProfilerActivity(Enum):
    """What PyTorch's programs name as `activities`; everything here is on the CPU."""

    CPU = 0


__all__ = ["Event", "ProfilerActivity", "profile", "record_function"]
