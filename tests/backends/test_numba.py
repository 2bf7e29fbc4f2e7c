"""The device "numba": every kernel against NumPy's, and what is compiled, kept and left alone."""

from __future__ import annotations

import inspect
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import redispatch as rd
from redispatch.backends import numba_backend
from redispatch.backends.numba_backend import halves, kernels, launch, pointwise, scalar_ops
from redispatch.backends.numba_backend.cache import Counts
from redispatch.backends.numba_backend.choices import POINTWISE
from redispatch.dispatch.registry import lookup
from redispatch.dispatch.rules import RULES

Array = np.ndarray[Any, np.dtype[Any]]
F = rd.nn.functional
ROOT = Path(rd.__file__).resolve().parent


@pytest.fixture(scope="module", autouse=True)
def cache(request: pytest.FixtureRequest) -> Iterator[None]:
    """Keep compiled kernels from run to run, under the digests that other tests here are about."""
    kept = request.config.cache
    assert kept is not None
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("REDISPATCH_CACHE", str(kept.mkdir("kernels")))
        yield


RNG = np.random.default_rng(2)

# The kernels against NumPy's ----------------------------------------------------------------


def layouts(shape: tuple[int, ...], dtype: Any) -> dict[str, Array]:
    """Arrays of a shape in every layout that a kernel may meet."""
    rng = np.random.default_rng(1)
    base = (rng.standard_normal(shape) * 3).astype(dtype)
    wide = (rng.standard_normal((*shape, 2)) * 3).astype(dtype)
    frozen = base.copy()
    frozen.flags.writeable = False
    raw = np.empty(base.nbytes + 1, np.uint8)[1:].view(dtype).reshape(shape)
    raw[...] = base
    return {
        "contiguous": base,
        "strided": wide[..., 0],
        "negative": base[..., ::-1],
        "fortran": np.asfortranarray(base),
        "read-only": frozen,
        "unaligned": raw,
        "spread": np.broadcast_to(np.asarray(0.5, dtype), shape),
        "rows": np.broadcast_to(base[..., :1, :], shape) if len(shape) > 1 else base,
    }


SHAPES: list[tuple[int, ...]] = [(7, 64), (2, 3, 70), (300,), (1, 1000), (1000, 1)]
SMALL: list[tuple[int, ...]] = [(), (0,), (0, 300), (300, 0), (3,), (2, 3)]
NUMBERS: dict[str, tuple[float, ...]] = {
    "softplus": (1.5, 4.0), "elu": (1.5, 2.0, 0.5), "leaky_relu": (0.25,), "hardshrink": (0.5,),
    "softshrink": (0.5,), "threshold": (0.5, -7.0), "_smooth_l1": (0.75,),
    "softplus_backward": (1.5, 4.0), "elu_backward": (1.5, 2.0, 0.5),
    "leaky_relu_backward": (0.25,), "hardtanh_backward": (-0.5, 1.0), "hardshrink_backward": (0.5,),
    "threshold_backward": (0.5,), "_smooth_l1_backward": (0.75,), "_mse_backward": (-0.25,),
}  # fmt: skip
CASES: dict[str, tuple[str, tuple[Any, ...]]] = {
    **{name: (name, NUMBERS.get(name, ())) for name in POINTWISE},
    "gelu": ("gelu", ("none",)),
    "gelu by tanh": ("gelu", ("tanh",)),
    "softmax": ("softmax", (-1,)),
    "log_softmax": ("log_softmax", (-1,)),
    "gelu_backward": ("gelu_backward", ("none",)),
    "gelu_backward by tanh": ("gelu_backward", ("tanh",)),
    "softmax_backward": ("softmax_backward", (-1,)),
    "log_softmax_backward": ("log_softmax_backward", (-1,)),
}
PAIRS = ("logaddexp", "xlogy", "_smooth_l1", "_cross_entropy_of_logit")
TRIPLES = (
    "_smooth_l1_backward",
    "_mse_backward",
    "_cross_entropy_of_one_backward",
    "_cross_entropy_of_logit_backward",
)
UNARY = [name for name in CASES if "backward" not in name and name not in PAIRS]
SLOPES = [name for name in CASES if name not in (*UNARY, *TRIPLES)]


