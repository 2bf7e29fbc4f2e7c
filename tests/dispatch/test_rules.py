"""The tables: what a registration checks and replaces, where it came from, how it is undone."""

from __future__ import annotations

import importlib.util
import inspect
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from toy import Toy, added, doubled, operator

from redispatch.dispatch import (
    Registration,
    RegistrationError,
    composite,
    fallthrough,
    kernel,
    layer_fallback,
    layer_rule,
    register_layer,
    remove_key,
    tensor_rule,
)
from redispatch.dispatch.registry import raw_kernel, register
from redispatch.dispatch.rules import RULES, Generation, Rule


def first(payload: list[float]) -> list[float]:
    return payload


def second(payload: list[float]) -> list[float]:
    return payload


def rule_line() -> int:
    frame = inspect.currentframe()
    assert frame is not None and frame.f_back is not None
    return frame.f_back.f_lineno


def register_from(path: Path, name: str, source: str, **names: Any) -> ModuleType:
    """Run the source as a module of this name and file."""
    path.write_text(source)
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    vars(module).update(names)
    spec.loader.exec_module(module)
    return module


def test_a_rule_says_where_it_was_registered(toy: Toy) -> None:
    here = f"{__file__}:{{}}".format
    with operator() as op:
        kernel(op, "Toy")(doubled)
        assert op.rules() == {"Toy": here(rule_line() - 1)}

        @kernel(op, "Toy", override=True)
        def decorated(payload: Any) -> Any:
            return payload

        assert op.rules() == {"Toy": here(rule_line() - 4)}
        for handle in RULES.stack(op.name, "Toy"):
            RULES._remove(op.name, "Toy", handle)


@pytest.mark.parametrize(
    "fn",
    [doubled, len, lambda payload: payload, Toy().shape],
    ids=["function", "builtin", "lambda", "method"],
)
def test_whatever_is_registered_the_line_is_the_users(toy: Toy, fn: Any) -> None:
    with operator() as op:
        for make in (
            lambda: kernel(op, "Toy")(fn),
            lambda: raw_kernel("Toy")(op, fn),
            lambda: tensor_rule(op, "Toy")(fn),
            lambda: composite(op)(fn),
            lambda: fallthrough(op, "Autograd"),
        ):
            make()
            (source,) = op.rules().values()
            assert source == f"{__file__}:{make.__code__.co_firstlineno}"
            (slot,) = op.rules()
            RULES._remove(op.name, slot, RULES.stack(op.name, slot)[-1])


def test_an_accident_is_refused_and_changes_nothing(toy: Toy) -> None:
    with operator() as op, register(op, "Toy", Rule(first, "raw")):
        before, generation = op.rules(), Generation.number
        with pytest.raises(
            RegistrationError, match=r"has a rule already, registered at .*:\d+"
        ) as e:
            kernel(op, "Toy")(second)
        assert "override=True" in str(e.value)
        assert (op.rules(), Generation.number) == (before, generation)


def test_override_is_undone_to_what_was_there(toy: Toy) -> None:
    with operator() as op, register(op, "Toy", Rule(doubled, "raw")):
        x = toy.tensor(3)
        decorator = kernel(op, "Toy", override=True)
        decorator(first)
        assert op(x)._data == [3]
        assert decorator.registration is not None
        decorator.registration.undo()
        decorator.registration.undo()
        assert op(x)._data == [6]
        assert "undone" in repr(decorator.registration)


def test_the_same_module_and_name_replaces(toy: Toy, tmp_path: Path) -> None:
    source = "def f(x):\n    return {}\nhandle = register(op, 'Toy', Rule(f, 'raw'))\n"
    names: dict[str, Any] = {"register": register, "Rule": Rule}
    with operator() as op:
        old = register_from(tmp_path / "m.py", "m", source.format("[1]"), op=op, **names)
        new = register_from(tmp_path / "m.py", "m", source.format("[2]"), op=op, **names)
        assert op(toy.tensor(0))._data == [2]
        old.handle.undo()  # it is not there any more
        assert op(toy.tensor(0))._data == [2]
        with pytest.raises(RegistrationError, match="has a rule already"):
            register_from(tmp_path / "other.py", "m", source.format("[3]"), op=op, **names)
        new.handle.undo()
        assert op.rules() == {}


def test_a_cell_of_a_notebook_replaces(toy: Toy, tmp_path: Path) -> None:
    source = "def f(x):\n    return {}\nhandle = register(op, 'Toy', Rule(f, 'raw'))\n"
    names: dict[str, Any] = {"register": register, "Rule": Rule}
    with operator() as op:
        register_from(tmp_path / "cell1.py", "__main__", source.format("[1]"), op=op, **names)
        cell = register_from(
            tmp_path / "cell2.py", "__main__", source.format("[2]"), op=op, **names
        )
        assert op(toy.tensor(0))._data == [2]
        cell.handle.undo()
        assert op.rules() == {}


