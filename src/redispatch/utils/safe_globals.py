"""Which classes a file may name: tensor subclasses are loaded only if the program allows them.

Decides what is allowed, for the process and within a scope. Must not know files.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any

from ..dispatch.errors import explain_error

_ALLOWED: dict[str, type] = {}


def name_of(cls: type) -> str:
    """Return the name under which a class stands in a file."""
    return f"{cls.__module__}.{cls.__qualname__}"


def add_safe_globals(safe_globals: Iterable[type]) -> None:
    """Allow files to name these tensor subclasses, from now on."""
    for cls in safe_globals:
        _ALLOWED[name_of(cls)] = cls


def get_safe_globals() -> list[type]:
    """Return the classes that files may name."""
    return list(_ALLOWED.values())


def clear_safe_globals() -> None:
    """Allow no class any more."""
    _ALLOWED.clear()


@contextmanager
def safe_globals(safe_globals: Iterable[type]) -> Iterator[None]:
    """Allow files to name these tensor subclasses, within a scope.

    Examples
    --------
    >>> import io, redispatch as rd
    >>> class Labelled(rd.Tensor):
    ...     pass
    >>> file = io.BytesIO()
    >>> rd.save(Labelled([1., 2.]), file)
    >>> _ = file.seek(0)
    >>> with rd.serialization.safe_globals([Labelled]):
    ...     rd.load(file)
    Labelled([1., 2.])
    """
    before = dict(_ALLOWED)
    add_safe_globals(safe_globals)
    try:
        yield
    finally:
        _ALLOWED.clear()
        _ALLOWED.update(before)


def class_named(name: str) -> Any:
    """Return the class that a file names.

    Raises
    ------
    ValueError
        If the program has not allowed it.
    """
    found = _ALLOWED.get(name)
    if found is None:
        raise ValueError(
            explain_error(
                "load",
                f"the file holds a tensor of the class {name}",
                accepted="the class in redispatch.serialization.safe_globals([...]), if the file "
                "is trusted with it",
            )
        )
    return found
