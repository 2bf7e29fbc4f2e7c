"""Reading, printing and binding schemas.

What PyTorch does with the same text or call was read off PyTorch 2.13 and written down here.
"""

from __future__ import annotations

import copy
import math
import pickle
from enum import IntEnum
from fractions import Fraction
from keyword import iskeyword
from typing import Any

import numpy as np
import pytest
from hypothesis import given as for_all
from hypothesis import strategies as st

from redispatch.dispatch.argument import BASES, OPAQUE
from redispatch.dispatch.errors import ArgumentError, DispatchError, SchemaError
from redispatch.dispatch.schema import REQUIRED, Argument, Return, Schema, Type, parse

# ---------------------------------------------------------------------------------- reading


def test_the_parts_of_a_schema() -> None:
    schema = parse(
        "my::norm.dim(Tensor(a!) self, Tensor?[] more, int[2]? dim=[0, -1], *, "
        "ScalarType? dtype=None, float eps=1e-5) -> (Tensor(a!) values, Tensor indices)"
    )
    assert (schema.namespace, schema.name, schema.overload) == ("my", "norm", "dim")
    assert schema.qualname == "my::norm.dim"
    assert schema.arguments == (
        Argument("self", Type("Tensor"), alias="a", mutated=True),
        Argument("more", Type("Tensor", list=True, element_optional=True)),
        Argument("dim", Type("int", optional=True, list=True, size=2), (0, -1)),
        Argument("dtype", Type("dtype", optional=True), None, kwarg_only=True),
        Argument("eps", Type("float"), 1e-5, kwarg_only=True),
    )
    assert schema.returns == (
        Return("values", Type("Tensor"), "a", True),
        Return("indices", Type("Tensor")),
    )
    assert schema.positional == schema.arguments[:3]


def test_default_namespace() -> None:
    assert parse("f() -> ()").qualname == "rd::f"
    assert parse("f() -> ()", "mine").qualname == "mine::f"
    assert parse("theirs::f() -> ()", "mine").qualname == "theirs::f"


@pytest.mark.parametrize(
    ("type", "text", "value"),
    [
        ("int", "-3", -3),
        ("int?", "None", None),
        ("float", "1", 1.0),
        ("float", "0.", 0.0),
        ("float", ".5", 0.5),
        ("float", "1e-05", 1e-5),
        ("float", "-2.5E+3", -2500.0),
        ("float", "-inf", -math.inf),
        ("Scalar", "inf", math.inf),
        ("Scalar", "1", 1),
        ("Scalar", "True", True),
        ("TensorOrScalar?", "None", None),
        ("bool", "False", False),
        ("str", "'mean'", "mean"),
        ("str", '"it\'s \\\\ -> )"', "it's \\ -> )"),
        ("str", r"'a\nb'", "a\nb"),
        ("str?", "None", None),
        ("dtype", "float32", "float32"),
        ("dtype?", "None", None),
        ("device", "'cuda:0'", "cuda:0"),
        ("memory_format", "contiguous_format", "contiguous_format"),
        ("any", "[1, 2.5, None, x]", (1, 2.5, None, "x")),
        ("any", "None", None),
        ("int[]", "[]", ()),
        ("int[]", "[0,1]", (0, 1)),
        ("int[2]", "1", (1, 1)),  # PyTorch too: int[2] padding=0 is [0, 0]
        ("int[1]", "3", (3,)),
        ("int[2]", "[]", ()),  # max_pool2d(..., int[2] stride=[])
        ("int[2]?", "1", (1, 1)),
        ("float[]?", "None", None),
        ("bool[3]", "True", (True, True, True)),
        ("str[]", "['a', 'b']", ("a", "b")),
        ("int?[]", "[None, 1]", (None, 1)),
        ("Tensor?", "None", None),
        ("Tensor[]?", "None", None),
        ("SymInt", "7", 7),
    ],
)
def test_defaults(type: str, text: str, value: object) -> None:
    (argument,) = parse(f"f({type} x={text}) -> ()").arguments
    assert argument.default == value
    assert argument.default.__class__ is value.__class__
    assert parse(str(parse(f"f({type} x={text}) -> ()"))).arguments == (argument,)


