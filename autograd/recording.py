"""The functions that record a call: their source, from a derivative row.

Decides the lines of Note [Recording] (layer.py) for functional, view and in-place operators. Must
not know any operator by name nor any backend: a raw kernel arrives as `Inline` source from below.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from ..dispatch.callers import compile_walk, signature
from ..dispatch.current import RECORD_LINES
from ..dispatch.keys import AUTOGRAD, PYTHON, VERSION
from ..dispatch.state import KeyGuard
from ..dispatch.tensor import Tensor, backend_of_keys, make_tensor
from ..dispatch.versions import VersionCounter
from ..dispatch.walk import Inline, Site, Step, layers_above
from .casting import cast_first, promoted_names
from .derivatives import TRAITS, Row
from .lines import note_saved
from .meta import NULL, Leaf, View, current_edge, edge_of, next_seq, requires_grad, set_edge
from .node import Node
from .node_source import Plan, edge_slot, guarded, make_node_class, make_plan
from .saved import any_edge, counter_of, kept, save_list
from .version import creation_of, view_lines
from .views import check_inplace, rebase

MADE: dict[Any, type[Node]] = {}


def recording_step(site: Site, row: Row, below: Step, writing: type[Writer]) -> Step | None:
    """Return the step that records a call of an operator that has a row."""
    operator = site.operator
    plan = make_plan(row, site.tensors, site.scalars, operator.tags)
    if not plan.inputs:
        return None
    backend = site.backend.owner
    if site.live & PYTHON.bit:
        plan = replace(plan, handled=True)
    key = (row, backend, site.scalars, plan.inplace, plan.handled)
    node_class = MADE.get(key)
    if node_class is None:
        node_class = MADE[key] = make_node_class(plan, operator, backend)
    writer = writing(site, plan, below, node_class)
    does = f"records {node_class.__name__}{writing.also}"
    return Step(writer.compile(), does, defaults=True, key=AUTOGRAD)


class Writer:
    """Writes and compiles one recording function."""

    also = ""  # what it does beyond recording, in words

    def __init__(self, site: Site, plan: Plan, below: Step, node_class: type[Node]) -> None:
        self.site = site
        self.plan = plan
        self.arguments = [a.name for a in site.operator.schema.arguments]
        self.inline: Inline | None = below.inline
        self.is_view = site.operator.schema.is_view
        if plan.inplace:
            self.inline = None
        self.names: dict[str, Any] = dict(self.inline.names) if self.inline else {}
        self.names.update(
            below=below.call,
            NodeClass=node_class,
            Tensor=Tensor,
            edge_of=edge_of,
            next_seq=next_seq,
            set_edge=set_edge,
            AUTOGRAD=AUTOGRAD.bit,
            cast_first=cast_first(site, below.call),
            View=View,
            when=plan.row.when,
            check_inplace=check_inplace,
            rebase=rebase,
            counter_of=counter_of,
            save_original=_save_original,
            save_list=save_list,
            list_edges=_list_edges,
            any_edge=any_edge,
            operator=site.operator,
            note_saved=note_saved,
            kept=kept,
        )
        if self.inline is not None:
            bits = self.inline.keys
            self.names.update(
                recorded_keys=bits | AUTOGRAD.bit,
                inference_keys=bits & ~VERSION.bit | AUTOGRAD.bit,
                plain_keys=bits | VERSION.bit,
                view_keys=bits | VERSION.bit | AUTOGRAD.bit,
                creation=creation_of(site),
                VersionCounter=VersionCounter,
                requires_grad=requires_grad,
                NULL=NULL,
            )
        self.names["__warningregistry__"] = 0
        self.names["__name__"] = __name__

    def compile(self) -> Any:
        """Return the recording function."""
        given = ", ".join(self.arguments)
        lines = self._edges()
        if self.plan.row.when is not None:
            lines += [f"if not _when({given}):", f"    return _below({given})"]
        if self.plan.inplace:
            lines += self._inplace(given)
        else:
            lines += self._functional(given)
        head = signature(self.site.operator, self.names)
        place = f"record {self.site.operator.name} {self.site.bits:#x}"
        return compile_walk(head, lines, place, self.names)

    def _edges(self) -> list[str]:
        """Collect the edges; without any, hand on."""
        lines = []
        optional = {a.name for a in self.site.operator.schema.arguments if a.type.optional}
        for name in self.plan.inputs:
            if name in self.plan.lists:
                lines.append(f"_e_{name} = _list_edges({name})")
                continue
            fetch = f"_m = {name}._autograd"
            if name in optional:
                fetch = f"_m = None if {name} is None else {name}._autograd"
            lines += [
                fetch,
                f"_e_{name} = _m if _m is None or _m.__class__ is tuple else _edge_of({name}, _m)",
            ]
        none = " and ".join(f"not {self._has_edge(n)}" for n in self.plan.inputs)
        lines += [f"if {none}:", f"    return _below({', '.join(self.arguments)})"]
        return lines

    def _has_edge(self, name: str) -> str:
        if name in self.plan.lists:
            return f"_any_edge(_e_{name})"
        return f"(_e_{name} is not None)"

    def _functional(self, given: str) -> list[str]:
        lines: list[str] = []
        if self.inline is not None:
            lines += self.inline.load
            if self.inline.mixed is not None:
                lines += [f"if {self.inline.mixed}:", f"    return _cast_first({given})"]
            lines += self.inline.compute
        else:
            lines += self._mixed_general(given)
            lines += [*self._before(), f"_r = _below({given})"]
        lines += self._node()
        if self.inline is not None and self.is_view:
            lines += [
                "_n.keys = _plain_keys",
                "_n.seq = _s = _next_seq()",
                *view_lines(self.site, self.inline, recorded=True),
            ]
        elif self.inline is not None:
            lines += [
                "_n.keys = _keys",
                "_n.seq = _s = _next_seq()",
                "_r = _Tensor()",
                "_r._data = _d",
                "_r._keys = _recorded_keys",
                "_r._autograd = (_s, _n)",
                "_r._counter = _version",
            ]
        elif self.plan.many:
            lines += [
                "_n.keys = _r[0]._keys if _r else 0",
                "_n.outputs = len(_r)",
                "_n.seq = _s = _next_seq()",
                "for _i, _t in enumerate(_r):",
                "    _set_edge(_t, (_s, _n, _i))",
                "    _t._keys |= _AUTOGRAD",
            ]
        elif len(self.site.operator.schema.returns) > 1:
            lines += ["_n.keys = _r[0]._keys", "_n.seq = _s = _next_seq()"]
            lines += ["_r[0]._autograd = (_s, _n)", "_r[0]._keys |= _AUTOGRAD"]
        else:
            lines += ["_n.keys = _r._keys", "_n.seq = _s = _next_seq()"]
            if self.is_view:
                lines += ["_set_edge(_r, (_s, _n))"]
            else:
                lines += ["_r._autograd = (_s, _n)"]
            lines += ["_r._keys |= _AUTOGRAD"]
        lines.append("return _r")
        return lines

    def _mixed_general(self, given: str) -> list[str]:
        """Cast operands of unequal dtypes first, where payloads cannot be looked at inline."""
        operands = promoted_names(self.site)
        if len(operands) < 2:
            return []
        first = operands[0]
        dtype = "_data.dtype" if self.site.backend.owner.native_dtypes else "dtype"
        test = " or ".join(f"{first}.{dtype} is not {n}.{dtype}" for n in operands[1:])
        return [f"if {test}:", f"    return _cast_first({given})"]

    def _payload(self, name: str) -> str:
        if self.inline is not None:
            return self.inline.payload[name]
        return name

    def _node(self) -> list[str]:
        """Make the node: edges, saved values, what is kept as it is, broadcast shapes."""
        plan = self.plan
        lines = ["_n = _NodeClass()", "_n.extra = None"]
        lines += [f"_n.{edge_slot(plan, name)} = _e_{name}" for name in plan.inputs]
        for name, users in plan.saved.items():
            lines += self._when_needed(users, self._save(name))
        if plan.result:
            lines += [f"_n.saved_result = {self._result()}", "_n.counter_result = None"]
            if plan.handled and not plan.inplace:
                made = "_r[0]" if len(self.site.operator.schema.returns) > 1 else "_r"
                lines += [
                    f"_n.counter_result = _c = _counter_of({made})",
                    "_n.version_result = _c.value",
                ]
        for name in (*plan.scalars, *plan.values):
            lines.append(f"_n.value_{name} = {name}")
        for name, place in plan.outputs.items():
            lines.append(f"_n.value_{name} = {self._output(place)}")
        for trait in plan.traits:
            lines.append(f"_n.value_{trait} = {self._trait(trait)}")
        if plan.reduces:
            lines += self._reduces()
        if plan.saves and self.site.facts.flags & RECORD_LINES:
            lines.append("_note_saved(_n, _operator.name)")
        return lines

    def _result(self) -> str:
        """Return the expression of what the node keeps of its output."""
        several = len(self.site.operator.schema.returns) > 1
        if self.site.live & PYTHON.bit:
            return "_kept(_r[0])" if several else "_kept(_r)"
        return "_d" if self.inline is not None else "_r[0]._data" if several else "_r._data"

    def _output(self, place: int) -> str:
        """Return the expression of what the node keeps of another output."""
        return f"_r[{place}]"

    def _save(self, name: str) -> list[str]:
        if name in self.plan.lists:
            kept = f"_before_{name}" if self.plan.inplace else f"_save_list({name})"
            return [f"_n.saved_{name}, _n.version_{name} = {kept}"]
        if self.plan.inplace and name == self.arguments[0]:
            return ["_n.saved_self = _original", "_n.version_self = 0"]
        counter = guarded(self.plan, name, f"{name}._counter", name)
        if self.plan.inplace:
            return [
                f"_n.saved_{name} = {name}",
                f"_n.version_{name} = _before_{name}",
                # of the memory just written: too new to be used, and it would close a cycle
                f"if {counter} is {self.arguments[0]}._counter:",
                f"    _n.saved_{name} = {name}.detach()",
            ]
        return [
            f"_n.saved_{name} = {name}",
            f"_v = {counter}",
            f"_n.version_{name} = 0 if _v is None else _v.value",
        ]

    def _when_needed(self, users: tuple[str, ...], lines: list[str]) -> list[str]:
        """Save only if one of the inputs whose formulas ask for it has an edge."""
        if set(users) == set(self.plan.inputs):
            return lines
        test = " or ".join(self._has_edge(n) for n in users)
        return [f"if {test}:", *(f"    {line}" for line in lines)]

    def _trait(self, trait: str) -> str:
        name, _, kind = trait.rpartition("_")
        attribute = TRAITS[kind]
        if name in self.plan.lists:
            return f"tuple([_t.{attribute} for _t in {name}])"
        if self.inline is not None and kind in ("shape", "dtype"):
            found = f"{self.inline.payload[name]}.{kind}"  # 170 ns less than the tensor's dtype
        else:
            found = f"{name}.{attribute}"
        return guarded(self.plan, name, found, name)

    def _reduces(self) -> list[str]:
        """Note which inputs were broadcast; equal shapes, the common case, cost one comparison."""
        tensors = [self._payload(n) for n in self.site.tensors]
        shapes = " == ".join(f"{t}.shape" for t in tensors)
        lines = [f"if {shapes}:"]
        lines += ["    " + " = ".join(f"_n.reduce_{n}" for n in self.plan.inputs) + " = None"]
        several = len(self.site.operator.schema.returns) > 1
        whole = "_d" if self.inline is not None else "_r[0]" if several else "_r"
        lines += ["else:", f"    _shape = {whole}.shape"]
        for name in self.plan.inputs:
            own = f"{self._payload(name)}.shape"
            lines.append(f"    _n.reduce_{name} = None if {own} == _shape else {own}")
        return lines

    def _before(self) -> list[str]:
        """Note what is to be known of the inputs before anything is written."""
        if not self.plan.inplace:
            return []
        lines = []
        first = self.arguments[0]
        for name in self.plan.saved:
            if name in self.plan.lists:
                lines.append(f"_before_{name} = _save_list({name})")
            elif name != first:  # it may share the memory that is written to, as in b.mul_(b)
                lines += [
                    f"_v = {guarded(self.plan, name, f'{name}._counter', name)}",
                    f"_before_{name} = 0 if _v is None else _v.value",
                ]
        return lines

    def _inplace(self, given: str) -> list[str]:
        """Write, then put the tensor behind a node: see views.py for tensors that are views."""
        first = self.arguments[0]
        lines = [f"_check_inplace({first}, _operator)"]
        lines += self._mixed_general(given)
        if first in self.plan.saved:
            lines.append(f"_original = _save_original({first}, _e_{first})")
        lines += self._before()
        lines += [f"_r = _below({given})", *self._node()]
        if self.plan.result:
            lines += [
                f"_n.counter_result = _c = _counter_of({first})",
                "_n.version_result = _c.value",
                "_n.outer = None",
            ]
        lines += [
            "_n.keys = _r._keys",
            "_n.seq = _s = _next_seq()",
            f"_rebase({first}, (_s, _n), _operator)",
            "return _r",
        ]
        return lines


def _list_edges(tensors: Any) -> tuple[Any, ...]:
    """Return the edges of the tensors in a list; None entries have none."""
    return tuple([None if t is None else current_edge(t) for t in tensors])


def _copy_by_handler(tensor: Tensor) -> Tensor:
    """Return a copy that the handler of a subclass makes, without a history."""
    from ..dispatch.generated.functions import clone

    with KeyGuard(exclude=layers_above(VERSION)):
        return clone(tensor)


def _save_original(tensor: Tensor, edge: Any) -> Tensor:
    """Return a copy of a tensor that is about to be written, for formulas that need its old value.

    The copy holds the edge from before the write, and the Autograd key, so that second derivatives
    find their way; forgetting either is seen only there.
    """
    if tensor._keys & PYTHON.bit:
        copy = _copy_by_handler(tensor)
        copy._keys |= AUTOGRAD.bit if edge is not None else 0
    else:
        payload = backend_of_keys(tensor._keys).copy(tensor._data)
        keys = tensor._keys | (AUTOGRAD.bit if edge is not None else 0)
        copy = make_tensor(payload, keys | VERSION.bit)
    if isinstance(edge, tuple):
        copy._autograd = edge
    elif isinstance(edge, Tensor):
        copy._autograd = edge._autograd if not isinstance(edge._autograd, Leaf) else None
    return copy
