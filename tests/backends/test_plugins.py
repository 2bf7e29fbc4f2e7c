"""Backends of other distributions: loaded when their device is named, and harmless when broken."""

from __future__ import annotations

import pickle
import subprocess
import sys
import textwrap
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

import redispatch as rd
from redispatch.backends import plugins
from redispatch.backends.backend import DEVICES, LOADING, remove_backend
from redispatch.dispatch import DeviceError
from redispatch.dispatch.keys import KEYS
from redispatch.dispatch.rules import RULES

BACKEND = """
    import numpy as np
    from redispatch.backends import Backend, register_backend
    from redispatch.dispatch import kernel

    class Outer(Backend):
        name = "{key}"
        def from_numpy(self, array): return array
        def to_numpy(self, payload): return payload

    def register():
        register_backend(Outer())
        kernel("exp", "{key}")(np.exp)
        {last}
"""
Install = Callable[..., None]


@pytest.fixture
def install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Install]:
    """Return what puts a distribution with one entry point on the path."""
    monkeypatch.syspath_prepend(str(tmp_path))
    before = set(DEVICES)
    modules = []

    def install(dist: str, device: str, last: str = "pass", source: str = BACKEND) -> None:
        module = dist.replace("-", "_")
        modules.append(module)
        text = textwrap.dedent(source).replace("{key}", device.title()).replace("{last}", last)
        (tmp_path / f"{module}.py").write_text(text)
        info = tmp_path / f"{module}-1.0.dist-info"
        info.mkdir()
        (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {dist}\nVersion: 1.0\n")
        (info / "entry_points.txt").write_text(f"[{plugins.GROUP}]\n{device} = {module}:register\n")

    yield install
    for name in set(DEVICES) - before:
        remove_backend(DEVICES[name])
    for module in modules:
        sys.modules.pop(module, None)


def test_a_device_is_loaded_when_it_is_named(install: Install) -> None:
    install("outer-dist", "outer")
    assert rd.backends.available()["outer"] == "outer-dist" and "outer_dist" not in sys.modules
    x = rd.tensor([0.0, 1.0], device="outer")
    assert rd.backends.available()["outer"] == "registered"
    assert x.exp().tolist() == pytest.approx([1.0, 2.718281828], rel=1e-6)
    assert str(rd.ones(1).to("outer").device) == "outer"


def test_load_by_name(install: Install, monkeypatch: pytest.MonkeyPatch) -> None:
    install("outer-dist", "outer")
    monkeypatch.setenv("REDISPATCH_AUTOLOAD", "0")
    with pytest.raises(DeviceError, match=r"(?s)load\(name\).*outer \(outer-dist\)"):
        rd.ones(1, device="outer")
    rd.backends.load("outer")
    rd.backends.load("outer")
    assert rd.ones(1, device="outer").tolist() == [1.0]


def test_a_pickle_loads_the_backend_of_its_tensor(install: Install, tmp_path: Path) -> None:
    install("outer-dist", "outer")
    file = tmp_path / "x.pickle"
    file.write_bytes(pickle.dumps(rd.tensor([1.0, 2.0], device="outer")))
    source = str(Path(rd.__file__).parents[1])
    script = f"""
        import sys; sys.path[:0] = [{str(tmp_path)!r}, {source!r}]
        import pickle; print(pickle.load(open({str(file)!r}, "rb")))
    """
    done = subprocess.run(
        [sys.executable, "-P", "-c", textwrap.dedent(script)], capture_output=True, text=True
    )
    assert done.stdout == "tensor([1., 2.], device='outer')\n", done.stderr


@pytest.mark.parametrize("last", ["raise ValueError('no luck')", "import not_there"])
def test_a_broken_one_warns_and_leaves_nothing(install: Install, last: str) -> None:
    install("broken-dist", "outer", last)
    install("whole-dist", "whole")
    order, tables = KEYS.order, {name: dict(table) for name, table in RULES.tables.items()}
    for _ in range(2):
        with pytest.warns(RuntimeWarning, match="'outer'.*broken-dist failed"):
            with pytest.raises(DeviceError, match="broken_dist:register of broken-dist failed"):
                rd.ones(1, device="outer")
    assert KEYS.order == order and RULES.tables == tables and not LOADING
    assert rd.ones(1, device="whole").tolist() == [1.0]
    assert rd.ones(1, device="numba").tolist() == [1.0]


def test_one_that_registers_nothing(install: Install) -> None:
    install("idle-dist", "outer", source="def register(): pass")
    with pytest.warns(RuntimeWarning, match="registered no backend with the device 'outer'"):
        with pytest.raises(DeviceError):
            rd.ones(1, device="outer")


def test_two_of_one_name_are_refused_with_both_named(install: Install) -> None:
    install("first-dist", "outer")
    install("second-dist", "outer")
    with pytest.raises(DeviceError, match="(?s)first-dist.*second-dist") as caught:
        rd.ones(1, device="outer")
    assert "uninstall" in str(caught.value)


def test_an_unknown_device_says_what_there_is(install: Install) -> None:
    install("outer-dist", "outer")
    with pytest.raises(DeviceError) as caught:
        rd.ones(1, device="outre")
    for part in ("did you mean outer", "numpy, numba, meta", "outer (outer-dist)", plugins.GROUP):
        assert part in str(caught.value)
    assert "outer" not in DEVICES


def test_threads_that_name_it_at_once_see_all_of_its_kernels(install: Install) -> None:
    install(
        "outer-dist", "outer", last="import time; time.sleep(0.05); kernel('log','Outer')(np.log)"
    )
    start, results = threading.Barrier(8), []

    def use() -> None:
        start.wait()
        results.append(rd.ones(1, device="outer").log().tolist())

    threads = [threading.Thread(target=use) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert results == [[0.0]] * 8


def test_nothing_is_listed_at_import() -> None:
    script = "import redispatch, sys; print('redispatch.backends.plugins' in sys.modules)"
    source = str(Path(rd.__file__).parents[1])
    done = subprocess.run(
        [sys.executable, "-P", "-c", f"import sys; sys.path.insert(0, {source!r}); {script}"],
        capture_output=True,
        text=True,
    )
    assert done.stdout == "False\n", done.stderr
