"""The Version layer: counts writes and links views, whether or not anything is recorded.

Decides what a view remembers and when a counter goes up. Must not know formulas or nodes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from ..dispatch.callers import compile_walk, signature
from ..dispatch.current import CLONE_ON_WRITE, RECORD_LINES
from ..dispatch.half_written import is_half_written
from ..dispatch.keys import AUTOGRAD, VERSION, Kind
from ..dispatch.operator import TENSOR_TYPES
from ..dispatch.rules import Rule
from ..dispatch.tensor import Tensor
from ..dispatch.versions import VersionCounter
from ..dispatch.walk import Inline, Site, Step, layer_step
from .lines import noting_after
from .meta import View
from .saved import bump, counter_of
from .saved_mutation import copying_before, written


def adapter(site: Site, rule: Rule | None, below: Step) -> Step | None:
    """Return the step of a view, in-place or out= operator; others fall through."""
    if rule is not None:
        return layer_step(site, rule, below, VERSION)
    schema = site.operator.schema
    if below.composite:  # the operators it is written in count and link
        return None
    if schema.mutated_arguments:
        return _counting(site, below)
    if schema.is_view and "nondifferentiable" in site.operator.tags:
        return _sharing(below)
    if schema.is_view:
        return _linking(site, below)
    return None


def _sharing(below: Step) -> Step | None:
    """Let a result that is no view, as that of detach, count writes together with its source.

    The operator's own rule does that; what a handler returned in its place may not.
    """
    if below.key is None or below.key.kind is Kind.BACKEND:
        return None
    lower = below.call

    def share(source: Any, *args: Any) -> Any:
        r = lower(source, *args)
        r._counter = counter_of(source)
        return r

    return Step(share, "shares the count of writes", key=VERSION)


def _counting(site: Site, below: Step) -> Step:
    """Count a write to every mutated argument."""
    lower = below.call
    positions = [i for i, a in enumerate(site.operator.schema.arguments) if a.mutated]

    def count(*args: Any) -> Any:
        try:
            result = lower(*args)
        except BaseException as error:
            count_half_written(error, args, positions)
            raise
        for i in positions:
            if i < len(args):
                value = args[i]
                if value.__class__ in TENSOR_TYPES:
                    bump(value)
                elif value.__class__ is tuple or value.__class__ is list:
                    for each in value:
                        if each is not None:
                            bump(each)
        return result

    write: Callable[..., Any] = count
    flags = site.facts.flags & (CLONE_ON_WRITE | RECORD_LINES)
    if flags & CLONE_ON_WRITE:
        write = copying_before(write, positions)
    if flags & RECORD_LINES:
        write = noting_after(write, positions, site.operator.name)
    if below.inline is None or flags:
        return Step(write, "counts the write", key=VERSION)
    lines = (
        "_c = self._counter",
        "if _c is None:",
        "    _c = _counter_of(self)",
        "if _c.__class__ is _VersionCounter:",
        "    _c.value += 1",
        "return self",
    )
    call = _compile(site, below.inline, write, lines)
    return Step(call, "counts the write", defaults=True, key=VERSION)


def count_half_written(error: BaseException, args: Sequence[Any], positions: Sequence[int]) -> None:
    """Count a write that raised, unless it was refused; see Note [Refused or half written]."""
    if is_half_written(error):
        for tensor in written(args, positions):
            bump(tensor)


def _compile(site: Site, inline: Inline, slow: Any, lines: Iterable[str]) -> Any:
    """Compile a raw kernel together with what this layer does after it."""
    names = dict(inline.names)
    names.update(
        slow=slow, counter_of=counter_of, VersionCounter=VersionCounter, View=View, Tensor=Tensor
    )
    names.update(operator=site.operator)
    names.update(view_keys=inline.keys | VERSION.bit | AUTOGRAD.bit, keys=inline.keys)
    names.update(plain_keys=inline.keys | VERSION.bit, creation=creation_of(site))
    given = ", ".join(a.name for a in site.operator.schema.arguments)
    body = [*inline.load]
    if inline.mixed is not None:
        body += [f"if {inline.mixed}:", f"    return _slow({given})"]
    if inline.writes:
        names["count_half_written"] = count_half_written
        body += [
            "try:",
            *(f"    {line}" for line in inline.compute),
            "except BaseException as _error:",
            "    _count_half_written(_error, (self,), (0,))",
            "    raise",
            *lines,
        ]
    else:
        body += [*inline.compute, *lines]
    head = signature(site.operator, names)
    return compile_walk(head, body, f"version {site.operator.name} {site.bits:#x}", names)


def creation_of(site: Site) -> str | None:
    """Return what must be remembered of the mode in which a view is made."""
    if site.facts.inference:
        return "inference"
    return None if site.facts.grad else "no_grad"


def view_lines(site: Site, inline: Inline, recorded: bool = False) -> list[str]:
    """Return the lines that make a view `_r` of the payload `_d`.

    It shares the counter of its base and remembers how it came about. A view of an inference tensor
    is an inference tensor, and remembers nothing. A recorded one is at output `_s` of node `_n`.
    """
    first, *rest = [a.name for a in site.operator.schema.arguments]
    args = f"({', '.join(rest)},)" if rest else "()"
    link = [
        f"_c = {first}._counter",
        "if _c is None:",
        f"    _c = _counter_of({first})",
        "_r._counter = _c",
        "if _c.__class__ is _VersionCounter:",
        "    _r._keys = _view_keys",
        "    _r._autograd = _v = _View()",
        "    _v.operator = _operator",
        f"    _v.args = {args}",
        "    _v.extra = None",
        f"    _v.edge = {'(_s, _n)' if recorded else None}",
        "    _v.seen = _c.value",
        "    _v.creation = _creation",
        f"    _m = {first}._autograd",
        "    if _m.__class__ is _View:",
        "        _v.base = _m.base",
        "        _v.parent = _m",
        "        if _m.creation is not None and _creation is None:",
        "            _v.creation = _m.creation",
        "    else:",
        f"        _v.base = {first}",
        "        _v.parent = None",
    ]
    plain = f"_r._autograd = {'(_s, _n)' if recorded else None}"
    link += [
        "else:",
        f"    _r._keys = {'_inference_keys' if recorded else '_keys'}",
        f"    {plain}",
    ]
    lines = ["_r = _Tensor()", "_r._data = _d"]
    if inline.shares is None:
        return [*lines, *link]
    keys = "_view_keys" if recorded else "_plain_keys"
    copied = ["_r._counter = None", plain, f"_r._keys = {keys}"]
    return [
        *lines,
        f"if {inline.shares}:",
        *(f"    {line}" for line in link),
        "else:",
        *(f"    {line}" for line in copied),
    ]


def _linking(site: Site, below: Step) -> Step:
    """Make the result of a view operator a view."""
    does = "links the view to its base"
    if below.inline is None:
        return Step(_general_linking(site, below), does, key=VERSION)
    lines = view_lines(site, below.inline)
    call = _compile(site, below.inline, None, [*lines, "return _r"])
    return Step(call, does, inline=below.inline, defaults=True, key=VERSION)


def _general_linking(site: Site, below: Step) -> Any:
    """Return what links the results of a view operator on any backend, one or several."""
    lower, operator, creation = below.call, site.operator, creation_of(site)
    returns = operator.schema.returns
    several = len(returns) > 1 or returns[0].type.list
    maybe = "maybe_view" in operator.tags
    shares = site.backend.owner.shares_memory if maybe else None

    bits = VERSION.bit | AUTOGRAD.bit

    def link(base: Any, results: Any, args: list[tuple[Any, ...]], made: str | None) -> None:
        version = counter_of(base)
        counted = version.__class__ is VersionCounter
        parent = base._autograd
        if parent.__class__ is View:
            base, made = parent.base, creation or parent.creation or made
        else:
            parent, made = None, creation or made
        for r, given in zip(results, args, strict=True):
            r._counter = version
            if counted:
                r._keys |= bits
                r._autograd = v = View()
                v.operator, v.args, v.extra = operator, given, None
                v.seen, v.edge, v.creation = version.value, None, made
                v.base, v.parent = base, parent

    def view(base: Any, *args: Any) -> Any:
        r = lower(base, *args)
        if shares is not None and not shares(base, r):
            r._keys |= VERSION.bit
        else:
            link(base, (r,), [args], None)
        return r

    def views(base: Any, *args: Any) -> Any:
        results = lower(base, *args)
        link(base, results, [(*args, Part(i)) for i in range(len(results))], "multi")
        return results

    return views if several else view


class Part:
    """Marks, in the arguments a view remembers, which of several outputs it is."""

    __slots__ = ("number",)

    def __init__(self, number: int) -> None:
        self.number = number
