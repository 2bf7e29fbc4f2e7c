"""The conformance run finds what is wrong in a backend, and says nothing of what is right."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest
from box import load

import redispatch as rd
from redispatch.backends.__main__ import main
from redispatch.backends.checks.report import CHECKS
from redispatch.backends.checks.samples import ROWS
from redispatch.dispatch import kernel, operators

example = load()


@pytest.fixture
def toy() -> Iterator[Any]:
    backend = example.Toy()
    with example.register(backend):
        yield backend


def check(name: str) -> Any:
    return rd.backends.conformance("toy", only=[name])[name]


def test_a_right_backend_is_right(toy: Any) -> None:
    names = ["exp", "add", "matmul", "sum", "transpose", "unbind", "select", "relu", "fill_"]
    report = rd.backends.conformance("toy", only=names)
    assert report.ok and report.counts() == {"right": len(names)}, report
    assert report["exp"].how == "native" and report["relu"].how == "fallback"
    for word in ("values", "dtypes", "strides", "empty", "0-d", "alias", "writes", "gradients"):
        assert report["add"].passed[word], word


WRONG: dict[str, tuple[str, Callable[..., Any], str, str]] = {
    "off by a thousandth": ("exp", lambda a: np.exp(a) * 1.001, "values", "values differ"),
    "ignores an argument": ("add", lambda a, b, alpha: a + b, "values", "values differ"),
    "wrong dtype": ("exp", lambda a: np.exp(a).astype(np.float64), "values", "dtype float64"),
    "wrong sizes": ("exp", lambda a: np.atleast_1d(np.exp(a)), "0-d", r"sizes \[1\]"),
    "fails on empties": ("exp", lambda a: np.exp(a) * (a.max() > -9), "empty", "ValueError"),
    "wrong in half precision": (
        "exp", lambda a: np.exp(a) + (a.dtype == np.float16), "dtypes", "values differ",
    ),
    "reads memory in its own order": (
        "exp",
        lambda a: np.exp(a if a.flags.c_contiguous else a.ravel("K").reshape(a.shape)),
        "strides",
        "values differ",
    ),
    "wrong for many elements": (
        "exp", lambda a: np.exp(a) * (1 if a.size < 300 else 1.01), "large", "values differ",
    ),
}  # fmt: skip


@pytest.mark.parametrize("kind", WRONG)
def test_a_wrong_kernel_is_found(toy: Any, kind: str) -> None:
    name, fn, where, problem = WRONG[kind]
    kernel(name, "Toy", override=True)(example.boxed(fn))
    result = check(name)
    assert result.status == "wrong"
    import re

    assert any(f.check == where and re.search(problem, f.problem) for f in result.failures), result


def test_a_kernel_that_writes_to_its_input_is_found(toy: Any) -> None:
    def writes(box: Any) -> Any:
        result = np.exp(box.values)
        if box.values.flags.writeable:
            box.values[...] = 0
        return example.Box(np.asarray(result))

    kernel("exp", "Toy", override=True)(writes)
    assert check("exp").status == "wrong"


def test_a_result_that_is_the_input_is_found() -> None:
    """On a backend that writes into its payloads."""

    class Heap(rd.backends.numpy_backend.BACKEND.__class__):  # type: ignore[name-defined, misc]
        pass

    with rd.backends.register_backend(Heap("Heap")):
        assert rd.backends.conformance("heap", only=["exp", "clone"]).ok
        kernel("clone", "Heap")(lambda self, memory_format: self)
        report = rd.backends.conformance("heap", only=["clone"])
        assert {f.check for f in report["clone"].failures} >= {"alias"}


def test_a_view_that_does_not_see_writes_is_found(toy: Any) -> None:
    class Forgetful(example.Toy):  # type: ignore[name-defined, misc]
        def put_back(self, payload: Any, chain: Any, part: Any) -> Any:
            return payload

    with example.register(Forgetful("Forgetful")):
        report = rd.backends.conformance("forgetful", only=["select"])
        assert {f.check for f in report["select"].failures} == {"alias"}
    assert check("select").status == "right"


def test_what_is_missing_or_declined_is_not_claimed() -> None:
    toy = example.Toy()
    toy.fallback = "raise"

    def floats(box: Any) -> Any:
        if box.values.dtype != np.float32:
            return NotImplemented
        return example.Box(np.exp(box.values))

    with example.register(toy):
        kernel("exp", "Toy", override=True)(floats)
        report = rd.backends.conformance("toy", only=["exp", "sqrt"])
        assert report.ok and report["exp"].status == "partly" and report["sqrt"].status == "missing"
        assert report["exp"].declined["values"]


def test_the_failure_shown_is_the_smallest(toy: Any) -> None:
    kernel("exp", "Toy", override=True)(example.boxed(lambda a: np.exp(a) * 1.001))
    report = rd.backends.conformance("toy", only=["exp", "neg"])
    (failure,) = report.failures
    assert failure.size == 1 and str(failure) in repr(report)
    assert "rd::exp" in repr(report) and "WRONG" in repr(report) and not report.ok
    data = report.as_dict()
    assert data["counts"] == {"wrong": 1, "right": 1} and data["results"][0]["failures"]


def test_choice_of_checks(toy: Any) -> None:
    result = rd.backends.conformance("toy", only=["exp"], checks=["values", "0-d"])["exp"]
    assert set(result.passed) == {"values", "0-d"}
    with pytest.raises(ValueError, match="no check 'value'; there are values, "):
        rd.backends.conformance("toy", checks=["value"])
    assert set(CHECKS) >= set(result.passed)


def test_the_command(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["conformance", "numba", "--only", "neg,exp", "--checks", "values"]) == 0
    assert "2 right" in capsys.readouterr().out
    assert main(["coverage", "numba"]) == 0
    assert "rd::sigmoid" in capsys.readouterr().out
    assert main(["list"]) == 0
    assert "numba  registered" in capsys.readouterr().out
    with example.register():
        kernel("exp", "Toy", override=True)(example.boxed(np.sin))
        assert main(["conformance", "toy", "--only", "exp"]) == 1
    assert "1 wrong" in capsys.readouterr().out


def test_every_operator_has_samples_or_is_named() -> None:
    report = rd.backends.conformance("numba", checks=["0-d"])
    names = {o.name for o in operators() if o.functional is None}
    assert {r.operator for r in report.results} | set(report.unsampled) == names
    assert len(report.results) == len(ROWS)
    assert report.ok, report.failures


NATIVE = [
    name
    for name in rd.backends.coverage_report("numba").names("native")
    if name.removeprefix("rd::") in ROWS  # those of optimizers are tested with them
]
NOT_GROWN = {"rd::_conv_input"}  # its sizes are an argument


@pytest.mark.parametrize("name", NATIVE)
def test_numba_is_right_where_it_has_kernels(name: str) -> None:
    report = rd.backends.conformance("numba", only=[name])
    assert report.ok and report[name].status == "right", report
    assert report[name].passed["large"] or name in NOT_GROWN


@pytest.mark.slow
def test_numba_is_right() -> None:
    report = rd.backends.conformance("numba")
    assert report.ok and set(report.counts()) == {"right"}, report


@pytest.mark.slow
def test_toy_is_right(toy: Any) -> None:
    report = rd.backends.conformance("toy")
    assert report.ok, report
