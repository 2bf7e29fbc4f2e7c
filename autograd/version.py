"""The Version layer: counts writes and links views, whether or not anything is recorded.

Decides what a view remembers and when a counter goes up. Must not know formulas or nodes.
"""

from __future__ import annotations

from typing import Any

from ..dispatch.keys import AUTOGRAD, VERSION
from ..dispatch.operator import TENSOR_TYPES
from ..dispatch.rules import Rule
from ..dispatch.versions import VersionCounter
from ..dispatch.walk import Site, Step, layer_step
from .meta import NULL, View, requires_grad
from .saved import bump, counter_of


def version_adapter(site: Site, rule: Rule | None, below: Step) -> Step | None:
    """Return the step of a view, in-place or out= operator; others fall through."""
    if rule is not None:
        return layer_step(site, rule, below, VERSION)
    schema = site.operator.schema
    if schema.mutated_arguments:
        return _counting(site, below)
    if schema.is_view:
        return _linking(site, below)
    return None


def _counting(site: Site, below: Step) -> Step:
    """Count a write to every mutated argument; also when the kernel raises half way."""
    lower = below.call
    positions = [i for i, a in enumerate(site.operator.schema.arguments) if a.mutated]
    name = site.operator.name

    if positions == [0]:

        def write(self: Any, *rest: Any) -> Any:
            result = lower(self, *rest)
            version = self._counter
            if version is None:
                version = counter_of(self)
            if version.__class__ is VersionCounter:
                version.value += 1
            return result

        return Step(write, "counts the write", key=VERSION)

    def write_all(*args: Any) -> Any:
        result = lower(*args)
        for i in positions:
            if i < len(args) and args[i].__class__ in TENSOR_TYPES:
                bump(args[i])
        return result

    del name
    return Step(write_all, "counts the writes", key=VERSION)


def creation_of(site: Site) -> str | None:
    """Return what must be remembered of the mode in which a view is made."""
    if site.facts.inference:
        return "inference"
    return None if site.facts.grad else "no_grad"


def _linking(site: Site, below: Step) -> Step:
    """Make the result a view: it shares the counter and remembers how it came about."""
    lower = below.call
    operator = site.operator
    creation = creation_of(site)
    recording = site.facts.grad and not site.facts.inference
    keys = VERSION.bit | AUTOGRAD.bit
    several = len(operator.schema.returns) > 1 or operator.schema.returns[0].type.list
    shares = site.backend.owner.shares
    maybe = "maybe_view" in operator.tags

    def link(base: Any, r: Any, args: tuple[Any, ...]) -> None:
        version = base._counter
        if version is None:
            version = counter_of(base)
        r._counter = version
        if version.__class__ is not VersionCounter:  # a view of an inference tensor is one
            return
        r._keys |= keys
        r._autograd = v = View()
        parent = base._autograd
        v.operator = operator
        v.args = args
        v.extra = None
        v.seen = version.value
        v.edge = None
        v.creation = creation
        if parent.__class__ is View:
            v.base = parent.base
            v.parent = parent
            v.creation = creation or parent.creation
            if parent.edge is NULL and recording is False:
                v.edge = NULL
        else:
            v.base = base
            v.parent = None
        if not recording and v.edge is None and requires_grad(base):
            v.edge = NULL

    def view(base: Any, *args: Any) -> Any:
        r = lower(base, *args)
        if maybe and not shares(base._data, r._data):
            r._keys |= VERSION.bit
            return r
        link(base, r, args)
        return r

    def views(base: Any, *args: Any) -> Any:
        results = lower(base, *args)
        for number, r in enumerate(results):
            link(base, r, args)
            meta = r._autograd
            if meta.__class__ is View:
                meta.creation = meta.creation or "multi"
                meta.args = (*args, Part(number))
        return results

    return Step(views if several else view, "links the view to its base", key=VERSION)


class Part:
    """Marks, in the arguments a view remembers, which of several outputs it is."""

    __slots__ = ("number",)

    def __init__(self, number: int) -> None:
        self.number = number


VERSION.owner = version_adapter
