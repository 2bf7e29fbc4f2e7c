"""Callers: what they accept, where they send it, and how clearly they refuse."""

from __future__ import annotations

import gc
import inspect
import linecache
import traceback
from typing import Any

import pytest
from toy import Toy, added, doubled, operator

from redispatch.dispatch import ArgumentError, Operator
from redispatch.dispatch.callers import function_source, user_caller
from redispatch.dispatch.operator import DTYPE_TYPES
from redispatch.dispatch.registry import register
from redispatch.dispatch.rules import Rule
from redispatch.dispatch.sources import exec_source, forget_sources
from redispatch.dispatch.tensor import Tensor

LISTS = "f(Tensor self, int[] size, *, float scale=1.0, str? mode=None) -> Tensor"


def echo(op: Operator) -> Rule:
    """A kernel that returns its arguments."""
    count = len(op.schema.arguments)
    names = ", ".join(f"a{i}" for i in range(count))
    kernel = eval(f"lambda {names}: ({names},)")  # noqa: S307
    return Rule(kernel, "raw")


def test_what_is_exact_reaches_the_kernel_untouched(toy: Toy) -> None:
    with operator(LISTS) as op, register(op, "Toy", echo(op)):
        x, size = toy.tensor(1), (2, 3)
        for call in (op, user_caller(op)):
            payload, given, scale, mode = call(x, size, scale=2.0, mode="m")._data
            assert payload is x._data
            assert given == size and type(given) is tuple
            assert (scale, mode) == (2.0, "m")


def test_what_is_not_exact_is_converted(toy: Toy) -> None:
    with operator(LISTS) as op, register(op, "Toy", echo(op)):
        x = toy.tensor(1)
        for call in (op, user_caller(op)):
            for size in ([2, 3], (True, 3), range(2, 4)):
                _, given, scale, _ = call(x, size, scale=2)._data
                assert type(given) is tuple and type(scale) is float
                assert [type(n) for n in given] == [int, int]


def test_the_first_argument_has_two_names(toy: Toy) -> None:
    with operator("f(Tensor self, int n=1) -> Tensor") as op, register(op, "Toy", echo(op)):
        x = toy.tensor(1)
        assert op(self=x)._data == op(input=x)._data == op(x)._data == ([1], 1)
        assert user_caller(op)(input=x, n=2)._data == ([1], 2)
        with pytest.raises(ArgumentError, match="multiple values"):
            op(x, input=x)
    with operator("f(Tensor self, Tensor input) -> Tensor") as op, register(op, "Toy", echo(op)):
        x, y = toy.tensor(1), toy.tensor(2)
        assert op(input=y, self=x)._data == ([1], [2])
        assert user_caller(op)(x, input=y)._data == ([1], [2])


def out_step(site: Any, rule: Any) -> Any:
    """A step for out= forms: says what it got."""
    from redispatch.dispatch.walk import Step

    return Step(lambda *args: (site.operator.name, *args), "tells")


def test_out_is_routed_to_the_out_form(toy: Toy) -> None:
    with operator("f(Tensor self, *, int n=1) -> Tensor", out=True) as op:
        with register(op, "Toy", Rule(lambda p, n: [n], "raw")):
            x, target = toy.tensor(1), toy.tensor(0)
            caller = user_caller(op)
            for call in (op, caller):
                assert call(x, n=2)._data == [2]
                assert call(x, n=2, out=None)._data == [2]
            toy.step = out_step  # type: ignore[method-assign]
            for call in (op, caller):
                assert call(x, n=3, out=target) == (f"{op.name}.out", x, 3, target)
                assert call(input=x, out=target) == (f"{op.name}.out", x, 1, target)
            assert "out" in inspect.signature(caller).parameters


def test_an_operator_without_an_out_form_refuses_out(toy: Toy) -> None:
    with operator() as op:
        with pytest.raises(ArgumentError, match="unexpected keyword argument 'out'"):
            op(toy.tensor(1), out=toy.tensor(1))
        with pytest.raises(TypeError, match="unexpected keyword argument 'out'"):
            user_caller(op)(toy.tensor(1), out=toy.tensor(1))


