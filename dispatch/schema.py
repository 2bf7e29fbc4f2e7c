"""The signature of an operator: read from text, printed, asked about, and bound to a call.

This file decides what can be known of an operator from its schema alone, and which arguments a call
may have. It must not know what a tensor is, nor any operator. The text is read by ``grammar.py``,
single values are judged by ``coerce.py``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any, NamedTuple, final

from .argument import REQUIRED, Argument, Return, Type
from .coerce import IsTensor, Misfit, coerce, expected, given, unchanged_types
from .errors import ArgumentError, explain_error, nearest

__all__ = ["REQUIRED", "Argument", "Return", "Schema", "Type", "parse"]


class _Binding(NamedTuple):
    """What `Schema.bind` needs at every call."""

    positional: int
    enough: int  # with so many by position nothing is missing
    total: int
    defaults: tuple[Any, ...]
    places: dict[str, int]


def parse(text: str, default_namespace: str = "rd") -> Schema:
    """Read a schema text.

    Parameters
    ----------
    text : str
        ``[ns::]name[.overload](arguments) -> returns``, in PyTorch's grammar.
    default_namespace : str
        The namespace of a text that names none.

    Raises
    ------
    SchemaError
        With a caret under the first place that is wrong.

    Examples
    --------
    >>> schema = parse("transpose(Tensor(a) self, int dim0, int dim1) -> Tensor(a)")
    >>> schema.qualname, schema.is_view
    ('rd::transpose', True)
    """
    from .grammar import read  # most imports of the package read no schema

    return Schema(*read(text, default_namespace), text)


@final
class Schema:
    """The signature of an operator.

    Two schemas are equal if they say the same, however it was written; ``str()`` gives the one
    spelling that `parse` reads back to an equal schema.

    Examples
    --------
    >>> print(parse("scale( Tensor self,*,SymInt n = 2 )->Tensor"))
    rd::scale(Tensor self, *, int n=2) -> Tensor
    """

    namespace: str
    name: str
    overload: str
    arguments: tuple[Argument, ...]
    returns: tuple[Return, ...]
    text: str

    # Written out: importing dataclasses would take longer than reading all schemas.
    def __init__(
        self,
        namespace: str,
        name: str,
        overload: str,
        arguments: tuple[Argument, ...],
        returns: tuple[Return, ...],
        text: str = "",
    ) -> None:
        self.__dict__.update(
            namespace=namespace,
            name=name,
            overload=overload,
            arguments=arguments,
            returns=returns,
            text=text,
        )

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError("a Schema cannot be changed")

    def _parts(self) -> tuple[Any, ...]:
        return (self.namespace, self.name, self.overload, self.arguments, self.returns)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Schema) and self._parts() == other._parts()

    def __hash__(self) -> int:
        return hash(self._parts())

    def __repr__(self) -> str:
        return f"<schema {self}>"

    @cached_property
    def qualname(self) -> str:
        """``ns::name.overload``, without the dot where there is no overload."""
        overload = f".{self.overload}" if self.overload else ""
        return f"{self.namespace}::{self.name}{overload}"

    @cached_property
    def positional(self) -> tuple[Argument, ...]:
        """The arguments that may be given by position."""
        return tuple(a for a in self.arguments if not a.kwarg_only)

    @cached_property
    def tensor_arguments(self) -> tuple[Argument, ...]:
        """The arguments that may hold tensors, alone or in a list."""
        return tuple(a for a in self.arguments if a.is_tensor or a.is_tensor_list)

    @cached_property
    def tensor_positions(self) -> tuple[int, ...]:
        """Where the `tensor_arguments` stand in `arguments`."""
        return tuple(self._binding.places[a.name] for a in self.tensor_arguments)

    @cached_property
    def mutated_arguments(self) -> tuple[Argument, ...]:
        """The arguments that the operator writes to."""
        return tuple(a for a in self.arguments if a.mutated)

    @cached_property
    def mutated_positions(self) -> tuple[int, ...]:
        """Where the `mutated_arguments` stand in `arguments`."""
        return tuple(self._binding.places[a.name] for a in self.mutated_arguments)

    @cached_property
    def aliased_arguments(self) -> tuple[Argument, ...]:
        """The arguments whose memory a result may share."""
        returned = {r.alias for r in self.returns if r.alias is not None}
        return tuple(a for a in self.arguments if a.alias in returned)

    @cached_property
    def is_mutable(self) -> bool:
        """Whether the operator writes to an argument."""
        return bool(self.mutated_arguments)

    @cached_property
    def is_view(self) -> bool:
        """Whether a result aliases an argument that is not written to."""
        return any(not a.mutated for a in self.aliased_arguments)

    @cached_property
    def is_inplace(self) -> bool:
        """Whether it is an in-place form: its name ends in ``_`` and it writes to `self`."""
        return self.name.endswith("_") and bool(self.arguments) and self.arguments[0].mutated

    @cached_property
    def is_out(self) -> bool:
        """Whether it is an out= form: it writes to a keyword-only argument."""
        return any(a.mutated and a.kwarg_only for a in self.arguments)

    def __str__(self) -> str:
        parts = [str(a) for a in self.arguments]
        if len(self.positional) < len(parts):
            parts.insert(len(self.positional), "*")
        returns = [str(r) for r in self.returns]
        result = returns[0] if len(returns) == 1 else f"({', '.join(returns)})"
        return f"{self.qualname}({', '.join(parts)}) -> {result}"

    def bind(self, args: Sequence[Any], kwargs: Mapping[str, Any]) -> tuple[Any, ...]:
        """Return one value per argument, in schema order, with defaults filled in.

        Raises
        ------
        ArgumentError
            If an argument is missing, unknown, given twice, or there are too many.

        Examples
        --------
        >>> parse("tril(Tensor self, int diagonal=0) -> Tensor").bind(("x",), {})
        ('x', 0)
        """
        binding = self._binding
        given_count = len(args)
        if given_count > binding.positional:
            raise self._too_many(args)
        if not kwargs and given_count >= binding.enough:
            return (*args, *binding.defaults[given_count:])
        values = [*args, *binding.defaults[given_count:]]
        for name, value in kwargs.items():
            i = binding.places.get(name, -1)
            if i < given_count:
                raise self._refused_keyword(name, i)
            values[i] = value
        for i in range(given_count, binding.total):
            if values[i] is REQUIRED:
                raise self._missing(values)
        return tuple(values)

    def check(self, values: Sequence[Any], is_tensor: IsTensor) -> tuple[Any, ...]:
        """Check what `bind` returned against the types; return the values as kernels want them.

        ``True`` becomes 1 for an ``int``, and ``1`` becomes 1.0 for a ``float``; NumPy numbers
        become Python's, a 0-d tensor without gradient becomes its value where a number is wanted;
        lists become tuples, and a lone number stands for all of a sized one. Values of type
        ``dtype``, ``device``, ``any`` and the like are passed on unread.

        Raises
        ------
        ArgumentError
            If a value is of another type.

        Examples
        --------
        >>> schema = parse("pool(Tensor self, int[2] size, float p=0.5) -> Tensor")
        >>> schema.check(("x", 3, 1), lambda value: value == "x")
        ('x', (3, 3), 1.0)
        """
        result = list(values)
        for i, unchanged in enumerate(self._unchanged):
            value = result[i]
            if unchanged is None or type(value) in unchanged:
                continue
            try:
                result[i] = coerce(value, self.arguments[i].type, is_tensor)
            except Misfit as misfit:
                what = f"argument {self.place(i)} {misfit}"
                raise self._refusal(what) from None
        return tuple(result)

    @cached_property
    def _unchanged(self) -> tuple[frozenset[type] | None, ...]:
        return tuple(unchanged_types(a.type) for a in self.arguments)

    @cached_property
    def _binding(self) -> _Binding:
        arguments = self.arguments
        needed = (i for i, a in enumerate(arguments) if a.is_required)
        return _Binding(
            len(self.positional),
            max(needed, default=-1) + 1,
            len(arguments),
            tuple(a.default for a in arguments),
            {a.name: i for i, a in enumerate(arguments)},
        )

    def place(self, i: int) -> str:
        """Name an argument and say where it stands, for messages."""
        argument = self.arguments[i]
        where = "keyword-only" if argument.kwarg_only else f"position {i + 1}"
        return f"{argument.name!r} ({where})"

    def _refusal(self, what: str) -> ArgumentError:
        return ArgumentError(explain_error(self.qualname, what, accepted=str(self)))

    def _too_many(self, args: Sequence[Any]) -> ArgumentError:
        most = len(self.positional)
        least = sum(a.is_required for a in self.positional)
        takes = str(most) if least == most else f"from {least} to {most}"
        what = (
            f"takes {takes} positional argument{'' if takes == '1' else 's'} but {len(args)} "
            f"{'was' if len(args) == 1 else 'were'} given; the first too many, at position "
            f"{most + 1}, is {given(args[most])}"
        )
        if len(self.arguments) > most:
            names = ", ".join(repr(a.name) for a in self.arguments[most:])
            what += f"; by keyword only: {names}"
        return self._refusal(what)

    def _refused_keyword(self, name: str, i: int) -> ArgumentError:
        if i >= 0:
            return self._refusal(
                f"got multiple values for argument {self.place(i)}: by position and by keyword"
            )
        what = f"got an unexpected keyword argument {name!r}"
        near = nearest(name, [a.name for a in self.arguments], limit=1)
        if near:
            what += f"; did you mean {near[0]!r}?"
        return self._refusal(what)

    def _missing(self, values: Sequence[Any]) -> ArgumentError:
        missing = [i for i, value in enumerate(values) if value is REQUIRED]
        places = ", ".join(
            f"{self.place(i)[:-1]}, {expected(self.arguments[i].type)})" for i in missing
        )
        count = len(missing)
        plural = "" if count == 1 else "s"
        return self._refusal(f"missing {count} required argument{plural}: {places}")
