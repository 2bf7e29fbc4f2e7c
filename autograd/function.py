"""`Function`: a pair of forward and backward written by the user.

Decides how a user's pair becomes a node, and what its outputs are. Must not know the engine's loop.

Note [The node is the context]
~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
For each subclass there is a node class `<Name>Backward`; `ctx` is an instance of it, so attributes
set in forward can be read at `output.grad_fn`. Saved tensors are kept like those of built-in nodes:
inputs as they are, outputs without their place in the graph (function_context.py).
"""

from __future__ import annotations

import functools
import inspect
import warnings
from collections.abc import Callable, Container
from typing import Any, TypeVar

from ..dispatch.current import without_grad
from ..dispatch.errors import explain_error
from ..dispatch.generated.functions import reshape
from ..dispatch.keys import AUTOGRAD, FORWARD_AD, TRANSFORMS
from ..dispatch.state import Facts, GradSwitch, facts
from ..dispatch.tensor import Tensor, backend_of_keys
from .function_context import CustomNode, FunctionCtx
from .function_forward import argument_tangents, forward_beneath, give_tangents
from .meta import LEAF, Edge, Leaf, View, current_edge, next_seq, requires_grad, set_edge
from .node import Node
from .noting import NOTES, note_node
from .saved import bump
from .views import check_inplace, rebase

F = TypeVar("F", bound=Callable[..., Any])

#: Asked while transforms are in force, with the class, the arguments, and whether it overrides
#: setup_context; NotImplemented if none of them has a say. Set by whoever knows transforms.
TRANSFORMED: list[Callable[[Any, tuple[Any, ...], bool], Any]] = []


def _gradient_of(cls: Any) -> Any:
    """Return the user's backward or vjp as a method of the node."""
    own = [n for n in ("backward", "vjp") if getattr(cls, n) is not getattr(Function, n)]
    if len(own) < 2:
        found = getattr(cls, own[0] if own else "backward")
        if inspect.ismethod(found):  # a class method, bound already
            return lambda ctx, *grads: found(ctx, *grads)
        return found

    def both(ctx: Any, *grads: Any) -> Any:
        raise RuntimeError(
            f"Implementing both 'backward' and 'vjp' for a custom Function is not allowed: "
            f"{cls.__name__} has both"
        )

    return both


class FunctionMeta(type):
    """Gives each subclass of Function its node class."""

    def __init__(cls, name: str, bases: tuple[type, ...], body: dict[str, Any]) -> None:
        super().__init__(name, bases, body)
        made: Any = type(f"{name}Backward", (CustomNode,), {"__slots__": (), "function": cls})
        made.__module__ = cls.__module__
        cls._backward_class = made
        if bases:
            made.gradient = _gradient_of(cls)

    def __setattr__(cls, name: str, value: Any) -> None:
        """Let a backward that is put in place later be seen by the node class."""
        super().__setattr__(name, value)
        if name in ("backward", "vjp"):
            cls._backward_class.gradient = _gradient_of(cls)