def test_nan_as_default_compares_equal_to_itself() -> None:
    text = "f(float x=nan) -> ()"
    assert math.isnan(parse(text).arguments[0].default)  # type: ignore[arg-type]
    assert parse(text) == parse(text)
    assert str(parse(text)) == "rd::f(float x=nan) -> ()"


# Texts as PyTorch prints them; ours only names the namespace "rd" and writes SymInt as int.
PYTORCH_SPELLINGS = [
    "transpose.int(Tensor(a) self, int dim0, int dim1) -> Tensor(a)",
    "add_.Tensor(Tensor(a!) self, Tensor other, *, Scalar alpha=1) -> Tensor(a!)",
    "add.out(Tensor self, Tensor other, *, Scalar alpha=1, Tensor(a!) out) -> Tensor(a!)",
    "index.Tensor(Tensor self, Tensor?[] indices) -> Tensor",
    "split.Tensor(Tensor(a -> *) self, int split_size, int dim=0) -> Tensor(a)[]",
    "max_pool2d(Tensor self, int[2] kernel_size, int[2] stride=[], int[2] padding=0, "
    "int[2] dilation=1, bool ceil_mode=False) -> Tensor",
    "f(int[1] d=[3], int[2] s=[1, 2]) -> (Tensor a, Tensor[] b)",
    "f(Tensor(a!)? x) -> Tensor(a!)?",
    "f(*, Tensor(a!) out) -> Tensor(a!)",
    "random_.from(Tensor(a!) self, int low, int? high) -> Tensor(a!)",
    "grid(Tensor theta, int n) -> Tensor grid",
    "f() -> ()",
    "f(int x) -> int",
]


@pytest.mark.parametrize("text", PYTORCH_SPELLINGS)
def test_prints_as_pytorch_does(text: str) -> None:
    assert str(parse(text)) == f"rd::{text}"
    assert parse(text).text == text


def test_spacing_and_synonyms_do_not_matter() -> None:
    loose = "  f(\n\tTensor  self ,SymInt n=2,*,\n  ScalarType?dtype = None)->(Tensor)  "
    assert parse(loose) == parse("f(Tensor self, int n=2, *, dtype? dtype=None) -> Tensor")
    assert hash(parse(loose)) == hash(parse(str(parse(loose))))


# ---------------------------------------------------------------------------------- refusing

