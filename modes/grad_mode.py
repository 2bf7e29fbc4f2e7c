"""Grad mode as users write it: `no_grad`, `enable_grad`, `set_grad_enabled`.

Decides the three spellings (bare decorator, called decorator, context). The switch itself is in
dispatch/state.py.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ParamSpec, Self, TypeVar, overload

from ..dispatch.state import GradSwitch, change, facts, set_state, state_bits

F = TypeVar("F", bound=Callable[..., Any])
P = ParamSpec("P")
R = TypeVar("R")


class _OnePosition(GradSwitch):
    """A switch to one position, whatever it is called with."""

    __slots__ = ()
    ON = False

    def __init__(self, function: Any = None) -> None:
        super().__init__(self.ON)


class _Fixed(_OnePosition):
    """Usable as `@no_grad`, `@no_grad()` and `with no_grad():`.

    `__init__` is in the base: checkers then read the signature here.
    """

    __slots__ = ()

    @overload
    def __new__(cls) -> Self: ...
    @overload
    def __new__(cls, function: F) -> F: ...  # type: ignore[misc]
    def __new__(cls, function: Any = None) -> Any:
        """Return a switch, or a function that is decorated with one."""
        self = super().__new__(cls)
        if function is None:
            return self
        self.__init__()  # type: ignore[misc]
        return self(function)


class no_grad(_Fixed):  # noqa: N801 - PyTorch's name
    """Within its scope nothing is recorded; new results do not require grad.

    Examples
    --------
    >>> import redispatch as rd
    >>> x = rd.tensor([1.], requires_grad=True)
    >>> with rd.no_grad():
    ...     y = x * 2
    >>> y.requires_grad
    False
    """

    __slots__ = ()


class enable_grad(_Fixed):  # noqa: N801
    """Within its scope operators are recorded again, unless inference mode is on.

    Examples
    --------
    >>> import redispatch as rd
    >>> x = rd.tensor([1.], requires_grad=True)
    >>> with rd.no_grad(), rd.enable_grad():
    ...     y = x * 2
    >>> y.requires_grad
    True
    """

    __slots__ = ()
    ON = True


class set_grad_enabled(GradSwitch):  # noqa: N801
    """Switches recording at once; as a context it puts the mode of its construction back.

    Examples
    --------
    >>> import redispatch as rd
    >>> with rd.set_grad_enabled(False):
    ...     rd.is_grad_enabled()
    False
    """

    __slots__ = ("_before",)

    def __init__(self, mode: bool) -> None:
        if mode.__class__ is not bool:
            raise TypeError(
                f"set_grad_enabled(): argument 'mode' must be bool, not {type(mode).__name__}"
            )
        super().__init__(mode)
        self._before = facts().grad
        set_state(change(state_bits(), grad=mode))

    def remember(self, before: Any) -> bool:
        """Remember the mode at construction."""
        return self._before

    def clone(self) -> GradSwitch:
        """Return a plain switch for one decorated call."""
        return GradSwitch(self._on)

    def __call__(self, function: Callable[P, R]) -> Callable[P, R]:
        """Decorate: the outer mode is put back at once, and each call switches for itself."""
        set_state(change(state_bits(), grad=self._before))
        return super().__call__(function)


def is_grad_enabled() -> bool:
    """Return whether grad mode is on; inside inference mode that alone does not record."""
    return facts().grad
