"""`redispatch.ops.namespace.name`: every declared operator, by attribute; `aten` is `rd`."""

from __future__ import annotations

from .dispatch.errors import OperatorNotFound
from .dispatch.operator import ATEN, NAMESPACE
from .dispatch.registry import OPERATORS
from .dispatch.spelling import Packet, packet


class Namespace:
    """The operators of one namespace."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._space = ATEN if name == NAMESPACE else name

    def __getattr__(self, name: str) -> Packet:
        return packet(self._name, name)

    def __dir__(self) -> list[str]:
        return sorted({o.schema.name for o in OPERATORS.values() if o.namespace == self._space})

    def __repr__(self) -> str:
        return f"<operators of {self._name}: {', '.join(dir(self)) or 'none'}>"


def __getattr__(name: str) -> Namespace:
    if name != ATEN and not any(known.startswith(f"{name}::") for known in OPERATORS):
        raise OperatorNotFound(f"there is no operator in the namespace {name!r}")
    found = globals()[name] = Namespace(name)  # an attribute of the module from now on
    return found


__all__ = ["Namespace", "OperatorNotFound"]
