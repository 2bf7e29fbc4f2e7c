"""Anomaly mode: tracebacks of forward calls, and nan."""

from __future__ import annotations

import threading
import warnings
from typing import Any

import pytest

import redispatch as rd
from redispatch.autograd import detect_anomaly, is_anomaly_enabled, set_detect_anomaly


def leaf(*values: float) -> Any:
    return rd.tensor(list(values), dtype=rd.float64, requires_grad=True)


def divides_zero_by_zero(x: Any) -> Any:
    return x / x


def anomaly() -> Any:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return detect_anomaly()


class Fails(rd.autograd.Function):
    @staticmethod
    def forward(ctx: Any, x: Any) -> Any:
        return x.clone()

    @staticmethod
    def backward(ctx: Any, g: Any) -> Any:
        return 1 / 0


def test_detect_anomaly_warns_that_it_is_on() -> None:
    with pytest.warns(UserWarning, match="Anomaly Detection has been enabled"):
        mode = detect_anomaly()
    assert not is_anomaly_enabled()
    with mode:
        assert is_anomaly_enabled()
    assert not is_anomaly_enabled()


def test_nan_names_the_function_and_the_forward_line() -> None:
    with anomaly():
        y = divides_zero_by_zero(leaf(0.0, 1.0)).sum()
        with pytest.warns(UserWarning, match="divides_zero_by_zero"):
            with pytest.raises(RuntimeError, match="'DivBackward0' returned nan values in its 1th"):
                y.backward()


def test_nan_is_allowed_without_the_check_and_inf_always() -> None:
    x = leaf(0.0, 1.0)
    with set_detect_anomaly(True, check_nan=False):
        divides_zero_by_zero(x).sum().backward()
    assert str(x.grad.tolist()[0]) == "nan"
    with set_detect_anomaly(True):
        (1 / leaf(0.0)).backward()


def test_errors_keep_their_type() -> None:
    with anomaly():
        y = Fails.apply(leaf(1.0))
    with anomaly(), pytest.warns(UserWarning, match="Error detected in FailsBackward. Traceback"):
        with pytest.raises(ZeroDivisionError):
            y.backward()


def test_a_forward_that_was_not_noted_is_said() -> None:
    y = Fails.apply(leaf(1.0))
    with anomaly(), pytest.warns(UserWarning, match="No forward pass information available"):
        with pytest.raises(ZeroDivisionError):
            y.backward()


def test_errors_of_hooks_are_told_too() -> None:
    def hook(g: Any) -> None:
        raise KeyError("mine")

    with anomaly():
        y = leaf(1.0) * 2
        y.register_hook(hook)
        with pytest.warns(UserWarning, match="Error detected in MulBackward0"):
            with pytest.raises(KeyError):
                y.backward()


def test_nodes_made_in_backward_know_their_parent() -> None:
    x = leaf(0.0, 1.0)
    with set_detect_anomaly(True):
        y = x.exp()
        (g,) = rd.autograd.grad(y.sum(), x, create_graph=True)
    assert "parent_" in g.grad_fn.metadata
    assert g.grad_fn.metadata["parent_"] is y.grad_fn


def test_metadata_is_empty_without_it() -> None:
    x = leaf(1.0)
    with set_detect_anomaly(True):
        traceback = x.exp().grad_fn.metadata["traceback_"]
        assert isinstance(traceback, list) and "x.exp()" in traceback[-1]
    assert x.exp().grad_fn.metadata == {}


def test_set_detect_anomaly_acts_at_once() -> None:
    set_detect_anomaly(True)
    try:
        assert is_anomaly_enabled()
        with set_detect_anomaly(False):
            assert not is_anomaly_enabled()
        assert is_anomaly_enabled()
    finally:
        set_detect_anomaly(False)
    assert not is_anomaly_enabled()


def test_it_holds_for_the_process() -> None:
    found: list[bool] = []

    def work() -> None:
        found.append("traceback_" in leaf(1.0).exp().grad_fn.metadata)

    with set_detect_anomaly(True):
        thread = threading.Thread(target=work)
        thread.start()
        thread.join()
    assert found == [True]


def test_values_are_the_same() -> None:
    x, w = leaf(1.0, 2.0), leaf(3.0, 4.0)

    def loss() -> Any:
        y = (x * w).clone()
        y[0:1].mul_(2)
        return (y.exp() + w).sum()

    plain = rd.autograd.grad(loss(), [x, w])
    with set_detect_anomaly(True):
        watched = rd.autograd.grad(loss(), [x, w])
    assert [a.tolist() for a in plain] == [b.tolist() for b in watched]
