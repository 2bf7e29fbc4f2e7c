"""The operator: one declaration, a cache of walks, and the general way to call it.

Decides how arguments are bound and which ints look walks up. Generated callers (callers.py) do the
same without binding. Must not know what any rule does.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar

from .argument import REQUIRED, Argument
from .errors import ArgumentError, explain_error
from .keys import COMPLEX_NUMBER, SCALAR_BITS
from .rules import RULES
from .schema import Schema
from .state import state_bits
from .walk import Call, build

TENSOR_TYPES: set[Any] = set()  # the Tensor class and its subclasses; filled by tensor.py
SCALAR_TYPES: frozenset[Any] = frozenset({float, int, bool, complex})
NAMESPACE = "rd"  # of what is built in
ATEN = "aten"  # the same in PyTorch's spelling
# What a caller takes without a closer look. A complex number is none of them: 1 + 0j is equal to
# 1.0 and as a key the same, so walks that it takes have a bit of their own (COMPLEX_NUMBER).
REAL_TYPES: frozenset[Any] = frozenset({float, int, bool})
DTYPE_TYPES: set[Any] = set()  # what kernels know as a dtype; filled by whoever brings dtypes


class Walks(dict[int, Call]):
    """From the bits of a call to its walk, built when first asked for.

    `__missing__` costs 12 ns a probe over an exact dict with a try statement, and makes every
    caller one expression.
    """

    __slots__ = ("operator",)

    def __init__(self, operator: Operator) -> None:
        super().__init__()
        self.operator = operator

    def __missing__(self, bits: int) -> Call:
        return build(self.operator, bits)


class Name(str):
    """The name of an operator; calling it returns PyTorch's spelling, which is a method there.

    Examples
    --------
    >>> from redispatch.dispatch import lookup
    >>> lookup("exp").name, lookup("exp").name(), lookup("add").name()
    ('rd::exp', 'aten::exp', 'aten::add.Tensor')
    """

    __slots__ = ("operator",)
    operator: Operator

    def __call__(self) -> str:
        return self.operator.spelled


def shown_overload(schema: Schema) -> str:
    """Return the overload under which handlers see an operator; see Note [Overloads].

    It is the declared one, `Tensor` where an operand may be a tensor or a number, or `default`.
    """
    if schema.overload:
        return schema.overload
    either = any(a.type.base == "TensorOrScalar" for a in schema.arguments)
    return "Tensor" if either else "default"


class Operator:
    """An operator of the dispatcher.

    Attributes
    ----------
    name : "namespace::name" or "namespace::name.overload"; `name()` is PyTorch's spelling.
    schema : the parsed signature.
    tags : words that give layers their default rules.
    doc, example : one sentence, and code that shows it.
    method : whether Tensor has a method of this name.
    source : where it was declared.
    declared : false before the declaration is complete, and after it is undone.
    walks : the cache of walks.
    caller : the function that users call, if one was generated.
    functional : for in-place and out= forms, the operator they are made from.
    forms : the in-place and out= forms made from this one, and the copying form of a view.
    alternatives : overloads of its name that are asked where it refuses the types of arguments.
    """

    __slots__ = (
        "__weakref__",
        "_overloadname",
        "_read",
        "_views",
        "alternatives",
        "caller",
        "declared",
        "defaults",
        "doc",
        "either",
        "enough",
        "example",
        "forms",
        "functional",
        "method",
        "most",
        "name",
        "opaque",
        "schema",
        "source",
        "spelled",
        "tags",
        "tensors",
        "walks",
    )

    _read: Callable[[], Schema]  # these two belong to `Unread`
    _views: bool
    #: Makes a tensor or a Python number of a value that is neither; set by the backends.
    convert: ClassVar[Callable[[Operator, Argument, Any], Any]]
    #: Makes of a value what kernels know as a dtype, or raises TypeError; set by the backends.
    convert_dtype: ClassVar[Callable[[Any], Any]]
    #: Asks values that are no tensors but override functions, or raises the error; set by modes.
    foreign: ClassVar[Callable[[Operator, tuple[Any, ...], Exception], Any]]
    #: Returns the key bit of a device, or of the default one for None; set by the backends.
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
        self._describe(schema.qualname, tags, doc, example, method, functional, source)
        self._take(schema)

    def _describe(
        self,
        name: str,
        tags: tuple[str, ...],
        doc: str,
        example: str,
        method: bool,
        functional: Operator | None,
        source: str,
    ) -> None:
        """Set what does not follow from the schema."""
        self.name = Name(name)
        self.name.operator = self
        self.tags = tags
        self.doc = doc
        self.example = example
        self.method = method
        self.functional = functional
        self.forms: tuple[Operator, ...] = ()
        self.alternatives: tuple[Operator, ...] = ()
        self.source = source
        self.declared = False
        self.walks = Walks(self)
        self.caller: Callable[..., Any] | None = None

    def _take(self, schema: Schema) -> None:
        """Set what follows from the schema; see unread.py."""
        self._overloadname = shown_overload(schema)
        suffix = "" if self._overloadname == "default" else f".{self._overloadname}"
        self.spelled = f"{self.namespace_of(schema)}::{schema.name}{suffix}"
        arguments = list(enumerate(schema.arguments))
        self.tensors = tuple((i, a) for i, a in arguments if a.is_tensor or a.is_tensor_list)
        self.either = tuple(i for i, a in arguments if a.type.base == "TensorOrScalar")
        self.opaque = tuple((i, a) for i, a in arguments if a.type.base in ("dtype", "device"))
        self.defaults = tuple(a.default for a in schema.arguments)
        self.enough = 1 + max((i for i, a in arguments if a.is_required), default=-1)
        self.most = 0 if "variadic" in self.tags else len(schema.positional)
        self.schema = schema

    def __repr__(self) -> str:
        return f"<operator {self.schema}>"

    # PyTorch's surface of what handlers get as `func` ----------------------------------------

    @staticmethod
    def namespace_of(schema: Schema) -> str:
        """Return the namespace in PyTorch's spelling."""
        return ATEN if schema.namespace == NAMESPACE else schema.namespace

    @property
    def __name__(self) -> str:
        """The name with its overload, as `add.Tensor`."""
        return f"{self.schema.name}.{self._overloadname}"

    @property
    def _opname(self) -> str:
        return self.schema.name

    @property
    def _schema(self) -> Schema:
        return self.schema

    @property
    def namespace(self) -> str:
        """The namespace in PyTorch's spelling: `aten` for what is built in."""
        return self.namespace_of(self.schema)

    @property
    def is_view(self) -> bool:
        """Whether a result shares the memory of an argument that is not written to."""
        return self.schema.is_view

    @property
    def overloadpacket(self) -> Any:
        """All overloads of the name; see spelling.py."""
        from .spelling import packet

        return packet(self.schema.namespace, self.schema.name)

    @property
    def default(self) -> Operator:
        """The operator itself, where PyTorch would name its only overload."""
        return self

    def __str__(self) -> str:
        return f"{self.namespace}.{self.__name__}"

    def __reduce__(self) -> tuple[Callable[[str], Operator], tuple[str]]:
        from .registry import lookup

        return (lookup, (str(self.name),))

    @property
    def out_form(self) -> Operator | None:
        """The form with an `out=` argument, or None."""
        return next((form for form in self.forms if form.schema.is_out), None)

    def __call__(self, /, *args: Any, **kwargs: Any) -> Any:
        """Bind the arguments, convert operands, and walk; see `resolve` for what is accepted."""
        if not kwargs and self.enough <= len(args) <= self.most:
            caller = self.caller  # knows the signature, and takes the fast way
            if caller is not None:
                return caller(*args)
            if self.declared and self.functional is None and not self.schema.overload:
                from .callers import user_caller

                self.caller = user_caller(self)
        operator, values = self.resolve(args, kwargs)
        return operator.call(values)

    def resolve(
        self, args: tuple[Any, ...], kwargs: dict[str, Any]
    ) -> tuple[Operator, tuple[Any, ...]]:
        """Return the operator that is meant, and one value per argument of its schema.

        The first argument may be named `input`, as in the functions, where the schema says `self`;
        with `out=` the out= form is meant, if there is one.

        Raises
        ------
        ArgumentError
            If an argument is missing, unknown, given twice, or there are too many.
        """
        meant = self
        if "out" in kwargs and self.out_form is not None:
            if kwargs["out"] is None:
                kwargs = {name: value for name, value in kwargs.items() if name != "out"}
            else:
                meant = self.out_form
        if "input" in kwargs and function_names(self.schema)[:1] == ["input"]:
            kwargs = {"self" if n == "input" else n: value for n, value in kwargs.items()}
        return meant, meant.schema.bind(args, kwargs)

    def call(self, values: tuple[Any, ...]) -> Any:
        """Call with all arguments in schema order, checking and converting each."""
        try:
            prepared, bits = self.prepare(values)
        except ArgumentError as error:
            for other in self.alternatives:
                if other.accepts(values):
                    return other.call(values)
            return Operator.foreign(self, values, error)
        except (TypeError, RuntimeError) as error:
            return Operator.foreign(self, values, error)
        return self.walks[bits](*prepared)

    def accepts(self, values: tuple[Any, ...]) -> bool:
        """Whether values, in schema order, have types that the operator takes."""
        try:
            self.prepare(values)
        except (ArgumentError, TypeError):
            return False
        return len(values) == len(self.defaults)

    def prepare(self, values: tuple[Any, ...]) -> tuple[tuple[Any, ...], int]:
        """Return the converted arguments and the bits that look the walk up."""
        checked = list(self.schema.check(values, accepts_as_tensor))
        keys = scalars = 0
        for position, argument in self.tensors:
            value = checked[position]
            if argument.is_tensor_list:
                value = checked[position] = self._converted_list(argument, value)
                for item in value or ():
                    if item is not None:
                        keys |= item._keys
                continue
            if value.__class__ not in TENSOR_TYPES and value is not None:
                value = checked[position] = Operator.convert(self, argument, value)
            if value.__class__ in TENSOR_TYPES:
                keys |= value._keys
            elif value is not None:
                scalars |= SCALAR_BITS[self.either.index(position)]
                if value.__class__ is complex:
                    scalars |= COMPLEX_NUMBER.bit
        for position, argument in self.opaque:
            value = checked[position]
            if argument.type.base == "dtype":
                if value is not None and value.__class__ not in DTYPE_TYPES:
                    checked[position] = self._converted_dtype(position, value)
            elif not keys:  # a factory; what has tensors runs where they are
                keys |= Operator.device_bits(value)
        return tuple(checked), keys | scalars | state_bits()

    def _converted_list(self, argument: Argument, value: Any) -> Any:
        if value is None or all(v is None or v.__class__ in TENSOR_TYPES for v in value):
            return value
        return tuple(
            v if v is None or v.__class__ in TENSOR_TYPES else Operator.convert(self, argument, v)
            for v in value
        )

    def _converted_dtype(self, position: int, value: Any) -> Any:
        try:
            return Operator.convert_dtype(value)
        except TypeError as error:
            what = f"argument {self.schema.place(position)}: {error}"
            raise ArgumentError(explain_error(self.name, what, accepted=str(self.schema))) from None

    def with_defaults(self, call: Call) -> Call:
        """Let a step that wants all arguments be called without trailing defaults."""
        defaults = self.defaults
        if all(default is REQUIRED for default in defaults):
            return call
        count = len(defaults)

        def filled(*args: Any) -> Any:
            if len(args) == count:
                return call(*args)
            return call(*args, *defaults[len(args) : count])

        return filled

    def rules(self) -> dict[str, str]:
        """Return the slots that have a rule, with the place where each was registered."""
        return {slot: rule.source for slot, rule in RULES.of(self.name)}


