"""What runs on NumPy instead: by policy where nothing else is there, by force to bisect."""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from box import load

import redispatch as rd
from redispatch.backends import backend_named, force_fallback, register_backend, set_fallback
from redispatch.dispatch import OperatorNotFound, RegistrationError, kernel
from redispatch.dispatch.rules import RULES

example = load()


@pytest.fixture
def toy() -> Iterator[Any]:
    backend = example.Toy()
    with example.register(backend):
        yield backend


def bad(*args: Any) -> Any:
    return example.Box(np.full((2,), 7.0, np.float32))


def test_a_bad_kernel_is_found_by_forcing_one_after_another(toy: Any) -> None:
    kernel("exp", "Toy", override=True)(bad)
    x = rd.tensor([0.0, 1.0], device="toy")
    assert x.exp().tolist() == [7.0, 7.0]
    with force_fallback("toy", "neg"):
        assert x.exp().tolist() == [7.0, 7.0]
    with force_fallback("toy", "exp", "neg"):
        assert x.exp().tolist() == pytest.approx([1.0, np.e], rel=1e-6)
        assert (-x).tolist() == [0.0, -1.0]
        assert toy.fallbacks == {"rd::exp": 1, "rd::neg": 1}
    assert x.exp().tolist() == [7.0, 7.0]


def test_forms_and_formulas_follow(toy: Any) -> None:
    """In-place and out= forms, and backward, which calls kernels on payloads."""
    kernel("exp", "Toy", override=True)(bad)
    kernel("neg", "Toy", override=True)(bad)
    handle = force_fallback("toy", "exp", "neg")
    x = rd.tensor([0.0, 1.0], device="toy", requires_grad=True)
    (-(x.exp())).sum().backward()
    assert x.grad is not None and x.grad.tolist() == pytest.approx([-1.0, -np.e], rel=1e-6)
    y = x.detach().clone()
    assert y.exp_() is y and y.tolist() == pytest.approx([1.0, np.e], rel=1e-6)
    z = rd.zeros(2, device="toy")
    assert rd.exp(x.detach(), out=z) is z and z.tolist() == y.tolist()
    handle.undo()
    assert y.exp_().tolist() == [7.0, 7.0]


def test_formulas_compiled_before_are_forced_too() -> None:
    """A derivative that has run with Numba's kernels asks for NumPy's as soon as one is forced."""
    called = []

    def slope(grad: Any, output: Any) -> Any:
        called.append(1)
        return grad * 0

    def gradient() -> Any:
        x = rd.zeros(2, device="numba", requires_grad=True)
        x.sigmoid().sum().backward()
        assert x.grad is not None
        return x.grad.tolist()

    assert gradient() == [0.25, 0.25]
    decorator = kernel("sigmoid_backward", "Numba", override=True)
    decorator(slope)
    assert decorator.registration is not None
    with decorator.registration:
        assert gradient() == [0.0, 0.0] and called == [1]
        with force_fallback("numba", "sigmoid_backward"):
            assert gradient() == [0.25, 0.25] and called == [1]
    assert gradient() == [0.25, 0.25]


def test_scopes_nest(toy: Any) -> None:
    x = rd.tensor([1.0], device="toy")
    with force_fallback("toy", "exp"):
        with force_fallback("toy", "exp"):
            x.exp()
        x.exp()
    assert toy.fallbacks == {"rd::exp": 2}
    x.exp()
    assert toy.fallbacks == {"rd::exp": 2}


def test_views_and_writes_on_shared_memory_stay_what_they_are() -> None:
    x = rd.zeros(2, 3, device="numba")
    before = dict(RULES.tables)
    with force_fallback("numba", "transpose", "add", "zero_"):
        y = x.transpose(0, 1)
        y.add_(1)
        assert x.tolist() == [[1.0] * 3] * 2 and y._base is x and x._version == 1
        y[0].zero_()
        assert x[:, 0].tolist() == [0.0, 0.0]
    assert before == RULES.tables


