"""The elementary functions of compiled loops, against mpmath and against NumPy's special values."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from typing import Any

import mpmath
import numpy as np
import pytest

from redispatch.backends.numba_backend import scalars, verf
from redispatch.backends.numba_backend.scalars import SCALAR

jit = pytest.importorskip("redispatch.backends.numba_backend.jit")

Array = np.ndarray[Any, np.dtype[Any]]
exp, expm1, log, log1p, tanh, sigmoid, erf, sin, cos, pow = SCALAR.values()


def exp_loop(x: Any, out: Any) -> None:
    for i in range(x.size):
        out[i] = exp(x[i])


def expm1_loop(x: Any, out: Any) -> None:
    for i in range(x.size):
        out[i] = expm1(x[i])


def log_loop(x: Any, out: Any) -> None:
    for i in range(x.size):
        out[i] = log(x[i])


def log1p_loop(x: Any, out: Any) -> None:
    for i in range(x.size):
        out[i] = log1p(x[i])


def tanh_loop(x: Any, out: Any) -> None:
    for i in range(x.size):
        out[i] = tanh(x[i])


def sigmoid_loop(x: Any, out: Any) -> None:
    for i in range(x.size):
        out[i] = sigmoid(x[i])


def erf_loop(x: Any, out: Any) -> None:
    for i in range(x.size):
        out[i] = erf(x[i])


def sin_loop(x: Any, out: Any) -> None:
    for i in range(x.size):
        out[i] = sin(x[i])


def cos_loop(x: Any, out: Any) -> None:
    for i in range(x.size):
        out[i] = cos(x[i])


def pow_loop(x: Any, y: Any, out: Any) -> None:
    for i in range(x.size):
        out[i] = pow(x[i], y[i])


def cdf_loop(x: Any, out: Any) -> None:
    for i in range(x.size):
        out[i] = verf.cdf(x[i])


LOOPS: dict[str, Callable[..., None]] = {
    "exp": exp_loop,
    "expm1": expm1_loop,
    "log": log_loop,
    "log1p": log1p_loop,
    "tanh": tanh_loop,
    "sigmoid": sigmoid_loop,
    "erf": erf_loop,
    "sin": sin_loop,
    "cos": cos_loop,
    "pow": pow_loop,
}
TRUTH: dict[str, Callable[..., Any]] = {
    **{name: getattr(mpmath, name) for name in LOOPS if name not in ("sigmoid", "pow")},
    "sigmoid": lambda x: 1 / (1 + mpmath.exp(-x)),
    "pow": mpmath.power,
}
BOTH = [np.dtype(np.float32), np.dtype(np.float64)]


def test_the_table_is_covered() -> None:
    assert list(LOOPS) == list(SCALAR)
    assert set(scalars.BY_TYPE) == {*SCALAR.values(), verf.cdf}


@pytest.fixture(scope="module", autouse=True)
def cache(request: pytest.FixtureRequest) -> Iterator[None]:
    kept = request.config.cache
    assert kept is not None
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("REDISPATCH_CACHE", str(kept.mkdir("kernels")))
        yield


ENTRIES: dict[Any, Any] = {}


def run(loop: Any, *arrays: Array) -> Array:
    key = loop, arrays[0].dtype
    if key not in ENTRIES:
        ENTRIES[key], _ = jit.compiled(loop, "v" * (len(arrays) + 1), arrays[0].dtype)
    out = np.empty_like(arrays[0])
    ENTRIES[key](*arrays, out)
    return out


def spread(dtype: np.dtype[Any], count: int, top: int | None = None) -> Array:
    """Numbers of every size, up to a power of two."""
    rng = np.random.default_rng(5)
    limits = np.finfo(dtype)
    last = int(limits.maxexp) if top is None else top
    powers = rng.integers(int(limits.minexp) - 10, last, count)
    numbers: Array = np.ldexp(rng.uniform(0.5, 1, count), powers)
    signed: Array = numbers * rng.choice([-1.0, 1.0], count)
    return signed


def arguments(name: str, dtype: np.dtype[Any]) -> Array:
    """Points all over the range of a function, near zero, and close to where its form changes."""
    rng = np.random.default_rng(0)
    top = float(np.log(np.finfo(dtype).max))
    reach = {"exp": 1.1 * top, "expm1": 1.1 * top, "sigmoid": 1.1 * top, "sin": 1e4, "cos": 1e4}
    wide = rng.uniform(-1, 1, 1000) * reach.get(name, 10)
    near = rng.standard_normal(700)
    tiny = np.ldexp(rng.standard_normal(300), rng.integers(-30, 0, 300))
    edges = np.array([0.625, 0.927734375, 1.0, 6.0, 0.5, 2**0.5, 0.5**0.5, top, -top, 0.785])
    parts = [wide, near, tiny, edges, np.nextafter(edges, 0), np.nextafter(edges, 9)]
    if name in ("log", "log1p"):
        parts = [np.abs(p) for p in parts]
        parts += [np.abs(spread(dtype, 700)), np.finfo(dtype).tiny * rng.uniform(0, 1, 200)]
    if name in ("log1p", "expm1"):
        parts.append(-rng.uniform(0, 1, 500))
    if name in ("sin", "cos"):  # near multiples of pi / 2, where nearly all digits cancel
        parts += [spread(dtype, 1000), (np.pi / 2) * rng.integers(-1000, 1000, 300)]
    return np.concatenate(parts).astype(dtype)


def worst_error(results: Array, exact: list[Any]) -> float:
    """Return the largest distance from the truth, in units of the last place."""
    limits, worst = np.finfo(results.dtype), 0.0
    for result, true in zip(results.tolist(), exact, strict=True):
        if abs(true) > float(limits.max):
            assert abs(result) == np.inf
            continue
        near = results.dtype.type(float(true))
        unit = max(float(np.spacing(abs(near))), float(limits.smallest_subnormal))
        worst = max(worst, float(abs(mpmath.mpf(result) - true)) / unit)
    return worst


@pytest.mark.parametrize("dtype", BOTH, ids=str)
@pytest.mark.parametrize("name", [name for name in LOOPS if name != "pow"])
def test_close_to_the_truth(name: str, dtype: np.dtype[Any]) -> None:
    x = arguments(name, dtype)
    x = x[np.isfinite(x) & ((x > 0) if name == "log" else True)]
    x = x[(x > -1) if name == "log1p" else slice(None)]
    with mpmath.workprec(1300 if name in ("sin", "cos") else 200):
        exact = [TRUTH[name](mpmath.mpf(v)) for v in x.tolist()]
    assert worst_error(run(LOOPS[name], x), exact) <= 2.5


@pytest.mark.parametrize("dtype", BOTH, ids=str)
def test_powers_are_close_to_the_truth(dtype: np.dtype[Any]) -> None:
    rng = np.random.default_rng(1)
    limit = float(np.log(np.finfo(dtype).max))
    base = np.abs(spread(dtype, 1000)).astype(dtype)
    base = np.concatenate([base, 1 + rng.standard_normal(500) * 1e-3, rng.uniform(0, 3, 700)])
    base = np.abs(base.astype(dtype))
    base = base[base > 0]
    with np.errstate(all="ignore"):
        exponent = rng.uniform(-1.02, 1.02, base.size) * limit / np.log(base.astype("f8"))
    exponent[::7] = rng.integers(-5, 6, exponent[::7].size)
    exponent = np.clip(exponent, -1e6, 1e6).astype(dtype)
    with mpmath.workprec(250):
        pairs = zip(base.tolist(), exponent.tolist(), strict=True)
        exact = [mpmath.power(mpmath.mpf(b), mpmath.mpf(e)) for b, e in pairs]
    assert worst_error(run(pow_loop, base, exponent), exact) <= 2.5


@pytest.mark.parametrize("dtype", BOTH, ids=str)
def test_the_sine_where_nearly_all_digits_cancel(dtype: np.dtype[Any]) -> None:
    """The float64 closest of all to a multiple of pi / 2, and a float32 that is close."""
    x = np.array([6381956970095103 * 2.0**797 if dtype == "f8" else 16367173 * 2.0**72], dtype)
    with mpmath.workprec(1300):
        for name in ("sin", "cos"):
            exact = [TRUTH[name](mpmath.mpf(v)) for v in x.tolist()]
            assert worst_error(run(LOOPS[name], x), exact) <= 2.5


@pytest.mark.parametrize("dtype", BOTH, ids=str)
def test_normal_distribution(dtype: np.dtype[Any]) -> None:
    x = np.concatenate([np.linspace(-30, 30, 2001), [0.0, -0.0, np.inf, -np.inf]]).astype(dtype)
    exact = np.array([float(mpmath.ncdf(v)) for v in x.tolist()])
    found = run(cdf_loop, x)
    np.testing.assert_allclose(found, exact, rtol=0, atol=2 * float(np.finfo(dtype).eps))
    if dtype == np.float32:  # also far out, where a sum with 1 would leave nothing
        near = np.abs(x) < 12
        np.testing.assert_allclose(found[near], exact[near], rtol=6e-6)


@pytest.mark.parametrize("dtype", BOTH, ids=str)
@pytest.mark.parametrize(
    ("name", "values"),
    [
        ("exp", [1, 1, np.inf, 0, np.nan, np.inf, 0]),
        ("expm1", [0, -0.0, np.inf, -1, np.nan, np.inf, -1]),
        ("log", [-np.inf, -np.inf, np.inf, np.nan, np.nan, np.log(1e30), np.nan]),
        ("log1p", [0, -0.0, np.inf, np.nan, np.nan, np.log(1e30), np.nan]),
        ("tanh", [0, -0.0, 1, -1, np.nan, 1, -1]),
        ("sigmoid", [0.5, 0.5, 1, 0, np.nan, 1, 0]),
        ("erf", [0, -0.0, 1, -1, np.nan, 1, -1]),
        ("sin", [0, -0.0, np.nan, np.nan, np.nan, None, None]),
        ("cos", [1, 1, np.nan, np.nan, np.nan, None, None]),
    ],
    ids=lambda v: v if isinstance(v, str) else "",
)
def test_special_values(name: str, values: list[Any], dtype: np.dtype[Any]) -> None:
    x = np.array([0.0, -0.0, np.inf, -np.inf, np.nan, 1e30, -1e30], dtype)
    large = getattr(math, name, math.exp)
    wanted = [large(float(v)) if w is None else w for v, w in zip(x, values, strict=True)]
    expected = np.array(wanted, dtype)
    got = run(LOOPS[name], x)
    np.testing.assert_allclose(got, expected, rtol=1e-6)
    if name != "log":
        known = ~np.isnan(got)
        np.testing.assert_array_equal(np.signbit(got[known]), np.signbit(expected[known]))


@pytest.mark.parametrize("dtype", BOTH, ids=str)
def test_ends_of_log1p(dtype: np.dtype[Any]) -> None:
    x = np.array([-1, -2, np.finfo(dtype).max], dtype)
    with np.errstate(all="ignore"):
        np.testing.assert_allclose(run(log1p_loop, x), np.log1p(x), rtol=1e-6)


@pytest.mark.parametrize("dtype", BOTH, ids=str)
def test_special_powers(dtype: np.dtype[Any]) -> None:
    tiny = float(np.finfo(dtype).smallest_subnormal)
    odd = float(2 ** np.finfo(dtype).nmant + 1)
    numbers = [0.0, 1.0, -1.0, 2.0, -2.0, 0.5, -0.5, 3.0, -3.0, np.inf, np.nan, tiny, odd, 1e30]
    numbers += [-n for n in numbers]
    x, y = (a.astype(dtype).ravel() for a in np.meshgrid(np.array(numbers), np.array(numbers)))
    with np.errstate(all="ignore"):
        wanted = np.power(x, y)
    got = run(pow_loop, x, y)
    np.testing.assert_allclose(got, wanted, rtol=1e-6)
    known = ~np.isnan(got)
    np.testing.assert_array_equal(np.signbit(got[known]), np.signbit(wanted[known]))


@pytest.mark.parametrize("dtype", BOTH, ids=str)
def test_subnormals(dtype: np.dtype[Any]) -> None:
    smallest = np.finfo(dtype).smallest_subnormal
    x = np.array([smallest, -smallest, smallest * 5, -smallest * 7], dtype)
    for loop in (tanh_loop, sin_loop, expm1_loop, log1p_loop):
        np.testing.assert_array_equal(run(loop, x), x)
    for loop in (exp_loop, cos_loop):
        np.testing.assert_array_equal(run(loop, x), np.ones_like(x))
    np.testing.assert_allclose(run(log_loop, np.abs(x)), np.log(np.abs(x)), rtol=1e-6)
    lowest = float(np.log(smallest))
    small = np.linspace(lowest, lowest + 8, 50).astype(dtype)
    np.testing.assert_allclose(run(exp_loop, small), np.exp(small), rtol=1e-2, atol=float(smallest))


@pytest.mark.parametrize("dtype", BOTH, ids=str)
@pytest.mark.parametrize("name", LOOPS)
def test_the_same_in_plain_python(name: str, dtype: np.dtype[Any]) -> None:
    x = arguments(name, dtype)[::40].copy()
    arrays = (np.abs(x), x[::-1].copy()) if name == "pow" else (x,)
    plain = np.empty_like(x)
    with np.errstate(all="ignore"):
        LOOPS[name](*arrays, plain)
    np.testing.assert_allclose(
        run(LOOPS[name], *arrays), plain, rtol=4 * float(np.finfo(dtype).eps)
    )
