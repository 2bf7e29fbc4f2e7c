"""How schema text is read.

This file decides which texts are schemas and where the caret stands under those that are not. It
must not know what a schema is used for: it returns the parts, and ``schema.py`` puts them together.

The text of an operator is read when the operator is first called. So one regular expression cuts it
into bare strings in one call of ``findall``; where each of them stood is found out only for an
error.
"""

from __future__ import annotations

import re
from keyword import iskeyword
from typing import NamedTuple, NoReturn

from .argument import BASES, OPAQUE, REQUIRED, SYNONYMS, Argument, Default, Return, Type
from .errors import SchemaError, nearest

__all__ = ["Parts", "read"]

_TOKEN = re.compile(
    r"""->|::|[A-Za-z_]\w*|-inf\b
    |-?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?
    |"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'
    |\S""",
    re.ASCII | re.VERBOSE,
)
_LITERALS: dict[str, bool | float | None] = {
    "None": None,
    "True": True,
    "False": False,
    "inf": float("inf"),
    "-inf": float("-inf"),
    "nan": float("nan"),  # one object, so that two schemas with this default are equal
}
#: Names of types in C++ and NumPy, with what a schema says instead.
_OTHER_TYPES = {
    "int64_t": "`SymInt` or `int`",
    "int64": "`SymInt` or `int`",
    "long": "`SymInt` or `int`",
    "double": "`float`",
    "float64": "`float`",
    "string": "`str`",
}
_DIGITS = frozenset("0123456789")
#: Text of a type without its alias annotation -> the type; a few dozen exist.
_types: dict[str, Type] = {}


class Parts(NamedTuple):
    """What a schema text says."""

    namespace: str
    name: str
    overload: str
    arguments: tuple[Argument, ...]
    returns: tuple[Return, ...]


class _Word(str):
    """A bare word as a default, told from a quoted string."""


def read(text: str, default_namespace: str) -> Parts:
    """Read a schema text.

    Raises
    ------
    SchemaError
        With a caret under the first place that is wrong.
    """
    reader = _Reader(text)
    namespace, name, overload = reader.names(default_namespace)
    arguments = reader.arguments()
    if reader.tokens[reader.at] != "->":
        reader.fail("expected '->' and what the operator returns")
    reader.at += 1
    returns = reader.returns(arguments)
    if reader.tokens[reader.at]:
        reader.fail("expected the end of the schema")
    return Parts(namespace, name, overload, arguments, returns)


def _is_word(token: str) -> bool:
    return token.isidentifier() and token.isascii()


