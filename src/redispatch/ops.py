"""`redispatch.ops.namespace.name`: every declared operator, by attribute."""

from __future__ import annotations

from .dispatch.errors import OperatorNotFound
from .dispatch.operator import Operator
from .dispatch.registry import OPERATORS, lookup


class Namespace:
    """The operators of one namespace."""

    def __init__(self, name: str) -> None:
        self._name = name

    def __getattr__(self, name: str) -> Operator:
        return lookup(f"{self._name}::{name}")

    def __dir__(self) -> list[str]:
        return [n.partition("::")[2] for n in OPERATORS if n.startswith(f"{self._name}::")]

    def __repr__(self) -> str:
        return f"<operators of {self._name}: {', '.join(dir(self)) or 'none'}>"


def __getattr__(name: str) -> Namespace:
    if not any(known.startswith(f"{name}::") for known in OPERATORS):
        raise OperatorNotFound(f"there is no operator in the namespace {name!r}")
    return Namespace(name)


__all__ = ["Namespace", "OperatorNotFound"]
