"""What Tensor gets from Autograd: requires_grad, grad, grad_fn, detach, hooks, backward.

Decides what users may set on which tensor. Must not know the engine's loop nor any backend.
"""

from __future__ import annotations

import warnings
from typing import Any

from ..dispatch.errors import explain_error
from ..dispatch.keys import AUTOGRAD, PYTHON, TRANSFORMS, VERSION
from ..dispatch.registry import register
from ..dispatch.rules import Rule
from ..dispatch.state import facts, state_bits
from ..dispatch.tensor import Tensor, backend_of, bind, make_tensor
from ..dispatch.versions import INFERENCE_VERSION, VersionCounter
from .backward import refuse_inside, root, run_backward
from .engine import run
from .hooks import (
    RemovableHandle,
    attach_retained,
    register_hook,
    register_post_accumulate_grad_hook,
)
from .input_metadata import note_output
from .meta import (
    LEAF,
    AutogradMeta,
    Interior,
    Leaf,
    Plain,
    View,
    current_edge,
    ensure_extra,
    extra_of,
    requires_grad,
)
from .node import Node
from .saved import counter_of
from .tangents import drop_tangent


def backward(
    self: Tensor,
    gradient: Any = None,
    retain_graph: bool | None = None,
    create_graph: bool = False,
    inputs: Any = None,
) -> None:
    """Accumulate the gradients of this tensor into the leaves; see `autograd.backward`."""
    if create_graph or inputs is not None or not (gradient is None or isinstance(gradient, Tensor)):
        run_backward(self, gradient, retain_graph, create_graph, inputs)
    else:  # without the lists that several roots need: 1 us of 7
        refuse_inside()
        run(
            [root(self, gradient)],
            keep=bool(retain_graph),
            create_graph=False,
            real=gradient is None,
        )


def grad_fn(self: Tensor) -> Node | None:
    """The node that made the tensor, or None."""
    edge = current_edge(self)
    return edge[1] if edge.__class__ is tuple else None


def looked_at_grad_fn(self: Tensor) -> Node | None:
    """The node that made the tensor, or None; it then knows the sizes of the tensor."""
    edge = current_edge(self)
    if edge.__class__ is not tuple:
        return None
    node: Node = edge[1]
    if node.extra is None:
        note_output(node, edge[2] if len(edge) > 2 else 0, self)
    return node


def get_hooks(self: Tensor) -> dict[int, Any] | None:
    """The hooks registered on a leaf by number, or None; see `register_hook`."""
    extra = extra_of(self)
    return None if extra is None else extra.hooks


def output_nr(self: Tensor) -> int:
    """Which output of `grad_fn` the tensor is."""
    edge = current_edge(self)
    return edge[2] if edge.__class__ is tuple and len(edge) > 2 else 0


def is_leaf(self: Tensor) -> bool:
    """Whether no node made the tensor."""
    return grad_fn(self) is None


def get_grad(self: Tensor) -> Tensor | None:
    """The gradient accumulated so far, or None."""
    extra = extra_of(self)
    found = None if extra is None else extra.grad
    if found is None and _is_made(self._autograd) and not (extra is not None and extra.retained):
        warnings.warn(
            "The .grad attribute of a Tensor that is not a leaf Tensor is being accessed. Its "
            ".grad attribute won't be populated during autograd.backward(). Use .retain_grad() if "
            "it should be.",
            UserWarning,
            stacklevel=2,
        )
    return found


def _is_made(meta: Any) -> bool:
    """Whether a node made a tensor, by its slot alone: reading `.grad` updates nothing."""
    kind = meta.__class__
    if kind is View:
        return meta.edge.__class__ is tuple
    return kind is tuple or kind is Interior


def set_grad(self: Tensor, value: Tensor | None) -> None:
    """Set or clear the gradient; sizes, dtype and device must be those of the tensor."""
    if value is None:
        extra = extra_of(self)
        if extra is not None:
            extra.grad = None
        return
    if not isinstance(value, Tensor):
        raise TypeError(
            f"assigned grad expected to be a Tensor or None but got {type(value).__name__}"
        )
    if value is self:
        raise RuntimeError("can't assign Variable as its own grad")
    for what in ("shape", "dtype", "device"):
        mine, theirs = getattr(self, what), getattr(value, what)
        if mine != theirs:
            raise RuntimeError(
                explain_error("assigned grad", f"has {what} {theirs}", accepted=f"{what} {mine}")
            )
    ensure_extra(self).grad = value