# The caret of each case is the mark ^ before the first wrong character.
REFUSED = [
    ("f(Tensor x, int ^x) -> ()", "two arguments are called 'x'"),
    ("f(Tensor x, int ^x='s') -> ()", None),
    ("f(Tensor x, int ^x=1, int y=2) -> ()", "two arguments are called 'x'"),
    ("f(int a=1, int ^b) -> int", "'b' has no default but follows 'a'"),
    ("f(Tensor ^from) -> ()", "'from' is a Python keyword"),
    ("f(Tensor ^lambda, int x) -> ()", "'lambda' is a Python keyword"),
    ("^class(Tensor x) -> ()", "'class' is a Python keyword"),
    ("f(^Tensr x) -> ()", "unknown type specifier 'Tensr'"),
    ("f(Tensor x) -> ^Tensr", "unknown type specifier 'Tensr'"),
    ("f(^double x) -> ()", "Use `float`"),
    ("f(Tensor(a) x) -> Tensor(^b)", "no argument has the alias set 'b'"),
    ("f(Tensor x) -> (int, Tensor(^a)[])", "no argument has the alias set 'a'"),
    ("f(Tensor(a) x) -> Tensor(^a!)", "no argument a! is mutated"),
    ("f(Tensor(a -> *) x) -> Tensor(a ^-> *)[]", "belongs to an argument"),
    ("f(Tensor(a -> ^b) x) -> Tensor(b)", "expected '*'"),
    ("f(Tensor(a^|b) x) -> ()", "expected ')' after the alias set"),
    ("f(Tensor(^!) x) -> ()", "expected an alias set"),
    ("f(int^(a) x) -> ()", "only a Tensor"),
    ("f(Tensor x)^", "expected '->'"),
    ("f(Tensor x) ^Tensor", "expected '->'"),
    ("f(Tensor x) ->^", "expected a type, got the end of the text"),
    ("f(Tensor x) -> (Tensor^", "expected ',' or ')'"),
    ("f(Tensor x) -> (Tensor a, int ^a)", "two results are called 'a'"),
    ("f(Tensor x) -> Tensor y ^z", "expected the end"),
    ("f(Tensor x) -> Tensor^, Tensor", None),
    ("^", "expected the name of an operator"),
    ("f^", "expected '('"),
    ("f.^default(int x) -> ()", "'default' names the overload without a name"),
    ("f^.2(int x) -> ()", "expected '('"),
    ("f.^*(int x) -> ()", "expected the name of an overload"),
    ("ns::^(int x) -> ()", "expected the name of an operator"),
    ("a::b^::c(int x) -> ()", "expected '('"),
    ("f(Tensor^) -> ()", "expected the name of an argument"),
    ("f(Tensor x ^y) -> ()", "expected ',' or ')'"),
    ("f(Tensor x,^) -> ()", "expected a type"),
    ("f(^, int x) -> ()", "expected a type"),
    ("f(Tensor x, *^) -> ()", "expected ',' and a keyword-only argument"),
    ("f(*, int x, ^*, int y) -> ()", "a second '*'"),
    ("f(^...) -> ()", "expected a type"),
    ("f(Tensor?^? x) -> ()", "'Tensor??' is not a type"),
    ("f(int[][^] x) -> ()", "'int[][]' is not a type"),
    ("f(int[^0] x) -> ()", "expected ']' or the size"),
    ("f(int[^-1] x) -> ()", "expected ']' or the size"),
    ("f(int[^²] x) -> ()", "expected ']' or the size"),
    ("f(int[2 ^x) -> ()", "expected ']'"),
    ("f(int ^é) -> ()", "expected the name of an argument"),
    ("f(int x=^1.5) -> ()", "expected a default of type int, got '1.5'"),
    ("f(int x=^True) -> ()", "expected a default of type int"),
    ("f(int x=^None) -> ()", "expected a default of type int"),
    ("f(bool x=^1) -> ()", "expected a default of type bool"),
    ("f(str x=^mean) -> ()", "expected a default of type str"),
    ("f(str x=^'mean) -> ()", "expected a default value"),
    (r"f(str x=^'\x') -> ()", "bad escape"),
    ("f(Tensor x=^None) -> ()", "expected a default of type Tensor"),
    ("f(Tensor? x=^1) -> ()", "expected a default of type Tensor?"),
    ("f(int[] x=^1) -> ()", "a list as the default of int[]"),
    ("f(int x=^[1]) -> ()", "expected a default value"),
    ("f(int[] x=[1, ^2.5]) -> ()", "expected a default of type int[]"),
    ("f(int[] x=[1 ^2]) -> ()", "expected ',' or ']'"),
    ("f(int[] x=[^None]) -> ()", None),
    ("f(int x=^) -> ()", "expected a default value"),
    (f"f(int x=^{'9' * 5000}) -> ()", "a number with too many digits"),
    ("f(dtype d=^4) -> ()", "expected a default of type dtype"),
]


@pytest.mark.parametrize(("marked", "message"), REFUSED)
def test_refused_with_a_caret(marked: str, message: str | None) -> None:
    position = marked.index("^")
    text = marked.replace("^", "", 1)
    if message is None:  # two mistakes or no fixed words: an error is all that is asked for
        with pytest.raises(SchemaError):
            parse(text)
        return
    with pytest.raises(SchemaError) as caught:
        parse(text)
    assert message in str(caught.value)
    assert caught.value.text == text
    assert caught.value.position == position
    lines = str(caught.value).split("\n")
    shown = next(i for i, line in enumerate(lines) if line.endswith("^"))
    assert lines[shown - 1] == f"    {text}"
    assert lines[shown].index("^") == 4 + position


def test_a_type_error_lists_the_types_nearest_first() -> None:
    with pytest.raises(SchemaError) as caught:
        parse("f(tensor x) -> ()")
    accepted = str(caught.value).rpartition("accepted: ")[2].split(", ")
    assert accepted[0] == "Tensor"
    assert set(accepted) == BASES


def test_soft_keywords_and_self_are_fine() -> None:
    names = [a.name for a in parse("f(Tensor self, int type, int match, int _) -> ()").arguments]
    assert names == ["self", "type", "match", "_"]


@for_all(st.text(alphabet="fTensor xint(a!)[]?=*->,.:'\"1 \n-", max_size=40))
def test_any_text_is_read_or_refused(text: str) -> None:
    try:
        schema = parse(text)
    except SchemaError as error:
        assert error.position is not None
        assert 0 <= error.position <= len(text)
    else:
        assert parse(str(schema)) == schema


