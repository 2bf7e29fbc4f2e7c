"""Hooks: registration, removal, and how a run calls them.

Decides the order of hooks, what they may return, and that a hook sees a tensor whatever the
currency of the run. Must not know the order of nodes.
"""

from __future__ import annotations

import functools
import itertools
import weakref
from collections.abc import Callable
from typing import Any, TypeVar, cast

from ..dispatch.errors import explain_error
from ..dispatch.state import GradSwitch
from ..dispatch.tensor import Tensor
from .meta import AutogradMeta, Leaf, ensure_extra, extra_of, requires_grad
from .node import Node, gradient_tensor

_NUMBERS = itertools.count()
Hook = Callable[..., Any]

# A run that carries payloads does not touch grad mode, so whoever calls user code in it does.
_UNRECORDED = GradSwitch(False)
F = TypeVar("F", bound=Callable[..., Any])


def _in_grad_mode(raw_at: int) -> Callable[[F], F]:
    """Let a function that calls hooks switch recording off where its argument `raw` is true."""

    def wrap(function: F) -> F:
        @functools.wraps(function)
        def call(*args: Any) -> Any:
            if not args[raw_at]:
                return function(*args)
            with _UNRECORDED:
                return function(*args)

        return cast(F, call)

    return wrap


class RemovableHandle:
    """What registering a hook returns: `remove()`, or leave its `with` block."""

    __slots__ = ("_hooks", "id")

    def __init__(self, hooks: dict[int, Any], hook: Hook) -> None:
        self._hooks = hooks
        self.id = next(_NUMBERS)
        hooks[self.id] = hook

    def remove(self) -> None:
        """Take the hook away; further calls do nothing."""
        self._hooks.pop(self.id, None)

    def __enter__(self) -> RemovableHandle:
        return self

    def __exit__(self, *exc: object) -> None:
        self.remove()


def register_hook(tensor: Tensor, hook: Hook) -> RemovableHandle:
    """Register a function that is called with the gradient of a tensor, and may replace it.

    Raises
    ------
    RuntimeError
        If the tensor does not require grad.
    """
    if not requires_grad(tensor):
        raise RuntimeError("cannot register a hook on a tensor that doesn't require gradient")
    from .meta import current_edge

    edge = current_edge(tensor)
    if edge.__class__ is tuple:
        node = edge[1]
        number = edge[2] if len(edge) > 2 else 0
        return RemovableHandle(node.ensure_extra().tensor_hooks.setdefault(number, {}), hook)
    extra = ensure_extra(tensor)
    LeafHooks.used = True
    if extra.hooks is None:
        extra.hooks = {}
    return RemovableHandle(extra.hooks, hook)


def register_post_accumulate_grad_hook(tensor: Tensor, hook: Hook) -> RemovableHandle:
    """Register a function that is called with a leaf after its `.grad` has been accumulated."""
    if tensor._autograd.__class__ is not Leaf:
        raise RuntimeError(
            "post accumulate grad hooks cannot be registered on non-leaf tensors, nor on tensors "
            "that do not require grad"
        )
    extra = ensure_extra(tensor)
    LeafHooks.used = True
    if extra.accumulated is None:
        extra.accumulated = {}
    return RemovableHandle(extra.accumulated, hook)


def attach_retained(extra: AutogradMeta, edge: Any) -> None:
    """Let a node store the gradient of an output in a tensor's `.grad`, while that lives."""
    reference = weakref.ref(extra)

    def keep(g: Tensor, create_graph: bool) -> None:
        extra = reference()
        if extra is None:
            return
        value = g if create_graph else g.detach()
        extra.grad = value.clone() if extra.grad is None else extra.grad + value

    edge[1].ensure_extra().retained[edge[2] if len(edge) > 2 else 0] = keep


def move_retained(extra: AutogradMeta, old: Any, new: Any) -> None:
    """Let the gradient that is kept follow a tensor to the node that makes it now."""
    if old.__class__ is tuple and old[1].extra is not None:
        old[1].extra.retained.pop(old[2] if len(old) > 2 else 0, None)
    if new.__class__ is tuple:
        attach_retained(extra, new)


class LeafHooks:
    """Whether any leaf ever had a hook; until then no run counts edges into leaves."""

    used = False


def _as_tensor(g: Any, keys: int, raw: bool) -> Any:
    if g is None or not raw or g.__class__ is Tensor:
        return g
    return gradient_tensor(g, keys)


def _as_currency(g: Any, raw: bool) -> Any:
    return g._data if raw and g is not None and isinstance(g, Tensor) else g


