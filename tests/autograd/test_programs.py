"""Random programs of views, writes, detaches and reads against a reference that never aliases."""

from __future__ import annotations

import gc
import json
from pathlib import Path
from typing import Any

import programs
import pytest
from programs import Step, check, generate

import redispatch as rd

CHUNK = 100
# What PyTorch 2.13 refused, for programs where it refuses much: "1" for each step, then each read.
VERDICTS: dict[str, str] = json.loads(
    (Path(programs.__file__).parent / "verdicts.json").read_text(encoding="utf-8")
)


@pytest.mark.parametrize("start", range(0, 2_000, CHUNK))
def test_values_derivatives_and_refusals(start: int) -> None:
    for seed in range(start, start + CHUNK):
        check(rd, seed)


@pytest.mark.slow
@pytest.mark.parametrize("start", range(2_000, 50_000, 2_000))
def test_values_derivatives_and_refusals_of_many(start: int) -> None:
    for seed in range(start, start + 2_000):
        check(rd, seed)


def test_refusals_are_pytorchs() -> None:
    for seed, expected in VERDICTS.items():
        found = "".join("01"[v is not None] for v in check(rd, int(seed)))
        assert found == expected, f"program {seed}: {generate(int(seed))}"


def overwrites(seed: int) -> bool:
    """Whether a program writes to what was saved, so that some backward is refused."""
    return any(v is not None and "modified by an inplace" in v for v in check(rd, seed))


def run_all(seeds: list[int]) -> None:
    for seed in seeds:
        run = programs.Run(rd, seed, generate(seed))
        for place, variable in enumerate(run.variables):
            if variable is not None:
                run.read(place)


def test_programs_leave_no_cycles() -> None:
    # `y.add_(y.sin())` does: sin keeps y, which is now behind it. No backward could use that.
    seeds = [seed for seed in range(400) if not overwrites(seed)]
    run_all(seeds)  # walks are built, which makes cycles
    gc.collect()
    gc.disable()
    try:
        run_all(seeds)
        assert gc.collect() == 0
    finally:
        gc.enable()


# ----- the tester, tested -----


@pytest.mark.parametrize(
    ("name", "wrong"),
    [
        ("sin", lambda t: t.sin() * 1.001),  # another value
        ("sin", lambda t: t.detach().sin() + t - t.detach()),  # another derivative
        ("sin_", lambda t: t.copy_(t.sin().detach())),  # a write whose gradient is lost
        ("tanh", lambda t: (t.mul_(1.0), t.tanh())[1]),  # a write that nobody asked for
        ("neg", lambda t: t.sin().add_(1).backward()),  # a refusal without a reason
    ],
)
def test_a_wrong_operator_is_found(monkeypatch: Any, name: str, wrong: Any) -> None:
    monkeypatch.setitem(programs.ALL, name, (wrong, *programs.ALL[name][1:]))
    with pytest.raises(AssertionError):
        for seed in range(300):
            check(rd, seed)


def test_a_program_in_which_everything_happens() -> None:
    clone = Step("pointwise", (0,), ("clone",))
    steps = [
        clone,  # 3
        Step("view", (3,), ("row", 0)),  # 4
        Step("pointwise", (3,), ("tanh",)),  # 5
        Step("write", (4,), ("sin_",)),  # 3 and 4 are rewired
        Step("write from", (5, 1), ("mul_",)),  # 5 had been saved: backward through it is refused
        Step("detach", (3,)),  # 6
        Step("write", (6,), ("scale_",)),  # values of 3 and 4 change, their gradients do not
        Step("view", (3,), ("flat", 0), True),  # 7, made under no_grad
        Step("write", (7,), ("neg_",)),  # refused
    ]
    verdicts = check(rd, 1, steps)
    assert [v is not None for v in verdicts[: len(steps)]] == [False] * 8 + [True]
    reads = verdicts[len(steps) :]
    assert [i for i, v in enumerate(reads) if v is not None] == [5]
