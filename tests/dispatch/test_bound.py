"""What type checkers read of Tensor in dispatch/bound.py is what is really bound on it."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any

import pytest

import redispatch as rd
from redispatch.dispatch import bound
from redispatch.dispatch import tensor as home

Accessors = dict[str, Callable[..., Any]]


def functions(value: Any) -> Accessors:
    """Return the functions behind an attribute of a class."""
    if isinstance(value, property):
        parts = {"get": value.fget, "set": value.fset, "delete": value.fdel}
        return {name: part for name, part in parts.items() if part is not None}
    return {"call": value} if inspect.isfunction(value) else {}


def really_bound() -> dict[str, Accessors]:
    found = {name: functions(value) for name, value in vars(rd.Tensor).items()}
    return {
        name: parts
        for name, parts in found.items()
        if parts and next(iter(parts.values())).__module__ != home.__name__
    }


def declared() -> dict[str, Accessors]:
    found = {name: functions(value) for name, value in vars(bound.BoundMethods).items()}
    return {name: parts for name, parts in found.items() if parts}


def plain(annotation: str) -> str:
    return annotation.replace("builtins.", "")


# Declared in the body of Tensor, since the dispatcher itself asks for them; then bound better.
IN_TENSOR = {"shape", "dtype", "device", "name"}


def test_the_names_agree() -> None:
    assert set(declared()) == set(really_bound()) - IN_TENSOR


@pytest.mark.parametrize("name", sorted(set(declared()) & set(really_bound())))
def test_the_signatures_agree(name: str) -> None:
    promised, real = declared()[name], really_bound()[name]
    assert promised.keys() == real.keys()
    for part in promised:
        mine, theirs = inspect.signature(promised[part]), inspect.signature(real[part])
        pairs = list(zip(mine.parameters.values(), theirs.parameters.values(), strict=True))
        for m, t in pairs[1:]:  # the first is the tensor, whatever its name
            assert (m.name, m.kind, m.default) == (t.name, t.kind, t.default)
            assert plain(m.annotation) in (t.annotation, "Any")
        assert plain(mine.return_annotation) in (theirs.return_annotation, "Any")
