"""How a call of a compiled loop, or of NumPy's own inner loop, becomes one that threads share.

Decides which arrays are cut and what the pieces are told. Must not know operators, nor Numba.

Note [NumPy's inner loops]
~~~~~~~~~~~~~~~~~~~~~~~~~~
A ufunc is a C structure that NumPy's headers publish: after the head of every Python object, four
ints (of which the first three are nin, nout and nargs), a table of functions, one of data, two ints
(the number of both, and a reserved one), the name, and the numbers of the types. It is read only if
every one of those that Python can see says the same there as it does in Python; else the ufunc is
shared by Python's threads, as is one for dtypes that have no such loop.
"""

from __future__ import annotations

import functools
import sys
from collections.abc import Callable
from typing import Any

import numpy as np

from .board import ARGUMENTS, MOST_SIZES, dimensions
from .crew import Call, Crew

Entry = Callable[..., Any]
LONG = 4  # times as many elements as are worth sharing: then sleeping workers are woken for it
FindCrew = Callable[[], Crew | None]


def address(x: Any) -> int:
    """Return where an array begins: for most, asked in compiled code in 0.2 us instead of 0.9."""
    ask = ADDRESS.get(x.dtype)
    found: int = x.ctypes.data if ask is None else ask(x)
    return found


ADDRESS: dict[Any, Entry] = {}  # filled when a crew is made: launch.py


class Offer:
    """A loop whose long calls are offered to the crew.

    Parameters
    ----------
    entry : callable
        What makes a call on this thread alone.
    address : int
        The loop as a function of a piece: Note [Pieces] in jit_crew.py.
    types : str
        A letter for each argument, capitals for arrays that may be cut.
    worth : int
        How many elements make a call long.
    """

    def __init__(self, entry: Entry, address: int, types: str, worth: int, find: FindCrew) -> None:
        self.entry, self.address, self.worth, self.find = entry, address, worth, find
        self.types = [(letter.lower(), letter.isupper()) for letter in types]
        self.arrays = [i for i, (letter, _) in enumerate(self.types) if dimensions(letter)]
        self.wide = "o" in types

    def __call__(self, *args: Any) -> None:
        size = max([args[i].size for i in self.arrays])
        if size < self.worth or not self.shared(args, size >= LONG * self.worth):
            self.entry(*args)

    def shared(self, args: tuple[Any, ...], long: bool) -> bool:
        """Offer a call; whether it was made."""
        steps = len(args[-1])
        crew = self.find() if steps > 1 else None
        if crew is None:
            return False
        arguments, moves, sizes, numbers = [], [], [], []
        for (letter, may_cut), value in zip(self.types, args, strict=True):
            move = 0
            if letter == "o":
                move = 1
            elif letter in "sd":
                numbers.append(number := np.array(value, np.float64))  # kept till the end
                value = number.ctypes.data
            elif letter != "i":
                sizes += value.shape
                if may_cut and len(value) == steps:
                    move = value.strides[0]
                value = address(value)
            arguments.append(value)
            moves.append(move)
        return crew.share(Call(self.address, 0, steps, self.wide, long, arguments, moves, sizes))


def fits_board(types: str) -> bool:
    """Whether a place of the board has room for a loop with such arguments."""
    return len(types) <= ARGUMENTS and sum(map(dimensions, types.lower())) <= MOST_SIZES


@functools.cache
def inner_loops(ufunc: np.ufunc) -> dict[str, tuple[int, int]]:
    """Return the address and the data of a ufunc's loops by their types, "ff->f" say."""
    import ctypes

    class Head(ctypes.Structure):
        _fields_ = [
            ("object", ctypes.c_char * object.__basicsize__),
            ("nin", ctypes.c_int), ("nout", ctypes.c_int), ("nargs", ctypes.c_int),
            ("identity", ctypes.c_int),
            ("functions", ctypes.POINTER(ctypes.c_void_p)),
            ("data", ctypes.POINTER(ctypes.c_void_p)),
            ("ntypes", ctypes.c_int), ("reserved", ctypes.c_int),
            ("name", ctypes.c_char_p), ("types", ctypes.POINTER(ctypes.c_char)),
        ]  # fmt: skip

    if sys.implementation.name != "cpython" or type(ufunc).__basicsize__ < ctypes.sizeof(Head):
        return {}
    head = Head.from_address(id(ufunc))
    known = (ufunc.nin, ufunc.nout, ufunc.nargs, ufunc.ntypes)
    if (head.nin, head.nout, head.nargs, head.ntypes) != known:
        return {}
    numbers = bytes([np.dtype(c).num for c in "".join(ufunc.types).replace("->", "")])
    if head.name != ufunc.__name__.encode() or head.types[: len(numbers)] != numbers:
        return {}
    return {
        types: (head.functions[i] or 0, (head.data[i] or 0) if head.data else 0)
        for i, types in reversed([*enumerate(ufunc.types)])  # of equal ones, NumPy takes the first
        if not set(types) & set("OSUVMm") and head.functions[i]
    }


def inner_call(ufunc: np.ufunc, arrays: list[Any], worth: int) -> Call | None:
    """Return the call of a ufunc on rows and numbers, the last of which is written, for a crew.

    None if the ufunc has no loop for just these dtypes that can be called from outside.
    """
    if not all([a.flags.aligned for a in arrays]):
        return None
    found = _inner_loop(ufunc, *[a.dtype for a in arrays])
    if found is None:
        return None
    steps = arrays[-1].size
    moves = [a.itemsize if a.ndim else 0 for a in arrays]
    return Call(*found, steps, False, steps >= LONG * worth, [address(a) for a in arrays], moves)


@functools.cache
def _inner_loop(ufunc: np.ufunc, *dtypes: Any) -> tuple[int, int] | None:
    """Return the address and the data of a ufunc's loop for just these dtypes."""
    chars = "".join([dtype.char for dtype in dtypes])
    native = all([dtype.isnative for dtype in dtypes])
    return inner_loops(ufunc).get(f"{chars[:-1]}->{chars[-1]}") if native else None