class Function(metaclass=FunctionMeta):
    """A differentiable function whose backward the user writes.

    Subclass it with static methods `forward(ctx, *args)` and `backward(ctx, *grads)`, or with
    `forward(*args)`, `setup_context(ctx, inputs, output)` and `backward`; call it through `apply`.

    Examples
    --------
    >>> import redispatch as rd
    >>> class Square(rd.autograd.Function):
    ...     @staticmethod
    ...     def forward(ctx, x):
    ...         ctx.save_for_backward(x)
    ...         return x * x
    ...     @staticmethod
    ...     def backward(ctx, g):
    ...         (x,) = ctx.saved_tensors
    ...         return g * 2 * x
    >>> x = rd.tensor([1., 3.], requires_grad=True)
    >>> Square.apply(x).sum().backward()
    >>> x.grad
    tensor([2., 6.])
    """

    _backward_class: type[CustomNode]
    __slots__ = ()
    generate_vmap_rule = False  # whether batches go through forward and backward as they are

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        warnings.warn(
            f"{type(self).__name__} should not be instantiated. Methods on autograd functions are "
            "all static, so you should invoke them on the class itself: call its .apply method",
            DeprecationWarning,
            stacklevel=2,
        )

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """Refuse: functions are called through `apply`."""
        raise RuntimeError(
            "Legacy autograd function with non-static forward method is deprecated. Please use "
            f"new-style autograd function with static forward method: {type(self).__name__}.apply"
        )

    @staticmethod
    def forward(*args: Any, **kwargs: Any) -> Any:
        """Compute the outputs; grad mode is off meanwhile."""
        raise NotImplementedError(
            "You must implement the forward function for custom autograd.Function."
        )

    @staticmethod
    def setup_context(ctx: FunctionCtx, inputs: tuple[Any, ...], output: Any) -> Any:
        """Save what backward needs; with it, `forward` gets no `ctx`."""
        raise NotImplementedError("setup_context is not implemented.")

    @staticmethod
    def backward(ctx: FunctionCtx, *grad_outputs: Any) -> Any:
        """Return a gradient for each argument of forward, None for those without."""
        raise NotImplementedError(
            "You must implement either the backward or vjp method for your custom "
            "autograd.Function to use it with backward mode AD."
        )

    @staticmethod
    def vjp(ctx: FunctionCtx, *grad_outputs: Any) -> Any:
        """Another name for `backward`; a function may have one of them."""
        raise NotImplementedError("implement backward or vjp")

    @staticmethod
    def jvp(ctx: FunctionCtx, *grad_inputs: Any) -> Any:
        """Return a tangent for each output."""
        raise NotImplementedError(
            "You must implement the jvp function for custom autograd.Function to use it with "
            "forward mode AD."
        )

    @staticmethod
    def vmap(info: Any, in_dims: tuple[Any, ...], *args: Any) -> Any:
        """Return outputs for a batch, and in which dimension of each the batch is."""
        raise NotImplementedError(
            "To use autograd.Function with vmap, override its vmap static method or set "
            "generate_vmap_rule=True."
        )

    @classmethod
    def apply(cls, *args: Any, **kwargs: Any) -> Any:
        """Run forward, and record the function if an argument requires grad."""
        split = cls.setup_context is not Function.setup_context
        if kwargs:
            args = _bind(cls, args, kwargs, split)
        elif split and (defaults := getattr(cls.forward, "__defaults__", None)):
            own = inspect.ismethod(cls.forward)  # a class method's first argument is bound
            missing = cls.forward.__code__.co_argcount - own - len(args)
            if 0 < missing <= len(defaults):  # `inputs` of setup_context holds defaults too
                args = (*args, *defaults[len(defaults) - missing :])
        known = facts()
        if known.included & ~known.excluded & TRANSFORMS.bit:
            answer = TRANSFORMED[-1](cls, args, split)
            if answer is not NotImplemented:
                return answer
        return applied(cls, args, _split_forward if split else _forward, known)


class InplaceFunction(Function):
    """The base class of old functions that could work in place; what counts is `mark_dirty`."""

    def __init__(self, inplace: bool = False) -> None:
        super().__init__()
        self.inplace = inplace


def applied(
    cls: Any, args: tuple[Any, ...], forward: Callable[..., Any], known: Facts, dual: bool = False
) -> Any:
    """Call `forward(cls, ctx, args)` without recording, and record what it returns as a Function.

    Tangents are computed in forward mode, or if `dual` says that an argument may have one.
    """
    ctx = cls._backward_class()
    ctx.begin()
    recording = known.grad and not known.inference and not known.excluded & AUTOGRAD.bit
    edges: list[Edge]
    if recording:  # an edge says that a gradient is needed
        edges = [current_edge(a) if isinstance(a, Tensor) else None for a in args]
        needs = tuple([e is not None for e in edges])
    else:
        edges = [None] * len(args)
        needs = tuple([isinstance(a, Tensor) and requires_grad(a) for a in args])
    ctx.needs_input_grad = needs
    recorded = recording and True in needs
    if dual or known.included & FORWARD_AD.bit:
        tangents = argument_tangents(args)
        if tangents is not None:
            output = without_grad(forward_beneath, forward, cls, ctx, args)
            return _finish(ctx, args, edges, output, recorded, tangents)
    return _finish(ctx, args, edges, without_grad(forward, cls, ctx, args), recorded)