def _checked(old: Any, new: Any, hook: Hook) -> Any:
    """Return what a tensor hook gave, if it may stand for the old gradient."""
    if new is None:
        return old
    if not isinstance(new, Tensor):
        raise TypeError(
            explain_error(
                f"hook {getattr(hook, '__qualname__', hook)}",
                f"returned {type(new).__name__}",
                accepted="None, or a tensor that replaces the gradient",
            )
        )
    if old is not None and _kind(new) != _kind(old):
        was, got = (" ".join(map(str, _kind(each))) for each in (old, new))
        raise RuntimeError(
            explain_error(
                f"hook {getattr(hook, '__qualname__', hook)}",
                f"has changed the size, dtype or device of the gradient: {was} to {got}",
            )
        )
    return new


def _kind(g: Tensor) -> tuple[Any, ...]:
    """Return what a hook must keep of a gradient."""
    return tuple(g.shape), g.dtype, g.device


def call_tensor_hooks(hooks: dict[int, Hook], g: Any) -> Any:
    """Call the hooks of one tensor in the order of their registration."""
    for hook in list(hooks.values()):
        g = _checked(g, hook(g), hook)
    return g


@_in_grad_mode(2)
def run_tensor_hooks(node: Node, g: Any, raw: bool, create_graph: bool) -> Any:
    """Call the hooks on the outputs of a node, then retain their gradients where asked."""
    extra = node.extra
    assert extra is not None
    parts = list(g) if node.many else [g]
    for number in sorted({*extra.tensor_hooks, *extra.retained}):
        part = _as_tensor(parts[number], node.keys, raw)
        hooks = extra.tensor_hooks.get(number)
        if hooks:
            part = call_tensor_hooks(hooks, part)
        keeper = extra.retained.get(number)
        if keeper is not None and part is not None:
            keeper(part, create_graph)
        parts[number] = _as_currency(part, raw)
    return parts if node.many else parts[0]


@_in_grad_mode(2)
def run_prehooks(node: Node, g: Any, raw: bool) -> Any:
    """Call the pre-hooks of a node with the tuple of its outputs' gradients."""
    extra = node.extra
    assert extra is not None
    parts = tuple(g) if node.many else (g,)
    tensors = tuple([_as_tensor(p, node.keys, raw) for p in parts])
    for hook in list(extra.prehooks.values()):
        tensors = _checked_tuple(tensors, hook(tensors), hook)
    parts = tuple([_as_currency(t, raw) for t in tensors])
    return list(parts) if node.many else parts[0]


@_in_grad_mode(3)
def run_posthooks(node: Node, out: Any, g: Any, raw: bool) -> Any:
    """Call the hooks of a node with the gradients of its inputs and of its outputs."""
    extra = node.extra
    assert extra is not None
    single = out.__class__ is not tuple
    given = (out,) if single else tuple(out)
    received = tuple(g) if node.many else (g,)
    inputs = tuple([_as_tensor(p, node.keys, raw) for p in given])
    outputs = tuple([_as_tensor(p, node.keys, raw) for p in received])
    for hook in list(extra.posthooks.values()):
        inputs = _checked_tuple(inputs, hook(inputs, outputs), hook)
    back = tuple([_as_currency(t, raw) for t in inputs])
    return back[0] if single else back


def _checked_tuple(old: tuple[Any, ...], new: Any, hook: Hook) -> tuple[Any, ...]:
    if new is None:
        return old
    where = f"hook {getattr(hook, '__qualname__', hook)}"
    if not isinstance(new, tuple):
        raise TypeError(
            explain_error(where, f"returned {type(new).__name__}", accepted="None or a tuple")
        )
    if len(new) != len(old):
        raise RuntimeError(
            explain_error(where, f"returned {len(new)} values", accepted=f"{len(old)}")
        )
    for before, after in zip(old, new, strict=True):
        if before is None and after is not None:
            raise RuntimeError(explain_error(where, "replaced a gradient that is None"))
        _checked(before, after, hook)
    return new


@_in_grad_mode(2)
def run_leaf_hooks(leaf: Tensor, g: Any, raw: bool) -> Any:
    """Call the hooks of a leaf; the result is a tensor, which nobody may take over."""
    extra = extra_of(leaf)
    assert extra is not None
    return call_tensor_hooks(extra.hooks or {}, _as_tensor(g, leaf._keys, raw))


def run_accumulated_hooks(leaf: Tensor, extra: AutogradMeta) -> None:
    """Call the hooks that wait for `.grad`."""
    for hook in list((extra.accumulated or {}).values()):
        if hook(leaf) is not None:
            raise TypeError("post accumulate grad hooks should return None")
