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

from typing import Any, ClassVar, NoReturn, final

from ...backends.backend import Backend
from ...backends.wrapper import WrapperBackend
from ...dispatch.generated.functions import movedim
from ...dispatch.keys import TRANSFORMS
from ...dispatch.tensor import Tensor, backend_of, make_tensor
from .levels import Content, Level


@final
class VmapLevel(Level):
    """One `vmap` in force.

    Attributes
    ----------
    batch_size : the number of examples.
    randomness : "error", "different" or "same": what random operators do.
    """

    __slots__ = ("batch_size", "randomness")
    name = "vmap"

    def __init__(self, batch_size: int, randomness: str) -> None:
        super().__init__()
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
    known: ClassVar[dict[str, WrapperBackend]] = {}

    def _refusal(self, who: str) -> str:
        return (
            f"vmap: it looks like you are calling {who} on a Tensor inside of vmap, or using it in "
            "data-dependent control flow: each example may have another value. Accepted: "
            "operators, as where(condition, a, b)"
        )

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
    return make_tensor(Batch(value, level), TRANSFORMS.bit | backend.key.bit)