def both(name: str, *args: Any) -> tuple[Array, Array]:
    """Run the raw kernels of the two devices, quietly."""
    found = []
    for backend in ("Numba", "NumPy"):
        rule = RULES.active(lookup(name).name, backend)
        assert rule is not None
        with np.errstate(all="ignore"):
            found.append(np.asarray(rule.fn(*args)))
    return found[0], found[1]


def both_outputs(name: str, *args: Any) -> tuple[Any, Any]:
    """Run the raw kernels of an operator with several outputs."""
    found = []
    for backend in ("Numba", "NumPy"):
        rule = RULES.active(lookup(name).name, backend)
        assert rule is not None
        with np.errstate(all="ignore"):
            found.append(rule.fn(*args))
    return found[0], found[1]


def assert_same(name: str, *args: Any, scale: float = 1.0) -> None:
    assert_close(*both(name, *args), scale=scale)


def assert_close(mine: Array, theirs: Array, scale: float = 1.0) -> None:
    """Compare; what cancels may be wrong by the precision of the largest value, times `scale`."""
    assert mine.dtype == theirs.dtype and mine.shape == theirs.shape
    rtol = {"f2": 4e-3, "f4": 1e-5, "f8": 1e-13}.get(mine.dtype.str[1:], 0)
    largest = np.abs(theirs, where=np.isfinite(theirs), out=np.zeros_like(theirs)).max(initial=1)
    np.testing.assert_allclose(mine, theirs, rtol=rtol, atol=rtol * float(largest) * scale)


DOUBLE = pytest.param("f8", marks=pytest.mark.slow)  # the same functions, compiled once more


@pytest.mark.parametrize("dtype", ["f4", DOUBLE])
@pytest.mark.parametrize("shape", SHAPES + SMALL, ids=str)
@pytest.mark.parametrize("name", UNARY)
def test_forward(name: str, shape: tuple[int, ...], dtype: str) -> None:
    given = layouts(shape, dtype) if shape in SHAPES else {"small": np.ones(shape, dtype)}
    operator, more = CASES[name]
    for x in given.values():
        assert_same(operator, x, *more)


@pytest.mark.parametrize("dtype", ["f4", DOUBLE])
@pytest.mark.parametrize("shape", SHAPES + SMALL, ids=str)
@pytest.mark.parametrize("name", SLOPES)
def test_slopes(name: str, shape: tuple[int, ...], dtype: str) -> None:
    given = layouts(shape, dtype) if shape in SHAPES else {"small": np.ones(shape, dtype)}
    plain = next(iter(given.values()))
    operator, more = CASES[name]
    for each in given.values():
        assert_same(operator, each, plain, *more)
        assert_same(operator, plain, each, *more)


@pytest.mark.parametrize("dtype", ["f4", DOUBLE])
@pytest.mark.parametrize("shape", SHAPES + SMALL, ids=str)
@pytest.mark.parametrize("name", TRIPLES)
def test_slopes_of_two_arrays(name: str, shape: tuple[int, ...], dtype: str) -> None:
    given = layouts(shape, dtype) if shape in SHAPES else {"small": np.ones(shape, dtype)}
    plain = next(iter(given.values()))
    other = np.asarray(plain + RNG.standard_normal(shape), dtype)
    for each in given.values():
        assert_same(name, each, plain, other, *NUMBERS.get(name, ()))
        assert_same(name, plain, each, other, *NUMBERS.get(name, ()))
        assert_same(name, plain, other, each, *NUMBERS.get(name, ()))
    one = np.asarray(0.5, dtype)
    assert_same(name, one, plain, other, *NUMBERS.get(name, ()))
    if shape and shape[0] > 1:
        assert_same(name, np.broadcast_to(one, (3, *shape)), plain, other, *NUMBERS.get(name, ()))


