"""The programs in examples/ and benchmarks/ run as a user would run them."""

from __future__ import annotations

import re
import runpy
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import redispatch as rd

ROOT = Path(__file__).resolve().parents[1]


def python(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, *arguments],
        cwd=ROOT,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
    )


def test_train_digits_reaches_what_it_promises() -> None:
    done = python("examples/train_digits.py")
    assert done.returncode == 0, done.stderr
    assert "of the held-out digits are recognised" in done.stdout
    assert "smooth_relu in place of relu" in done.stdout
    assert "step       toy     numpy" in done.stdout
    assert "numba " in done.stdout and "ms an epoch, last loss" in done.stdout
    assert "AccumulateGrad 'weight1'" in done.stdout
    assert "\r" not in done.stderr  # the bar is for terminals only


@pytest.mark.parametrize("name", ["quickstart", "quickstart_nn"])
def test_programs_for_pytorch_run(name: str) -> None:
    done = python(f"examples/{name}.py")
    assert done.returncode == 0, done.stderr
    percent = re.search(r"([\d.]+) % of the", done.stdout)
    assert percent is not None and float(percent[1]) > 95
    if name == "quickstart_nn":
        assert "the same after saving and loading: True" in done.stdout


def test_checkpoints_keep_less_than_half() -> None:
    done = python("examples/checkpointing.py")
    assert done.returncode == 0, done.stderr
    plain, less, some = (
        int(each.replace(",", "")) for each in re.findall(r"keeps +([\d,]+) bytes", done.stdout)
    )
    assert less < plain / 2 and less < some < plain
    assert done.stdout.count("bit for bit the same: True") == 2


def test_an_operator_of_the_users() -> None:
    done = python("examples/user_operator.py")
    assert done.returncode == 0, done.stderr
    assert "SmoothReluBackward0" in done.stdout


def test_an_activation_of_the_users() -> None:
    done = python("examples/custom_activation.py")
    assert done.returncode == 0, done.stderr
    assert "slopes agree with differences: True" in done.stdout
    snake, tanh = (float(each) for each in re.findall(r"beyond ([\d.]+)", done.stdout))
    assert snake < 0.05 < tanh


def test_a_robust_loss_of_the_users() -> None:
    done = python("examples/robust_fit.py")
    assert done.returncode == 0, done.stderr
    squares, cauchy, _ = (float(each) for each in re.findall(r"off by ([\d.]+)", done.stdout))
    assert cauchy < 0.05 < squares


def test_options_are_priced_as_textbooks_say() -> None:
    done = python("examples/black_scholes.py", "--size", "3000", "--rounds", "1")
    assert done.returncode == 0, done.stderr
    errors = [float(each) for each in re.findall(r"largest error (\S+)", done.stdout)]
    assert len(errors) == 6 and max(errors) < 1e-5
    assert "price, then backward" in done.stdout


@pytest.mark.parametrize(
    ("other", "module"), [("in_torch", "torch"), ("in_hips", "autograd.numpy")]
)
def test_other_frameworks_have_the_same_greeks(other: str, module: str) -> None:
    pytest.importorskip(module)
    example = runpy.run_path(str(ROOT / "examples" / "black_scholes.py"))
    arrays = example["options"](500)
    inputs = [rd.tensor(a, requires_grad=True) for a in arrays]
    ours = rd.autograd.grad(example["call_price"](*inputs).sum(), inputs)
    for found, theirs in zip(ours, example[other](arrays)(), strict=True):
        np.testing.assert_allclose(found.numpy(), np.asarray(theirs), rtol=2e-4, atol=2e-4)


def test_a_layer_that_checks_units() -> None:
    done = python("examples/units_layer.py")
    assert done.returncode == 0, done.stderr
    assert "m s^-1" in done.stdout and "m^2 s^-2" in done.stdout
    assert "refused  add: the units differ: m and s" in done.stdout
    slopes = re.search(r"gradient tensor\(\[([\d.]+), ([\d.]+)\]\)", done.stdout)
    assert slopes is not None  # of v**2 / 2 = (w / t)**2 / 2: w / t**2
    assert float(slopes[1]) == pytest.approx(100 / 9.58**2, rel=1e-4)
    assert float(slopes[2]) == pytest.approx(200 / 19.19**2, rel=1e-4)


def test_a_layer_that_computes_in_two_precisions() -> None:
    done = python("examples/mixed_precision_layer.py")
    assert done.returncode == 0, done.stderr
    wanted = "product in {}float16 mean in {}float32 gradient in {}float32"
    assert wanted.replace("{}", "redispatch.") in done.stdout
    assert "MixedPrecision  runs linear" in done.stdout
    apart = float(done.stdout.rpartition(" ")[2])
    assert 0 < apart < 0.1  # 32 products of numbers about 1, each rounded to 11 bits


@pytest.mark.parametrize("helper", ["examples/progress.py", "benchmarks/report.py"])
def test_examples_in_the_helpers_docstrings(helper: str) -> None:
    done = python("-m", "doctest", helper)
    assert done.returncode == 0, done.stdout


@pytest.mark.slow
def test_every_workload_of_the_benchmark_runs() -> None:
    done = python("benchmarks/bench.py", "--rounds", "1", "--no-parent")
    assert done.returncode == 0, done.stdout + done.stderr
    assert "mlp_step" in done.stdout and "recorded operation" in done.stdout
