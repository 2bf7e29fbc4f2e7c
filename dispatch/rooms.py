"""Rooms: the folders in which the package's own rules of a slot stand, read when first needed.

Decides which files are imported before the rules of an operator are looked at. Must not know what a
rule is: the files register theirs as anybody does.

Note [Rooms]
~~~~~~~~~~~~
A room holds the rules of one slot, a file for each family of operators, named as the file in
dispatch/ops that declares them. `import redispatch` reads none of these files. The first look at
the rules of an operator in the slot reads those of its family; every look goes through `Rules`
(rules.py), and a registration looks for what it would replace. So nothing that can be observed
depends on what has been read already, and reading is no change of the tables: a walk cannot have
been built from what was not there, so no generation is counted and no cache emptied for it.

Reading may happen in several threads at once, with or without the lock of the tables. A file is
imported by one thread while the others wait for it, as the import system has it. That lock and the
one of the tables could be taken in either order, so what is registered by files of a room does not
take the one of the tables.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from importlib import import_module


class Room:
    """The files of one slot.

    Parameters
    ----------
    package : str
        The name of the package that the files stand in.
    files : iterable of str
        Their names. A file holds the rules of the family that is called so.
    also : mapping of str to tuple of str, optional
        From a family to further files that hold rules of it.
    whole : bool
        All files are read together: where a file holds rules of many families.
    """

    def __init__(
        self,
        package: str,
        files: Iterable[str],
        *,
        also: Mapping[str, tuple[str, ...]] | None = None,
        whole: bool = False,
    ) -> None:
        self.package = package
        self.files = tuple(files)
        self.whole = whole
        self.of_family: dict[str, tuple[str, ...]] = {"": self.files}
        if not whole:
            self.of_family = {name: (name,) for name in self.files}
        for family, more in (also or {}).items():
            self.of_family[family] = (*self.of_family.get(family, ()), *more)
        self._unread: dict[str | None, tuple[str, ...]] = dict(self.of_family.items())

    def _key(self, family: str | None) -> str | None:
        return "" if self.whole and family is not None else family

    def waits(self, family: str | None) -> bool:
        """Whether rules of a family have not been read."""
        return self._key(family) in self._unread

    def read(self, family: str | None) -> None:
        """Read the rules of a family, unless that was done; None is that of users' operators."""
        key = self._key(family)
        if key in self._unread:
            for file in self._unread.get(key, ()):
                import_module(f"{self.package}.{file}")
            self._unread.pop(key, None)  # not before: other threads must wait for the files too

    def read_all(self) -> None:
        """Read the rules of all families."""
        for family in tuple(self._unread):
            self.read(family)
