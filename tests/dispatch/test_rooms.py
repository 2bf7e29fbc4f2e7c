"""The package's own rules are read when they are first needed, and nothing depends on when."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from textwrap import dedent

import pytest

from redispatch import dispatch
from redispatch.dispatch.registry import OPERATORS, _check_rule
from redispatch.dispatch.rooms import Room
from redispatch.dispatch.rules import RULES

OPS = Path(dispatch.__file__).parent / "ops"
HEADER = """
import sys
import numpy as np
import redispatch as rd
from redispatch.dispatch import explain, kernel, lookup, operators
from redispatch.dispatch.errors import RegistrationError
from redispatch.dispatch.rules import LOCK, RULES

def loaded(name):
    return f"redispatch.{name}" in sys.modules
"""


def fresh(script: str) -> str:
    """What a script prints in an interpreter that has only just imported redispatch."""
    done = subprocess.run(
        [sys.executable, "-P", "-c", HEADER + dedent(script)], capture_output=True, text=True
    )
    assert not done.returncode, done.stderr
    return done.stdout


@pytest.mark.parametrize("slot", list(RULES.rooms))
def test_every_rule_stands_where_its_family_is_looked_for(slot: str) -> None:
    room = RULES.rooms[slot]
    for name, table in RULES.tables.items():
        for rule in table.get(slot, ()):
            package, _, file = rule.module.rpartition(".")
            if package == room.package:
                assert file in room.files
                assert room.whole or file in room.of_family[RULES.families[name]], name


@pytest.mark.parametrize("slot", list(RULES.rooms))
def test_rooms_are_divided_as_the_declarations_are(slot: str) -> None:
    room = RULES.rooms[slot]
    families = {path.stem for path in OPS.glob("*.py")}
    further = {file for name, files in room.of_family.items() for file in files if file != name}
    assert room.whole or {*room.of_family} - further <= families


def test_every_rule_of_ours_can_be_called_as_its_schema_says() -> None:
    """It is not asked when they are registered, for that would read all schemas."""
    for name, table in RULES.tables.items():
        operator = OPERATORS.get(name)
        if operator is not None:
            for stack in table.values():
                for rule in stack:
                    _check_rule(operator, rule)


def test_what_is_said_of_an_unread_operator_is_what_its_schema_says() -> None:
    script = """
        from redispatch.dispatch.operator import Operator
        from redispatch.dispatch.unread import Unread
        unread = [op for op in operators() if op.__class__ is Unread]
        assert len(unread) > 600
        said = {op: (str(op.name), op.is_view) for op in unread}
        assert all(op.__class__ is Unread for op in unread)
        for op, (name, is_view) in said.items():
            assert (op.schema.qualname, op.schema.is_view) == (name, is_view)
            assert op.__class__ is Operator
            assert (op.out_form is not None) == any("out" in form.tags for form in op.forms)
            for form in op.forms:
                assert form.schema.is_out == ("out" in form.tags), form
                assert form.schema.is_inplace == ("inplace" in form.tags), form
    """
    fresh(script)


def test_threads_may_read_the_same_schema_at_once() -> None:
    script = """
        import threading
        sys.setswitchinterval(1e-6)
        start, found = threading.Barrier(16), []

        def work():
            start.wait()
            op = lookup("addcmul")
            found.append((op.enough, str(op.schema), op.name(), len(op.tensors)))

        threads = [threading.Thread(target=work) for _ in range(16)]
        for each in threads: each.start()
        for each in threads: each.join(60)
        assert len(found) == 16 and len(set(found)) == 1, found
    """
    fresh(script)


def test_operators_of_users_have_no_family() -> None:
    op = dispatch.declare("rooms::own(Tensor self) -> Tensor")
    try:
        assert op.name not in RULES.families
        assert RULES.families["rd::exp"] == RULES.families["rd::exp_"] == "pointwise"
    finally:
        dispatch.undeclare(op)


def test_a_call_reads_the_rules_of_its_family_only() -> None:
    script = """
        assert not loaded("backends.numpy_backend.linalg")
        assert not loaded("backends.numba_backend.kernels")
        a = rd.ones(2, 2)
        assert (a @ a).tolist() == [[2.0, 2.0], [2.0, 2.0]]
        assert loaded("backends.numpy_backend.linalg")
        assert not loaded("autograd.formulas.linalg")
        assert not loaded("backends.numpy_backend.convolution")
        assert not loaded("backends.meta_backend.linalg")
        b = rd.ones(2, 2, requires_grad=True)
        (b @ a).sum().backward()
        assert b.grad.tolist() == [[2.0, 2.0], [2.0, 2.0]]
        assert loaded("autograd.formulas.linalg")
    """
    fresh(script)


def test_a_registration_finds_what_it_would_replace() -> None:
    script = """
        try:
            kernel("sin", "NumPy")(np.cos)
        except RegistrationError as error:
            assert "numpy_backend/pointwise.py" in str(error)
        else:
            raise AssertionError("replaced by accident")
        x = rd.tensor([0.0])
        other = kernel("sinh", "NumPy", override=True)
        other(np.cosh)
        assert rd.sinh(x).tolist() == [1.0]
        other.registration.undo()
        assert rd.sinh(x).tolist() == [0.0]
    """
    fresh(script)


def test_explanations_do_not_depend_on_what_was_read() -> None:
    script = """
        x = rd.tensor([0.5], requires_grad=True)
        first = [str(explain(name)) for name in ("atan2", "median")] + [str(explain("sin", x))]
        RULES.tables
        again = [str(explain(name)) for name in ("atan2", "median")] + [str(explain("sin", x))]
        assert first == again
        print("\\n".join(again))
    """
    last = """
        x = rd.tensor([0.5], requires_grad=True)
        RULES.tables
        print("\\n".join([str(explain(name)) for name in ("atan2", "median")]))
        print(explain("sin", x))
    """
    assert fresh(script) == fresh(last)


def test_threads_may_need_the_same_rules_at_once() -> None:
    script = """
        import threading
        sys.setswitchinterval(1e-5)
        names = ["exp", "sin", "cosh", "erf", "floor", "isnan", "cumsum", "sort", "diagonal"]
        start, results = threading.Barrier(12), []

        def work(k):
            start.wait()
            x = rd.full((2, 2), 0.5, requires_grad=True)
            for name in names[k % 9:] + names[:k % 9]:
                if name in ("cumsum", "sort"):
                    getattr(rd, name)(x, 0)
                else:
                    getattr(rd, name)(x)
            rd.sin(x).sum().backward()
            results.append(x.grad.tolist())

        threads = [threading.Thread(target=work, args=(k,)) for k in range(12)]
        for each in threads: each.start()
        for each in threads: each.join(60)
        assert len(results) == 12
        assert np.allclose(results, np.cos(0.5))
    """
    fresh(script)


def test_reading_waits_for_no_lock_of_the_tables() -> None:
    """One thread imports a file, and another that holds a lock waits for it: see Note [Rooms].

    What holds the one of dtypes is the first use of 16 bits, which reads rooms.
    """
    script = """
        import threading
        from redispatch.backends.dtypes import _LOADING
        done = []

        def read():
            for room in RULES.rooms.values():
                room.read_all()
            done.append(True)

        with _LOADING, LOCK:
            thread = threading.Thread(target=read)
            thread.start()
            thread.join(60)
            assert done == [True]
    """
    fresh(script)


def test_sixteen_bits_are_the_same_whether_rules_were_read_before_or_after() -> None:
    use = """
        x = rd.tensor([1.0, 2.0, 3.0]).to(rd.float16)
        y = x.to("numba")
    """
    read = """
        RULES.tables
    """
    call = """
        for t in (x, y):
            results = [rd.exp(t), rd.nn.functional.gelu(t), t.sum(), rd.cumsum(t, 0), t + t]
            print([(r.dtype, r.device, r.tolist()) for r in results])
        rules = RULES.of_slot("Numba")
        print(sorted(name for name, stack in rules if hasattr(stack[-1].fn, "kernel")))
        assert not any(hasattr(r.fn, "kernel") and hasattr(r.fn.kernel, "kernel")
                       for _, stack in rules for r in stack)
    """
    assert fresh(use + read + call) == fresh(read + use + call)


def test_a_file_that_cannot_be_read_is_tried_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    package = tmp_path / "house_for_a_test"
    package.mkdir()
    (package / "__init__.py").touch()
    file = package / "kitchen.py"
    file.write_text("raise OSError('locked')")
    monkeypatch.syspath_prepend(str(tmp_path))
    room = Room(package.name, ["kitchen"])
    for _ in range(2):
        with pytest.raises(OSError, match="locked"):
            room.read("kitchen")
        assert room.waits("kitchen")
    file.write_text("")
    room.read("kitchen")
    assert not room.waits("kitchen")
