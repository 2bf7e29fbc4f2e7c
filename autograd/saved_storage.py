"""Saved-tensor hooks that keep what is saved elsewhere: on the CPU, on disk, in fewer bits.

Decides where the values are and how long they stay there. Must not know how hooks are called.
"""

from __future__ import annotations

import os
import weakref
from contextlib import suppress
from typing import Any

import numpy as np

from ..dispatch.generated.functions import _to_copy
from ..dispatch.tensor import Tensor, backend_of
from .saved import counter_of
from .saved_hooks import saved_tensors_hooks


class save_on_cpu(saved_tensors_hooks):  # noqa: N801 - PyTorch's name
    """Within its scope, what is saved is moved to the CPU until backward needs it.

    A tensor that is there already is kept as it is, without a copy. `pin_memory` and
    `device_type` are accepted and change nothing: there is no memory to pin for.

    Examples
    --------
    >>> import redispatch as rd
    >>> x = rd.tensor([1., 2.], requires_grad=True)
    >>> with rd.autograd.graph.save_on_cpu():
    ...     y = x.exp()
    >>> y.sum().backward()
    >>> x.grad
    tensor([2.7183, 7.3891])
    """

    def __init__(self, pin_memory: bool = False, device_type: str = "cuda") -> None:
        def pack(tensor: Tensor) -> tuple[Any, Tensor]:
            return tensor.device, tensor.to("cpu")

        def unpack(packed: tuple[Any, Tensor]) -> Tensor:
            device, kept = packed
            return kept.to(device)

        super().__init__(pack, unpack)


class _Kept:
    """A tensor that is kept as it is: using it after a write is refused."""

    __slots__ = ("tensor", "version")

    def __init__(self, tensor: Tensor) -> None:
        self.tensor = tensor
        self.version = counter_of(tensor).value

    def value(self) -> Tensor:
        found = counter_of(self.tensor).value
        if found != self.version:
            raise RuntimeError(
                "one of the variables needed for gradient computation has been modified by an "
                f"inplace operation: it is at version {found}; expected version {self.version} "
                "instead"
            )
        return self.tensor


class _File:
    """A file that holds one array, and is deleted with this object or when Python exits."""

    __slots__ = ("__weakref__", "backend", "path")

    def __init__(self, array: Any, folder: str | None, backend: Any) -> None:
        import tempfile  # 4 ms that `import redispatch` need not wait for

        number, self.path = tempfile.mkstemp(suffix=".npy", prefix="saved-", dir=folder)
        weakref.finalize(self, _delete, self.path, os.getpid())
        self.backend = backend
        with os.fdopen(number, "wb") as file:
            np.save(file, array, allow_pickle=False)

    def value(self) -> Tensor:
        """Return a tensor over the file: pages are read when touched, writes stay in memory."""
        mapped = np.load(self.path, mmap_mode="c", allow_pickle=False)
        made: Tensor = self.backend.tensor(self.backend.adopt(np.asarray(mapped)))
        return made


def _delete(path: str, process: int) -> None:
    if os.getpid() == process:  # a forked process has a copy of the object, not the file
        with suppress(OSError):
            os.unlink(path)


class save_on_disk(saved_tensors_hooks):  # noqa: N801 - like save_on_cpu
    """Within its scope, what is saved is written to files, which backward maps into memory.

    Each file is deleted as soon as the graph lets go of the value: after backward, when the graph
    is dropped, after an exception, at the latest when Python exits.

    Parameters
    ----------
    folder : str or path, optional
        Where the files are written; the system's folder for temporary files by default.

    Examples
    --------
    >>> import os, tempfile
    >>> import redispatch as rd
    >>> x = rd.tensor([1., 2.], requires_grad=True)
    >>> folder = tempfile.mkdtemp()
    >>> with rd.autograd.graph.save_on_disk(folder):
    ...     y = x.exp()
    >>> len(os.listdir(folder))
    1
    >>> y.sum().backward()
    >>> x.grad, os.listdir(folder)
    (tensor([2.7183, 7.3891]), [])
    >>> os.rmdir(folder)
    """

    def __init__(self, folder: str | os.PathLike[str] | None = None) -> None:
        place = None if folder is None else os.fspath(folder)

        def pack(tensor: Tensor) -> Any:
            backend = backend_of(tensor)
            array = backend.to_numpy(tensor._data)
            if not array.size:  # an empty file cannot be mapped
                return _Kept(tensor)
            return _File(array, place, backend)

        def unpack(packed: Any) -> Tensor:
            value: Tensor = packed.value()
            return value

        super().__init__(pack, unpack)


class save_compressed(saved_tensors_hooks):  # noqa: N801 - like save_on_cpu
    """Within its scope, floating-point numbers are saved with fewer bits, and widened for backward.

    Gradients are then as exact as the smaller dtype: about three digits for float16, whose largest
    number is 65504. What is not wider than that dtype, and integers, are kept as they are.

    Parameters
    ----------
    dtype : dtype
        A floating-point dtype, such as `redispatch.float16`.

    Examples
    --------
    >>> import redispatch as rd
    >>> x = rd.tensor([1., 2.], requires_grad=True)
    >>> with rd.autograd.graph.save_compressed(rd.float16):
    ...     y = x.exp()
    >>> y.sum().backward()
    >>> x.grad
    tensor([2.7188, 7.3906])
    """

    def __init__(self, dtype: Any) -> None:
        if getattr(dtype, "is_floating_point", None) is not True:
            raise TypeError(f"save_compressed takes a floating-point dtype, not {dtype}")

        def pack(tensor: Tensor) -> tuple[Any, Any]:
            own = tensor.dtype
            if not own.is_floating_point or own.itemsize <= dtype.itemsize:
                return None, _Kept(tensor)
            return own, _to_copy(tensor, dtype)

        def unpack(packed: tuple[Any, Any]) -> Tensor:
            own, kept = packed
            return kept.value() if own is None else _to_copy(kept, own)

        super().__init__(pack, unpack)
