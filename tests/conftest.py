"""What holds for every test: where modules come from, and how Hypothesis draws."""

from __future__ import annotations

import os
import pathlib
import sys

from hypothesis import settings

ROOT = pathlib.Path(__file__).resolve().parents[1]

# The root holds `autograd/` and `dispatch/`, names that others use too: `python -m pytest` adds it.
sys.path[:] = [p for p in sys.path if pathlib.Path(p or ".").resolve() != ROOT]
# What tests share; in a folder of its own, since `tests/autograd` must not be found as `autograd`.
sys.path.append(str(ROOT / "tests" / "common"))
collect_ignore = ["common"]

# A compiling kernel may take a second, on any example: no deadline. CI draws the same each time.
settings.register_profile("default", deadline=None)
settings.register_profile("ci", deadline=None, derandomize=True, print_blob=True)
settings.load_profile("ci" if os.environ.get("CI") else "default")
