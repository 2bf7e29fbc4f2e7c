"""The Numba backend: NumPy's arrays, with compiled kernels where those are faster.

Registers itself through the public call, and kernels for the operators that NumPy needs several
passes for; every other operator runs NumPy's kernel on the same arrays. Numba is imported when a
kernel is first called (launch.py), and is not needed for anything but these kernels.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from ...dispatch.later import later
from ...dispatch.operator import Operator
from ...dispatch.registry import lookup
from ...dispatch.rooms import Room
from ...dispatch.rules import LOCK, RULES, Rule
from .. import threads
from ..array_backend import ArrayBackend
from ..backend import register_backend
from ..dtypes import NpDType, when_used

if TYPE_CHECKING:
    from .ahead import Warmed, wait_for_background, warmup
    from .cache import CacheInfo, cache_info, prune_cache, set_cache_folder
    from .halves import CompiledNarrowing
    from .launch import get_policy, set_policy


class NumbaBackend(ArrayBackend):
    """NumPy's payloads, some of whose kernels are compiled when they are first called."""

    def warmup(self, names: Iterable[str] | None, dtypes: Sequence[str] | None) -> list[Any]:
        """Compile kernels now, or load them from disk; see `warmup` in ahead.py."""
        from .ahead import DTYPES, warmup

        return warmup(names, dtypes or DTYPES)

    def host_rule(self, operator: Operator) -> Rule | None:
        """Return NumPy's rule, in a form that threads share and that has loops for 16 bits."""
        rule = super().host_rule(operator)
        if rule is None or rule.kind != "raw" or not (self.several_threads or self.narrowing):
            return rule
        import copy

        fn, how = self.form_of(operator, rule.fn)
        plain = None if rule.plain is None else self.form_of(operator, rule.plain)[0]
        if fn is rule.fn and plain is rule.plain:
            return rule
        shared = copy.copy(rule)
        shared.fn, shared.plain = fn, plain
        shared.qualname = f"{rule.qualname}{how}"
        return shared

    def form_of(self, operator: Operator, kernel: Any) -> tuple[Any, str]:
        """Return the form of a kernel of NumPy's that is used here, and what is said of it."""
        from .ufuncs import shared_form

        kernel, how = getattr(kernel, "kernel", kernel), ""
        if self.several_threads and shared_form(kernel) is not kernel:
            kernel, how = shared_form(kernel), ", shared by threads"
        if self.narrowing is None:
            return kernel, how
        form = self.narrowing.form(operator, kernel)
        return form, how if form is kernel else f"{how}, 16 bits in float32"

    several_threads = False
    narrowing: CompiledNarrowing | None = None

    def use(self, new: NpDType) -> None:
        """Compute in a dtype of 16 bits from now on."""
        from ..narrow import compute_wide
        from .halves import CompiledNarrowing

        used = () if self.narrowing is None else self.narrowing.dtypes
        self.narrowing = CompiledNarrowing({*used, new})
        compute_wide(self, self.narrowing)
        self.adding = self.form_of(lookup("add"), np.add)[0]

    def copy(self, payload: Any) -> Any:
        """Return an array of its own."""
        if not self.several_threads:
            return payload.copy()
        from .ufuncs import copied

        return copied(payload)

    def copy_like(self, gradient: Any, leaf: Any) -> Any:
        """Return a copy with the strides of a dense leaf, else row-major."""
        if self.several_threads and leaf.flags.c_contiguous and gradient.__class__ is np.ndarray:
            return self.copy(gradient)
        return super().copy_like(gradient, leaf)

    def threads_changed(self) -> None:
        """Build walks and formulas anew if ufuncs are to be shared from now on, or no longer."""
        several = threads.get_num_threads() > 1
        with LOCK:
            if several is not self.several_threads:
                self.several_threads = several
                self.adding = self.form_of(lookup("add"), np.add)[0]
                RULES.changed("*")


BACKEND = NumbaBackend("Numba")
register_backend(BACKEND, why="compiled kernels for what NumPy computes in several passes")
threads.LISTENERS.append(BACKEND.threads_changed)

ROOM = RULES.rooms["Numba"] = Room(
    __name__,
    (
        "kernels", "pointwise", "pools", "steps", "sums", "windows",
    ),
    whole=True,
)  # fmt: skip

__getattr__, __dir__ = later(
    __name__,
    {
        "ahead": "Warmed wait_for_background warmup",
        "cache": "CacheInfo cache_info prune_cache set_cache_folder",
        "launch": "get_policy set_policy",
    },
    " ".join(ROOM.files),
)


when_used(BACKEND.use)

__all__ = [
    "BACKEND",
    "ROOM",
    "CacheInfo",
    "Warmed",
    "cache_info",
    "get_policy",
    "prune_cache",
    "set_cache_folder",
    "set_policy",
    "wait_for_background",
    "warmup",
]
