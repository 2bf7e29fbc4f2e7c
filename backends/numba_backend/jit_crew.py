"""Compiled code by which threads share a call without the interpreter: jit.py's other half.

Decides how pieces of a call are taken, run and counted in memory that threads look at, and what a
loop looks like as a function of a piece. It imports Numba, as jit.py does; crew.py says what is
shared and who works. Must not know operators.

Note [Pieces]
~~~~~~~~~~~~~
A piece is a call of a function as NumPy's ufuncs have them inside: addresses of the arguments, the
number of steps, the bytes that each argument moves in one step, and a word of data. So NumPy's own
inner loops are shared as they are. A loop of ours is compiled once more in that form (`piece_of`):
its data are the sizes of its arrays, two words for each argument; a number that is an integer
stands where the address would, so that one which "moves" by one is the first step of the piece.

A place of the board, as words: how many pieces nobody has begun, and how many were begun from the
front; on another line of the cache, how many are not finished; then what is called (see board.py).
Whoever lowers the first word by one has a piece, and what is called cannot change until it has
lowered the second: so nothing but these two needs atomic access. The caller takes the first piece
there is, a worker the last: so in the calls of a program each finds what it has written itself
(a copy of 2**20 float32, in pieces as they come: 94 us, so: 57; np.add: 103 and 86).
"""

from __future__ import annotations

import itertools
import platform
from collections.abc import Callable
from types import FunctionType
from typing import Any

import numba
import numpy as np
from llvmlite import ir
from numba.core import cgutils

from ...dispatch.sources import exec_source
from . import jit
from .board import (
    ARGS,
    CALLED,
    FIRST,
    OWN_SCRATCH,
    PLACE,
    PLACES,
    SEM_POST,
    SEM_WAIT,
    SEMAPHORE,
    STEPS,
    UNFINISHED,
    WORKER,
    WORKERS,
    dimensions,
)  # fmt: skip

_WORD = ir.IntType(64)


def _pointer(builder: Any, address: Any, kind: Any = _WORD) -> Any:
    return builder.inttoptr(address, kind.as_pointer())


def _of_words(count: int, build: Callable[..., Any], returns: Any = numba.int64) -> Any:
    """Return an intrinsic of so many words; `build` writes its instructions."""
    names = ", ".join("abcdef"[:count])
    signature = returns(*[numba.int64] * count)

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        found = build(builder, *args)
        return context.get_dummy_value() if returns is numba.void else found

    space: dict[str, Any] = {"made": (signature, generate)}
    exec(f"def word(context, {names}): return made", space)  # Numba compares the names
    return numba.extending.intrinsic(space["word"])


get = _of_words(1, lambda b, at: b.load(_pointer(b, at)))
put = _of_words(2, lambda b, at, v: b.store(v, _pointer(b, at)), numba.void)
look = _of_words(1, lambda b, at: b.load_atomic(_pointer(b, at), "seq_cst", 8))
show = _of_words(2, lambda b, at, v: b.store_atomic(v, _pointer(b, at), "seq_cst", 8), numba.void)
add = _of_words(2, lambda b, at, v: b.atomic_rmw("add", _pointer(b, at), v, "seq_cst"))


def _swap(builder: Any, at: Any, old: Any, new: Any) -> Any:
    """Put a word in the place of an old one; one if it was there."""
    found = builder.cmpxchg(_pointer(builder, at), old, new, "seq_cst", "seq_cst")
    return builder.zext(builder.extract_value(found, 1), _WORD)


swap = _of_words(3, _swap)


def _invoke(builder: Any, function: Any, args: Any, dims: Any, steps: Any, data: Any) -> None:
    """Call a function of a piece."""
    kind = ir.FunctionType(ir.VoidType(), [_WORD] * 4)
    builder.call(_pointer(builder, function, kind), [args, dims, steps, data])


invoke = _of_words(5, _invoke, numba.void)


def _ask(builder: Any, function: Any, at: Any) -> Any:
    """Call a function of the system with an address; return the int that it returns."""
    kind = ir.FunctionType(ir.IntType(32), [_WORD])
    return builder.sext(builder.call(_pointer(builder, function, kind), [at]), _WORD)


ask = _of_words(2, _ask)

_WORDS_OF_PAUSES = {"x86_64": "llvm.x86.sse2.pause", "AMD64": "llvm.x86.sse2.pause"}


def _pause(builder: Any, unused: Any) -> None:
    """Tell the processor that this is a loop which waits, where there is a word for it."""
    name = _WORDS_OF_PAUSES.get(platform.machine())
    if name is not None:
        kind = ir.FunctionType(ir.VoidType(), [])
        builder.call(cgutils.get_or_insert_function(builder.module, kind, name), [])


pause = _of_words(1, _pause, numba.void)


