"""Where things stand in the memory by which threads share calls, in words of 8 bytes.

See Note [Pieces] in jit_crew.py.
"""

from __future__ import annotations

ARGUMENTS = 16  # at most, of what is called
PLACES = 4  # calls that are shared at one time; others are made by the thread that makes them
SEM_POST, SEM_WAIT = 1, 2  # addresses of the system's functions; the word 0 is the bell
FIRST = 8  # where the first place begins
PLACE = 160  # words of a place
UNFINISHED = 8  # the words of a place: pieces not finished; word 0 is pieces not begun
CALLED = 16  # function, its data, steps in all, pieces, number of arguments, mask of first steps
ARGS = 24  # an address for each argument
STEPS = ARGS + ARGUMENTS  # the bytes that it moves in a step
SIZES = STEPS + ARGUMENTS  # the sizes of arrays, which are the data of loops of ours
MOST_SIZES = 64
SCRATCH = SIZES + MOST_SIZES  # where the calling thread writes what a piece is called with
WORKERS = FIRST + PLACE * PLACES  # where the words of each worker begin
WORKER = 48  # whether it sleeps, then
SEMAPHORE = 1  # what it waits for, and
OWN_SCRATCH = 16  # where it writes what a piece is called with


def dimensions(letter: str) -> int:
    """Return how many sizes an argument of a loop has, by its letter: see `jit.compiled`."""
    if letter.isdigit():
        return int(letter)
    return {"m": 2, "s": 0, "d": 0, "i": 0, "o": 0}.get(letter, 1)
