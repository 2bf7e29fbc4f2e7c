"""Finds the source of a user's function, and what its names stand for.

Decides what counts as a constant and where a line of the user's is. Must not know programs.
"""

from __future__ import annotations

import ast
import builtins
import dis
import inspect
import textwrap
from types import CodeType
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
        if not _is_source_of(found, self.code):
            raise self.refused(
                None, "has other code than the source says that is found for it: was it edited?"
            )
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


def _is_source_of(tree: ast.FunctionDef, code: CodeType) -> bool:
    """Whether a definition compiles to the code of a function.

    Files are edited while programs run, and consoles give the name of one cell to another.
    """
    outer = ast.parse("def outer():\n    pass")
    inner = ast.FunctionDef(**{**dict(ast.iter_fields(tree)), "decorator_list": []})
    around: list[ast.stmt] = [ast.parse(f"{n} = None").body[0] for n in code.co_freevars]
    if code.co_name not in code.co_freevars:
        around.append(ast.Global([code.co_name]))
    assert isinstance(outer.body[0], ast.FunctionDef)
    outer.body[0].body = [*around, inner]
    made = compile(ast.fix_missing_locations(outer), "<source>", "exec", dont_inherit=True)
    found = made.co_consts[0]
    for each in found.co_consts:
        if isinstance(each, CodeType) and each.co_name == code.co_name:
            return _plain(each) == _plain(code)
    return False


def _plain(code: CodeType) -> list[Any]:
    """Return what a function computes: all but how names of the surroundings are looked up.

    That depends on the imports around it, which are not compiled here.
    """
    steps = [
        (i.opname, i.argrepr if i.opname != "LOAD_CONST" else repr(i.argval))
        for i in dis.get_instructions(code)
        if i.opname.startswith(("BINARY", "COMPARE", "UNARY", "LOAD_FAST", "STORE", "LOAD_CONST"))
        and not isinstance(i.argval, CodeType)
    ]
    return [*steps, code.co_names, code.co_varnames, code.co_freevars]


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
