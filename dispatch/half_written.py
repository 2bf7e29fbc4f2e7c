"""What is said and remembered of a write that raised half way.

Decides how an exception tells that it left memory partly written. Must not know versions (the layer
that counts writes asks here) nor kernels (whoever calls one says here that it had begun).

Note [Refused or half written]
~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
What raises before a kernel runs is a refusal: nothing has changed, nothing is counted. What a
kernel raises may come after some of its writes: the exception is marked, keeps its type and gets a
note, and the version of what was to be written goes up, so that values saved before are not used.
Of a user's kernel every exception counts as the second kind. Kernels of the package check first and
write last, so that the exceptions by which arguments are refused (`REFUSALS`) are the first.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

REFUSALS = (TypeError, ValueError, LookupError, RuntimeError)
_MARK = "_redispatch_half_written"


def half_written(error: BaseException, name: str, arguments: str) -> None:
    """Mark an exception that a kernel raised, and say so in a note on it."""
    if not hasattr(error, _MARK):
        error.__dict__[_MARK] = name
        error.add_note(
            f"{name} raised while it was writing: the data of {arguments} may be partly written, "
            "and the version has been counted"
        )


def is_half_written(error: BaseException) -> bool:
    """Whether an exception came from a kernel that may have written already."""
    return hasattr(error, _MARK)


def written_names(operator: Any) -> str:
    """Return the names of the arguments that an operator writes to."""
    return " and ".join(repr(a.name) for a in operator.schema.mutated_arguments)


def marking(operator: Any, kernel: Callable[..., Any]) -> Callable[..., Any]:
    """Return a kernel that writes to arguments, whose exceptions are marked."""
    name, arguments = operator.name, written_names(operator)

    def write(*args: Any, **kwargs: Any) -> Any:
        try:
            return kernel(*args, **kwargs)
        except BaseException as error:
            half_written(error, name, arguments)
            raise

    return write
