"""The source of callers: the function and the Tensor method of an operator.

Decides what is checked before a walk is looked up. A caller checks classes only, and takes the fast
way (bits, probe, walk) when every argument is exactly what the schema names; anything else (lists,
NumPy scalars, ndarrays, wrong types) goes to `Operator.__call__`, which converts or refuses. Must not
know kernels.
"""

from __future__ import annotations

import linecache
from collections.abc import Callable, Iterable
from typing import Any

from .argument import REQUIRED, Argument
from .keys import SCALAR_BITS
from .operator import SCALAR_TYPES, TENSOR_TYPES, Operator
from .state import state_bits

HINTS = {
    "Tensor": "Tensor",
    "TensorOrScalar": "Operand",
    "Scalar": "Number",
    "int": "int",
    "float": "float",
    "bool": "bool",
    "str": "str",
}
# Python's operators: method name -> (operator, reflected)
DUNDERS = {
    "__add__": ("add", False),
    "__radd__": ("add", True),
    "__sub__": ("sub", False),
    "__rsub__": ("sub", True),
    "__mul__": ("mul", False),
    "__rmul__": ("mul", True),
    "__truediv__": ("div", False),
    "__rtruediv__": ("div", True),
    "__floordiv__": ("floor_divide", False),
    "__rfloordiv__": ("floor_divide", True),
    "__mod__": ("remainder", False),
    "__rmod__": ("remainder", True),
    "__pow__": ("pow", False),
    "__rpow__": ("pow", True),
    "__matmul__": ("matmul", False),
    "__rmatmul__": ("matmul", True),
    "__and__": ("bitwise_and", False),
    "__rand__": ("bitwise_and", True),
    "__or__": ("bitwise_or", False),
    "__ror__": ("bitwise_or", True),
    "__xor__": ("bitwise_xor", False),
    "__rxor__": ("bitwise_xor", True),
    "__neg__": ("neg", False),
    "__abs__": ("abs", False),
    "__invert__": ("bitwise_not", False),
    "__eq__": ("eq", False),
    "__ne__": ("ne", False),
    "__lt__": ("lt", False),
    "__le__": ("le", False),
    "__gt__": ("gt", False),
    "__ge__": ("ge", False),
    "__iadd__": ("add_", False),
    "__isub__": ("sub_", False),
    "__imul__": ("mul_", False),
    "__itruediv__": ("div_", False),
    "__ipow__": ("pow_", False),
}


def hint(argument: Argument) -> str:
    """Return the annotation of an argument."""
    kind = argument.type
    text = HINTS.get(kind.base, "Any")
    if kind.list:
        inner = f"{text} | None" if kind.element_optional else text
        text = f"Sequence[{inner}]"
        if kind.base == "int":
            text += " | int"
    if kind.optional and text != "Any":
        text += " | None"
    return text


def result_hint(operator: Operator) -> str:
    """Return the annotation of the result."""
    returns = operator.schema.returns
    hints = []
    for each in returns:
        text = HINTS.get(each.type.base, "Any")
        hints.append(f"list[{text}]" if each.type.list else text)
    if not hints:
        return "None"
    return hints[0] if len(hints) == 1 else f"tuple[{', '.join(hints)}]"


def _default(argument: Argument) -> str:
    if argument.default is REQUIRED:
        return ""
    return f" = {argument.default!r}"


def parameters(operator: Operator, *, method: bool, hints: bool = True) -> str:
    """Return the parameter list of a caller."""
    parts = []
    star = False
    for position, argument in enumerate(operator.schema.arguments):
        name = argument.name
        if position == 0 and name == "self":
            if method:
                parts.append("self")
                continue
            name = "input"
        if argument.kwarg_only and not star:
            parts.append("*")
            star = True
        if method and "variadic" in operator.tags and argument.type.list:
            parts.append(f"*{name}: Any" if hints else f"*{name}")
            continue
        parts.append(f"{name}: {hint(argument)}{_default(argument)}" if hints else name)
    return ", ".join(parts)


