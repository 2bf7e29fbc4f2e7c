"""Every exception the dispatcher raises, and the one form in which it explains itself.

This file decides the type of each error and how a message is laid out. It must not know operators,
keys or tensors: whoever raises brings the words. Each exception is also the built-in (or PyTorch)
type that users of the same call in PyTorch catch, so ``except RuntimeError`` keeps working.

    Exception
    └── DispatchError                mix-in: "this came from the dispatcher"
        ├── SchemaError              + RuntimeError          a schema text that cannot be read
        ├── RegistrationError        + RuntimeError          a rule or operator that is refused
        ├── KeyRemovedError          + RuntimeError          a key whose backend was removed
        ├── DeviceError              + RuntimeError          operands on devices that do not mix
        ├── NoKernelError            + NotImplementedError   no rule at the end of a walk
        ├── OperatorNotFound         + AttributeError        no such namespace, operator, overload
        └── ArgumentError            + TypeError             arguments that the schema refuses
"""

from __future__ import annotations

from collections.abc import Iterable

__all__ = [
    "ArgumentError",
    "DeviceError",
    "DispatchError",
    "KeyRemovedError",
    "NoKernelError",
    "OperatorNotFound",
    "RegistrationError",
    "SchemaError",
    "explain_error",
    "nearest",
    "suggest",
]


class DispatchError(Exception):
    """Base of every exception of the dispatcher."""


class SchemaError(DispatchError, RuntimeError):
    """A schema text could not be read.

    Attributes
    ----------
    text : str or None
        The whole schema text.
    position : int or None
        Offset in `text` of the first character that is wrong.
    """

    def __init__(self, message: str, text: str | None = None, position: int | None = None) -> None:
        super().__init__(message)
        self.text = text
        self.position = position

    @classmethod
    def at(
        cls,
        text: str,
        position: int,
        what: str,
        accepted: str | Iterable[str] | None = None,
    ) -> SchemaError:
        """Make the error that shows `text` with a caret under `position`."""
        start = text.rfind("\n", 0, position) + 1
        line = text[start:].split("\n", 1)[0]
        # A tab before the place stays a tab, so that the caret stands right at any tab width.
        indent = "".join(c if c == "\t" else " " for c in text[start:position])
        message = explain_error("schema", what, f"{line}\n{indent}^", accepted)
        return cls(message, text, position)


class RegistrationError(DispatchError, RuntimeError):
    """A registration was refused; nothing has been changed."""


class KeyRemovedError(DispatchError, RuntimeError):
    """A tensor, state or call names a key whose backend was removed."""


class DeviceError(DispatchError, RuntimeError):
    """Operands live on devices that one call cannot mix."""


class NoKernelError(DispatchError, NotImplementedError):
    """A walk has nothing at its end that could compute the operator."""


class OperatorNotFound(DispatchError, AttributeError):
    """No namespace, operator or overload has this name."""


class ArgumentError(DispatchError, TypeError):
    """The arguments of a call do not fit the operator's schema."""


def explain_error(
    who: str,
    what: str,
    where: str | None = None,
    accepted: str | Iterable[str] | None = None,
) -> str:
    """Lay out an error message: who, what, where, what would be accepted.

    Parameters
    ----------
    who : str
        The operator, library or backend that refuses.
    what : str
        What is wrong, in one sentence.
    where : str, optional
        A source line, a schema with a caret, a walk; may have several lines.
    accepted : str or iterable of str, optional
        What would be accepted, nearest first; an empty one leaves no line.

    Examples
    --------
    >>> print(explain_error("rd::add", "no kernel for Meta", accepted=["NumPy", "Numba"]))
    rd::add: no kernel for Meta
      accepted:
        NumPy
        Numba
    """
    lines = [f"{who}: {what}"]
    if where:
        lines += _labelled("where", where.split("\n"))
    if accepted is not None:
        choices = accepted.split("\n") if isinstance(accepted, str) else list(accepted)
        if any(choices):
            lines += _labelled("accepted", choices)
    return "\n".join(lines)


def _labelled(label: str, lines: list[str]) -> list[str]:
    if len(lines) == 1:
        return [f"  {label}: {lines[0]}"]
    return [f"  {label}:", *(f"    {line}" for line in lines)]


def nearest(name: str, candidates: Iterable[str], limit: int = 3) -> list[str]:
    """Return the candidates that `name` may have been meant for, nearest first.

    Examples
    --------
    >>> nearest("keepdims", ["dim", "keepdim", "dtype"])
    ['keepdim']
    """
    import difflib  # only a failing call pays for the import

    # Candidates that differ only in case are always near; difflib alone would miss "ADD" for "add".
    folded: dict[str, list[str]] = {}
    for candidate in dict.fromkeys(candidates):
        folded.setdefault(candidate.casefold(), []).append(candidate)
    close = difflib.get_close_matches(name.casefold(), folded, n=max(limit, 1))
    return [candidate for match in close for candidate in folded[match]][:limit]


def suggest(name: str, candidates: Iterable[str]) -> str:
    """Return " (did you mean ...?)" for the end of a sentence, or nothing.

    Examples
    --------
    >>> suggest("Autogard", ["Autograd", "Version"])
    ' (did you mean Autograd?)'
    """
    found = nearest(name, candidates)
    return f" (did you mean {' or '.join(found)}?)" if found else ""
