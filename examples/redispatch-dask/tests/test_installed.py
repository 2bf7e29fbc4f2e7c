"""The installed distribution: the device is there by name, and computes what NumPy computes.

Run where both distributions are installed: `pytest examples/redispatch-dask/tests`.
"""

from __future__ import annotations

import subprocess
import sys

import redispatch as rd


def test_the_device_needs_no_import() -> None:
    script = "import redispatch as rd; print(rd.tensor([1., 2.], device='dask') * 2)"
    done = subprocess.run([sys.executable, "-P", "-c", script], capture_output=True, text=True)
    assert done.stdout == "tensor([2., 4.], device='dask')\n", done.stderr


def test_the_distribution_is_named() -> None:
    assert rd.backends.available()["dask"] in ("redispatch-dask", "registered")


def test_what_it_claims_is_right() -> None:
    names = ["add", "mul", "exp", "sum", "mean", "matmul", "linear", "transpose", "select", "slice"]
    report = rd.backends.conformance("dask", only=names, checks=["values", "gradients"])
    assert report.ok, report
    assert rd.backends.coverage_report("dask")["add"].how == "native"
