"""The device "numba": kernels compiled ahead, kept, removed, and shared among threads."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import redispatch as rd
from redispatch.backends import blas_threads, numba_backend, thread_info, threads
from redispatch.backends.numba_backend import ahead, cache, launch

ROOT = Path(rd.__file__).resolve().parent
F4 = np.dtype("f4")


@pytest.fixture(autouse=True)
def one_policy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(launch, "_POLICY", ["blocking"])


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("kept")


@pytest.fixture(autouse=True)
def own_folder(kept: Path) -> Iterator[None]:
    numba_backend.set_cache_folder(kept)
    yield
    numba_backend.set_cache_folder(None)


def script(code: str, folder: Path) -> str:
    """Run code in a new interpreter with a cache of its own; return what it prints."""
    env = {**os.environ, "REDISPATCH_CACHE": str(folder), "PYTHONPATH": str(ROOT.parent)}
    done = subprocess.run(
        [sys.executable, "-P", "-c", code], capture_output=True, text=True, env=env
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


# Compiling ahead ------------------------------------------------------------------------------

BACKGROUND = """
import sys, numpy as np, redispatch as rd
from redispatch.backends import numba_backend as nb
nb.set_policy("background")
x = rd.tensor(np.linspace(-3, 3, 1000), device="numba")
expected = 1 / (1 + np.exp(-x.numpy()))
first = x.sigmoid().numpy()
at_once = "numba" not in sys.modules
assert np.allclose(first, expected, rtol=1e-14)
assert nb.wait_for_background(120)
assert np.allclose(x.sigmoid().numpy(), expected, rtol=1e-14)
i = nb.cache_info()
print(at_once, i.hits, i.compiled, i.problem, "numba" in sys.modules)
"""


def test_in_the_background_numpy_answers_first_and_another_process_compiles(
    tmp_path: Path,
) -> None:
    assert script(BACKGROUND, tmp_path) == "True 1 0 None True"
    assert script(BACKGROUND, tmp_path) == "True 1 0 None True"


def test_a_background_that_cannot_work_is_said_once(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(cache.Counts, "problem", None)
    monkeypatch.setattr(ahead, "_BACKGROUND", [ahead._Background()])
    numba_backend.set_policy("background")
    loops = [launch.Loop("pointwise_loops.nothing", "vv") for _ in range(2)]
    for loop in loops:
        assert loop[F4] is None and loop[F4] is None
    assert numba_backend.wait_for_background(120)
    assert len(caplog.records) == 1 and "background" in caplog.text
    assert all(loop[F4] is None for loop in loops)


def test_warmup_reports_each_kernel() -> None:
    loop = launch.Loop("pointwise_loops.gelu_tanh", "vv")
    report = numba_backend.warmup(["pointwise_loops.gelu_tanh"], ["float32"])
    assert F4 in loop
    rows = [r for r in report if r.kernel == "pointwise_loops.gelu_tanh"]
    assert {r.source for r in rows} <= {"compiled", "disk", "memory"} and len(rows) >= 2
    assert "pointwise_loops.gelu_tanh_backward" in [r.kernel for r in report]
    again = rd.backends.warmup("numba", ["gelu_tanh"], ["float32"])
    assert {r.source for r in again} == {"memory"}
    assert str(report).splitlines()[-1].startswith(f"{len(report)} kernels")


def test_warmup_refuses_what_does_not_exist() -> None:
    with pytest.raises(ValueError, match="'nonsense'; there are: .*softmax"):
        numba_backend.warmup(["nonsense"])
    with pytest.raises(ValueError, match="no kernels for 'int8'"):
        numba_backend.warmup(None, ["int8"])
    assert rd.backends.warmup("cpu") == []


def test_the_command_line(tmp_path: Path) -> None:
    def run(*words: str) -> str:
        code = "import sys; from redispatch.backends.numba_backend.__main__ import main; main({})"
        return script(code.format(list(words)), tmp_path)

    assert run("info") == f"{tmp_path}: 0 files, 0.0 MB"
    first = run("warmup", "sum_all", "--dtype", "float32")
    assert "row_loops.sum_all" in first and "compiled" in first
    assert "disk" in run("warmup", "sum_all", "--dtype", "float32")
    assert run("info").startswith(f"{tmp_path}: 2 files")
    assert run("prune") == "0.0 MB freed"
    assert len(list(tmp_path.iterdir())) == 2
    run("prune", "0")
    assert not list(tmp_path.iterdir())


# The folder -----------------------------------------------------------------------------------


def test_only_what_is_old_is_pruned(tmp_path: Path) -> None:
    numba_backend.set_cache_folder(tmp_path)
    old, new, other = tmp_path / "a.nbc", tmp_path / "b.nbi", tmp_path / "notes.txt"
    for path in (old, new, other):
        path.write_bytes(b"123")
    days_ago = time.time() - 10 * 86_400
    os.utime(old, (days_ago, days_ago))
    os.utime(other, (days_ago, days_ago))
    info = numba_backend.cache_info()
    assert (info.files, info.bytes, info.folder) == (2, 6, str(tmp_path))
    assert numba_backend.prune_cache(9) == 3
    assert sorted(p.name for p in tmp_path.iterdir()) == ["b.nbi", "notes.txt"]
    with pytest.raises(ValueError, match="zero or more"):
        numba_backend.prune_cache(-1)
    numba_backend.set_cache_folder(tmp_path / "not there")
    assert numba_backend.prune_cache(0) == 0


# Threads --------------------------------------------------------------------------------------


@pytest.fixture
def sharing(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Let calls of any size be shared by four threads."""
    before = thread_info()
    monkeypatch.setattr(threads, "WORTH", 1)
    rd.set_num_threads(4)
    yield
    rd.set_num_threads(before.threads)
    if before.blas_threads is not None:
        blas_threads.set_number(before.blas_threads)


