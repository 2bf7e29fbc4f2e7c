"""Leaves: how their gradients are added up and come to stand in `.grad`.

Decides when a gradient may be taken over without a copy, what is locked, and what an AccumulateGrad
node is. Must not know the order of a run.

Note [Stealing]
~~~~~~~~~~~~~~~
The first gradient of a leaf is put into `.grad` as it is only if nobody else can have it: a
built-in formula made it as new memory (`Node.fresh`), for exactly one edge, and no hook or user
code saw it; or the engine made it by adding. Anything else is copied. References are not counted:
counts differ between interpreters, and debuggers add to them.

Note [A lock per leaf]
~~~~~~~~~~~~~~~~~~~~~~
NumPy releases the interpreter's lock inside an addition, so two threads that accumulate into one
leaf would lose updates. Each leaf has a lock that spans the addition; it is re-entrant, because
with create_graph the addition is an operator, which may run user code.
"""

from __future__ import annotations

import threading
import weakref
from typing import Any

from ..dispatch.generated.functions import add as _add
from ..dispatch.generated.functions import add_ as _add_into
from ..dispatch.generated.functions import clone as _clone
from ..dispatch.keys import VERSION
from ..dispatch.state import GradSwitch
from ..dispatch.tensor import Tensor, backend_of_keys, make_tensor
from .meta import AutogradMeta, Edge, Interior, Leaf, ensure_extra
from .node import Node, NodeExtra, gradient_tensor

_MAKING = threading.Lock()


class LeafBuffer:
    """What has been collected for a leaf in one run."""

    __slots__ = ("fresh", "summed", "value")

    def __init__(self, value: Any, fresh: bool) -> None:
        self.value = value
        self.fresh = fresh
        self.summed = False


def add_gradients(target: Any, old: Any, new: Any, raw: bool, owned: bool) -> Any:
    """Add two gradients for one place; into the old one if this run owns it."""
    if not raw:
        return _add(old, new)
    keys = target.keys if isinstance(target, Node) else target._keys
    return backend_of_keys(keys).add_payloads(old, new, owned)


def lock_of(meta: AutogradMeta) -> Any:
    """Return the lock of a leaf, made when first needed."""
    lock = meta.lock
    if lock is None:
        with _MAKING:
            lock = meta.lock
            if lock is None:
                lock = meta.lock = threading.RLock()
    return lock


def run_leaf(leaf: Tensor, buffer: LeafBuffer, raw: bool, create_graph: bool) -> None:
    """Run a leaf: its hooks, the accumulation, the hooks after it."""
    meta = leaf._autograd
    if meta.__class__ is Leaf and meta.hooks is None and meta.accumulated is None:
        accumulate(leaf, meta, buffer.value, buffer.fresh, raw, create_graph)
        return
    if meta.__class__ is tuple or meta.__class__ is Interior:
        raise RuntimeError(
            "leaf variable has been moved into the graph interior: it was written to in place "
            "after it had been used"
        )
    extra = ensure_extra(leaf)
    if meta.__class__ is not Leaf and not _is_leaf_view(meta):
        return
    with GradSwitch(create_graph):
        _run_hooked(leaf, extra, buffer, raw, create_graph)


def _run_hooked(
    leaf: Tensor, extra: AutogradMeta, buffer: LeafBuffer, raw: bool, create_graph: bool
) -> None:
    """Run a leaf with hooks: tensor hooks, the node's pre-hooks, accumulation, then the others."""
    from .hooks import run_accumulated_hooks, run_leaf_hooks, run_posthooks, run_prehooks

    value: Any = gradient_tensor(buffer.value, leaf._keys) if raw else buffer.value
    if extra.hooks:
        value = run_leaf_hooks(leaf, value, False)
    node: Any = extra.node() if extra.node is not None else None
    hooked = node is not None and node.extra is not None
    if hooked:
        value = run_prehooks(node, value, False)
    if value is not None:
        fresh = buffer.fresh and not extra.hooks and not hooked
        accumulate(leaf, extra, value, fresh, False, create_graph)
        if extra.accumulated:
            run_accumulated_hooks(leaf, extra)
    if hooked:
        run_posthooks(node, (), value, False)


def _is_leaf_view(meta: Any) -> bool:
    from .meta import LEAF, View

    return meta.__class__ is View and meta.edge is LEAF


def accumulate(
    leaf: Tensor, meta: AutogradMeta, value: Any, fresh: bool, raw: bool, create_graph: bool
) -> None:
    """Add a gradient to `.grad`; see Note [Stealing] and Note [A lock per leaf]."""
    with meta.lock or lock_of(meta):
        grad = meta.grad
        if create_graph:
            tensor = gradient_tensor(value, leaf._keys) if raw else value
            if grad is None:
                meta.grad = tensor if fresh else _clone(tensor)
            else:
                meta.grad = _add(grad, tensor)
            return
        if not raw and (value.__class__ is not Tensor or grad.__class__ not in PLAIN):
            meta.grad = _of_a_subclass(grad, value)
            return
        payload = value if raw else value._data
        backend = backend_of_keys(leaf._keys)
        if grad is None:
            if not fresh or not backend.fits(payload, leaf._data):
                payload = backend.copy_like(payload, leaf._data)
            meta.grad = make_tensor(backend.normal(payload), backend.key.bit | VERSION.bit)
            return
        new = gradient_tensor(payload, leaf._keys)
        with GradSwitch(False):
            if backend.mutable:
                _add_into(grad, new)
            else:
                meta.grad = _add(grad, new)


PLAIN = frozenset({Tensor, type(None)})


def _of_a_subclass(grad: Tensor | None, value: Tensor) -> Tensor:
    """Return the new gradient of a leaf where an instance of a subclass takes part."""
    with GradSwitch(False):
        if grad is None:
            return value.detach()
        return _add_into(grad, value)


class AccumulateGrad(Node):
    """The node of a leaf, made when somebody looks; the leaf keeps it weakly."""

    __slots__ = ("variable",)
    variable: Tensor
    single = True

    def ensure_extra(self) -> NodeExtra:
        """Return the extra object; runs then know that the leaf has hooks."""
        from .hooks import LeafHooks

        LeafHooks.used = True
        meta = ensure_extra(self.variable)
        if meta.accumulated is None:
            meta.accumulated = {}
        return super().ensure_extra()

    def edges(self) -> tuple[Edge, ...]:
        """Return nothing: gradients end here."""
        return ()

    def apply(self, g: Any) -> Any:
        """Accumulate a gradient into the leaf."""
        if g is not None:
            accumulate(self.variable, ensure_extra(self.variable), g, False, False, False)
        return None

    def name(self) -> str:
        """Return PyTorch's name of it."""
        return "torch::autograd::AccumulateGrad"


def accumulator_of(leaf: Tensor) -> AccumulateGrad:
    """Return the AccumulateGrad node of a leaf: the same object while anything holds it."""
    extra = ensure_extra(leaf)
    with _MAKING:
        node: AccumulateGrad | None = extra.node() if extra.node is not None else None
        if node is None:
            node = AccumulateGrad()
            node.extra = None
            node.variable = leaf
            node.keys = leaf._keys
            node.seq = -(2**64) + 1
            extra.node = weakref.ref(node)
    return node
