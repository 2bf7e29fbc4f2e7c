"""What a Python value must be to stand for an argument of some type.

This file decides what is accepted and what it becomes: ``True`` is an ``int``, ``1.5`` is not; an
``int`` is a ``float``; a NumPy number becomes the Python one (or NumPy's promotion would give its
dtype a say); a 0-d tensor that needs no gradient stands for its value. It must not know NumPy or
tensors: `is_tensor` is passed in, and a number is recognised by what it can do.
"""

from __future__ import annotations

import numbers
import operator
from collections.abc import Callable
from types import NoneType
from typing import Any, Final, TypeAlias

from .argument import OPAQUE, Type

__all__ = ["IsTensor", "Misfit", "coerce", "expected", "given", "unchanged_types"]

IsTensor: TypeAlias = Callable[[Any], bool]

_EXACT: Final[dict[str, frozenset[type]]] = {
    "int": frozenset({int}),
    "float": frozenset({float}),
    "bool": frozenset({bool}),
    "str": frozenset({str}),
    "Scalar": frozenset({bool, int, float, complex}),
    "TensorOrScalar": frozenset({bool, int, float, complex}),
}
_NOUNS: Final = {"Scalar": "number", "TensorOrScalar": "Tensor or number"}


class Misfit(Exception):
    """A value that does not fit its type; the message completes "argument 'dim' ...".

    Never leaves the dispatcher: `Schema.check` makes an `ArgumentError` of it.
    """


def unchanged_types(kind: Type) -> frozenset[type] | None:
    """Return the Python types whose values are passed on as they are; ``None`` means all."""
    if kind.base in OPAQUE and not kind.list:
        return None
    accepted: frozenset[type] = frozenset()
    if not kind.list:
        accepted = _EXACT.get(kind.base, accepted)
    return accepted | {NoneType} if kind.optional else accepted


def coerce(value: Any, type: Type, is_tensor: IsTensor) -> Any:
    """Return `value` as `type` wants it.

    Raises
    ------
    Misfit
        If it is of another type.

    Examples
    --------
    >>> coerce(3, Type("int", list=True, size=2), lambda value: False)
    (3, 3)
    """
    if value is None and type.optional:
        return None
    if not type.list:
        element = _element(value, type.base, is_tensor)
        if element is _REFUSED:
            raise Misfit(f"must be {expected(type)}, not {given(value)}")
        return element
    if isinstance(value, (list, tuple, range)):
        return _elements(value, type, is_tensor)
    # PyTorch: a lone number stands for all of a sized list, but True does not mean 1 here.
    if type.size is not None and type.base in ("int", "float") and not isinstance(value, bool):
        element = _element(value, type.base, is_tensor)
        if element is not _REFUSED:
            return (element,) * type.size
    raise Misfit(f"must be {expected(type)}, not {given(value)}")


def _elements(values: list[Any] | tuple[Any, ...] | range, type: Type, is_tensor: IsTensor) -> Any:
    # Always a tuple: what the caller does to a list afterwards must not reach saved values.
    if type.base in OPAQUE:
        return tuple(values)
    result: list[Any] = []
    for index, value in enumerate(values):
        if value is None and type.element_optional:
            result.append(None)
            continue
        element = _element(value, type.base, is_tensor)
        if element is _REFUSED:
            raise Misfit(f"must be {expected(type)}, but element {index} is {given(value)}")
        result.append(element)
    return tuple(result)


_REFUSED: Final = object()


def _element(value: Any, base: str, is_tensor: IsTensor) -> Any:
    """Return `value` as `base` wants it, or `_REFUSED`."""
    if type(value) in _EXACT.get(base, ()) or base in OPAQUE:
        return value
    if is_tensor(value):
        if base == "Tensor" or base == "TensorOrScalar":
            return value
        # bool and str: as in PyTorch, a tensor is no flag.
        if base in ("bool", "str") or not _is_plain_number(value):
            return _REFUSED
        value = value.item()
    return _NUMBERS[base](value) if base in _NUMBERS else _REFUSED


def _is_plain_number(tensor: Any) -> bool:
    # Taking the value out of a tensor that needs a gradient would lose the gradient silently.
    return getattr(tensor, "ndim", None) == 0 and not getattr(tensor, "requires_grad", False)


def _int(value: Any) -> Any:
    if _is_bool(value):
        return int(value)
    try:
        return int(operator.index(value))  # int(): index() keeps subclasses of int
    except TypeError:
        return _REFUSED


def _float(value: Any) -> Any:
    return float(value) if isinstance(value, numbers.Real) and _is_machine(value) else _whole(value)


def _whole(value: Any) -> Any:
    whole = _int(value)
    return whole if whole is _REFUSED else float(whole)


def _bool(value: Any) -> Any:
    return bool(value) if _is_bool(value) else _REFUSED


def _str(value: Any) -> Any:
    return value if isinstance(value, str) else _REFUSED


def _number(value: Any) -> Any:
    if _is_bool(value):
        return bool(value)
    whole = _int(value)
    if whole is not _REFUSED:
        return whole
    if isinstance(value, numbers.Real) and _is_machine(value):
        return float(value)
    if isinstance(value, numbers.Complex) and not isinstance(value, numbers.Real):
        return complex(value)
    return _REFUSED


_NUMBERS: Final[dict[str, Callable[[Any], Any]]] = {
    "int": _int,
    "float": _float,
    "bool": _bool,
    "str": _str,
    "Scalar": _number,
    "TensorOrScalar": _number,
}


def _is_bool(value: Any) -> bool:
    # NumPy's bool is registered with no abstract class and has no __index__; its name is all it has
    # (it was called bool_ before NumPy 2).
    kind = type(value)
    return kind is bool or (kind.__module__ == "numpy" and kind.__name__ in ("bool", "bool_"))


def _is_machine(value: Any) -> bool:
    # Fractions are Real too; PyTorch refuses them, and so no precision is lost silently.
    return isinstance(value, numbers.Integral) or not isinstance(value, numbers.Rational)


def expected(type: Type) -> str:
    """Say in words what `type` accepts.

    Examples
    --------
    >>> expected(Type("int", optional=True, list=True, size=2))
    'int, list of ints or None'
    """
    noun = _NOUNS.get(type.base, type.base)
    if not type.list:
        words = [noun]
    else:
        plural = "Tensors or numbers" if type.base == "TensorOrScalar" else f"{noun}s"
        if type.element_optional:
            plural += " or Nones"
        words = [f"list of {plural}"]
        if type.size is not None and type.base in ("int", "float"):
            words.insert(0, noun)
    if type.optional:
        words.append("None")
    return " or ".join([", ".join(words[:-1]), words[-1]]) if len(words) > 1 else words[0]


def given(value: Any) -> str:
    """Name the type of `value`, and show it if that is cheap and safe (never a tensor's data)."""
    kind = type(value)
    name = kind.__qualname__
    if kind.__module__ not in ("builtins", "__main__"):
        name = f"{kind.__module__.split('.')[0]}.{name}"
    if kind in (bool, int, float, complex, str):
        shown = repr(value) if kind is not int or abs(value) < 10**30 else "..."
        name += f" ({shown if len(shown) <= 40 else shown[:37] + '...'})"
    return name
