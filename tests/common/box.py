"""The backend of examples/toy_backend.py, for tests: payloads are no arrays and share no memory."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from types import ModuleType

EXAMPLE = Path(__file__).resolve().parents[2] / "examples" / "toy_backend.py"


def load() -> ModuleType:
    """Return the example as a module; a second time, the same."""
    known = sys.modules.get("toy_backend")
    if known is not None:
        return known
    spec = importlib.util.spec_from_file_location("toy_backend", EXAMPLE)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["toy_backend"] = module  # its dataclass looks itself up
    try:
        spec.loader.exec_module(module)
    except BaseException:
        del sys.modules["toy_backend"]
        raise
    return module
