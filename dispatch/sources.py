"""Generated source: executed so that tracebacks, debuggers and `inspect` can show it.

Decides how long the lines of generated code are kept. Must not know what the code does.
"""

from __future__ import annotations

import linecache
import weakref
from collections.abc import Iterator
from types import CodeType
from typing import Any


def exec_source(source: str, filename: str, names: dict[str, Any]) -> None:
    """Execute generated source so that tracebacks, debuggers and `inspect` can show it.

    The lines are kept for as long as some function made here lives, and until the next source is
    executed: a finalizer may run in the middle of somebody's walk over the cache of lines, which
    would then miss what it has just seen.
    """
    forget_sources()
    code = compile(source, filename, "exec")
    entry = (len(source), None, source.splitlines(keepends=True), filename)
    alive = [0]

    def forget() -> None:
        alive[0] -= 1
        if not alive[0]:
            _GONE.append((filename, entry))

    linecache.cache[filename] = entry
    for function in _codes_within(code):
        alive[0] += 1
        weakref.finalize(function, forget).atexit = False
    exec(code, names)


_GONE: list[tuple[str, Any]] = []


def forget_sources() -> None:
    """Take the lines of generated functions that are gone out of Python's cache of lines."""
    while _GONE:
        filename, entry = _GONE.pop()
        if linecache.cache.get(filename) is entry:
            linecache.cache.pop(filename, None)


def _codes_within(code: CodeType) -> Iterator[CodeType]:
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield constant
            yield from _codes_within(constant)
