"""Node classes: generated from a derivative row.

Decides the slots of a node and the source of `raw`, `apply`, `edges` and `release`. Must not know
how a call is recorded (recording.py) nor the engine.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from ..dispatch.operator import NAMESPACE
from ..dispatch.rules import LOCK
from ..dispatch.sources import exec_source
from .conjugate import checked
from .derivatives import TRAITS, Row, parameters
from .meta import Plain
from .node import Node, second_time
from .raw_formula import CannotCompile, raw_formula, returns_fresh
from .reduce import sum_to
from .saved import any_edge, detached, stale, unpack_list, unpack_result
from .saved_values import add_saved_properties, read_saved, read_value


@dataclass(frozen=True)
class Plan:
    """What the formulas of one operator need, for one pattern of scalar operands.

    Attributes
    ----------
    inputs : the inputs that may get a gradient, in schema order.
    saved : from a saved tensor argument to the inputs whose formulas ask for it.
    result : the inputs whose formulas ask for the output.
    values : what is kept as it is: scalar operands (released) and other arguments (kept).
    traits : names such as `self_shape`.
    reduces : whether gradients may have to be summed over broadcast dimensions.
    lists : the inputs and saved arguments that are lists of tensors.
    outputs : other outputs that formulas ask for, by name, with their places; they have no
    gradient.
    many : whether several outputs have gradients; `g` is then a list with None for those without.
    handled : whether a handler makes the output, which may have been written to before.
    """

    row: Row
    inputs: tuple[str, ...]
    saved: dict[str, tuple[str, ...]]
    result: tuple[str, ...]
    scalars: tuple[str, ...]
    values: tuple[str, ...]
    traits: tuple[str, ...]
    reduces: bool
    inplace: bool
    lists: frozenset[str] = frozenset()
    outputs: dict[str, int] = field(default_factory=dict)
    many: bool = False
    handled: bool = False

    @property
    def saves(self) -> bool:
        """Whether something is saved that may change or is let go of."""
        return bool(self.saved or self.result or self.scalars)

    @property
    def single(self) -> bool:
        """Whether the node has exactly one edge, whatever the call."""
        return len(self.inputs) == 1 and not self.lists & set(self.inputs)


def make_plan(row: Row, tensors: list[str], scalars: frozenset[str], tags: tuple[str, ...]) -> Plan:
    """Return what the formulas of the inputs that are tensors in this call ask for."""
    inputs = tuple(n for n in tensors if n in row.formulas)
    saved: dict[str, list[str]] = {}
    result, values, traits, kept_scalars = [], [], [], []
    arguments = {a.name for a in row.schema.arguments}
    places = {r.name: i for i, r in enumerate(row.schema.returns) if r.name is not None}
    outputs: dict[str, int] = {}
    for name in inputs:
        for parameter in parameters(row.formulas[name])[1:]:
            if parameter == "result":
                result.append(name)
            elif parameter in places:
                outputs[parameter] = places[parameter]
            elif parameter in tensors:
                saved.setdefault(parameter, []).append(name)
            elif parameter in scalars:
                kept_scalars.append(parameter)
            elif parameter in arguments:
                values.append(parameter)
            elif parameter.startswith("needs_"):
                continue  # of an input that may be called shape
            elif parameter.rpartition("_")[2] in TRAITS:
                traits.append(parameter)
    return Plan(
        row,
        inputs,
        {k: tuple(v) for k, v in saved.items()},
        tuple(result),
        tuple(dict.fromkeys(kept_scalars)),
        tuple(dict.fromkeys(values)),
        tuple(dict.fromkeys(traits)),
        "pointwise" in tags and len(tensors) > 1,
        "inplace" in tags,
        frozenset(a.name for a in row.schema.arguments if a.is_tensor_list),
        outputs,
        row.many,
    )


def node_name(name: str) -> str:
    """Return the class name of a node, as `AddBackward0` or `LogSoftmaxBackward0`."""
    return "".join(part[:1].upper() + part[1:] for part in name.strip("_").split("_")) + "Backward0"


def edge_slot(plan: Plan, name: str) -> str:
    """Return the slot of an input's edge; the engine finds the only one of a node as `next_`."""
    return "next_" if plan.single else f"next_{name}"