@pytest.mark.parametrize("dtype", ["f4", DOUBLE])
def test_the_slope_of_a_distance_without_a_bend(dtype: str) -> None:
    x = RNG.standard_normal((4, 200)).astype(dtype)
    y = RNG.standard_normal((4, 200)).astype(dtype)
    x[0, 0], x[0, 1], x[0, 2], y[0, 3] = np.nan, np.inf, -np.inf, y[0, 0]
    y[1] = x[1]
    for g in (np.ones_like(x), np.asarray(2.0, dtype)):
        assert_same("_smooth_l1_backward", g, x, y, 0)
    assert_same("_smooth_l1", x, y, 0)


@pytest.mark.parametrize("dtype", ["f4", DOUBLE])
@pytest.mark.parametrize("reduction", ["mean", "sum", "none"])
def test_squared_differences(reduction: str, dtype: str) -> None:
    for shape in [(7, 64), (300,), (3,), (0,), (1000, 10)]:
        x = RNG.standard_normal(shape).astype(dtype)
        for y in layouts(shape, dtype).values() if shape == (7, 64) else [x * 2 + 1]:
            assert_same("mse_loss", x, y, reduction)
            assert_same("mse_loss", y, x, reduction)


@pytest.mark.slow
@pytest.mark.parametrize("name", [*UNARY, *SLOPES])
def test_float16_is_computed_in_float32_or_left_to_numpy(name: str) -> None:
    x = np.linspace(-2, 2, 900).reshape(3, 300).astype("f2")
    operator, more = CASES[name]
    assert_same(operator, *((x, x) if name in SLOPES else (x,)), *more)


@pytest.mark.parametrize("name", [*UNARY, *SLOPES])
@pytest.mark.parametrize("dtype", ["f4", DOUBLE])
def test_not_a_number_and_infinities(name: str, dtype: str) -> None:
    x = np.zeros((8, 64), dtype)
    x[0, 3], x[1, 4], x[2, 5], x[3] = np.nan, np.inf, -np.inf, -np.inf
    x[4], x[5, 0], x[6, ::2] = 1000, -1000, np.inf
    x[7] = np.finfo(dtype).smallest_subnormal
    operator, more = CASES[name]
    assert_same(operator, *((np.ones_like(x), x) if name in SLOPES else (x,)), *more)


@pytest.mark.parametrize("dtype", ["f2", "f4", "f8"])
def test_sum_of_big_arrays(dtype: str) -> None:
    for x in layouts((40, 500), dtype).values():
        for dim, keepdim in ((None, False), (None, True), ((0,), False), ((0, 1), False)):
            assert_same("sum", x, dim, keepdim, None)
    x = np.ones(20_000, dtype)
    for value in (np.nan, np.inf, -np.inf):
        x[777] = value
        assert_same("sum", x, None, False, None)
    assert_same("sum", x, None, False, rd.float64)
    many = np.full(2_000_000, 0.1, "f4")
    exact = float(many.astype("f8").sum())
    assert abs(float(both("sum", many, None, False, None)[0]) - exact) < 1e-6 * exact


@pytest.mark.parametrize("name", ["softmax", "log_softmax"])
@pytest.mark.parametrize("dim", [0, 1, 2, -1, -2, -3])
def test_every_dimension(name: str, dim: int) -> None:
    x = layouts((5, 6, 20), "f4")["contiguous"]
    assert_same(name, x, dim)
    assert_same(name, x, dim, rd.float64)
    assert_same(f"{name}_backward", x, x, dim)


@pytest.mark.parametrize("name", ["softmax", "log_softmax"])
def test_wrong_dimension_is_refused_alike(name: str) -> None:
    x = rd.zeros((30, 30), device="numba")
    with pytest.raises(IndexError):
        getattr(rd, name)(x, 2)


NORMS: list[tuple[tuple[int, ...], tuple[int, ...]]] = [
    ((7, 64), (64,)),
    ((7, 64), (7, 64)),
    ((2, 3, 70), (3, 70)),
    ((300, 1), (1,)),
    ((2, 3), (3,)),
    ((0, 300), (300,)),
]


