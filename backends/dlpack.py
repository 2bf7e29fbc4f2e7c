"""Memory shared with other array libraries: the DLPack protocol, which NumPy implements.

Decides what may be handed out. Must not know capsules: an array makes and reads them.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ..dispatch.errors import explain_error
from ..dispatch.tensor import Tensor, backend_of, bind
from .backend import backend_named
from .create import plain_array
from .factories import from_numpy, new_tensor


def _array(self: Tensor) -> Any:
    if self.requires_grad:
        raise BufferError(
            explain_error(
                "__dlpack__",
                "cannot export a tensor that requires gradient: what is computed elsewhere "
                "is not recorded",
                accepted="tensor.detach()",
            )
        )
    return backend_of(self).to_numpy(self._data)


def export(
    self: Tensor,
    *,
    stream: Any = None,
    max_version: tuple[int, int] | None = None,
    dl_device: Any = None,
    copy: bool | None = None,
) -> Any:
    """Return a capsule of the tensor's memory, for another library's `from_dlpack`.

    Raises
    ------
    BufferError
        If the tensor requires grad, or the other library could not tell that it must not write.
    """
    more: dict[str, Any] = {}
    if dl_device is not None:
        more["dl_device"] = dl_device
    if copy is not None:
        more["copy"] = copy
    return _array(self).__dlpack__(stream=stream, max_version=max_version, **more)


def export_device(self: Tensor) -> Any:
    """Return the type and number of the device, in the protocol's numbers: (1, 0) is the CPU."""
    return np.empty(0).__dlpack_device__()


def from_dlpack(ext_tensor: Any, *, device: Any = None, copy: bool | None = None) -> Tensor:
    """Return a tensor over the memory of another library's array.

    Parameters
    ----------
    ext_tensor : object with `__dlpack__` and `__dlpack_device__`
        An array in the memory of the CPU.
    device : device or str, optional
        Where the tensor shall be; one whose payloads are no NumPy arrays gets a copy.
    copy : bool, optional
        True for memory of its own; False refuses a copy, None copies where it must.

    Raises
    ------
    TypeError
        If it does not follow the protocol.
    BufferError
        If its memory cannot be shared.

    Examples
    --------
    >>> import numpy as np, redispatch as rd
    >>> a = np.arange(3.)
    >>> t = rd.from_dlpack(a)
    >>> a[0] = 7
    >>> t
    tensor([7., 1., 2.], dtype=redispatch.float64)
    """
    if not hasattr(ext_tensor, "__dlpack__"):
        raise TypeError(
            explain_error(
                "from_dlpack",
                f"got {type(ext_tensor).__name__}",
                accepted="an array with the methods __dlpack__ and __dlpack_device__",
            )
        )
    array = np.from_dlpack(ext_tensor, copy=copy) if copy else np.from_dlpack(ext_tensor)
    if device is None:
        return from_numpy(array)
    backend = backend_named(device)
    made = new_tensor(backend.from_numpy(plain_array(array).view()), backend)
    if copy is False and backend.to_numpy(made._data).base is None:
        raise BufferError(
            explain_error("from_dlpack", f"{device} cannot share the memory of an array")
        )
    return made


bind("__dlpack__", export)
bind("__dlpack_device__", export_device)
