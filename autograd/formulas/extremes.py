"""Derivatives of the largest and smallest elements, and of those in between.

amax and max over all share the gradient evenly among ties; with indices only the element they name
gets it. Where nan won, `max` shares among the nans, and amax gives nan.
"""

from __future__ import annotations

from typing import Any

from ...dispatch.generated.functions import _pick, _place, isnan, sum, where
from ..derivatives import derivative
from .reduce import keep


def ties_of(self: Any, result: Any, dim: Any, keepdim: Any) -> Any:
    """Return where the extreme stands."""
    return self == keep(result, self.shape, dim, keepdim)


def extreme_self(g: Any, self: Any, result: Any, dim: Any, keepdim: Any) -> Any:
    ties = ties_of(self, result, dim, keepdim)
    every = None if len(dim) == 0 else dim
    return keep(g, self.shape, dim, keepdim) * ties / sum(ties, every, True, dtype=self.dtype)


def extreme_jvp(self_t: Any, self: Any, result: Any, dim: Any, keepdim: Any) -> Any:
    ties = ties_of(self, result, dim, keepdim)
    every = None if len(dim) == 0 else dim
    return sum(self_t * ties, every, keepdim) / sum(ties, every, keepdim, dtype=self.dtype)


def all_ties(self: Any, result: Any) -> Any:
    """Return where the extreme of all stands: the nans, if it is one."""
    return where(result == result, self == result, isnan(self))


def of_all_self(g: Any, self: Any, result: Any) -> Any:
    ties = all_ties(self, result)
    return g * ties / sum(ties, None, False, dtype=self.dtype)


def of_all_jvp(self_t: Any, self: Any, result: Any) -> Any:
    ties = all_ties(self, result)
    return sum(self_t * ties) / sum(ties, None, False, dtype=self.dtype)


def along_self(g: Any, self_shape: Any, dim: Any, keepdim: Any, indices: Any) -> Any:
    return _place(g, indices, self_shape, dim, keepdim)


def along_jvp(self_t: Any, dim: Any, keepdim: Any, indices: Any) -> Any:
    return _pick(self_t, indices, dim, keepdim)


def pick_self(g: Any, self_shape: Any, indices: Any, dim: Any, keepdim: Any) -> Any:
    return _place(g, indices, self_shape, dim, keepdim)


def place_grad(g: Any, indices: Any, dim: Any, keepdim: Any) -> Any:
    return _pick(g, indices, dim, keepdim)


for _name in ("max", "min"):
    derivative(f"a{_name}", self=extreme_self, jvp=extreme_jvp)
    derivative(_name, self=of_all_self, jvp=of_all_jvp)
    derivative(f"{_name}.dim", self=along_self, jvp=along_jvp)
for _name in ("median", "nanmedian"):
    derivative(_name, self=of_all_self, jvp=of_all_jvp)
    derivative(f"{_name}.dim", self=along_self, jvp=along_jvp)
derivative("kthvalue", self=along_self, jvp=along_jvp)
derivative("_pick", self=pick_self, linear=True)
derivative("_place", grad=place_grad, linear=True)
