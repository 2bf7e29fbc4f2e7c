"""Names that existing subclasses and modes take from PyTorch's private module.

Decides nothing: each is a public thing of this library under the name that code elsewhere uses.
"""

from __future__ import annotations

from .dispatch.keys import PYTHON, DispatchKey, DispatchKeySet, as_key
from .dispatch.state import KeyGuard
from .modes.function_protocol import (
    DisableTorchFunction,
    DisableTorchFunctionSubclass,
    disabled_torch_function_impl,
)
from .modes.mode_stack import DISPATCH, FUNCTIONS
from .modes.subclass import disabled_torch_dispatch_impl

_disabled_torch_function_impl = disabled_torch_function_impl
_disabled_torch_dispatch_impl = disabled_torch_dispatch_impl


class _DisableTorchDispatch(KeyGuard):
    """A context in which neither modes nor the handlers of tensor subclasses are asked."""

    __slots__ = ()

    def __init__(self) -> None:
        super().__init__(exclude=PYTHON.bit)


class _IncludeDispatchKeyGuard(KeyGuard):
    """A context in which every call walks a layer."""

    __slots__ = ()

    def __init__(self, key: DispatchKey | str) -> None:
        super().__init__(include=as_key(key).bit)


class _ExcludeDispatchKeyGuard(KeyGuard):
    """A context in which no call walks some layers."""

    __slots__ = ()

    def __init__(self, keys: DispatchKeySet) -> None:
        super().__init__(exclude=keys)


def _len_torch_dispatch_stack() -> int:
    """Return how many dispatch modes are in force."""
    return len(DISPATCH.get().modes)


def _len_torch_function_stack() -> int:
    """Return how many function modes are in force."""
    return len(FUNCTIONS.get().modes)


__all__ = ["DisableTorchFunction", "DisableTorchFunctionSubclass", "DispatchKey", "DispatchKeySet"]