@numba.extending.intrinsic  # type: ignore[untyped-decorator]
def _void(context: Any, address: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.inttoptr(args[0], context.get_value_type(signature.return_type))

    return numba.types.voidptr(numba.int64), generate


# The board ------------------------------------------------------------------------------------

WORD = 8


def run_piece(place: Any, piece: Any, scratch: Any) -> None:
    """Call what is at a place for its piece of so many."""
    called = place + WORD * CALLED
    rows, count, arguments, mask = (
        get(called + 16), get(called + 24), get(called + 32), get(called + 40),
    )  # fmt: skip
    low, high = rows * piece // count, rows * (piece + 1) // count
    low &= mask  # so that vectors begin where they would in the whole
    if piece + 1 < count:
        high &= mask
    for i in range(arguments):
        step = get(place + WORD * (STEPS + i))
        put(scratch + WORD * i, get(place + WORD * (ARGS + i)) + low * step)
    put(scratch + WORD * 16, high - low)
    if high > low:
        invoke(get(called), scratch, scratch + WORD * 16, place + WORD * STEPS, get(called + 8))


def take(place: Any, scratch: Any, top: Any) -> Any:
    """Run one piece of a place, the last one or the first; zero if all are begun."""
    word = look(place)
    while word >> 32:
        begun = word & 0xFFFFFFFF
        piece = begun + (word >> 32) - 1 if top else begun
        if swap(place, word, word - (1 << 32) if top else word - (1 << 32) + 1):
            run_piece(place, piece, scratch)
            add(place + WORD * UNFINISHED, -1)
            return 1
        word = look(place)
    return 0


def is_offered(board: Any) -> Any:
    """Whether there are pieces that nobody has begun."""
    for i in range(PLACES):
        if look(board + WORD * (FIRST + PLACE * i)) >> 32:
            return 1
    return 0


def serve(board: Any, bell: Any, own: Any, looks: Any) -> None:
    """Run pieces of whatever is on the board until the bell rings; sleep after so many looks."""
    asleep = board + WORD * (WORKERS + WORKER * own)
    scratch, idle = asleep + WORD * OWN_SCRATCH, 0
    while look(board) == bell:
        found = 0
        for i in range(PLACES):
            found += take(board + WORD * (FIRST + PLACE * i), scratch, 1)
        idle = 0 if found else idle + 1
        pause(0)
        if idle >= looks:
            show(asleep, 1)
            if look(board) != bell or is_offered(board):
                show(asleep, 0)
            while look(asleep) == 1:  # the semaphore may be up from before
                ask(get(board + WORD * SEM_WAIT), asleep + WORD * SEMAPHORE)
            idle = 0


def wake(board: Any, workers: Any) -> None:
    """Wake those workers who sleep."""
    for own in range(workers):
        asleep = board + WORD * (WORKERS + WORKER * own)
        if swap(asleep, 1, 0):
            ask(get(board + WORD * SEM_POST), asleep + WORD * SEMAPHORE)


def post(board: Any, place: Any, count: Any, workers: Any) -> None:
    """Offer what is called at a place."""
    show(place + WORD * UNFINISHED, count)
    show(place, count << 32)
    wake(board, workers)


def ring(board: Any, workers: Any) -> None:
    """Have workers return to the interpreter."""
    add(board, 1)
    wake(board, workers)


def work(place: Any, scratch: Any, looks: Any) -> Any:
    """Run pieces of a place until all are begun, wait a while; return how many are unfinished."""
    while take(place, scratch, 0):
        pass
    waited = 0
    while waited < looks and look(place + WORD * UNFINISHED) > 0:
        waited += 1
        pause(0)
    return look(place + WORD * UNFINISHED)


def address(x: Any) -> Any:
    """Return where an array begins."""
    return x.ctypes.data


# Loops as functions of a piece ----------------------------------------------------------------

_ELEMENTS = {"n": "np.int64", "w": "np.float64", "b": "np.bool_", "h": "np.uint16"}


def _argument(i: int, letter: str, first: int) -> str:
    """Return an argument of a loop as text; `first` says where its sizes are."""
    at, steps = f"get(args + {8 * i})", f"get(steps + {8 * i})"
    if letter in "io":
        return at
    if letter in "sd":
        return f"{'F' if letter == 's' else 'np.float64'}(carray(_void({at}), 1, np.float64)[0])"
    sizes = [f"(n if {steps} else get(data + {8 * first}))"]
    sizes += [f"get(data + {8 * (first + k)})" for k in range(1, dimensions(letter))]
    return f"carray(_void({at}), ({', '.join(sizes)},), {_ELEMENTS.get(letter, 'F')})"


def piece_of(function: FunctionType, types: str, dtype: np.dtype[Any]) -> tuple[int, bool]:
    """Return the address of a loop as a function of a piece, and whether it came from disk."""
    firsts = itertools.accumulate(map(dimensions, types), initial=0)
    arguments = map(_argument, itertools.count(), types, firsts)
    given = ",\n        ".join(arguments)
    text = f"def piece(args, dims, steps, data):\n    n = get(dims)\n    loop({given})\n"
    names: dict[str, Any] = {
        "get": get, "_void": _void, "carray": numba.carray, "np": np, "F": dtype.type,
        "loop": function, "__name__": __name__,
    }  # fmt: skip
    exec_source(text, f"<redispatch piece of {function.__qualname__} {types} {dtype.name}>", names)
    return jit.compiled_address(names["piece"], f"{types} {dtype.name}")