def slots(plan: Plan) -> list[str]:
    """Return the slots of the node class."""
    names = [edge_slot(plan, n) for n in plan.inputs]
    for name in plan.saved:
        names += [f"saved_{name}", f"version_{name}"]
    if plan.result:
        names += ["saved_result", "counter_result", "version_result"]
        if plan.inplace:
            names.append("outer")  # weak: the CopySlices that this node is run by
    names += [f"value_{n}" for n in (*plan.scalars, *plan.values, *plan.traits, *plan.outputs)]
    if plan.many:
        names.append("outputs")
    if plan.reduces:
        names += [f"reduce_{n}" for n in plan.inputs]
    return names


def _needed(plan: Plan, name: str) -> list[str]:
    """Return the names of what the formula of an input needs, without `g`."""
    return list(parameters(plan.row.formulas[name])[1:])


def gradient_lines(plan: Plan, raw: bool, hooked: bool = False) -> list[str]:
    """Return the lines that compute `g_<input>` for every input.

    What is saved in a hooked node may be packed, and is read by a function (hooked_nodes.py).
    """
    lines: list[str] = []
    many = len(plan.inputs) > 1
    prefix = "raw_" if raw else ""
    if plan.row.together is not None:
        fetch, given = _given(plan, plan.inputs[0], raw, hooked)
        lines += [*fetch, f"all_gradients = {prefix}f_{plan.inputs[0]}({', '.join(given)})"]
    for name in plan.inputs:
        if plan.row.together is not None:
            compute = [f"g_{name} = all_gradients[{list(plan.row.formulas).index(name)}]"]
        else:
            fetch, given = _given(plan, name, raw, hooked)
            compute = [*fetch, f"g_{name} = {prefix}f_{name}({', '.join(given)})"]
        if plan.reduces:
            compute += [
                f"if self.reduce_{name} is not None and g_{name} is not None:",
                f"    g_{name} = {prefix}sum_to(g_{name}, self.reduce_{name})",
            ]
        if many or name in plan.lists:
            edge = f"self.{edge_slot(plan, name)}"
            nothing = f"(None,) * len({edge})" if name in plan.lists else "None"
            test = f"any_edge({edge})" if name in plan.lists else f"{edge} is not None"
            lines += [f"g_{name} = {nothing}", f"if {test}:"]
            compute = ["    " + line for line in compute]
        lines += compute
    return lines


def _given(plan: Plan, name: str, raw: bool, hooked: bool) -> tuple[list[str], list[str]]:
    """Return the lines that fetch what the formula of an input needs, and its arguments."""
    given, fetch = ["g"], []
    for p in _needed(plan, name):
        if p == "result":
            fetch += ["result = read_saved(self, 'result')"] if hooked else _result_lines(plan, raw)
            given.append("result")
        elif p in plan.outputs and hooked:
            given.append(f"read_value(self, {p!r})")
        elif p in plan.outputs:
            given.append(f"self.value_{p}" + ("._data" if raw else ""))
        elif p in plan.saved and p in plan.lists:
            read = f"read_saved(self, {p!r})" if hooked else f"unpack_list(self, {p!r}, {raw})"
            fetch.append(f"t_{p} = {read}")
            given.append(f"t_{p}")
        elif p in plan.saved:
            fetch += [f"t_{p} = read_saved(self, {p!r})"] if hooked else _saved_lines(plan, p)
            if p in plan.inputs and not (raw and hooked):
                fetch += _detached_lines(plan, p, raw)
            given.append(guarded(plan, p, f"t_{p}._data") if raw else f"t_{p}")
        elif p.startswith("needs_"):
            edge = f"self.{edge_slot(plan, p[6:])} is not None"
            given.append(edge if p[6:] in plan.inputs else "False")
        elif p.endswith("_dtype") and p[:-6] not in plan.lists:
            given.append(f"dtype_from(self.value_{p})")
        else:
            given.append(f"self.value_{p}")
    return fetch, given


