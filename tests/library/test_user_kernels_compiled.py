"""Users' functions on the device "numba": the same values, kept code, threads, other processes."""

from __future__ import annotations

import math
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from scalars import function

import redispatch as rd
from redispatch.backends import numba_backend
from redispatch.backends.numba_backend import launch

pytest.importorskip("numba")
ROOT = Path(rd.__file__).resolve().parent


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("kept")


@pytest.fixture(autouse=True)
def own_folder(kept: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(launch, "_POLICY", ["blocking"])
    numba_backend.set_cache_folder(kept)
    yield
    numba_backend.set_cache_folder(None)


@rd.elementwise
def mixture(x, y, n: int = 3):  # type: ignore[no-untyped-def]
    """All that loops are written with: functions, choices, counters, a loop that is left."""
    s = math.exp(-x * x) + math.erf(y) + math.log1p(abs(x)) + x**2.5 * 0
    for i in range(100):
        if i >= n:
            break
        s = s + math.sin(x + i) / (i + 1)
    if y > 0.5:
        return max(s, math.tanh(y))
    return min(s, x) if x < 0 else math.floor(3 * s) + math.sqrt(y * y + 1)


def arrays(dtype: Any, *shape: int) -> tuple[Any, Any]:
    draw = np.random.default_rng(0)
    return draw.normal(size=shape).astype(dtype), draw.normal(size=shape[-1:]).astype(dtype)


@pytest.mark.parametrize("dtype", ["float32", "float64"])
def test_values_and_gradients_are_those_of_numpy(dtype: str) -> None:
    found = {}
    problem = numba_backend.cache_info().problem
    for device in ("numpy", "numba"):
        x, y = (
            rd.tensor(np.abs(a), device=device, requires_grad=True) for a in arrays(dtype, 7, 300)
        )
        value = mixture(x, y, 4)
        value.sum().backward()
        assert x.grad is not None and y.grad is not None
        found[device] = [t.detach().numpy() for t in (value, x.grad, y.grad)]
    assert numba_backend.cache_info().problem == problem
    tolerance = 2e-5 if dtype == "float32" else 1e-11
    for a, b in zip(found["numpy"], found["numba"], strict=True):
        np.testing.assert_allclose(a, b, rtol=tolerance, atol=tolerance)


def test_numbers_expanded_and_strided_operands_have_loops_too() -> None:
    @rd.elementwise
    def plane(x, y):  # type: ignore[no-untyped-def]
        return 2.0 * x + y

    x, _ = arrays("float32", 40, 30)
    t = rd.tensor(x, device="numba")
    one = rd.tensor(1.5, device="numba")
    np.testing.assert_allclose(plane(t, one).numpy(), 2 * x + 1.5)
    np.testing.assert_allclose(plane(t, 1.5).numpy(), 2 * x + 1.5)
    np.testing.assert_allclose(plane(one, t.t()).numpy(), 3 + x.T)
    np.testing.assert_allclose(plane(t[:, ::2], t[:, 1::2]).numpy(), 2 * x[:, ::2] + x[:, 1::2])
    np.testing.assert_allclose(plane(t, one.expand(40, 30)).numpy(), 2 * x + 1.5)
    assert plane(rd.zeros(0, device="numba"), one).shape == (0,)
    half = plane(rd.tensor(x, dtype=rd.float16, device="numba"), one)
    assert half.dtype is rd.float16  # NumPy's kernel


def test_results_that_are_no_floats() -> None:
    @rd.elementwise
    def kinds(x):  # type: ignore[no-untyped-def]
        return x > 0.5

    x, _ = arrays("float64", 500)
    np.testing.assert_array_equal(kinds(rd.tensor(x, device="numba")).numpy(), x > 0.5)


def test_threads_share_the_elements(monkeypatch: pytest.MonkeyPatch) -> None:
    from redispatch.backends import threads

    @rd.elementwise
    def shared(x, y):  # type: ignore[no-untyped-def]
        return x * y + x, x - y

    monkeypatch.setattr(threads, "WORTH", 1000)
    x, _ = arrays("float64", 5000)
    before = rd.get_num_threads()
    rd.set_num_threads(2)
    try:
        a, b = shared(rd.tensor(x, device="numba"), 3.0)
    finally:
        rd.set_num_threads(before)
    np.testing.assert_allclose(a.numpy(), x * 3 + x)
    np.testing.assert_allclose(b.numpy(), x - 3)


def offset(a: float, b: float) -> float:
    return a + SHIFT * b


SHIFT = 2.0


@rd.kernel("(n),()->(n),()")
def running(x, start, out, total):  # type: ignore[no-untyped-def]
    s = start
    for i in range(x.size):
        s = offset(s, x[i])
        out[i] = s
    total[0] = s


def test_generalised_kernels_are_compiled_with_what_they_call() -> None:
    x, start = np.random.default_rng(0).normal(size=(6, 5)), np.arange(6.0)
    before = numba_backend.cache_info()
    out, total = running(rd.tensor(x, device="numba"), rd.tensor(start, device="numba"))
    after = numba_backend.cache_info()
    assert after.problem == before.problem and after.compiled == before.compiled + 1
    expected = start[:, None] + 2 * np.cumsum(x, 1)
    np.testing.assert_allclose(out.numpy(), expected)
    np.testing.assert_allclose(total.numpy(), expected[:, -1])


# other processes -----------------------------------------------------------------------------

PROGRAM = """
import sys, numpy as np, redispatch as rd
from redispatch.backends import numba_backend as nb
SHIFT = 1.0
def inner(u):
    return u * 3.0
@rd.elementwise
def outer(x):
    return inner(x) + SHIFT
@rd.kernel("(n)->()")
def last(x, out):
    out[0] = inner(x[-1]) + SHIFT
x = rd.tensor(np.linspace(0, 1, 1000), device="numba")
print(float(outer(x)[-1]), float(last(x)), nb.cache_info().hits, nb.cache_info().compiled)
"""


def run(folder: Path, program: str) -> list[float]:
    path = folder / "program.py"
    path.write_text(program)
    env = {**os.environ, "REDISPATCH_CACHE": str(folder / "kept"), "PYTHONPATH": str(ROOT.parent)}
    done = subprocess.run(
        [sys.executable, "-P", str(path)], capture_output=True, text=True, env=env
    )
    assert done.returncode == 0, done.stderr
    return [float(word) for word in done.stdout.split()]


def test_another_process_has_the_code(tmp_path: Path) -> None:
    assert run(tmp_path, PROGRAM) == [4.0, 4.0, 0, 2]
    assert run(tmp_path, PROGRAM) == [4.0, 4.0, 2, 0]


def test_an_edit_of_a_function_that_is_called_or_of_a_number_compiles_anew() -> None:
    text = "def inner(u):\n    return u * {}\n\ndef {}\n"
    single = "edited(x):\n    return inner(x) + SHIFT"
    whole = "rows(x, out):\n    out[0] = inner(x[-1]) + SHIFT"
    x = rd.tensor(np.linspace(0, 1, 1000), device="numba")

    def values(factor: float, shift: float) -> tuple[float, float, int]:
        before = numba_backend.cache_info().compiled
        f = rd.elementwise(function(text.format(factor, single), SHIFT=shift))
        g = rd.kernel("(n)->()")(function(text.format(factor, whole), SHIFT=shift))
        found = (f(x)[-1].item(), g(x).item())
        return (*found, numba_backend.cache_info().compiled - before)

    assert values(3.0, 1.0) == (4.0, 4.0, 2)
    assert values(5.0, 1.0) == (6.0, 6.0, 2)
    assert values(5.0, 2.0) == (7.0, 7.0, 2)
    assert values(3.0, 1.0) == (4.0, 4.0, 0)  # it is kept


BACKGROUND = """
import numpy as np, redispatch as rd
from redispatch.backends import numba_backend as nb
nb.set_policy("background")
@rd.elementwise
def square(x):
    return x * x
x = rd.tensor(np.linspace(0, 2, 1000), device="numba")
first = float(square(x)[-1])
assert nb.wait_for_background(120)
print(first, float(square(x)[-1]), nb.cache_info().hits, nb.cache_info().compiled)
"""


def test_in_the_background_numpy_answers_first(tmp_path: Path) -> None:
    assert run(tmp_path, BACKGROUND) == [4.0, 4.0, 1, 0]


WITHOUT = """
import sys
sys.modules["numba"] = None
import numpy as np, redispatch as rd
@rd.elementwise
def square(x):
    return x * x if x > 1 else 0.0
x = rd.tensor(np.linspace(0, 2, 1000), device="numba", requires_grad=True)
square(x).sum().backward()
print(float(square(x)[-1]), float(x.grad[-1]), float(x.grad[0]))
"""


def test_without_numba_numpy_answers(tmp_path: Path) -> None:
    assert run(tmp_path, WITHOUT) == [4.0, 4.0, 0.0]


def test_nothing_is_loaded_before_it_is_wanted(tmp_path: Path) -> None:
    code = (
        "import sys, redispatch\n"
        "print(int('redispatch.library.elementwise' in sys.modules), int('numba' in sys.modules))\n"
        "redispatch.elementwise\n"
        "print(int('numba' in sys.modules))\n"
    )
    assert run(tmp_path, code) == [0, 0, 0]
