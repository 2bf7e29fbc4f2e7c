"""Schedules of several phases: one after another, several at once, and those that rise and fall.

Decides which phase an epoch is in. How one phase goes on is in lr_scheduler.py.
"""

from __future__ import annotations

import math
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Sequence
from typing import Any

from ..dispatch.errors import explain_error
from .optimizer import Optimizer
from .schedule import LRScheduler


class _Several(LRScheduler):
    """The base of schedules made of others: their states are in its own."""

    _schedulers: list[Any]

    def _take(self, optimizer: Any, schedulers: Sequence[Any]) -> None:
        name = type(self).__name__
        if not schedulers:
            raise ValueError(explain_error(name, "got no schedules", accepted="at least one"))
        for place, each in enumerate(schedulers):
            if not hasattr(each, "optimizer"):
                raise TypeError(
                    explain_error(name, f"{type(each).__name__} at {place} is no schedule")
                )
            if each.optimizer is not optimizer:
                raise ValueError(
                    explain_error(name, f"the schedule at {place} belongs to another optimizer")
                )
        self.optimizer = optimizer
        self._schedulers = list(schedulers)

    def state_dict(self) -> dict[str, Any]:
        """Return all but the optimizer, with the states of the schedules."""
        state = super().state_dict()
        state["_schedulers"] = [each.state_dict() for each in self._schedulers]
        return state

    def load_state_dict(self, state_dict: dict[str, Any]) -> None:
        """Take what `state_dict` returned."""
        own = dict(state_dict)
        states = own.pop("_schedulers")
        if len(states) != len(self._schedulers):
            raise ValueError(
                explain_error(
                    type(self).__name__,
                    f"has {len(self._schedulers)} schedules, and the state has {len(states)}",
                )
            )
        self.__dict__.update(own)
        for each, state in zip(self._schedulers, states, strict=True):
            each.load_state_dict(state)


class SequentialLR(_Several):
    """Follows one schedule after another.

    Parameters
    ----------
    optimizer : Optimizer
    schedulers : sequence of schedules of this optimizer
    milestones : sequence of int
        The epochs at which the next schedule begins, one fewer than there are schedules.

    Raises
    ------
    ValueError
        For another number of milestones, or schedules of another optimizer.

    Examples
    --------
    >>> import redispatch as rd
    >>> from redispatch.optim import lr_scheduler as schedules
    >>> optimizer = rd.optim.SGD([rd.zeros(1)], lr=1.)
    >>> warm = schedules.LinearLR(optimizer, 0.5, total_iters=2)
    >>> then = schedules.ExponentialLR(optimizer, gamma=0.5)
    >>> schedule = schedules.SequentialLR(optimizer, [warm, then], milestones=[2])
    >>> rates = []
    >>> for _ in range(4):
    ...     rates += schedule.get_last_lr()
    ...     schedule.step()
    >>> rates
    [0.5, 0.75, 1.0, 0.5]
    """

    def __init__(
        self,
        optimizer: Optimizer,
        schedulers: Sequence[LRScheduler],
        milestones: Sequence[int],
        last_epoch: int = -1,
    ) -> None:
        self._take(optimizer, schedulers)
        if len(milestones) != len(schedulers) - 1:
            raise ValueError(
                explain_error(
                    "SequentialLR",
                    f"got {len(schedulers)} schedules and {len(milestones)} milestones",
                    accepted="one milestone fewer than schedules",
                )
            )
        self._milestones = list(milestones)
        self.last_epoch = last_epoch + 1
        # Each schedule has made its first step when it was made: only that of the first one holds.
        for group in optimizer.param_groups:
            group["lr"] = group["initial_lr"]
        for each in schedulers:
            each.last_epoch -= 1
        schedulers[0].step()
        self._last_lr = schedulers[0].get_last_lr()

    def step(self, epoch: int | None = None) -> None:
        """Go on by one epoch."""
        if epoch is not None:
            raise TypeError(explain_error("SequentialLR.step", "takes no epoch"))
        self.last_epoch += 1
        place = bisect_right(self._milestones, self.last_epoch)
        current = self._schedulers[place]
        if place and self._milestones[place - 1] == self.last_epoch:
            current.step(0)
        else:
            current.step()
        self._last_lr = current.get_last_lr()


