"""Whether backward may use threads of its own.

Decides what the switch reports. Must not know the engine, which asks it before it hands work out.
"""

from __future__ import annotations

_ON = [True]


class set_multithreading_enabled:  # noqa: N801 - PyTorch's name
    """Accepted as in PyTorch: acts at once, and as a context puts back what was.

    Backward runs on the thread that calls it unless `parallel_backward` asks for more; switched
    off, it runs there even then.

    Examples
    --------
    >>> import redispatch as rd
    >>> with rd.autograd.set_multithreading_enabled(False):
    ...     rd.autograd.threads.is_multithreading_enabled()
    False
    """

    def __init__(self, mode: bool) -> None:
        self.previous = _ON[0]
        self.mode = mode
        _ON[0] = mode

    def __enter__(self) -> None:
        pass

    def __exit__(self, *exc: object) -> None:
        _ON[0] = self.previous


def is_multithreading_enabled() -> bool:
    """Whether threads would be allowed."""
    return _ON[0]