@for_all(st.sampled_from(PYTORCH_SPELLINGS), st.data())
def test_a_damaged_schema_is_read_or_refused(text: str, data: st.DataObject) -> None:
    start = data.draw(st.integers(0, len(text)))
    stop = data.draw(st.integers(start, min(len(text), start + 6)))
    try:
        schema = parse(text[:start] + data.draw(st.sampled_from(["", "*", "(", "é"])) + text[stop:])
    except SchemaError:
        return
    assert parse(str(schema)) == schema


# ---------------------------------------------------------------------------------- round trip

NAMES = st.from_regex(r"[a-zA-Z_][a-zA-Z0-9_]{0,6}", fullmatch=True).filter(
    lambda name: not iskeyword(name)
)


@st.composite
def types(draw: st.DrawFn) -> Type:
    base = draw(st.sampled_from(sorted(BASES)))
    if not draw(st.booleans()):
        return Type(base, draw(st.booleans()))
    size = draw(st.none() | st.integers(1, 3))
    return Type(base, draw(st.booleans()), True, size, draw(st.booleans()))


def elements(type: Type) -> st.SearchStrategy[Any]:
    integers = st.integers(-(10**20), 10**20)
    scalars = st.booleans() | integers | st.floats(allow_nan=False)
    by_base: dict[str, st.SearchStrategy[Any]] = {
        "Tensor": st.nothing(),
        "Scalar": scalars,
        "TensorOrScalar": scalars,
        "int": integers,
        "float": st.floats(allow_nan=False),
        "bool": st.booleans(),
        "str": st.text(),
        "any": scalars | st.text() | NAMES,
    }
    return by_base.get(type.base, st.text() | NAMES)


def defaults(type: Type) -> st.SearchStrategy[Any]:
    found = elements(type)
    if type.list:
        items = found | st.none() if type.element_optional or type.base == "any" else found
        found = st.lists(items, max_size=0 if items.is_empty else 3).map(tuple)
    if type.optional or type.base == "any":
        found |= st.none()
    return found


@st.composite
def schemas(draw: st.DrawFn) -> Schema:
    names = draw(st.lists(NAMES, unique=True, max_size=6))
    kwarg_from = draw(st.integers(0, len(names)))
    arguments: list[Argument] = []
    defaulted = False
    for i, name in enumerate(names):
        type = draw(types())
        choices = defaults(type)
        if i >= kwarg_from:
            choices |= st.just(REQUIRED)
        elif not defaulted:
            choices = st.just(REQUIRED) | choices
        elif type.base == "Tensor" and not type.optional and not type.list:
            type, choices = Type("Tensor", True), st.none()
        if choices.is_empty:
            choices = st.just(REQUIRED)
        default = draw(choices)
        defaulted = i < kwarg_from and default is not REQUIRED
        alias, mutated, wildcard = None, False, False
        if type.base == "Tensor":
            alias = draw(st.none() | st.sampled_from(["a", "b", "set_1"]))
        if alias is not None:
            mutated, wildcard = draw(st.booleans()), draw(st.booleans())
        arguments.append(Argument(name, type, default, i >= kwarg_from, alias, mutated, wildcard))
    sets: list[tuple[str, bool]] = [(a.alias, a.mutated) for a in arguments if a.alias]
    returns: list[Return] = []
    unique = st.lists(st.none() | NAMES, max_size=3, unique_by=lambda n: n or object())
    for result in draw(unique):
        linked: bool = draw(st.booleans())
        if sets and linked:
            shared, written = draw(st.sampled_from(sets))
            tensor = Type("Tensor", list=draw(st.booleans()))
            returns.append(Return(result, tensor, shared, written and draw(st.booleans())))
        else:
            returns.append(Return(result, draw(types())))
    overload = draw(st.just("") | NAMES.filter(lambda name: name != "default"))
    return Schema(draw(NAMES), draw(NAMES), overload, tuple(arguments), tuple(returns))


@for_all(schemas())
def test_what_is_printed_reads_back_equal(schema: Schema) -> None:
    again = parse(str(schema))
    assert again == schema
    assert str(again) == str(schema)
    assert again.text == str(schema)
    pickled = pickle.loads(pickle.dumps(again))
    assert pickled == schema
    assert copy.deepcopy(again) == schema
    for mine, theirs in zip(schema.arguments, pickled.arguments, strict=True):
        assert (mine.default is REQUIRED) == (theirs.default is REQUIRED)


