"""The source of callers: the function and the Tensor method of an operator.

Decides what is checked before a walk is looked up. A caller checks classes only, and takes the
fast way (bits, probe, walk) when every argument is exactly what the schema names; anything else
(lists, NumPy scalars, ndarrays, wrong types) goes to `Operator.call`, which converts or refuses.
Must not know kernels.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable, Iterable
from typing import Any

from .argument import REQUIRED, Argument
from .keys import SCALAR_BITS
from .operator import (
    DTYPE_TYPES,
    REAL_TYPES,
    TENSOR_TYPES,
    Operator,
    function_names,
    keys_of,
    keys_or_none,
)
from .sources import exec_source
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
# The test after `argument.__class__` that a value needs no conversion.
EXACT = {
    "Tensor": "in TENSORS",
    "Scalar": "in SCALARS",
    "dtype": "in DTYPES",
    "int": "is int",
    "float": "is float",
    "bool": "is bool",
    "str": "is str",
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
    "__rdiv__": ("div", True),  # Python 2's name, which PyTorch still has
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
    if len(returns) > 1 and all(each.name for each in returns):
        return "Any"  # a named tuple that is made when the operator is first called
    hints = []
    for each in returns:
        text = HINTS.get(each.type.base, "Any")
        hints.append(f"list[{text}]" if each.type.list else text)
    if not hints:
        return "None"
    return hints[0] if len(hints) == 1 else f"tuple[{', '.join(hints)}]"


def ident(operator: Operator) -> str:
    """Return an identifier for an operator."""
    schema = operator.schema
    return f"{schema.name}_{schema.overload}" if schema.overload else schema.name


def parameters(operator: Operator, *, method: bool) -> str:
    """Return the parameter list of a caller."""
    schema = operator.schema
    names = [a.name for a in schema.arguments] if method else function_names(schema)
    parts: list[str] = []
    for position, (name, argument) in enumerate(zip(names, schema.arguments, strict=True)):
        if position == len(schema.positional) and not any(p[0] == "*" for p in parts):
            parts.append("*")
        if method and position == 0 and name == "self":
            parts.append("self")
        elif method and "variadic" in operator.tags and argument.type.list:
            parts.append(f"*{name}: Any")
        else:
            default = "" if argument.default is REQUIRED else f" = {argument.default!r}"
            parts.append(f"{name}: {hint(argument)}{default}")
    if not method and operator.out_form is not None:
        parts += [] if "*" in parts else ["*"]
        parts.append("out: Tensor | None = None")
    return ", ".join(parts)


def _test(name: str, argument: Argument) -> str | None:
    """Return the test that an argument is what kernels want: empty for "always", None for "never".

    Values of types that nobody reads (`any`, `layout`) need no test; a device needs its bits.
    """
    kind = argument.type
    if argument.is_tensor_list:
        if kind.optional or kind.base != "Tensor":
            return None
        return f"(k_{name} := {_list_keys(argument)}({name}))"
    if kind.list:
        test = f"{name}.__class__ is tuple"
    elif kind.base in EXACT:
        test = f"{name}.__class__ {EXACT[kind.base]}"
    elif kind.base == "device":
        return f"{name} is None" if kind.optional else None
    else:
        return ""
    return f"({name} is None or {test})" if kind.optional else test


def _list_keys(argument: Argument) -> str:
    """Return the function that reads the keys of a list of tensors, 0 if it is anything else."""
    return "keys_or_none" if argument.type.element_optional else "keys_of"


class _Body:
    """Writes the body of one caller: fast ways for exact arguments, then the general one."""

    def __init__(self, operator: Operator, *, method: bool) -> None:
        self.operator = operator
        self.method = method
        schema = operator.schema
        self.names = [a.name for a in schema.arguments] if method else function_names(schema)
        self.arguments = list(zip(self.names, schema.arguments, strict=True))

    def lines(self) -> list[str]:
        """Return the lines, not indented."""
        given = ", ".join(self.names)
        lines = []
        out_form = self.operator.out_form
        if out_form is not None and not self.method:
            call = f"OP_{ident(out_form)}.call(({given}, out))"
            lines += ["if out is not None:", f"    return {call}"]
        for name, argument in self.arguments:
            lines += self._as_tuple(name, argument)
        for conditions, keys in self._ways():
            call = f"return W_{ident(self.operator)}[{' | '.join([*keys, 'state()'])}]({given})"
            if not conditions:
                return [*lines, call]
            lines += [f"if {' and '.join(conditions)}:", f"    {call}"]
        comma = "," if len(self.names) == 1 else ""
        return [*lines, f"return OP_{ident(self.operator)}.call(({given}{comma}))"]

    def _as_tuple(self, name: str, argument: Argument) -> list[str]:
        """Return the lines that make one tuple of a list of ints, however it was given."""
        lines = []
        if self.method and "variadic" in self.operator.tags and argument.type.list:
            lines += [
                f"if len({name}) == 1 and {name}[0].__class__ is not int:",
                f"    {name} = {name}[0]",
            ]
        elif argument.type.list and argument.type.base == "int":
            lines += [f"if {name}.__class__ is int:", f"    {name} = ({name},)"]
        return lines

    def _ways(self) -> list[tuple[list[str], list[str]]]:
        """Return the fast ways, likeliest first: what must hold, and the keys of the arguments."""
        tests: list[str] = []
        keys: list[str] = []
        either: list[tuple[str, int]] = []
        for position, (name, argument) in enumerate(self.arguments):
            if self.method and position == 0:
                keys.append(f"{name}._keys")
            elif argument.type.base == "TensorOrScalar" and not argument.is_tensor_list:
                either.append((name, self.operator.either.index(position)))
            else:
                test = _test(name, argument)
                if test is None:
                    return []
                tests += [test] if test else []
                if argument.is_tensor_list:
                    keys.append(f"k_{name}")
                elif argument.is_tensor:
                    own = f"{name}._keys"
                    keys.append(
                        f"(0 if {name} is None else {own})" if argument.type.optional else own
                    )
        if self._has_device() and not any(k.endswith("._keys") for k in keys):
            return []
        ways = []
        if len(either) > 2:
            return self._many(either, tests, keys)
        for tensors in itertools.product((True, False), repeat=len(either)):
            if not keys and not any(tensors):
                continue  # scalars only: no key says which backend
            conditions, found = [], list(keys)
            for (name, place), is_tensor in zip(either, tensors, strict=True):
                conditions.append(f"{name}.__class__ in {'TENSORS' if is_tensor else 'SCALARS'}")
                found.append(f"{name}._keys" if is_tensor else f"SCALAR_{place}")
            ways.append(([*conditions, *tests], found))
        return ways

    def _many(
        self, either: list[tuple[str, int]], tests: list[str], keys: list[str]
    ) -> list[tuple[list[str], list[str]]]:
        """Return two ways for more than two operands: all tensors, and any mixture."""
        whole = [f"{name}.__class__ in TENSORS" for name, _ in either]
        mixed = [
            f"({test} or {name}.__class__ in SCALARS)"
            for test, (name, _) in zip(whole, either, strict=True)
        ]
        found = [f"{name}._keys" for name, _ in either]
        chosen = [
            f"({name}._keys if {test} else SCALAR_{place})"
            for test, (name, place) in zip(whole, either, strict=True)
        ]
        return [([*whole, *tests], [*keys, *found]), ([*mixed, *tests], [*keys, *chosen])]

    def _has_device(self) -> bool:
        """Whether the call may run on the default device, where no tensor is given."""
        return any(argument.type.base == "device" for _, argument in self.arguments)


def docstring(operator: Operator, indent: str) -> list[str]:
    """Return the lines of a caller's docstring: the sentence and the example."""
    lines = [f'{indent}"""{operator.doc or operator.schema.name}']
    if not operator.example:
        return [f'{lines[0]}"""']
    example = ["", "Examples", "--------", ">>> import redispatch as rd"]
    example += [*operator.example.splitlines(), '"""']
    return [*lines, *(f"{indent}{line}" if line else "" for line in example)]