def del_grad(self: Tensor) -> None:
    """Clear the gradient."""
    set_grad(self, None)


def _refuse_deletion(self: Tensor) -> None:
    raise RuntimeError("this attribute of a tensor cannot be deleted")


def set_requires_grad(self: Tensor, value: bool) -> None:
    """Switch recording for a leaf on or off."""
    if value.__class__ is not bool:
        raise RuntimeError("requires_grad must be a bool")
    if not is_leaf(self):
        hint = (
            ""
            if value
            else " If you want to use a computed variable in a subgraph that doesn't "
            "require differentiation use var_no_grad = var.detach()."
        )
        raise RuntimeError("you can only change requires_grad flags of leaf variables." + hint)
    _switch(self, value)


def _refuse_inside(method: str) -> None:
    """Raise RuntimeError inside a function that is being transformed, where nothing is recorded."""
    if state_bits().facts.included & TRANSFORMS.bit:
        raise RuntimeError(
            explain_error(
                f"Tensor.{method}()",
                f"You are attempting to call Tensor.{method}() inside of a function being "
                "transformed, or to use redispatch.autograd.functional there. This is unsupported",
                accepted=f"the transforms of redispatch.func, or Tensor.{method}() outside of them",
            )
        )


def requires_grad_(self: Tensor, requires_grad: bool = True) -> Tensor:
    """Switch recording for a leaf on or off, and return the tensor."""
    _refuse_inside("requires_grad_")
    if not is_leaf(self) and requires_grad:
        return self
    set_requires_grad(self, requires_grad)
    return self


def _switch(self: Tensor, value: bool) -> None:
    meta = self._autograd
    if value:
        kind = self.dtype
        if not (kind.is_floating_point or kind.is_complex):
            raise RuntimeError(
                "only Tensors of floating point and complex dtype can require gradients"
            )
        if self._counter is INFERENCE_VERSION and not _inference():
            raise RuntimeError(
                "Setting requires_grad=True on inference tensor outside InferenceMode "
                "is not allowed."
            )
        if meta.__class__ is View:
            meta.edge = LEAF
            ensure_extra(self)
        elif meta is None:
            self._autograd = Leaf()
        elif meta.__class__ is Plain:
            meta.__class__ = Leaf  # type: ignore[assignment]
        self._keys |= AUTOGRAD.bit
        return
    if meta.__class__ is Leaf:
        meta.__class__ = Plain  # type: ignore[assignment]
        self._keys &= ~AUTOGRAD.bit
    elif meta.__class__ is View and meta.edge is LEAF:
        meta.edge = None


def _inference() -> bool:
    return facts().inference


def detach(self: Tensor) -> Tensor:
    """Return a tensor with the same memory and version, outside the graph."""
    backend = backend_of(self)
    if self._counter is INFERENCE_VERSION:
        version, keys = INFERENCE_VERSION, backend.key.bit
    else:
        version, keys = self._counter, backend.key.bit | VERSION.bit
        if version is None:
            version = counter_of(self)
    alias = make_tensor(backend.alias(self._data), keys, version)
    if not backend.strided:
        backend.share(self, alias)
    return alias


def detach_(self: Tensor) -> Tensor:
    """Take the tensor itself out of the graph; existing consumers keep their edges."""
    meta = self._autograd
    if meta.__class__ is View:
        raise RuntimeError("Can't detach views in-place. Use detach() instead.")
    counter_of(self)
    if meta.__class__ is tuple:
        self._autograd = None
    elif isinstance(meta, AutogradMeta):
        meta.edge = None
        meta.__class__ = Plain
        if meta.grad is None and meta.hooks is None and meta.node is None:
            self._autograd = None  # it keeps nothing
    self._keys &= ~AUTOGRAD.bit
    drop_tangent(self)
    return self