# ---------------------------------------------------------------------------------- asking


def names(arguments: tuple[Argument, ...]) -> list[str]:
    return [a.name for a in arguments]


def test_which_arguments_hold_tensors() -> None:
    schema = parse(
        "f(int n, Tensor a, Tensor? b, TensorOrScalar c, Tensor[] d, Tensor?[] e, Scalar g) -> ()"
    )
    assert names(schema.tensor_arguments) == ["a", "b", "c", "d", "e"]
    assert schema.tensor_positions == (1, 2, 3, 4, 5)
    assert [a.name for a in schema.arguments if a.is_tensor] == ["a", "b", "c"]
    assert [a.name for a in schema.arguments if a.is_tensor_list] == ["d", "e"]


@pytest.mark.parametrize(
    ("text", "kinds"),
    [
        ("transpose(Tensor(a) self, int i, int j) -> Tensor(a)", {"view"}),
        ("split(Tensor(a -> *) self, int n) -> Tensor(a)[]", {"view"}),
        ("add(Tensor self, Tensor other) -> Tensor", set()),
        ("add_(Tensor(a!) self, Tensor other) -> Tensor(a!)", {"inplace", "mutable"}),
        ("__ior__(Tensor(a!) self, Tensor other) -> Tensor(a!)", {"inplace", "mutable"}),
        ("__or__(Tensor self, Tensor other) -> Tensor", set()),
        ("add.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!)", {"out", "mutable"}),
        ("batch_norm(Tensor x, Tensor(a!)? mean) -> Tensor", {"mutable"}),
        ("f(Tensor(a) x, Tensor(b!) y) -> (Tensor(a), Tensor(b!))", {"view", "mutable"}),
    ],
)
def test_kinds(text: str, kinds: set[str]) -> None:
    schema = parse(text)
    every = ("view", "inplace", "out", "mutable")
    found = {kind for kind in every if getattr(schema, f"is_{kind}")}
    assert found == kinds


def test_mutated_and_aliased() -> None:
    schema = parse("f(Tensor(a) x, Tensor(b!) y, *, Tensor(c!) z) -> (Tensor(a), Tensor(c!))")
    assert names(schema.mutated_arguments) == ["y", "z"]
    assert schema.mutated_positions == (1, 2)
    assert names(schema.aliased_arguments) == ["x", "z"]


# ---------------------------------------------------------------------------------- binding

TRIL = parse("tril(Tensor self, int diagonal=0) -> Tensor")
TRANSPOSE = parse("transpose.int(Tensor(a) self, int dim0, int dim1) -> Tensor(a)")
ADD = parse("add(Tensor self, TensorOrScalar other, *, Scalar alpha=1) -> Tensor")


@pytest.mark.parametrize(
    ("schema", "args", "kwargs", "values"),
    [
        (TRIL, ("x",), {}, ("x", 0)),
        (TRIL, ("x", 2), {}, ("x", 2)),
        (TRIL, (), {"diagonal": 1, "self": "x"}, ("x", 1)),
        (TRANSPOSE, ("x",), {"dim1": 1, "dim0": 0}, ("x", 0, 1)),
        (ADD, ["x", "y"], {}, ("x", "y", 1)),
        (ADD, ("x", "y"), {"alpha": 3}, ("x", "y", 3)),
        (ADD, ("x",), {"alpha": None, "other": 2}, ("x", 2, None)),
        (parse("f() -> ()"), (), {}, ()),
        (parse("f(int[2] s=1, *, int[] t=[]) -> ()"), (), {}, ((1, 1), ())),
        (parse("f(int[2] s=1, *, int[] t=[]) -> ()"), (5,), {"t": 6}, (5, 6)),
    ],
)
def test_bind(schema: Schema, args: Any, kwargs: Any, values: object) -> None:
    assert schema.bind(args, kwargs) == values
    assert type(schema.bind(args, kwargs)) is tuple


def test_a_default_list_cannot_be_changed_for_later_calls() -> None:
    assert parse("f(int[] x=[1]) -> ()").bind((), {}) == ((1,),)


