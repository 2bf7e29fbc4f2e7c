"""How a schedule is stepped: by epochs, or by a measure that no longer improves.

Decides what belongs to the state of a schedule. Must not know optimizers but for their groups.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from ..dispatch.errors import explain_error
from .optimizer import Optimizer


class LRScheduler:
    """The base of schedules: a subclass gives `get_lr`.

    Parameters
    ----------
    optimizer : Optimizer
    last_epoch : int
        -1 to begin; the number of an epoch to go on after it.

    Raises
    ------
    TypeError
        If it is no optimizer.
    KeyError
        If it is to go on, and the groups have no "initial_lr".
    """

    def __init__(self, optimizer: Optimizer, last_epoch: int = -1) -> None:
        if not isinstance(optimizer, Optimizer):
            raise TypeError(f"{type(optimizer).__name__} is not an Optimizer")
        self.optimizer = optimizer
        for i, group in enumerate(optimizer.param_groups):
            if last_epoch == -1:
                group.setdefault("initial_lr", group["lr"])
            elif "initial_lr" not in group:
                raise KeyError(
                    f"param 'initial_lr' is not specified in param_groups[{i}] when resuming an "
                    "optimizer"
                )
        self.base_lrs = [group["initial_lr"] for group in optimizer.param_groups]
        self.last_epoch = last_epoch
        self._last_lr = [group["lr"] for group in optimizer.param_groups]
        self.step()

    def get_lr(self) -> list[float]:
        """Return the rates of all groups for `last_epoch`, from those of before."""
        raise NotImplementedError(
            explain_error(type(self).__name__, "has no get_lr", accepted="get_lr(self)")
        )

    def step(self, epoch: int | None = None) -> None:
        """Go on by one epoch, or to a given one where the subclass has a closed form."""
        self.last_epoch = self.last_epoch + 1 if epoch is None else epoch
        closed = getattr(self, "_get_closed_form_lr", None)
        rates = self.get_lr() if epoch is None or closed is None else closed()
        for group, rate in zip(self.optimizer.param_groups, rates, strict=True):
            group["lr"] = rate
        self._last_lr = list(rates)

    def get_last_lr(self) -> list[float]:
        """Return the rates that were set last."""
        return self._last_lr

    def state_dict(self) -> dict[str, Any]:
        """Return all but the optimizer."""
        return {k: v for k, v in self.__dict__.items() if k != "optimizer"}

    def load_state_dict(self, state_dict: dict[str, Any]) -> None:
        """Take what `state_dict` returned."""
        self.__dict__.update(state_dict)

    def _times(self, factor: float) -> list[float]:
        return [group["lr"] * factor for group in self.optimizer.param_groups]

    def _same(self) -> list[float]:
        return [group["lr"] for group in self.optimizer.param_groups]


class ReduceLROnPlateau(LRScheduler):
    """Multiplies the rate by a factor when a measure has not improved for some epochs.

    Parameters
    ----------
    optimizer : Optimizer
    mode : {"min", "max"}
        Whether a measure improves downwards or upwards.
    factor : float
    patience : int
        How many epochs without improvement are let pass.
    threshold : float
    threshold_mode : {"rel", "abs"}
        How much better counts: a share of the best so far, or a number.
    cooldown : int
        How many epochs are not counted after a reduction.
    min_lr : float, or one for each group
    eps : float
        Smaller changes are not made.

    Raises
    ------
    ValueError
        If the factor is not below 1, a mode is not known, or there are not as many rates as groups.

    Examples
    --------
    >>> import redispatch as rd
    >>> optimizer = rd.optim.SGD([rd.zeros(1)], lr=1.)
    >>> schedule = rd.optim.lr_scheduler.ReduceLROnPlateau(optimizer, patience=0)
    >>> schedule.step(2.); schedule.step(3.); schedule.get_last_lr()
    [0.1]
    """

    def __init__(
        self,
        optimizer: Optimizer,
        mode: str = "min",
        factor: float = 0.1,
        patience: int = 10,
        threshold: float = 1e-4,
        threshold_mode: str = "rel",
        cooldown: int = 0,
        min_lr: float | Sequence[float] = 0,
        eps: float = 1e-8,
    ) -> None:
        if factor >= 1.0:
            raise ValueError("Factor should be < 1.0.")
        if mode not in ("min", "max"):
            raise ValueError(f"mode {mode} is unknown!")
        if threshold_mode not in ("rel", "abs"):
            raise ValueError(f"threshold mode {threshold_mode} is unknown!")
        if not isinstance(optimizer, Optimizer):
            raise TypeError(f"{type(optimizer).__name__} is not an Optimizer")
        groups = len(optimizer.param_groups)
        rates = list(min_lr) if isinstance(min_lr, (list, tuple)) else [min_lr] * groups
        if len(rates) != groups:
            raise ValueError(f"expected {groups} min_lrs, got {len(rates)}")
        self.optimizer = optimizer
        self.mode, self.threshold, self.threshold_mode = mode, threshold, threshold_mode
        self.factor, self.patience, self.cooldown = factor, patience, cooldown
        self.min_lrs, self.eps = rates, eps
        self.last_epoch = 0
        self._last_lr = [group["lr"] for group in optimizer.param_groups]
        self.best: float = 0.0
        self.num_bad_epochs = self.cooldown_counter = 0
        self._reset()

    def _reset(self) -> None:
        self.best = math.inf if self.mode == "min" else -math.inf
        self.num_bad_epochs = self.cooldown_counter = 0

    @property
    def in_cooldown(self) -> bool:
        """Whether epochs are not counted now."""
        return self.cooldown_counter > 0

    def is_better(self, a: float, best: float) -> bool:
        """Return whether a measure is an improvement."""
        down = self.mode == "min"
        if self.threshold_mode == "rel":
            share = 1.0 - self.threshold if down else 1.0 + self.threshold
            return a < best * share if down else a > best * share
        return a < best - self.threshold if down else a > best + self.threshold

    def step(self, metrics: Any, epoch: int | None = None) -> None:  # type: ignore[override]
        """Go on by one epoch, with its measure."""
        current = float(metrics)
        self.last_epoch = self.last_epoch + 1 if epoch is None else epoch
        if self.is_better(current, self.best):
            self.best = current
            self.num_bad_epochs = 0
        else:
            self.num_bad_epochs += 1
        if self.in_cooldown:
            self.cooldown_counter -= 1
            self.num_bad_epochs = 0
        if self.num_bad_epochs > self.patience:
            self._reduce()
            self.cooldown_counter = self.cooldown
            self.num_bad_epochs = 0
        self._last_lr = [group["lr"] for group in self.optimizer.param_groups]

    def _reduce(self) -> None:
        for group, lowest in zip(self.optimizer.param_groups, self.min_lrs, strict=True):
            new = max(group["lr"] * self.factor, lowest)
            if group["lr"] - new > self.eps:
                group["lr"] = new
