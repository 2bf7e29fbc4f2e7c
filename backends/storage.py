"""Storages: the memory behind tensors, as objects that can be compared, measured and set.

Decides what users see of memory. Must not know what memory is: the backend answers for that.
"""

from __future__ import annotations

import weakref
from collections.abc import Iterator
from typing import Any

from ..dispatch.errors import explain_error
from ..dispatch.tensor import Tensor, backend_of, bind, make_tensor
from ..dispatch.versions import VersionCounter
from .backend import Backend
from .dtypes import dtype as DType
from .dtypes import uint8


class UntypedStorage:
    """The memory that a tensor looks at: the same object for all tensors that look at it.

    Examples
    --------
    >>> import redispatch as rd
    >>> x = rd.zeros(2, 3)
    >>> storage = x.untyped_storage()
    >>> storage is x[1].untyped_storage(), storage.nbytes()
    (True, 24)
    """

    __slots__ = ("__weakref__", "_backend", "_memory")

    def __init__(self, backend: Backend, memory: Any) -> None:
        self._backend = backend
        self._memory = memory

    def nbytes(self) -> int:
        """Return the number of bytes."""
        return self._backend.memory_size(self._memory)

    size = nbytes
    __len__ = nbytes

    def data_ptr(self) -> int:
        """Return the address of the first byte."""
        return self._backend.data_ptr(self._memory)

    @property
    def _cdata(self) -> int:
        """A number that tells memory apart while it lives, also where it has no address."""
        owner = getattr(self._memory, "base", None)
        return id(self._memory if owner is None else owner)

    @property
    def device(self) -> Any:
        """Where the memory is."""
        return self._backend.device

    def resize_(self, size: int) -> UntypedStorage:
        """Refuse another size than the storage has.

        Raises
        ------
        RuntimeError
            If the size is another one.
        """
        if size != self.nbytes():
            raise RuntimeError(
                explain_error(
                    "UntypedStorage.resize_",
                    f"cannot change its {self.nbytes()} bytes to {size}: arrays look at them",
                    accepted="resize_ of a tensor, which then has memory of its own",
                )
            )
        return self

    def tolist(self) -> list[int]:
        """Return the bytes as numbers."""
        found: list[int] = self._bytes().tolist()
        return found

    def _bytes(self) -> Tensor:
        return self.read_as(uint8)

    def read_as(self, dtype: Any) -> Tensor:
        """Return a tensor of one dimension over the whole memory, with a version of its own."""
        size = (self.nbytes() // dtype.itemsize,)
        payload = self._backend.over(self._memory, dtype, size, None, 0)
        return make_tensor(payload, self._backend.tensor(payload)._keys, VersionCounter())

    def __getitem__(self, place: Any) -> Any:
        found = self._bytes()[place]
        return found if found.dim() else found.item()

    def __iter__(self) -> Iterator[int]:
        return iter(self.tolist())

    def clone(self) -> UntypedStorage:
        """Return a copy of the memory."""
        copied: UntypedStorage = self._bytes().clone().untyped_storage()
        return copied

    def __repr__(self) -> str:
        return f"UntypedStorage(device={self.device}) of size {self.nbytes()}"


class TypedStorage:
    """A storage read as elements of a dtype."""

    __slots__ = ("_untyped", "dtype")

    def __init__(self, untyped: UntypedStorage, dtype: DType) -> None:
        self._untyped = untyped
        self.dtype = dtype

    def untyped(self) -> UntypedStorage:
        """Return the storage without its dtype."""
        return self._untyped

    def nbytes(self) -> int:
        """Return the number of bytes."""
        return self._untyped.nbytes()

    def size(self) -> int:
        """Return the number of elements."""
        return self.nbytes() // self.dtype.itemsize

    __len__ = size

    def element_size(self) -> int:
        """Return the number of bytes of an element."""
        return int(self.dtype.itemsize)

    def data_ptr(self) -> int:
        """Return the address of the first element."""
        return self._untyped.data_ptr()

    @property
    def device(self) -> Any:
        """Where the memory is."""
        return self._untyped.device

    def resize_(self, size: int) -> TypedStorage:
        """Refuse another size than the storage has."""
        self._untyped.resize_(size * self.dtype.itemsize)
        return self

    def tolist(self) -> list[Any]:
        """Return the elements as Python numbers."""
        found: list[Any] = self._untyped.read_as(self.dtype).tolist()
        return found

    def __getitem__(self, place: Any) -> Any:
        found = self._untyped.read_as(self.dtype)[place]
        return found if found.dim() else found.item()

    def __setitem__(self, place: Any, value: Any) -> None:
        self._untyped.read_as(self.dtype)[place] = value

    def __iter__(self) -> Iterator[Any]:
        return iter(self.tolist())

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, TypedStorage):
            return NotImplemented
        return self._untyped is other._untyped and self.dtype == other.dtype

    def __hash__(self) -> int:
        return hash((id(self._untyped), self.dtype))

    def __repr__(self) -> str:
        return f"TypedStorage(dtype={self.dtype}, device={self.device}) of size {self.size()}"


# By what owns the memory, which lives as long as its storage does; so a name is never used twice.
_KNOWN: weakref.WeakValueDictionary[tuple[int, int], UntypedStorage] = weakref.WeakValueDictionary()


def untyped_storage(self: Tensor) -> UntypedStorage:
    """Return the memory that the tensor looks at; the same object for all that look at it."""
    backend: Backend = backend_of(self)
    memory = backend.memory(self._data)
    owner = getattr(memory, "base", None)
    name = (id(backend), id(memory if owner is None else owner))
    found = _KNOWN.get(name)
    if found is None:
        found = _KNOWN.setdefault(name, UntypedStorage(backend, memory))
    return found


def storage(self: Tensor) -> TypedStorage:
    """Return the memory that the tensor looks at, read as elements of its dtype."""
    return TypedStorage(untyped_storage(self), self.dtype)


def is_storage(obj: Any) -> bool:
    """Return whether an object is a storage.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.is_storage(rd.zeros(2).untyped_storage())
    True
    """
    return isinstance(obj, (UntypedStorage, TypedStorage))


def memory_behind(backend: Any, given: Any, dtype: Any) -> Any:
    """Return the memory of a storage that a user gave for a tensor of a backend and a dtype."""
    if not is_storage(given):
        raise TypeError(
            explain_error("set_", f"got {type(given).__name__}", accepted="a tensor or a storage")
        )
    if given.__class__ is TypedStorage and given.dtype != dtype:
        raise RuntimeError(
            explain_error("set_", f"got a storage of {given.dtype}", accepted=f"one of {dtype}")
        )
    untyped = given.untyped() if given.__class__ is TypedStorage else given
    if untyped._backend is not backend:
        raise RuntimeError(
            explain_error(
                "set_", f"got a storage on {untyped.device}", accepted=f"one on {backend.device}"
            )
        )
    return untyped._memory


bind("untyped_storage", untyped_storage)
bind("storage", storage)