def test_a_block_scopes_a_registration(toy: Toy) -> None:
    with operator() as op:
        with register(op, "Toy", Rule(doubled, "raw")) as handle:
            assert isinstance(handle, Registration)
            assert op(toy.tensor(3))._data == [6]
        assert op.rules() == {}


@pytest.mark.parametrize(
    ("slot", "message"),
    [
        ("Tyo", "did you mean Toy"),
        ("AutogardToy", "did you mean AutogradToy"),
        ("VersionNowhere", "is not a key"),
    ],
)
def test_unknown_slots_are_refused(toy: Toy, slot: str, message: str) -> None:
    with operator() as op:
        with pytest.raises(RegistrationError, match=message):
            register(op, slot, Rule(first, "layer"))
        assert op.rules() == {}


def no_argument() -> None: ...


def two(a: Any, b: Any) -> None: ...


def required_keyword(a: Any, *, b: Any) -> None: ...


class Ufunc:
    """What NumPy's ufuncs look like from here: they have `nin` and no signature."""

    nin = 2
    __name__ = "ufunc"
    __signature__ = "none"

    def __call__(self, *args: Any) -> None: ...


@pytest.mark.parametrize(
    "fn",
    [no_argument, two, required_keyword, Ufunc(), divmod],
    ids=["none", "two", "keyword", "ufunc", "builtin"],
)
@pytest.mark.parametrize("kind", ["raw", "tensor"])
def test_a_rule_that_the_operator_could_not_call(toy: Toy, fn: Any, kind: Any) -> None:
    with operator() as op:
        with pytest.raises(RegistrationError, match="1 positional argument, as .* will") as error:
            register(op, "Toy", Rule(fn, kind))
        assert f"{__file__}:" in str(error.value)
        assert op.rules() == {}


def many(*args: Any) -> None: ...


def with_default(a: Any, b: Any = 1) -> None: ...


@pytest.mark.parametrize(
    "fn",
    [many, with_default, first, len, print],
    ids=lambda f: getattr(f, "__name__", type(f).__name__),
)
def test_a_rule_that_the_operator_can_call(toy: Toy, fn: Any) -> None:
    with operator() as op, register(op, "Toy", Rule(fn, "raw")):
        assert op.rules()


def test_layer_rules_take_below_as_well(toy: Toy) -> None:
    with operator() as op, pytest.raises(RegistrationError, match="gets `below` first"):
        layer_rule(op, "Python")(first)


def test_the_plain_kernel_is_checked_too(toy: Toy) -> None:
    with operator("f(Tensor self, Tensor other, *, int n=1) -> Tensor") as op:
        with pytest.raises(RegistrationError, match="plain rule doubled"):
            kernel(op, "Toy", plain=doubled)(lambda a, b, n: a)
        kernel(op, "Toy", plain=added)(lambda a, b, n: a)
        RULES._remove(op.name, "Toy", RULES.stack(op.name, "Toy")[0])


@pytest.mark.parametrize("fn", [None, 3, "name"])
def test_a_rule_must_be_callable(toy: Toy, fn: Any) -> None:
    with operator() as op, pytest.raises(TypeError, match="must be callable"):
        kernel(op, "Toy")(fn)


def test_rules_of_a_removed_key_are_gone() -> None:
    with operator() as op:
        with Toy():
            kernel(op, "Toy")(doubled)
            tensor_rule(op, "AutogradToy")(doubled)
            tensor_rule(op, "Autograd")(doubled)
            units = register_layer("Units", "a test")
            layer_rule(op, "UnitsToy")(many)
            layer_fallback(units, tag="pointwise")(many)
            remove_key(units)
            assert sorted(op.rules()) == ["Autograd", "AutogradToy", "Toy"]
            assert not RULES.tables.get("*pointwise", {}).get("Units")
        assert list(op.rules()) == ["Autograd"]
        RULES._remove(op.name, "Autograd", RULES.stack(op.name, "Autograd")[0])


def test_an_undo_after_its_key_was_removed_does_nothing() -> None:
    with operator() as op:
        with Toy():
            old = register(op, "Toy", Rule(first, "raw"))
        with Toy():
            with register(op, "Toy", Rule(second, "raw")):
                old.undo()
                assert RULES.active(op.name, "Toy")
            assert not op.rules()


def test_modules_that_ran_before_are_not_kept(toy: Toy) -> None:
    assert "m" not in sys.modules