class _Reader:
    """A place in the tokens of one text; the last token is always the empty string."""

    __slots__ = ("at", "text", "tokens")

    def __init__(self, text: str) -> None:
        self.text = text
        self.tokens = _TOKEN.findall(text)
        self.tokens.append("")
        self.at = 0

    def fail(self, what: str, at: int | None = None, accepted: str | None = None) -> NoReturn:
        at = self.at if at is None else at
        spans = [match.start() for match in _TOKEN.finditer(self.text)]
        position = spans[at] if at < len(spans) else len(self.text.rstrip())
        token = self.tokens[at]
        if what.startswith("expected"):
            what += f", got {token!r}" if token else ", got the end of the text"
        raise SchemaError.at(self.text, position, what, accepted)

    def expect(self, token: str, what: str) -> None:
        if self.tokens[self.at] != token:
            self.fail(f"expected {what}")
        self.at += 1

    def identifier(self, what: str) -> str:
        token: str = self.tokens[self.at]
        if not _is_word(token):
            self.fail(f"expected {what}")
        self.at += 1
        return token

    def new_name(self, what: str) -> str:
        """Read a name that must be usable in Python source."""
        name = self.identifier(what)
        if iskeyword(name):
            self.fail(f"{name!r} is a Python keyword and cannot be {what}", self.at - 1)
        return name

    def names(self, namespace: str) -> tuple[str, str, str]:
        name = self.new_name("the name of an operator")
        if self.tokens[self.at] == "::":
            self.at += 1
            namespace, name = name, self.new_name("the name of an operator")
        overload = ""
        if self.tokens[self.at] == ".":
            self.at += 1
            overload = self.identifier("the name of an overload")
            if overload == "default":
                self.fail("'default' names the overload without a name; leave it out", self.at - 1)
        return namespace, name, overload

    def arguments(self) -> tuple[Argument, ...]:
        self.expect("(", "'(' and the arguments")
        tokens = self.tokens
        if tokens[self.at] == ")":
            self.at += 1
            return ()
        arguments: dict[str, Argument] = {}
        kwarg_only = False
        default_before: str | None = None
        while True:
            if tokens[self.at] == "*":
                if kwarg_only:
                    self.fail("a second '*'; one already makes the rest keyword-only")
                kwarg_only = True
                self.at += 1
                if tokens[self.at] != ",":
                    self.fail("expected ',' and a keyword-only argument after '*'")
                self.at += 1
            start = self.at
            argument = self.argument(kwarg_only)
            if argument.name in arguments:
                self.fail(f"two arguments are called {argument.name!r}", self.last_name(start))
            arguments[argument.name] = argument
            if argument.default is not REQUIRED:
                default_before = argument.name
            elif default_before is not None and not kwarg_only:
                self.fail(
                    f"argument {argument.name!r} has no default but follows {default_before!r}, "
                    "which has one",
                    self.last_name(start),
                )
            token = tokens[self.at]
            if token == ")":
                self.at += 1
                return tuple(arguments.values())
            if token != ",":
                self.fail("expected ',' or ')' after an argument")
            self.at += 1

    def last_name(self, start: int) -> int:
        """Return where the name stands in the argument that was just read from `start`."""
        end = self.at
        if "=" in self.tokens[start:end]:
            end = self.tokens.index("=", start)
        return end - 1

    def argument(self, kwarg_only: bool) -> Argument:
        type, alias, mutated, wildcard = self.type()
        name = self.new_name("the name of an argument")
        default: Default = REQUIRED
        if self.tokens[self.at] == "=":
            self.at += 1
            default = self.default(type)
        return Argument(name, type, default, kwarg_only, alias, mutated, wildcard)

    def type(self) -> tuple[Type, str | None, bool, bool]:
        tokens, start = self.tokens, self.at
        base = tokens[start]
        if base not in BASES:
            base = SYNONYMS.get(base, "")
            if not base:
                self.unknown_type()
        self.at += 1
        alias: str | None = None
        mutated = wildcard = False
        if tokens[self.at] == "(":
            if base != "Tensor":
                self.fail(f"only a Tensor can have an alias annotation, not {tokens[start]}")
            alias, mutated, wildcard = self.annotation()
        spelled = base
        while (token := tokens[self.at]) == "?" or token == "[":
            if token == "[":
                if tokens[self.at + 1] != "]":
                    self.at += 1
                    if not _DIGITS.issuperset(tokens[self.at]) or not int(tokens[self.at] or 0):
                        self.fail("expected ']' or the size of the list")
                    token += str(int(tokens[self.at]))
                self.at += 1
                self.expect("]", "']'")
                token += "]"
            else:
                self.at += 1
            spelled += token
        known = _types.get(spelled)
        if known is None:
            known = _types[spelled] = self.suffixes(base, spelled[len(base) :])
        return known, alias, mutated, wildcard

    def suffixes(self, base: str, suffix: str) -> Type:
        match = re.fullmatch(r"(\?)?(?:\[(\d*)\])(\?)?|(\?)?", suffix)
        if match is None:
            self.fail(
                f"'{base}{suffix}' is not a type; it may end in ?, [], ?[] or []?",
                self.at - 1,
            )
        element, size, after, plain = match.groups()
        if size is None:
            return Type(base, bool(plain))
        return Type(base, bool(after), True, int(size) if size else None, bool(element))

    def annotation(self) -> tuple[str, bool, bool]:
        self.at += 1
        alias = self.identifier("an alias set, as in Tensor(a) or Tensor(a!)")
        mutated = self.tokens[self.at] == "!"
        self.at += mutated
        wildcard = self.tokens[self.at] == "->"
        if wildcard:
            self.at += 1
            self.expect("*", "'*' after '->' in an alias annotation")
        self.expect(")", "')' after the alias set")
        return alias, mutated, wildcard

    def unknown_type(self) -> NoReturn:
        token = self.tokens[self.at]
        if not _is_word(token):
            self.fail("expected a type")
        known = sorted(BASES)
        accepted = ", ".join(dict.fromkeys(nearest(token, known) + known))
        instead = _OTHER_TYPES.get(token)
        hint = f". Use {instead} for this type" if instead else ""
        self.fail(f"unknown type specifier {token!r}{hint}", accepted=accepted)

    def default(self, type: Type) -> Default:
        start = self.at
        if self.tokens[start] == "[" and (type.list or type.base == "any"):
            return tuple(self.default_items(type))
        value = self.literal("a default value")
        if value is None and (type.optional or type.base == "any"):
            return None
        if type.list and type.size is None:
            self.fail(f"expected None or a list as the default of {type}", start)
        if value is None:  # int?[2] x=None would not say which None is meant
            self.fail(f"expected a default of type {type}", start)
        item = self.fitting(value, type, start)
        return (item,) * type.size if type.size is not None else item

    def default_items(self, type: Type) -> list[bool | int | float | str | None]:
        self.at += 1
        items: list[bool | int | float | str | None] = []
        while self.tokens[self.at] != "]":
            start = self.at
            value = self.literal("a value or ']'")
            if value is None and (type.element_optional or type.base == "any"):
                items.append(None)
            else:
                items.append(self.fitting(value, type, start))
            if self.tokens[self.at] == ",":
                self.at += 1
            elif self.tokens[self.at] != "]":
                self.fail("expected ',' or ']' in a list")
        self.at += 1
        return items

    def literal(self, what: str) -> bool | int | float | str | None:
        token = self.tokens[self.at]
        self.at += 1
        if token in _LITERALS:
            return _LITERALS[token]
        if _is_word(token):
            return _Word(token)
        if len(token) > 1 and token[0] in "\"'":
            from ast import literal_eval  # few schemas hold a string

            try:
                return str(literal_eval(token))
            except (SyntaxError, ValueError):
                self.fail("a string with a bad escape", self.at - 1)
        if not _DIGITS.isdisjoint(token[:3]):  # of all tokens, only a number starts -.5, -5 or 5
            if not _DIGITS.issuperset(token.lstrip("-")):
                return float(token)
            try:
                return int(token)
            except ValueError:  # sys.set_int_max_str_digits
                self.fail("a number with too many digits", self.at - 1)
        self.fail(f"expected {what}", self.at - 1)

    def fitting(self, value: object, type: Type, at: int) -> bool | int | float | str:
        """Return `value` as a default for one element of `type`, or fail at token `at`."""
        base = type.base
        if base in OPAQUE:
            if isinstance(value, str):
                return str(value)
            if base == "any" and isinstance(value, (bool, int, float)):
                return value
        elif base == "str":
            if isinstance(value, str) and not isinstance(value, _Word):
                return value
        elif base == "bool":
            if isinstance(value, bool):
                return value
        elif isinstance(value, bool):
            if base in ("Scalar", "TensorOrScalar"):
                return value
        elif isinstance(value, (int, float)) and base != "Tensor":
            if base == "float":
                return float(value)
            if base != "int" or isinstance(value, int):
                return value
        self.fail(f"expected a default of type {type}", at)

    def returns(self, arguments: tuple[Argument, ...]) -> tuple[Return, ...]:
        written: dict[str, bool] = {}
        for argument in arguments:
            if argument.alias is not None:
                written[argument.alias] = argument.mutated or written.get(argument.alias, False)
        if self.tokens[self.at] != "(":
            return (self.returned(written),)
        self.at += 1
        if self.tokens[self.at] == ")":
            self.at += 1
            return ()
        returns: list[Return] = []
        while True:
            returned = self.returned(written)
            if returned.name is not None and any(r.name == returned.name for r in returns):
                self.fail(f"two results are called {returned.name!r}", self.at - 1)
            returns.append(returned)
            if self.tokens[self.at] == ")":
                self.at += 1
                return tuple(returns)
            self.expect(",", "',' or ')' after a result")

    def returned(self, written: dict[str, bool]) -> Return:
        start = self.at
        type, alias, mutated, wildcard = self.type()
        if alias is not None:
            place = start + 2  # behind the base and "("
            if wildcard:
                self.fail("'-> *' belongs to an argument, not to a result", place + 1 + mutated)
            if alias not in written:
                self.fail(f"no argument has the alias set {alias!r}", place)
            if mutated and not written[alias]:
                self.fail(f"the result is {alias}!, but no argument {alias}! is mutated", place)
        name: str | None = None
        if self.tokens[self.at] not in (",", ")", ""):
            name = self.new_name("the name of a result")
        return Return(name, type, alias, mutated)