def test_bind_never_compares_values() -> None:
    array = np.ones((2, 2))  # its == has no truth value
    bound = ADD.bind((array, array), {"alpha": array})
    assert all(value is array for value in bound)


# The first sentences are PyTorch's, but for what we add on position and type.
@pytest.mark.parametrize(
    ("schema", "args", "kwargs", "message"),
    [
        (TRIL, (), {}, "rd::tril: missing 1 required argument: 'self' (position 1, Tensor)"),
        (
            TRANSPOSE,
            ("x",),
            {},
            "rd::transpose.int: missing 2 required arguments: "
            "'dim0' (position 2, int), 'dim1' (position 3, int)",
        ),
        (
            parse("f(*, int? n) -> ()"),
            (),
            {},
            "rd::f: missing 1 required argument: 'n' (keyword-only, int or None)",
        ),
        (
            TRIL,
            ("x", 0, 1.5),
            {},
            "rd::tril: takes from 1 to 2 positional arguments but 3 were given; "
            "the first too many, at position 3, is float (1.5)",
        ),
        (
            parse("f() -> ()"),
            ("a",),
            {},
            "rd::f: takes 0 positional arguments but 1 was given; "
            "the first too many, at position 1, is str ('a')",
        ),
        (
            ADD,
            ("x", "y", 2),
            {},
            "rd::add: takes 2 positional arguments but 3 were given; "
            "the first too many, at position 3, is int (2); by keyword only: 'alpha'",
        ),
        (
            TRIL,
            ("x",),
            {"diagnal": 1},
            "rd::tril: got an unexpected keyword argument 'diagnal'; did you mean 'diagonal'?",
        ),
        (TRIL, (), {"zzz": 1}, "rd::tril: got an unexpected keyword argument 'zzz'"),
        (
            TRIL,
            ("x", 0),
            {"diagonal": 1},
            "rd::tril: got multiple values for argument 'diagonal' (position 2): "
            "by position and by keyword",
        ),
    ],
)
def test_bind_refuses(schema: Schema, args: Any, kwargs: Any, message: str) -> None:
    with pytest.raises(ArgumentError) as caught:
        schema.bind(args, kwargs)
    assert str(caught.value) == f"{message}\n  accepted: {schema}"
    assert isinstance(caught.value, TypeError)
    assert isinstance(caught.value, DispatchError)


@for_all(schemas(), st.data())
def test_bind_is_what_a_python_function_does(schema: Schema, data: st.DataObject) -> None:
    parts, star = [], False
    for i, a in enumerate(schema.arguments):
        if a.kwarg_only and not star:
            parts.append("*")
            star = True
        parts.append(f"{a.name}=D[{i}]" if a.default is not REQUIRED else a.name)
    scope: dict[str, Any] = {"D": [("default", i) for i in range(len(parts))]}
    result = "".join(f"{a.name}, " for a in schema.arguments)
    exec(f"def python({', '.join(parts)}): return ({result})", scope)
    args = data.draw(st.lists(st.integers(), max_size=len(schema.arguments) + 1))
    choices = [a.name for a in schema.arguments] + ["unknown_name"]
    kwargs = dict.fromkeys(data.draw(st.lists(st.sampled_from(choices), unique=True)), -1)
    try:
        wanted = scope["python"](*args, **kwargs)
    except TypeError:
        with pytest.raises(ArgumentError):
            schema.bind(args, kwargs)
        return
    bound = schema.bind(args, kwargs)
    assert len(bound) == len(wanted)
    for argument, mine, python in zip(schema.arguments, bound, wanted, strict=True):
        assert mine == (argument.default if isinstance(python, tuple) else python)


# ---------------------------------------------------------------------------------- checking


class Cell:
    """A stand-in for a tensor."""

    def __init__(self, value: Any, ndim: int = 0, requires_grad: bool = False) -> None:
        self.value, self.ndim, self.requires_grad = value, ndim, requires_grad

    def item(self) -> Any:
        return self.value

    def __index__(self) -> int:  # PyTorch's has it for every tensor of one element
        return int(self.value)

    def __float__(self) -> float:
        return float(self.value)

    def __repr__(self) -> str:
        raise AssertionError("a message must not print a tensor's data")


class Three(IntEnum):
    THREE = 3


def is_tensor(value: Any) -> bool:
    return isinstance(value, Cell)


