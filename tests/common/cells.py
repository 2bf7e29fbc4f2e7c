"""A table of rules: what a small program shows, as a value or as a refusal.

A cell is written over any library with PyTorch's names, so that the expected values can be looked
up by running PyTorch itself; `ours` is where redispatch differs on purpose (docs/differences.md).
"""

from __future__ import annotations

import re
import warnings
from collections.abc import Callable
from typing import Any, NamedTuple

SAME: Any = object()


class Refused(NamedTuple):
    """What a cell expects that is to be refused: the error, and a fragment of its text."""

    error: type[Exception] | tuple[type[Exception], ...]
    match: str


class Cell(NamedTuple):
    """One rule: its name, the program, and what it shows."""

    rule: str
    program: Callable[[Any], Any]
    expected: Any
    ours: Any = SAME


RE = RuntimeError
LEAF = Refused(RE, "leaf")
VERSION = Refused(RE, "modified by an inplace operation")
INFERENCE = Refused(RE, "[Ii]nference")


def check(cell: Cell, library: Any, *, ours: bool = True) -> None:
    """Run the program of a cell and compare."""
    expected = cell.expected if cell.ours is SAME or not ours else cell.ours
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            found = cell.program(library)
        except Exception as error:
            if not isinstance(expected, Refused):
                raise
            assert isinstance(error, expected.error), f"{cell.rule}: {error!r}"
            assert re.search(expected.match, str(error)), f"{cell.rule}: {error}"
            return
    assert not isinstance(expected, Refused), f"{cell.rule}: not refused, but {found}"
    assert found == expected, f"{cell.rule}: {found}, right is {expected}"


def node(tensor: Any) -> str | None:
    """Return the name of the node that made a tensor."""
    return None if tensor.grad_fn is None else type(tensor.grad_fn).__name__


def leaf(t: Any, *values: float) -> Any:
    """Return a leaf that requires grad."""
    return t.tensor(values or [1.0, 2.0, 3.0, 4.0], dtype=t.float64, requires_grad=True)


def plain(t: Any, *values: float) -> Any:
    """Return a tensor that does not require grad."""
    return t.tensor(values or [1.0, 2.0, 3.0, 4.0], dtype=t.float64)
