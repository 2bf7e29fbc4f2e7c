"""Loops whose text was generated: from a user's scalar function, say.

Decides what such a text may name, and how another process is told to compile it. Must not know
where the text comes from, nor Numba.

Note [Generated loops]
~~~~~~~~~~~~~~~~~~~~~~
The text of a loop holds all that its compiled form depends on: constants are literals, and it
calls nothing but NumPy, `math`, the elementary functions (as `s_exp`), `larger` and `smaller`. `F`
is the type of the elements. So the same text is the same code in every process, under the same name
on disk: Note [Kept code] in jit.py.
"""

from __future__ import annotations

import base64
import math
import zlib
from collections.abc import Callable
from types import FunctionType
from typing import Any

import numpy as np

from ...dispatch.sources import exec_source
from .launch import Loop
from .scalars import SCALAR
from .vmath import larger, smaller

TEXT = "text="


def function_of(text: str, name: str, dtype: np.dtype[Any]) -> FunctionType:
    """Return the function `loop` that a text defines."""
    names: dict[str, Any] = {f"s_{n}": f for n, f in SCALAR.items()}
    names.update(F=dtype.type, np=np, math=math, larger=larger, smaller=smaller, __name__=__name__)
    exec_source(text, f"<redispatch loop {name} {dtype.name} {zlib.crc32(text.encode())}>", names)
    made: FunctionType = names["loop"]
    return made


class MadeLoop(Loop):
    """A loop that is written when it is wanted.

    Parameters
    ----------
    name : str
        What it is reported as.
    types : str
        A letter for each argument, as in `Loop`.
    write : callable
        Returns the text of the function `loop` for a dtype.
    """

    __slots__ = ("write",)

    def __init__(self, name: str, types: str, write: Callable[[np.dtype[Any]], str]) -> None:
        super().__init__(f"elementwise.{name}", types)
        self.write = write

    def function(self, dtype: Any) -> Any:
        """Return the function that is compiled for a dtype."""
        return function_of(self.write(dtype), self.name, dtype)

    def wanted(self, dtype: Any) -> str:
        """Return how another process is asked to compile it."""
        types = super().wanted(dtype).split(":")[1]
        packed = base64.urlsafe_b64encode(zlib.compress(self.write(dtype).encode())).decode()
        return f"{TEXT}{self.name}.{packed}:{types}:{dtype.name}"


def from_request(name: str, types: str) -> MadeLoop:
    """Return the loop that another process asks for."""
    own, _, packed = name.removeprefix(TEXT).partition(".")
    text = zlib.decompress(base64.urlsafe_b64decode(packed)).decode()
    return MadeLoop(own, types, lambda dtype: text)
