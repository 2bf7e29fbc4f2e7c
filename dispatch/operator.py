"""The operator: one declaration, a cache of walks, and the general way to call it.

Decides how arguments are bound and which ints look walks up. Generated callers (callers.py) do the
same without binding. Must not know what any rule does.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, ClassVar, final

from .errors import ArgumentError, explain_error
from .keys import SCALAR_BITS
from .rules import RULES
from .schema import REQUIRED, Argument, Schema
from .state import state_bits
from .walk import Call, build

if TYPE_CHECKING:
    from .walk import Step

TENSOR_TYPES: set[Any] = set()  # the Tensor class and its subclasses; filled by tensor.py
SCALAR_TYPES: frozenset[Any] = frozenset({float, int, bool, complex})


class Walks(dict[int, Call]):
    """From the bits of a call to its walk, built when first asked for.

    `__missing__` costs 12 ns a probe over an exact dict with a try statement, and makes every caller
    one expression.
    """

    __slots__ = ("operator",)

    def __init__(self, operator: Operator) -> None:
        super().__init__()
        self.operator = operator

    def __missing__(self, bits: int) -> Call:
        return build(self.operator, bits)


@final
class Operator:
    """An operator of the dispatcher.

    Attributes
    ----------
    name : "namespace::name" or "namespace::name.overload".
    schema : the parsed signature.
    tags : words that give layers their default rules.
    doc, example : one sentence, and code that shows it.
    walks : the cache of walks.
    functional : for in-place and out= forms, the operator they are made from.
    """

    __slots__ = (
        "__name__",
        "__weakref__",
        "caller",
        "defaults",
        "doc",
        "either",
        "example",
        "functional",
        "method",
        "name",
        "schema",
        "source",
        "tags",
        "tensors",
        "walks",
        "with_defaults",
    )

    convert: ClassVar[Callable[[Operator, Argument, Any], Any]]
    device_bits: ClassVar[Callable[[Any], int]]

    def __init__(
        self,
        schema: Schema,
        *,
        tags: tuple[str, ...] = (),
        doc: str = "",
        example: str = "",
        method: bool = True,
        functional: Operator | None = None,
        source: str = "",
    ) -> None:
        self.name = schema.qualname
        self.__name__ = schema.name
        self.schema = schema
        self.tags = tags
        self.doc = doc
        self.example = example
        self.method = method
        self.functional = functional
        self.source = source
        self.walks = Walks(self)
        self.caller: Callable[..., Any] | None = None
        arguments = schema.arguments
        self.tensors = tuple(
            (i, a) for i, a in enumerate(arguments) if a.is_tensor or a.is_tensor_list
        )
        self.either = tuple(i for i, a in enumerate(arguments) if a.type.base == "TensorOrScalar")
        self.defaults = tuple(a.default for a in arguments)
        self.with_defaults = functools.partial(_with_defaults, self.defaults)

    def __repr__(self) -> str:
        return f"<operator {self.schema}>"

    def __reduce__(self) -> tuple[Callable[[str], Operator], tuple[str]]:
        from .registry import lookup

        return (lookup, (self.name,))

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """Bind the arguments, convert operands, and walk."""
        return self.call(self.schema.bind(args, kwargs))

    def call(self, values: tuple[Any, ...]) -> Any:
        """Call with all arguments in schema order, checking and converting each."""
        prepared, bits = self.prepare(values)
        return self.walks[bits](*prepared)

    def prepare(self, values: tuple[Any, ...]) -> tuple[tuple[Any, ...], int]:
        """Return the converted arguments and the bits that look the walk up."""
        checked = list(self.schema.check(values, self._accepts))
        bits: int = state_bits()
        for position, argument in self.tensors:
            value = checked[position]
            if argument.is_tensor_list:
                for item in value or ():
                    if item is not None:
                        bits |= item._keys
                continue
            if value.__class__ not in TENSOR_TYPES and value is not None:
                value = checked[position] = Operator.convert(self, argument, value)
            if value.__class__ in TENSOR_TYPES:
                bits |= value._keys
            elif value is not None:
                bits |= SCALAR_BITS[self.either.index(position)]
        if not self.tensors:  # a factory; what has tensors runs where they are
            for position, argument in enumerate(self.schema.arguments):
                if argument.type.base == "device":
                    bits |= Operator.device_bits(checked[position])
        return tuple(checked), bits

    @staticmethod
    def _accepts(value: Any) -> bool:
        return value.__class__ in TENSOR_TYPES or hasattr(value, "__array__")

    def redispatch(self, below: Step, *args: Any) -> Any:
        """Hand a call on to a step of its walk."""
        return below.call(*args)

    def rules(self) -> dict[str, str]:
        """Return the slots that have a rule, with the place where each was registered."""
        return {slot: rule.source for slot, rule in RULES.of(self.name)}


def _with_defaults(defaults: tuple[Any, ...], call: Call) -> Call:
    """Let a step that wants all arguments be called without trailing defaults."""
    count = len(defaults)
    if not any(d is not REQUIRED for d in defaults):
        return call

    def filled(*args: Any) -> Any:
        return call(*args, *defaults[len(args) : count])

    return filled


def scalar_or_error(operator: Operator, argument: Argument, value: Any) -> Any:
    """The conversion before any backend is loaded: Python numbers only."""
    if argument.type.base == "TensorOrScalar" and value.__class__ in SCALAR_TYPES:
        return value
    raise ArgumentError(
        explain_error(
            operator.name,
            f"argument {argument.name!r} is {type(value).__name__}",
            accepted=str(argument.type),
        )
    )


Operator.convert = staticmethod(scalar_or_error)
Operator.device_bits = staticmethod(lambda device: 0)


def binary(operator: Operator, left: Any, right: Any, other: Any) -> Any:
    """Call an operator for one of Python's, where an operand is not exactly a tensor or a number.

    Foreign objects get their turn: NotImplemented lets Python ask them.
    """
    known = other.__class__ in TENSOR_TYPES or isinstance(other, (int, float, complex))
    if not known and not hasattr(other, "__array__"):
        return NotImplemented
    rest = operator.defaults[2:]
    return operator.call((left, right, *rest))
