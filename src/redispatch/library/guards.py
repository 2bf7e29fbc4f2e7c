"""Guards and keys as kernels written for PyTorch use them.

Decides that a guard holds from its making until it is deleted or its `with` block ends, and under
which names keys are found. Must not know what a key does.
"""

from __future__ import annotations

from typing import Any

from ..dispatch.errors import RegistrationError
from ..dispatch.keys import AUTOGRAD, FORWARD_AD, KEYS, VERSION, DispatchKeySet
from ..dispatch.state import KeyGuard
from .slots import slot_of


class Keys:
    """Keys by attribute, under PyTorch's names or ours: `DispatchKey.CPU`, `DispatchKey.NumPy`."""

    def __getattr__(self, name: str) -> Any:
        try:
            slot = slot_of(name)
        except RegistrationError:
            slot = None
        if slot is None or slot not in KEYS.by_name:
            raise AttributeError(f"there is no dispatch key {name!r} here")
        return KEYS.by_name[slot]


class Guard:
    """Includes and excludes keys from its making until it is deleted, or the end of its block."""

    def __init__(self, include: Any = (), exclude: Any = ()) -> None:
        self._scope: KeyGuard | None = None  # what is refused is not held
        scope = KeyGuard(include=DispatchKeySet(include), exclude=DispatchKeySet(exclude))
        scope.__enter__()
        self._scope = scope

    def release(self) -> None:
        """Take back what the guard did; further calls do nothing."""
        scope, self._scope = self._scope, None
        if scope is not None:
            scope.__exit__(None, None, None)

    def __enter__(self) -> Guard:
        return self

    def __exit__(self, *exc: object) -> None:
        self.release()

    __del__ = release


class ExcludeDispatchKeyGuard(Guard):
    """Excludes keys."""

    def __init__(self, keys: Any) -> None:
        super().__init__(exclude=keys)


class IncludeDispatchKeyGuard(Guard):
    """Includes keys."""

    def __init__(self, keys: Any) -> None:
        super().__init__(include=keys)


class AutoDispatchBelowAutograd(Guard):
    """Excludes the layers that differentiate: what a kernel for Autograd calls is below it."""

    def __init__(self) -> None:
        super().__init__(exclude=DispatchKeySet([AUTOGRAD, FORWARD_AD]))


class AutoDispatchBelowADInplaceOrView(Guard):
    """Excludes those layers, and the one that counts writes and links views."""

    def __init__(self) -> None:
        super().__init__(exclude=DispatchKeySet([AUTOGRAD, FORWARD_AD, VERSION]))