def get_data(self: Tensor) -> Tensor:
    """The same memory outside the graph, with a version of its own: writes are never noticed."""
    if self._keys & TRANSFORMS.bit:
        backend_of(self).alias(self._data)  # refuses a batch: all examples are in its memory
    if self._keys & (PYTHON.bit | TRANSFORMS.bit):  # what made it makes what is of its kind
        made = self.detach()
        if made._counter is not INFERENCE_VERSION:
            made._counter = None
        return made
    backend = backend_of(self)
    if self._counter is INFERENCE_VERSION:
        alias = make_tensor(backend.alias(self._data), backend.key.bit, INFERENCE_VERSION)
    else:
        alias = make_tensor(backend.alias(self._data), backend.key.bit | VERSION.bit)
    backend.share(self, alias)
    return alias


def set_data(self: Tensor, value: Tensor) -> None:
    """Let the tensor hold the memory of another one; its version and history stay."""
    if not isinstance(value, Tensor):
        raise TypeError(f"Variable data has to be a tensor, but got {type(value).__name__}")
    if (self._keys | value._keys) & TRANSFORMS.bit:
        raise RuntimeError(
            explain_error(
                "Tensor.data",
                "mutating directly with `.data` under vmap transform is not allowed",
                accepted="copy_",
            )
        )
    if backend_of(value) is not backend_of(self):
        raise RuntimeError(
            "Attempted to call `variable.set_data(tensor)`, but `variable` and "
            "`tensor` have incompatible tensor type."
        )
    if requires_grad(self) and not value.dtype.is_floating_point and not value.dtype.is_complex:
        raise RuntimeError(
            "data set to a tensor that requires gradients must be floating point or complex dtype"
        )
    self._data = value._data
    backend_of(self).share(value, self)
    if (value._counter is INFERENCE_VERSION) != (self._counter is INFERENCE_VERSION):
        self._counter = value._counter if value._counter is INFERENCE_VERSION else None
        self._keys = (self._keys & ~VERSION.bit) | (value._keys & VERSION.bit)


def version(self: Tensor) -> int:
    """How often the memory of the tensor was written to."""
    found = self._counter
    if found is None:  # never shared, unless the node that saved it as output has been asked for it
        edge = self._autograd
        found = getattr(edge[1], "counter_result", None) if edge.__class__ is tuple else None
        return 0 if found is None else int(found.value)
    if found.__class__ is not VersionCounter:
        raise RuntimeError("Inference tensors do not track version counter.")
    return int(found.value)


def is_inference(self: Tensor) -> bool:
    """Return whether the tensor was made in inference mode."""
    return not self._keys & VERSION.bit


def is_view(self: Tensor) -> bool:
    """Return whether the tensor is a view of another one."""
    return self._autograd.__class__ is View


def base(self: Tensor) -> Tensor | None:
    """The tensor that owns the memory of a view, or None."""
    meta = self._autograd
    return meta.base if meta.__class__ is View else None


def retains_grad(self: Tensor) -> bool:
    """Whether the gradient of a tensor that is no leaf is kept."""
    extra = extra_of(self)
    return extra is not None and extra.retained and not is_leaf(self)


def retain_grad(self: Tensor) -> None:
    """Keep the gradient of a tensor that is no leaf in `.grad`."""
    if not requires_grad(self):
        raise RuntimeError("can't retain_grad on Tensor that has requires_grad=False")
    edge = current_edge(self)
    if edge.__class__ is not tuple:
        return
    _refuse_inside("retain_grad")
    extra = ensure_extra(self)
    if extra.retained:
        return
    extra.retained = True
    attach_retained(extra, edge)


for _name, _value in {
    "backward": backward,
    "requires_grad": property(requires_grad, set_requires_grad, _refuse_deletion),
    "requires_grad_": requires_grad_,
    "grad": property(get_grad, set_grad, del_grad),
    "grad_fn": property(looked_at_grad_fn),
    "_grad_fn": property(looked_at_grad_fn, None, _refuse_deletion),
    "_backward_hooks": property(get_hooks, None, _refuse_deletion),
    "output_nr": property(output_nr),
    "is_leaf": property(is_leaf),
    "detach_": detach_,
    "data": property(get_data, set_data, _refuse_deletion),
    "_version": property(version),
    "is_inference": is_inference,
    "_is_view": is_view,
    "_base": property(base),
    "retain_grad": retain_grad,
    "retains_grad": property(retains_grad),
    "register_hook": register_hook,
    "register_post_accumulate_grad_hook": register_post_accumulate_grad_hook,
}.items():
    bind(_name, _value)

register("detach", "CompositeExplicit", Rule(detach, "direct"))

__all__ = ["RemovableHandle"]
