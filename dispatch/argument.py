"""The parts of a signature: types, arguments, returns, and how each is written.

This file decides what can be said about one argument or one result, and prints it. It must not know
how schema text is read (``grammar.py``) nor what a value has to look like (``coerce.py``).
"""

from __future__ import annotations

from enum import Enum
from typing import Final, Literal, NamedTuple, TypeAlias

__all__ = [
    "BASES",
    "OPAQUE",
    "REQUIRED",
    "SYNONYMS",
    "Argument",
    "Default",
    "Required",
    "Return",
    "Type",
    "format_default",
]

#: Values of these types go through a call unread: what they mean is decided above the dispatcher.
OPAQUE: Final = frozenset({"dtype", "device", "layout", "memory_format", "Generator", "any"})
BASES: Final = (
    frozenset({"Tensor", "TensorOrScalar", "Scalar", "int", "float", "bool", "str"}) | OPAQUE
)
#: What PyTorch's schemas call the same things.
SYNONYMS: Final = {
    "SymInt": "int",
    "ScalarType": "dtype",
    "Device": "device",
    "Layout": "layout",
    "MemoryFormat": "memory_format",
}


class Required(Enum):
    """The type of `REQUIRED`; an enum, because copying and pickling keep its identity."""

    REQUIRED = "REQUIRED"

    def __repr__(self) -> str:
        return "REQUIRED"


#: Stands where an argument has no default (``None`` is a default).
REQUIRED: Final = Required.REQUIRED

_Plain: TypeAlias = bool | int | float | str | None
#: Lists are kept as tuples: a default is shared by every call.
Default: TypeAlias = _Plain | tuple[_Plain, ...] | Literal[Required.REQUIRED]


class Type(NamedTuple):
    """The type of an argument or a result.

    Attributes
    ----------
    base : str
        One of `BASES`.
    optional : bool
        ``None`` is accepted (``int?``, ``int[]?``).
    list : bool
        A list of `base` (``int[]``).
    size : int or None
        How long a list a single value stands for (``int[2]``); lists of other lengths are accepted.
    element_optional : bool
        Elements may be ``None`` (``Tensor?[]``).

    Examples
    --------
    >>> str(Type("int", optional=True, list=True, size=2))
    'int[2]?'
    """

    base: str
    optional: bool = False
    list: bool = False
    size: int | None = None
    element_optional: bool = False

    def __str__(self) -> str:
        return self.format("")

    def format(self, annotation: str) -> str:
        """Write the type with an alias annotation behind its base, as in ``Tensor(a!)[]``."""
        element = "?" if self.element_optional else ""
        size = "" if self.size is None else self.size
        brackets = f"[{size}]" if self.list else ""
        return f"{self.base}{annotation}{element}{brackets}{'?' if self.optional else ''}"


class Argument(NamedTuple):
    """One argument of an operator.

    Attributes
    ----------
    name : str
    type : Type
    default : bool, int, float, str, tuple, None or REQUIRED
    kwarg_only : bool
    alias : str or None
        The alias set: results with the same one may share memory with this argument.
    mutated : bool
        The operator writes to it (``Tensor(a!)``).
    wildcard : bool
        Its memory may afterwards be anyone's (``Tensor(a -> *)``), as for views returned in a list.
    """

    name: str
    type: Type
    default: Default = REQUIRED
    kwarg_only: bool = False
    alias: str | None = None
    mutated: bool = False
    wildcard: bool = False

    @property
    def is_tensor(self) -> bool:
        """Whether it takes a single tensor (``Tensor``, ``Tensor?``, ``TensorOrScalar``)."""
        return not self.type.list and self.type.base in ("Tensor", "TensorOrScalar")

    @property
    def is_tensor_list(self) -> bool:
        """Whether it takes a list of tensors (``Tensor[]``, ``Tensor?[]``)."""
        return self.type.list and self.type.base in ("Tensor", "TensorOrScalar")

    @property
    def is_required(self) -> bool:
        """Whether it has no default."""
        return self.default is REQUIRED

    def __str__(self) -> str:
        annotation = _annotation(self.alias, self.mutated, self.wildcard)
        written = f"{self.type.format(annotation)} {self.name}"
        if self.default is REQUIRED:
            return written
        return f"{written}={format_default(self.default, self.type)}"


class Return(NamedTuple):
    """One result of an operator; `alias` and `mutated` as in `Argument`."""

    name: str | None
    type: Type
    alias: str | None = None
    mutated: bool = False

    def __str__(self) -> str:
        written = self.type.format(_annotation(self.alias, self.mutated, False))
        return written if self.name is None else f"{written} {self.name}"


def _annotation(alias: str | None, mutated: bool, wildcard: bool) -> str:
    if alias is None:
        return ""
    return f"({alias}{'!' if mutated else ''}{' -> *' if wildcard else ''})"


def format_default(value: Default, type: Type) -> str:
    """Write a default so that the grammar reads the same value back."""
    if not isinstance(value, tuple):
        return _format_plain(value, type)
    items = [_format_plain(item, type) for item in value]
    # Like PyTorch: int[2] padding=0, not [0, 0]. Compared as text, since 0.0 == -0.0.
    if type.size == len(items) > 1 and len(set(items)) == 1 and value[0] is not None:
        return items[0]
    return f"[{', '.join(items)}]"


def _format_plain(value: object, type: Type) -> str:
    if isinstance(value, str) and type.base in OPAQUE and value.isidentifier() and value.isascii():
        # A bare word, unless the grammar would take it for a literal.
        return value if value not in ("None", "True", "False", "inf", "nan") else repr(value)
    return repr(value)