def keys_of(tensors: Any) -> int:
    """Return the keys of the tensors in a list or tuple; 0 if it is empty or holds others."""
    keys = 0
    if tensors.__class__ is list or tensors.__class__ is tuple:
        for each in tensors:
            if each.__class__ not in TENSOR_TYPES:
                return 0
            keys |= each._keys
    return keys


def keys_or_none(tensors: Any) -> int:
    """Return the same of a list that may hold None."""
    keys = 0
    if tensors.__class__ is list or tensors.__class__ is tuple:
        for each in tensors:
            if each.__class__ in TENSOR_TYPES:
                keys |= each._keys
            elif each is not None:
                return 0
    return keys


def function_names(schema: Schema) -> list[str]:
    """Return the names of the arguments in functions: the first is `input` where it is `self`."""
    names = [a.name for a in schema.arguments]
    if names[:1] == ["self"] and "input" not in names:
        names[0] = "input"
    return names


def accepts_as_tensor(value: Any) -> bool:
    """Whether a value may stand for a tensor."""
    return value.__class__ in TENSOR_TYPES or hasattr(value, "__array__")


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


def no_device(device: Any) -> int:
    """The bits of a device before any backend is loaded."""
    if device is None:
        return 0
    raise ArgumentError(explain_error(f"device {device!r}", "is not registered"))


def any_dtype(value: Any) -> Any:
    """The conversion of dtypes before any are known."""
    return value


def no_foreign(operator: Operator, values: tuple[Any, ...], error: Exception) -> Any:
    """The answer before there are modes."""
    raise error


Operator.convert = staticmethod(scalar_or_error)
Operator.foreign = staticmethod(no_foreign)
Operator.convert_dtype = staticmethod(any_dtype)
Operator.device_bits = staticmethod(no_device)


def binary(operator: Operator, left: Any, right: Any, other: Any) -> Any:
    """Call an operator for one of Python's, where an operand is not exactly a tensor or a number.

    Foreign objects get their turn: NotImplemented lets Python ask them.
    """
    known = other.__class__ in TENSOR_TYPES or isinstance(other, (int, float, complex))
    if not known and not hasattr(other, "__array__"):
        if not hasattr(other, "__torch_function__"):
            return NotImplemented
    return operator.call((left, right, *operator.defaults[2:]))