def _test(name: str, argument: Argument) -> str | None:
    """Return the test that an argument is exactly what the schema names, or None for "never"."""
    kind = argument.type
    if kind.list:
        test = f"{name}.__class__ is tuple" if not argument.is_tensor_list else None
    elif kind.base == "Tensor":
        test = f"{name}.__class__ in TENSORS"
    elif kind.base == "Scalar":
        test = f"{name}.__class__ in SCALARS"
    elif kind.base in ("int", "float", "bool", "str"):
        test = f"{name}.__class__ is {kind.base}"
    else:
        return f"{name} is None" if kind.optional or argument.default is None else None
    if test is not None and kind.optional:
        return f"({name} is None or {test})"
    return test


def _names(operator: Operator, method: bool) -> list[str]:
    names = [a.name for a in operator.schema.arguments]
    if names and names[0] == "self" and not method:
        names[0] = "input"
    return names


def _slow(operator: Operator, names: Iterable[str]) -> str:
    return f"return OP_{ident(operator)}.call(({', '.join(names)},))"


def ident(operator: Operator) -> str:
    """Return an identifier for an operator."""
    schema = operator.schema
    return f"{schema.name}_{schema.overload}" if schema.overload else schema.name


def body(operator: Operator, *, method: bool) -> list[str]:
    """Return the lines of a caller's body."""
    arguments = operator.schema.arguments
    names = _names(operator, method)
    walks = f"W_{ident(operator)}"
    lines: list[str] = []
    tests: list[str] = []
    bits: list[str] = []
    either: list[tuple[str, int]] = []
    fast = True
    for position, (name, argument) in enumerate(zip(names, arguments, strict=True)):
        if method and "variadic" in operator.tags and argument.type.list:
            lines += [
                f"if len({name}) == 1 and {name}[0].__class__ is not int:",
                f"    {name} = {name}[0]",
            ]
        elif argument.type.list and argument.type.base == "int":
            lines += [f"if {name}.__class__ is int:", f"    {name} = ({name},)"]
        if argument.type.base == "TensorOrScalar":
            if not (method and position == 0):
                either.append((name, len(either) + (1 if method and _first_either(operator) else 0)))
                continue
        elif not (method and position == 0):
            test = _test(name, argument)
            if test is None:
                fast = False
                break
            tests.append(test)
        if argument.is_tensor:
            keys = f"{name}._keys"
            bits.append(f"(0 if {name} is None else {keys})" if argument.type.optional else keys)
    if not fast or not (bits or either) or len(either) > 2:
        return [*lines, _slow(operator, names)]
    for choice in _choices(either):
        conditions = [*choice.tests, *tests]
        keys = " | ".join([*bits, *choice.bits, "state()"])
        call = f"return {walks}[{keys}]({', '.join(names)})"
        if not conditions:
            return [*lines, call]
        lines += [f"if {' and '.join(conditions)}:", f"    {call}"]
    return [*lines, _slow(operator, names)]


def _first_either(operator: Operator) -> bool:
    return operator.schema.arguments[0].type.base == "TensorOrScalar"


class _Choice:
    def __init__(self, tests: list[str], bits: list[str]) -> None:
        self.tests = tests
        self.bits = bits


def _choices(either: list[tuple[str, int]]) -> list[_Choice]:
    """Return the fast ways through arguments that may be tensors or scalars, likeliest first."""
    choices = [_Choice([], [])]
    for name, place in either:
        tensor = ([f"{name}.__class__ in TENSORS"], [f"{name}._keys"])
        scalar = ([f"{name}.__class__ in SCALARS"], [f"SCALAR_{place}"])
        choices = [
            _Choice([*c.tests, *tests], [*c.bits, *bits])
            for tests, bits in (tensor, scalar)
            for c in choices
        ]
    return [c for c in choices if not either or any("_keys" in b for b in c.bits) or len(either) < 2]


