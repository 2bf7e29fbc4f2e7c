"""PyTorch's spellings of operators: packets, overloads, and the namespace `aten`.

Decides which operator `aten::add.Tensor` or `ops.aten.add.Tensor` means, and how an operator is
spelled for a handler. Nothing is listed: all of it follows from the declared schemas.

Note [Overloads]
~~~~~~~~~~~~~~~~
PyTorch declares an operator once per combination of types (`add.Tensor`, `add.Scalar`), here one
declaration covers them (`TensorOrScalar other`). So several of PyTorch's overload names mean one
operator, and a handler that compares `func` with any of them finds it equal. A name is accepted if
every part of it (`dim_IntList`: `dim`, `IntList`) is the name or the type of an argument; anything
else is no overload. Which of them an operator is shown under: `Operator._overloadname`.
"""

from __future__ import annotations

import weakref
from collections.abc import Iterator
from typing import Any, final

from .errors import OperatorNotFound, explain_error, suggest
from .operator import ATEN, NAMESPACE, Operator
from .registry import OPERATORS, OVERLOADS
from .schema import Schema

_TYPES = {
    "Tensor": {"Tensor"},
    "TensorOrScalar": {"Tensor", "Scalar"},
    "Scalar": {"Scalar"},
    "int": {"int", "Int"},
    "float": {"float", "Float"},
    "bool": {"bool", "Bool"},
    "str": {"str"},
    "dtype": {"dtype", "ScalarType"},
}


def _vocabulary(schema: Schema) -> set[str]:
    """Return the words that overload names of an operator are made of."""
    words = {"default"}
    for argument in schema.arguments:
        words |= {argument.name, *argument.name.split("_")}
        types = _TYPES.get(argument.type.base, set())
        words |= {f"{name}List" for name in types} if argument.type.list else types
        if argument.type.optional:
            words |= {f"{name}Opt" for name in types} | {f"Optional{name}" for name in types}
    return words


def _fits(operator: Operator, overload: str) -> bool:
    """Whether an overload name says what the operator takes; see Note [Overloads]."""
    schema = operator.schema
    words = _vocabulary(schema)
    return overload in words or all(part in words for part in overload.split("_"))


def find(namespace: str, name: str, overload: str) -> Operator | None:
    """Return the operator that PyTorch's spelling means, or None."""
    space = NAMESPACE if namespace == ATEN else namespace
    if f"{space}::{name}" not in OPERATORS and f"{space}::{name}.{overload}" not in OPERATORS:
        space = namespace  # what is no function of its own is declared in PyTorch's namespace
    qualified = f"{space}::{name}"
    exact = OPERATORS.get(f"{qualified}.{overload}")
    if exact is not None:
        return exact
    plain = OPERATORS.get(qualified)
    if plain is None:
        return None
    if overload in ("", "default") or _fits(plain, overload):
        return plain
    if overload == "out" or overload.endswith("_out"):
        form = plain.out_form
        if form is not None and (overload == "out" or _fits(plain, overload[: -len("_out")])):
            return form
    return None


@final
class Packet:
    """All overloads of one name: `ops.aten.add`, with `.Tensor` and the like as attributes.

    Calling it calls the operator that its arguments fit. Two packets are the same object while one
    of them lives.

    Examples
    --------
    >>> import redispatch as rd
    >>> rd.ops.aten.add.Tensor is rd.ops.aten.add.Scalar
    True
    >>> rd.ops.aten.add(rd.tensor([1.]), 2)
    tensor([3.])
    """

    __slots__ = ("__name__", "__weakref__", "_qualified_op_name", "_space")

    def __init__(self, space: str, name: str) -> None:
        self._space = space
        self.__name__ = name
        self._qualified_op_name = f"{space}::{name}"

    def __getattr__(self, name: str) -> Any:
        found = find(self._space, self.__name__, name)
        if found is not None:
            return found
        plain = find(self._space, self.__name__, "default")
        if plain is not None and not name.startswith("__") and hasattr(Operator, name):
            return getattr(plain, name)
        raise OperatorNotFound(
            explain_error(
                self._qualified_op_name,
                f"has no overload {name!r}",
                accepted="one of " + ", ".join(self.overloads()),
            )
        )

    def overloads(self) -> list[str]:
        """Return the overload names under which the operators of this name are shown."""
        return [operator._overloadname for operator in self._operators()]

    def _operators(self) -> tuple[Operator, ...]:
        spaces = (NAMESPACE, ATEN) if self._space == ATEN else (self._space,)
        found: tuple[Operator, ...] = ()
        for space in spaces:
            found += OVERLOADS.get((space, self.__name__), ())
        return found

    def __call__(self, /, *args: Any, **kwargs: Any) -> Any:
        operators = self._operators()
        plain = [operator for operator in operators if operator.functional is None]
        if len(plain) == 1:  # it finds its out= form itself
            return plain[0](*args, **kwargs)
        first: Exception | None = None
        for operator in operators:
            try:
                meant, values = operator.resolve(args, kwargs)
                values, bits = meant.prepare(values)
            except (TypeError, RuntimeError) as error:
                first = first or error
                continue
            return meant.walks[bits](*values)
        raise first or OperatorNotFound(
            explain_error(self._qualified_op_name, "is no longer declared")
        )

    def __iter__(self) -> Iterator[str]:
        return iter(self.overloads())

    def __repr__(self) -> str:
        return f"<operators {self._qualified_op_name}: {', '.join(self.overloads())}>"

    def __str__(self) -> str:
        return self._qualified_op_name.replace("::", ".")

    def __reduce__(self) -> tuple[Any, ...]:
        return packet, (self._space, self.__name__)


_PACKETS: weakref.WeakValueDictionary[tuple[str, str], Packet] = weakref.WeakValueDictionary()


def packet(space: str, name: str) -> Packet:
    """Return the packet of a name; `rd` and `aten` are the same namespace.

    Raises
    ------
    OperatorNotFound
        If no operator has the name; the message names the nearest.
    """
    space = ATEN if space == NAMESPACE else space
    found = _PACKETS.get((space, name))
    if found is None:
        made = Packet(space, name)
        if not made._operators():
            known = [o.schema.name for o in OPERATORS.values() if o.namespace == space]
            raise OperatorNotFound(
                explain_error(f"operator {space}::{name}", "is not declared" + suggest(name, known))
            )
        found = _PACKETS.setdefault((space, name), made)
    return found