class ChainedScheduler(_Several):
    """Follows several schedules at once: each changes what the one before has left.

    Parameters
    ----------
    schedulers : sequence of schedules of one optimizer
    optimizer : Optimizer, optional

    Raises
    ------
    ValueError
        For no schedules, or those of several optimizers.

    Examples
    --------
    >>> import redispatch as rd
    >>> from redispatch.optim import lr_scheduler as schedules
    >>> optimizer = rd.optim.SGD([rd.zeros(1)], lr=1.)
    >>> halves = schedules.ExponentialLR(optimizer, gamma=0.5)
    >>> schedule = schedules.ChainedScheduler([halves, schedules.StepLR(optimizer, 2)])
    >>> schedule.step(); schedule.step(); schedule.get_last_lr()
    [0.025]
    """

    def __init__(
        self, schedulers: Sequence[LRScheduler], optimizer: Optimizer | None = None
    ) -> None:
        schedulers = list(schedulers)
        if optimizer is None and schedulers and hasattr(schedulers[0], "optimizer"):
            optimizer = schedulers[0].optimizer
        self._take(optimizer, schedulers)
        self._last_lr = self._same()

    def step(self, epoch: int | None = None) -> None:
        """Let each schedule go on by one epoch."""
        if epoch is not None:
            raise TypeError(explain_error("ChainedScheduler.step", "takes no epoch"))
        for each in self._schedulers:
            each.step()
        self._last_lr = self._same()


class CosineAnnealingWarmRestarts(LRScheduler):
    """Lets the rate follow half a cosine down to `eta_min`, again and again.

    Parameters
    ----------
    optimizer : Optimizer
    T_0 : int
        Epochs of the first descent.
    T_mult : int
        How many times as long each descent is as the one before.
    eta_min : float

    Raises
    ------
    ValueError
        If `T_0` or `T_mult` is no positive int.

    Examples
    --------
    >>> import redispatch as rd
    >>> optimizer = rd.optim.SGD([rd.zeros(1)], lr=1.)
    >>> schedule = rd.optim.lr_scheduler.CosineAnnealingWarmRestarts(optimizer, T_0=2)
    >>> schedule.step(); schedule.step(); schedule.get_last_lr()
    [1.0]
    """

    def __init__(
        self,
        optimizer: Optimizer,
        T_0: int,
        T_mult: int = 1,
        eta_min: float = 0.0,
        last_epoch: int = -1,
    ) -> None:
        if not isinstance(T_0, int) or T_0 <= 0:
            raise ValueError(f"Expected positive integer T_0, but got {T_0}")
        if not isinstance(T_mult, int) or T_mult < 1:
            raise ValueError(f"Expected integer T_mult >= 1, but got {T_mult}")
        self.T_0, self.T_mult, self.eta_min = T_0, T_mult, eta_min
        super().__init__(optimizer, last_epoch)

    def get_lr(self) -> list[float]:
        """Return the rates of all groups."""
        done, length = self.last_epoch, self.T_0
        if self.T_mult == 1:
            done %= length
        while done >= length:
            done -= length
            length *= self.T_mult
        share = (1 + math.cos(math.pi * done / length)) / 2
        return [self.eta_min + (base - self.eta_min) * share for base in self.base_lrs]

    _get_closed_form_lr = get_lr


def _cosine(start: float, end: float, share: float) -> float:
    return end + (start - end) / 2.0 * (1 + math.cos(math.pi * share))


def _line(start: float, end: float, share: float) -> float:
    return start + (end - start) * share


