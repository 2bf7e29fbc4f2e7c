"""Memory that big arrays leave behind is used again."""

from __future__ import annotations

import platform
import subprocess
import sys

import pytest

CODE = """
import resource, numpy as np, redispatch
def once():
    a, b = np.empty(10**6, "f4"), np.empty(10**6, "f4")
    a[:], b[:] = 1, 2
once()
before = resource.getrusage(resource.RUSAGE_SELF).ru_minflt
for _ in range(20):
    once()
print(resource.getrusage(resource.RUSAGE_SELF).ru_minflt - before)
"""


@pytest.mark.skipif(platform.libc_ver()[0] != "glibc", reason="only glibc learns what to keep")
def test_pages_are_not_fetched_again() -> None:
    done = subprocess.run(
        [sys.executable, "-P", "-c", CODE], capture_output=True, text=True, check=True
    )
    assert int(done.stdout) < 4000  # ten times as many where memory is given back
