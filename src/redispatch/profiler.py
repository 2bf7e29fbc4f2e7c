"""The profiler: tables, traces and stacks of what ran."""

from .modes.profile import Event, profile, record_function

__all__ = ["Event", "profile", "record_function"]
