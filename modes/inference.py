"""Inference mode as users write it. The switch itself is in dispatch/state.py."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Self, TypeVar, overload

from ..dispatch.state import InferenceSwitch, facts
from ..dispatch.tensor import Tensor

F = TypeVar("F", bound=Callable[..., Any])


class _Position(InferenceSwitch):
    """A switch that is on unless `mode` is False; checkers read the signature in the subclass."""

    __slots__ = ()

    def __init__(self, mode: Any = True) -> None:
        super().__init__(mode if isinstance(mode, bool) else True)


class inference_mode(_Position):  # noqa: N801 - PyTorch's name
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

    @overload
    def __new__(cls, mode: bool = True) -> Self: ...
    @overload
    def __new__(cls, mode: F) -> F: ...  # type: ignore[misc]
    def __new__(cls, mode: Any = True) -> Any:
        """Return a switch, or a function that is decorated with one."""
        self = super().__new__(cls)
        if isinstance(mode, bool):
            return self
        self.__init__()  # type: ignore[misc]
        return self(mode)


def is_inference_mode_enabled() -> bool:
    """Return whether inference mode is on."""
    return facts().inference


def is_inference(input: Tensor) -> bool:
    """Return whether a tensor was made in inference mode.

    Examples
    --------
    >>> import redispatch as rd
    >>> with rd.inference_mode():
    ...     x = rd.tensor([1.])
    >>> rd.is_inference(x)
    True
    """
    return input.is_inference()