def _detached_lines(plan: Plan, name: str, raw: bool) -> list[str]:
    """Return the lines that refuse an input that has lost its history by `detach_()`.

    Over payloads the test costs 8 ns; there, a tensor on which somebody keeps a gradient or hooks
    escapes it.
    """
    edge, lost = f"self.{edge_slot(plan, name)}", f"t_{name}._autograd.__class__ in UNMADE"
    test = f"t_{name}._autograd is None and {edge}.__class__ is tuple" if raw else lost
    return [
        f"if {guarded(plan, name, test)}:",
        f"    detached(self, {name!r}, {edge}, t_{name})",
    ]


def guarded(plan: Plan, name: str, expression: str, tested: str | None = None) -> str:
    """Return an expression that is None where an optional argument was left out."""
    optional = any(a.name == name and a.type.optional for a in plan.row.schema.arguments)
    return f"None if {tested or f't_{name}'} is None else {expression}" if optional else expression


def _saved_lines(plan: Plan, name: str) -> list[str]:
    return [
        f"t_{name} = self.saved_{name}",
        f"_v = {guarded(plan, name, f't_{name}._counter')}",
        f"if _v is not None and _v.value != self.version_{name}:",
        f"    stale(self, {name!r}, _v.value, self.version_{name}, t_{name})",
    ]


def _result_lines(plan: Plan, raw: bool) -> list[str]:
    expected = "self.version_result" if plan.inplace or plan.handled else "0"
    return [
        "_c = self.counter_result",
        f"if _c is not None and _c.value != {expected}:",
        f"    stale(self, 'result', _c.value, {expected})",
        "result = self.saved_result" if raw else "result = unpack_result(self)",
    ]


def result_of(plan: Plan) -> str:
    """Return the expression of what a node returns: its one gradient, or a tuple."""
    gradients = ["*" * (n in plan.lists) + f"g_{n}" for n in plan.inputs]
    return gradients[0] if plan.single else f"({', '.join(gradients)},)"


def class_source(plan: Plan, name: str, has_raw: bool) -> str:
    """Return the source of a node class."""
    stars = {n: "*" if n in plan.lists else "" for n in plan.inputs}
    edges = ", ".join(f"{stars[n]}self.{edge_slot(plan, n)}" for n in plan.inputs)
    releasing = [f"saved_{n}" for n in plan.saved] + [f"value_{n}" for n in plan.scalars]
    if plan.result:
        releasing.append("saved_result")
    lines = [f"class {name}(Node):", f"    __slots__ = {tuple(slots(plan))!r}"]
    for method, raw in (("raw", True), ("apply", False)):
        if raw and not has_raw:
            continue
        lines.append(f"    def {method}(self, g):")
        lines += ["        " + li for li in gradient_lines(plan, raw)]
        lines.append(f"        return {result_of(plan)}")
    lines += ["    def edges(self):", f"        return ({edges},)"]
    lines += ["    def release(self):"]
    if releasing:
        lines += ["        self.__class__ = Released"]
        lines += [f"        self.{slot} = None" for slot in releasing]
    else:
        lines += ["        pass"]
    return "\n".join(lines) + "\n"


def _places(plan: Plan) -> tuple[int, ...] | None:
    """Return where each operand stands among the edges, -1 for scalars; None if all have one."""
    operands = [a.name for a in plan.row.schema.arguments if a.name in plan.row.formulas]
    if plan.lists or operands == list(plan.inputs):
        return None
    return tuple([plan.inputs.index(n) if n in plan.inputs else -1 for n in operands])


def _raw_formulas(plan: Plan, backend: Any, conjugates: bool = False) -> dict[str, Any] | None:
    """Return the formulas over raw kernels, or None if one of them cannot be compiled."""
    found: dict[str, Any] = {}
    try:
        for name in plan.inputs:
            known = {"result", *plan.saved, *plan.outputs}
            payloads = {"g"} | {p for p in _needed(plan, name) if p in known}
            if plan.many or (plan.lists & {name, *payloads}):
                raise CannotCompile("lists of payloads")
            formula = plan.row.formulas[name]
            compiled = raw_formula(formula, frozenset(payloads), backend, conjugates)
            own = hasattr(formula, "over_kernels")  # it answers for its results itself
            if not own and not conjugates and plan.row.schema.namespace != NAMESPACE:
                compiled = checked(compiled, backend)
            found[f"f_{name}"] = compiled
        if plan.reduces:
            found["sum_to"] = raw_formula(sum_to, frozenset({"g"}), backend)
    except CannotCompile:
        return None
    return found


