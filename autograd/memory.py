"""Operators after which a tensor looks at other memory: `resize_` and `set_`; and `view(dtype)`.

Decides when that is refused, what becomes of the tensor's views and of its place in the graph, and
what is counted. Must not know what memory is: the backend answers for that.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ..dispatch.errors import explain_error
from ..dispatch.keys import AUTOGRAD, VERSION
from ..dispatch.registry import composite, layer_rule
from ..dispatch.state import facts
from ..dispatch.tensor import Tensor, backend_of
from ..dispatch.versions import VersionCounter
from .meta import View, current_edge, next_seq, requires_grad, set_edge
from .missing import NotImplementedNode
from .saved import bump, counter_of
from .turned import refuse_inference
from .views import check_inplace


@composite("resize_")
def resize_(self: Tensor, size: Sequence[int], memory_format: Any = None) -> Tensor:
    """Give a tensor other sizes; the memory it looks at stays, unless it is too small."""
    if requires_grad(self) and not facts().inference:
        raise RuntimeError(
            explain_error(
                "resize_",
                "cannot resize variables that require grad",
                accepted="a .detach() of the tensor, or a tensor that does not require grad",
            )
        )
    if memory_format is None and tuple(self.shape) == tuple(size):
        return self
    refuse_inference("resize_", self)
    backend = backend_of(self)
    _look_at(self, backend.resized(self._data, tuple(size), memory_format))
    return self


@composite("resize_as_")
def resize_as_(self: Tensor, the_template: Tensor, memory_format: Any = None) -> Tensor:
    """Give a tensor the sizes of another one, and its format where that is to be preserved."""
    wanted = backend_of(the_template).format_like(the_template._data, memory_format)
    return resize_(self, tuple(the_template.shape), wanted)


@composite("set_")
def set_(
    self: Tensor,
    source: Tensor | None = None,
    storage_offset: int = 0,
    size: Sequence[int] | None = None,
    stride: Sequence[int] | None = None,
) -> Tensor:
    """Let a tensor look at the memory of another one, or at none."""
    backend = backend_of(self)
    if source is None:
        return _set(self, backend.zeros((0,), self.dtype), None)
    if source.dtype is not self.dtype:
        raise RuntimeError(
            f"Could not set tensor of type {source.dtype} to a tensor of type {self.dtype}"
        )
    if size is None and not storage_offset:
        return _set(self, backend.alias(source._data), source)
    if size is None:
        raise RuntimeError(explain_error("set_", "got an offset and no size", accepted="size="))
    payload = backend.over(backend.memory(source._data), self.dtype, size, stride, storage_offset)
    return _set(self, payload, source)


@composite("set_.storage")
def set_storage(
    self: Tensor,
    source: Any,
    storage_offset: int = 0,
    size: Sequence[int] | None = None,
    stride: Sequence[int] | None = None,
) -> Tensor:
    """Let a tensor look at a storage: at all of it, or with the given sizes."""
    backend = backend_of(self)
    memory = backend.memory_of_storage(source, self.dtype)
    if size is None:
        size = (source.nbytes() // self.dtype.itemsize,)
    return _set(self, backend.over(memory, self.dtype, size, stride, storage_offset), None)


def _set(self: Tensor, payload: Any, source: Tensor | None) -> Tensor:
    """Let a tensor have another payload.

    A history, of the tensor or of the source, ends here: what the operator means for gradients
    nobody can say, so backward through it raises.
    """
    refuse_inference("set_", self)
    known = facts()
    edges = [None if t is None else current_edge(t) for t in (self, source)]
    recorded = known.grad and not known.inference and any(e is not None for e in edges)
    if recorded:
        check_inplace(self, _SET)
    if self._autograd.__class__ is View and (recorded or requires_grad(self)):
        raise RuntimeError(
            explain_error(
                "set_",
                "a view that requires grad cannot look at other memory than its base",
                accepted="a .detach() of the view",
            )
        )
    _look_at(self, payload)
    if recorded:
        node = NotImplementedNode()
        node.extra = None
        node.inputs = tuple(edges)
        node.operator = "rd::set_"
        node.keys = self._keys
        node.seq = next_seq()
        set_edge(self, (node.seq, node))
        self._keys |= AUTOGRAD.bit
    return self


class _Named:
    """What `check_inplace` wants to know of the operator."""

    name = "rd::set_"


_SET = _Named()


def _look_at(self: Tensor, payload: Any) -> None:
    """Give a tensor a payload.

    Views of it that were made before lead elsewhere now, and it is itself no longer where its view
    operators lead; views.py refuses to record writes to either.
    """
    if self._autograd.__class__ is View:
        self._autograd.creation = "moved"
    else:
        self.__dict__["_turned"] = True
    self._data = payload
    bump(self)


@layer_rule("view.dtype", "Version")
def reinterpreted(below: Any, self: Tensor, dtype: Any) -> Tensor:
    """Let the result share the counter, as `detach` does: it is no view that could be replayed."""
    result: Tensor = below(self, dtype)
    result._counter = counter = counter_of(self)
    if counter.__class__ is VersionCounter:
        result._keys |= VERSION.bit
    return result