@pytest.mark.parametrize(
    ("args", "kwargs", "words"),
    [
        ((), {}, ["missing 2 required arguments", "'self' (position 1, Tensor)", "'size'"]),
        (("x",), {}, ["missing 1 required argument", "'size' (position 2, list of ints)"]),
        (("x", [1], 3), {}, ["takes 2 positional arguments but 3 were given", "position 3"]),
        (("x", [1]), {"scal": 1}, ["unexpected keyword argument 'scal'", "did you mean 'scale'"]),
        (("x", [1]), {"size": [1]}, ["multiple values for argument 'size' (position 2)"]),
        ((3, [1]), {}, ["argument 'self' (position 1) must be Tensor, not int (3)"]),
        (([1], [1]), {}, ["argument 'self' (position 1) must be Tensor, not list"]),
        (("x", [1.5]), {}, ["argument 'size' (position 2)", "element 0 is float (1.5)"]),
        (("x", "ab"), {}, ["argument 'size' (position 2) must be list of ints, not str ('ab')"]),
        (("x", [1]), {"scale": "a"}, ["argument 'scale' (keyword-only) must be float, not str"]),
        (("x", [1]), {"mode": 3}, ["argument 'mode' (keyword-only) must be str or None, not int"]),
    ],
)
def test_refusals_name_operator_position_and_what_is_accepted(
    toy: Toy, args: tuple[Any, ...], kwargs: dict[str, Any], words: list[str]
) -> None:
    with operator(LISTS) as op, register(op, "Toy", echo(op)):
        given = tuple(toy.tensor(1) if a == "x" else a for a in args)
        with pytest.raises(ArgumentError) as error:
            op(*given, **kwargs)
        for word in [*words, op.name, f"accepted: {op.schema}"]:
            assert word in str(error.value)
        with pytest.raises(TypeError, match="f"):  # Python's own words, where it binds
            user_caller(op)(*given, **kwargs)
        assert len(op.walks) == 0


def test_lists_of_tensors(toy: Toy) -> None:
    with operator("f(Tensor[] tensors, Tensor?[] more=[]) -> Tensor") as op:
        with register(op, "Toy", Rule(lambda a, b: [len(a), len(b)], "raw")):
            x = toy.tensor(1)
            for call in (op, user_caller(op)):
                assert call([x, x, x])._data == [3, 0]
                assert call((x,), [None, x])._data == [1, 2]
                with pytest.raises(ArgumentError, match="element 1 is int"):
                    call([x, 1])


class Kind:
    """A dtype, as far as this test goes."""


def test_dtypes_are_converted_for_every_kernel(toy: Toy, monkeypatch: pytest.MonkeyPatch) -> None:
    def convert(value: Any) -> Kind:
        if value != "kind":
            raise TypeError(f"got {value!r}, not a kind")
        return kind

    kind = Kind()
    DTYPE_TYPES.add(Kind)
    monkeypatch.setattr(Operator, "convert_dtype", staticmethod(convert))
    schema = "f(Tensor self, dtype a, *, dtype? b=None) -> Tensor"
    try:
        with operator(schema) as op, register(op, "Toy", echo(op)):
            x = toy.tensor(1)
            for call in (op, user_caller(op)):
                assert call(x, "kind", b="kind")._data == ([1], kind, kind)
                assert call(x, kind)._data == ([1], kind, None)
                with pytest.raises(ArgumentError) as error:
                    call(x, kind, b=7)
                assert f"{op.name}: argument 'b' (keyword-only): got 7, not a kind" in str(
                    error.value
                )
            assert "a.__class__ in DTYPES" in function_source(op)
    finally:
        DTYPE_TYPES.discard(Kind)


