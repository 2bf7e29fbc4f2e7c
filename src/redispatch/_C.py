"""Names that existing subclasses and modes take from PyTorch's private module.

Decides nothing: each is a public thing of this library under the name that code elsewhere uses.
"""

from __future__ import annotations

from .dispatch.keys import PYTHON, DispatchKeySet
from .dispatch.state import KeyGuard
from .library.guards import (
    AutoDispatchBelowADInplaceOrView,
    AutoDispatchBelowAutograd,
    ExcludeDispatchKeyGuard,
    IncludeDispatchKeyGuard,
    Keys,
)
from .modes.function_protocol import (
    DisableTorchFunction,
    DisableTorchFunctionSubclass,
    disabled_torch_function_impl,
)
from .modes.mode_stack import DISPATCH, FUNCTIONS
from .modes.subclass import disabled_torch_dispatch_impl

DispatchKey = Keys()
_AutoDispatchBelowAutograd = AutoDispatchBelowAutograd
_AutoDispatchBelowADInplaceOrView = AutoDispatchBelowADInplaceOrView
_ExcludeDispatchKeyGuard = ExcludeDispatchKeyGuard
_IncludeDispatchKeyGuard = IncludeDispatchKeyGuard
_disabled_torch_function_impl = disabled_torch_function_impl
_disabled_torch_dispatch_impl = disabled_torch_dispatch_impl


class _DisableTorchDispatch(KeyGuard):
    """A context in which neither modes nor the handlers of tensor subclasses are asked."""

    __slots__ = ()

    def __init__(self) -> None:
        super().__init__(exclude=PYTHON.bit)


def _len_torch_dispatch_stack() -> int:
    """Return how many dispatch modes are in force."""
    return len(DISPATCH.get().modes)


def _len_torch_function_stack() -> int:
    """Return how many function modes are in force."""
    return len(FUNCTIONS.get().modes)


__all__ = [
    "DisableTorchFunction",
    "DisableTorchFunctionSubclass",
    "DispatchKey",
    "DispatchKeySet",
    "ExcludeDispatchKeyGuard",
    "IncludeDispatchKeyGuard",
]
