"""The Tensor: a payload, its keys, and one slot per layer that is None until the layer needs it.

Decides what every tensor has. Must not know arrays (a backend's owner answers for the payload) nor
what the layers keep in their slots; methods that layers bring are bound with `bind`.

Note [Tensors without __init__]
~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
Walks make a result by `t = Tensor()` and one store for each slot: 82 ns, against 131 through an
`__init__`. So `Tensor()` has no slot filled; only `make_tensor` and generated walks may call it.

Note [Subclasses]
~~~~~~~~~~~~~~~~~
`class Mine(Tensor)` must find a `Tensor.__new__` with `super()`, and properties that ask handlers;
on Tensor itself they would cost every tensor something (a `__new__` in Python alone, 100 ns per
result). So a class sits between: the metaclass puts it in the place of Tensor among the bases of
whatever is derived. It belongs to who knows handlers (modes/subclass.py), and is none before that.
"""

from __future__ import annotations

from types import FunctionType
from typing import TYPE_CHECKING, Any, ClassVar

from .errors import ArgumentError, DeviceError, RegistrationError, explain_error
from .generated import methods
from .generated.methods import TensorMethods
from .keys import KEYS, DispatchKey, Kind, as_key
from .operator import TENSOR_TYPES
from .rules import LOCK, RULES

if TYPE_CHECKING:
    from .bound import BoundMethods
else:

    class BoundMethods:
        __slots__ = ()


class TensorType(type):
    """The class of Tensor and its subclasses; see Note [Subclasses].

    Attributes
    ----------
    between : what stands in for Tensor among the bases of subclasses.
    """

    between: ClassVar[Any] = None

    def __new__(
        mcs, name: str, bases: tuple[type, ...], namespace: dict[str, Any], **kwargs: Any
    ) -> Any:
        """Make the class, with `between` in the place of Tensor."""
        if TensorType.between is not None:
            bases = tuple([TensorType.between if base is Tensor else base for base in bases])
        return super().__new__(mcs, name, bases, namespace, **kwargs)


class Tensor(TensorMethods, BoundMethods, metaclass=TensorType):
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
    if TYPE_CHECKING:  # of subclasses: see Note [Subclasses]

        def __init__(self, *args: Any, **kwargs: Any) -> None: ...

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
    found = _BY_KEYS.get(tensor._keys)
    return backend_of_keys(tensor._keys) if found is None else found


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


def put_layer(tensor: Tensor, layer: DispatchKey | str) -> Tensor:
    """Put the key of a layer on a tensor, so that calls with it walk the layer; return it.

    Results do not get the key by themselves: a rule of the layer decides which do.

    Parameters
    ----------
    tensor : Tensor
        Changed in place; its views and copies are not.
    layer : DispatchKey or str
        A layer, as `register_layer` returns it.

    Raises
    ------
    RegistrationError
        If there is no such key, or it is none of a layer of the user's own.

    Examples
    --------
    >>> import redispatch as rd
    >>> from redispatch.dispatch import put_layer, register_layer, remove_key
    >>> marked = register_layer("Marked", "an example", above="Autograd")
    >>> rd.explain("exp", put_layer(rd.tensor([1.]), marked)).arguments
    (('self', ('Marked', 'Version', 'NumPy')),)
    >>> remove_key(marked)
    """
    key = as_key(layer)
    if key.kind is not Kind.LAYER or key.permanent:
        raise RegistrationError(
            explain_error(
                f"key {key.name}",
                "is not a layer of the user's own",
                accepted="a key that register_layer returned",
            )
        )
    tensor._keys |= key.bit
    return tensor


def twin(tensor: Tensor) -> Tensor:
    """Return another tensor of the same class over the same payload, outside the graph.

    It has what the user keeps on the tensor, and shares its version counter if it has one.
    """
    cls = tensor.__class__
    if cls is Tensor:
        return make_tensor(tensor._data, tensor._keys, tensor._counter)
    made: Tensor = object.__new__(cls)
    made._data, made._keys = tensor._data, tensor._keys
    made._autograd, made._counter = None, tensor._counter
    made.__dict__.update(tensor.__dict__)
    for name in own_slots(cls):
        if hasattr(tensor, name):
            setattr(made, name, getattr(tensor, name))
    return made


def own_slots(cls: type) -> list[str]:
    """Return the slots that a subclass of Tensor adds to those of Tensor."""
    found: list[str] = []
    for each in cls.__mro__:
        if each is Tensor:
            break
        slots = each.__dict__.get("__slots__", ())
        for name in (slots,) if isinstance(slots, str) else slots:
            if name not in ("__dict__", "__weakref__"):
                mangled = name.startswith("__") and not name.endswith("__")
                found.append(f"_{each.__name__.lstrip('_')}{name}" if mangled else name)
    return found


def bind(name: str, value: Any) -> None:
    """Give Tensor a method or property that a layer or backend implements.

    The signatures stand in bound.py, for readers and type checkers. A method is known by the name
    it is bound under: handlers of functions see it.
    """
    if isinstance(value, FunctionType) and value.__name__ != name:
        value = _renamed(value, name)
    setattr(Tensor, name, value)


def _renamed(function: FunctionType, name: str) -> FunctionType:
    """Return the same function under another name."""
    parts = (function.__code__, function.__globals__, name)
    made = FunctionType(*parts, function.__defaults__, function.__closure__)
    made.__kwdefaults__ = function.__kwdefaults__
    made.__annotations__, made.__doc__ = function.__annotations__, function.__doc__
    made.__module__ = function.__module__
    made.__dict__.update(function.__dict__)
    made.__qualname__ = f"Tensor.{name}"
    return made