def test_a_device_says_where_only_if_no_tensor_does(
    toy: Toy, monkeypatch: pytest.MonkeyPatch
) -> None:
    with Toy("Toy2") as other:
        bits = {"toy": toy.key.bit, "toy2": other.key.bit, None: toy.key.bit}
        monkeypatch.setattr(Operator, "device_bits", staticmethod(bits.__getitem__))
        with operator("f(Tensor? like=None, *, device? device=None) -> Tensor") as op:
            register(op, "Toy", Rule(lambda like, device: ["Toy", device], "raw"))
            register(op, "Toy2", Rule(lambda like, device: ["Toy2", device], "raw"))
            for call in (op, user_caller(op)):
                assert call()._data == ["Toy", None]
                assert call(device="toy2")._data == ["Toy2", "toy2"]
                assert call(toy.tensor(1), device="toy2")._data == ["Toy", "toy2"]
                assert call(other.tensor(1))._data == ["Toy2", None]
            for handle in list(op.rules()):
                from redispatch.dispatch.rules import RULES

                RULES._put(op.name, handle, ())


def test_scalars_and_tensors_have_walks_of_their_own(toy: Toy) -> None:
    with operator("f(TensorOrScalar a, TensorOrScalar b) -> Tensor") as op:
        with register(op, "Toy", Rule(lambda a, b: [a, b], "raw")):
            x = toy.tensor(1)
            for call in (op, user_caller(op)):
                assert call(x, 2)._data == [[1], 2]
                assert call(2.5, x)._data == [2.5, [1]]
                assert call(x, x)._data == [[1], [1]]
            assert len(op.walks) == 3
            with pytest.raises(NotImplementedError, match="no tensor arguments"):
                op(1, 2)


class Foreign:
    """An object that knows how to be added to tensors."""

    def __radd__(self, other: Any) -> str:
        return "theirs"


def test_foreign_operands_get_their_turn(toy: Toy) -> None:
    with register("rd::add", "Toy", Rule(lambda a, b, alpha: added(a, b), "raw")):
        x = toy.tensor(1)
        assert (x + x)._data == [2]
        assert x + Foreign() == "theirs"
        with pytest.raises(TypeError, match="unsupported operand"):
            x + object()


def test_subclasses_of_tensor_take_the_fast_way(toy: Toy) -> None:
    class Special(Tensor):
        __slots__ = ()

    with operator() as op, register(op, "Toy", Rule(doubled, "raw")):
        x = Special()
        x._data, x._keys, x._autograd, x._counter = [1], toy.key.bit, None, None
        assert user_caller(op)(x)._data == op(x)._data == [2]


def test_a_users_caller_belongs_to_their_module(toy: Toy) -> None:
    with operator("twice(Tensor self) -> Tensor", doc="Double it.") as op:
        caller = user_caller(op, "their.module")
        assert (caller.__module__, caller.__qualname__) == ("their.module", "twice")
        assert inspect.getdoc(caller) == "Double it."
        assert "def twice(input: Tensor) -> Tensor:" in inspect.getsource(caller)
        try:
            caller(toy.tensor(1))
        except NotImplementedError as error:
            frames = [f for f in traceback.extract_tb(error.__traceback__) if f.name == "twice"]
            assert frames[0].line and frames[0].line.startswith("return W_twice[")


def test_generated_source_lives_as_long_as_what_it_made() -> None:
    names: dict[str, Any] = {}
    exec_source("class C:\n    def f(self):\n        return 1\n", "<redispatch test>", names)
    method = names["C"].f
    del names
    gc.collect()
    assert linecache.getline("<redispatch test>", 3) == "        return 1\n"
    linecache.checkcache()
    assert inspect.getsource(method).strip().startswith("def f")
    again: dict[str, Any] = {}
    exec_source("def g():\n    return 2\n", "<redispatch test>", again)
    del method
    gc.collect()
    assert linecache.getline("<redispatch test>", 2) == "    return 2\n"
    del again
    gc.collect()
    forget_sources()  # as the next generated source does
    assert "<redispatch test>" not in linecache.cache
