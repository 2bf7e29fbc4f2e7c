"""Reductions, running sums and additions by index on the device "numba", against NumPy's."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from redispatch.backends import numba_backend
from redispatch.backends.numba_backend import sums
from redispatch.dispatch.rules import RULES

Array = np.ndarray[Any, np.dtype[Any]]
DTYPES = ["f4", pytest.param("f8", marks=pytest.mark.slow)]


@pytest.fixture(scope="module", autouse=True)
def cache(request: pytest.FixtureRequest) -> Iterator[None]:
    kept = request.config.cache
    assert kept is not None
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("REDISPATCH_CACHE", str(kept.mkdir("kernels")))
        yield
    assert numba_backend.cache_info().problem is None


def rule(name: str, backend: str) -> Any:
    found = RULES.active(f"rd::{name}", backend)
    assert found is not None
    return found.fn


def assert_same(name: str, *args: Any, exact: bool = False) -> None:
    with np.errstate(all="ignore"):
        mine, theirs = (np.asarray(rule(name, b)(*args)) for b in ("Numba", "NumPy"))
    assert mine.dtype == theirs.dtype and mine.shape == theirs.shape
    if exact:
        np.testing.assert_array_equal(mine, theirs)
        return
    rtol = {"f2": 1e-2, "f4": 2e-5, "f8": 1e-12}[mine.dtype.str[1:]]
    largest = np.abs(theirs, where=np.isfinite(theirs), out=np.zeros_like(theirs)).max(initial=1)
    np.testing.assert_allclose(mine, theirs, rtol=rtol, atol=rtol * float(largest))


def made(*shape: int, dtype: str = "f4") -> Array:
    return np.random.default_rng(3).standard_normal(shape).astype(dtype)


def layouts(*shape: int, dtype: str) -> list[Array]:
    x = made(*shape, dtype=dtype)
    frozen = x.copy()
    frozen.flags.writeable = False
    wide = made(*shape, 2, dtype=dtype)[..., 0]
    return [x, frozen, wide, x[..., ::-1], np.asfortranarray(x), x[:0], x.astype("f2")]


REDUCTIONS = {
    "sum": (None,), "mean": (None,), "logsumexp": (), "var": (), "std": (),
}  # fmt: skip


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("name", REDUCTIONS)
def test_reductions(name: str, dtype: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for x in layouts(5, 6, 90, dtype=dtype):
        for dim in ((2,), (0,), (1,), (0, 1), (1, 2), (0, 2), (0, 1, 2), (-1,), ()):
            for keepdim in (False, True):
                more = (dim, 1, keepdim) if name in ("var", "std") else (dim, keepdim)
                assert_same(name, x, *more, *REDUCTIONS[name])
    original = sums.fits
    monkeypatch.setattr(sums, "fits", lambda x, least: original(x, 1))
    x = made(5, 13, 90, dtype=dtype)
    for special in (np.nan, np.inf, -np.inf):
        x[1, 2, 3] = x[2, 12, 4] = special
        for dim in ((2,), (0,), (1,), (0, 1), (1, 2)):
            more = (dim, 1, False) if name in ("var", "std") else (dim, False)
            assert_same(name, x, *more, *REDUCTIONS[name])
    x[:] = -np.inf
    assert_same(name, x, *((2,), 1, False) if name in ("var", "std") else ((2,), False),
                *REDUCTIONS[name])  # fmt: skip


@pytest.mark.parametrize("name", ["sum", "mean"])
def test_large_reductions(name: str) -> None:
    x = made(40, 30, 50)
    for dim in ((2,), (0,), (1,), (0, 1), (1, 2), (0, 2)):
        assert_same(name, x, dim, False, *REDUCTIONS[name])
    with pytest.raises(IndexError):
        rule(name, "Numba")(x, (3,), False, *REDUCTIONS[name])


def test_wide_columns_are_summed_in_parts() -> None:
    x = made(19, 9000, dtype="f8").round()
    np.testing.assert_array_equal(sums.sum(x, (0,)), np.add.reduce(x, 0))


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("name", ["cumsum", "cumprod", "_reverse_cumsum"])
def test_running(name: str, dtype: str) -> None:
    for x in layouts(7, 6, 20, dtype=dtype):
        for dim in (0, 1, 2, -1):
            assert_same(name, x, dim)
    x = made(9, 40, dtype=dtype)
    x[3, 7], x[4, 8] = np.nan, np.inf
    assert_same(name, x, 0)
    assert_same(name, x, 1)


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("axis", [0, 1, 2])
def test_index_add(axis: int, dtype: str) -> None:
    rng = np.random.default_rng(1)
    x = made(6, 5, 7, dtype=dtype)
    places = rng.integers(0, x.shape[axis], 40)
    shape = list(x.shape)
    shape[axis] = 40
    for values in layouts(*shape, dtype=dtype)[:5]:
        for alpha in (1, 2):
            assert_same("index_add", x, axis, places, values, alpha)
            assert_same("index_add", x.T.copy().T, axis, places.astype("i4"), values, alpha)
        turned = [None] * axis + [places - x.shape[axis] * (places % 2)]
        assert_same("index_put", x, turned, values, True, exact=True)
        assert_same("index_put", x, turned, values, False, exact=True)
    with pytest.raises(IndexError, match="out of bounds"):
        rule("index_add", "Numba")(x, axis, places + 7, values, 1)
    with pytest.raises(IndexError):
        rule("index_put", "Numba")(x, [None] * axis + [places + 7], values, True)


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("axis", [0, 1, 2])
def test_scatter_add(axis: int, dtype: str) -> None:
    rng = np.random.default_rng(1)
    x = made(6, 5, 7, dtype=dtype)
    shape = list(x.shape)
    shape[axis] = 40
    index = rng.integers(0, x.shape[axis], shape)
    for values in layouts(*shape, dtype=dtype)[:5]:
        assert_same("scatter_add", x, axis, index, values, exact=True)
        assert_same("scatter_add", x, axis, index[:2, :2, :2], values, exact=True)
    with pytest.raises(RuntimeError, match="out of bounds"):
        rule("scatter_add", "Numba")(x, axis, index + 7, values)


def test_in_place_forms_write_into_their_target() -> None:
    x, values = np.zeros((10, 40), "f4"), made(30, 40)
    places = np.random.default_rng(1).integers(0, 10, 30)
    wanted = x.copy()
    np.add.at(wanted, places, values)
    sums.index_add_(x, 0, places, values)
    np.testing.assert_allclose(x, wanted)
    x[:] = 0
    sums.scatter_add_(x, 0, np.broadcast_to(places[:, None], values.shape), values)
    np.testing.assert_allclose(x, wanted)
    frozen = x.copy()
    frozen.flags.writeable = False
    with pytest.raises(ValueError, match="read-only"):
        sums.index_add_(frozen, 0, places, values)


@pytest.mark.parametrize("dtype", DTYPES)
def test_embedding_backward(dtype: str) -> None:
    indices = np.random.default_rng(1).integers(0, 12, (5, 20))
    for grad in layouts(5, 20, 6, dtype=dtype)[:5]:
        for padding in (-1, 3):
            assert_same("embedding_backward", grad, indices, 12, padding, False, exact=True)
            assert_same("embedding_backward", grad, indices, 12, padding, True)