def function_source(operator: Operator, *, doc: bool = True) -> str:
    """Return the source of the function of an operator."""
    name = operator.schema.name
    lines = [f"def {name}({parameters(operator, method=False)}) -> {result_hint(operator)}:"]
    if doc:
        lines += docstring(operator, "    ")
    lines += ["    " + line for line in _Body(operator, method=False).lines()]
    return "\n".join(lines) + "\n"


def method_source(operator: Operator) -> str:
    """Return the source of the Tensor method of an operator, indented for the class."""
    head = f"    def {operator.schema.name}({parameters(operator, method=True)})"
    lines = [f"{head} -> {result_hint(operator)}:"]
    lines.append(f'        """{operator.doc or operator.schema.name}"""')
    lines += ["        " + line for line in _Body(operator, method=True).lines()]
    return "\n".join(lines) + "\n"


def dunder_source(name: str, operator: Operator, reflected: bool) -> str:
    """Return the source of one of Python's operators on Tensor."""
    walks = f"W_{ident(operator)}"
    required = [a for a in operator.schema.arguments if a.default is REQUIRED]
    if len(required) == 1:
        return (
            f"    def {name}(self) -> Tensor:\n        return {walks}[self._keys | state()](self)\n"
        )
    pair = "other, self" if reflected else "self, other"
    comparison = "  # type: ignore[override]" if name in ("__eq__", "__ne__") else ""
    lines = [
        f"    def {name}(self, other: Any) -> Tensor:{comparison}",
        "        kind = other.__class__",
        "        if kind is TENSOR or kind in TENSORS:",  # 14 ns less for what is not a subclass
        f"            return {walks}[self._keys | other._keys | state()]({pair})",
    ]
    position = 0 if reflected else 1
    if position in operator.either:
        scalar = f"SCALAR_{operator.either.index(position)}"
        lines += [
            "        if kind in SCALARS:",
            f"            return {walks}[self._keys | {scalar} | state()]({pair})",
        ]
    lines.append(f"        return binary(OP_{ident(operator)}, {pair}, other)")
    return "\n".join(lines) + "\n"


