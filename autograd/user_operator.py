"""How a call of a user's operator is recorded: the node of the two functions given for it.

Decides what setup_context and backward get and must return, by the operator's schema. Must not know
how an operator is registered (library/) nor how gradients are checked (function_context.py).

Note [Flat and structured]
~~~~~~~~~~~~~~~~~~~~~~~~~~
A node has one edge for each tensor; a schema has lists of them. The user's functions see the
structure of the schema: one entry for each positional argument or result, a list where it says
`Tensor[]`. The node sees the same flat. Keyword-only arguments have no gradient, so no entry.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Sequence
from typing import Any, ClassVar

from ..dispatch.current import (
    RECORD_LINES,
    SAVED_HOOKS,
    State,
    set_state,
    state_bits,
    with_grad,
)
from ..dispatch.errors import explain_error
from ..dispatch.keys import AUTOGRAD
from ..dispatch.operator import TENSOR_TYPES, Operator
from ..dispatch.schema import Argument, Return, Schema
from ..dispatch.tensor import backend_of_keys
from .function_context import BENEATH, UNWANTED, CustomNode, like_of
from .meta import Edge, edge_of, next_seq
from .noting import NOTES, note_node

Layout = tuple[int | None, ...]  # for each argument or result: the length of a list, None for one


class OperatorNode(CustomNode):
    """The node of a user's operator; `ctx` of its functions.

    Only what differs from call to call is stored; the rest follows from the edges and the schema.
    """

    __slots__ = ("inputs_layout", "outputs_layout")
    schema: ClassVar[Schema]
    formula: ClassVar[Callable[..., Any] | None]  # the user's backward
    inputs_layout: Layout
    outputs_layout: Layout

    @property
    def needs_input_grad(self) -> tuple[Any, ...]:  # type: ignore[override]
        """For each positional argument, whether it needs a gradient; a list of that for a list."""
        needs = tuple([edge is not None for edge in self.next_edges])
        return needs if self.inputs_layout is NO_LISTS else structured(needs, self.inputs_layout)

    def is_fixed(self, output: Any) -> bool:
        """Whether setup_context said that an output has no gradient."""
        return bool(self.fixed_tensors) and id(output) in self.marked(self.fixed_tensors)

    def keep(self, outputs: Sequence[Any]) -> None:
        """Keep what setup_context saved; tensors that are no outputs without further questions."""
        if state_bits().facts.flags & PACKED_OR_NOTED:
            self.finish(True)
            return
        first, several = outputs[0], len(outputs) > 1
        kept: list[Any] = []
        for t in self.to_save:
            plain = t.__class__ in TENSOR_TYPES and t is not first
            if plain and not (several and any(t is output for output in outputs)):
                counter = t._counter
                kept.append((t, None, None, 0 if counter is None else counter.value, None, 0))
            else:
                kept.append(self._keep(t))
        self.saved = tuple(kept)
        self.to_save = ()


NO_LISTS: Layout = ()
PACKED_OR_NOTED = SAVED_HOOKS | RECORD_LINES


def recorder(
    operator: Operator, backward: Callable[..., Any] | None, setup: Callable[..., Any] | None
) -> Callable[..., Any]:
    """Return the rule of the Autograd layer for an operator with the user's functions.

    Parameters
    ----------
    operator : Operator
    backward : callable or None
        `backward(ctx, *grads)`; with None, backward through the operator raises.
    setup : callable or None
        `setup(ctx, inputs, output)`, with `keyword_only_inputs` where the schema has such.
    """
    schema = operator.schema
    count = len(schema.positional)
    listed = any(a.is_tensor_list for a in schema.positional)
    single = len(schema.returns) == 1 and not schema.returns[0].type.list
    node = _node_class(operator, backward)
    save = None if setup is None else _setup_call(schema, setup)
    tensors = TENSOR_TYPES

    def record(below: Callable[..., Any], *args: Any) -> Any:
        layout = NO_LISTS
        inputs: Sequence[Any] = args[:count]
        if listed:
            layout = layout_of(inputs, schema.positional)
            inputs = flat(inputs, layout)
        edges: list[Edge] = []
        likes: list[Any] = []
        needed = False
        for value in inputs:
            edge: Edge = None
            like: Any = None
            if value.__class__ in tensors:
                like = UNWANTED
                if (meta := value._autograd) is not None:
                    edge = edge_of(value, meta)
                    if edge is not None:
                        keys = value._keys & BENEATH
                        like = (backend_of_keys(keys).like(value._data), keys)
                        needed = True
            edges.append(edge)
            likes.append(like)
        result = below(*args)
        if not needed or result is None:
            return result
        ctx = node()
        ctx.begin()
        ctx.next_edges = tuple(edges)
        ctx.inputs_like = likes
        ctx.inputs_layout = layout
        if not single:
            return _connect_several(ctx, schema, inputs, args, result, save)
        if result.__class__ not in tensors:
            return result
        if result._autograd is not None:
            result = result.detach()
        for value in inputs:
            if value is result:
                result = result.detach()
        if save is not None:
            save(ctx, args, result)
        keys = ctx.keys = result._keys
        backend = backend_of_keys(keys)
        ctx.outputs_like = [(backend.like(result._data), keys)]
        ctx.outputs, ctx.many = 1, False
        ctx.seq = seq = next_seq()
        if backend.differentiable(result._data) and not ctx.is_fixed(result):
            result._autograd = (seq, ctx)
            result._keys |= AUTOGRAD.bit
        if ctx.to_save:
            ctx.keep((result,))
        else:
            ctx.saved = ()
        if NOTES:
            note_node(ctx, result)
        return result

    record.__name__ = record.__qualname__ = f"autograd of {operator.name}"
    return record


def _connect_several(
    ctx: OperatorNode, schema: Schema, inputs: Sequence[Any], args: Any, result: Any, save: Any
) -> Any:
    """Give several outputs, or those in a list, their place behind the node."""
    several = len(schema.returns) != 1
    results = tuple(result) if several else (result,)
    layout = ctx.outputs_layout = layout_of(results, schema.returns)
    outputs = [fresh(output, inputs) for output in flat(results, layout)]
    found = structured(outputs, layout)
    result = found if several else found[0]
    if save is not None:
        save(ctx, args, result)
    ctx.outputs_like = [like_of(output) for output in outputs]
    ctx.outputs = len(outputs)
    ctx.many = len(outputs) > 1
    ctx.keys = next((like[1] for like in ctx.outputs_like if like is not None), 0)
    ctx.seq = seq = next_seq()
    for place, value in enumerate(outputs):
        if value.__class__ not in TENSOR_TYPES:
            continue
        if backend_of_keys(value._keys).differentiable(value._data) and not ctx.is_fixed(value):
            value._autograd = (seq, ctx, place) if ctx.many else (seq, ctx)
            value._keys |= AUTOGRAD.bit
    if outputs:
        ctx.keep(outputs)
    else:
        ctx.finish(False)
    if NOTES and outputs:
        note_node(ctx, outputs[0])
    return result


def fresh(value: Any, inputs: Sequence[Any]) -> Any:
    """Return an output that may get a history: not an input, and not one that has its own."""
    if value.__class__ not in TENSOR_TYPES:
        return value
    if value._autograd is None and not any(value is given for given in inputs):
        return value
    return value.detach()


# the user's functions -------------------------------------------------------------------------


def _node_class(operator: Operator, backward: Callable[..., Any] | None) -> type[OperatorNode]:
    schema = operator.schema
    body = {"__slots__": (), "gradient": _gradient(operator, backward), "__module__": __name__}
    body.update(schema=schema, formula=backward)
    return type(f"{schema.namespace}_{schema.name}Backward", (OperatorNode,), body)


def _gradient(operator: Operator, backward: Callable[..., Any] | None) -> Callable[..., Any]:
    """Return the user's backward as a method of the node, flat; see Note [Flat and structured]."""
    name, schema = operator.name, operator.schema
    if backward is None:

        def refuse(ctx: Any, *grads: Any) -> Any:
            raise RuntimeError(
                f"Trying to backward through {name} but no autograd formula was registered. "
                "Please use register_autograd to add one."
            )

        return refuse
    call = backward
    inputs_listed = any(a.is_tensor_list for a in schema.positional)
    outputs_listed = any(r.type.list for r in schema.returns)
    if not inputs_listed and not outputs_listed:
        return lambda ctx, *grads: call(ctx, *grads)

    def gradient(ctx: OperatorNode, *grads: Any) -> Any:
        given = call(ctx, *(structured(grads, ctx.outputs_layout) if outputs_listed else grads))
        if not inputs_listed:
            return given
        given = given if given.__class__ is tuple else (given,)
        return flat_gradients(name, given, ctx.inputs_layout)

    return gradient


