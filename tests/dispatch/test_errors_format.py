"""The types of the dispatcher's exceptions and the layout of their messages."""

from __future__ import annotations

import copy
import doctest
import pickle

import pytest

from redispatch.dispatch import argument, coerce, errors, schema
from redispatch.dispatch.errors import (
    DispatchError,
    OperatorNotFound,
    SchemaError,
    explain_error,
    nearest,
)

TREE = {
    "SchemaError": RuntimeError,
    "RegistrationError": RuntimeError,
    "KeyRemovedError": RuntimeError,
    "DeviceError": RuntimeError,
    "NoKernelError": NotImplementedError,
    "OperatorNotFound": AttributeError,
    "ArgumentError": TypeError,
}


@pytest.mark.parametrize(("name", "builtin"), TREE.items())
def test_every_error_is_also_the_type_that_pytorch_raises(name: str, builtin: type) -> None:
    error = getattr(errors, name)
    assert issubclass(error, DispatchError)
    assert issubclass(error, builtin)
    assert error.__doc__


def test_the_tree_in_the_docstring_is_complete() -> None:
    defined = {
        name
        for name, value in vars(errors).items()
        if isinstance(value, type) and issubclass(value, DispatchError)
    }
    assert defined == TREE.keys() | {"DispatchError"}
    assert errors.__doc__ is not None
    for name, builtin in TREE.items():
        (line,) = (line for line in errors.__doc__.splitlines() if f" {name} " in line)
        assert f"+ {builtin.__name__} " in line


def test_attribute_lookup_treats_an_unknown_operator_as_a_missing_attribute() -> None:
    class Namespace:
        def __getattr__(self, name: str) -> object:
            raise OperatorNotFound(f"no operator {name}")

    assert not hasattr(Namespace(), "ad")


def test_who_and_what() -> None:
    assert explain_error("rd::add", "no kernel") == "rd::add: no kernel"


def test_one_line_each() -> None:
    message = explain_error("rd::add", "no kernel for Meta", "ops.py:7", "NumPy")
    assert message == "rd::add: no kernel for Meta\n  where: ops.py:7\n  accepted: NumPy"


def test_several_lines() -> None:
    message = explain_error("a", "b", "c\nd", ["e", "f"])
    assert message.split("\n") == [
        "a: b",
        "  where:",
        "    c",
        "    d",
        "  accepted:",
        "    e",
        "    f",
    ]


def test_accepted_may_come_from_a_generator_and_may_be_empty() -> None:
    assert explain_error("a", "b", accepted=(c for c in "x")) == "a: b\n  accepted: x"
    assert explain_error("a", "b", accepted=[]) == "a: b"
    assert explain_error("a", "b", where="", accepted="") == "a: b"


def test_caret_in_a_text_of_several_lines() -> None:
    error = SchemaError.at("one\n\ttwo three\nfour", 9, "wrong")
    assert str(error) == "schema: wrong\n  where:\n    \ttwo three\n    \t    ^"
    assert error.position == 9


@pytest.mark.parametrize("again", [copy.copy, lambda e: pickle.loads(pickle.dumps(e))])
def test_a_schema_error_survives_copying(again: object) -> None:
    error = SchemaError.at("f(x", 2, "wrong")
    copied = again(error)  # type: ignore[operator]
    assert type(copied) is SchemaError
    assert (str(copied), copied.text, copied.position) == (str(error), "f(x", 2)


def test_nearest() -> None:
    assert nearest("transpos", ["add", "transpose", "matmul"]) == ["transpose"]
    assert nearest("ADD", ["add", "sub"]) == ["add"]
    assert nearest("zzz", ["add", "sub"]) == []
    assert nearest("sum", []) == []
    assert nearest("dim1", ["dim0", "dim2", "dim3", "dim4"], limit=2).__len__() == 2
    assert nearest("dim", ["keepdim", "dims", "dims"])[0] == "dims"


@pytest.mark.parametrize("module", [errors, argument, coerce, schema])
def test_the_examples_run(module: object) -> None:
    assert doctest.testmod(module).failed == 0  # type: ignore[arg-type]
