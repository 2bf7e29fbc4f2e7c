"""The four folders at the top are the package `redispatch`, whole, once, and in nobody's way."""

from __future__ import annotations

import os
import subprocess
import sys
import tarfile
import zipfile
from collections import defaultdict
from pathlib import Path

import pytest

import redispatch

ROOT = Path(__file__).resolve().parents[1]
PARTS = ("dispatch", "autograd", "backends", "modes")


def python(*arguments: str, **env: str) -> subprocess.CompletedProcess[str]:
    """Run the interpreter from the root, with nothing but `env` added to its path."""
    return subprocess.run(
        [sys.executable, *arguments],
        cwd=ROOT,
        env=dict(os.environ, **env),
        capture_output=True,
        text=True,
    )


@pytest.mark.parametrize("part", PARTS)
def test_each_part_is_the_folder_at_the_top(part: str) -> None:
    link = ROOT / "src" / "redispatch" / part
    assert link.is_symlink()
    assert not Path(os.readlink(link)).is_absolute()
    assert link.resolve() == ROOT / part


def test_root_is_not_on_the_path() -> None:
    assert ROOT not in [Path(p or ".").resolve() for p in sys.path]


def test_no_file_is_loaded_under_two_names() -> None:
    names = defaultdict(set)
    for name, module in list(sys.modules.items()):
        file = getattr(module, "__file__", None)
        if file and name != "__main__" and Path(file).resolve().is_relative_to(ROOT):
            names[Path(file).resolve()].add(module.__name__)
    assert Path(redispatch.__file__).resolve() in names
    assert [(file, found) for file, found in names.items() if len(found) > 1] == []


@pytest.mark.parametrize("part", PARTS)
def test_a_part_refuses_to_be_imported_from_the_root(part: str) -> None:
    done = python("-c", f"import {part}", PYTHONPATH=str(ROOT))
    assert done.returncode == 1
    assert f"import redispatch.{part}; the repository root must not be" in done.stderr


def test_another_autograd_is_found_from_the_root(tmp_path: Path) -> None:
    (tmp_path / "autograd").mkdir()
    (tmp_path / "autograd" / "__init__.py").write_text("name = 'theirs'\n")
    script = "import autograd, redispatch; print(autograd.name)"
    done = python("-c", script, PYTHONSAFEPATH="1", PYTHONPATH=str(tmp_path))
    assert (done.stdout.strip(), done.stderr) == ("theirs", "")


def test_hips_autograd_works_beside_it() -> None:
    hips = pytest.importorskip("autograd")
    assert hips.grad(lambda x: x * x)(3.0) == 6.0


@pytest.mark.slow
def test_wheel_holds_every_module_and_nothing_else(tmp_path: Path) -> None:
    # Without --wheel the wheel is made from the source archive: that must be whole as well, and
    # nothing is left in build/ that a later wheel would swallow.
    done = python("-m", "build", "--outdir", str(tmp_path), str(ROOT))
    assert done.returncode == 0, done.stderr
    (archive,) = tmp_path.glob("*.tar.gz")
    with tarfile.open(archive) as tar:
        assert any(n.endswith("/tests/conftest.py") for n in tar.getnames())
    (wheel,) = tmp_path.glob("*.whl")
    packed = {n for n in zipfile.ZipFile(wheel).namelist() if ".dist-info/" not in n}
    source = ROOT / "src"
    wanted = {"redispatch/py.typed"}
    for folder, _, files in os.walk(source / "redispatch", followlinks=True):
        wanted |= {
            (Path(folder) / f).relative_to(source).as_posix() for f in files if f.endswith(".py")
        }
    assert {f"redispatch/{part}/__init__.py" for part in PARTS} <= packed
    assert packed == wanted
