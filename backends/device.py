"""Devices: the names that users give to backends.

Decides how a device is written and compared. Must not know which backends exist.
"""

from __future__ import annotations

from typing import Any, final

from ..dispatch.errors import DeviceError, explain_error

ALIASES = {"cpu": "numpy"}


@final
class device:  # noqa: N801 - PyTorch's name
    """A device: the name of a backend in lower case.

    Parameters
    ----------
    type : str or device
        `"numpy"` (alias `"cpu"`), `"numba"`, `"meta"`, or the name of a user's backend.
    index : int, optional
        Accepted for PyTorch's sake; only 0 exists.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.device("cpu") == rd.device("numpy")
    True
    """

    __slots__ = ("index", "type")
    type: str
    index: int | None

    def __init__(self, type: str | device, index: int | None = None) -> None:
        if isinstance(type, device):
            name, index = type.type, type.index if index is None else index
        elif isinstance(type, str):
            name, _, tail = type.partition(":")
            if tail:
                if not tail.isdigit():
                    raise DeviceError(
                        explain_error(f"device {type!r}", "has an index that is not a number")
                    )
                index = int(tail)
        else:
            raise TypeError(
                explain_error(
                    "device", f"got {type.__class__.__name__}", accepted="a name or a device"
                )
            )
        if index not in (None, 0):
            raise DeviceError(
                explain_error(f"device {name}:{index}", "does not exist", accepted=f"{name}:0")
            )
        object.__setattr__(self, "type", ALIASES.get(name, name))
        object.__setattr__(self, "index", None)

    @classmethod
    def of_backend(cls, name: str) -> device:
        """Return the device of a backend's name."""
        return cls(name.lower())

    def __setattr__(self, name: str, value: Any) -> None:
        raise AttributeError("a device cannot be changed")

    def __eq__(self, other: object) -> bool:
        return isinstance(other, device) and self.type == other.type

    def __hash__(self) -> int:
        return hash(self.type)

    def __repr__(self) -> str:
        return f"device(type={self.type!r})"

    def __str__(self) -> str:
        return self.type

    def __reduce__(self) -> tuple[Any, ...]:
        return (device, (self.type,))
