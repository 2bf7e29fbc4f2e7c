"""Schedules of learning rates: what an optimizer's `lr` is after so many epochs.

Decides the rates. They are multiples of the rate of before where that is possible, so that several
schedules can be used at once.
"""

from __future__ import annotations

import math
from bisect import bisect_right
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from .optimizer import Optimizer
from .phases import (
    ChainedScheduler,
    CosineAnnealingWarmRestarts,
    OneCycleLR,
    SequentialLR,
)
from .schedule import LRScheduler, ReduceLROnPlateau


class LambdaLR(LRScheduler):
    """Sets the first rate times a function of the epoch.

    Parameters
    ----------
    optimizer : Optimizer
    lr_lambda : function, or one for each group
    last_epoch : int

    Raises
    ------
    ValueError
        If there are not as many functions as groups.

    Examples
    --------
    >>> import redispatch as rd
    >>> optimizer = rd.optim.SGD([rd.zeros(1)], lr=1.)
    >>> schedule = rd.optim.lr_scheduler.LambdaLR(optimizer, lambda epoch: 0.5**epoch)
    >>> schedule.step(); schedule.get_last_lr()
    [0.5]
    """

    def __init__(
        self,
        optimizer: Optimizer,
        lr_lambda: Callable[[int], float] | Sequence[Callable[[int], float]],
        last_epoch: int = -1,
    ) -> None:
        groups = len(optimizer.param_groups)
        self.lr_lambdas = [lr_lambda] * groups if callable(lr_lambda) else list(lr_lambda)
        if len(self.lr_lambdas) != groups:
            raise ValueError(f"Expected {groups} lr_lambdas, but got {len(self.lr_lambdas)}")
        super().__init__(optimizer, last_epoch)

    def get_lr(self) -> list[float]:
        """Return the rates of all groups."""
        pairs = zip(self.base_lrs, self.lr_lambdas, strict=True)
        return [base * function(self.last_epoch) for base, function in pairs]

    def state_dict(self) -> dict[str, Any]:
        """Return all but the optimizer and the functions."""
        state = super().state_dict()
        state.pop("lr_lambdas")
        return state


class MultiplicativeLR(LambdaLR):
    """Multiplies the rate at every epoch with a function of the epoch.

    Parameters
    ----------
    optimizer : Optimizer
    lr_lambda : function, or one for each group
    last_epoch : int

    Raises
    ------
    ValueError
        If there are not as many functions as groups.

    Examples
    --------
    >>> import redispatch as rd
    >>> optimizer = rd.optim.SGD([rd.zeros(1)], lr=1.)
    >>> schedule = rd.optim.lr_scheduler.MultiplicativeLR(optimizer, lambda epoch: 0.5)
    >>> schedule.step(); schedule.step(); schedule.get_last_lr()
    [0.25]
    """

    def get_lr(self) -> list[float]:
        """Return the rates of all groups."""
        if self.last_epoch == 0:
            return self._same()
        pairs = zip(self._same(), self.lr_lambdas, strict=True)
        return [rate * function(self.last_epoch) for rate, function in pairs]


