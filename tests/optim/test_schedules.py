"""Schedules: rates recorded from PyTorch 2.13, chains, state dicts, refusals."""

from __future__ import annotations

from typing import Any

import pytest

import redispatch as rd
from redispatch import optim
from redispatch.optim import lr_scheduler as schedules


def optimizer(rate: float = 0.7) -> optim.SGD:
    return optim.SGD([rd.zeros(1, requires_grad=True)], lr=rate)


RATES: list[tuple[Any, list[float]]] = [
    (
        lambda o: schedules.StepLR(o, 2, 0.3),
        [0.7, 0.7, 0.21, 0.21, 0.063, 0.063, 0.0189, 0.0189],
    ),
    (
        lambda o: schedules.MultiStepLR(o, [2, 4, 4], 0.3),
        [0.7, 0.7, 0.21, 0.21, 0.0189, 0.0189, 0.0189, 0.0189],
    ),
    (
        lambda o: schedules.ExponentialLR(o, 0.9),
        [0.7, 0.63, 0.567, 0.5103, 0.45927, 0.413343, 0.3720087, 0.33480783],
    ),
    (
        lambda o: schedules.CosineAnnealingLR(o, 3, 0.01),
        [0.7, 0.5275, 0.1825, 0.01, 0.1825, 0.5275, 0.7, 0.5275],
    ),
    (
        lambda o: schedules.LambdaLR(o, lambda epoch: 1 / (1 + epoch)),
        [0.7, 0.35, 0.2333333333, 0.175, 0.14, 0.1166666667, 0.1, 0.0875],
    ),
    (
        lambda o: schedules.ConstantLR(o, 0.5, 3),
        [0.35, 0.35, 0.35, 0.7, 0.7, 0.7, 0.7, 0.7],
    ),
    (
        lambda o: schedules.LinearLR(o, 0.25, 0.8, 4),
        [0.175, 0.27125, 0.3675, 0.46375, 0.56, 0.56, 0.56, 0.56],
    ),
    (
        lambda o: schedules.MultiplicativeLR(o, lambda epoch: 1 / (1 + epoch)),
        [0.7, 0.35, 0.1166666667, 0.0291666667, 0.0058333333, 0.0009722222, 0.0001388889],
    ),
    (lambda o: schedules.PolynomialLR(o, 4, 2.0), [0.7, 0.39375, 0.175, 0.04375, 0.0, 0.0, 0.0]),
    (
        lambda o: schedules.CosineAnnealingWarmRestarts(o, 3),
        [0.7, 0.525, 0.175, 0.7, 0.525, 0.175, 0.7, 0.525],
    ),
    (
        lambda o: schedules.CosineAnnealingWarmRestarts(o, 2, 2, 0.01),
        [0.7, 0.355, 0.7, 0.5989518395, 0.355, 0.1110481605, 0.7, 0.6737384387],
    ),
    (
        lambda o: schedules.OneCycleLR(o, 2.0, total_steps=10, cycle_momentum=False),
        [0.08, 1.04, 2.0, 1.900969264, 1.6234913079, 1.2225240439, 0.7774839561, 0.3765166921],
    ),
    (
        lambda o: schedules.OneCycleLR(
            o, 2.0, epochs=5, steps_per_epoch=2, three_phase=True, anneal_strategy="linear",
            cycle_momentum=False,
        ),
        [0.08, 1.04, 2.0, 1.04, 0.08, 0.0640016, 0.0480032, 0.0320048],
    ),
    (
        lambda o: schedules.SequentialLR(
            o,
            [
                schedules.LinearLR(o, 0.25, total_iters=3),
                schedules.CosineAnnealingLR(o, 4),
                schedules.ExponentialLR(o, 0.9),
            ],
            [3, 6],
        ),
        [0.175, 0.35, 0.525, 0.7, 0.5974873734, 0.35, 0.7, 0.63],
    ),
    (
        lambda o: schedules.SequentialLR(
            o,
            [
                schedules.ConstantLR(o, 0.5, 2), schedules.LinearLR(o, 0.5, total_iters=3),
                schedules.ConstantLR(o, 0.25, 2), schedules.PolynomialLR(o, 3),
            ],
            [2, 4, 7],
        ),
        [0.35, 0.35, 0.35, 0.4666666667, 0.175, 0.175, 0.7, 0.7],
    ),
    (
        lambda o: schedules.ChainedScheduler(
            [schedules.ExponentialLR(o, 0.9), schedules.StepLR(o, 2, 0.3)]
        ),
        [0.7, 0.63, 0.1701, 0.15309, 0.0413343, 0.03720087, 0.0100442349, 0.0090398114],
    ),
]  # fmt: skip


@pytest.mark.parametrize(("make", "wanted"), RATES)
def test_as_pytorch_computes_it(make: Any, wanted: list[float]) -> None:
    schedule = make(optimizer())
    found = []
    for _ in wanted:
        assert schedule.get_last_lr() == [schedule.optimizer.param_groups[0]["lr"]]
        found += schedule.get_last_lr()
        schedule.step()
    assert found == pytest.approx(wanted, abs=1e-10)


@pytest.mark.parametrize(("make", "wanted"), RATES)
def test_state_dict_goes_on_where_it_was(make: Any, wanted: list[float]) -> None:
    first = make(optimizer())
    for _ in range(3):
        first.step()
    second = make(optimizer())
    state = first.state_dict()
    assert "optimizer" not in state
    second.load_state_dict(state)
    second.optimizer.load_state_dict(first.optimizer.state_dict())
    second.step()
    assert second.get_last_lr() == pytest.approx([wanted[4]], abs=1e-10)


