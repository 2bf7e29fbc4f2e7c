"""Finds the source of a user's function, and what its names stand for.

Decides what counts as a constant and where a line of the user's is. Must not know programs.
"""

from __future__ import annotations

import ast
import builtins
import inspect
import textwrap
from typing import Any

import numpy as np

from ...dispatch.errors import RegistrationError, explain_error

MISSING = object()
OTHERWISE = "functions of numbers as docs/user_kernels.md says, or derivative= with the slopes"


class Source:
    """A function as a syntax tree, with the values of its outer names as they are now."""

    def __init__(self, function: Any) -> None:
        self.function = function
        self.code = function.__code__
        self.name = function.__name__
        try:
            lines, first = inspect.getsourcelines(function)
            tree = ast.parse(textwrap.dedent("".join(lines)))
        except (OSError, TypeError, SyntaxError):
            raise self.refused(None, "has no source that can be read") from None
        self.first = first
        found = next((n for n in ast.walk(tree) if isinstance(n, ast.FunctionDef)), None)
        if found is None:
            raise self.refused(None, "is not written with def")
        self.tree = found
        self.locals = set(self.code.co_varnames) | set(self.code.co_cellvars)
        cells = function.__closure__ or ()
        self.closure = dict(zip(self.code.co_freevars, cells, strict=True))

    def line(self, node: ast.AST | None) -> str:
        """Return "file:line" of a part of the function."""
        number = self.code.co_firstlineno
        if node is not None and hasattr(node, "lineno"):
            number = self.first + node.lineno - 1
        return f"{self.code.co_filename}:{number}"

    def refused(self, node: ast.AST | None, why: str, accepted: str = "") -> RegistrationError:
        """Return the error that says what in the function is not understood."""
        return RegistrationError(
            explain_error(self.name, why, where=self.line(node), accepted=accepted or OTHERWISE)
        )

    def outer(self, name: str) -> Any:
        """Return what a name of the surroundings stands for, or MISSING."""
        if name in self.closure:
            try:
                return self.closure[name].cell_contents
            except ValueError:
                return MISSING
        space = self.function.__globals__
        return space.get(name, getattr(builtins, name, MISSING))


def is_number(value: Any) -> bool:
    """Whether a value of the surroundings is a constant number."""
    return isinstance(value, (bool, int, float, np.bool_, np.integer, np.floating))


def as_numbers(value: Any) -> tuple[Any, ...] | None:
    """Return a sequence of numbers as a tuple, which may hold tuples; None for anything else."""
    if isinstance(value, np.ndarray) and value.dtype.kind in "biuf":
        value = value.tolist()
    if not isinstance(value, (tuple, list)):
        return None
    parts = [v if is_number(v) else as_numbers(v) for v in value]
    return None if any(p is None for p in parts) else tuple(parts)