def docstring(operator: Operator, indent: str) -> list[str]:
    """Return the lines of a caller's docstring: the sentence and the example."""
    lines = [f'{indent}"""{operator.doc or operator.schema.name}']
    if operator.example:
        lines += ["", f"{indent}Examples", f"{indent}--------", f"{indent}>>> import redispatch as rd"]
        for line in operator.example.splitlines():
            lines.append(f"{indent}{line}")
        lines.append(f'{indent}"""')
    else:
        lines[0] += '"""'
    return lines


def function_source(operator: Operator, *, doc: bool = True) -> str:
    """Return the source of the function of an operator."""
    lines = [
        f"def {operator.schema.name}({parameters(operator, method=False)}) -> {result_hint(operator)}:"
    ]
    if doc:
        lines += docstring(operator, "    ")
    lines += ["    " + line for line in body(operator, method=False)]
    return "\n".join(lines) + "\n"


def method_source(operator: Operator) -> str:
    """Return the source of the Tensor method of an operator, indented for the class."""
    head = f"    def {operator.schema.name}({parameters(operator, method=True)})"
    lines = [f"{head} -> {result_hint(operator)}:"]
    lines.append(f'        """{operator.doc or operator.schema.name}"""')
    lines += ["        " + line for line in body(operator, method=True)]
    return "\n".join(lines) + "\n"


def dunder_source(name: str, operator: Operator, reflected: bool) -> str:
    """Return the source of one of Python's operators on Tensor."""
    walks = f"W_{ident(operator)}"
    required = [a for a in operator.schema.arguments if a.default is REQUIRED]
    comparison = "  # type: ignore[override]" if name in ("__eq__", "__ne__") else ""
    if len(required) == 1:
        return (
            f"    def {name}(self) -> Tensor:\n"
            f"        return {walks}[self._keys | state()](self)\n"
        )
    pair = "(other, self)" if reflected else "(self, other)"
    lines = [f"    def {name}(self, other: Any) -> Tensor:{comparison}"]
    lines += [
        "        kind = other.__class__",
        "        if kind in TENSORS:",
        f"            return {walks}[self._keys | other._keys | state()]{pair}",
    ]
    if required[1].type.base == "TensorOrScalar":
        place = 0 if reflected or not _first_either(operator) else 1
        lines += [
            "        if kind in SCALARS:",
            f"            return {walks}[self._keys | SCALAR_{place} | state()]{pair}",
        ]
    lines.append(f"        return binary(OP_{ident(operator)}, {pair[1:-1]}, other)")
    return "\n".join(lines) + "\n"


def user_caller(operator: Operator) -> Callable[..., Any]:
    """Compile the caller of a user's operator; its frames show their source."""
    source = function_source(operator, doc=False)
    filename = f"<redispatch caller {operator.name}>"
    names: dict[str, Any] = {
        f"OP_{ident(operator)}": operator,
        f"W_{ident(operator)}": operator.walks,
        "TENSORS": TENSOR_TYPES,
        "SCALARS": SCALAR_TYPES,
        "state": state_bits,
        **{f"SCALAR_{i}": bit for i, bit in enumerate(SCALAR_BITS)},
    }
    exec_source("from __future__ import annotations\n" + source, filename, names)
    caller: Callable[..., Any] = names[operator.schema.name]
    return caller


def signature(operator: Operator, names: dict[str, Any]) -> str:
    """Return the parameters of a generated walk: schema order, defaults as names.

    A required keyword after arguments with defaults gets one too: walks are called positionally, with
    everything or without trailing defaults.
    """
    parts, optional = [], False
    for argument in operator.schema.arguments:
        optional = optional or argument.default is not REQUIRED
        if optional:
            names[f"default_{argument.name}"] = argument.default
            parts.append(f"{argument.name}=default_{argument.name}")
        else:
            parts.append(argument.name)
    return ", ".join(parts)


def exec_source(source: str, filename: str, names: dict[str, Any]) -> None:
    """Execute generated source so that tracebacks, debuggers and `inspect` can show it."""
    linecache.cache[filename] = (len(source), None, source.splitlines(keepends=True), filename)
    exec(compile(source, filename, "exec"), names)