@pytest.mark.parametrize("dtype", ["f2", "f4", "f8"])
@pytest.mark.parametrize(("shape", "normalized"), NORMS, ids=str)
def test_layer_norm(shape: tuple[int, ...], normalized: tuple[int, ...], dtype: str) -> None:
    rng = np.random.default_rng(4)
    weight = rng.standard_normal((*normalized, 2)).astype(dtype)[..., 0]
    bias = rng.standard_normal(normalized).astype(dtype)
    all_layouts = layouts(shape, dtype)
    base = all_layouts["contiguous"]
    for x in all_layouts.values():
        for w, b in ((None, None), (weight, None), (weight, bias)):
            first, second = both_outputs("native_layer_norm", x, normalized, w, b, 1e-5)
            for mine, theirs in zip(first, second, strict=True):
                assert_close(mine, theirs)
            mean, rstd = second[1:]
            for g, of in ((x, base), (base, x)):
                if of is base:
                    mean, rstd = both_outputs("native_layer_norm", base, normalized)[1][1:]
                else:
                    mean, rstd = second[1:]
                scale = float(rstd.max(initial=1))
                more = (normalized, 1e-5)
                assert_same("layer_norm_backward", g, of, mean, rstd, w, *more, scale=scale)
                assert_same("layer_norm_weight_backward", g, of, mean, rstd, *more, scale=scale)


@pytest.mark.parametrize("dtype", ["f4", "f8"])
@pytest.mark.parametrize("shape", [(3, 4, 30), (2, 3, 5, 6), (2, 3, 2), (1, 2, 600)], ids=str)
def test_channels_of_a_batch(shape: tuple[int, ...], dtype: str) -> None:
    rng = np.random.default_rng(4)
    batch = (rng.standard_normal(shape) * 3 + 1).astype(dtype)
    x, g = batch.swapaxes(0, 1), rng.standard_normal(shape).astype(dtype).swapaxes(0, 1)
    first, second = both_outputs("native_layer_norm", x, x.shape[1:], None, None, 1e-3)
    for mine, theirs in zip(first, second, strict=True):
        assert_close(mine, theirs)
    for grad in (g, np.ascontiguousarray(g), np.broadcast_to(g[:, :1], g.shape)):
        assert_same("layer_norm_backward", grad, x, *second[1:], None, x.shape[1:], 1e-3)
    batch[0, 0, 1] = np.nan
    first, second = both_outputs("native_layer_norm", x, x.shape[1:])
    assert_close(first[0], second[0])


def test_layer_norm_refuses_what_numpy_refuses() -> None:
    x = rd.zeros((30, 30), device="numba")
    with pytest.raises(RuntimeError, match="normalized_shape"):
        F.layer_norm(x, (29,))
    with pytest.raises(RuntimeError, match="weight"):
        F.layer_norm(x, (30,), rd.zeros((29,), device="numba"))


def test_layer_norm_of_rows_that_are_not_finite() -> None:
    x = np.ones((4, 100), "f4")
    x[0, 0], x[1, 1], x[2, 2] = np.nan, np.inf, -np.inf
    first, second = both_outputs("native_layer_norm", x, (100,))
    assert_close(first[0], second[0])


def _target(rows: int, classes: int) -> Array:
    return np.random.default_rng(2).integers(0, classes, rows)


@pytest.mark.parametrize("dtype", ["f4", "f8"])
@pytest.mark.parametrize("reduction", ["mean", "sum", "none"])
@pytest.mark.parametrize("ignored", [0, 5, 40])
@pytest.mark.parametrize("smoothing", [0.0, 0.1])
def test_cross_entropy(dtype: str, reduction: str, ignored: int, smoothing: float) -> None:
    target = _target(40, 10)
    target[:ignored] = -100
    for x in layouts((40, 10), dtype).values():
        options = (target, None, reduction, -100, smoothing)
        assert_same("cross_entropy", x, *options)
        grad = np.asarray(0.5, dtype)
        if reduction == "none":
            grad = np.full(40, 0.5, dtype)
        assert_same("cross_entropy_backward", grad, x, *options)