def user_caller(operator: Operator, module: str = "redispatch") -> Callable[..., Any]:
    """Compile the caller of a user's operator, as a function of the module that declares it."""
    names: dict[str, Any] = {
        "__name__": module,
        "_DTYPES": DTYPE_TYPES,
        "_SCALARS": REAL_TYPES,
        "_TENSORS": TENSOR_TYPES,
        "_keys_of": keys_of,
        "_keys_or_none": keys_or_none,
        "_state": state_bits,
        **{f"SCALAR_{i}": bit for i, bit in enumerate(SCALAR_BITS)},
    }
    for each in (operator, *operator.forms):
        names[f"OP_{ident(each)}"] = each
        names[f"W_{ident(each)}"] = each.walks
    source = "from __future__ import annotations\n" + function_source(operator, doc=False)
    # a user's argument may have the name of a helper: calls of helpers get names apart
    source = re.sub(r"\b(keys_of|keys_or_none|state)\(", r"_\1(", source)
    source = re.sub(r"\bin (DTYPES|SCALARS|TENSORS)\b", r"in _\1", source)
    exec_source(source, f"<redispatch caller {operator.name}>", names)
    caller: Callable[..., Any] = names[operator.schema.name]
    caller.__doc__ = "\n".join(docstring(operator, "")).strip('"')
    return caller


def signature(operator: Operator, names: dict[str, Any]) -> str:
    """Return the parameters of a generated walk: schema order, defaults as names.

    A required keyword after arguments with defaults gets one too: walks are called positionally,
    with everything or without trailing defaults.
    """
    parts, optional = [], False
    for argument in operator.schema.arguments:
        optional = optional or argument.default is not REQUIRED
        if optional:
            names[f"default_{argument.name}"] = argument.default
            parts.append(f"{argument.name}=_default_{argument.name}")
        else:
            parts.append(argument.name)
    return ", ".join(parts)


def compile_walk(head: str, lines: Iterable[str], place: str, names: dict[str, Any]) -> Any:
    """Compile one generated function `walk` and return it.

    The parameters have the names that the schema gives them, whatever those are; so everything else
    in the lines (helpers and local variables) has a name that starts with `_`, which `names` leaves
    out and which is put in front here.
    """
    source = f"def walk({head}):\n" + "".join(f"    {line}\n" for line in lines)
    apart = {k if k.startswith("__") else f"_{k}": v for k, v in names.items()}
    exec_source(source, f"<redispatch {place}>", apart)
    return apart["walk"]