def test_it_shows_in_explain_and_in_the_report(toy: Any) -> None:
    x = rd.tensor([1.0], device="toy", requires_grad=True)
    with force_fallback("toy", "exp"):
        told = rd.explain("exp", x)
        bottom = told.walk[-1]
        assert bottom.does == "is forced to run on NumPy" and bottom.source.startswith(__file__)
        assert any(line.lost.startswith("replaced by the one at") for line in told.rules)
        assert rd.backends.coverage_report("toy")["exp"].how == "forced"
    assert rd.explain("exp", x).walk[-1].does.startswith("runs ")


def test_the_policy_raise_does_not_hinder_what_is_forced() -> None:
    toy = example.Toy()
    toy.fallback = "raise"
    with example.register(toy), force_fallback("toy", "exp"):
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            assert rd.zeros(1, device="toy").exp().tolist() == [1.0]


def test_what_cannot_be_forced(toy: Any) -> None:
    before = {name: dict(table) for name, table in RULES.tables.items()}
    with pytest.raises(RegistrationError, match="is what others fall back to"):
        force_fallback("numpy", "exp")
    with pytest.raises(OperatorNotFound, match="did you mean exp"):
        force_fallback("toy", "neg", "expp")
    with pytest.raises(RegistrationError, match="got no operator"):
        force_fallback("toy")
    assert before == RULES.tables


def test_policies_are_set_for_a_while(toy: Any) -> None:
    x = rd.tensor([4.0], device="toy")
    assert x.sqrt().tolist() == [2.0]
    with set_fallback("toy", "raise"):
        with pytest.raises(NotImplementedError):
            x.sqrt()
        with set_fallback("toy", "warn"), pytest.warns(RuntimeWarning, match="rd::sqrt"):
            x.sqrt()
        with pytest.raises(NotImplementedError):
            x.sqrt()
    x.sqrt()
    assert toy.fallbacks == {"rd::sqrt": 3}
    with pytest.raises(RegistrationError, match="'count', 'warn' or 'raise'"):
        set_fallback("toy", "quietly")
    assert backend_named("toy").fallback == "numpy"


def test_an_unknown_policy_is_refused_at_registration() -> None:
    toy = example.Toy()
    toy.fallback = "sometimes"
    with pytest.raises(RegistrationError, match="'count', 'warn' or 'raise'"):
        register_backend(toy)
    assert "toy" not in rd.backends.available()


def test_the_report_counts_each_way(toy: Any) -> None:
    rd.tensor([4.0], device="toy").sqrt_()
    report = rd.backends.coverage_report("toy")
    assert report["exp"].how == "native" and report["exp"].source.startswith(example.__file__)
    assert report["sqrt"].how == "fallback" and report["hstack"].how == "composite"
    assert report["sqrt"].fell_back == 1 and "fell back 1 times" in repr(report)
    assert report.counts()["native"] == len(example.KERNELS) == len(report.names("native"))
    assert sum(report.counts().values()) == len(report.rows)
    with set_fallback("toy", "raise"):
        report = rd.backends.coverage_report("toy")
        assert report["sqrt"].how == "missing" and "fallback" not in report.counts()
    assert report.as_dict()["rows"][0]["operator"] == report.rows[0].operator
    numba = rd.backends.coverage_report("numba")
    assert (numba["sigmoid"].how, numba["cos"].how) == ("native", "shared")
    assert "NumPy's kernel, on the same arrays" in numba.summary()


def test_the_report_says_what_explain_says(toy: Any) -> None:
    report = rd.backends.coverage_report("toy")
    x = rd.ones(2, device="toy")
    for name in ("exp", "sqrt", "hstack", "relu", "zero_"):
        args = ([x],) if name == "hstack" else (x,)
        assert rd.explain(name, *args).walk[-1].does == report[name].does
