"""A schema from the type hints of a function.

Decides which hints are understood and how they are written in a schema. Must not know operators.
"""

from __future__ import annotations

import inspect
import types
import typing
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from ..backends.device import device
from ..backends.dtypes import dtype
from ..dispatch.tensor import Tensor

Number = int | float | bool
BASES: dict[Any, str] = {
    Tensor: "Tensor",
    int: "int",
    float: "float",
    bool: "bool",
    str: "str",
    dtype: "dtype",
    device: "device",
    Number: "Scalar",
    complex: "Scalar",
}


def infer_schema(
    prototype_function: Callable[..., Any],
    /,
    *,
    mutates_args: str | Iterable[str],
    op_name: str | None = None,
) -> str:
    """Return the schema that the type hints of a function stand for.

    Parameters
    ----------
    prototype_function : callable
        Every parameter and the result must have a hint.
    mutates_args : iterable of str, or "unknown"
        The tensor parameters that the function writes to; "unknown" marks all of them.
    op_name : str
        Written in front.

    Raises
    ------
    ValueError
        If a hint is missing or not understood, or `mutates_args` names no tensor parameter.

    Examples
    --------
    >>> import redispatch as rd
    >>> def scale(x: rd.Tensor, by: float = 2.0) -> rd.Tensor: ...
    >>> rd.library.infer_schema(scale, mutates_args=())
    '(Tensor x, float by=2.0) -> Tensor'
    """
    signature = inspect.signature(prototype_function)
    hints = _hints(prototype_function)
    name = getattr(prototype_function, "__qualname__", "infer_schema")
    who = f"infer_schema of {name}{signature}"
    mutated = mutated_names(who, signature, hints, mutates_args)
    parts, star = [], False
    for position, parameter in enumerate(signature.parameters.values()):
        if parameter.kind in (parameter.VAR_POSITIONAL, parameter.VAR_KEYWORD):
            raise ValueError(f"{who}: *args and **kwargs are not supported ({parameter})")
        if parameter.name not in hints:
            raise ValueError(f"{who}: parameter {parameter.name} must have a type annotation")
        if parameter.kind is parameter.KEYWORD_ONLY and not star:
            parts.append("*")
            star = True
        alias = f"(a{position}!)" if parameter.name in mutated else ""
        text = _written(hints[parameter.name], parameter.name, alias)
        default = "" if parameter.default is parameter.empty else f"={_default(parameter.default)}"
        parts.append(f"{text} {parameter.name}{default}")
    if "return" not in hints:
        raise ValueError(
            f"{who}: No return type annotation was provided. Please add one. (-> None says that "
            "nothing is returned)"
        )
    return f"{op_name or ''}({', '.join(parts)}) -> {_result(hints['return'])}"


def _hints(function: Callable[..., Any]) -> dict[str, Any]:
    """Return the hints of a function, also those that are strings and name something local."""
    try:
        return typing.get_type_hints(function)
    except NameError as error:
        raise ValueError(
            f"infer_schema: a type annotation cannot be resolved ({error}); annotations that are "
            "strings may only name what is global in the module of the function"
        ) from None


def mutated_names(
    who: str,
    signature: inspect.Signature,
    hints: dict[str, Any],
    mutates_args: str | Iterable[str],
) -> set[str]:
    """Return the names of the parameters that are written to; `"unknown"` is every tensor."""
    tensors = [n for n in signature.parameters if "Tensor" in _quiet(hints.get(n))]
    if mutates_args == "unknown":
        return set(tensors)
    if isinstance(mutates_args, str):
        raise ValueError(
            f"{who}: mutates_args is the string {mutates_args!r}; it must be a sequence of names, "
            'or the string "unknown"'
        )
    named = set(mutates_args)
    strange = sorted(named - set(tensors))
    if strange:
        raise ValueError(
            f"{who}: {{{', '.join(map(repr, strange))}}} in mutates_args were not found among the "
            f"tensor parameters; those are {', '.join(tensors) or 'none'}"
        )
    return named


def _quiet(hint: Any) -> str:
    try:
        return _written(hint, "", "")
    except ValueError:
        return ""


def _written(hint: Any, name: str, alias: str) -> str:
    """Return a hint as it is written in a schema."""
    optional, hint = _without_none(hint)
    base = _base(hint)
    if base is not None:
        return f"{base}{alias}{'?' if optional else ''}"
    origin, args = typing.get_origin(hint), typing.get_args(hint)
    if origin in (list, Sequence) and len(args) == 1:
        inner_optional, inner = _without_none(args[0])
        base = _base(inner)
        if base is not None:
            return f"{base}{alias}{'?' if inner_optional else ''}[]{'?' if optional else ''}"
    raise ValueError(
        f"infer_schema: parameter {name} has the type {hint}, which no schema has; understood are "
        "Tensor, int, float, bool, str, dtype, device, number unions, Optional and Sequence of them"
    )


def _base(hint: Any) -> str | None:
    for known, text in BASES.items():
        if hint == known:
            return text
    if typing.get_origin(hint) in (typing.Union, types.UnionType):
        if set(typing.get_args(hint)) <= {int, float, bool, complex}:
            return "Scalar"
    return None


def _without_none(hint: Any) -> tuple[bool, Any]:
    args = typing.get_args(hint)
    if typing.get_origin(hint) in (typing.Union, types.UnionType) and type(None) in args:
        rest = tuple(a for a in args if a is not type(None))
        return True, rest[0] if len(rest) == 1 else typing.Union[rest]  # noqa: UP007
    return False, hint


def _default(value: Any) -> str:
    if isinstance(value, dtype):
        return value.name
    return repr(list(value)) if isinstance(value, (list, tuple)) else repr(value)


def _result(hint: Any) -> str:
    if hint is type(None) or hint is None:
        return "()"
    if typing.get_origin(hint) is tuple:
        return f"({', '.join(_written(a, 'the result', '') for a in typing.get_args(hint))})"
    return _written(hint, "the result", "")
