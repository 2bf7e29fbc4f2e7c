"""Names of a package that are imported when they are first asked for.

Decides how a package says so: `__getattr__, __dir__ = later(__name__, {file: names})`. Must not
know what the names mean. A name is kept in the package once it has been found, so that it is looked
for once.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any


def later(
    package: str, homes: Mapping[str, str], files: str = ""
) -> tuple[Callable[[str], Any], Callable[[], list[str]]]:
    """Return the `__getattr__` and `__dir__` of a package (PEP 562).

    Parameters
    ----------
    package : str
        The package's `__name__`.
    homes : mapping of str to str
        From a file, or the dotted way to one, to the names that are found there; `name=other`
        where it has another name.
    files : str
        Files that are names themselves, `name=file` where the name is another.
    """
    modules = dict(map(_renamed, files.split()))
    home_of, called = {}, {}
    for home, words in homes.items():
        for name, there in map(_renamed, words.split()):
            home_of[name], called[name] = home, there

    def find(name: str) -> Any:
        if name in modules:
            return import_module(f"{package}.{modules[name]}")
        home = home_of.get(name)
        if home is None:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        found = getattr(import_module(f"{package}.{home}"), called[name])
        setattr(sys.modules[package], name, found)
        return found

    def names() -> list[str]:
        return sorted({*vars(sys.modules[package]), *home_of, *modules})

    return find, names


def _renamed(word: str) -> tuple[str, str]:
    name, _, there = word.partition("=")
    return name, there or name


__all__ = ["later"]
