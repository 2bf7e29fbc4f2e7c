"""Backends of tensors that hold no data: a subclass keeps it elsewhere and answers every operator.

Decides what is known of such a tensor (sizes, strides, offset, dtype, device) and that no kernel
ever sees it. Must not know subclasses nor handlers.

Note [Hollow tensors]
~~~~~~~~~~~~~~~~~~~~~
A wrapper (`Tensor._make_wrapper_subclass`) says it is on some device, but there is no payload that
the device's kernels could read. So it does not carry the key of that device's backend but one of
its own, of a backend with the same device and no kernels: an operator that gets past the handlers
ends in an error that says so, and not in a kernel. There is one for each device that is wrapped,
made when it is first needed.
"""

from __future__ import annotations

from math import prod
from typing import Any, ClassVar, Final, NoReturn, Self, cast, final

from ..dispatch.errors import NoKernelError, explain_error
from ..dispatch.registry import register_backend_key
from ..dispatch.rules import LOCK, Rule
from ..dispatch.walk import Site, Step
from .backend import Backend
from .dtypes import NpDType, from_numpy
from .shapes import Shape
from .strides import contiguous_strides


@final
class Memory:
    """The memory that a wrapper would have; what aliases it has the same."""

    __slots__ = ("__weakref__",)


@final
class Hollow:
    """What is known of a tensor without data; strides and offset are in elements."""

    __slots__ = ("dtype", "layout", "memory", "offset", "shape", "strides")
    shape: Final[Shape]
    strides: Final[Shape]
    offset: Final[int]
    dtype: Final[NpDType]
    layout: Final[Any]
    memory: Final[Memory]

    def __init__(
        self,
        shape: Shape,
        dtype: NpDType,
        strides: Shape | None = None,
        offset: int = 0,
        layout: Any = None,
        memory: Memory | None = None,
    ) -> None:
        self.shape = shape
        self.dtype = dtype
        self.strides = contiguous_strides(shape) if strides is None else strides
        self.offset = offset
        self.layout = layout
        self.memory = memory or Memory()

    def __repr__(self) -> str:
        return f"Hollow({self.shape}, {self.dtype.name}, strides={self.strides})"

    @property
    def ndim(self) -> int:
        """The number of dimensions."""
        return len(self.shape)

    @property
    def size(self) -> int:
        """The number of elements that there would be."""
        return prod(self.shape)


class WrapperBackend(Backend):
    """The backend of the wrappers that say they are on one device; see Note [Hollow tensors]."""

    strided = True
    declines = False
    fallback = "raise"
    prefix: ClassVar[str] = "Wrapped"
    does: ClassVar[str] = "refuses: the tensor holds no data"
    known: ClassVar[dict[str, WrapperBackend]] = {}  # each kind of wrappers has its own

    def __init__(self, wrapped: Backend) -> None:
        super().__init__(f"{self.prefix}{wrapped.name}")
        self.stands_for = wrapped
        self.device = wrapped.device

    @property
    def home(self) -> Backend:
        """The backend of what is wrapped."""
        return self.stands_for

    @classmethod
    def around(cls, wrapped: Backend) -> Self:
        """Return the backend for wrappers of tensors of another backend, or of its wrappers."""
        wrapped = getattr(wrapped, "stands_for", wrapped)
        found = cls.known.get(wrapped.name)
        if found is None or found.stands_for is not wrapped or found.key.removed:
            with LOCK:
                found = cls.known.get(wrapped.name)
                if found is None or found.stands_for is not wrapped or found.key.removed:
                    found = cls(wrapped)
                    why = f"tensors on {wrapped.device} whose data only what wraps them knows"
                    found.key = register_backend_key(found.name, why, found)
                    cls.known[wrapped.name] = found
        return cast("Self", found)

    def to_numpy(self, payload: Any) -> NoReturn:
        """Refuse: there is nothing to copy."""
        raise RuntimeError(self._refusal("numpy() and whatever reads values"))

    def from_numpy(self, array: Any) -> NoReturn:
        """Refuse: wrappers are made by `_make_wrapper_subclass`."""
        raise RuntimeError(self._refusal("making one of an array"))

    def _refusal(self, who: str) -> str:
        return explain_error(
            who,
            "is not supported for tensor subclasses that hold no data of their own",
            accepted="the tensors that the wrapper keeps",
        )

    def strides(self, payload: Any) -> tuple[int, ...]:
        """Return the strides in elements."""
        strides: tuple[int, ...] = payload.strides
        return strides

    def memory(self, payload: Any) -> Memory:
        """Return what stands for the memory of a wrapper."""
        found: Memory = payload.memory
        return found

    def memory_size(self, memory: Any) -> int:
        """Return 0: nothing is held."""
        return 0

    def storage_offset(self, payload: Any) -> int:
        """Return the offset in elements."""
        return int(payload.offset)

    def dtype(self, payload: Any) -> Any:
        """Return the dtype."""
        return from_numpy(payload.dtype)

    def describe(self, payload: Any, extra: Any) -> str:
        """Return a text without numbers."""
        parts = [f"size={tuple(payload.shape)}", f"dtype={self.dtype(payload)}", *extra]
        return f"tensor(..., {', '.join(parts)})"

    def placed_in(self, payload: Any, other: Any) -> Any:
        """Return a payload that says it lies in the memory of another."""
        return Hollow(
            payload.shape,
            payload.dtype,
            payload.strides,
            payload.offset,
            payload.layout,
            other.memory,
        )

    def copy(self, payload: Any) -> Any:
        """Return the same: it is never written to."""
        return payload

    def same_place(self, payload: Any, other: Any) -> bool:
        """Whether two views have the same elements: what can be said of their layout."""
        mine = (payload.shape, payload.strides, payload.offset)
        return mine == (other.shape, self.strides(other), self.storage_offset(other))

    def step(self, site: Site, rule: Rule | None) -> Step:
        """Return the step that refuses: a handler should have answered above."""
        name = site.operator.name

        def refuse(*_: Any) -> NoReturn:
            raise NoKernelError(
                explain_error(
                    name,
                    "reached a tensor subclass that holds no data: its __torch_dispatch__ was "
                    "not asked",
                    accepted="a call outside of no_dispatch(), or on the tensors that it wraps",
                )
            )

        return Step(refuse, self.does, key=self.key)


__all__ = ["Hollow", "WrapperBackend"]