def _forward(cls: Any, ctx: CustomNode, args: tuple[Any, ...]) -> Any:
    return cls.forward(ctx, *args)


def _split_forward(cls: Any, ctx: CustomNode, args: tuple[Any, ...]) -> Any:
    output = cls.forward(*args)
    cls.setup_context(ctx, args, output)
    return output


def _bind(cls: Any, args: tuple[Any, ...], kwargs: Any, split: bool) -> tuple[Any, ...]:
    signature = inspect.signature(cls.forward)
    bound = signature.bind(*(args if split else (None, *args)), **kwargs)
    bound.apply_defaults()
    return bound.args if split else bound.args[1:]


def _finish(
    ctx: CustomNode, args: tuple[Any, ...], edges: list[Edge], output: Any, recorded: bool,
    tangents: list[Tensor | None] | None = None,
) -> Any:  # fmt: skip
    """Give the outputs their place in the graph."""
    if (
        output.__class__ is Tensor
        and output._autograd is None  # so it is no argument that has a history, and no view
        and not (ctx.dirty_tensors or ctx.fixed_tensors or tangents)
        and not any([a is output for a in args])
    ):
        return _finish_one(ctx, args, edges, output, recorded)
    is_tuple = isinstance(output, tuple)
    outputs = list(output) if is_tuple else [output]
    ctx.connect(args, edges, outputs)
    ctx.seq = next_seq()
    dirty = ctx.marked(ctx.dirty_tensors) if ctx.dirty_tensors else ()
    fixed = ctx.marked(ctx.fixed_tensors) if ctx.fixed_tensors else ()
    if fixed and not ctx._materialize_non_diff_grads:
        ctx.unmaterialized = tuple([i for i, o in enumerate(outputs) if id(o) in fixed])
    if dirty:
        _check_dirty(ctx, args, outputs, dirty, recorded)
    several = len(outputs) > 1 and sum(_differentiable(o, fixed) for o in outputs) > 1
    for place, value in enumerate(outputs):
        if not isinstance(value, Tensor):
            continue
        if id(value) in dirty:
            _written(ctx, value, place, recorded)
            continue
        differentiable = recorded and _differentiable(value, fixed)
        for given in args:
            if given is value:
                _check_not_saved(ctx, value)
                value = outputs[place] = _as_view(value, id(value) in fixed)
        if value._autograd.__class__ is View and facts().grad:
            value._autograd.creation = "multi" if several else "function"
        if differentiable:
            _record(ctx, value, place)
    ctx.finish(recorded)
    if tangents is not None:
        give_tangents(ctx.function, ctx, args, tangents, outputs, fixed or {})
    if NOTES and recorded:
        note_node(ctx, outputs[0])
    return tuple(outputs) if is_tuple else outputs[0]


def _finish_one(
    ctx: CustomNode, args: tuple[Any, ...], edges: list[Edge], output: Tensor, recorded: bool
) -> Tensor:
    """Do the same for the commonest case, one new tensor: 1.1 us less of 6."""
    ctx.connect(args, edges, (output,))
    ctx.seq = next_seq()
    if recorded and backend_of_keys(output._keys).differentiable(output._data):
        output._autograd = (ctx.seq, ctx)
        output._keys |= AUTOGRAD.bit
    ctx.finish(recorded)
    if NOTES and recorded:
        note_node(ctx, output)
    return output


def _written(ctx: CustomNode, value: Tensor, place: int, recorded: bool) -> None:
    """Count the write to an input marked dirty, and put it behind the node."""
    bump(value)
    if recorded:
        edge = (ctx.seq, ctx, place) if ctx.many else (ctx.seq, ctx)
        check_inplace(value, ctx)
        rebase(value, edge, ctx)


