"""Tensors with a batch dimension that the function being mapped does not see.

Decides what is known of such a tensor, and what it refuses. Must not know operators, nor how calls
with it are computed (batching.py).

Note [Batched tensors]
~~~~~~~~~~~~~~~~~~~~~~
The payload is a `Batch`: a tensor of the levels around, whose dimension 0 is the batch. The batch
is always in front: it is moved there by a view when a level is entered and when a user's rule
returns it elsewhere, so that rules have one case. The tensor has the key of the transforms and that
of a backend without kernels, one for each backend that is wrapped, on the same device. It has no
Autograd key: what is recorded is the tensor inside. Versions, too, are counted there.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar, NoReturn, final

from ...backends.backend import Backend
from ...backends.layout import contiguous_format
from ...backends.wrapper import WrapperBackend
from ...dispatch.errors import explain_error
from ...dispatch.generated.functions import movedim
from ...dispatch.keys import TRANSFORMS, VERSION
from ...dispatch.tensor import Tensor, backend_of, make_tensor
from .levels import CONTENTS, Content, Level


@final
class VmapLevel(Level):
    """One `vmap` in force.

    Attributes
    ----------
    batch_size : the number of examples.
    randomness : "error", "different" or "same": what random operators do.
    of_autograd : whether autograd computes for a batch, and no user maps a function.
    """

    __slots__ = ("batch_size", "of_autograd", "randomness")
    name = "vmap"
    draws = True

    def __init__(self, batch_size: int, randomness: str, of_autograd: bool = False) -> None:
        super().__init__()
        self.of_autograd = of_autograd
        self.batch_size = batch_size
        self.randomness = randomness


@final
class Batch(Content):
    """A tensor whose dimension 0 is the batch of a level; see Note [Batched tensors]."""

    __slots__ = ()

    @property
    def shape(self) -> tuple[int, ...]:
        """The sizes that one example has."""
        return tuple(self.value.shape[1:])

    @property
    def ndim(self) -> int:
        """The number of dimensions that one example has."""
        return len(self.value.shape) - 1

    @property
    def strides(self) -> tuple[int, ...]:
        """The strides of one example, in elements."""
        strides: tuple[int, ...] = self.value.stride()[1:]
        return strides


class BatchedBackend(WrapperBackend):
    """The backend of batched tensors whose contents are of one other backend."""

    prefix = "Batched"
    does = "is not reached: the level computes with the tensors inside"
    known: ClassVar[dict[str, WrapperBackend]] = {}

    def _refusal(self, who: str) -> str:
        return explain_error(
            "vmap",
            "It looks like you're calling .item() on a Tensor or reading its values in another "
            "way (numpy(), float(), in data-dependent control flow), but each example may have "
            "others",
            accepted="operators, as where(condition, a, b)",
        )

    def through(self, function: Callable[..., Any], *tensors: Tensor) -> Any:
        """Call a function with the tensors inside, which all get a batch, and wrap its results."""
        batches = [t._data for t in tensors if t._data.__class__ is Batch]
        level = max((b.level for b in batches), key=lambda each: each.depth)
        inside = []
        for tensor in tensors:
            data = tensor._data
            if data.__class__ is Batch and data.level is level:
                inside.append(data.value)
            else:
                inside.append(tensor.expand((level.batch_size, *tensor.shape)))
        with level.beneath:
            result = function(*inside)
        if isinstance(result, tuple):
            each = [None if r is None else batched(r, level) for r in result]
            return result._make(each) if hasattr(result, "_make") else tuple(each)
        return batched(result, level)

    def beside(self, tensor: Tensor, fresh: Tensor) -> Tensor:
        """Return a tensor that was just made with memory for every example."""
        batch: Batch = tensor._data
        outer = fresh._data
        if outer.__class__ in CONTENTS and outer.level.depth > batch.level.depth:
            made = outer.level.beneath.call(self.beside, tensor, outer.value)
            return outer.level.adopt(made)  # type: ignore[no-any-return]
        if batch.value._keys & TRANSFORMS.bit:
            fresh = backend_of(batch.value).beside(batch.value, fresh)
        whole = fresh.expand((batch.level.batch_size, *fresh.shape))
        if fresh.is_contiguous():
            return batched(whole.clone(memory_format=contiguous_format), batch.level)
        steps, sizes = fresh.stride(), fresh.shape
        reach = 1 + sum((n - 1) * step for n, step in zip(sizes, steps, strict=True))
        made = fresh.new_empty_strided(whole.shape, (reach, *steps))
        return batched(made.copy_(whole), batch.level)

    def alias(self, payload: Any) -> NoReturn:
        """Refuse: what shares memory outside of the graph is that of all examples."""
        raise RuntimeError(
            explain_error(
                "Tensor.data",
                "accessing `data` under vmap transform is not allowed",
                accepted="detach()",
            )
        )

    def copy(self, payload: Any) -> NoReturn:
        """Refuse: there is no payload that could be copied."""
        self.memory(payload)

    def pack(self, payload: Any) -> NoReturn:
        """Refuse: what is pickled is read without the level."""
        self.memory(payload)

    def data_ptr(self, payload: Any) -> NoReturn:
        """Refuse: an address would be that of the first example."""
        raise RuntimeError("Cannot access data pointer of a batched tensor: it has no storage")

    def dtype(self, payload: Any) -> Any:
        """Return the dtype."""
        return payload.value.dtype

    def storage_offset(self, payload: Any) -> int:
        """Return the offset in elements."""
        return int(payload.value.storage_offset())

    def memory(self, payload: Any) -> NoReturn:
        """Refuse: the memory is that of all examples."""
        raise NotImplementedError("Cannot access storage of a batched tensor: it is that of all")

    def describe(self, payload: Any, extra: Any) -> str:
        """Return the level and what is inside."""
        inside = repr(payload.value).replace("\n", "\n    ")
        return f"BatchedTensor(lvl={payload.level.depth}, bdim=0, value=\n    {inside}\n)"


def batched(value: Tensor, level: VmapLevel, dim: int = 0) -> Tensor:
    """Return a batched tensor with the batch of a tensor in one of its dimensions."""
    if dim:
        value = movedim(value, dim, 0)
    backend: Backend = BatchedBackend.around(backend_of(value))
    keys = TRANSFORMS.bit | backend.key.bit | value._keys & VERSION.bit  # or it tells of inference
    return make_tensor(Batch(value, level), keys)
