"""What `import redispatch` loads, and what it leaves to the first need."""

from __future__ import annotations

import importlib
import json
import pkgutil
import subprocess
import sys

import pytest

import redispatch

NAMES = {each.name for each in pkgutil.walk_packages(redispatch.__path__, "redispatch.")}
PACKAGES = (
    ".autograd",
    ".backends",
    ".backends.numba_backend",
    ".dispatch",
    ".nn",
    ".optim",
    ".utils",
)


def modules_after(statement: str) -> set[str]:
    """Names of the modules that a new interpreter has after the statement."""
    script = f"import json, sys; {statement}; print(json.dumps(list(sys.modules)))"
    done = subprocess.run([sys.executable, "-P", "-c", script], capture_output=True, text=True)
    assert not done.returncode, done.stderr
    return set(json.loads(done.stdout))


def test_numba_is_left_alone() -> None:
    loaded = modules_after("import redispatch")
    assert "redispatch" in loaded
    assert loaded.isdisjoint({"numba", "llvmlite"})


def test_little_more_than_numpy_is_imported() -> None:
    """What only a few calls need (processes, paths, thread pools) waits for them."""
    own = modules_after("import redispatch") - modules_after("import numpy")
    others = {name.partition(".")[0] for name in own if not name.startswith("redispatch")}
    assert others.isdisjoint({"concurrent", "logging", "pathlib", "subprocess", "urllib"})
    assert own.isdisjoint({"redispatch.library", "redispatch.autograd.functional"})


def test_what_only_some_programs_need_is_left_for_later() -> None:
    loaded = modules_after("import redispatch")
    features = {
        "autograd": "anomaly agreement careful checkpoint derivatives forward_ad forward_layer "
        "function functional gradcheck_checks graph layer noting numerical parallel raw_formula "
        "recording saved_values variable version",
        "backends": "checks coverage fallback plugins wrapper numba_backend.ufuncs",
        "dispatch": "explanation grammar tags",
        "modes": "fake_context opcheck profile selective_checkpoint",
        "nn": "functional module parameter",
        "optim": "",
        "library": "",
        "utils": "",
    }
    for part, names in features.items():
        for name in names.split():
            assert f"redispatch.{part}.{name}" in NAMES, name  # so that this list stays true
            assert f"redispatch.{part}.{name}" not in loaded
        assert names or f"redispatch.{part}" not in loaded


def test_no_kernel_formula_or_schema_is_read() -> None:
    script = (
        "import redispatch; from redispatch.dispatch.rules import RULES; "
        "from redispatch.dispatch import operators; "
        "files = {f'{r.package}.{f}' for r in RULES.rooms.values() for f in r.files}; "
        "assert files and files.isdisjoint(sys.modules), files & set(sys.modules); "
        "assert {type(op).__name__ for op in operators()} == {'Unread'}"
    )
    assert modules_after(script)


@pytest.mark.parametrize("package", ["", *PACKAGES])
def test_names_that_wait_are_told_and_found(package: str) -> None:
    module = importlib.import_module(f"redispatch{package}")
    for name in module.__all__:
        assert name in dir(module)
        assert getattr(module, name) is getattr(module, name)
    with pytest.raises(AttributeError, match="has no attribute 'nonsense'"):
        module.nonsense  # noqa: B018


def test_the_dispatcher_needs_no_array_library() -> None:
    # The face loads NumPy, so the part is imported beneath an empty package of the same name.
    statement = (
        "import importlib.util as u, types; s = u.find_spec('redispatch'); "
        "face = types.ModuleType('redispatch'); face.__path__ = s.submodule_search_locations; "
        "sys.modules['redispatch'] = face; import redispatch.dispatch"
    )
    loaded = modules_after(statement)
    assert "redispatch.dispatch" in loaded
    assert loaded.isdisjoint({"numpy", "numba"})