def _setup_call(schema: Schema, setup: Callable[..., Any]) -> Callable[..., Any]:
    """Return what calls the user's setup_context with all arguments, and grad mode off."""
    count = len(schema.positional)
    names = [a.name for a in schema.arguments[count:]]
    states: dict[State, State] = {}

    def save(ctx: Any, args: tuple[Any, ...], output: Any) -> None:
        before = state_bits()
        inside = states.get(before)
        if inside is None:
            inside = states[before] = with_grad(before, False)
        set_state(inside)
        try:
            if names:
                by_name = dict(zip(names, args[count:], strict=True))
                setup(ctx=ctx, inputs=args[:count], keyword_only_inputs=by_name, output=output)
            else:
                setup(ctx=ctx, inputs=args, output=output)
        finally:
            now = state_bits()
            set_state(before if now is inside else with_grad(now, before.facts.grad))

    return save


def check_setup(operator: Operator, setup: Callable[..., Any] | None) -> None:
    """Raise TypeError unless setup_context can be called as a call of the operator will."""
    if setup is None:
        return
    schema = operator.schema
    names = ["ctx", "inputs", "output"]
    if len(schema.positional) < len(schema.arguments):
        names.insert(2, "keyword_only_inputs")
    try:
        inspect.signature(setup).bind(**dict.fromkeys(names))
    except TypeError:
        raise TypeError(
            explain_error(
                f"register_autograd for {operator.name}",
                f"setup_context cannot be called with the arguments {', '.join(names)} by name",
                accepted=f"def setup_context({', '.join(names)})",
            )
        ) from None
    except ValueError:  # it has no signature to ask
        return


