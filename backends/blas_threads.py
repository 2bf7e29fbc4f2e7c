"""The threads of NumPy's matrix products: how many there are, and telling the library.

Decides which library is asked: the OpenBLAS that NumPy's wheels bring. One that comes from
elsewhere is left as it is, and `number` then is None.
"""

from __future__ import annotations

import ctypes
import functools
from typing import Any

import numpy as np

_NAMES = (
    "scipy_openblas_{}_num_threads64_",
    "openblas_{}_num_threads64_",
    "openblas_{}_num_threads",
)


@functools.cache
def _library() -> tuple[Any, Any] | None:
    """Return the library's functions to set and to get the number of threads."""
    from pathlib import Path  # with ctypes and what it brings along 8 ms, which few programs need

    package = Path(np.__file__).parent
    for folder in (package.parent / "numpy.libs", package / ".dylibs"):
        for path in sorted(folder.glob("*openblas*")):
            try:
                library = ctypes.CDLL(str(path))  # loaded already: this is another handle to it
            except OSError:
                continue
            for name in _NAMES:
                put = getattr(library, name.format("set"), None)
                get = getattr(library, name.format("get"), None)
                if put is not None and get is not None:
                    put.argtypes, put.restype = [ctypes.c_int], None
                    get.restype = ctypes.c_int
                    return put, get
    return None


def set_number(number: int) -> None:
    """Tell the library how many threads a product may use."""
    found = _library()
    if found is not None:
        found[0](number)


def number() -> int | None:
    """Return how many threads a product may use, None if the library cannot be asked."""
    found = _library()
    return None if found is None else int(found[1]())