def check(type: str, value: Any) -> Any:
    (result,) = parse(f"f({type} v) -> ()").check((value,), is_tensor)
    return result


ACCEPTED: list[tuple[str, Any, Any]] = [
    ("int", 1, 1),
    ("int", True, 1),
    ("int", np.int8(3), 3),
    ("int", np.bool_(True), 1),
    ("int", Three.THREE, 3),
    ("int", Cell(3), 3),
    ("int", Cell(True), 1),
    ("int?", None, None),
    ("float", 1.5, 1.5),
    ("float", 1, 1.0),
    ("float", True, 1.0),
    ("float", np.float32(0.5), 0.5),
    ("float", np.float64(0.5), 0.5),
    ("float", np.int64(2), 2.0),
    ("float", Cell(2.5), 2.5),
    ("float", Cell(2), 2.0),
    ("bool", True, True),
    ("bool", np.bool_(False), False),
    ("str", "mean", "mean"),
    ("Scalar", True, True),
    ("Scalar", 2, 2),
    ("Scalar", 2.5, 2.5),
    ("Scalar", 1j, 1j),
    ("Scalar", np.float64(2.5), 2.5),
    ("Scalar", np.float32(2.5), 2.5),
    ("Scalar", np.uint8(7), 7),
    ("Scalar", np.bool_(True), True),
    ("Scalar", np.complex64(1j), 1j),
    ("Scalar", Cell(2.5), 2.5),
    ("Scalar?", None, None),
    ("TensorOrScalar", 2.5, 2.5),
    ("TensorOrScalar", np.float64(2.5), 2.5),
    ("int[]", (1, 2), (1, 2)),
    ("int[]", [True, np.int64(2), Cell(3)], (1, 2, 3)),
    ("int[]", [], ()),
    ("int[]", range(3), (0, 1, 2)),
    ("int[]?", None, None),
    ("int[2]", 3, (3, 3)),
    ("int[2]", np.int64(3), (3, 3)),
    ("int[2]", Cell(3), (3, 3)),
    ("int[1]", 3, (3,)),
    ("int[1]", [0, 1], (0, 1)),  # sum(x, dim=[0, 1]) is int[1]: a size binds no list
    ("int[2]", [1], (1,)),
    ("int[2]?", 1, (1, 1)),
    ("int[2]?", None, None),
    ("float[2]", 1.5, (1.5, 1.5)),
    ("float[2]", 3, (3.0, 3.0)),
    ("float[]", [1, 2.5], (1.0, 2.5)),
    ("bool[2]", [True, False], (True, False)),
    ("str[]", ("a", "b"), ("a", "b")),
    ("Scalar[]", [1, 2.5, np.float64(3.0)], (1, 2.5, 3.0)),
    ("int?[]", [None, 1], (None, 1)),
    ("Tensor?", None, None),
    ("Tensor[]?", None, None),
]


@pytest.mark.parametrize(("type", "value", "result"), ACCEPTED)
def test_check_accepts(type: str, value: Any, result: Any) -> None:
    checked = check(type, value)
    assert checked == result
    assert checked.__class__ is result.__class__
    if isinstance(result, tuple):
        assert [e.__class__ for e in checked] == [e.__class__ for e in result]


@pytest.mark.parametrize("type", [*sorted(OPAQUE), "any?", "dtype?"])
@pytest.mark.parametrize("value", [None, "cpu", 7, object()])
def test_check_passes_opaque_values_through(type: str, value: Any) -> None:
    assert check(type, value) is value


def test_check_passes_tensors_through() -> None:
    x, y = Cell(1.0, ndim=2, requires_grad=True), Cell(2)
    for type in ("Tensor", "Tensor?", "TensorOrScalar", "TensorOrScalar?"):
        assert check(type, x) is x
    tensors = check("Tensor[]", (x, y))
    assert type_names(tensors) == ["Cell", "Cell"] and tensors[0] is x
    assert check("Tensor?[]", [x, None])[1] is None


def type_names(values: list[Any]) -> list[str]:
    return [type(v).__name__ for v in values]