def _differentiable(value: Any, fixed: Container[int]) -> bool:
    if not isinstance(value, Tensor) or id(value) in fixed:
        return False
    return bool(backend_of_keys(value._keys).differentiable(value._data))


def _check_not_saved(ctx: CustomNode, value: Tensor) -> None:
    """Refuse to save an input that was returned as it is: what is returned is another tensor.

    A forward without setup_context may save it.
    """
    if ctx.function.setup_context is Function.setup_context:
        return
    if any(value is each for each in (*ctx.to_save, *ctx.saved_for_forward)):
        raise RuntimeError(
            explain_error(
                ctx.name(),
                "A input that has been returned as-is as output is being saved for backward or "
                "forward mode in setup_context, which is not supported",
                accepted="a forward that returns a view of the input, as x.view_as(x), which "
                "setup_context saves",
            )
        )


def _as_view(value: Tensor, fixed: bool) -> Tensor:
    """Return an input that forward returned as it is: a view of it, or an alias if it is fixed."""
    if fixed:
        return value.detach()
    with GradSwitch(False):
        return reshape(value, tuple(value.shape))


def _record(ctx: CustomNode, value: Tensor, place: int) -> None:
    edge = (ctx.seq, ctx, place) if ctx.many else (ctx.seq, ctx)
    set_edge(value, edge)
    value._keys |= AUTOGRAD.bit


def _check_dirty(
    ctx: CustomNode, args: tuple[Any, ...], outputs: list[Any], dirty: dict[int, Any],
    recorded: bool,
) -> None:  # fmt: skip
    for tensor in dirty.values():
        if not any(tensor is a for a in args):
            warnings.warn(
                f"{ctx.name()}: mark_dirty was given a tensor that is not an input of the "
                "function: only inputs are written to in place",
                UserWarning,
                stacklevel=4,
            )
        if not any(tensor is o for o in outputs):
            raise RuntimeError(
                "Some elements marked as dirty during the forward method were not returned as "
                "output. The inputs that are modified inplace must all be outputs of the Function."
            )
        meta = tensor._autograd
        if recorded and (meta.__class__ is Leaf or (meta.__class__ is View and meta.edge is LEAF)):
            raise RuntimeError(
                explain_error(
                    ctx.name(),
                    "a leaf Variable that requires grad is being used in an in-place operation",
                    accepted="a tensor that is no leaf, or the function under no_grad()",
                )
            )
        if meta.__class__ is View and len(outputs) > 1:
            raise RuntimeError(
                f"{ctx.name()}: a view was modified inplace by a function with several outputs"
            )


def once_differentiable(function: F) -> F:
    """Decorate a backward that cannot be differentiated again: it runs without recording."""

    @functools.wraps(function)
    def wrapper(ctx: Any, *grads: Any) -> Any:
        with GradSwitch(False):
            result = function(ctx, *grads)
        known = facts()
        if not known.grad or not any(isinstance(g, Tensor) and requires_grad(g) for g in grads):
            return result
        results = result if isinstance(result, tuple) else (result,)
        blocked = tuple(_blocked(r) for r in results)
        return blocked if isinstance(result, tuple) else blocked[0]

    return wrapper  # type: ignore[return-value]


class _Once(Node):
    """The node of a gradient that must not be differentiated again."""

    __slots__ = ()

    def edges(self) -> tuple[Edge, ...]:
        """Lead nowhere: the gradient is detached from the inputs."""
        return ()

    def apply(self, g: Any) -> Any:
        """Raise."""
        raise RuntimeError(
            "trying to differentiate twice a function that was marked with @once_differentiable"
        )


def _blocked(value: Any) -> Any:
    if not isinstance(value, Tensor):
        return value
    node = _Once()
    node.extra = None
    node.keys = value._keys
    node.seq = next_seq()
    copy = value.detach()
    set_edge(copy, (node.seq, node))
    copy._keys |= AUTOGRAD.bit
    return copy


__all__ = ["Function", "FunctionCtx", "InplaceFunction", "once_differentiable"]
