"""Operators that change how a tensor sees its memory, in place: `transpose_`, `squeeze_` and so on.

Decides what such a write means: the tensor becomes the view that the functional form gives of it,
and counts as written. Must not know kernels.
"""

from __future__ import annotations

from typing import Any

from ..dispatch.errors import explain_error
from ..dispatch.keys import AUTOGRAD, VERSION
from ..dispatch.registry import composite, lookup
from ..dispatch.state import facts
from ..dispatch.tensor import Tensor, make_tensor
from .hooks import move_retained
from .meta import Interior, View, current_edge, requires_grad, set_edge
from .saved import bump, counter_of
from .tangents import tangent_of
from .views import check_inplace

TURNS = ("transpose", "t", "swapaxes", "swapdims", "squeeze", "unsqueeze")


def turn(name: str, self: Tensor, args: tuple[Any, ...]) -> Tensor:
    """Make a tensor the view of itself that an operator gives."""
    operator, written = lookup(name), lookup(f"{name}_")
    known = facts()
    if not known.inference and not self._keys & VERSION.bit:
        raise RuntimeError(
            explain_error(
                written.name,
                "Inplace update to inference tensor outside inference mode is not allowed",
                accepted="a normal tensor: make a .clone() of it",
            )
        )
    if known.grad and not known.inference and requires_grad(self):
        check_inplace(self, written)
    if tangent_of(self) is not None:
        raise NotImplementedError(f"{written.name} of a tensor that has a tangent: use {name}")
    if self._autograd.__class__ is View:
        turned = operator(self, *args)  # a view of the same base, by one more step
        self._data, self._autograd = turned._data, turned._autograd
    else:
        _turn_base(self, operator, args)
    bump(self)
    return self


def _turn_base(self: Tensor, operator: Any, args: tuple[Any, ...]) -> None:
    """Turn a tensor that is no view: its old look, and place in the graph, go to an alias."""
    edge = current_edge(self)
    alias = make_tensor(self._data, self._keys, counter_of(self))
    if edge is not None:
        set_edge(alias, edge)
    turned = operator(alias, *args)
    self._data = turned._data
    if not requires_grad(turned):
        return
    meta, new = self._autograd, current_edge(turned)
    if meta.__class__ is Interior and meta.retained:
        move_retained(meta, edge, new)
    set_edge(self, new)
    self._keys |= AUTOGRAD.bit


def _register(name: str) -> None:
    def written(self: Tensor, *args: Any) -> Tensor:
        return turn(name, self, args)

    written.__name__ = written.__qualname__ = f"{name}_"
    composite(f"{name}_")(written)


for _name in TURNS:
    _register(_name)