REFUSED_VALUES: list[Any] = [
    ("int", 1.5, "must be int, not float (1.5)"),
    ("int", 1.0, "must be int, not float (1.0)"),
    ("int", np.float64(3.0), "must be int, not numpy.float64"),
    ("int", "a", "must be int, not str ('a')"),
    ("int", None, "must be int, not NoneType"),
    ("int", [1], "must be int, not list"),
    ("int", 1j, "must be int, not complex (1j)"),
    ("int?", 1.5, "must be int or None, not float (1.5)"),
    ("int", Cell(2.5), "must be int, not test_schema.Cell"),
    ("int", Cell(2, ndim=1), "must be int, not test_schema.Cell"),
    ("float", "a", "must be float, not str ('a')"),
    ("float", 1j, "must be float, not complex (1j)"),
    ("float", Fraction(1, 2), "must be float, not fractions.Fraction"),
    ("float", Cell(0.5, requires_grad=True), "must be float, not test_schema.Cell"),
    ("float", Cell(0.5, ndim=1), "must be float, not test_schema.Cell"),
    ("bool", 1, "must be bool, not int (1)"),
    ("bool", None, "must be bool, not NoneType"),
    ("bool", Cell(True), "must be bool, not test_schema.Cell"),
    ("str", 1, "must be str, not int (1)"),
    ("Scalar", "a", "must be number, not str ('a')"),
    ("Scalar", None, "must be number, not NoneType"),
    ("Scalar", Fraction(1, 2), "must be number, not fractions.Fraction"),
    ("Scalar", Cell(2.0, requires_grad=True), "must be number, not test_schema.Cell"),
    ("Scalar", Cell(2, ndim=1), "must be number, not test_schema.Cell"),
    ("Tensor", 1.0, "must be Tensor, not float (1.0)"),
    ("Tensor", None, "must be Tensor, not NoneType"),
    ("Tensor?", 1, "must be Tensor or None, not int (1)"),
    ("TensorOrScalar", "a", "must be Tensor or number, not str ('a')"),
    ("Tensor", np.ones(2), "must be Tensor, not numpy.ndarray"),
    ("int[]", 1, "must be list of ints, not int (1)"),
    ("int[]", [0, 1.0], "must be list of ints, but element 1 is float (1.0)"),
    ("int[]", np.array([0, 1]), "must be list of ints, not numpy.ndarray"),
    ("int[2]", True, "must be int or list of ints, not bool (True)"),
    ("int[2]?", 1.5, "must be int, list of ints or None, not float (1.5)"),
    ("bool[2]", True, "must be list of bools, not bool (True)"),
    ("str[]", "ab", "must be list of strs, not str ('ab')"),
    ("Tensor[]", Cell(1, ndim=1), "must be list of Tensors, not test_schema.Cell"),
    ("Tensor[]", [Cell(1), 1], "must be list of Tensors, but element 1 is int (1)"),
    ("Tensor[]", [None], "must be list of Tensors, but element 0 is NoneType"),
    ("str[]", ["x" * 99, 1], "must be list of strs, but element 1 is int (1)"),
    ("int", "x" * 99, "must be int, not str ('" + "x" * 36 + "...)"),
    pytest.param("str", 10**5000, "must be str, not int (...)", id="an int too long to print"),
]


@pytest.mark.parametrize(("type", "value", "message"), REFUSED_VALUES)
def test_check_refuses(type: str, value: Any, message: str) -> None:
    with pytest.raises(ArgumentError) as caught:
        check(type, value)
    message = message.replace("test_schema", Cell.__module__.split(".")[0])
    assert str(caught.value).split("\n")[0] == f"rd::f: argument 'v' (position 1) {message}"


def test_check_says_which_argument() -> None:
    with pytest.raises(ArgumentError) as caught:
        TRANSPOSE.check((Cell(0), 0, 1.5), is_tensor)
    assert str(caught.value) == (
        "rd::transpose.int: argument 'dim1' (position 3) must be int, not float (1.5)\n"
        "  accepted: rd::transpose.int(Tensor(a) self, int dim0, int dim1) -> Tensor(a)"
    )
    with pytest.raises(ArgumentError, match=r"argument 'alpha' \(keyword-only\) must be number"):
        ADD.check((Cell(0), 1, "2"), is_tensor)


def test_checking_twice_changes_nothing() -> None:
    schema = parse("f(int[2] a, float b, Scalar c, Tensor[] d, str? e=None) -> ()")
    once = schema.check((1, 2, np.float32(3), (Cell(0),), None), is_tensor)
    assert schema.check(once, is_tensor) == once