class OneCycleLR(LRScheduler):
    """Lets the rate rise to `max_lr` and fall far below where it began, step by step of a training.

    Momentum (or the first of Adam's betas) falls and rises against it.

    Parameters
    ----------
    optimizer : Optimizer
    max_lr : float, or one for each group
    total_steps : int, optional
        Left out, it is `epochs * steps_per_epoch`. `step` is called after each batch.
    pct_start : float
        The share of steps in which the rate rises.
    anneal_strategy : {"cos", "linear"}
    cycle_momentum : bool
    base_momentum, max_momentum : float, or one for each group
    div_factor, final_div_factor : float
        The rate begins at `max_lr / div_factor` and ends at that by `final_div_factor`.
    three_phase : bool
        Fall to where it began as it rose, then further.

    Raises
    ------
    ValueError
        For numbers that make no cycle, or when it is stepped more often than `total_steps`.

    Examples
    --------
    >>> import redispatch as rd
    >>> optimizer = rd.optim.SGD([rd.zeros(1)], lr=1., momentum=0.9)
    >>> schedule = rd.optim.lr_scheduler.OneCycleLR(
    ...     optimizer, max_lr=1., total_steps=5, pct_start=0.4, div_factor=4.)
    >>> schedule.get_last_lr(); schedule.step(); schedule.get_last_lr()
    [0.25]
    [1.0]
    """

    def __init__(
        self,
        optimizer: Optimizer,
        max_lr: float | Sequence[float],
        total_steps: int | None = None,
        epochs: int | None = None,
        steps_per_epoch: int | None = None,
        pct_start: float = 0.3,
        anneal_strategy: str = "cos",
        cycle_momentum: bool = True,
        base_momentum: float | Sequence[float] = 0.85,
        max_momentum: float | Sequence[float] = 0.95,
        div_factor: float = 25.0,
        final_div_factor: float = 1e4,
        three_phase: bool = False,
        last_epoch: int = -1,
    ) -> None:
        if not isinstance(optimizer, Optimizer):
            raise TypeError(f"{type(optimizer).__name__} is not an Optimizer")
        if total_steps is None:
            if epochs is None or steps_per_epoch is None:
                raise ValueError(
                    "You must define either total_steps OR (epochs AND steps_per_epoch)"
                )
            total_steps = epochs * steps_per_epoch
        if not isinstance(total_steps, int) or total_steps <= 0:
            raise ValueError(f"Expected positive integer total_steps, but got {total_steps}")
        if not 0 <= pct_start <= 1:
            raise ValueError(f"Expected float between 0 and 1 pct_start, but got {pct_start}")
        if anneal_strategy not in ("cos", "linear"):
            raise ValueError(
                f"anneal_strategy must be one of 'cos' or 'linear', instead got {anneal_strategy}"
            )
        self.total_steps = total_steps
        self._anneal_func_type = anneal_strategy
        self._phases = _phases(total_steps, pct_start, three_phase)
        groups = optimizer.param_groups
        highest = self._for_each(groups, max_lr, "max_lr")
        self.cycle_momentum = cycle_momentum
        self.use_beta1 = "betas" in groups[0]
        momenta: list[tuple[float, float]] = []
        if cycle_momentum:
            if not self.use_beta1 and "momentum" not in groups[0]:
                raise ValueError(
                    "optimizer must support momentum or beta1 with `cycle_momentum` option enabled"
                )
            low = self._for_each(groups, base_momentum, "base_momentum")
            momenta = list(
                zip(low, self._for_each(groups, max_momentum, "max_momentum"), strict=True)
            )
        if last_epoch == -1:
            for place, (group, high) in enumerate(zip(groups, highest, strict=True)):
                first = high / div_factor
                group.update(initial_lr=first, max_lr=high, min_lr=first / final_div_factor)
                if momenta:
                    low_one, high_one = momenta[place]
                    group.update(base_momentum=low_one, max_momentum=high_one)
        super().__init__(optimizer, last_epoch)

    @staticmethod
    def _for_each(groups: list[Any], value: float | Sequence[float], name: str) -> list[float]:
        if not isinstance(value, (list, tuple)):
            return [value] * len(groups)  # type: ignore[list-item]
        if len(value) != len(groups):
            raise ValueError(f"expected {len(groups)} values for {name}, got {len(value)}")
        return list(value)

    def step(self, epoch: int | None = None) -> None:
        """Go on by one step, or to a given one."""
        wanted = self.last_epoch + 1 if epoch is None else epoch
        if wanted > self.total_steps:
            raise ValueError(
                f"Tried to step {wanted} times. The specified number of total steps is "
                f"{self.total_steps}"
            )
        super().step(epoch)

    def get_lr(self) -> list[float]:
        """Return the rates of all groups; sets their momentum too."""
        between: Callable[[float, float, float], float] = (
            _cosine if self._anneal_func_type == "cos" else _line
        )
        ends = [end for end, _, _ in self._phases]
        place = min(bisect_left(ends, self.last_epoch), len(ends) - 1)
        begun = ends[place - 1] if place else 0.0
        end, rates, momenta = self._phases[place]
        share = (self.last_epoch - begun) / (end - begun)
        found = []
        for group in self.optimizer.param_groups:
            found.append(between(group[rates[0]], group[rates[1]], share))
            if self.cycle_momentum:
                momentum = between(group[momenta[0]], group[momenta[1]], share)
                if self.use_beta1:
                    group["betas"] = (momentum, *group["betas"][1:])
                else:
                    group["momentum"] = momentum
        return found


def _phases(
    total: int, rising: float, three: bool
) -> list[tuple[float, tuple[str, str], tuple[str, str]]]:
    """Return for each phase its last step, and between what rates and momenta go."""
    down, up = ("max_momentum", "base_momentum"), ("base_momentum", "max_momentum")
    first: tuple[float, tuple[str, str], tuple[str, str]]
    first = (float(rising * total) - 1, ("initial_lr", "max_lr"), down)
    if not three:
        return [first, (total - 1, ("max_lr", "min_lr"), up)]
    return [
        first,
        (float(2 * rising * total) - 2, ("max_lr", "initial_lr"), up),
        (total - 1, ("initial_lr", "min_lr"), ("max_momentum", "max_momentum")),
    ]


__all__ = ["ChainedScheduler", "CosineAnnealingWarmRestarts", "OneCycleLR", "SequentialLR"]
