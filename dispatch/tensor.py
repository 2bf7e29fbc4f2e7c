"""The Tensor: a payload, its keys, and one slot per layer that is None until the layer needs it.

Decides what every tensor has. Must not know arrays (a backend's owner answers for the payload) nor
what the layers keep in their slots; methods that layers bring are bound with `bind`.

Note [Tensors without __init__]
~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
Walks make a result by `t = Tensor()` and one store for each slot: 82 ns, against 131 through an
`__init__`. So `Tensor()` has no slot filled; only `make_tensor` and generated walks may call it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .errors import ArgumentError, DeviceError, explain_error
from .generated import methods
from .generated.methods import TensorMethods
from .keys import KEYS, Kind
from .operator import TENSOR_TYPES
from .rules import LOCK, RULES

if TYPE_CHECKING:
    from .bound import BoundMethods
else:

    class BoundMethods:
        __slots__ = ()


class Tensor(TensorMethods, BoundMethods):
    """A multi-dimensional array whose calls walk the layers of the dispatcher.

    Made by `tensor`, `zeros` and the like, and by operators; not by calling the class.
    """

    __slots__ = ("__dict__", "__weakref__", "_autograd", "_data", "_keys", "_counter")
    _data: Any
    _keys: int
    _autograd: Any
    _counter: Any
    _tangent: Any  # None, on the class, until forward mode gives a tensor one of its own
    __hash__ = object.__hash__
    __array_priority__ = 1000.0  # NumPy classes of old that know no __array_ufunc__ defer to us

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        _add_type(cls)

    @property
    def shape(self) -> Any:
        """The sizes of all dimensions."""
        return backend_of(self).shape(self._data)

    @property
    def dtype(self) -> Any:
        """The type of the elements."""
        return backend_of(self).dtype(self._data)

    @property
    def device(self) -> Any:
        """The backend that holds the payload, as a device."""
        return backend_of(self).device

    @property
    def name(self) -> str | None:
        """A name of the user's choice, which messages and graphs then show."""
        found: str | None = self.__dict__.get("name")
        return found

    @name.setter
    def name(self, value: str | None) -> None:
        if value is not None and not isinstance(value, str):
            raise ArgumentError(
                explain_error("Tensor.name", f"is {type(value).__name__}", accepted="str or None")
            )
        self.__dict__["name"] = value


def _add_type(cls: type[Tensor]) -> None:
    TENSOR_TYPES.add(cls)


def _bits_of_tensor(tensor: Tensor) -> int:
    bits: int = getattr(tensor, "_keys", 0)  # a walk may be about to fill it
    return bits


_add_type(Tensor)
KEYS.holders[Tensor] = _bits_of_tensor
methods.TENSOR = Tensor
_BY_KEYS: dict[int, Any] = {}


def backend_of(tensor: Tensor) -> Any:
    """Return the owner of a tensor's backend key; KeyRemovedError if it was removed."""
    return backend_of_keys(tensor._keys)


def backend_of_keys(keys: int) -> Any:
    """Return the owner of the backend key among these; KeyRemovedError if it was removed."""
    found = _BY_KEYS.get(keys)
    if found is None:
        with LOCK:  # a removal must not fall between the answer and its being kept
            for key in KEYS.live(keys):
                if key.kind is Kind.BACKEND:
                    found = _BY_KEYS[keys] = key.owner
                    break
            else:
                raise DeviceError(explain_error("a tensor", "has no backend"))
    return found


def forget_backends() -> None:
    """Empty the memory of which keys belong to which backend."""
    _BY_KEYS.clear()


def _on_change(name: str) -> None:
    if name == "*":
        forget_backends()


RULES.listeners.append(_on_change)


def make_tensor(payload: Any, keys: int, version: Any = None) -> Tensor:
    """Return a tensor with this payload and these keys, and nothing in the layers' slots."""
    t = Tensor()
    t._data = payload
    t._keys = keys
    t._autograd = None
    t._counter = version
    return t


def bind(name: str, value: Any) -> None:
    """Give Tensor a method or property that a layer or backend implements.

    The signatures stand in bound.py, for readers and type checkers.
    """
    setattr(Tensor, name, value)