def test_cross_entropy_of_rows_that_are_not_finite() -> None:
    x = np.zeros((40, 10), "f4")
    x[0, 1], x[1, 2], x[2, 3], x[3] = np.nan, np.inf, -np.inf, -np.inf
    target = _target(40, 10)
    for ignore in (-100, int(target[0])):
        options = (target, None, "mean", ignore, 0.0)
        assert_same("cross_entropy", x, *options)
        assert_same("cross_entropy_backward", np.asarray(1, "f4"), x, *options)
    target[:4] = -100  # rows that do not count may hold anything
    loss, _ = both("cross_entropy", x, target, None, "mean", -100, 0.0)
    assert np.isfinite(loss)


@pytest.mark.parametrize("wrong", [10, -1, 2**40])
def test_cross_entropy_refuses_what_is_no_class(wrong: int) -> None:
    target = _target(40, 10)
    target[7] = wrong
    x = rd.zeros((40, 10), device="numba")
    with pytest.raises(IndexError, match=f"Target {wrong} is out of bounds"):
        F.cross_entropy(x, rd.tensor(target, device="numba"))
    with pytest.raises(IndexError, match=f"Target {wrong} is out of bounds"):
        lookup("cross_entropy_backward").call(
            (rd.tensor(1.0, device="numba"), x, rd.tensor(target, device="numba"),
             None, "mean", -100, 0.0)
        )  # fmt: skip


# Derivatives ---------------------------------------------------------------------------------

CALLS: dict[str, Callable[[Any], Any]] = {
    "sigmoid": lambda x: x.sigmoid(),
    "gelu": lambda x: F.gelu(x),
    "gelu by tanh": lambda x: F.gelu(x, approximate="tanh"),
    "softmax": lambda x: F.softmax(x, -1),
    "softmax of a column": lambda x: F.softmax(x, 0),
    "log_softmax": lambda x: F.log_softmax(x, -1),
    "layer_norm": lambda x: F.layer_norm(x, (30,)),
    "layer_norm with weight": lambda x: F.layer_norm(x, (30,), x.sum(0), x.mean(0)),
    "cross_entropy": lambda x: F.cross_entropy(x, _classes(x)),
}


def _classes(x: Any) -> Any:
    return rd.tensor(_target(x.shape[0], x.shape[1]), device=x.device)


def derivatives(call: Callable[[Any], Any], device: str, weigh: bool) -> list[Array]:
    """Return the value, the gradient and the gradient of the gradient."""
    rng = np.random.default_rng(3)
    x = rd.tensor(rng.standard_normal((20, 30)), device=device, requires_grad=True)
    w = rd.tensor(rng.standard_normal((20, 30)), device=device)
    y = call(x)
    total = (y * w).sum() if weigh and y.shape == w.shape else y.sum()
    (g,) = rd.autograd.grad(total, x, create_graph=True)
    (h,) = rd.autograd.grad((g * g * w).sum(), x)
    x.grad = None
    total = call(x)
    ((total * w).sum() if weigh and total.shape == w.shape else total.sum()).backward()
    assert x.grad is not None and x.grad.device == rd.device(device)
    return [y.detach().numpy(), g.detach().numpy(), x.grad.numpy(), h.numpy()]


@pytest.mark.parametrize("weigh", [True, False])
@pytest.mark.parametrize("name", CALLS)
def test_gradients_are_numpys(name: str, weigh: bool) -> None:
    mine = derivatives(CALLS[name], "numba", weigh)
    theirs = derivatives(CALLS[name], "numpy", weigh)
    for a, b in zip(mine, theirs, strict=True):
        np.testing.assert_allclose(a, b, rtol=1e-10, atol=1e-14)


def test_the_table_is_shared() -> None:
    assert RULES.active("rd::cos", "Numba") is None
    x = rd.tensor([0.0, 1.0], device="numba")
    assert x.cos().device == rd.device("numba")
    np.testing.assert_array_equal(x.cos().numpy(), np.cos(x.numpy()))


def test_results_are_new_and_may_be_written() -> None:
    x = rd.ones((300,), device="numba")
    y = x.sigmoid()
    y.add_(1.0)
    assert float(x.sum().item()) == 300


# What is compiled, kept and left alone -------------------------------------------------------


