"""Operators of which only the name is known until somebody asks for more.

Decides when the schema of a built-in operator is read. Must not know what is read: `Operator._take`
sets what follows from a schema.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any, final

from .operator import Operator
from .schema import Schema

READ_WITH_SCHEMA = frozenset(
    ("_overloadname", "defaults", "either", "enough", "most", "opaque", "schema", "spelled",
     "tensors")
)  # fmt: skip
_READING = threading.RLock()  # nothing else is taken while it is held


@final
class Unread(Operator):
    """An operator whose schema is read when something is asked that follows from it.

    From then on it is an `Operator` as any other, so that what was asked once costs nothing more.
    Reading all schemas would take half the time of importing the package. Whether it `is_view` is
    said when it is declared.
    """

    __slots__ = ()

    def __init__(
        self,
        name: str,
        read: Callable[[], Schema],
        *,
        tags: tuple[str, ...] = (),
        doc: str = "",
        example: str = "",
        method: bool = False,
        functional: Operator | None = None,
        source: str,
        is_view: bool = False,
    ) -> None:
        self._describe(name, tags, doc, example, method, functional, source)
        self._read = read
        self._views = is_view

    @property
    def is_view(self) -> bool:
        """Whether a result shares the memory of an argument that is not written to."""
        return self._views

    def __getattr__(self, name: str) -> Any:
        if name not in READ_WITH_SCHEMA:
            raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")
        with _READING:
            if self.__class__ is Unread:
                self._take(self._read())
                self.__class__ = Operator  # type: ignore[assignment]
                del self._read
        return getattr(self, name)


__all__ = ["Unread"]