def make_node_class(plan: Plan, operator: Any, backend: Any) -> type[Node]:
    """Compile the node class of an operator for one backend and pattern of scalars."""
    name = node_name(operator.schema.name)
    shared: dict[str, Any] = {
        "Node": Node,
        "stale": stale,
        "detached": detached,
        "UNMADE": (type(None), Plain),
        "unpack_result": unpack_result,
        "unpack_list": unpack_list,
        "any_edge": any_edge,
        "dtype_from": backend.dtype_from,
        "__name__": __name__,
        "__warningregistry__": 0,
    }
    raw = _raw_formulas(plan, backend)
    source = class_source(plan, name, raw is not None)
    if raw is not None:
        shared.update({f"raw_{k}": v for k, v in raw.items()})
    shared.update({f"f_{n}": plan.row.formulas[n] for n in plan.inputs})
    shared["sum_to"] = sum_to
    exec_source(source, f"<redispatch node {operator.name} {backend.name} {id(plan):#x}>", shared)
    made: type[Node] = shared[name]
    made.__module__ = __name__
    made.single = plan.single
    made.many = plan.many
    made.places = _places(plan)
    made.saves = plan.saves
    if not plan.lists & set(plan.inputs):
        made.fresh = tuple(returns_fresh(plan.row.formulas[n]) for n in plan.inputs)
    made.quiet = staticmethod(backend.quiet)  # type: ignore[attr-defined]
    made.plan = plan  # type: ignore[attr-defined]
    made.kept_in = tuple([f"saved_{n}" for n in (*plan.saved, *["result"] * bool(plan.result))])
    if raw is not None:
        made.conjugating = _conjugating_later(made, backend)  # type: ignore[method-assign]
    add_saved_properties(made, plan, hooked_class)
    released = type(
        name,
        (made,),
        {
            "__slots__": (),
            "released": True,
            "raw": second_time,
            "conjugating": second_time,
            "apply": second_time,
            "release": lambda self: None,
            "saves": False,
            "__module__": __name__,
        },
    )
    shared["Released"] = released
    return made


def _conjugating_later(made: Any, backend: Any) -> Any:
    """Return a method that compiles the form for complex gradients when it is first called."""

    def conjugating(self: Any, g: Any) -> Any:
        formulas = _raw_formulas(made.plan, backend, conjugates=True)
        found: Any = Node.conjugating
        if formulas is not None:
            names = {**made.apply.__globals__, **{f"raw_{k}": v for k, v in formulas.items()}}
            lines = ["def conjugating(self, g):", *gradient_lines(made.plan, raw=True)]
            source = "\n    ".join([*lines, f"return {result_of(made.plan)}"]) + "\n"
            exec_source(source, f"<redispatch conjugating {made.__name__} {id(made):#x}>", names)
            found = names["conjugating"]
        made.conjugating = found
        return found(self, g)

    return conjugating


def hooked_class(made: Any) -> type[Node]:
    """Return the class of nodes whose saved values may be packed; see Note [Hooked nodes]."""
    found: type[Node] | None = made.__dict__.get("hooked")
    if found is not None or made.is_hooked:
        return found or made
    with LOCK:  # generated parts are made once
        names = {**made.apply.__globals__, "read_saved": read_saved, "read_value": read_value}
        lines = ["def apply(self, g):", *gradient_lines(made.plan, False, hooked=True)]
        source = "\n    ".join([*lines, f"return {result_of(made.plan)}"]) + "\n"
        exec_source(source, f"<redispatch hooked {made.__name__} {id(made):#x}>", names)
        body = {"__slots__": (), "apply": names["apply"], "raw": Node.raw, "is_hooked": True}
        body.update(conjugating=Node.conjugating, __module__=__name__)
        made.hooked = found = type(made.__name__, (made,), body)
    return found