def script(code: str, folder: Path, path: Path | None = None, **more: str) -> str:
    """Run code in a new interpreter, with a cache of its own; return what it prints."""
    env = {**os.environ, "REDISPATCH_CACHE": str(folder), **more}
    env["PYTHONPATH"] = str(path or ROOT.parent)
    done = subprocess.run(
        [sys.executable, "-P", "-c", code], capture_output=True, text=True, env=env
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


USE = """
import numpy as np, redispatch as rd
from redispatch.backends.numba_backend import cache_info
x = rd.tensor(np.linspace(-3, 3, 1000).reshape(10, 100), device="numba")
y, z = x.sigmoid(), rd.softmax(x, 1)
assert np.allclose(y.numpy(), 1 / (1 + np.exp(-x.numpy())))
assert np.allclose(z.numpy().sum(1), 1)
i = cache_info()
assert i.problem is None, i.problem
print(i.hits, i.compiled, i.folder)
"""


def test_a_second_process_reuses_kernels(tmp_path: Path) -> None:
    assert script(USE, tmp_path) == f"0 2 {tmp_path}"
    assert script(USE, tmp_path) == f"2 0 {tmp_path}"
    names = sorted(p.name for p in tmp_path.iterdir())
    assert len(names) == 4 and not [n for n in names if ".tmp" in n]


def test_damaged_files_are_compiled_again(tmp_path: Path) -> None:
    script(USE, tmp_path)
    for path in tmp_path.iterdir():
        path.write_bytes(path.read_bytes()[:50])
    assert script(USE, tmp_path) == f"0 2 {tmp_path}"
    assert script(USE, tmp_path) == f"2 0 {tmp_path}"


def test_a_folder_that_cannot_be_made_costs_a_compilation(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    folder = tmp_path / "file" / "folder"
    assert script(USE, folder) == f"0 2 {folder}"


def test_processes_that_compile_at_once(tmp_path: Path) -> None:
    env = {**os.environ, "REDISPATCH_CACHE": str(tmp_path), "PYTHONPATH": str(ROOT.parent)}
    started = [
        subprocess.Popen([sys.executable, "-P", "-c", USE], env=env, stdout=subprocess.PIPE)
        for _ in range(2)
    ]
    for process in started:
        process.communicate()
        assert process.returncode == 0
    assert script(USE, tmp_path) == f"2 0 {tmp_path}"
    assert not list(tmp_path.glob("*.tmp*"))


@pytest.mark.parametrize(
    ("file", "old", "new", "compiled"),
    [
        ("scalar_ops.py", "sigmoid = vmath.sigmoid", "def sigmoid(x): return vmath.sigmoid(-x)", 1),
        ("vmath.py", "if x >= 0.0 else e) / (1.0 + e)", "if x >= 0.0 else e) / (2.0 + e)", 2),
    ],
)
def test_an_edited_source_is_compiled_again(
    tmp_path: Path, file: str, old: str, new: str, compiled: int
) -> None:
    path, folder = tmp_path / "src", tmp_path / "cache"
    shutil.copytree(ROOT, path / "redispatch", ignore=shutil.ignore_patterns("__pycache__"))
    show = USE.replace("assert np.allclose(y", "print(y[5, 3].item()) #").replace(
        "assert np.allclose(z", "#"
    )
    before = script(show, folder, path).split()
    assert before[1:3] == ["0", "2"]
    source = path / "redispatch" / "backends" / "numba_backend" / file
    text = source.read_text()
    assert text.count(old) == 1
    source.write_text(text.replace(old, new))
    after = script(show, folder, path).split()
    assert after[1:3] == [str(2 - compiled), str(compiled)]
    assert after[0] != before[0]


def test_numba_is_imported_by_the_first_kernel(tmp_path: Path) -> None:
    code = """
import sys, redispatch as rd
x = rd.ones((1000,), device="numba")
(x + 1).exp().sum()
rd.ones((1000,)).sigmoid()
assert "numba" not in sys.modules and "llvmlite" not in sys.modules
x.sigmoid()
print("numba" in sys.modules)
"""
    assert script(code, tmp_path) == "True"


def test_without_numba_the_kernels_are_numpys(tmp_path: Path) -> None:
    code = """
import sys, warnings
warnings.simplefilter("error")
sys.modules["numba"] = None
import redispatch as rd
from redispatch.backends.numba_backend import cache_info
x = rd.ones((1000,), device="numba", requires_grad=True)
x.sigmoid().sum().backward()
rd.softmax(x, 0)
print(cache_info().problem, x.grad.shape)
"""
    shown = script(code, tmp_path)
    assert "numba" in shown and "1000" in shown


def test_two_files_import_numba() -> None:
    folder = Path(numba_backend.__file__).parent
    pattern = re.compile(r"^\s*(import|from) (numba|llvmlite)\b", re.M)
    users = [path.name for path in folder.glob("*.py") if pattern.search(path.read_text())]
    assert sorted(users) == ["jit.py", "jit_crew.py"]


def test_nothing_is_compiled_when_that_is_off(monkeypatch: pytest.MonkeyPatch) -> None:
    loop = launch.Loop("pointwise_loops.sigmoid", "vv")
    monkeypatch.setattr(launch, "_POLICY", ["blocking"])
    numba_backend.set_policy("off")
    assert loop[np.dtype("f4")] is None and not loop
    numba_backend.set_policy("blocking")
    assert loop[np.dtype("f4")] is not None
    with pytest.raises(ValueError, match="'background', 'off', not 'later'"):
        numba_backend.set_policy("later")
    assert numba_backend.get_policy() == "blocking"


def test_what_cannot_be_compiled_is_said_once(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(Counts, "problem", None)
    broken = launch.Loop("pointwise_loops.nothing", "vv")
    assert broken[np.dtype("f4")] is None and broken[np.dtype("f8")] is None
    assert len(caplog.records) == 1 and "nothing" in caplog.text
    problem = numba_backend.cache_info().problem
    assert problem is not None and "nothing" in problem


def test_a_digest_covers_what_is_called_at_any_depth() -> None:
    jit = pytest.importorskip("redispatch.backends.numba_backend.jit")
    from redispatch.backends.numba_backend import pointwise_loops, row_loops

    found = jit.reached(pointwise_loops.find("softplus", "vssv"))
    assert found == [scalar_ops.softplus, scalar_ops.log1p_exp]
    assert row_loops.scale in jit.reached(row_loops.softmax)
    names = dict(jit.names_of(scalar_ops.gelu_tanh))
    assert names["CUBE"] == scalar_ops.CUBE


def every_loop() -> list[launch.Loop]:
    """The loops of all kernels."""
    kernels_made = pointwise.KERNELS.values()
    bits = [k.on_bits for k in kernels_made if hasattr(k, "on_bits")]
    every = (*kernels_made, *bits, *halves.BY_NAME.values())
    made = [loop for k in every for loop in getattr(k, "loops", ())]
    made += [*halves.WIDE.values(), *halves.NARROW.values()]
    return [*made, *(v for v in vars(kernels).values() if isinstance(v, launch.Loop))]


@pytest.mark.slow
def test_every_loop_compiles_for_its_dtypes() -> None:
    for loop in every_loop():
        assert loop[np.dtype("i4")] is None
        for letter in loop.dtypes:
            assert loop[np.dtype(letter)] is not None


def test_every_function_is_chosen_under_its_name() -> None:
    for name, choice in POINTWISE.items():
        function = getattr(scalar_ops, choice.function or name)
        count = len(inspect.signature(function).parameters)
        assert count == choice.arrays + choice.numbers, name


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
def test_a_forked_child_may_compile(tmp_path: Path) -> None:
    code = """
import os, threading, redispatch as rd
from redispatch.backends.numba_backend import kernels
x = rd.ones((1000,), device="numba")
x.sigmoid()
t = threading.Thread(target=rd.softmax, args=(x, 0))
t.start()
pid = os.fork()
rd.log_softmax(x, 0)
if not pid:
    os._exit(0)
t.join()
print(os.waitpid(pid, 0)[1])
"""
    assert script(code, tmp_path, PYTHONWARNINGS="ignore") == "0"