def test_chained_schedules_multiply() -> None:
    shared = optimizer(1.0)
    both = [schedules.ExponentialLR(shared, 0.5), schedules.StepLR(shared, 2, 0.1)]
    for _ in range(2):
        for schedule in both:
            schedule.step()
    assert shared.param_groups[0]["lr"] == pytest.approx(0.025)


def test_momentum_goes_against_the_rate_of_one_cycle() -> None:
    sgd = optim.SGD([rd.zeros(1, requires_grad=True)], lr=0.7, momentum=0.9)
    adam = optim.Adam([rd.zeros(1, requires_grad=True)])
    both = [schedules.OneCycleLR(o, 2.0, total_steps=10) for o in (sgd, adam)]
    wanted = [0.95, 0.9, 0.85, 0.8549515566, 0.8688255099, 0.8888739533]
    for momentum in wanted:
        assert sgd.param_groups[0]["momentum"] == pytest.approx(momentum, abs=1e-10)
        assert adam.param_groups[0]["betas"] == pytest.approx((momentum, 0.999), abs=1e-10)
        for each in both:
            each.step()
    for _ in range(4):
        both[0].step()
    with pytest.raises(ValueError, match="total"):
        both[0].step()
    assert both[0].last_epoch == 10


@pytest.mark.parametrize(
    "make",
    [
        lambda o, other: schedules.SequentialLR(o, [schedules.StepLR(o, 1)], [3]),
        lambda o, other: schedules.SequentialLR(o, [schedules.StepLR(other, 1)], []),
        lambda o, other: schedules.ChainedScheduler([]),
        lambda o, other: schedules.ChainedScheduler([3]),  # type: ignore[list-item]
        lambda o, other: schedules.ChainedScheduler(
            [schedules.StepLR(o, 1), schedules.StepLR(other, 1)]
        ),
        lambda o, other: schedules.OneCycleLR(o, 1.0),
        lambda o, other: schedules.OneCycleLR(o, 1.0, total_steps=5, pct_start=2.0),
        lambda o, other: schedules.OneCycleLR(o, 1.0, total_steps=5, anneal_strategy="fast"),
        lambda o, other: schedules.OneCycleLR(o, [1.0, 2.0], total_steps=5),
        lambda o, other: schedules.CosineAnnealingWarmRestarts(o, 0),
        lambda o, other: schedules.CosineAnnealingWarmRestarts(o, 3, 0),
    ],
)
def test_phases_that_do_not_fit(make: Any) -> None:
    first, second = optimizer(), optimizer()
    with pytest.raises((ValueError, TypeError)):
        make(first, second)


def test_groups_and_going_to_an_epoch() -> None:
    groups = [{"params": [rd.zeros(1)], "lr": 1.0}, {"params": [rd.zeros(1)], "lr": 0.5}]
    shared = optim.SGD(groups)
    schedule = schedules.LambdaLR(shared, [lambda epoch: 2.0, lambda epoch: float(epoch)])
    schedule.step(4)
    assert schedule.get_last_lr() == [2.0, 2.0]
    steps = schedules.StepLR(optimizer(1.0), 2)
    steps.step(5)
    assert steps.get_last_lr() == [pytest.approx(0.01)]


def test_resuming_needs_the_first_rate() -> None:
    with pytest.raises(KeyError, match="initial_lr"):
        schedules.StepLR(optimizer(), 2, last_epoch=3)


def test_plateau() -> None:
    plateau = schedules.ReduceLROnPlateau(optimizer(1.0), factor=0.5, patience=1, cooldown=1)
    assert isinstance(plateau, schedules.LRScheduler)
    found = []
    for value in (5.0, 4.0, 4.0, rd.tensor(4.0), 4.0, 4.0, 4.0, 3.0):
        plateau.step(value)
        found += plateau.get_last_lr()
    assert found == [1.0, 1.0, 1.0, 0.5, 0.5, 0.5, 0.25, 0.25]
    up = schedules.ReduceLROnPlateau(
        optimizer(1.0), "max", patience=0, threshold=0.5, threshold_mode="abs", min_lr=0.05
    )
    for value in (1.0, 1.4, 1.3):
        up.step(value)
    assert up.get_last_lr() == [0.05]
    again = schedules.ReduceLROnPlateau(optimizer(1.0))
    again.load_state_dict(up.state_dict())
    assert again.mode == "max" and again.best == 1.0


@pytest.mark.parametrize(
    ("make", "kind"),
    [
        (lambda o: schedules.StepLR(3, 2), TypeError),  # type: ignore[arg-type]
        (lambda o: schedules.LambdaLR(o, [abs, abs]), ValueError),
        (lambda o: schedules.ConstantLR(o, 2.0), ValueError),
        (lambda o: schedules.LinearLR(o, 0.0), ValueError),
        (lambda o: schedules.LinearLR(o, 0.5, 2.0), ValueError),
        (lambda o: schedules.ReduceLROnPlateau(o, factor=1.0), ValueError),
        (lambda o: schedules.ReduceLROnPlateau(o, "odd"), ValueError),
        (lambda o: schedules.ReduceLROnPlateau(o, threshold_mode="odd"), ValueError),
        (lambda o: schedules.ReduceLROnPlateau(o, min_lr=[0.0, 0.0]), ValueError),
        (lambda o: schedules.ReduceLROnPlateau(3), TypeError),  # type: ignore[arg-type]
        (lambda o: schedules.LRScheduler(o), NotImplementedError),
    ],
)
def test_refusals(make: Any, kind: type[Exception]) -> None:
    with pytest.raises(kind):
        make(optimizer())
