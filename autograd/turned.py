"""Operators that change how a tensor sees its memory, in place: `transpose_`, `squeeze_` and so on.

Decides what such a write means, for the in-place form of every view: the tensor becomes the view
that the functional form gives of it, and counts as written. Must not know kernels.
"""

from __future__ import annotations

from typing import Any

from ..dispatch.errors import explain_error
from ..dispatch.keys import AUTOGRAD, VERSION
from ..dispatch.operator import Operator
from ..dispatch.registry import composite, operators
from ..dispatch.state import GradSwitch, Scope, State, change, facts
from ..dispatch.tensor import Tensor, backend_of, make_tensor
from .hooks import move_retained
from .meta import Interior, View, current_edge, requires_grad, set_edge
from .saved import bump, counter_of
from .tangents import BENEATH, level_of, set_tangent, tangent_of
from .views import check_inplace


def refuse_inference(name: str, tensor: Tensor) -> None:
    """Refuse to change an inference tensor outside inference mode."""
    if not facts().inference and not tensor._keys & VERSION.bit:
        raise RuntimeError(
            explain_error(
                name,
                "Inplace update to inference tensor outside InferenceMode is not allowed",
                accepted="a normal tensor: make a .clone() of it",
            )
        )


def turn(written: Operator, operator: Operator, self: Tensor, args: tuple[Any, ...]) -> Tensor:
    """Make a tensor the view of itself that an operator gives."""
    refuse_inference(written.name, self)
    known = facts()
    if known.grad and not known.inference and requires_grad(self):
        check_inplace(self, written)
    tangent = tangent_of(self)
    if self._autograd.__class__ is View:
        _turn_view(self, operator, args)
    else:
        _turn_base(self, operator, args)
        self.__dict__["_turned"] = True  # views made before lead elsewhere now: views.py looks
    if tangent is not None:
        with BENEATH:
            set_tangent(self, operator(tangent, *args), level_of(self))
    bump(self)
    return self


class _Recording(Scope):
    """Records whatever the mode, also where this rule runs below Autograd.

    What has a history keeps it in any mode: its values do not change, but gradients must be turned
    back on their way.
    """

    __slots__ = ()

    def remember(self, before: State) -> Any:
        """Remember what kept calls from being recorded."""
        known = before.facts
        return known.grad, known.inference, known.excluded & AUTOGRAD.bit

    def entered(self, before: State) -> State:
        """Record."""
        excluded = before.facts.excluded & ~AUTOGRAD.bit
        return change(before, grad=True, inference=False, excluded=excluded)

    def left(self, now: State, remembered: Any) -> State:
        """Put back what was remembered."""
        grad, inference, excluded = remembered
        excluded |= now.facts.excluded
        return change(now, grad=grad, inference=inference, excluded=excluded)


def _recorded(tensor: Tensor) -> Scope:
    """Return the scope in which a tensor is turned."""
    if current_edge(tensor).__class__ is tuple:
        return _Recording()
    return GradSwitch(facts().grad)


def _turn_view(self: Tensor, operator: Any, args: tuple[Any, ...]) -> None:
    """Turn a view: it is a view of the same base, by one more step."""
    old = self._autograd
    with _recorded(self):
        turned = operator(self, *args)
    self._data, new = turned._data, turned._autograd
    backend_of(self).share(turned, self)
    new.creation, new.extra = old.creation, old.extra
    if old.extra is not None and old.extra.retained:
        move_retained(old.extra, old.edge, new.edge)
    self._autograd = new


def _turn_base(self: Tensor, operator: Any, args: tuple[Any, ...]) -> None:
    """Turn a tensor that is no view: its old look, and place in the graph, go to an alias."""
    edge = current_edge(self)
    backend = backend_of(self)
    alias = make_tensor(self._data, self._keys, counter_of(self))
    backend.share(self, alias)
    if edge.__class__ is tuple:
        set_edge(alias, edge)
    with _recorded(self):
        turned = operator(alias, *args)
    self._data = turned._data
    backend.share(turned, self)
    if edge.__class__ is not tuple:
        return
    meta, new = self._autograd, current_edge(turned)
    if meta.__class__ is Interior and meta.retained:
        move_retained(meta, edge, new)
    set_edge(self, new)


def _register(form: Operator, operator: Operator) -> None:
    def written(self: Tensor, *args: Any) -> Tensor:
        return turn(form, operator, self, args)

    written.__name__ = written.__qualname__ = form.name.partition("::")[2]
    composite(form)(written)


for _form in operators():
    if _form.functional is not None and _form.functional.is_view and "inplace" in _form.tags:
        _register(_form, _form.functional)