class StepLR(LRScheduler):
    """Multiplies the rate by gamma every `step_size` epochs.

    Examples
    --------
    >>> import redispatch as rd
    >>> optimizer = rd.optim.SGD([rd.zeros(1)], lr=1.)
    >>> schedule = rd.optim.lr_scheduler.StepLR(optimizer, step_size=2)
    >>> schedule.step(); schedule.step(); schedule.get_last_lr()
    [0.1]
    """

    def __init__(
        self, optimizer: Optimizer, step_size: int, gamma: float = 0.1, last_epoch: int = -1
    ) -> None:
        self.step_size = step_size
        self.gamma = gamma
        super().__init__(optimizer, last_epoch)

    def get_lr(self) -> list[float]:
        """Return the rates of all groups."""
        if self.last_epoch == 0 or self.last_epoch % self.step_size:
            return self._same()
        return self._times(self.gamma)

    def _get_closed_form_lr(self) -> list[float]:
        return [b * self.gamma ** (self.last_epoch // self.step_size) for b in self.base_lrs]


class MultiStepLR(LRScheduler):
    """Multiplies the rate by gamma at each of the given epochs.

    Examples
    --------
    >>> import redispatch as rd
    >>> optimizer = rd.optim.SGD([rd.zeros(1)], lr=1.)
    >>> schedule = rd.optim.lr_scheduler.MultiStepLR(optimizer, milestones=[1, 3])
    >>> schedule.step(); schedule.get_last_lr()
    [0.1]
    """

    def __init__(
        self,
        optimizer: Optimizer,
        milestones: Iterable[int],
        gamma: float = 0.1,
        last_epoch: int = -1,
    ) -> None:
        self.milestones = sorted(milestones)
        self.gamma = gamma
        super().__init__(optimizer, last_epoch)

    def get_lr(self) -> list[float]:
        """Return the rates of all groups."""
        return self._times(self.gamma ** self.milestones.count(self.last_epoch))

    def _get_closed_form_lr(self) -> list[float]:
        passed = bisect_right(self.milestones, self.last_epoch)
        return [base * self.gamma**passed for base in self.base_lrs]


class ConstantLR(LRScheduler):
    """Multiplies the rate by a factor for the first `total_iters` epochs.

    Examples
    --------
    >>> import redispatch as rd
    >>> optimizer = rd.optim.SGD([rd.zeros(1)], lr=1.)
    >>> schedule = rd.optim.lr_scheduler.ConstantLR(optimizer, factor=0.5, total_iters=1)
    >>> schedule.step(); schedule.get_last_lr()
    [1.0]
    """

    def __init__(
        self,
        optimizer: Optimizer,
        factor: float = 1.0 / 3,
        total_iters: int = 5,
        last_epoch: int = -1,
    ) -> None:
        if not 0 <= factor <= 1.0:
            raise ValueError("Constant multiplicative factor expected to be between 0 and 1.")
        self.factor = factor
        self.total_iters = total_iters
        super().__init__(optimizer, last_epoch)

    def get_lr(self) -> list[float]:
        """Return the rates of all groups."""
        if self.last_epoch == 0:
            return self._times(self.factor)
        return (
            self._times(1.0 / self.factor) if self.last_epoch == self.total_iters else self._same()
        )

    def _get_closed_form_lr(self) -> list[float]:
        factor = self.factor if self.last_epoch < self.total_iters else 1.0
        return [base * factor for base in self.base_lrs]


class LinearLR(LRScheduler):
    """Lets a factor of the rate go from one number to another in `total_iters` equal steps.

    Examples
    --------
    >>> import redispatch as rd
    >>> optimizer = rd.optim.SGD([rd.zeros(1)], lr=1.)
    >>> schedule = rd.optim.lr_scheduler.LinearLR(optimizer, start_factor=0.5, total_iters=2)
    >>> schedule.step(); schedule.get_last_lr()
    [0.75]
    """

    def __init__(
        self,
        optimizer: Optimizer,
        start_factor: float = 1.0 / 3,
        end_factor: float = 1.0,
        total_iters: int = 5,
        last_epoch: int = -1,
    ) -> None:
        if not 0 < start_factor <= 1.0:
            raise ValueError(
                "Starting multiplicative factor expected to be greater than 0 and less or equal "
                "to 1."
            )
        if not 0 <= end_factor <= 1.0:
            raise ValueError("Ending multiplicative factor expected to be between 0 and 1.")
        self.start_factor = start_factor
        self.end_factor = end_factor
        self.total_iters = total_iters
        super().__init__(optimizer, last_epoch)

    def get_lr(self) -> list[float]:
        """Return the rates of all groups."""
        if self.last_epoch == 0:
            return self._times(self.start_factor)
        if self.last_epoch > self.total_iters:
            return self._same()
        rise = self.end_factor - self.start_factor
        before = self.total_iters * self.start_factor + (self.last_epoch - 1) * rise
        return self._times(1.0 + rise / before)

    def _get_closed_form_lr(self) -> list[float]:
        share = min(self.last_epoch, self.total_iters) / self.total_iters
        factor = self.start_factor + (self.end_factor - self.start_factor) * share
        return [base * factor for base in self.base_lrs]


class PolynomialLR(LRScheduler):
    """Lets the rate fall to zero in `total_iters` epochs, as a power of what is left of them.

    Examples
    --------
    >>> import redispatch as rd
    >>> optimizer = rd.optim.SGD([rd.zeros(1)], lr=1.)
    >>> schedule = rd.optim.lr_scheduler.PolynomialLR(optimizer, total_iters=4, power=2.)
    >>> schedule.step(); schedule.get_last_lr()
    [0.5625]
    """

    def __init__(
        self,
        optimizer: Optimizer,
        total_iters: int = 5,
        power: float = 1.0,
        last_epoch: int = -1,
    ) -> None:
        self.total_iters = total_iters
        self.power = power
        super().__init__(optimizer, last_epoch)

    def get_lr(self) -> list[float]:
        """Return the rates of all groups."""
        if self.last_epoch == 0 or self.last_epoch > self.total_iters:
            return self._same()
        left = self.total_iters - self.last_epoch
        return self._times((left / (left + 1)) ** self.power)

    def _get_closed_form_lr(self) -> list[float]:
        left = 1.0 - min(self.last_epoch, self.total_iters) / self.total_iters
        return [base * left**self.power for base in self.base_lrs]


class ExponentialLR(LRScheduler):
    """Multiplies the rate by gamma at every epoch.

    Examples
    --------
    >>> import redispatch as rd
    >>> optimizer = rd.optim.SGD([rd.zeros(1)], lr=1.)
    >>> schedule = rd.optim.lr_scheduler.ExponentialLR(optimizer, gamma=0.5)
    >>> schedule.step(); schedule.get_last_lr()
    [0.5]
    """

    def __init__(self, optimizer: Optimizer, gamma: float, last_epoch: int = -1) -> None:
        self.gamma = gamma
        super().__init__(optimizer, last_epoch)

    def get_lr(self) -> list[float]:
        """Return the rates of all groups."""
        return self._same() if self.last_epoch == 0 else self._times(self.gamma)

    def _get_closed_form_lr(self) -> list[float]:
        return [base * self.gamma**self.last_epoch for base in self.base_lrs]


class CosineAnnealingLR(LRScheduler):
    """Lets the rate follow half a cosine down to `eta_min` in `T_max` epochs, then up again.

    Examples
    --------
    >>> import redispatch as rd
    >>> optimizer = rd.optim.SGD([rd.zeros(1)], lr=1.)
    >>> schedule = rd.optim.lr_scheduler.CosineAnnealingLR(optimizer, T_max=2)
    >>> schedule.step(); schedule.get_last_lr()
    [0.5]
    """

    def __init__(
        self,
        optimizer: Optimizer,
        T_max: int,
        eta_min: float = 0.0,
        last_epoch: int = -1,
    ) -> None:
        self.T_max = T_max
        self.eta_min = eta_min
        super().__init__(optimizer, last_epoch)

    def get_lr(self) -> list[float]:
        """Return the rates of all groups."""
        epoch, period, low = self.last_epoch, self.T_max, self.eta_min
        if epoch == 0:
            return self._same()
        groups = self.optimizer.param_groups
        if (epoch - 1 - period) % (2 * period) == 0:  # the last one was the lowest
            rise = (1 - math.cos(math.pi / period)) / 2
            pairs = zip(self.base_lrs, groups, strict=True)
            return [group["lr"] + (base - low) * rise for base, group in pairs]
        now = 1 + math.cos(math.pi * epoch / period)
        before = 1 + math.cos(math.pi * (epoch - 1) / period)
        return [now / before * (group["lr"] - low) + low for group in groups]

    def _get_closed_form_lr(self) -> list[float]:
        share = (1 + math.cos(math.pi * self.last_epoch / self.T_max)) / 2
        return [self.eta_min + (base - self.eta_min) * share for base in self.base_lrs]


__all__ = [
    "ChainedScheduler",
    "ConstantLR",
    "CosineAnnealingLR",
    "CosineAnnealingWarmRestarts",
    "ExponentialLR",
    "LRScheduler",
    "LambdaLR",
    "LinearLR",
    "MultiStepLR",
    "MultiplicativeLR",
    "OneCycleLR",
    "PolynomialLR",
    "ReduceLROnPlateau",
    "SequentialLR",
    "StepLR",
]
