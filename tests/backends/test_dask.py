"""The backend of examples/redispatch-dask, from its folder; skipped where Dask is not installed."""

from __future__ import annotations

import sys
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import redispatch as rd

da = pytest.importorskip("dask.array")
dask = pytest.importorskip("dask")
pytest.importorskip("distributed")

PROJECT = Path(__file__).resolve().parents[2] / "examples" / "redispatch-dask"
pytestmark = pytest.mark.filterwarnings("default")  # those of Dask and its cluster are not ours


@pytest.fixture(scope="module", autouse=True)
def backend() -> Iterator[Any]:
    sys.path[:0] = [str(PROJECT / "src"), str(PROJECT / "examples")]
    try:
        module: Any = __import__("redispatch_dask")
        with module.register(), dask.config.set(scheduler="synchronous"):
            yield module
    finally:
        sys.path[:] = [p for p in sys.path if not p.startswith(str(PROJECT))]


def test_nothing_is_computed_before_it_is_asked_for(backend: Any) -> None:
    def fail(block: Any) -> Any:
        raise AssertionError("computed")

    x = backend.from_dask(da.ones((4, 3), chunks=2).map_blocks(fail, dtype=np.float64))
    w = rd.ones(3, 1, dtype=rd.float64, device="dask", requires_grad=True)
    y = (x @ w).sigmoid() + 1
    y[0].zero_()
    y.mean().backward()
    assert w.grad is not None and w.grad.shape == (3, 1)
    with pytest.raises(AssertionError, match="computed"):
        w.grad.tolist()


def test_views_are_expressions_too(backend: Any) -> None:
    x = backend.from_dask(da.arange(12, chunks=5).reshape(3, 4).astype("f8"))
    right = np.arange(12.0).reshape(3, 4)
    row, turned, last = x[1], x.t(), x.unbind(0)[2]
    row[1:3].mul_(10)
    right[1, 1:3] *= 10
    turned[0].fill_(7)
    right[:, 0] = 7
    last.add_(x[0])
    right[2] += right[0]
    x.reshape(-1)[:2].sub_(1)
    right.reshape(-1)[:2] -= 1
    for tensor, want in ((x, right), (row, right[1]), (turned, right.T), (last, right[2])):
        assert isinstance(tensor._data, da.Array) and np.array_equal(tensor.tolist(), want)


def test_what_has_no_lazy_kernel_raises_and_may_be_allowed(backend: Any) -> None:
    x = rd.tensor([3.0, 1.0], device="dask")
    with pytest.raises(NotImplementedError, match="rd::sort: has no rule for Dask"):
        x.sort()
    with rd.backends.set_fallback("dask", "count"):
        assert x.sort().values.tolist() == [1.0, 3.0]


def test_persist_cuts_expressions_and_keeps_graphs(backend: Any) -> None:
    x = rd.ones(3, device="dask", requires_grad=True)
    y = x * 2
    view = y[1:]
    version = y._version
    backend.persist(y)
    assert len(y._data.dask) == y._data.npartitions and y._version == version
    y.sum().backward()
    assert x.grad is not None and x.grad.tolist() == [2.0] * 3 and view.tolist() == [2.0, 2.0]


def test_from_dask_wants_known_sizes(backend: Any) -> None:
    unknown = da.ones(4, chunks=2)
    with pytest.raises(TypeError, match="of known sizes"):
        backend.from_dask(unknown[unknown > 0])
    with pytest.raises(TypeError, match="of known sizes"):
        backend.from_dask(np.ones(2))
    assert isinstance(backend.to_dask(rd.ones(2)), da.Array)


QUICK = ["add", "exp", "sum", "matmul", "transpose", "select", "softmax", "fill_"]


@pytest.mark.parametrize("name", QUICK)
def test_conformance(name: str) -> None:
    checks = ["values", "0-d", "empty", "gradients"]
    report = rd.backends.conformance("dask", only=[name], checks=checks)
    assert report.ok and report[name].passed, report


@pytest.mark.slow
def test_every_operator_it_claims_is_right() -> None:
    report = rd.backends.conformance(
        "dask", checks=["values", "empty", "0-d", "alias", "gradients"]
    )
    assert report.ok, report


@pytest.mark.parametrize("device", ["numpy", "dask"])
def test_a_network_learns_the_same(device: str, backend: Any) -> None:
    results = []
    for place in ("numpy", device):
        rd.manual_seed(0)
        model = rd.nn.Sequential(rd.nn.Linear(4, 5), rd.nn.ReLU(), rd.nn.Linear(5, 1)).to(place)
        optimizer = rd.optim.Adam(model.parameters(), lr=0.1)
        x, y = rd.randn(8, 4).to(place), rd.randn(8, 1).to(place)
        for _ in range(3):
            optimizer.zero_grad()
            loss = rd.nn.functional.mse_loss(model(x), y)
            loss.backward()
            optimizer.step()
            backend.persist(p for p in model.parameters() if place == "dask")
        results.append([p.detach().cpu().numpy() for p in model.parameters()])
    for ours, theirs in zip(*results, strict=True):
        assert np.allclose(ours, theirs, atol=1e-5)


@pytest.mark.slow
def test_two_processes_one_of_which_is_killed() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        example: Any = __import__("logistic_regression")
        example.main(rows=60_000, chunk=10_000)  # asserts what it claims
        network: Any = __import__("network")
        network.main(rows=60_000, chunk=10_000)