# lists ----------------------------------------------------------------------------------------


def layout_of(values: Sequence[Any], kinds: Sequence[Argument | Return]) -> Layout:
    """Return, for each value, the length of a list of tensors, or None for anything else."""
    pairs = zip(values, kinds, strict=True)
    return tuple(
        [len(v) if k.type.list and k.type.base == "Tensor" and v is not None else None
         for v, k in pairs]
    )  # fmt: skip


def flat(values: Sequence[Any], layout: Layout) -> list[Any]:
    """Return the values with the elements of lists in place of the lists."""
    found: list[Any] = []
    for value, length in zip(values, layout, strict=True):
        if length is None:
            found.append(value)
        else:
            found.extend(value)
    return found


def structured(values: Sequence[Any], layout: Layout) -> tuple[Any, ...]:
    """Return what `flat` made flat: a list for each place that has a length."""
    found: list[Any] = []
    start = 0
    for length in layout:
        if length is None:
            found.append(values[start])
            start += 1
        else:
            found.append(list(values[start : start + length]))
            start += length
    return tuple(found)


def flat_gradients(name: str, given: tuple[Any, ...], layout: Layout) -> tuple[Any, ...]:
    """Return the gradients that backward returned, one for each tensor of a list.

    Raises
    ------
    RuntimeError
        If there are more or fewer than inputs, or what belongs to a list is no list of its length.
    """
    if len(given) != len(layout):
        raise RuntimeError(
            f"the backward of {name} returned an incorrect number of gradients (expected "
            f"{len(layout)}, one for each positional argument, got {len(given)})"
        )
    found: list[Any] = []
    for place, (value, length) in enumerate(zip(given, layout, strict=True)):
        if length is None:
            found.append(value)
        elif value is None:
            found.extend([None] * length)
        elif value.__class__ in (list, tuple) and len(value) == length:
            found.extend(value)
        else:
            what = f"a list of {len(value)}" if value.__class__ in (list, tuple) else (
                f"a {type(value).__name__}")  # fmt: skip
            raise RuntimeError(
                f"the backward of {name} returned {what} at position {place}, where the input is a "
                f"list of {length} tensors: expected a list of {length} gradients, or None"
            )
    return tuple(found)
