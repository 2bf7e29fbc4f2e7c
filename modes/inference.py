"""Inference mode as users write it. The switch itself is in dispatch/state.py."""

from __future__ import annotations

from typing import Any

from ..dispatch.state import InferenceSwitch, facts


class inference_mode(InferenceSwitch):  # noqa: N801 - PyTorch's name
    """Within its scope nothing is recorded, and new tensors carry neither version nor history.

    Parameters
    ----------
    mode : bool
        False leaves inference mode within the scope.

    Examples
    --------
    >>> import redispatch as rd
    >>> with rd.inference_mode():
    ...     y = rd.tensor([1.]) * 2
    >>> y.is_inference()
    True
    """

    __slots__ = ()

    def __new__(cls, mode: Any = True) -> Any:
        self = super().__new__(cls)
        if isinstance(mode, bool):
            return self
        self.__init__()  # type: ignore[misc]
        return self(mode)

    def __init__(self, mode: Any = True) -> None:
        super().__init__(mode if isinstance(mode, bool) else True)


def is_inference_mode_enabled() -> bool:
    """Return whether inference mode is on."""
    return facts().inference
