"""What `import redispatch` loads, and what it leaves to the first need."""

from __future__ import annotations

import json
import subprocess
import sys


def modules_after(statement: str) -> set[str]:
    """Names of the modules that a new interpreter has after the statement."""
    script = f"import json, sys; {statement}; print(json.dumps(list(sys.modules)))"
    done = subprocess.run(
        [sys.executable, "-P", "-c", script], capture_output=True, text=True, check=True
    )
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