@pytest.mark.usefixtures("sharing")
@pytest.mark.parametrize("n", [1, 2, 3, 11, 12, 13, 1000])
def test_a_shared_call_covers_every_element_once(n: int) -> None:
    x, out = np.arange(n, dtype="f8"), np.zeros(n)
    seen = []

    def call(a: Any, b: Any, factor: float) -> None:
        seen.append(len(a))
        b += a * factor

    threads.shared(call, (0, 1))(x, out, 3.0)
    np.testing.assert_array_equal(out, np.arange(n) * 3.0)
    assert sum(seen) == n and 0 not in seen


@pytest.mark.usefixtures("sharing")
def test_an_array_of_another_length_goes_to_every_piece() -> None:
    rows, bias, out = np.ones((50, 2)), np.array([1.0, 2.0]), np.zeros((50, 2))

    def call(a: Any, b: Any, c: Any) -> None:
        c[...] = a + b

    threads.shared(call, (0, 1, 2))(rows, bias, out)
    np.testing.assert_array_equal(out, np.tile([2.0, 3.0], (50, 1)))


def test_the_longer_of_what_is_read_and_written_decides(monkeypatch: pytest.MonkeyPatch) -> None:
    shared: list[int] = []
    monkeypatch.setattr(threads, "share", lambda call, args, places: shared.append(args[0].size))
    monkeypatch.setattr(threads, "WORTH", 100)

    def run(rows: int, columns: int, times: int) -> bool:
        shared.clear()
        call = threads.shared(lambda x, out: None, (0, 1), times)
        call(np.ones((rows, columns)), np.ones(rows))
        return bool(shared)

    assert run(10, 10, 1) and not run(11, 9, 1)  # sums along rows: few are written
    assert run(10, 30, 3) and not run(10, 29, 3)
    assert not run(1, 1000, 1)  # one row cannot be cut


@pytest.mark.usefixtures("sharing")
def test_an_error_in_a_piece_is_raised_when_all_have_ended() -> None:
    ended = []

    def call(a: Any) -> None:
        if a[0] == 0:
            raise ZeroDivisionError("here")
        ended.append(len(a))

    with pytest.raises(ZeroDivisionError, match="here"):
        threads.shared(call, (0,))(np.arange(120))
    assert sum(ended) == 120 - 120 // (4 * threads.PIECES)


@pytest.mark.usefixtures("sharing")
def test_kernels_share_rows_and_elements() -> None:
    loop = launch.Loop("pointwise_loops.sigmoid", "VV")
    x = np.linspace(-4, 4, 1001)
    out = np.empty_like(x)
    run = loop[x.dtype]
    assert run is not None
    run(x, out)
    np.testing.assert_allclose(out, 1 / (1 + np.exp(-x)), rtol=1e-14)
    assert thread_info().started >= 3 and thread_info().layer == "pool"
    rd.set_num_threads(1)
    assert loop[x.dtype] is loop.compiled[x.dtype]
    assert thread_info().layer == "none"


@pytest.mark.usefixtures("sharing")
def test_eight_threads_may_call_shared_kernels() -> None:
    loop = launch.Loop("pointwise_loops.sigmoid", "VV")
    x = np.linspace(-4, 4, 500)
    expected = 1 / (1 + np.exp(-x))
    wrong: list[Any] = []

    def work() -> None:
        for _ in range(150):
            out = np.empty_like(x)
            run = loop[x.dtype]
            assert run is not None
            run(x, out)
            if not np.allclose(out, expected, rtol=1e-14):
                wrong.append(out)

    started = [threading.Thread(target=work) for _ in range(8)]
    for t in started:
        t.start()
    for t in started:
        t.join()
    assert not wrong


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
@pytest.mark.filterwarnings("ignore:.*fork.*:DeprecationWarning")
@pytest.mark.usefixtures("sharing")
def test_a_forked_child_shares_with_workers_of_its_own() -> None:
    loop = launch.Loop("pointwise_loops.sigmoid", "VV")
    x = np.linspace(-4, 4, 500)

    def work() -> bool:
        out = np.empty_like(x)
        run = loop[x.dtype]
        assert run is not None
        run(x, out)
        return bool(np.allclose(out, 1 / (1 + np.exp(-x)), rtol=1e-14))

    assert work()
    child = os.fork()
    if not child:
        alive = thread_info().started
        os._exit(0 if not alive and work() and thread_info().started == 3 else 1)
    assert os.waitpid(child, 0)[1] == 0


@pytest.mark.parametrize("number", [0, -1, 1.5, True, "2", None])
def test_a_number_that_is_none_is_refused(number: Any) -> None:
    before = thread_info()
    with pytest.raises(RuntimeError, match="a positive integer"):
        rd.set_num_threads(number)
    assert thread_info() == before


@pytest.mark.usefixtures("sharing")
def test_matrix_products_follow() -> None:
    if thread_info().blas_threads is None:
        pytest.skip("NumPy's matrix products come from a library that cannot be asked")
    rd.set_num_threads(2)
    assert thread_info().blas_threads == 2
    rd.set_num_threads(1)
    assert thread_info().blas_threads == 1
