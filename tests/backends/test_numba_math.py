"""The elementary functions of compiled loops, against mpmath and against NumPy's special values."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import mpmath
import numpy as np
import pytest

from redispatch.backends.numba_backend import vmath

jit = pytest.importorskip("redispatch.backends.numba_backend.jit")

Array = np.ndarray[Any, np.dtype[Any]]


def exp(x: Any, out: Any) -> None:
    for i in range(x.size):
        out[i] = vmath.exp(x[i])


def log(x: Any, out: Any) -> None:
    for i in range(x.size):
        out[i] = vmath.log(x[i])


def tanh(x: Any, out: Any) -> None:
    for i in range(x.size):
        out[i] = vmath.tanh(x[i])


def sigmoid(x: Any, out: Any) -> None:
    for i in range(x.size):
        out[i] = vmath.sigmoid(x[i])


def erf(x: Any, out: Any) -> None:
    for i in range(x.size):
        out[i] = vmath.erf(x[i])


def cdf(x: Any, out: Any) -> None:
    for i in range(x.size):
        out[i] = vmath.cdf(x[i])


TRUTH: dict[Any, Any] = {
    exp: mpmath.exp,
    log: lambda x: mpmath.log(x),
    tanh: mpmath.tanh,
    sigmoid: lambda x: 1 / (1 + mpmath.exp(-x)),
    erf: mpmath.erf,
}
BOTH = [np.dtype(np.float32), np.dtype(np.float64)]


@pytest.fixture(scope="module", autouse=True)
def cache(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("REDISPATCH_CACHE", str(tmp_path_factory.mktemp("kernels")))
        yield


def run(loop: Any, x: Array) -> Array:
    entry, _ = jit.compiled(loop, "vv", x.dtype)
    out = np.empty_like(x)
    entry(x, out)
    return out


def arguments(loop: Any, dtype: np.dtype[Any]) -> Array:
    """Points all over the range of a function, near zero, and close to where its form changes."""
    rng = np.random.default_rng(0)
    top = float(np.log(np.finfo(dtype).max))
    wide = rng.uniform(-1, 1, 1500) * {exp: 1.1 * top, sigmoid: 1.1 * top}.get(loop, 10)
    near = rng.standard_normal(1000)
    tiny = np.ldexp(rng.standard_normal(500), rng.integers(-30, 0, 500))
    edges = np.array([0.625, 0.927734375, 1.0, 6.0, 0.5, 2**0.5, 0.5**0.5, top, -top])
    x = np.concatenate([wide, near, tiny, edges, np.nextafter(edges, 0), np.nextafter(edges, 9)])
    if loop is log:
        spread = np.ldexp(rng.uniform(0.5, 1, 2000), rng.integers(-120, 120, 2000))
        x = np.concatenate([np.abs(x), spread, np.finfo(dtype).tiny * rng.uniform(0, 1, 200)])
    return x.astype(dtype)


@pytest.mark.parametrize("dtype", BOTH, ids=str)
@pytest.mark.parametrize("loop", TRUTH, ids=lambda f: f.__name__)
def test_close_to_the_truth(loop: Any, dtype: np.dtype[Any]) -> None:
    x = arguments(loop, dtype)
    x = x[np.isfinite(x) & ((x > 0) if loop is log else True)]
    got = run(loop, x)
    limits = np.finfo(dtype)
    worst = 0.0
    with mpmath.workprec(200):
        for value, result in zip(x.tolist(), got.tolist(), strict=True):
            exact = TRUTH[loop](mpmath.mpf(value))
            if abs(exact) > float(limits.max):
                assert result == np.inf
                continue
            unit = max(float(np.spacing(abs(dtype.type(exact)))), float(limits.smallest_subnormal))
            worst = max(worst, float(abs(mpmath.mpf(result) - exact)) / unit)
    assert worst <= 2.5, worst


@pytest.mark.parametrize("dtype", BOTH, ids=str)
def test_normal_distribution(dtype: np.dtype[Any]) -> None:
    x = np.concatenate([np.linspace(-30, 30, 2001), [0.0, -0.0, np.inf, -np.inf]]).astype(dtype)
    exact = np.array([float(mpmath.ncdf(v)) for v in x.tolist()])
    np.testing.assert_allclose(run(cdf, x), exact, rtol=0, atol=2 * float(np.finfo(dtype).eps))
    if dtype == np.float32:  # also far out, where a sum with 1 would leave nothing
        near = np.abs(x) < 12
        np.testing.assert_allclose(run(cdf, x)[near], exact[near], rtol=6e-6)


@pytest.mark.parametrize("dtype", BOTH, ids=str)
@pytest.mark.parametrize(
    ("loop", "values"),
    [
        (exp, [1, 1, np.inf, 0, np.nan, np.inf, 0]),
        (log, [-np.inf, -np.inf, np.inf, np.nan, np.nan, np.log(1e30), np.nan]),
        (tanh, [0, -0.0, 1, -1, np.nan, 1, -1]),
        (sigmoid, [0.5, 0.5, 1, 0, np.nan, 1, 0]),
        (erf, [0, -0.0, 1, -1, np.nan, 1, -1]),
    ],
    ids=lambda v: getattr(v, "__name__", ""),
)
def test_special_values(loop: Any, values: list[float], dtype: np.dtype[Any]) -> None:
    x = np.array([0.0, -0.0, np.inf, -np.inf, np.nan, 1e30, -1e30], dtype)
    got = run(loop, x)
    wanted = np.array(values, dtype)
    np.testing.assert_allclose(got, wanted, rtol=1e-6)
    if loop is not log:
        known = ~np.isnan(got)
        np.testing.assert_array_equal(np.signbit(got[known]), np.signbit(wanted[known]))


@pytest.mark.parametrize("dtype", BOTH, ids=str)
def test_subnormals(dtype: np.dtype[Any]) -> None:
    smallest = np.finfo(dtype).smallest_subnormal
    x = np.array([smallest, -smallest, smallest * 5, -smallest * 7], dtype)
    np.testing.assert_array_equal(run(tanh, x), x)
    np.testing.assert_array_equal(run(exp, x), np.ones_like(x))
    np.testing.assert_allclose(run(log, np.abs(x)), np.log(np.abs(x)), rtol=1e-6)
    lowest = float(np.log(smallest))
    small = np.linspace(lowest, lowest + 8, 50).astype(dtype)
    np.testing.assert_allclose(run(exp, small), np.exp(small), rtol=1e-2, atol=float(smallest))


@pytest.mark.parametrize("dtype", BOTH, ids=str)
@pytest.mark.parametrize("loop", TRUTH, ids=lambda f: f.__name__)
def test_the_same_in_plain_python(loop: Any, dtype: np.dtype[Any]) -> None:
    x = arguments(loop, dtype)[::40].copy()
    plain = np.empty_like(x)
    with np.errstate(all="ignore"):
        loop(x, plain)
    np.testing.assert_allclose(run(loop, x), plain, rtol=4 * float(np.finfo(dtype).eps))
